/* Pairs of a state and an obligation (tableau.h), which the rest of a path from this state has to
 * satisfy, are a graph. A path that satisfies its obligation ends in a strongly connected component
 * that lets it go round for ever, and in which each U is missing among those that some transition
 * puts off. So a state has such a path where it reaches such a component. */
#include "problems/branching/exists_path.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/paths/path_remainder.h"
#include "problems/branching/tableau.h"

struct product {
    const struct csr *chain;
    const uint32_t *letters; /* for each state of the chain */
    struct tableau tableau;
    struct number_lists pairs; /* of state and obligation; all with NO_OBLIGATION are one */
    struct csr graph;          /* without values; columns of a row are in no order, and repeat */
    uint64_t *put_off;         /* for each entry of the graph, as in struct move */
    size_t row_room, col_room, put_off_room;
    uint32_t *start; /* obligations of the formula */
    size_t nstarts, start_room;
};

static void product_free(struct product *p)
{
    tableau_free(&p->tableau);
    number_lists_free(&p->pairs);
    csr_free(&p->graph);
    free(p->put_off);
    free(p->start);
}

/* *pair = the number of a pair, which is added if it is new. */
static enum status add_pair(struct product *p, uint32_t state, uint32_t obligation, uint32_t *pair)
{
    const uint32_t list[] = {obligation == NO_OBLIGATION ? 0 : state, obligation};
    return number_lists_add(&p->pairs, list, 2, pair);
}

/* The formula is satisfied where one of the sets of its function is. */
static enum status find_starts(struct product *p, uint32_t function)
{
    enum status status = OK;
    const struct number_lists *all = &p->tableau.remainders->functions;
    const size_t length = number_list_length(all, function);
    uint32_t *node = NULL;
    TRY(allocate(length, sizeof *node, "an obligation", &node));
    for (size_t at = 0, k = 0; at < length; at += 1 + number_list(all, function)[at], k++) {
        const uint32_t *set = number_list(all, function) + at;
        for (uint32_t i = 0; i < *set; i++) node[i] = set[1 + i];
        TRY(reserve(&p->start, &p->start_room, k + 1, sizeof *p->start, "obligations"));
        TRY(tableau_obligation(&p->tableau, node, *set, &p->start[k]));
        p->nstarts = k + 1;
    }
out:
    free(node);
    return status;
}

static enum status add_starts(struct product *p)
{
    uint32_t pair;
    for (uint32_t i = 0; i < p->chain->rows; i++)
        for (size_t k = 0; k < p->nstarts; k++) MUST(add_pair(p, i, p->start[k], &pair));
    return OK;
}

static enum status add_transition(struct product *p, uint32_t state, const struct move *move)
{
    struct csr *a = &p->graph;
    MUST(reserve(&a->col, &p->col_room, a->nnz + 1, sizeof *a->col, "the product"));
    MUST(reserve(&p->put_off, &p->put_off_room, a->nnz + 1, sizeof *p->put_off, "the product"));
    MUST(add_pair(p, state, move->next, &a->col[a->nnz]));
    p->put_off[a->nnz++] = move->put_off;
    return OK;
}

/* Adds the transitions of a pair: each move to each next state. */
static enum status add_transitions(struct product *p, uint32_t pair)
{
    const uint32_t state = number_list(&p->pairs, pair)[0];
    const uint32_t obligation = number_list(&p->pairs, pair)[1];
    uint64_t first, end;
    MUST(tableau_moves(&p->tableau, obligation, p->letters[state], &first, &end));
    for (uint64_t m = first; m < end; m++) {
        const struct move *move = &p->tableau.move[m];
        const uint64_t from = p->chain->row[state];
        const uint64_t to = move->next == NO_OBLIGATION ? from + 1 : p->chain->row[state + 1];
        for (uint64_t k = from; k < to; k++) MUST(add_transition(p, p->chain->col[k], move));
    }
    return OK;
}

static enum status explore(struct product *p)
{
    struct csr *a = &p->graph;
    MUST(reserve(&a->row, &p->row_room, 1, sizeof *a->row, "the product"));
    a->row[0] = 0;
    for (; a->rows < p->pairs.count; a->rows++) {
        MUST(reserve(&a->row, &p->row_room, (size_t)a->rows + 2, sizeof *a->row, "the product"));
        MUST(add_transitions(p, a->rows));
        a->row[a->rows + 1] = a->nnz;
    }
    return OK;
}

/* goal[k] = 1 for the pairs of each component that has, for each U, a transition inside that does
 * not put it off, and one at least. */
static void mark_components(const struct product *p, const uint32_t *component, uint64_t *missing,
                            uint8_t *inside, uint8_t *goal)
{
    const struct csr *a = &p->graph;
    const uint32_t untils = p->tableau.untils.count;
    const uint64_t all = untils < 64 ? (1ull << untils) - 1 : UINT64_MAX;
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (component[a->col[k]] != component[i]) continue;
            missing[component[i]] |= ~p->put_off[k];
            inside[component[i]] = 1;
        }
    for (uint32_t i = 0; i < a->rows; i++)
        goal[i] = inside[component[i]] && (missing[component[i]] & all) == all;
}

/* *out (new) = one byte for each pair: 0 where some path satisfies the obligation. */
static enum status pairs_without_path(const struct product *p, uint8_t **out)
{
    enum status status = OK;
    uint32_t *component = NULL, count;
    uint64_t *missing = NULL;
    uint8_t *inside = NULL, *goal = NULL, *yes = NULL;
    *out = NULL;
    TRY(strong_components(&p->graph, &component, &count));
    TRY(allocate_zeroed(count, sizeof *missing, "components", &missing));
    TRY(allocate_zeroed(count, 1, "components", &inside));
    TRY(allocate(p->graph.rows, 1, "a search", &goal));
    mark_components(p, component, missing, inside, goal);
    TRY(certain_states(&p->graph, NULL, goal, out, &yes));
out:
    free(component);
    free(missing);
    free(inside);
    free(goal);
    free(yes);
    return status;
}

/* set[i] = 1 where a pair of state i and of the formula has a path. */
static enum status write_states(struct product *p, const uint8_t *without, uint8_t *set)
{
    uint32_t pair;
    for (uint32_t i = 0; i < p->chain->rows; i++)
        for (size_t k = 0; k < p->nstarts && !set[i]; k++) {
            MUST(add_pair(p, i, p->start[k], &pair));
            set[i] = !without[pair];
        }
    return OK;
}

static enum status search_product(struct product *p, uint8_t *set)
{
    uint8_t *without;
    MUST(add_starts(p));
    MUST(explore(p));
    enum status status = pairs_without_path(p, &without);
    if (status == OK) status = write_states(p, without, set);
    free(without);
    return status;
}

enum status exists_path(const struct chain *chain, const struct formula *formula, bool negated,
                        const uint8_t *const *atoms, uint8_t **out)
{
    enum status status = OK;
    struct remainders remainders = {0};
    struct product product = {.chain = &chain->transitions, .pairs.width = 2};
    struct formula *child[] = {(struct formula *)formula};
    const struct formula negation = {
        .kind = FORMULA_NOT, .nchildren = 1, .child = child, .column = formula->column};
    const struct formula *asked = negated ? &negation : formula;
    uint32_t *letters = NULL, function;
    *out = NULL;
    TRY(remainders_init(&remainders));
    TRY(path_remainder(chain, &asked, 1, atoms, &remainders, &function, &letters));
    product.letters = letters;
    TRY(tableau_begin(&remainders, &product.tableau));
    TRY(find_starts(&product, function));
    TRY(allocate_zeroed(chain_states(chain), 1, "states of a path formula", out));
    TRY(search_product(&product, *out));
out:
    product_free(&product);
    remainders_free(&remainders);
    free(letters);
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

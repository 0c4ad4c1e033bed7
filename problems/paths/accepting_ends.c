/* A path of a decision process stays in one end component of the product at last. There, almost all
 * paths of a scheduler with a finite memory agree on the sets X and Y of limits.h. A formula holds
 * exactly if for some X and Y, from some state on (Esparza, Kretinsky, Sickert, Theorem 3.5),
 *
 *   what is left, made safe, and each operator of Y, made safe and from now on always, never become
 *   false; and each operator of X, guaranteed, becomes true again and again.
 *
 * So each pair of sets is tried, from each pair of the component: the product with what is left of
 * the first part, and with the operator of X that is waited for. After it comes the next one. If an
 * end component of that product comes to the end of a wait, a scheduler can stay in it for ever and
 * goes through all of it. Then it satisfies what is left, and all of the component can come there.
 *
 * Nothing is missed: let a scheduler with a finite memory stay in the component and satisfy what is
 * left. In a closed class of its chain some path makes the first part true for ever, so it does so
 * for sure from some state on, and what is left there is no stronger than what the first part has
 * become (af(f[X]) implies af(f)[X], by induction on f). */
#include "problems/paths/accepting_ends.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/choices_graph.h"
#include "problems/paths/limits.h"

enum { MOST_OPERATORS = 16 };

/* The end component that is looked at, and the sets that are tried in it. */
struct trial {
    const struct pair_graph *graph;
    const uint8_t *stays; /* rows of the product that stay in their end component */
    const uint32_t *member;
    uint64_t nmembers;
    uint32_t formulas;             /* bit k: what is left of formula k counts */
    struct number_lists operators; /* nodes of U and R without a last step, and their operands' */
    uint32_t chosen;               /* bit k: operator k is in X or Y */
    struct limits limits;
    uint32_t wait[MOST_OPERATORS]; /* for each operator of X, what is waited for */
    uint32_t nwaits;
};

/* *out = what is left of the chosen formulas at a pair. */
static enum status left_of(struct trial *t, uint32_t pair, uint32_t *out)
{
    *out = ALL;
    for (uint32_t k = 0; k < t->graph->count; k++)
        if (t->formulas >> k & 1)
            MUST(remainder_both(t->graph->remainders, *out,
                                number_list(&t->graph->pairs, pair)[1 + k], out));
    return OK;
}

/* Operators */

static enum status collect(struct trial *t, uint32_t function)
{
    const struct remainders *r = t->graph->remainders;
    const size_t length = number_list_length(&r->functions, function);
    const uint32_t *number = number_list(&r->functions, function);
    for (size_t at = 0; at < length; at += 1 + number[at])
        for (size_t k = at + 1; k <= at + number[at]; k++) {
            uint32_t index;
            const struct temporal_node node = temporal_node(r, number[k]);
            if (node.kind == NODE_LITERAL) continue;
            if (node.kind != NODE_NEXT && node.upper == NO_LAST_STEP)
                MUST(number_lists_add(&t->operators, &number[k], 1, &index));
            MUST(collect(t, node.a));
            if (node.kind != NODE_NEXT) MUST(collect(t, node.b));
        }
    if (t->operators.count > MOST_OPERATORS)
        return fail(ERROR_INPUT,
                    "the formula is too large for a decision process: more than %d different "
                    "operators without a bound are left after some steps",
                    MOST_OPERATORS);
    return OK;
}

static enum status is_chosen(void *context, uint32_t node, bool *in)
{
    uint32_t index;
    struct trial *t = context;
    MUST(number_lists_add(&t->operators, &node, 1, &index));
    *in = t->chosen >> index & 1;
    return OK;
}

/* *out = F or G of an operator, guaranteed or safe. */
static enum status limit_of(struct trial *t, uint32_t number, uint32_t *out)
{
    struct remainders *r = t->graph->remainders;
    struct temporal_node node = temporal_node(r, number);
    const bool until = node.kind == NODE_UNTIL;
    struct temporal_node outer = {node.kind, until ? ALL : NOTHING, 0, 0, NO_LAST_STEP};
    MUST(limit_operands(&t->limits, !until, &node));
    MUST(remainder_pair(r, &node, &outer.b));
    return remainder_pair(r, &outer, out);
}

/* Sets what is waited for; *always = what must never become false beside what is left. */
static enum status read_sets(struct trial *t, uint32_t *always)
{
    *always = ALL;
    t->nwaits = 0;
    for (uint32_t k = 0; k < t->operators.count; k++) {
        uint32_t function;
        const uint32_t node = *number_list(&t->operators, k);
        if (!(t->chosen >> k & 1)) continue;
        MUST(limit_of(t, node, &function));
        if (temporal_node(t->graph->remainders, node).kind == NODE_UNTIL)
            t->wait[t->nwaits++] = function;
        else MUST(remainder_both(t->graph->remainders, *always, function, always));
    }
    return OK;
}

/* The product for these sets */

/* State: a pair, what must not become false, what must become true, and which wait that is, times
 * 2, plus 1 where another one has just ended. Without choices where something became false. */
enum { PAIR, SAFE, LIVE, WAIT, WIDTH };

struct product {
    struct number_lists states;
    uint32_t *group, *col;
    struct csr rows;
    size_t group_room, row_room, col_room;
};

static void product_free(struct product *p)
{
    number_lists_free(&p->states);
    free(p->group);
    csr_free(&p->rows);
}

/* After a pair: reads its letter. */
static enum status step_to(struct trial *t, const uint32_t *from, uint32_t pair, uint32_t *to)
{
    struct remainders *r = t->graph->remainders;
    const uint32_t letter = t->graph->letters[pair_state(t->graph, pair)];
    to[PAIR] = pair;
    to[WAIT] = from[WAIT] & ~1u;
    MUST(remainder_after(r, from[SAFE], letter, &to[SAFE]));
    MUST(remainder_after(r, from[LIVE], letter, &to[LIVE]));
    if (to[LIVE] == ALL) {
        const uint32_t next = t->nwaits ? (to[WAIT] / 2 + 1) % t->nwaits : 0;
        to[WAIT] = 2 * next + 1;
        to[LIVE] = t->nwaits ? t->wait[next] : ALL;
    }
    if (to[SAFE] == NOTHING) memset(to, 0, WIDTH * sizeof *to);
    return OK;
}

static enum status add_row(struct trial *t, const uint32_t *from, uint32_t row, struct product *p)
{
    const struct csr *rows = &t->graph->transitions;
    for (uint64_t k = rows->row[row]; k < rows->row[row + 1]; k++) {
        uint32_t to[WIDTH];
        MUST(
            reserve(&p->rows.col, &p->col_room, p->rows.nnz + 1, sizeof *p->rows.col, "a product"));
        MUST(step_to(t, from, rows->col[k], to));
        MUST(number_lists_add(&p->states, to, WIDTH, &p->rows.col[p->rows.nnz++]));
    }
    MUST(reserve(&p->rows.row, &p->row_room, (size_t)p->rows.rows + 2, sizeof *p->rows.row,
                 "a product"));
    p->rows.row[++p->rows.rows] = p->rows.nnz;
    return OK;
}

static enum status add_rows(struct trial *t, uint32_t state, struct product *p)
{
    uint32_t from[WIDTH];
    const uint32_t *group = t->graph->group;
    memcpy(from, number_list(&p->states, state), sizeof from);
    for (uint32_t r = group[from[PAIR]]; from[SAFE] != NOTHING && r < group[from[PAIR] + 1]; r++)
        if (t->stays[r]) MUST(add_row(t, from, r, p));
    MUST(reserve(&p->group, &p->group_room, (size_t)state + 2, sizeof *p->group, "a product"));
    p->group[state + 1] = p->rows.rows;
    return OK;
}

static enum status begin_product(struct trial *t, uint32_t always, struct product *p)
{
    p->states.width = WIDTH;
    MUST(reserve(&p->rows.row, &p->row_room, 2, sizeof *p->rows.row, "a product"));
    MUST(reserve(&p->group, &p->group_room, 2, sizeof *p->group, "a product"));
    p->rows.row[0] = p->group[0] = 0;
    for (uint64_t k = 0; k < t->nmembers; k++) {
        uint32_t ignored, from[WIDTH] = {t->member[k], ALL, t->nwaits ? t->wait[0] : ALL, 0};
        MUST(left_of(t, t->member[k], &from[SAFE]));
        MUST(limit_function(&t->limits, true, from[SAFE], &from[SAFE]));
        MUST(remainder_both(t->graph->remainders, from[SAFE], always, &from[SAFE]));
        if (from[SAFE] != NOTHING) MUST(number_lists_add(&p->states, from, WIDTH, &ignored));
    }
    return OK;
}

/* *found = an end component of the product comes to the end of a wait. */
static enum status some_end_waits(const struct product *p, bool *found)
{
    uint32_t *component, count;
    uint8_t *stays;
    const struct choices c = {&p->rows, p->group, p->states.count, NULL};
    MUST(end_components(&c, NULL, &component, &count, &stays));
    for (uint32_t k = 0; k < p->states.count; k++)
        *found |= component[k] != NO_CLASS && number_list(&p->states, k)[WAIT] % 2;
    free(component);
    free(stays);
    return OK;
}

static enum status try_sets(struct trial *t, bool *found)
{
    enum status status = OK;
    struct product p = {0};
    uint32_t always;
    t->limits.key = t->chosen;
    TRY(read_sets(t, &always));
    if (always == NOTHING) goto out;
    TRY(begin_product(t, always, &p));
    for (uint32_t k = 0; k < p.states.count; k++) TRY(add_rows(t, k, &p));
    if (p.states.count) TRY(some_end_waits(&p, found));
out:
    product_free(&p);
    return status;
}

/* *accepting = some scheduler satisfies what is left in the component. */
static enum status is_accepting(struct trial *t, bool *accepting)
{
    uint32_t left;
    MUST(left_of(t, t->member[0], &left));
    *accepting = left == ALL;
    if (left == ALL || left == NOTHING) return OK;
    number_lists_free(&t->operators);
    limits_free(&t->limits);
    t->limits = limits_begin(t->graph->remainders, is_chosen, t);
    MUST(collect(t, left));
    for (t->chosen = 0; t->chosen < 1u << t->operators.count && !*accepting; t->chosen++)
        MUST(try_sets(t, accepting));
    return OK;
}

enum status find_accepting_ends(const struct pair_graph *graph, const uint8_t *allowed,
                                uint32_t chosen, uint8_t *accepted)
{
    enum status status = OK;
    struct trial t = {.graph = graph, .formulas = chosen, .operators.width = 1};
    const struct choices c = {&graph->transitions, graph->group, graph->explored, allowed};
    uint32_t *component = NULL, *member = NULL, count;
    uint64_t *first = NULL;
    uint8_t *stays = NULL;
    TRY(end_components(&c, NULL, &component, &count, &stays));
    TRY(class_members(component, graph->explored, count, &first, &member));
    t.stays = stays;
    memset(accepted, 0, graph->explored);
    for (uint32_t k = 0; k < count; k++) {
        bool accepting;
        t.member = member + first[k];
        t.nmembers = first[k + 1] - first[k];
        TRY(is_accepting(&t, &accepting));
        for (uint64_t i = 0; i < t.nmembers; i++) accepted[t.member[i]] = accepting;
    }
out:
    free(component);
    free(member);
    free(first);
    free(stays);
    number_lists_free(&t.operators);
    limits_free(&t.limits);
    return status;
}

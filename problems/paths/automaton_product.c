/* A remainder is a place of the automaton: an edge that it took last, and all edges with the same
 * target and sets. Place FIRST is before the first state. Almost all paths end in a closed class
 * of the product and visit all of its pairs infinitely often, so its sets are known. */
#include "problems/paths/automaton_product.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/paths/pair_graph.h"

enum { FIRST = 1 };

struct places {
    const struct automaton *automaton;
    struct number_lists places; /* target and sets of an edge; place k of them is remainder k + 2 */
    struct number_lists letters; /* which propositions hold, in two halves */
    struct memo after;
};

static uint32_t target_of(const struct places *p, uint32_t place)
{
    return place == FIRST ? p->automaton->initial : number_list(&p->places, place - 2)[0];
}

/* *out = the place after reading a letter, by the only edge for it. */
static enum status find_after(struct places *p, uint32_t place, uint32_t letter, uint32_t *out)
{
    const struct automaton *a = p->automaton;
    const uint32_t q = target_of(p, place), *halves = number_list(&p->letters, letter);
    const uint64_t holds = (uint64_t)halves[1] << 32 | halves[0];
    *out = NOTHING;
    for (uint64_t e = a->row[q]; e < a->row[q + 1]; e++) {
        const struct automaton_edge *edge = &a->edge[e];
        const uint32_t list[] = {edge->to, (uint32_t)edge->marks};
        uint32_t found;
        if (!guard_holds(&a->formulas, &edge->formula, holds)) continue;
        MUST(number_lists_add(&p->places, list, 2, &found));
        if (*out != NOTHING && *out != found + 2)
            return fail(ERROR_INPUT,
                        "the automaton is not deterministic: two edges from its state %u are for "
                        "the same state of the model. `ltl2tgba -G -D` makes deterministic ones",
                        q);
        *out = found + 2;
    }
    return OK;
}

static enum status place_after(void *context, uint32_t place, uint32_t letter, uint32_t *out)
{
    struct places *p = context;
    uint32_t at;
    MUST(memo_find(&p->after, place, letter, &at));
    *out = p->after.result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(find_after(p, place, letter, out));
    p->after.result[at] = *out;
    return OK;
}

/* letters (new): states with the same propositions have the same letter. */
static enum status number_letters(struct places *p, const struct chain *chain,
                                  const uint8_t *const *holds, uint32_t **letters)
{
    const uint32_t n = chain_states(chain);
    MUST(allocate(n, sizeof **letters, "letters of states", letters));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t halves[2] = {0, 0};
        for (uint32_t k = 0; k < p->automaton->nnames; k++)
            halves[k / 32] |= (uint32_t)(holds[k][i] != 0) << k % 32;
        MUST(number_lists_add(&p->letters, halves, 2, &(*letters)[i]));
    }
    return OK;
}

/* Sets that the pairs of a class visit, and those that some of its pairs are outside of. */
struct visited {
    uint32_t inside, outside;
    bool dead; /* the automaton has rejected */
};

static bool is_accepted(const struct automaton *a, const struct visited *v)
{
    const uint64_t visits = (uint64_t)v->outside << AUTOMATON_MOST_SETS | v->inside;
    return !v->dead && guard_holds(&a->formulas, &a->acceptance, visits);
}

static enum status accept_classes(const struct places *p, const struct pair_graph *graph,
                                  struct path_product *out)
{
    enum status status = OK;
    const uint32_t n = graph->pairs.count;
    uint32_t *class_of = NULL, count;
    struct visited *visited = NULL;
    TRY(allocate_zeroed(n, 1, "accepted states", &out->accepted));
    TRY(closed_classes(&graph->transitions, UINT32_MAX, &class_of, &count));
    TRY(allocate_zeroed(count, sizeof *visited, "closed classes", &visited));
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t place = pair_remainder(graph, k);
        if (class_of[k] == NO_CLASS) continue;
        struct visited *v = &visited[class_of[k]];
        const uint32_t marks = place < 2 ? 0 : number_list(&p->places, place - 2)[1];
        v->dead |= place == NOTHING;
        v->inside |= marks;
        v->outside |= ~marks;
    }
    for (uint32_t k = 0; k < n; k++)
        out->accepted[k] =
            class_of[k] != NO_CLASS && is_accepted(p->automaton, &visited[class_of[k]]);
out:
    free(class_of);
    free(visited);
    return status;
}

enum status automaton_product_make(const struct chain *chain, const struct automaton *automaton,
                                   const uint8_t *const *holds, const uint8_t *from,
                                   struct path_product *out)
{
    enum status status = OK;
    struct places places = {
        .automaton = automaton, .places.width = 2, .letters.width = 2, .after.pairs.width = 2};
    const struct reader reader = {place_after, &places};
    struct pair_graph graph = {0};
    uint32_t *letters = NULL;
    *out = (struct path_product){0};
    TRY(number_letters(&places, chain, holds, &letters));
    graph = pair_graph_begin(chain, letters, NULL);
    graph.reader = &reader;
    TRY(product_explore(&graph, FIRST, from, out));
    TRY(accept_classes(&places, &graph, out));
    TRY(product_take(&graph, out));
out:
    pair_graph_free(&graph);
    number_lists_free(&places.places);
    number_lists_free(&places.letters);
    memo_free(&places.after);
    free(letters);
    if (status != OK) path_product_free(out);
    return status;
}

/* From a state of a closed class of the product, what is left holds with probability 0 or 1, and
 * with the same in the whole class. Let C be the states of the chain in it. Almost all paths that
 * stay in C agree on the sets X and Y of limits.h. From inside to outside:
 *
 *   U in X: from some state of C it can become true, with its operands guaranteed.
 *
 *   R in Y: from no state of C it can become false, with its operands safe.
 *
 * The class is accepting where what is left in one of its states, made safe, can stay away from
 * false for ever. */
#include "problems/paths/accepting_classes.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "problems/paths/limits.h"

/* The class that is looked at. */
struct decision {
    const struct pair_graph *graph;
    const uint32_t *member; /* pairs of the class */
    uint64_t nmembers;
    struct limits limits; /* its key is the class of the chain in it: what is known holds for all
                             of it */
    struct memo known;    /* 1: a node is in X or Y; of class and node */
};

/* *found = a function can become `end` from some state of C. */
static enum status can_become(struct decision *d, uint32_t function, uint32_t end, bool *found)
{
    enum status status = OK;
    uint32_t pair;
    struct pair_graph part =
        pair_graph_begin(d->graph->chain, d->graph->letters, d->graph->remainders);
    for (uint64_t k = 0; k < d->nmembers; k++)
        TRY(pair_graph_add(&part, pair_state(d->graph, d->member[k]), function, &pair));
    TRY(pair_graph_explore(&part, end, found));
out:
    pair_graph_free(&part);
    return status;
}

/* *in = a node of U is in X, or one of R in Y. */
static enum status is_in(void *context, uint32_t number, bool *in)
{
    bool found;
    struct decision *d = context;
    uint32_t at, function;
    struct temporal_node node = temporal_node(d->graph->remainders, number);
    const bool until = node.kind == NODE_UNTIL;
    MUST(memo_find(&d->known, d->limits.key, number, &at));
    *in = d->known.result[at] == 1;
    if (d->known.result[at] != UNKNOWN_RESULT) return OK;
    MUST(limit_operands(&d->limits, !until, &node));
    MUST(remainder_pair(d->graph->remainders, &node, &function));
    MUST(can_become(d, function, until ? ALL : NOTHING, &found));
    *in = found == until;
    d->known.result[at] = *in;
    return OK;
}

/* *accepting = some of these pairs cannot become false. */
static enum status some_stay(struct pair_graph *part, bool *accepting)
{
    enum status status = OK;
    uint8_t *bad = NULL, *no = NULL, *yes = NULL;
    MUST(pair_graph_explore(part, ALL, accepting));
    if (*accepting) return OK;
    const uint32_t n = part->pairs.count;
    TRY(allocate(n, 1, "a search", &bad));
    for (uint32_t k = 0; k < n; k++) bad[k] = pair_remainder(part, k) == NOTHING;
    TRY(certain_states(&part->transitions, NULL, bad, &no, &yes));
    for (uint32_t k = 0; k < n; k++) *accepting |= no[k];
out:
    free(bad);
    free(no);
    free(yes);
    return status;
}

static enum status is_accepting(struct decision *d, bool *accepting)
{
    enum status status = OK;
    uint32_t safe, pair;
    struct pair_graph part =
        pair_graph_begin(d->graph->chain, d->graph->letters, d->graph->remainders);
    for (uint64_t k = 0; k < d->nmembers; k++) {
        TRY(limit_function(&d->limits, true, pair_remainder(d->graph, d->member[k]), &safe));
        TRY(pair_graph_add(&part, pair_state(d->graph, d->member[k]), safe, &pair));
        *accepting = safe == pair_remainder(d->graph, d->member[k]); /* never false in a class */
        if (*accepting) goto out;
    }
    TRY(some_stay(&part, accepting));
out:
    pair_graph_free(&part);
    return status;
}

static enum status decide_classes(struct decision *d, const uint32_t *chain_class,
                                  const uint64_t *first, const uint32_t *member, uint32_t count,
                                  uint8_t *accepted)
{
    for (uint32_t c = 0; c < count; c++) {
        bool accepting;
        d->member = member + first[c];
        d->nmembers = first[c + 1] - first[c];
        d->limits.key = chain_class[pair_state(d->graph, d->member[0])];
        const uint32_t left = pair_remainder(d->graph, d->member[0]);
        accepting = left == ALL;
        if (left != ALL && left != NOTHING) MUST(is_accepting(d, &accepting));
        for (uint64_t k = 0; k < d->nmembers; k++) accepted[d->member[k]] = accepting;
    }
    return OK;
}

enum status find_accepting_classes(const struct pair_graph *graph, uint8_t *accepted)
{
    enum status status = OK;
    struct decision d = {.graph = graph};
    uint32_t *class_of = NULL, *chain_class = NULL, *member = NULL, count, ignored;
    uint64_t *first = NULL;
    d.limits = limits_begin(graph->remainders, is_in, &d);
    d.known.pairs.width = 2;
    TRY(closed_classes(&graph->chain->transitions, chain_source(graph->chain), &chain_class,
                       &ignored));
    TRY(closed_classes(&graph->transitions, UINT32_MAX, &class_of, &count));
    TRY(class_members(class_of, graph->transitions.rows, count, &first, &member));
    TRY(decide_classes(&d, chain_class, first, member, count, accepted));
out:
    free(class_of);
    free(chain_class);
    free(member);
    free(first);
    limits_free(&d.limits);
    memo_free(&d.known);
    return status;
}

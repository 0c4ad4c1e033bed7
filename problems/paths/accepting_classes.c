/* From a state of a closed class of the product, what is left holds with probability 0 or 1, and
 * with the same in the whole class. Let C be the states of the chain in it. Almost all paths that
 * stay in C agree on which operators U hold infinitely often (set X), and on which operators R hold
 * always from some state on (set Y). From inside to outside, after Esparza, Kretinsky and Sickert
 * ("A Unified Translation of Linear Temporal Logic to omega-Automata", Journal of the ACM 67,
 * 2020):
 *
 *   U in X: from some state of C it can become true, if in its operands each R of Y is replaced by
 *   true, and each other a R b by b U (a & b). Then it needs a finite part of a path only.
 *
 *   R in Y: from no state of C it can become false, if in its operands each a U b of X is replaced
 *   by b R (a | b), and each other U by false. Then a finite part of a path makes it false.
 *
 * The class is accepting where what is left in one of its states, with X replaced like this, can
 * stay away from false for ever.
 *
 * Operators with bounds are short for nested X: only their operands change. */
#include "problems/paths/accepting_classes.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

/* The class that is looked at. */
struct decision {
    const struct pair_graph *graph;
    const uint32_t *member; /* pairs of the class */
    uint64_t nmembers;
    uint32_t chain_class; /* the class of the chain in it: what is known holds for all of it */
    struct memo guaranteed, safe; /* with Y, with X replaced; of class and function */
    struct memo known;            /* 1: a node is in X or Y; of class and node */
};

static enum status make_safe(void *context, uint32_t node, uint32_t *out);
static enum status make_guaranteed(void *context, uint32_t node, uint32_t *out);

/* *out = a function in which all operators of one kind are replaced. */
static enum status replaced(struct decision *d, bool safe, uint32_t function, uint32_t *out)
{
    uint32_t at;
    struct memo *memo = safe ? &d->safe : &d->guaranteed;
    const struct substitution by = {safe ? make_safe : make_guaranteed, d};
    MUST(memo_find(memo, d->chain_class, function, &at));
    *out = memo->result[at];
    if (*out != UNKNOWN_RESULT) return OK;
    MUST(remainder_replace(d->graph->remainders, function, &by, out));
    memo->result[at] = *out;
    return OK;
}

/* node = the same with its operands replaced. */
static enum status replace_operands(struct decision *d, bool safe, struct temporal_node *node)
{
    MUST(replaced(d, safe, node->a, &node->a));
    if (node->kind != NODE_NEXT) MUST(replaced(d, safe, node->b, &node->b));
    return OK;
}

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
static enum status is_in(struct decision *d, uint32_t number, bool *in)
{
    bool found;
    uint32_t at, function;
    struct temporal_node node = temporal_node(d->graph->remainders, number);
    const bool until = node.kind == NODE_UNTIL;
    MUST(memo_find(&d->known, d->chain_class, number, &at));
    *in = d->known.result[at] == 1;
    if (d->known.result[at] != UNKNOWN_RESULT) return OK;
    MUST(replace_operands(d, !until, &node));
    MUST(remainder_pair(d->graph->remainders, &node, &function));
    MUST(can_become(d, function, until ? ALL : NOTHING, &found));
    *in = found == until;
    d->known.result[at] = *in;
    return OK;
}

static enum status make_node(struct remainders *r, const struct temporal_node *node, uint32_t *out)
{
    if (node->kind == NODE_LITERAL) return remainder_literal(r, node->a, node->b, out);
    if (node->kind == NODE_NEXT) return remainder_next(r, node->a, out);
    return remainder_pair(r, node, out);
}

/* a U b becomes b R (a | b), or false; a R b becomes true, or b U (a & b). */
static enum status replace_node(struct decision *d, bool safe, uint32_t number, uint32_t *out)
{
    bool in;
    uint32_t b;
    struct remainders *r = d->graph->remainders;
    struct temporal_node node = temporal_node(r, number);
    const enum node_kind changes = safe ? NODE_UNTIL : NODE_RELEASE;
    if (node.kind != NODE_LITERAL) MUST(replace_operands(d, safe, &node));
    if (node.kind != changes || node.upper != NO_LAST_STEP) return make_node(r, &node, out);
    MUST(is_in(d, number, &in));
    *out = safe ? NOTHING : ALL;
    if (in != safe) return OK;
    b = node.b;
    MUST(safe ? remainder_either(r, node.a, b, &node.b) : remainder_both(r, node.a, b, &node.b));
    node.a = b;
    node.kind = safe ? NODE_RELEASE : NODE_UNTIL;
    return remainder_pair(r, &node, out);
}

static enum status make_safe(void *context, uint32_t node, uint32_t *out)
{
    return replace_node(context, true, node, out);
}

static enum status make_guaranteed(void *context, uint32_t node, uint32_t *out)
{
    return replace_node(context, false, node, out);
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
        TRY(replaced(d, true, pair_remainder(d->graph, d->member[k]), &safe));
        TRY(pair_graph_add(&part, pair_state(d->graph, d->member[k]), safe, &pair));
        *accepting = safe == pair_remainder(d->graph, d->member[k]); /* never false in a class */
        if (*accepting) goto out;
    }
    TRY(some_stay(&part, accepting));
out:
    pair_graph_free(&part);
    return status;
}

/* The pairs of class c are (*member)[first[c]] .. [first[c + 1] - 1]; both are new. */
static enum status list_members(const uint32_t *class_of, uint32_t n, uint32_t count,
                                uint64_t **first, uint32_t **member)
{
    *member = NULL;
    MUST(allocate_zeroed((size_t)count + 2, sizeof **first, "closed classes", first));
    MUST(allocate(n, sizeof **member, "closed classes", member));
    for (uint32_t k = 0; k < n; k++)
        if (class_of[k] != NO_CLASS) (*first)[class_of[k] + 2]++;
    for (uint32_t c = 2; c <= count; c++) (*first)[c] += (*first)[c - 1];
    for (uint32_t k = 0; k < n; k++)
        if (class_of[k] != NO_CLASS) (*member)[(*first)[class_of[k] + 1]++] = k;
    return OK;
}

static enum status decide_classes(struct decision *d, const uint32_t *chain_class,
                                  const uint64_t *first, const uint32_t *member, uint32_t count,
                                  uint8_t *accepted)
{
    for (uint32_t c = 0; c < count; c++) {
        bool accepting;
        d->member = member + first[c];
        d->nmembers = first[c + 1] - first[c];
        d->chain_class = chain_class[pair_state(d->graph, d->member[0])];
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
    d.guaranteed.pairs.width = d.safe.pairs.width = d.known.pairs.width = 2;
    TRY(closed_classes(&graph->chain->transitions, chain_source(graph->chain), &chain_class,
                       &ignored));
    TRY(closed_classes(&graph->transitions, UINT32_MAX, &class_of, &count));
    TRY(list_members(class_of, graph->transitions.rows, count, &first, &member));
    TRY(decide_classes(&d, chain_class, first, member, count, accepted));
out:
    free(class_of);
    free(chain_class);
    free(member);
    free(first);
    memo_free(&d.guaranteed);
    memo_free(&d.safe);
    memo_free(&d.known);
    return status;
}

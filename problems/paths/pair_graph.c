#include "problems/paths/pair_graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct pair_graph pair_graph_begin(const struct chain *chain, const uint32_t *letters,
                                   struct remainders *r)
{
    return (struct pair_graph){
        .chain = chain, .letters = letters, .remainders = r, .count = 1, .pairs.width = 2};
}

void pair_graph_free(struct pair_graph *graph)
{
    number_lists_free(&graph->pairs);
    csr_free(&graph->transitions);
    free(graph->group);
    *graph = (struct pair_graph){0};
}

enum status pair_graph_add(struct pair_graph *graph, uint32_t state, uint32_t remainder,
                           uint32_t *pair)
{
    const uint32_t list[] = {state, remainder};
    return number_lists_add(&graph->pairs, list, 2, pair);
}

enum status pair_graph_start(struct pair_graph *graph, uint32_t state, const uint32_t *remainder,
                             uint32_t *pair)
{
    uint32_t list[2 + MOST_REMAINDERS] = {state};
    graph->pairs.width = 1 + graph->count + (graph->steps > 0);
    memcpy(list + 1, remainder, graph->count * sizeof *remainder);
    return number_lists_add(&graph->pairs, list, graph->pairs.width, pair);
}

enum status pair_graph_after(const struct pair_graph *graph, uint32_t remainder, uint32_t state,
                             uint32_t *out)
{
    const struct reader *reader = graph->reader;
    const uint32_t letter = graph->letters[state];
    return reader ? reader->after(reader->context, remainder, letter, out)
                  : remainder_after(graph->remainders, remainder, letter, out);
}

static int compare_columns(const void *a, const void *b)
{
    const struct triplet *x = a, *y = b;
    return (x->col > y->col) - (x->col < y->col);
}

/* Columns of a row ascend, but those of new pairs may not. */
static enum status sort_row(struct csr *a, uint64_t first)
{
    struct triplet *entry;
    const uint64_t count = a->nnz - first;
    bool sorted = true;
    for (uint64_t k = first + 1; k < a->nnz; k++) sorted &= a->col[k - 1] < a->col[k];
    if (sorted) return OK;
    MUST(allocate(count, sizeof *entry, "a row of the product", &entry));
    for (uint64_t k = 0; k < count; k++)
        entry[k] = (struct triplet){0, a->col[first + k], a->val[first + k]};
    qsort(entry, count, sizeof *entry, compare_columns);
    for (uint64_t k = 0; k < count; k++) {
        a->col[first + k] = entry[k].col;
        a->val[first + k] = entry[k].val;
    }
    free(entry);
    return OK;
}

static enum status add_entry(struct pair_graph *graph, uint32_t col, double val)
{
    struct csr *a = &graph->transitions;
    MUST(reserve(&a->col, &graph->col_room, a->nnz + 1, sizeof *a->col, "the product"));
    MUST(reserve(&a->val, &graph->val_room, a->nnz + 1, sizeof *a->val, "the product"));
    a->col[a->nnz] = col;
    a->val[a->nnz++] = val;
    return OK;
}

static uint32_t count_after(const struct pair_graph *graph, uint32_t counted, uint32_t row)
{
    const uint32_t adds = graph->adds ? graph->adds[row] : 1, left = graph->steps - counted;
    return counted + (adds < left ? adds : left);
}

/* Adds the transitions of one row of the chain; *found if one leads to the remainder `enough`. */
static enum status add_transitions(struct pair_graph *graph, const uint32_t *from, uint32_t row,
                                   uint32_t enough, bool *found)
{
    const struct csr *chain = &graph->chain->transitions;
    for (uint64_t k = chain->row[row]; k < chain->row[row + 1] && !*found; k++) {
        uint32_t next, to[2 + MOST_REMAINDERS] = {chain->col[k]};
        for (uint32_t r = 1; r <= graph->count; r++)
            MUST(pair_graph_after(graph, from[r], to[0], &to[r]));
        if (graph->steps) to[1 + graph->count] = count_after(graph, from[1 + graph->count], row);
        MUST(number_lists_add(&graph->pairs, to, graph->pairs.width, &next));
        MUST(add_entry(graph, next, chain->val[k]));
        *found = to[1] == enough;
    }
    return OK;
}

/* Begins the next row, and a group with it if `first`. */
static enum status begin_row(struct pair_graph *graph, bool first)
{
    struct csr *a = &graph->transitions;
    MUST(reserve(&a->row, &graph->row_room, (size_t)a->rows + 2, sizeof *a->row, "the product"));
    a->row[a->rows] = a->nnz;
    if (!graph->chain->group || !first) return OK;
    MUST(reserve(&graph->group, &graph->group_room, (size_t)graph->explored + 2,
                 sizeof *graph->group, "the product"));
    graph->group[graph->explored] = a->rows;
    return OK;
}

static enum status end_row(struct pair_graph *graph)
{
    struct csr *a = &graph->transitions;
    MUST(sort_row(a, a->row[a->rows]));
    a->row[++a->rows] = a->nnz;
    return OK;
}

static enum status explore_pair(struct pair_graph *graph, uint32_t pair, uint32_t enough,
                                bool *found)
{
    uint32_t from[2 + MOST_REMAINDERS];
    memcpy(from, number_list(&graph->pairs, pair), graph->pairs.width * sizeof *from);
    bool closed = !graph->goes_on;
    for (uint32_t r = 1; r <= graph->count; r++) closed &= from[r] == NOTHING || from[r] == ALL;
    if (graph->settled) closed |= graph->settled(graph->context, from[0], from[1 + graph->count]);
    const uint32_t first = chain_row(graph->chain, from[0]),
                   end = closed ? first + 1 : chain_row(graph->chain, from[0] + 1);
    for (uint32_t row = first; row < end && !*found; row++) {
        MUST(begin_row(graph, row == first));
        if (closed) MUST(add_entry(graph, pair, 1));
        else MUST(add_transitions(graph, from, row, enough, found));
        MUST(end_row(graph));
    }
    graph->explored++;
    if (graph->group) graph->group[graph->explored] = graph->transitions.rows;
    return OK;
}

enum status pair_graph_explore(struct pair_graph *graph, uint32_t enough, bool *found)
{
    *found = false;
    for (uint32_t k = 0; k < graph->pairs.count; k++)
        *found |= graph->count && pair_remainder(graph, k) == enough;
    while (graph->explored < graph->pairs.count && !*found)
        MUST(explore_pair(graph, graph->explored, enough, found));
    return OK;
}

/* MAP on the CPU. */
#include "solvers/search/cpu_rows.h"

static uint32_t cpu_map_rank(struct map_order order, uint32_t v)
{
    return order.base + order.sign * v;
}

static uint32_t larger_rank(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static enum status cpu_map_start(struct solve *solve)
{
    const struct edges edges = edges_of(solve->a);
    uint32_t *x = solve->x, *class = solve->work[MAP_CLASS];
    int marked = 0;
#pragma omp parallel for schedule(static) reduction(| : marked) if (team_again(solve->n))
    for (uint32_t v = 0; v < solve->n; v++) {
        class[v] = 0;
        x[v] = is_accepting(&edges, v) ? MAP_MARK : 0;
        marked |= x[v] != 0;
    }
    if (marked) *solve->test.flag |= TEST_UNSATISFIED;
    return search_reset_words(solve);
}

/* Returns the value of vertex v after a sweep. classes and in_place are constants where this is
 * inlined. */
static inline uint32_t best_offer(const struct edges *edges, uint32_t v, uint32_t own,
                                  const uint32_t *from, const uint32_t *class,
                                  struct map_order order, const bool classes, const bool in_place)
{
    uint32_t best = own & MAP_RANK;
    for (uint64_t e = first_edge(edges, v), end = end_edge(edges, v); e < end; e++) {
        uint32_t u = edges->col[e];
        if (classes && class[u] != class[v]) continue;
        uint32_t word = in_place ? load_shared(&from[u]) : from[u], offer = word & MAP_RANK;
        if (word & MAP_MARK) offer = larger_rank(offer, cpu_map_rank(order, u));
        best = larger_rank(best, offer);
    }
    return best;
}

static inline void sweep_all(struct solve *solve, const uint32_t *from, uint32_t *to,
                             const bool classes, const bool in_place)
{
    const struct edges edges = edges_of(solve->a);
    const uint32_t *class = solve->work[MAP_CLASS];
    const struct map_order order = map_order(solve);
    uint32_t witness = NO_VERTEX;
    int changed = 0;
#pragma omp parallel for schedule(static) reduction(|          \
                                                    : changed) \
    reduction(min                                              \
              : witness) if (team_again(stored_entries(solve->a)))
    for (uint32_t v = 0; v < solve->n; v++) {
        uint32_t own = from[v],
                 best = best_offer(&edges, v, own, from, class, order, classes, in_place);
        changed |= best != (own & MAP_RANK);
        if (best == cpu_map_rank(order, v) && v < witness) witness = v;
        if (in_place) store_shared(&to[v], (own & MAP_MARK) | best);
        else to[v] = (own & MAP_MARK) | best;
    }
    if (changed) *solve->test.flag |= TEST_UNSATISFIED;
    if (witness == NO_VERTEX) return;
    *solve->test.flag |= TEST_FOUND;
    search_of(solve)->word[WORD_WITNESS] = witness;
}

static enum status cpu_map_sweep(struct solve *solve, const uint32_t *from, uint32_t *to)
{
    bool classes = search_of(solve)->outer > 1;
    if (from == to) sweep_all(solve, from, to, true, true);
    else if (classes) sweep_all(solve, from, to, true, false);
    else sweep_all(solve, from, to, false, false);
    return OK;
}

static enum status cpu_map_unmark(struct solve *solve, const uint32_t *from, uint32_t *to)
{
    const struct map_order order = map_order(solve);
    uint32_t *class = solve->work[MAP_CLASS];
    int marked = 0;
#pragma omp parallel for schedule(static) reduction(| : marked) if (team_again(solve->n))
    for (uint32_t v = 0; v < solve->n; v++) {
        uint32_t word = from[v];
        class[v] = word & MAP_RANK;
        to[v] = word & MAP_MARK && class[v] >= cpu_map_rank(order, v) ? MAP_MARK : 0;
        marked |= to[v] != 0;
    }
    if (marked) *solve->test.flag |= TEST_UNSATISFIED;
    return OK;
}

extern const struct map_ops EXPORTED(map_ops);
const struct map_ops EXPORTED(map_ops) = {
    .start = cpu_map_start, .sweep = cpu_map_sweep, .unmark = cpu_map_unmark};

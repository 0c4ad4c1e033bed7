/* Makes aggregates by rounds of pairing, with a thread for each group. Ghosts take no part. */
#include <float.h>

#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/groups.cuh"
#include "solvers/cuda/levels/levels.h"

/* Flows into a group, by the group that they come from. Most of the time goes into the search for a
 * group, in memory of the thread, so four groups are read at once. */
struct inflow {
    alignas(16) uint32_t from[LEVEL_NEIGHBOURS];
    double flow[LEVEL_NEIGHBOURS];
    int count;
};

static_assert(LEVEL_NEIGHBOURS % 4 == 0, "groups are read in fours");

/* Returns the index of `from`, or in->count if it is not there. */
__device__ static int inflow_find(const struct inflow *in, uint32_t from)
{
    for (int k = 0; k < in->count; k += 4) {
        const uint4 four = *(const uint4 *)(in->from + k);
        int at = in->count;
        if (four.w == from) at = k + 3;
        if (four.z == from) at = k + 2;
        if (four.y == from) at = k + 1;
        if (four.x == from) at = k;
        if (at < in->count) return at;
    }
    return in->count;
}

/* Adds a flow. Returns false if there are too many groups. */
__device__ static bool add_flow(struct inflow *in, uint32_t from, double flow)
{
    const int k = inflow_find(in, from);
    if (k == LEVEL_NEIGHBOURS) return false;
    if (k == in->count) {
        in->from[in->count++] = from;
        in->flow[k] = 0;
    }
    in->flow[k] += flow;
    return true;
}

/* Adds the flows of row i of a group. The loads of four entries do not wait for each other. Returns
 * false if there are too many groups. */
__device__ static bool add_row(struct inflow *in, const struct level &a, uint32_t group, uint32_t i)
{
    enum { AT_ONCE = 4 };
    const uint64_t end = a.row[i + 1];
    for (uint64_t k = a.row[i]; k < end; k += AT_ONCE) {
        uint32_t from[AT_ONCE];
        double flow[AT_ONCE];
#pragma unroll
        for (int e = 0; e < AT_ONCE; e++) {
            const uint32_t j = k + e < end ? a.col[k + e] : NO_ENTRY;
            from[e] = j < a.n ? a.aggregate[j] : group;
            if (j < a.n) flow[e] = -a.val[k + e] * floored(a.x[j]);
        }
#pragma unroll
        for (int e = 0; e < AT_ONCE; e++)
            if (from[e] != group && !add_flow(in, from[e], flow[e])) return false;
    }
    return true;
}

/* Calls f(place) for the first count places of the list of a group: those of the entries of its
 * rows. */
template <class F>
__device__ static void for_places(const struct groups &g, uint32_t group, uint32_t count, F f)
{
    for (uint32_t m = g.start[group]; count > 0; m++)
        for (uint64_t k = g.level.row[g.member[m]]; k < g.level.row[g.member[m] + 1] && count > 0;
             k++, count--)
            f(k);
}

/* Makes the list of a group: the groups that flow into it, and their flows. */
__device__ static void collect_flows(const struct groups &g, uint32_t group)
{
    struct inflow in;
    int at = 0;
    in.count = 0;
    for (uint32_t m = g.start[group]; m < g.start[group + 1]; m++)
        if (!add_row(&in, g.level, group, g.member[m])) break;
    for_places(g, group, (uint32_t)in.count, [&](uint64_t k) {
        g.from[k] = in.from[at];
        g.inflow[k] = in.flow[at++];
    });
    g.sources[group] = (uint32_t)in.count;
}

__device__ static bool strong_enough(const struct groups &g, uint32_t i, uint32_t j, uint64_t key)
{
    const float flow = key_flow(key);
    return flow >= LEVEL_STRONG * g.strongest[i] && flow >= LEVEL_STRONG * g.strongest[j];
}

__device__ static void raise(uint64_t *at, uint64_t key)
{
    if (*at < key) atomicMax((unsigned long long *)at, (unsigned long long)key);
}

/* Group i, and the results of the pass for it so far. */
struct offer {
    uint32_t i, partner;
    uint64_t own;
};

template <bool first>
__device__ static void offer_update(const struct groups &g, struct offer *o, uint32_t j,
                                    double flow)
{
    if (!first && g.mate[j] != NO_ENTRY) return;
    const double here = g.flow[o->i], there = g.flow[j];
    const uint64_t key = key_of(o->i, j, flow, here < there ? here : there);
    if (!strong_enough(g, o->i, j, key)) return;
    raise(&g.best[j], key);
    if (key <= o->own) return;
    o->own = key;
    o->partner = j;
}

/* single: groups are rows, so columns are groups. */
template <bool single, bool first>
__device__ static void make_offer(const struct groups &g, uint32_t i)
{
    struct offer o = {i, NO_ENTRY, 0};
    const struct level &a = g.level;
    if (first || g.mate[i] == NO_ENTRY) {
        if (single) {
            uint64_t end = a.row[i + 1], most = a.row[i] + LEVEL_NEIGHBOURS;
            for (uint64_t k = a.row[i]; k < end && k < most; k++)
                if (a.col[k] < a.n)
                    offer_update<first>(g, &o, a.col[k], -a.val[k] * floored(a.x[a.col[k]]));
        } else {
            for_places(g, i, g.sources[i], [&](uint64_t k) {
                offer_update<first>(g, &o, g.from[k], g.inflow[k]);
            });
        }
    }
    g.own[i] = o.own;
    g.partner[i] = o.partner;
    if (o.own) raise(&g.best[i], o.own);
}

template <bool first>
__device__ static void unite(const struct groups &g, uint32_t i)
{
    const uint64_t own = g.own[i], best = g.best[i];
    if (first) g.strongest[i] = fmaxf(g.strongest[i], key_flow(best));
    if (!own || own != best || own != g.best[g.partner[i]]) return;
    g.mate[i] = g.partner[i];
    g.mate[g.partner[i]] = i;
}

template <bool single, bool first>
static enum status aggregate_pass(const struct groups &g)
{
    MUST(device_status(
        cudaMemsetAsync(g.best, 0, g.count * sizeof *g.best, device_stream()), "clearing keys"));
    MUST(for_each(g.count, "pairing", [=] __device__(uint64_t i) {
        make_offer<single, first>(g, (uint32_t)i);
    }));
    return for_each(g.count, "uniting", [=] __device__(uint64_t i) {
        unite<first>(g, (uint32_t)i);
    });
}

template <bool single>
__device__ static void begin_group(const struct groups &g, uint32_t i)
{
    const struct level &a = g.level;
    double flow = 0;
    float outside = 0;
    for (uint32_t m = single ? i : g.start[i]; m < (single ? i + 1 : g.start[i + 1]); m++) {
        const uint32_t row = single ? i : g.member[m];
        flow += floored(a.x[row]) * a.diag[row];
        if (a.outside) outside = fmaxf(outside, a.outside[row]);
    }
    g.mate[i] = NO_ENTRY;
    g.flow[i] = flow;
    g.strongest[i] = outside;
}

template <bool single>
static enum status play_round(struct groups *round)
{
    const struct groups g = *round;
    MUST(for_each(g.count, "flows of groups", [=] __device__(uint64_t i) {
        begin_group<single>(g, (uint32_t)i);
    }));
    if (!single)
        MUST(for_each(g.count, "flows between groups", [=] __device__(uint64_t i) {
            collect_flows(g, (uint32_t)i);
        }));
    MUST((aggregate_pass<single, true>(g)));
    for (int p = 1; p < LEVEL_PASSES; p++) MUST((aggregate_pass<single, false>(g)));
    return groups_number(round, single);
}

enum status cuda_aggregate(const struct level *level, void *scratch, uint32_t *count)
{
    struct groups g = groups_place(level, scratch);
    MUST(play_round<true>(&g));
    for (int round = 1; round < LEVEL_ROUNDS; round++) MUST(play_round<false>(&g));
    MUST(groups_join(&g));
    *count = g.count;
    return OK;
}

size_t cuda_aggregate_bytes(uint32_t n, uint64_t nnz)
{
    return groups_bytes(n, nnz);
}

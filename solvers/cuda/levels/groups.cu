/* Lists and numbers of groups. */
#include "solvers/cuda/levels/groups.cuh"
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/lists.h"

static_assert(LEVEL_ROUNDS % 2 == 1, "the last round leaves its lists in the level");

static struct groups place_in(struct scratch_rest *rest, const struct level *level)
{
    const size_t n = level->n;
    struct groups g = {};
    const size_t sum = exclusive_sum_bytes(n + 1), sort = sort_pairs_bytes(n);
    g.level = *level;
    g.count = level->n;
    g.next_start = level->start;
    g.next_member = level->member;
    g.flow = (double *)scratch_take(rest, n * sizeof(double));
    g.best = (uint64_t *)scratch_take(rest, (n + 1) * sizeof(uint64_t));
    g.own = (uint64_t *)scratch_take(rest, (n + 1) * sizeof(uint64_t));
    g.partner = (uint32_t *)scratch_take(rest, n * sizeof(uint32_t));
    g.mate = (uint32_t *)scratch_take(rest, n * sizeof(uint32_t));
    g.start = (uint32_t *)scratch_take(rest, (n + 1) * sizeof(uint32_t));
    g.member = (uint32_t *)scratch_take(rest, n * sizeof(uint32_t));
    g.strongest = (float *)scratch_take(rest, n * sizeof(float));
    g.sources = (uint32_t *)scratch_take(rest, n * sizeof(uint32_t));
    g.inflow = (double *)scratch_take(rest, level->nnz * sizeof(double));
    g.from = level->map;
    g.temp_bytes = sum > sort ? sum : sort;
    g.temp = scratch_take(rest, g.temp_bytes);
    return g;
}

struct groups groups_place(const struct level *level, void *scratch)
{
    struct scratch_rest rest = {(char *)scratch, 0};
    return place_in(&rest, level);
}

size_t groups_bytes(uint32_t n, uint64_t nnz)
{
    struct scratch_rest rest = {};
    struct level level = {};
    level.n = n;
    level.nnz = nnz;
    place_in(&rest, &level);
    return rest.used;
}

/* Sums up own into best. own[i] is 2^32 plus the number of rows of the new group, if group i begins
 * one, else 0. best[i] = the sum of those before i, best[g->count] = the sum of all: its upper half
 * is the new number, its lower half the position of the first member. */
static enum status sum_up(const struct groups *g, uint32_t *count)
{
    uint64_t all = 0;
    MUST(exclusive_sum(g->temp, g->temp_bytes, g->own, g->best, g->count + (uint64_t)1));
    MUST(read_number(g->best + g->count, &all));
    *count = (uint32_t)(all >> 32);
    return OK;
}

template <bool single>
__device__ static uint32_t group_size(const struct groups &g, uint32_t i)
{
    return single ? 1 : g.start[i + 1] - g.start[i];
}

template <bool single>
__device__ static uint64_t begins(const struct groups &g, uint32_t i)
{
    const uint32_t mate = g.mate[i];
    if (mate == NO_ENTRY) return 1ull << 32 | group_size<single>(g, i);
    return mate < i ? 0 : 1ull << 32 | (group_size<single>(g, i) + group_size<single>(g, mate));
}

template <bool single>
__device__ static void put_member(const struct groups &g, uint32_t row, uint32_t group, uint32_t at)
{
    g.next_member[at] = row;
    g.level.aggregate[row] = group;
}

template <bool single>
__device__ static void merge_group(const struct groups &g, uint32_t i)
{
    const uint64_t number = g.best[i];
    const uint32_t group = (uint32_t)(number >> 32), mate = g.mate[i];
    uint32_t at = (uint32_t)number;
    if (i == g.count - 1) g.next_start[g.best[g.count] >> 32] = g.level.n;
    if (mate != NO_ENTRY && mate < i) return;
    g.next_start[group] = at;
    if (single) {
        put_member<single>(g, i, group, at);
        if (mate != NO_ENTRY) put_member<single>(g, mate, group, at + 1);
        return;
    }
    uint32_t p = g.start[i], p_end = g.start[i + 1], q = 0, q_end = 0;
    if (mate != NO_ENTRY) q = g.start[mate], q_end = g.start[mate + 1];
    while (p < p_end || q < q_end) {
        const bool first = q == q_end || (p < p_end && g.member[p] < g.member[q]);
        put_member<single>(g, g.member[first ? p++ : q++], group, at++);
    }
}

template <bool single>
static enum status number_groups(struct groups *round)
{
    uint32_t count = 0;
    const struct groups g = *round;
    MUST(for_each(g.count + (uint64_t)1, "sizes of groups", [=] __device__(uint64_t i) {
        g.own[i] = i < g.count ? begins<single>(g, (uint32_t)i) : 0;
    }));
    MUST(sum_up(&g, &count));
    MUST(for_each(g.count, "merging groups",
                  [=] __device__(uint64_t i) { merge_group<single>(g, (uint32_t)i); }));
    round->start = g.next_start;
    round->member = g.next_member;
    round->next_start = g.start;
    round->next_member = g.member;
    round->count = count;
    return OK;
}

enum status groups_number(struct groups *g, bool single)
{
    return single ? number_groups<true>(g) : number_groups<false>(g);
}

/* Returns the group that row i joins, or NO_ENTRY. */
__device__ static uint32_t host_of(const struct groups &g, uint32_t i)
{
    const struct level &a = g.level;
    const double into = floored(a.x[i]) * a.diag[i];
    uint32_t host = NO_ENTRY;
    uint64_t best = 0, end = a.row[i + 1], most = a.row[i] + LEVEL_JOIN;
    for (uint64_t k = a.row[i]; k < end && k < most; k++) {
        const uint32_t j = a.col[k];
        if (j >= a.n) continue;
        const uint32_t group = a.aggregate[j];
        const double out = floored(a.x[j]) * a.diag[j];
        const uint64_t key = key_of(i, j, -a.val[k] * floored(a.x[j]), into < out ? into : out);
        if (key <= best || group_size<false>(g, group) == 1) continue;
        best = key;
        host = group;
    }
    if (a.outside && key_flow(best) < LEVEL_STRONG * a.outside[i]) return NO_ENTRY;
    return host;
}

/* partner: the group that a group joins; mate: number of rows that it gets; own: 1 at the end if
 * any group joins another. */
static enum status find_hosts(const struct groups *groups, bool *any)
{
    const struct groups g = *groups;
    uint64_t joined = 0;
    MUST(device_status(cudaMemsetAsync(g.mate, 0, g.count * sizeof *g.mate, device_stream()),
                       "clearing"));
    MUST(device_status(cudaMemsetAsync(g.own, 0, sizeof *g.own, device_stream()), "clearing"));
    MUST(for_each(g.count, "joining groups", [=] __device__(uint64_t i) {
        uint32_t host = NO_ENTRY;
        if (group_size<false>(g, (uint32_t)i) == 1) host = host_of(g, g.member[g.start[i]]);
        g.partner[i] = host == NO_ENTRY ? (uint32_t)i : host;
        if (host == NO_ENTRY) return;
        atomicAdd(&g.mate[host], 1);
        *g.own = 1;
    }));
    MUST(read_number(g.own, &joined));
    *any = joined;
    return OK;
}

/* Sets member from the group of each row. */
static enum status sort_members(const struct groups *groups, uint32_t count)
{
    const struct groups g = *groups;
    uint32_t *keys[2] = {g.next_start, (uint32_t *)g.strongest},
             *rows[2] = {g.member, g.next_member};
    MUST(for_each(g.level.n, "groups of rows", [=] __device__(uint64_t i) {
        const uint32_t group = (uint32_t)(g.best[g.partner[g.level.aggregate[i]]] >> 32);
        g.level.aggregate[i] = g.next_start[i] = group;
        g.member[i] = (uint32_t)i;
    }));
    MUST(sort_pairs(g.temp, g.temp_bytes, keys, rows, g.level.n, count));
    if (rows[0] == g.member) return OK;
    return device_status(cudaMemcpyAsync(g.member, rows[0], g.level.n * sizeof *g.member,
                                         cudaMemcpyDeviceToDevice, device_stream()),
                         "copying members");
}

enum status groups_join(struct groups *joined)
{
    bool any = false;
    uint32_t count = 0;
    const struct groups g = *joined;
    MUST(find_hosts(&g, &any));
    if (!any) return OK;
    MUST(for_each(g.count + (uint64_t)1, "sizes of groups", [=] __device__(uint64_t i) {
        const bool stays = i < g.count && g.partner[i] == i;
        g.own[i] = stays ? 1ull << 32 | (group_size<false>(g, (uint32_t)i) + g.mate[i]) : 0;
    }));
    MUST(sum_up(&g, &count));
    MUST(for_each(g.count + (uint64_t)1, "starts of groups", [=] __device__(uint64_t i) {
        if (i == g.count || g.partner[i] == i) g.start[g.best[i] >> 32] = (uint32_t)g.best[i];
    }));
    MUST(sort_members(&g, count));
    joined->count = count;
    return OK;
}

/* Makes aggregates by rounds of pairing. */
#include <float.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/cpu/levels.h"

/* Groups of rows, and the data of a round about them; all arrays are scratch. */
struct groups {
    const struct level *level;
    uint32_t count;
    double *flow;         /* F */
    uint64_t *best, *own; /* best: the best key of all pairs of a group; own: the best key of the
                             pairs that its own entries make */
    uint32_t *partner;    /* other group of the pair `own` */
    uint32_t *mate;       /* group to unite with; NO_ENTRY: single */
    uint32_t *start, *member; /* groups of the next round */
    float *strongest;         /* flow of the best key in the first pass */
};

size_t EXPORTED(level_scratch_bytes)(uint32_t n, uint64_t nnz)
{
    (void)nnz;
    return (n + (size_t)8) * (3 * sizeof(double) + 5 * sizeof(uint32_t));
}

static struct groups place_groups(const struct level *level, void *scratch)
{
    const size_t n = level->n + (size_t)1;
    double *wide = scratch;
    uint32_t *narrow = (uint32_t *)(wide + 3 * n);
    return (struct groups){.level = level,
                           .count = level->n,
                           .flow = wide,
                           .best = (uint64_t *)(wide + n),
                           .own = (uint64_t *)(wide + 2 * n),
                           .partner = narrow,
                           .mate = narrow + n,
                           .start = narrow + 2 * n,
                           .member = narrow + 3 * n,
                           .strongest = (float *)(narrow + 4 * n)};
}

static double floored(double x)
{
    return x > LEVEL_FLOOR ? x : LEVEL_FLOOR;
}

/* Flows into a group, by the group that they come from, in the order in which these are found. */
enum { SLOT_BITS = 7, SLOTS = 1 << SLOT_BITS };
struct inflow {
    int count;
    uint32_t from[LEVEL_NEIGHBOURS];
    double flow[LEVEL_NEIGHBOURS];
    uint8_t slot[SLOTS]; /* a hash table: an index + 1, or 0 */
};

/* Adds a flow. Returns false if there is no room for another group. */
static bool add_flow(struct inflow *in, uint32_t from, double flow)
{
    uint32_t at = (from * 2654435769u) >> (32 - SLOT_BITS);
    while (in->slot[at] && in->from[in->slot[at] - 1] != from) at = (at + 1) % SLOTS;
    if (!in->slot[at]) {
        if (in->count == LEVEL_NEIGHBOURS) return false;
        in->from[in->count] = from;
        in->flow[in->count++] = 0;
        in->slot[at] = (uint8_t)in->count;
    }
    in->flow[in->slot[at] - 1] += flow;
    return true;
}

static void match_collect(const struct groups *g, uint32_t group, struct inflow *in)
{
    const struct level *a = g->level;
    in->count = 0;
    memset(in->slot, 0, sizeof in->slot);
    for (uint32_t m = a->start[group]; m < a->start[group + 1]; m++) {
        const uint32_t i = a->member[m];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            const uint32_t from = a->aggregate[a->col[k]];
            const double flow = -a->val[k] * floored(a->x[a->col[k]]);
            if (from != group && !add_flow(in, from, flow)) return;
        }
    }
}

static float key_flow(uint64_t key)
{
    const uint32_t bits = (uint32_t)(key >> 32);
    float flow;
    memcpy(&flow, &bits, sizeof flow);
    return flow;
}

static uint64_t match_key(uint32_t i, uint32_t j, double flow, double smaller)
{
    double share = flow / smaller;
    float rounded = share < FLT_MAX ? (float)share : FLT_MAX;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return flow > 0 ? (uint64_t)bits << 32 | (uint32_t) ~(i ^ j) : 0;
}

/* *at = max(*at, key), by many threads at once */
static void raise(uint64_t *at, uint64_t key)
{
    uint64_t now = __atomic_load_n(at, __ATOMIC_RELAXED);
    while (now < key &&
           !__atomic_compare_exchange_n(at, &now, key, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

static bool strong_enough(const struct groups *g, uint32_t i, uint32_t j, uint64_t key)
{
    const float flow = key_flow(key);
    return flow >= LEVEL_STRONG * g->strongest[i] && flow >= LEVEL_STRONG * g->strongest[j];
}

static void offer(const struct groups *g, uint32_t i, bool first)
{
    struct inflow in;
    g->own[i] = 0;
    if (g->mate[i] != NO_ENTRY) return;
    match_collect(g, i, &in);
    for (int k = 0; k < in.count; k++) {
        const uint32_t j = in.from[k];
        if (g->mate[j] != NO_ENTRY) continue;
        const double smaller = g->flow[i] < g->flow[j] ? g->flow[i] : g->flow[j];
        const uint64_t key = match_key(i, j, in.flow[k], smaller);
        if (!first && !strong_enough(g, i, j, key)) continue;
        raise(&g->best[j], key);
        if (key <= g->own[i]) continue;
        g->own[i] = key;
        g->partner[i] = j;
    }
    raise(&g->best[i], g->own[i]);
}

/* One pass. Returns whether any two groups united. */
static bool match_pass(const struct groups *g, bool first)
{
    int united = 0;
#pragma omp parallel for schedule(static) if (team_once(g->count))
    for (uint32_t i = 0; i < g->count; i++) g->best[i] = 0;
#pragma omp parallel for schedule(static) if (team_once(g->count))
    for (uint32_t i = 0; i < g->count; i++) offer(g, i, first);
#pragma omp parallel for schedule(static) reduction(| : united) if (team_once(g->count))
    for (uint32_t i = 0; i < g->count; i++) {
        if (first) g->strongest[i] = key_flow(g->best[i]);
        if (!g->own[i] || g->own[i] != g->best[i] || g->own[i] != g->best[g->partner[i]]) continue;
        __atomic_store_n(&g->mate[i], g->partner[i], __ATOMIC_RELAXED);
        __atomic_store_n(&g->mate[g->partner[i]], i, __ATOMIC_RELAXED);
        united = 1;
    }
    return united;
}

static uint32_t merge_members(const struct groups *g, uint32_t i, uint32_t j, uint32_t to)
{
    const struct level *a = g->level;
    uint32_t p = a->start[i], p_end = a->start[i + 1], q = 0, q_end = 0;
    if (j != NO_ENTRY) q = a->start[j], q_end = a->start[j + 1];
    while (p < p_end || q < q_end) {
        const bool first = q == q_end || (p < p_end && a->member[p] < a->member[q]);
        g->member[to++] = a->member[first ? p++ : q++];
    }
    return to;
}

static void adopt_lists(struct groups *g, uint32_t count)
{
    const struct level *a = g->level;
    g->count = count;
    memcpy(a->start, g->start, (count + (size_t)1) * sizeof *a->start);
    memcpy(a->member, g->member, a->n * sizeof *a->member);
#pragma omp parallel for schedule(static) if (team_once(a->n))
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t m = a->start[i]; m < a->start[i + 1]; m++) a->aggregate[a->member[m]] = i;
}

/* Numbers the groups by their smallest row, which is the first row of the first of two united
 * groups. */
static void match_number(struct groups *g)
{
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < g->count; i++) {
        const uint32_t mate = g->mate[i];
        if (mate != NO_ENTRY && mate < i) continue;
        g->start[count++] = at;
        at = merge_members(g, i, mate, at);
    }
    g->start[count] = at;
    adopt_lists(g, count);
}

static void begin_round(const struct groups *g)
{
    const struct level *a = g->level;
#pragma omp parallel for schedule(static) if (team_once(a->n))
    for (uint32_t i = 0; i < g->count; i++) {
        g->flow[i] = 0;
        g->mate[i] = NO_ENTRY;
        for (uint32_t m = a->start[i]; m < a->start[i + 1]; m++)
            g->flow[i] += floored(a->x[a->member[m]]) * a->diag[a->member[m]];
    }
}

/* Returns the group that a row joins, or its own. */
static uint32_t host_of(const struct groups *g, uint32_t i)
{
    const struct level *a = g->level;
    const uint32_t own = a->aggregate[i];
    uint32_t host = own;
    uint64_t best = 0;
    if (a->start[own + 1] - a->start[own] > 1) return own;
    for (uint64_t k = a->row[i]; k < a->row[i + 1] && k < a->row[i] + LEVEL_JOIN; k++) {
        const uint32_t j = a->col[k], group = a->aggregate[j];
        const double into = floored(a->x[i]) * a->diag[i], out = floored(a->x[j]) * a->diag[j];
        const uint64_t key =
            match_key(i, j, -a->val[k] * floored(a->x[j]), into < out ? into : out);
        if (key <= best || a->start[group + 1] - a->start[group] == 1) continue;
        best = key;
        host = group;
    }
    return host;
}

/* Rows that are alone join groups, by a counting sort of all rows by group. */
static void match_join(struct groups *g)
{
    const struct level *a = g->level;
    uint32_t *const to = g->partner, *const number = g->mate, count = 0;
#pragma omp parallel for schedule(static) if (team_once(a->n))
    for (uint32_t i = 0; i < a->n; i++) to[i] = host_of(g, i);
    memset(g->start, 0, (g->count + (size_t)1) * sizeof *g->start);
    for (uint32_t i = 0; i < a->n; i++) g->start[to[i]]++;
    for (uint32_t j = 0; j < g->count; j++) {
        number[j] = count;
        if (g->start[j]) g->start[count++] = g->start[j];
    }
    if (count == g->count) return;
    uint32_t *const at = (uint32_t *)g->best, sum = 0;
    for (uint32_t j = 0; j < count; j++) {
        const uint32_t size = g->start[j];
        g->start[j] = at[j] = sum;
        sum += size;
    }
    g->start[count] = sum;
    for (uint32_t i = 0; i < a->n; i++) g->member[at[number[to[i]]]++] = i;
    adopt_lists(g, count);
}

enum status EXPORTED(level_aggregate)(const struct level *level, void *scratch, uint32_t *count)
{
    struct groups g = place_groups(level, scratch);
    for (uint32_t i = 0; i < level->n; i++)
        level->aggregate[i] = level->start[i] = level->member[i] = i;
    level->start[level->n] = level->n;
    for (int round = 0; round < LEVEL_ROUNDS; round++) {
        begin_round(&g);
        for (int p = 0; p < LEVEL_PASSES && match_pass(&g, p == 0); p++) continue;
        match_number(&g);
    }
    match_join(&g);
    *count = g.count;
    return OK;
}

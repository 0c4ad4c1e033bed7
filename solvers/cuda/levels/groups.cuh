/* Groups of rows during the pairing. The lists of a round's groups are in one of two places, and
 * those of the next round in the other. */
#pragma once

#include <float.h>

extern "C" {
#include "solvers/multilevel/levels.h"
}

struct groups {
    struct level level;
    uint32_t count;
    uint32_t *start, *member;           /* lists of this round; not used in the first round */
    uint32_t *next_start, *next_member; /* room for the lists of the next round */
    double *flow;                       /* F */
    uint64_t *best, *own; /* best: the best key of all pairs of a group; own: the best key of the
                             pairs that its own entries make */
    uint32_t *partner;    /* other group of the pair `own` */
    uint32_t *mate;       /* group to unite with; NO_ENTRY: single */
    float *strongest;     /* `outside` of the level, then the larger of it and the flow of the
                             best key in the first pass */
    /* From the second round on, the list of each group: the groups that flow into it, in the order
     * in which they are found, and their flows, at the places of the entries of its rows */
    uint32_t *from, *sources; /* sources: the number of these groups; below LEVEL_NEIGHBOURS + 1 */
    double *inflow;
    void *temp;
    size_t temp_bytes;
};

size_t groups_bytes(uint32_t n, uint64_t nnz);
struct groups groups_place(const struct level *level, void *scratch);

/* Numbers groups and pairs of groups by their smallest row; waits. single: groups are rows. */
enum status groups_number(struct groups *g, bool single);

/* Rows that are alone join groups; waits. Then the lists are those of the level. */
enum status groups_join(struct groups *g);

__device__ inline double floored(double x)
{
    return x > LEVEL_FLOOR ? x : LEVEL_FLOOR;
}

__device__ inline float key_flow(uint64_t key)
{
    return __uint_as_float((uint32_t)(key >> 32));
}

/* As on the CPU, bit for bit. */
__device__ inline uint64_t key_of(uint32_t i, uint32_t j, double flow, double smaller)
{
    const double share = flow / smaller;
    const float rounded = share < FLT_MAX ? (float)share : FLT_MAX;
    return flow > 0 ? (uint64_t)__float_as_uint(rounded) << 32 | (uint32_t) ~(i ^ j) : 0;
}

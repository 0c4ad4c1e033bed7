/* The product of a level by its map: one warp computes the entries of the next level that begin in
 * one word of the map. */
#pragma once

#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/rows.cuh"

__host__ __device__ inline struct map_word *words_of(const struct level &a)
{
    return (struct map_word *)(a.map + (a.nnz + 1) / 2 * 2);
}

/* Returns the term at place p of the list. */
__device__ inline double term_at(const struct level &a, uint64_t p)
{
    const uint32_t k = a.map[p];
    return a.val[k] * a.next[a.col[k]];
}

/* Returns, in all lanes, the terms in later words of the entry that is still open at the end of
 * word v. */
__device__ inline double terms_behind(const struct level &a, uint64_t v, uint32_t lane)
{
    const struct map_word *const words = words_of(a);
    double sum = 0;
    for (uint32_t begins = 0; !begins;) {
        begins = words[++v].begins;
        const uint32_t run = begins ? (uint32_t)__ffs((int)begins) - 1 : 32;
        if (lane < run) sum += term_at(a, 32 * v + lane);
    }
    return __shfl_sync(~0u, lanes_sum(sum, WARP), 0);
}

__device__ inline void multiply_word(const struct level &a, const struct level &c, uint64_t v,
                                     uint32_t lane)
{
    const struct map_word word = words_of(a)[v];
    const uint32_t count = (uint32_t)__popc(word.begins);
    const uint32_t mine = (uint32_t)__popc(word.begins << (31 - lane)); /* entries that begin up
                                                                           to this lane */
    const uint64_t entry = word.before + (uint64_t)mine - 1;
    const uint32_t later = word.begins >> 1 >> lane;
    const uint32_t end = later ? lane + (uint32_t)__ffs((int)later) : 32;
    const bool real = mine > 0 && entry < c.nnz;
    if (count == 0) return;
    double sum = real ? term_at(a, 32 * v + lane) : 0, behind = 0;
    if (word.before + (uint64_t)count <= c.nnz) behind = terms_behind(a, v, lane);
    for (uint32_t step = 1; step < 32; step *= 2) {
        const double other = __shfl_down_sync(~0u, sum, step);
        if (lane + step < end) sum += other;
    }
    if (!real || !(word.begins >> lane & 1)) return;
    c.val[entry] = mine == count ? sum + behind : sum;
}

/* True if rows are so long that a warp could be too slow for an aggregate: in herman 15, of 438
 * entries a row, one of 4,335 aggregates has 1.3 of all 14.3 million entries. */
__host__ __device__ inline bool is_dense(const struct level &a)
{
    return a.nnz > 128 * (uint64_t)a.n;
}

/* Returns whether one thread is enough for aggregate J. */
__device__ inline bool is_light(const struct level &a, uint32_t J)
{
    if (a.start[J + 1] - a.start[J] > FEW_ROWS) return false;
    for (uint32_t m = a.start[J]; m < a.start[J + 1]; m++)
        if (a.row[a.member[m] + 1] - a.row[a.member[m]] > FEW_ENTRIES) return false;
    return true;
}

/* Returns, in the first lane, the sum of A_ij w_j over all i and j of aggregate J. */
__device__ inline double inner_part(const struct level &a, uint32_t J, uint32_t lane, int log_lanes)
{
    double sum = 0;
    for (uint32_t m = a.start[J]; m < a.start[J + 1]; m++) {
        const uint32_t i = a.member[m];
        if (lane == 0) sum += a.diag[i] * a.next[i];
        for (uint64_t k = a.row[i] + lane; k < a.row[i + 1]; k += 1u << log_lanes)
            if (a.aggregate[a.col[k]] == J) sum += a.val[k] * a.next[a.col[k]];
    }
    return lanes_sum(sum, log_lanes);
}

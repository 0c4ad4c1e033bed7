/* The product of a level by its map: one warp computes the entries of the next level that begin in
 * WORDS_AT_ONCE words of the map. Loads for these words do not wait for each other. */
#pragma once

#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/rows.cuh"

__host__ __device__ inline struct map_word *words_of(const struct level &a)
{
    return (struct map_word *)(a.map + (a.nnz + 1) / 2 * 2);
}

enum { WORDS_AT_ONCE = 4 };

/* Behind the last word there is none that an entry of the next level begins in. */
__device__ inline struct map_word word_at(const struct level &a, uint64_t v)
{
    const struct map_word none = {1, NO_ENTRY};
    return v <= a.nnz / 32 ? words_of(a)[v] : none;
}

/* Returns the number of entries that begin up to this lane of a word. */
__device__ inline uint32_t begun(struct map_word word, uint32_t lane)
{
    return (uint32_t)__popc(word.begins << (31 - lane));
}

/* Returns the number of lanes before the first entry that begins in a word. */
__device__ inline uint32_t lanes_before(struct map_word word)
{
    return word.begins ? (uint32_t)__ffs((int)word.begins) - 1 : 32;
}

/* The entry of the next level at a lane of a word is there. At place 0 an entry begins, so the
 * difference is not negative. */
__device__ inline bool is_entry(const struct level &c, struct map_word word, uint32_t lane)
{
    return word.before + (uint64_t)begun(word, lane) - 1 < c.nnz;
}

/* Words v to v + WORDS_AT_ONCE of the map, and their terms. */
struct map_terms {
    struct map_word word[WORDS_AT_ONCE + 1];
    double term[WORDS_AT_ONCE + 1];

    __device__ void load(const struct level &a, const struct level &c, uint64_t v, uint32_t lane)
    {
        uint32_t from[WORDS_AT_ONCE + 1], col[WORDS_AT_ONCE + 1];
        bool real[WORDS_AT_ONCE + 1];
#pragma unroll
        for (int k = 0; k <= WORDS_AT_ONCE; k++) {
            const uint64_t place = 32 * (v + k) + lane;
            word[k] = word_at(a, v + k);
            from[k] = place < a.nnz ? a.map[place] : 0;
        }
#pragma unroll
        for (int k = 0; k <= WORDS_AT_ONCE; k++) {
            real[k] = is_entry(c, word[k], lane) &&
                      (k < WORDS_AT_ONCE || lane < lanes_before(word[k]));
            col[k] = real[k] ? a.col[from[k]] : 0;
            term[k] = real[k] ? a.val[from[k]] : 0;
        }
#pragma unroll
        for (int k = 0; k <= WORDS_AT_ONCE; k++)
            if (real[k]) term[k] *= a.next[col[k]];
    }
};

/* Returns the part of a lane in the terms in word v and later words of the entry that is still open
 * before word v. */
__device__ inline double terms_behind(const struct level &a, uint64_t v, uint32_t lane)
{
    double sum = 0;
    for (uint32_t before = 32; before == 32; v++) {
        before = lanes_before(words_of(a)[v]);
        if (lane >= before) continue;
        const uint32_t k = a.map[32 * v + lane];
        sum += a.val[k] * a.next[a.col[k]];
    }
    return sum;
}

__device__ inline void multiply_words(const struct level &a, const struct level &c, uint64_t v,
                                      uint32_t lane)
{
    struct map_terms terms;
    terms.load(a, c, v, lane);
#pragma unroll
    for (int k = 0; k < WORDS_AT_ONCE; k++) {
        const struct map_word word = terms.word[k];
        const uint32_t count = (uint32_t)__popc(word.begins), mine = begun(word, lane);
        if (count == 0) continue;
        const uint32_t later = word.begins >> 1 >> lane;
        const uint32_t end = later ? lane + (uint32_t)__ffs((int)later) : 32;
        double sum = mine > 0 ? terms.term[k] : 0, behind = 0;
        bool open = is_entry(c, word, 31);
#pragma unroll
        for (int next = k + 1; next <= WORDS_AT_ONCE; next++) {
            if (open && lane < lanes_before(terms.word[next])) behind += terms.term[next];
            open = open && !terms.word[next].begins;
        }
        if (open) behind += terms_behind(a, v + WORDS_AT_ONCE + 1, lane);
        behind = __shfl_sync(~0u, lanes_sum(behind, WARP), 0);
        for (uint32_t step = 1; step < 32; step *= 2) {
            const double other = __shfl_down_sync(~0u, sum, step);
            if (lane + step < end) sum += other;
        }
        if (word.begins >> lane & 1 && is_entry(c, word, lane))
            c.val[word.before + (uint64_t)mine - 1] = mine == count ? sum + behind : sum;
    }
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

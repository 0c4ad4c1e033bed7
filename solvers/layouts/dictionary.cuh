/* Dictionaries of rows (solvers/layouts/pattern/pattern.h) as kernels read them. In shared memory
 * an entry and a pattern are two words each, of the size of a number: one load fetches both words.
 */
#pragma once

#include <stdint.h>
#include <type_traits>

#include "solvers/cuda/pair.cuh"

template <class real>
using number_word = typename std::conditional<sizeof(real) == 8, int64_t, int32_t>::type;

template <class real>
struct alignas(2 * sizeof(real)) dictionary_entry {
    real value;
    number_word<real> at; /* position in the present vector, relative to the row's own */
};

template <class real>
struct alignas(2 * sizeof(real)) dictionary_pattern {
    real inverse;
    number_word<real> entries; /* its first entry and, from bit 16 on, their number; shared
                                  memory holds fewer than 2^15 */

    static __host__ __device__ dictionary_pattern made(real inverse, uint32_t start, uint32_t end)
    {
        return {inverse, (number_word<real>)(start | (end - start) << 16)};
    }
};

/* The entries of a pattern, and its reciprocal diagonal. */
template <class real>
struct row_pattern {
    real inverse;
    uint32_t begin, end;
};

template <class real>
struct shared_dictionary {
    const dictionary_entry<real> *entries;
    const dictionary_pattern<real> *patterns;

    __device__ dictionary_entry<real> entry(uint32_t k) const
    {
        return entries[k];
    }
    __device__ row_pattern<real> pattern(uint32_t code) const
    {
        const dictionary_pattern<real> p = patterns[code];
        const uint32_t begin = (uint32_t)p.entries & 0xffff;
        return {p.inverse, begin, begin + ((uint32_t)p.entries >> 16)};
    }
};

/* A dictionary in global memory, as it is stored. */
template <class real>
struct far_dictionary {
    const uint32_t *start;
    const int32_t *offset;
    const real *value, *inverse;

    __device__ dictionary_entry<real> entry(uint32_t k) const
    {
        return {value[k], offset[k]};
    }
    __device__ row_pattern<real> pattern(uint32_t code) const
    {
        return {inverse[code], start[code], start[code + 1]};
    }
};

/* Adds entries k .. k + CHUNK - 1 of a pattern for ROWS rows that lie APART rows from each other;
 * the first one is at `own`. An entry is loaded once for all rows, and all loads are in flight
 * together. */
template <int CHUNK, int ROWS, int APART, class Dictionary, class V>
__device__ inline void add_entries(const Dictionary &d, uint32_t k, const V *own, V sum[ROWS])
{
    typedef typename number_of<V>::type real;
    real value[CHUNK];
    V xs[CHUNK][ROWS];
#pragma unroll
    for (int e = 0; e < CHUNK; e++) {
        dictionary_entry<real> entry = d.entry(k + e);
        const V *there = own + entry.at;
        value[e] = entry.value;
#pragma unroll
        for (int r = 0; r < ROWS; r++) xs[e][r] = there[r * APART];
    }
#pragma unroll
    for (int e = 0; e < CHUNK; e++)
#pragma unroll
        for (int r = 0; r < ROWS; r++) sum[r] += value[e] * xs[e][r];
}

/* Adds up ROWS rows of pattern p, CHUNK entries at a time, 2 or 4, as registers allow. */
template <int CHUNK, int ROWS, int APART, class Dictionary, class real, class V>
__device__ inline void add_alike(const Dictionary &d, const row_pattern<real> &p, const V *own,
                                 V sum[ROWS])
{
    uint32_t k = p.begin;
#pragma unroll 1
    for (; k + CHUNK <= p.end; k += CHUNK) add_entries<CHUNK, ROWS, APART>(d, k, own, sum);
    if (CHUNK > 2 && k + 3 == p.end) add_entries<3, ROWS, APART>(d, k, own, sum);
    else if (CHUNK > 2 && k + 2 == p.end) add_entries<2, ROWS, APART>(d, k, own, sum);
    else if (k < p.end) add_entries<1, ROWS, APART>(d, k, own, sum);
}

/* The same for rows of any patterns, which go through their entries side by side; p is changed. A
 * row that is finished reads its own x, so that no load waits for a branch. there(r, at): the entry
 * of x at this distance from row r's own. */
template <int ROWS, class Dictionary, class real, class V, class There>
__device__ inline void add_mixed(const Dictionary &d, row_pattern<real> p[ROWS], There there,
                                 V sum[ROWS])
{
#pragma unroll 1
    for (bool more = true; more;) {
        real value[ROWS];
        V xs[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            dictionary_entry<real> entry = {};
            if (p[r].begin < p[r].end) entry = d.entry(p[r].begin);
            value[r] = entry.value;
            xs[r] = there(r, entry.at);
        }
        more = false;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (p[r].begin < p[r].end) sum[r] += value[r] * xs[r];
            p[r].begin++;
            more |= p[r].begin < p[r].end;
        }
    }
}

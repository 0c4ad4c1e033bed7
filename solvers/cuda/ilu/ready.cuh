/* Rows that wait for values of other rows, and the kernel that computes them.
 *
 * A value that is not there yet is MISSING: a NaN with all bits set, which no computed value has.
 * So a reader that sees the value needs no flag beside it. A row takes the values that are there,
 * in the order of its entries, and returns from step() if the next value is missing. No thread
 * waits inside, so the threads of a warp may wait for each other. */
#pragma once

#include <cuda_runtime_api.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "solvers/cuda/convergence.cuh"

#define BOTH __host__ __device__ inline

/* The entries of A. Row i has entries row[i] to row[i + 1] - 1, columns ascending; those from
 * middle[i] on lie above the diagonal. */
struct split_rows {
    uint32_t n;
    const uint32_t *row, *middle, *col;
};

BOTH uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

BOTH uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

BOTH uint32_t bits_of(uint32_t value)
{
    return value;
}

template <class T>
BOTH T missing()
{
    T value;
    memset(&value, 0xff, sizeof value);
    return value;
}

template <class T>
BOTH bool is_missing(T value)
{
    return bits_of(value) == bits_of(missing<T>());
}

/* Reads a value that another thread may just have written. */
template <class T>
BOTH T look(const T *at)
{
    return *(const volatile T *)at;
}

template <class T>
BOTH void show(T *at, T value)
{
    *(volatile T *)at = value;
}

/* Replaces a value that looks like MISSING by another NaN. */
BOTH double present(double value)
{
    return is_missing(value) ? (double)NAN : value;
}

BOTH float present(float value)
{
    return is_missing(value) ? (float)NAN : value;
}

/* Memory fence between a value and data that are read or written together with it. */
BOTH void fence()
{
#ifdef __CUDA_ARCH__
    __threadfence();
#endif
}

/* The entries of row i on one side of the diagonal, in the order in which rows take them: towards
 * the diagonal from the left, or towards it from the right. */
struct row_side {
    uint32_t first, count;
    bool above;

    __host__ __device__ uint32_t at(uint32_t k) const
    {
        return above ? first - k : first + k;
    }
};

BOTH row_side side_of(const split_rows &p, uint32_t i, bool upper)
{
    if (upper) return {p.row[i + 1] - 1, p.row[i + 1] - p.middle[i], true};
    return {p.row[i], p.middle[i] - p.row[i], false};
}

enum { AHEAD = 4 }; /* number of values loaded at once */

/* Calls take(entry, value) for the entries from k on, until the value of a column is missing.
 * Returns whether all values were there. */
template <class T, class Take>
BOTH bool take_present(const split_rows &p, const row_side &s, uint32_t &k, const T *of, Take take)
{
    while (k < s.count) {
        T value[AHEAD];
        for (uint32_t j = 0; j < AHEAD; j++)
            if (k + j < s.count) value[j] = look(of + p.col[s.at(k + j)]);
        for (uint32_t j = 0; j < AHEAD; j++) {
            if (k == s.count) break;
            if (is_missing(value[j])) return false;
            take(s.at(k++), value[j]);
        }
    }
    return true;
}

enum {
    TAKING_THREADS = 128, /* threads of a block */
    TAKING_BLOCKS = 12    /* blocks of a multiprocessor */
};

static const unsigned LONGEST_NAP = 2000; /* ns */

/* Returns the k-th row of n. order: NULL if rows ascend or descend. */
__device__ inline uint32_t row_of(uint32_t k, uint32_t n, const uint32_t *order, bool descending)
{
    if (order) return order[k];
    return descending ? n - 1 - k : k;
}

/* Each warp takes the next 32 rows, in order, until none are left. The warps that have earlier rows
 * run already, so no warp waits for ever. If there is no order, most rows wait long: their warps
 * sleep, so that the loads of other warps are faster. */
template <class Rows>
__global__ void __launch_bounds__(TAKING_THREADS, TAKING_BLOCKS)
    take_rows(Rows rows, uint32_t n, const uint32_t *order, bool descending,
              unsigned long long *ticket, const int *guard)
{
    if (halted(guard)) return;
    const unsigned lane = threadIdx.x % 32;
    for (;;) {
        unsigned long long at = lane == 0 ? atomicAdd(ticket, 32ull) : 0;
        at = __shfl_sync(~0u, at, 0) + lane;
        bool open = at < n;
        if (!__any_sync(~0u, open)) return;
        typename Rows::work work = {};
        if (open) work = rows.begin(row_of((uint32_t)at, n, order, descending));
        for (unsigned nap = 0; __any_sync(~0u, open);) {
            const uint32_t before = work.k;
            if (open) open = !rows.step(work);
            if (order) continue;
            nap = __any_sync(~0u, work.k != before) ? 0 : min(2 * nap + 100, LONGEST_NAP);
            if (nap) __nanosleep(nap);
        }
    }
}

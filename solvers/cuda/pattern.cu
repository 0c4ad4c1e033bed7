/* A dictionary of rows: one code a row, one thread a row at a time.
 *
 * What moves is x, the next x and the codes, so that all depends on having enough of x on its way: a thread takes
 * TOGETHER rows at a time, 256 apart as its neighbours' are adjacent, loads up to CHUNK entries of each before it adds
 * any, and has read the codes of its next rows before. A small dictionary lies in shared memory, where the threads of a
 * warp read one word as long as their rows are of one pattern; a larger one is left to the caches. */
#include "solvers/cuda/remainder.cuh"
#include "solvers/cuda/sweeps.cuh"
#include "solvers/cuda/tiles.cuh"

extern "C" {
#include "solvers/pattern.h"
}

template <class real>
struct patterns {
    const uint32_t *start;
    const int32_t *offset;
    const real *value, *inverse;
};

/* Row r of those that a thread has at a time. */
template <class real>
struct pattern_row {
    uint64_t i; /* may be n or above: then at = end, and nothing is to be done with it */
    uint32_t code, at, end;
    real sum;
};

template <class real>
struct pattern {
    enum { threads = 256, resident = 1024, TOGETHER = 2, CHUNK = 4, SHARED_PATTERNS = 128, SHARED_ENTRIES = 512 };
    uint32_t n, first_row, count, entries, rounds;
    const uint8_t *narrow;
    const uint16_t *wide; /* NULL: narrow */
    patterns<real> dictionary;
    remainder_rows<real> rest;
    const real *rest_inverse;

    /* How often a thread takes TOGETHER rows. */
    static uint32_t rounds_for(uint32_t n, int rows)
    {
        uint32_t most = (uint32_t)rows / TOGETHER, most_blocks = 132 * 8,
                 least = n / (threads * TOGETHER) / most_blocks;
        return least < 1 ? 1 : least < most ? least : most;
    }

    unsigned blocks(uint32_t rows) const
    {
        uint64_t block = (uint64_t)threads * TOGETHER * rounds;
        return (unsigned)((rows + block - 1) / block);
    }

    explicit pattern(const struct stored *a)
        : n(a->n), first_row(a->first_row), count(pattern_count(a)),
          entries((uint32_t)(a->array[PATTERN_OFFSET].bytes / sizeof(int32_t))),
          rounds(rounds_for(a->n, a->options.rows)), narrow((const uint8_t *)a->array[PATTERN_CODE].data),
          wide(pattern_wide(a) ? (const uint16_t *)a->array[PATTERN_CODE].data : NULL),
          dictionary{(const uint32_t *)a->array[PATTERN_START].data, (const int32_t *)a->array[PATTERN_OFFSET].data,
                     (const real *)a->array[PATTERN_VALUE].data, (const real *)a->array[PATTERN_INVERSE].data},
          rest(a, PATTERN_REMAINDER), rest_inverse((const real *)a->array[PATTERN_REMAINDER_INVERSE].data)
    {
    }

    __device__ uint32_t code(uint64_t i) const
    {
        if (i >= n) return count;
        return wide ? __ldcs(wide + i) : __ldcs(narrow + i);
    }

    /* Rows of the remainder, and those beyond n, have no entries here. */
    __device__ pattern_row<real> row(const patterns<real> &d, uint64_t i, uint32_t its_code) const
    {
        return {i, its_code, d.start[its_code], d.start[its_code < count ? its_code + 1 : count], 0};
    }

    /* Adds up to CHUNK entries of each row; false where no row has more. All loads are in flight together. */
    __device__ bool add(const patterns<real> &d, const real *own, pattern_row<real> row[TOGETHER]) const
    {
        real value[TOGETHER][CHUNK], xs[TOGETHER][CHUNK];
        bool more = false;
#pragma unroll
        for (int r = 0; r < TOGETHER; r++)
#pragma unroll
            for (int e = 0; e < CHUNK; e++) {
                bool there = row[r].at + e < row[r].end;
                value[r][e] = there ? d.value[row[r].at + e] : 0;
                xs[r][e] = there ? own[(int64_t)row[r].i + d.offset[row[r].at + e]] : 0;
            }
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) {
#pragma unroll
            for (int e = 0; e < CHUNK; e++) row[r].sum += value[r][e] * xs[r][e];
            row[r].at += CHUNK;
            more |= row[r].at < row[r].end;
        }
        return more;
    }

    template <class Each>
    __device__ void finish(const patterns<real> &d, const real *x, const pattern_row<real> &row, Each each) const
    {
        if (row.i >= n) return;
        uint32_t i = (uint32_t)row.i;
        if (row.code < count) each(i, d.inverse[row.code], row.sum);
        else each(i, rest_inverse[rest.index(i)], rest.sum(i, x));
    }

    template <class Each>
    __device__ void walk(const patterns<real> &d, const real *x, uint64_t i, uint32_t codes[TOGETHER], Each each) const
    {
        pattern_row<real> row[TOGETHER];
        for (uint32_t round = 0; round < rounds; round++, i += threads * TOGETHER) {
#pragma unroll
            for (int r = 0; r < TOGETHER; r++) {
                row[r] = this->row(d, i + r * threads, codes[r]);
                codes[r] = round + 1 < rounds ? code(i + (TOGETHER + r) * threads) : count;
            }
            while (add(d, x + first_row, row)) continue;
#pragma unroll
            for (int r = 0; r < TOGETHER; r++) finish(d, x, row[r], each);
        }
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *x, Each each) const
    {
        __shared__ real value[SHARED_ENTRIES], inverse[SHARED_PATTERNS];
        __shared__ int32_t offset[SHARED_ENTRIES];
        __shared__ uint32_t start[SHARED_PATTERNS + 1];
        uint64_t i = (uint64_t)block * threads * TOGETHER * rounds + threadIdx.x;
        uint32_t codes[TOGETHER];
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) codes[r] = code(i + r * threads);
        if (count > SHARED_PATTERNS || entries > SHARED_ENTRIES) {
            walk(dictionary, x, i, codes, each);
            return;
        }
        __syncthreads(); /* rows of another block may still be at it */
        for (uint32_t k = threadIdx.x; k < entries; k += threads) {
            value[k] = dictionary.value[k];
            offset[k] = dictionary.offset[k];
        }
        for (uint32_t k = threadIdx.x; k <= count; k += threads) start[k] = dictionary.start[k];
        for (uint32_t k = threadIdx.x; k < count; k += threads) inverse[k] = dictionary.inverse[k];
        __syncthreads();
        walk(patterns<real>{start, offset, value, inverse}, x, i, codes, each);
    }

    template <class Each>
    __device__ void one_row(uint32_t i, const real *x, Each each) const
    {
        const real *own = x + first_row + i;
        uint32_t its_code = code(i);
        real sum = 0;
        if (its_code >= count) {
            each(i, rest_inverse[rest.index(i)], rest.sum(i, x));
            return;
        }
        for (uint32_t k = dictionary.start[its_code], end = dictionary.start[its_code + 1]; k < end; k++)
            sum += dictionary.value[k] * own[dictionary.offset[k]];
        each(i, dictionary.inverse[its_code], sum);
    }
};

EXPORT_PASSED_SWEEPS(pattern, pattern, tiling)

/* Rows in segments (solvers/layouts/segments.h): each warp reads a line of 32 consecutive words at
 * a time. */
#pragma once

#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/entries.cuh"

/* Adds A_ij x_j over one thread's words in `Lines` lines, at slots at, at + 32, ..., up to the
 * first word that names column i. Returns false if there was such a word. All loads are in flight
 * together, because none waits for that condition: padding loads x_i, which exists. For padding a
 * zero is added, which changes no sum, because a sum that starts from 0 is never -0. */
template <int Lines, class Entries, class V>
__device__ inline bool add_lines(const Entries &entries, const V *x, size_t at, uint32_t i, V *sum)
{
    uint32_t word[Lines];
    typename number_of<V>::type value[Lines];
    V xs[Lines];
    bool more = true;
#pragma unroll
    for (int k = 0; k < Lines; k++) word[k] = entries.word(at + k * SEGMENT_LINE);
#pragma unroll
    for (int k = 0; k < Lines; k++) {
        value[k] = entries.value(at + k * SEGMENT_LINE, word[k]);
        xs[k] = x[entries.column(word[k])];
    }
#pragma unroll
    for (int k = 0; k < Lines; k++) {
        more = more && entries.column(word[k]) != i;
        *sum += more ? value[k] * xs[k] : V();
    }
    return more;
}

/* Returns the sum of a thread's words of the row whose own column is i, in their order, from slot
 * `at` on. */
template <class Entries, class V>
__device__ inline V thread_sum(const Entries &entries, const V *x, size_t at, uint32_t lines,
                               uint32_t i)
{
    V sum = {};
    bool more = true;
    for (; more && lines >= 4; lines -= 4, at += 4 * SEGMENT_LINE)
        more = add_lines<4>(entries, x, at, i, &sum);
    if (more && lines & 2) more = add_lines<2>(entries, x, at, i, &sum);
    if (more && lines & 1) add_lines<1>(entries, x, at + (lines & 2) * SEGMENT_LINE, i, &sum);
    return sum;
}

/* The columns of rows' own unknowns. */
struct own_columns {
    uint32_t n, first_row;
    const owner_mark *owners; /* NULL: each row has an unknown of its own */

    own_columns(const struct stored *a, int owners_array)
        : n(a->n), first_row(a->first_row), owners(owner_marks(a, owners_array))
    {
    }

    /* Also of a row beyond the last one: that which its padding names. */
    __device__ uint32_t of(uint32_t i) const
    {
        return owners ? owner_of(owners, 0, min(i, n - 1)) : first_row + i;
    }
};

/* Full-warp segments: 32 rows per warp, one thread per row. */
template <class Entries, class real>
struct full_warp {
    enum { threads = 256 };
    uint32_t n;
    own_columns own;
    const uint32_t *start;
    Entries entries;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit full_warp(const struct stored *a)
        : n(a->n), own(a, Entries::OWNERS), start((const uint32_t *)a->array[SEGMENT_STARTS].data),
          entries(a)
    {
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i < n) one_row((uint32_t)i, x, each);
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        uint32_t segment = i / SEGMENT_WL_ROWS, line = start[segment],
                 lines = start[segment + 1] - line;
        each(i, entries.inverse_at(entries.diagonal(i)),
             thread_sum(entries, x, (size_t)line * SEGMENT_LINE + i % SEGMENT_LINE, lines,
                        own.of(i)));
    }
};

/* Half-warp segments: 16 rows per warp. Threads t and t + 16 share a row, and t adds the two
 * halves; or one thread takes both. */
template <class Entries, class real>
struct half_warp {
    enum { threads = 256, rows_a_block = threads / SEGMENT_LINE * SEGMENT_HWL_ROWS };
    uint32_t n;
    own_columns own;
    enum halves halves;
    const uint32_t *start;
    Entries entries;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)rows_a_block - 1) / rows_a_block);
    }

    explicit half_warp(const struct stored *a)
        : n(a->n), own(a, Entries::OWNERS),
          halves(((const struct segment_options *)layout_options(&a->options))->halves),
          start((const uint32_t *)a->array[SEGMENT_STARTS].data), entries(a)
    {
    }

    /* Every thread of a warp calls this; threads with t < 16 get the value of thread t + 16. */
    template <class V>
    __device__ V other_half(V half) const
    {
        __shared__ V part[threads];
        if (halves == HALVES_SHUFFLE) return shuffle_down(half, SEGMENT_HWL_ROWS);
        part[threadIdx.x] = half;
        __syncwarp();
        V other = part[threadIdx.x ^ SEGMENT_HWL_ROWS];
        __syncwarp(); /* the halves of the next row use the same memory */
        return other;
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        uint64_t segment = ((uint64_t)block * threads + threadIdx.x) / SEGMENT_LINE;
        uint32_t t = threadIdx.x % SEGMENT_LINE;
        uint64_t row = segment * SEGMENT_HWL_ROWS + t % SEGMENT_HWL_ROWS;
        uint32_t i = (uint32_t)row;
        V sum = {};
        if (row < n)
            sum = thread_sum(entries, x, (size_t)start[segment] * SEGMENT_LINE + t,
                             start[segment + 1] - start[segment], own.of(i));
        sum += other_half(sum);
        if (row < n && t < SEGMENT_HWL_ROWS) each(i, entries.inverse_at(entries.diagonal(i)), sum);
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        uint32_t segment = i / SEGMENT_HWL_ROWS, lines = start[segment + 1] - start[segment];
        size_t at = (size_t)start[segment] * SEGMENT_LINE + i % SEGMENT_HWL_ROWS;
        V sum = thread_sum(entries, x, at, lines, own.of(i));
        sum += thread_sum(entries, x, at + SEGMENT_HWL_ROWS, lines, own.of(i));
        each(i, entries.inverse_at(entries.diagonal(i)), sum);
    }
};

/* A dictionary of rows: one code per row, one thread for a row at a time.
 *
 * What moves is x, the next x and the codes, so that all depends on having enough of x on its way
 * with few instructions. A warp takes pieces of neighbouring rows, each thread every 32nd of them,
 * and reads a piece's codes as a word a thread, one piece ahead. Mostly all are of one pattern:
 * then an entry of the dictionary, in shared memory, is fetched once for all rows of a thread. Rows
 * of other pieces go through their patterns side by side. Where the dictionary is large, and where
 * rows have no pattern, pieces go row by row.
 *
 * Where rows are laid out in lines, a block walks down a patch of them
 * (solvers/layouts/pattern/walk.h), so that what it reads of x above and below is mostly in its L1
 * cache. */
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/dictionary.cuh"
#include "solvers/layouts/pattern/tiles.cuh"
#include "solvers/layouts/remainder.cuh"

extern "C" {
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/layouts/pattern/walk.h"
}

__device__ inline void prefetch_to_l2(const void *address)
{
#if defined(__CUDA_ARCH__)
    asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#endif
}

/* Returns the same address in global memory, which the compiler cannot take apart: positions are
 * then added to it in two instructions, not four. */
template <class T>
__device__ inline const T *settled(const T *address)
{
#if defined(__CUDA_ARCH__)
    size_t number = __cvta_generic_to_global(address);
    asm("" : "+l"(number));
    address = (const T *)__cvta_global_to_generic(number);
#endif
    return address;
}

template <class real>
struct pattern {
    enum {
        threads = 256,
        resident = sizeof(real) == 8 ? 768 : 1024,
        TOGETHER = WALK_PIECE / 32,
        BLOCK_ROWS = threads * TOGETHER, /* rows that a block takes at a time, ... */
        DOWN = threads / 32,             /* ... from this many lines */
        SHARED_PATTERNS = 128,
        SHARED_ENTRIES = 512
    };
    uint32_t n, readable /* number of readable entries of x */, first_row, count, entries, ahead;
    struct walk walk;
    const uint8_t *narrow;
    const uint16_t *wide;     /* NULL: narrow */
    const owner_mark *owners; /* NULL: each row has an unknown of its own */
    far_dictionary<real> dictionary;
    remainder_rows<real> rest;
    const real *rest_inverse;

    /* A thread takes TOGETHER rows as often as possible, but so that the card is full until the
     * last block. */
    static struct walk walk_for(const struct stored *a)
    {
        const uint32_t most =
                           (uint32_t)((const pattern_options *)layout_options(&a->options))->rows /
                           TOGETHER,
                       at_once = device_multiprocessors() * resident / threads;
        const uint32_t all = a->n ? (a->n - 1) / BLOCK_ROWS + 1 : 1,
                       waves = (all - 1) / (at_once * most) + 1;
        uint32_t turns = (all - 1) / (at_once * waves) + 1;
        struct walk walk = walk_of(a->n, pattern_lines(a)->line, turns * DOWN);
        while (turns < most && walk_patches(&walk) > at_once * waves)
            walk = walk_of(a->n, pattern_lines(a)->line, ++turns * DOWN);
        return walk;
    }

    unsigned blocks(uint32_t) const
    {
        return walk_patches(&walk);
    }

    explicit pattern(const struct stored *a)
        : n(a->n), readable(a->high ? a->high : a->columns), first_row(a->first_row),
          count(pattern_count(a)),
          entries((uint32_t)(a->array[PATTERN_OFFSET].bytes / sizeof(int32_t))),
          ahead(pattern_lines(a)->ahead), walk(walk_for(a)),
          narrow((const uint8_t *)a->array[PATTERN_CODE].data),
          wide(pattern_wide(a) ? (const uint16_t *)a->array[PATTERN_CODE].data : NULL),
          owners(owner_marks(a, PATTERN_OWNERS)),
          dictionary{(const uint32_t *)a->array[PATTERN_START].data,
                     (const int32_t *)a->array[PATTERN_OFFSET].data,
                     (const real *)a->array[PATTERN_VALUE].data,
                     (const real *)a->array[PATTERN_INVERSE].data},
          rest(a, PATTERN_REMAINDER),
          rest_inverse((const real *)a->array[PATTERN_REMAINDER_INVERSE].data)
    {
    }

    __device__ uint32_t code(uint32_t i) const
    {
        return wide ? wide[i] : narrow[i];
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        uint32_t its = code(i);
        if (its < count) {
            row_pattern<real> p = dictionary.pattern(its);
            V sum = {};
            add_alike<4, 1, 0>(dictionary, p, x + owner_of(owners, first_row, i), &sum);
            each(i, p.inverse, sum);
        } else {
            each(i, rest_inverse[rest.index(i)], rest.sum(i, x));
        }
    }

    template <class V, class Each>
    __device__ void row_by_row(const V *x, uint32_t piece, Each each) const
    {
        const uint64_t first = (uint64_t)piece * WALK_PIECE;
#pragma unroll 1
        for (uint64_t i = first + threadIdx.x % 32; i < first + WALK_PIECE && i < n; i += 32)
            one_row((uint32_t)i, x, each);
    }

    template <class V, class Each>
    __device__ void alike(const shared_dictionary<real> &near, uint32_t its, const V *x, uint32_t i,
                          Each each) const
    {
        const auto finish = several<TOGETHER>(each, i, 0);
        row_pattern<real> p = near.pattern(its);
        real inverse[TOGETHER];
        V sum[TOGETHER] = {};
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) inverse[r] = p.inverse;
        /* number of entries at a time, as registers allow */
        enum { CHUNK = sizeof(V) <= 8 ? 4 : 2 };
        add_alike<CHUNK, TOGETHER, 32>(near, p, settled(x + first_row + i), sum);
        finish(inverse, sum);
    }

    /* Adds a piece of several patterns: the rows of a thread go through their entries side by side.
     * now: the codes from codes(). */
    template <class V, class Each>
    __device__ void mixed(const shared_dictionary<real> &near, uint32_t now, const V *x,
                          uint32_t piece, Each each) const
    {
        const uint32_t lane = threadIdx.x % 32, i = piece * WALK_PIECE + lane;
        uint32_t its[TOGETHER];
        row_pattern<real> p[TOGETHER];
        real inverse[TOGETHER];
        V sum[TOGETHER] = {};
        bool known = true;
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) {
            its[r] =
                __shfl_sync(~0u, now, 32 / TOGETHER * r + lane / TOGETHER) >> lane % TOGETHER * 8 &
                0xff;
            known &= its[r] < count;
        }
        if (!__all_sync(~0u, known)) return row_by_row(x, piece, each);
        const auto finish = several<TOGETHER>(each, i, 0);
#pragma unroll
        for (int r = 0; r < TOGETHER; r++) {
            p[r] = near.pattern(its[r]);
            inverse[r] = p[r].inverse;
        }
        if (owners) {
            const V *own[TOGETHER];
#pragma unroll
            for (int r = 0; r < TOGETHER; r++) own[r] = x + owner_of(owners, 0, i + r * 32);
            const auto there = [&](int r, number_word<real> at) { return own[r][at]; };
            add_mixed<TOGETHER>(near, p, there, sum);
        } else {
            const V *own = settled(x + first_row + i);
            const auto there = [=](int r, number_word<real> at) { return own[at + r * 32]; };
            add_mixed<TOGETHER>(near, p, there, sum);
        }
        finish(inverse, sum);
    }

    /* Returns the codes of four rows of a piece; codes of no pattern if the piece is incomplete, or
     * must not be read. */
    __device__ uint32_t codes(uint32_t piece, bool wanted) const
    {
        const uint32_t *word = (const uint32_t *)narrow + threadIdx.x % 32;
        return wanted && piece < n / WALK_PIECE ? __ldcs(word + (uint64_t)piece * 32) : ~0u;
    }

    /* Entries of x to load from memory to L2 ahead of time: those that the rows of a piece are the
     * first of a block to read. Each lane loads one sector. from: this lane's sector for piece 0;
     * pieces: number of pieces that have it. */
    template <class V>
    struct ahead_of {
        enum { SECTOR = 32 / sizeof(V) };
        const V *from;
        uint32_t pieces;

        __device__ ahead_of(const pattern &a, const V *x)
        {
            const uint64_t lane = threadIdx.x % 32, at = lane * SECTOR + a.first_row + a.ahead;
            const bool has_one = a.ahead && lane < WALK_PIECE / SECTOR && at < a.readable;
            from = x + at;
            pieces = has_one ? (a.readable - at - 1) / WALK_PIECE + 1 : 0;
        }

        __device__ void ask(uint32_t piece) const
        {
            if (piece < pieces) prefetch_to_l2(from + (uint64_t)piece * WALK_PIECE);
        }
    };

    /* Copies the dictionary to shared memory, if it is small; all its loads are in flight together.
     */
    __device__ void fetch(dictionary_entry<real> *entry,
                          dictionary_pattern<real> *its_pattern) const
    {
        const uint32_t own = threadIdx.x;
        row_pattern<real> p = {};
        static_assert(SHARED_PATTERNS <= threads, "a pattern a thread");
        if (own < count) p = dictionary.pattern(own);
#pragma unroll 1
        for (uint32_t k = own; k < entries; k += threads) entry[k] = dictionary.entry(k);
        if (own < count)
            its_pattern[own] = dictionary_pattern<real>::made(p.inverse, p.begin, p.end);
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        __shared__ dictionary_entry<real> entry[SHARED_ENTRIES];
        __shared__ dictionary_pattern<real> its_pattern[SHARED_PATTERNS];
        const shared_dictionary<real> near = {entry, its_pattern};
        const bool small = !wide && count <= SHARED_PATTERNS && entries <= SHARED_ENTRIES;
        const ahead_of<V> ahead(*this, x);
        struct walk_place place = walk_from(&walk, block, threadIdx.x / 32);
        uint32_t next_piece = walk_piece(&walk, place), next = codes(next_piece, small);
        if (small) {
            __syncthreads(); /* other rows may still use it */
            fetch(entry, its_pattern);
            __syncthreads();
        }
#pragma unroll 1
        for (uint32_t below = DOWN; below <= walk.lines; below += DOWN) {
            const uint32_t piece = next_piece, now = next, its = __shfl_sync(~0u, now, 0) & 0xff;
            place = walk_down(&walk, place, DOWN);
            next_piece = walk_piece(&walk, place);
            next = codes(next_piece, small && below < walk.lines);
            ahead.ask(next_piece);
            if (!owners && __all_sync(~0u, small && its < count && now == its * 0x01010101u))
                alike(near, its, x, piece * WALK_PIECE + threadIdx.x % 32, each);
            else if (small) mixed(near, now, x, piece, each);
            else row_by_row(x, piece, each);
        }
    }
};

EXPORT_PASSED_SWEEPS(mat_ops_pattern_cuda_f32, mat_ops_pattern_cuda_f64, pattern, tiling)

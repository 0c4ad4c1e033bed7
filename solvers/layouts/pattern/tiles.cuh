/* Several sweeps in one pass over memory (solvers/layouts/pattern/tiles.h), for layout pattern.
 *
 * A block loads a tile of x into shared memory, sweeps there between two vectors, and writes the
 * result of the last sweep back. Warps take pieces of TILE_PIECE neighbouring rows, and each thread
 * every 32nd row of a piece. Mostly all rows of a piece have the same pattern. The warp knows this
 * from loading the rows, and then reads an entry of the dictionary once for all of them. Two blocks
 * share an SM, so that one computes while the other loads. */
#pragma once

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "solvers/cuda/device.h"
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/dictionary.cuh"

extern "C" {
#include "base/memory.h"
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/layouts/pattern/tiles.h"
}

/* Source of a tile; passed to kernels by value. */
template <class real>
struct tile_source {
    struct tiles tiles;
    struct stencil stencil;
    uint32_t n, count, entries;
    const uint8_t *narrow;
    const uint16_t *wide;                     /* NULL: narrow */
    const dictionary_entry<real> *dictionary; /* array PATTERN_TILES: entries, then patterns */

    explicit tile_source(const struct stored *a)
        : tiles(*(const struct tiles *)a->state), stencil(pattern_lines(a)->stencil), n(a->n),
          count(pattern_count(a)), entries(pattern_entries(a)),
          narrow((const uint8_t *)a->array[PATTERN_CODE].data),
          wide(pattern_wide(a) ? (const uint16_t *)a->array[PATTERN_CODE].data : NULL),
          dictionary((const dictionary_entry<real> *)a->array[PATTERN_TILES].data)
    {
    }
};

/* *to = *from, from device to shared memory; done when arrived() returns. */
template <class T>
__device__ inline void send(T *to, const T *from)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile(
        "cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)),
        "l"(from), "n"(sizeof(T))
        : "memory");
#else
    *to = *from;
#endif
}

/* Waits for all that this thread has sent. */
__device__ inline void arrived()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* The tile of a block. Position p of a vector is line p / pitch, column p % pitch. */
template <class real>
struct tile {
    enum { LANE_ROWS = TILE_PIECE / 32, LINES_AT_ONCE = 4, MIXED = -1 };
    const tile_source<real> &from;
    int64_t first;                       /* the row at position 0; below 0 there is no such row */
    uint32_t kept;                       /* number of columns whose results this tile writes */
    uint32_t pieces, column, line, step; /* pieces: pieces of a line; column, line: this thread's
                                            first ones; step: lines to its next line */
    dictionary_entry<real> *entry;       /* entries of the dictionary; the patterns follow them */
    shared_dictionary<real> dictionary;
    real *even, *odd;
    int32_t *code; /* for each piece, line after line: the code of all its rows, or MIXED */

    /* The second vector begins at the first line of the first sweep. */
    __device__ tile(const tile_source<real> &source, void *shared) : from(source)
    {
        const struct tiles &t = from.tiles;
        const struct stencil &stencil = from.stencil;
        uint32_t warp = threadIdx.x / 32, x = blockIdx.x % t.across, y = blockIdx.x / t.across;
        first = ((int64_t)y * t.height - (int64_t)t.sweeps * stencil.up) * stencil.width +
                (int64_t)x * t.columns - (int64_t)t.sweeps * stencil.left;
        kept = min(t.columns, stencil.width - min(stencil.width, x * t.columns));
        pieces = t.pitch / TILE_PIECE;
        column = warp % pieces * TILE_PIECE + threadIdx.x % 32;
        line = warp / pieces;
        step = TILE_THREADS / 32 / pieces;
        entry = (dictionary_entry<real> *)shared;
        dictionary = {entry, (dictionary_pattern<real> *)(entry + from.entries)};
        even = (real *)(dictionary.patterns + from.count) + t.pad;
        real *second = even + (size_t)t.lines * t.pitch + 2 * t.pad;
        odd = second - (size_t)stencil.up * t.pitch;
        code =
            (int32_t *)(second + (size_t)(t.lines - stencil.up - stencil.down) * t.pitch + t.pad);
    }

    /* Returns the row of this thread's first column in a line. */
    __device__ int64_t row(uint32_t line) const
    {
        return first + (int64_t)line * from.stencil.width + column;
    }

    /* Returns the code of a row; from.count if there is no such row. */
    __device__ int32_t code_of(int64_t row) const
    {
        if (row < 0 || row >= from.n) return (int32_t)from.count;
        return from.wide ? from.wide[row] : from.narrow[row];
    }

    /* Sends a line of x. Positions of rows that do not exist keep old content; nobody reads it. */
    __device__ void send_line(const real *x, uint32_t line) const
    {
        real *to = even + line * from.tiles.pitch + column;
        int64_t i = row(line);
#pragma unroll
        for (int r = 0; r < LANE_ROWS; r++)
            if (i + 32 * r >= 0 && i + 32 * r < from.n) send(to + 32 * r, x + i + 32 * r);
    }

    /* Sets the codes of the pieces of lines `line`, `line + step`, ...; all loads are in flight
     * together */
    __device__ void look_at_codes(uint32_t line) const
    {
        int32_t its[LINES_AT_ONCE][LANE_ROWS];
#pragma unroll
        for (int l = 0; l < LINES_AT_ONCE; l++)
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++)
                its[l][r] = code_of(
                    line + l * step < from.tiles.lines ? row(line + l * step) + 32 * r : -1);
#pragma unroll
        for (int l = 0; l < LINES_AT_ONCE; l++) {
            uint32_t at = line + l * step;
            int32_t one = __shfl_sync(~0u, its[l][0], 0);
            bool same = true;
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++) same &= its[l][r] == one;
            same = __all_sync(~0u, same);
            if (at < from.tiles.lines && threadIdx.x % 32 == 0)
                code[at * pieces + column / TILE_PIECE] = same ? one : MIXED;
        }
    }

    /* Loads the tile: sends everything before it waits. */
    __device__ void load(const real *x) const
    {
        for (uint32_t k = threadIdx.x; k < from.entries + from.count; k += TILE_THREADS)
            send(entry + k, from.dictionary + k);
        for (uint32_t at = line; at < from.tiles.lines; at += step) send_line(x, at);
        for (uint32_t at = line; at < from.tiles.lines; at += LINES_AT_ONCE * step)
            look_at_codes(at);
        arrived();
    }

    /* Calls each(r, 1 / A_ii, sum) for this thread's rows column + 32 r of a piece, if there is
     * such a row. */
    template <class Each>
    __device__ void piece(const real *vector, uint32_t line, Each each) const
    {
        const real *own = vector + line * from.tiles.pitch + column;
        int32_t its = code[line * pieces + column / TILE_PIECE];
        if (its == MIXED) return mixed_piece(own, row(line), each);
        if (its >= (int32_t)from.count) return;
        row_pattern<real> p = dictionary.pattern(its);
        real sum[LANE_ROWS] = {};
        add_alike<sizeof(real) == 8 ? 2 : 4, LANE_ROWS, 32>(dictionary, p, own, sum);
#pragma unroll
        for (int r = 0; r < LANE_ROWS; r++) each(r, p.inverse, sum[r]);
    }

    /* The same for a piece of several patterns: the thread's rows go through their entries side by
     * side. */
    template <class Each>
    __device__ void mixed_piece(const real *own, int64_t i, Each each) const
    {
        int32_t its[LANE_ROWS];
        row_pattern<real> p[LANE_ROWS];
        real sum[LANE_ROWS] = {};
#pragma unroll
        for (int r = 0; r < LANE_ROWS; r++) {
            its[r] = code_of(i + 32 * r);
            p[r] = its[r] < (int32_t)from.count ? dictionary.pattern(its[r]) : row_pattern<real>{};
        }
        const auto there = [=](int r, number_word<real> at) { return own[at + r * 32]; };
        add_mixed<LANE_ROWS>(dictionary, p, there, sum);
#pragma unroll
        for (int r = 0; r < LANE_ROWS; r++)
            if (its[r] < (int32_t)from.count) each(r, p[r].inverse, sum[r]);
    }

    /* Sweep s = 1, 2, ..., without the last. In columns that are no longer valid it computes
     * numbers that nobody reads. */
    template <class Next>
    __device__ void sweep(uint32_t s, const Next &next_of, const real *vector, real *next) const
    {
        for (uint32_t at = s * from.stencil.up + line;
             at < from.tiles.lines - s * from.stencil.down; at += step) {
            real *to = next + at * from.tiles.pitch + column;
            const real *old = vector + at * from.tiles.pitch + column;
            int64_t i = row(at);
            piece(vector, at, [&](int r, real inverse, real sum) {
                to[32 * r] =
                    next_of.next(next_of.b_of((uint32_t)i + 32 * r), old[32 * r], inverse, sum);
            });
        }
    }

    /* The last sweep, which writes to memory. Returns whether an entry changed too much. */
    template <class Next, class Fails>
    __device__ bool last_sweep(const Next &next_of, const real *vector, real *next,
                               Fails fails) const
    {
        const uint32_t s = from.tiles.sweeps, lost = s * from.stencil.left;
        bool unsatisfied = false;
        for (uint32_t at = s * from.stencil.up + line;
             at < from.tiles.lines - s * from.stencil.down; at += step) {
            const real *old = vector + at * from.tiles.pitch + column;
            uint32_t i = (uint32_t)row(at);
            piece(vector, at, [&](int r, real inverse, real sum) {
                if (column + 32 * r - lost >= kept) return;
                real value = next_of.next(next_of.b_of(i + 32 * r), old[32 * r], inverse, sum);
                if (!unsatisfied) unsatisfied = fails(old[32 * r], value);
                next[i + 32 * r] = value;
            });
        }
        return unsatisfied;
    }
};

template <class real, enum vote V, class Next>
__global__ void __launch_bounds__(TILE_THREADS, 2)
    tiled_sweeps(tile_source<real> source, Next next_of, const real *x, real *next, real epsilon,
                 bool relative, int *flag, const int *guard)
{
    extern __shared__ double2 tile_memory[];
    if (halted(guard)) return;
    const voting<V, GATHER_IN_WORD> votes(flag);
    tile<real> tile(source, tile_memory);
    const real *now = tile.even;
    real *other = tile.odd;
    tile.load(x);
    for (uint32_t s = 1; s < source.tiles.sweeps; s++) {
        __syncthreads();
        tile.sweep(s, next_of, now, other);
        real *swept = other;
        other = (real *)now;
        now = swept;
    }
    __syncthreads();
    bool unsatisfied = tile.last_sweep(next_of, now, next, [&](real old_value, real value) {
        return flag && !votes.known && fails_test(old_value, value, epsilon, relative);
    });
    votes.cast(unsatisfied);
}

template <class real>
struct tiling {
    template <enum vote V>
    static enum status launch(const struct stored *a, const struct rhs *b, const void *x,
                              void *next, struct test *test)
    {
        tile_source<real> source(a);
        tiled_sweeps<real, V>
            <<<source.tiles.count, TILE_THREADS, source.tiles.bytes, device_stream()>>>(
                source, jacobi_row<real>{{a, b}}, (const real *)x, (real *)next,
                test ? (real)test->epsilon : 0, test && test->criterion == RELATIVE,
                test ? test->flag : NULL, device_guard());
        return device_launched("tiled sweeps");
    }

    /* Makes a pass; omega is 1 */
    static enum status pass(const struct stored *a, const struct rhs *b, void *x, void *next,
                            double omega, struct test *test)
    {
        (void)omega;
        if (a->n == 0) return OK;
        return test && test->vote == VOTE_STORE ? launch<VOTE_STORE>(a, b, x, next, test)
                                                : launch<VOTE_BLOCK>(a, b, x, next, test);
    }

    /* Finds the shared memory for tiles: two blocks share an SM, and the runtime takes 1 KB per
     * block. */
    static enum status look_for_room(struct tile_room *out)
    {
        enum status status = OK;
        int device, block = 0, sm = 0, half;
        cudaFuncAttributes its;
        TRY(device_status(cudaGetDevice(&device), "asking for the GPU"));
        TRY(device_status(
            cudaDeviceGetAttribute(&block, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
            "asking for the shared memory"));
        TRY(device_status(
            cudaDeviceGetAttribute(&sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device),
            "asking for the shared memory"));
        TRY(device_status(
            cudaFuncGetAttributes(&its, tiled_sweeps<real, VOTE_BLOCK, jacobi_row<real>>),
            "asking for the shared memory"));
        half = sm / 2 - 1024 - (int)its.sharedSizeBytes;
        out->bytes = (size_t)(block < half ? block : half);
        out->blocks = 2 * device_multiprocessors();
out:
        return status;
    }

    static enum status allow(const void *kernel, size_t bytes)
    {
        enum status status = OK;
        TRY(device_status(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
            "asking for shared memory"));
        TRY(device_status(cudaFuncSetAttribute(kernel,
                                               cudaFuncAttributePreferredSharedMemoryCarveout,
                                               cudaSharedmemCarveoutMaxShared),
                          "asking for shared memory"));
out:
        return status;
    }

    /* Copies array `index` of a back to the host, to a new array *out. */
    static enum status fetch(const struct stored *a, int index, size_t size, void **out)
    {
        size_t count = a->array[index].bytes / size;
        enum status status = allocate(count, size, "a dictionary", out);
        return status == OK && count ? a->place->get(*out, a->array[index].data, count, size)
                                     : status;
    }

    static dictionary_entry<real> entry_of(const struct stored *a, real value, int64_t offset)
    {
        const struct tiles *t = (const struct tiles *)a->state;
        const struct stencil &stencil = pattern_lines(a)->stencil;
        int64_t line = stencil_line(&stencil, offset);
        return {value, (number_word<real>)(line * t->pitch + offset - line * stencil.width)};
    }

    /* Fills PATTERN_TILES. */
    static enum status put_dictionary(struct stored *a)
    {
        enum status status = OK;
        uint32_t count = pattern_count(a), entries = pattern_entries(a);
        uint32_t *start = NULL;
        int32_t *offset = NULL;
        real *value = NULL, *inverse = NULL;
        dictionary_entry<real> *entry = NULL;
        dictionary_pattern<real> *pattern;
        TRY(fetch(a, PATTERN_START, sizeof *start, (void **)&start));
        TRY(fetch(a, PATTERN_OFFSET, sizeof *offset, (void **)&offset));
        TRY(fetch(a, PATTERN_VALUE, sizeof *value, (void **)&value));
        TRY(fetch(a, PATTERN_INVERSE, sizeof *inverse, (void **)&inverse));
        TRY(allocate_zeroed((size_t)entries + count, sizeof *entry, "a dictionary", &entry));
        pattern = (dictionary_pattern<real> *)(entry + entries);
        for (uint32_t k = 0; k < entries; k++) entry[k] = entry_of(a, value[k], offset[k]);
        for (uint32_t p = 0; p < count; p++)
            pattern[p] = dictionary_pattern<real>::made(inverse[p], start[p], start[p + 1]);
        TRY(a->place->put(a->array[PATTERN_TILES].data, entry,
                          (entries + (size_t)count) * sizeof *entry));
        TRY(a->place->synchronise());
out:
        free(start);
        free(offset);
        free(value);
        free(inverse);
        free(entry);
        return status;
    }

    /* Cuts the matrix into tiles for a card with this room, if a tile fits. */
    static enum status cut(struct stored *a, const struct tile_room *room)
    {
        size_t dictionary = tiles_dictionary(pattern_count(a), pattern_entries(a), a->precision);
        if (tiles_plan(&pattern_lines(a)->stencil, a->n, (uint32_t)a->options.temporal_block,
                       a->precision, dictionary, room, (struct tiles *)a->state))
            return put_dictionary(a);
        snprintf(a->note, sizeof a->note,
                 "temporal_block=%d: one sweep at a time, because no tile fits into %zu bytes of "
                 "shared memory",
                 a->options.temporal_block, room->bytes);
        pattern_lines(a)->stencil.width = a->temporal_block = 0;
        return OK;
    }

    /* upkeep.open: makes the tiles for the present card. */
    static enum status open(struct stored *a)
    {
        enum status status = OK;
        struct tile_room room;
        if (!a->temporal_block) return OK;
        TRY(look_for_room(&room));
        TRY(allocate(1, sizeof(struct tiles), "tiles", &a->state));
        TRY(allow((const void *)tiled_sweeps<real, VOTE_BLOCK, jacobi_row<real>>, room.bytes));
        TRY(allow((const void *)tiled_sweeps<real, VOTE_STORE, jacobi_row<real>>, room.bytes));
        TRY(cut(a, &room));
out:
        return status;
    }

    static void close(struct stored *a)
    {
        free(a->state);
    }
};

/* Several sweeps in one pass over memory (solvers/tiles.h), for layout pattern.
 *
 * A block loads a tile of x into shared memory, where two vectors take turns, and writes what the last sweep makes of it
 * back. Warps take pieces of TILE_PIECE neighbouring rows, each thread every 32nd of them: mostly all are of one
 * pattern, which the warp knows from when it loaded them, so that it fetches an entry of the dictionary once for all.
 * Two blocks share an SM, so that one computes while the other loads. */
#ifndef WARPMARK_SOLVERS_CUDA_TILES_CUH
#define WARPMARK_SOLVERS_CUDA_TILES_CUH

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "solvers/cuda/device.h"
#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "base/memory.h"
#include "solvers/pattern.h"
#include "solvers/tiles.h"
}

/* What a tile is made from; passed to kernels by value. */
template <class real>
struct tile_source {
    struct tiles tiles;
    struct stencil stencil;
    uint32_t n, count, entries;
    const uint8_t *narrow;
    const uint16_t *wide; /* NULL: narrow */
    const uint32_t *start;
    const int32_t *offset;
    const real *value, *inverse;

    explicit tile_source(const struct stored *a)
        : tiles(*(const struct tiles *)a->state), stencil(a->stencil), n(a->n), count(pattern_count(a)),
          entries((uint32_t)(a->array[PATTERN_OFFSET].bytes / sizeof(int32_t))),
          narrow((const uint8_t *)a->array[PATTERN_CODE].data),
          wide(pattern_wide(a) ? (const uint16_t *)a->array[PATTERN_CODE].data : NULL),
          start((const uint32_t *)a->array[PATTERN_START].data),
          offset((const int32_t *)a->array[PATTERN_OFFSET].data),
          value((const real *)a->array[PATTERN_VALUE].data), inverse((const real *)a->array[PATTERN_INVERSE].data)
    {
    }
};

/* An entry of the dictionary; fetched at once. */
template <class real>
struct alignas(2 * sizeof(real)) tile_entry {
    real value;
    int32_t at; /* in a vector of the tile, from the row's own place */
};

/* A block's tile. Position p of a vector is line p / pitch, column p % pitch. */
template <class real>
struct tile {
    enum { LANE_ROWS = TILE_PIECE / 32, LINES_AT_ONCE = 2, MIXED = -1 };
    const tile_source<real> &from;
    int64_t first;                   /* the row at position 0; none where below 0 */
    uint32_t kept;                   /* columns that are this tile's own */
    uint32_t pieces, column, line, step; /* pieces a line; this thread's first column and line, and lines to its next */
    tile_entry<real> *entry;
    real *even, *odd, *inverse;
    uint32_t *start;
    int32_t *code; /* of each piece, line after line: what all its rows have, or MIXED */

    /* The second vector begins where the first sweep's first line is. */
    __device__ tile(const tile_source<real> &source, void *shared) : from(source)
    {
        const struct tiles &t = from.tiles;
        const struct stencil &stencil = from.stencil;
        uint32_t warp = threadIdx.x / 32, x = blockIdx.x % t.across, y = blockIdx.x / t.across;
        first = ((int64_t)y * t.height - (int64_t)t.sweeps * stencil.up) * stencil.width + (int64_t)x * t.columns -
                (int64_t)t.sweeps * stencil.left;
        kept = min(t.columns, stencil.width - min(stencil.width, x * t.columns));
        pieces = t.pitch / TILE_PIECE;
        column = warp % pieces * TILE_PIECE + threadIdx.x % 32;
        line = warp / pieces;
        step = TILE_THREADS / 32 / pieces;
        entry = (tile_entry<real> *)shared;
        even = (real *)(entry + from.entries) + t.pad;
        real *second = even + (size_t)t.lines * t.pitch + 2 * t.pad;
        odd = second - (size_t)stencil.up * t.pitch;
        inverse = second + (size_t)(t.lines - stencil.up - stencil.down) * t.pitch + t.pad;
        start = (uint32_t *)(inverse + from.count);
        code = (int32_t *)(start + from.count + 1);
    }

    __device__ void load_dictionary() const
    {
        for (uint32_t k = threadIdx.x; k < from.entries; k += TILE_THREADS) {
            int64_t width = from.stencil.width, offset = from.offset[k], shifted = offset + width / 2,
                    line = (shifted >= 0 ? shifted : shifted - width + 1) / width;
            entry[k].value = from.value[k];
            entry[k].at = (int32_t)(line * from.tiles.pitch + offset - line * width);
        }
        for (uint32_t k = threadIdx.x; k <= from.count; k += TILE_THREADS) start[k] = from.start[k];
        for (uint32_t k = threadIdx.x; k < from.count; k += TILE_THREADS) inverse[k] = from.inverse[k];
    }

    /* The row of this thread's first column in a line. */
    __device__ int64_t row(uint32_t line) const
    {
        return first + (int64_t)line * from.stencil.width + column;
    }

    /* from.count: there is no such row. */
    __device__ int32_t code_of(int64_t row) const
    {
        if (row < 0 || row >= from.n) return (int32_t)from.count;
        return from.wide ? from.wide[row] : from.narrow[row];
    }

    /* All loads are in flight together. */
    __device__ void load_lines(const real *x, uint32_t line) const
    {
        real value[LINES_AT_ONCE][LANE_ROWS];
        int32_t its[LINES_AT_ONCE][LANE_ROWS];
#pragma unroll
        for (int l = 0; l < LINES_AT_ONCE; l++)
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++) {
                int64_t i = line + l * step < from.tiles.lines ? row(line + l * step) + 32 * r : -1;
                bool there = i >= 0 && i < from.n;
                value[l][r] = there ? __ldcg(x + i) : 0;
                its[l][r] = code_of(there ? i : -1);
            }
#pragma unroll
        for (int l = 0; l < LINES_AT_ONCE; l++) {
            uint32_t at = line + l * step;
            int32_t one = __shfl_sync(~0u, its[l][0], 0);
            bool same = true;
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++) same &= its[l][r] == one;
            same = __all_sync(~0u, same);
            if (at >= from.tiles.lines) continue;
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++) even[at * from.tiles.pitch + column + 32 * r] = value[l][r];
            if (threadIdx.x % 32 == 0) code[at * pieces + column / TILE_PIECE] = same ? one : MIXED;
        }
    }

    __device__ void load(const real *x) const
    {
        load_dictionary();
        for (uint32_t at = line; at < from.tiles.lines; at += LINES_AT_ONCE * step) load_lines(x, at);
    }

    /* each(r, 1 / A_ii, sum) for this thread's row column + 32 r of a piece, where there is such a row. */
    template <class Each>
    __device__ void piece(const real *vector, uint32_t line, Each each) const
    {
        const real *own = vector + line * from.tiles.pitch + column;
        int32_t its = code[line * pieces + column / TILE_PIECE];
        if (its == MIXED) {
            int64_t i = row(line);
#pragma unroll 1
            for (int r = 0; r < LANE_ROWS; r++) {
                its = code_of(i + 32 * r);
                if (its == (int32_t)from.count) continue;
                real sum = 0;
                for (uint32_t k = start[its], end = start[its + 1]; k < end; k++)
                    sum += entry[k].value * own[32 * r + entry[k].at];
                each(r, inverse[its], sum);
            }
        } else if (its < (int32_t)from.count) {
            real sum[LANE_ROWS] = {};
            for (uint32_t k = start[its], end = start[its + 1]; k < end; k++) {
                tile_entry<real> e = entry[k];
#pragma unroll
                for (int r = 0; r < LANE_ROWS; r++) sum[r] += e.value * own[32 * r + e.at];
            }
#pragma unroll
            for (int r = 0; r < LANE_ROWS; r++) each(r, inverse[its], sum[r]);
        }
    }

    /* Sweep s = 1, 2, ... but the last. Of columns that are no longer valid it makes numbers that nobody reads. */
    template <class Next>
    __device__ void sweep(uint32_t s, const Next &next_of, const real *vector, real *next) const
    {
        for (uint32_t at = s * from.stencil.up + line; at < from.tiles.lines - s * from.stencil.down; at += step) {
            real *to = next + at * from.tiles.pitch + column;
            int64_t i = row(at);
            piece(vector, at, [&](int r, real inverse, real sum) {
                to[32 * r] = next_of((uint32_t)i + 32 * r, inverse, sum);
            });
        }
    }

    /* The last sweep, to memory; whether an entry changed too much. */
    template <class Next, class Fails>
    __device__ bool last_sweep(const Next &next_of, const real *vector, real *next, Fails fails) const
    {
        const uint32_t s = from.tiles.sweeps, lost = s * from.stencil.left;
        bool unsatisfied = false;
        for (uint32_t at = s * from.stencil.up + line; at < from.tiles.lines - s * from.stencil.down; at += step) {
            const real *old = vector + at * from.tiles.pitch + column;
            uint32_t i = (uint32_t)row(at);
            piece(vector, at, [&](int r, real inverse, real sum) {
                if (column + 32 * r - lost >= kept) return;
                real value = next_of(i + 32 * r, inverse, sum);
                if (!unsatisfied) unsatisfied = fails(old[32 * r], value);
                next[i + 32 * r] = value;
            });
        }
        return unsatisfied;
    }
};

template <class real, enum vote V, class Next>
__global__ void __launch_bounds__(TILE_THREADS, 2)
    tiled_sweeps(tile_source<real> source, Next next_of, const real *x, real *next, real epsilon, bool relative,
                 int *flag, const int *guard)
{
    extern __shared__ double vectors[];
    if (halted(guard)) return;
    tile<real> tile(source, vectors);
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
        return flag && fails_test(old_value, value, epsilon, relative);
    });
    if (flag) cast_vote<V>(flag, unsatisfied);
}

template <class real>
struct tiling {
    template <enum vote V>
    static enum status launch(const struct stored *a, const void *b, const void *x, void *next, struct test *test)
    {
        tile_source<real> source(a);
        tiled_sweeps<real, V><<<source.tiles.count, TILE_THREADS, source.tiles.bytes, device_stream()>>>(
            source, jacobi_row<real>{(const real *)b}, (const real *)x, (real *)next, test ? (real)test->epsilon : 0,
            test && test->criterion == RELATIVE, test ? test->flag : NULL, device_guard());
        return device_launched("tiled sweeps");
    }

    static enum status pass(const struct stored *a, const void *b, const void *x, void *next, struct test *test)
    {
        if (a->n == 0) return OK;
        return test && test->vote == VOTE_STORE ? launch<VOTE_STORE>(a, b, x, next, test)
                                                : launch<VOTE_BLOCK>(a, b, x, next, test);
    }

    /* Two blocks an SM. The runtime keeps 1 KB a block for itself. */
    static enum status look_for_room(struct tile_room *out)
    {
        enum status status = OK;
        int device, block = 0, sm = 0, sms = 0, half;
        TRY(device_status(cudaGetDevice(&device), "asking for the GPU"));
        TRY(device_status(cudaDeviceGetAttribute(&block, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
                          "asking for the shared memory"));
        TRY(device_status(cudaDeviceGetAttribute(&sm, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device),
                          "asking for the shared memory"));
        TRY(device_status(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device),
                          "asking for the multiprocessors"));
        half = sm / 2 - 1024;
        out->bytes = (size_t)(block < half ? block : half);
        out->blocks = 2 * (uint32_t)sms;
    out:
        return status;
    }

    static enum status allow(const void *kernel, size_t bytes)
    {
        return device_status(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
            "asking for shared memory");
    }

    /* upkeep.open: the tiles, for the card at hand. */
    static enum status open(struct stored *a)
    {
        enum status status = OK;
        struct tile_room room;
        struct tiles *tiles;
        if (!a->stencil.width) return OK;
        TRY(look_for_room(&room));
        TRY(allocate(1, sizeof *tiles, "tiles", &tiles));
        a->state = tiles;
        if (!tiles_plan(&a->stencil, a->n, (uint32_t)a->options.at_once, a->precision,
                        tiles_dictionary(pattern_count(a),
                                         (uint32_t)(a->array[PATTERN_OFFSET].bytes / sizeof(int32_t)), a->precision),
                        &room, tiles)) {
            snprintf(a->note, sizeof a->note,
                     "sweeps=%d: one at a time, as no tile of what rows reach fits into %zu bytes of shared memory",
                     a->options.at_once, room.bytes);
            a->stencil.width = 0;
            goto out;
        }
        TRY(allow((const void *)tiled_sweeps<real, VOTE_BLOCK, jacobi_row<real>>, room.bytes));
        TRY(allow((const void *)tiled_sweeps<real, VOTE_STORE, jacobi_row<real>>, room.bytes));
    out:
        return status;
    }

    static void close(struct stored *a)
    {
        free(a->state);
    }
};

#endif

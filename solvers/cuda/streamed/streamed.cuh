/* The best of choices in one kernel whose warps copy what they read ahead of its use (struct
 * choice_tiles). Warps stay, and each takes tiles in turn. Group starts, row starts and entries of
 * a tile come into shared memory by asynchronous copies, 16 bytes each, while the warp works on the
 * tiles before. So only loads of x wait, and a thread has those of ROWS_IN_FLIGHT rows in flight.
 * Threads sum up the rows, and leave their values in shared memory; then a thread takes an unknown.
 * Warps wait for no other warp. Sums and comparisons are those of best_choices (choices.cuh), in
 * the same order.
 *
 * A tile that is larger than the limits is one unknown; its rows are read where they are.
 *
 * A layout with the constant `choices` has, for this kernel,
 *
 *     enum { stores_reals }                     whether an entry has a number beside its word
 *     const uint32_t *starts() const            of all rows, and their end
 *     const uint32_t *words() const             of all entries
 *     const real *reals() const                 their numbers, if it stores them
 *     uint32_t column(uint32_t word) const
 *     real value_of(uint32_t word, const real *number) const
 *
 * Arrays and vectors begin at multiples of 16 bytes, as the place allocates them. */
#pragma once

#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"
#include "solvers/cuda/row_operations.cuh"

enum {
    STREAM_THREADS = 128,
    STREAM_BLOCKS = 7, /* blocks that an SM must hold: 72 registers each */
    ROWS_IN_FLIGHT = 4,
    PIECE = 16 /* bytes of a copy */
};

/* Returns how the L2 cache treats what is read with this policy: it gives it up first, or as any
 * other data. */
__device__ inline uint64_t cache_policy(bool first_to_go)
{
    uint64_t policy = 0;
#if __CUDA_ARCH__ >= 800
    if (first_to_go) asm volatile("createpolicy.fractional.L2::evict_first.b64 %0;" : "=l"(policy));
    else asm volatile("createpolicy.fractional.L2::evict_normal.b64 %0;" : "=l"(policy));
#endif
    return policy;
}

/* Copies the first `bytes` bytes, 1 to 16, of a piece; the other bytes become 0. Both addresses are
 * multiples of 16. The thread sees the piece once it has waited. */
__device__ inline void copy_ahead(unsigned char *to, const unsigned char *from, uint32_t bytes,
                                  uint64_t policy)
{
#if __CUDA_ARCH__ >= 800
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], 16, %2, %3;" ::"r"(at),
                 "l"(from), "r"(bytes), "l"(policy)
                 : "memory");
#else
    for (uint32_t k = 0; k < PIECE; k++) to[k] = k < bytes ? from[k] : 0;
#endif
}

/* Copies a word, as copy_ahead. */
__device__ inline void copy_word_ahead(uint32_t *to, const uint32_t *from)
{
#if __CUDA_ARCH__ >= 800
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory");
#else
    *to = *from;
#endif
}

/* Ends a group of copies, which may be empty. */
__device__ inline void end_group()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

/* Waits until all of the thread's groups have come, but for the last `left`, from 0 to 2. */
__device__ inline void wait_for_groups(unsigned left)
{
#if __CUDA_ARCH__ >= 800
    if (left == 0) asm volatile("cp.async.wait_group 0;" ::: "memory");
    else if (left == 1) asm volatile("cp.async.wait_group 1;" ::: "memory");
    else asm volatile("cp.async.wait_group 2;" ::: "memory");
#endif
}

/* The number of elements between the last multiple of 16 bytes and element `first`. */
template <class T>
__device__ inline uint32_t before(uint32_t first)
{
    return first % (PIECE / sizeof(T));
}

/* A warp copies elements first .. first + count - 1. Element first goes to the place
 * before<T>(first) elements after `to`. */
template <class T>
__device__ inline void copy_slice(unsigned char *to, const T *from, uint32_t first, uint32_t count,
                                  unsigned lane, uint64_t policy)
{
    const uint32_t skipped = before<T>(first), bytes = (skipped + count) * (uint32_t)sizeof(T);
    const unsigned char *begin = (const unsigned char *)(from + (first - skipped));
#pragma unroll 1
    for (uint32_t k = lane * PIECE; k < bytes; k += 32 * PIECE)
        copy_ahead(to + k, begin + k, bytes - k < PIECE ? bytes - k : PIECE, policy);
}

/* Where the parts of a tile are in a stage, and the stages and values in the shared memory of a
 * warp; in bytes, multiples of 16. */
struct stream_shape {
    unsigned stages;
    bool once;              /* as in struct choice_limits */
    uint32_t rows, entries; /* of a tile, at most */
    uint32_t start_at, word_at, real_at, own_at, marks_at, range_at, stage_bytes;
    uint32_t value_at, warp_bytes;
};

/* A slice may begin anywhere within its first piece. The group starts come first. */
static inline stream_shape shape_of(const struct choice_limits *most, size_t real, bool reals)
{
    stream_shape s = {};
    uint32_t at = 0;
    auto take = [&](uint32_t count, size_t size) {
        const uint32_t begin = at;
        at += (uint32_t)((count * size + 2 * PIECE - 1 - size) / PIECE * PIECE);
        return begin;
    };
    s.stages = most->stages;
    s.once = most->once;
    s.rows = most->rows;
    s.entries = most->entries;
    take(most->unknowns + 1, sizeof(uint32_t));
    s.start_at = take(most->rows + 1, sizeof(uint32_t));
    s.word_at = take(most->entries, sizeof(uint32_t));
    s.real_at = take(reals ? most->entries : 0, real);
    s.own_at = take(most->unknowns, real);
    s.marks_at = take(2, sizeof(uint32_t));
    s.range_at = take(2, sizeof(struct choice_tile));
    s.stage_bytes = at;
    s.value_at = s.stages * s.stage_bytes;
    at = s.value_at;
    take(most->rows, real);
    s.warp_bytes = at;
    return s;
}

/* A tile, and the first unknown, row and entry behind it. */
struct tile_range {
    choice_tile begin, end;

    __device__ uint32_t unknowns() const
    {
        return end.unknown - begin.unknown;
    }

    __device__ uint32_t rows() const
    {
        return end.row - begin.row;
    }

    __device__ uint32_t entries() const
    {
        return end.entry - begin.entry;
    }
};

__device__ inline choice_tile tile_at(const choice_tile *tile, uint64_t k)
{
    const uint4 words = *((const uint4 *)tile + k);
    return {words.x, words.y, words.z, 0};
}

/* A warp with its shared memory. All its threads call its functions. */
template <class L, class real>
struct streaming_warp {
    const L &layout;
    const stream_shape &shape;
    const choice_rows &of;
    const next_row<real> &rhs;
    const real *x;
    bool keeps;
    unsigned lane;
    uint64_t policy; /* of the matrix */
    unsigned char *room;
    real *value; /* of the rows of a tile */

    __device__ streaming_warp(const L &its_layout, const stream_shape &its_shape,
                              const choice_rows &its_choices, const next_row<real> &its_b,
                              const real *its_x, bool rows_keep, unsigned char *its_room)
        : layout(its_layout), shape(its_shape), of(its_choices), rhs(its_b), x(its_x),
          keeps(rows_keep), lane(threadIdx.x % 32), policy(cache_policy(its_shape.once)),
          room(its_room), value((real *)(its_room + its_shape.value_at))
    {
    }

    __device__ bool is_long(const tile_range &tile) const
    {
        return tile.rows() > shape.rows || tile.entries() > shape.entries;
    }

    __device__ unsigned char *stage(unsigned k) const
    {
        return room + k * shape.stage_bytes;
    }

    /* Begins to bring a tile; own: with the numbers of x of its unknowns. */
    __device__ void fetch(unsigned k, const tile_range &tile, bool own) const
    {
        unsigned char *to = stage(k);
        const uint32_t row = tile.begin.row, entry = tile.begin.entry;
        auto copy = [&](uint32_t at, const auto *from, uint32_t first, uint32_t count) {
            copy_slice(to + at, from, first, count, lane, policy);
        };
        if (lane == 0) *(tile_range *)(to + shape.range_at) = tile;
        copy(0, of.group, tile.begin.unknown, tile.unknowns() + 1);
        if (own)
            copy_slice(to + shape.own_at, x, tile.begin.unknown, tile.unknowns(), lane,
                       cache_policy(false));
        if (is_long(tile)) return;
        copy(shape.start_at, layout.starts(), row, tile.rows() + 1);
        copy(shape.word_at, layout.words(), entry, tile.entries());
        if (L::stores_reals) copy(shape.real_at, layout.reals(), entry, tile.entries());
        if (lane < 2 && rhs.marks)
            copy_word_ahead((uint32_t *)(to + shape.marks_at) + lane,
                            rhs.marks + (rhs.first_row + row) / (GROUP_ENTRIES * GROUPS_A_WORD) +
                                lane);
    }

    /* Bit k: whether the k-th group after that of row `row` has numbers of b that are not 0. */
    __device__ uint32_t marks_of(const unsigned char *at_stage, uint32_t row) const
    {
        const uint32_t *marks = (const uint32_t *)(at_stage + shape.marks_at);
        if (!rhs.b || !rhs.marks) return rhs.b ? ~0u : 0;
        return groups_from((uint64_t)marks[1] << 32 | marks[0], rhs.first_row + row);
    }

    /* value[c] = the value of row c of the tile, without what stays, for rows c, c + 32, ... of the
     * tile, ROWS_IN_FLIGHT of them */
    __device__ void sum_rows(const unsigned char *at_stage, const tile_range &tile,
                             uint32_t c) const
    {
        const uint32_t row = tile.begin.row, entry = tile.begin.entry;
        const uint32_t *start =
                           (const uint32_t *)(at_stage + shape.start_at) + before<uint32_t>(row),
                       *word =
                           (const uint32_t *)(at_stage + shape.word_at) + before<uint32_t>(entry);
        const real *number = (const real *)(at_stage + shape.real_at) + before<real>(entry);
        const uint32_t marks = marks_of(at_stage, row),
                       group = ((rhs.first_row + row) % GROUP_ENTRIES + c) / GROUP_ENTRIES;
        uint32_t at[ROWS_IN_FLIGHT], end[ROWS_IN_FLIGHT];
        real b[ROWS_IN_FLIGHT], sum[ROWS_IN_FLIGHT] = {};
        bool more = false;
#pragma unroll
        for (int r = 0; r < ROWS_IN_FLIGHT; r++) {
            const bool there = c + 32 * r < tile.rows();
            at[r] = there ? start[c + 32 * r] - entry : 0;
            end[r] = there ? start[c + 32 * r + 1] - entry : 0;
            b[r] = there && marks >> (group + r) & 1 ? rhs.b[row + c + 32 * r] : 0;
            more |= at[r] < end[r];
        }
#pragma unroll 1
        while (more) {
            real a[ROWS_IN_FLIGHT], xs[ROWS_IN_FLIGHT];
#pragma unroll
            for (int r = 0; r < ROWS_IN_FLIGHT; r++)
                if (at[r] < end[r]) {
                    const uint32_t its = word[at[r]];
                    xs[r] = x[layout.column(its)];
                    a[r] = layout.value_of(its, number + at[r]);
                }
            more = false;
#pragma unroll
            for (int r = 0; r < ROWS_IN_FLIGHT; r++) {
                if (at[r] < end[r]) sum[r] += a[r] * xs[r];
                at[r]++;
                more |= at[r] < end[r];
            }
        }
#pragma unroll
        for (int r = 0; r < ROWS_IN_FLIGHT; r++)
            if (c + 32 * r < tile.rows())
                value[c + 32 * r] = of_sum(row + c + 32 * r, b[r] - sum[r]);
    }

    /* Returns the value of a row, without what stays, from b - sum. */
    __device__ real of_sum(uint32_t row, real y) const
    {
        return keeps ? y * layout.inverse_of(row) : y;
    }

    /* value[k] = the value of row `row` + k, for count rows, which are read where they are. */
    __device__ void sum_far_rows(uint32_t row, uint32_t count) const
    {
#pragma unroll 1
        for (uint32_t k = lane; k < count; k += 32) {
            real sum = 0;
#pragma unroll 1
            for (uint32_t e = layout.begin(row + k), end = layout.end(row + k); e < end; e++) {
                uint32_t column;
                const real a = layout.entry(e, &column);
                sum += a * x[column];
            }
            value[k] = of_sum(row + k, rhs.b_of(row + k) - sum);
        }
    }

    /* The best of an unknown so far. */
    struct best_row {
        real value;
        uint32_t at; /* the row */
        bool found;
    };

    /* Takes rows `row` .. `row` + count - 1, with these values. */
    __device__ void take(const real *values, uint32_t row, uint32_t count, real own,
                         best_row &best) const
    {
#pragma unroll 1
        for (uint32_t k = 0; k < count; k++) {
            const real y = choice_value((const real *)of.stay, row + k, values[k], own);
            if (best.found && (of.largest ? !(y > best.value) : !(y < best.value))) continue;
            best = {y, row + k, true};
        }
    }

    /* The rows of the one unknown of a long tile go through `value` in parts. */
    __device__ best_row best_of_long(const tile_range &tile, real own) const
    {
        best_row best = {0, tile.begin.row, false};
        for (uint32_t row = tile.begin.row, count; row < tile.end.row; row += count) {
            count = tile.end.row - row < shape.rows ? tile.end.row - row : shape.rows;
            sum_far_rows(row, count);
            __syncwarp();
            if (lane == 0) take(value, row, count, own, best);
            __syncwarp();
        }
        return best;
    }

    /* Calls each(i, own, best) for the unknowns of a tile; own: x_i, if it was brought. */
    template <class Each>
    __device__ void work(unsigned k, bool own, Each &&each) const
    {
        const unsigned char *from = stage(k);
        const tile_range tile = *(const tile_range *)(from + shape.range_at);
        const uint32_t first = tile.begin.unknown, row = tile.begin.row, count = tile.unknowns();
        const uint32_t *group = (const uint32_t *)from + before<uint32_t>(first);
        const real *owns = (const real *)(from + shape.own_at) + before<real>(first);
        if (is_long(tile)) {
            const real its = own ? owns[0] : 0;
            const best_row best = best_of_long(tile, its);
            if (lane == 0) each(first, its, best);
            return;
        }
#pragma unroll 1
        for (uint32_t c = lane; c < tile.rows(); c += 32 * ROWS_IN_FLIGHT) sum_rows(from, tile, c);
        __syncwarp();
#pragma unroll 1
        for (uint32_t u = lane; u < count; u += 32) {
            const real its = own ? owns[u] : 0;
            best_row best = {0, group[u], false};
            take(value + (group[u] - row), group[u], group[u + 1] - group[u], its, best);
            each(first + u, its, best);
        }
    }
};

template <class L, enum vote V, class real>
__global__ void __launch_bounds__(STREAM_THREADS, STREAM_BLOCKS)
    streamed_choices(L layout, stream_shape shape, struct choice_rows of, uint32_t count,
                     const choice_tile *tiles, bool keeps, next_row<real> rhs, const real *x,
                     real *next, uint32_t *row, real epsilon, bool relative, int *flag,
                     const int *guard)
{
    extern __shared__ __align__(16) unsigned char room[];
    const uint32_t of_block = STREAM_THREADS / 32, own = threadIdx.x / 32;
    const uint64_t first = (uint64_t)blockIdx.x * of_block + own,
                   warps = (uint64_t)gridDim.x * of_block;
    uint64_t ahead = first; /* the tile that is fetched next, which `coming` describes */
    tile_range coming = {};
    auto look_ahead = [&] {
        if (ahead < count) coming = {tile_at(tiles, ahead), tile_at(tiles, ahead + 1)};
    };
    look_ahead();
    if (halted(guard)) return; /* loaded together with the tile */
    const voting<V, GATHER_IN_WORD> votes(flag);
    const streaming_warp<L, real> warp(layout, shape, of, rhs, x, keeps,
                                       room + own * shape.warp_bytes);
    bool tested = flag && !__any_sync(~0u, votes.known), unsatisfied = false;
    auto fetch_next = [&](unsigned stage) {
        if (ahead < count) warp.fetch(stage, coming, tested || of.stay);
        end_group();
        ahead += warps;
        look_ahead();
    };
    for (unsigned k = 0; k + 1 < shape.stages; k++) fetch_next(k);
    unsigned stage = 0, spare = shape.stages - 1;
#pragma unroll 1
    for (uint64_t t = first; t < count; t += warps) {
        wait_for_groups(shape.stages - 2);
        __syncwarp(); /* all threads see the tile, and have left the one before */
        fetch_next(spare);
        warp.work(stage, tested || of.stay, [&](uint32_t i, real was, const auto &best) {
            if (row) row[i] = best.at;
            store_past_l1(next + i, best.value);
            if (tested) unsatisfied |= fails_test(was, best.value, epsilon, relative);
        });
        if (tested) tested = !__any_sync(~0u, unsatisfied);
        spare = stage;
        stage = stage + 1 == shape.stages ? 0 : stage + 1;
    }
    votes.cast(unsatisfied);
}

/* Finds how many blocks of a kernel the selected GPU can hold, with so many bytes of shared memory
 * each. */
template <class Kernel>
static enum status stream_capacity(Kernel *kernel, size_t bytes, unsigned *blocks)
{
    int each = 0;
    MUST(
        device_status(cudaFuncSetAttribute((const void *)kernel,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
                      "asking for shared memory"));
    MUST(device_status(cudaFuncSetAttribute((const void *)kernel,
                                            cudaFuncAttributePreferredSharedMemoryCarveout,
                                            cudaSharedmemCarveoutMaxShared),
                       "asking for shared memory"));
    MUST(device_status(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, (const void *)kernel,
                                                                     STREAM_THREADS, bytes),
                       "asking how many blocks fit"));
    *blocks = device_multiprocessors() * (unsigned)each;
    return each ? OK : fail(ERROR_UNSUPPORTED, "tiles of %zu bytes do not fit on this GPU", bytes);
}

/* mat_ops.best with of->tiles */
template <class L, class real>
static enum status streamed_best(const struct stored *a, const struct rhs *b,
                                 const struct choice_rows *of, const void *x, void *next,
                                 uint32_t *row, struct test *test)
{
    const struct choice_tiles *tiles = of->tiles;
    const stream_shape shape = shape_of(&tiles->most, sizeof(real), L::stores_reals);
    const uint32_t warps = STREAM_THREADS / 32, wanted = tiles->count / warps + 1;
    const size_t bytes = (size_t)warps * shape.warp_bytes;
    auto *kernel = test && test->vote == VOTE_STORE ? streamed_choices<L, VOTE_STORE, real>
                                                    : streamed_choices<L, VOTE_BLOCK, real>;
    unsigned blocks;
    if (shape.rows > CHOICE_ROWS || shape.stages < 2 || shape.stages > 4)
        return fail(ERROR_INPUT, "tiles of %u rows in %u stages are not for this kernel",
                    shape.rows, shape.stages);
    MUST(stream_capacity(kernel, bytes, &blocks));
    if (blocks > wanted) blocks = wanted;
    kernel<<<blocks, STREAM_THREADS, bytes, device_stream()>>>(
        L(a), shape, *of, tiles->count, tiles->tile, a->keeps, next_row<real>(a, b),
        (const real *)x, (real *)next, row, test ? (real)test->epsilon : 0,
        test && test->criterion == RELATIVE, test ? test->flag : NULL, device_guard());
    return device_launched("best of choices in tiles");
}

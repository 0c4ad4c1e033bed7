/* Walks through rows that are stored level by level (solvers/schedule.h), for sweeps in place and
 * triangular solves. One launch takes a part of the levels. Its blocks share the rows of a level, a
 * run of neighbouring rows each, and meet after it.
 *
 * The time of a level is almost only latency. Nothing but the entries of x depends on the level
 * before. So a block copies the entries of its rows of the next level into shared memory while it
 * computes this level and meets the others; and a thread loads what else its next row needs. The
 * bounds of a level come three levels ahead, those of its entries two.
 *
 * A struct of rows R has
 *
 *   number                  type of x and of sums
 *   value                   type of stored values; no_value: words tell them
 *   const uint32_t *row     n + 1 starts of rows, by level; row[n] is `entries`
 *   const uint32_t *word    a word for each entry, in the order of the sum
 *   const value *val        a value for each entry
 *   number *x               n results, by level
 *   work                    what a row needs beside its entries and x
 *   uint32_t early(uint32_t i)     an index that begin reads by; it is loaded one level before
 *   work begin(uint32_t i, uint32_t early)
 *   number first(work)      the sum before the first entry
 *   number add(number sum, uint32_t word, const value *val, number x)
 *   uint32_t column(uint32_t word)
 *   bool finish(uint32_t i, work, number sum, bool known)
 *
 * finish writes x[i]. It returns `known`, or, if that is false, whether the row fails the test. */
#pragma once

#include <cuda_pipeline_primitives.h>

#include <type_traits>

#include "solvers/cuda/cluster.cuh"
#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/grid.cuh"

extern "C" {
#include "solvers/schedule.h"
}

enum {
    WALK_ALONE = 1024,   /* threads of a block that works alone, at most */
    WALK_TOGETHER = 768, /* threads of each of several blocks: they have more registers */
    WALK_ENTRIES = 6144, /* entries of a level that a block copies, at most */
    WALK_PIECE = 4       /* entries: copies begin at a multiple of them, so of 16 bytes */
};

struct no_value {
};

/* Numbers at .. end - 1: rows of a level, or entries of rows. */
struct walk_span {
    uint32_t at, end;
};

/* The levels of a part, from the last to the first if it descends. */
struct part_levels {
    const uint32_t *start;
    uint32_t first, count;
    bool descending;

    /* Returns the rows of the k-th level; none behind the last. */
    __device__ walk_span level(uint32_t k) const
    {
        if (k >= count) return {0, 0};
        const uint32_t l = first + (descending ? count - 1 - k : k);
        return {start[l], start[l + 1]};
    }
};

/* Returns the rows of a level that this block takes: whole warps of them. */
__device__ inline walk_span walk_share(const walk_span &level)
{
    const uint32_t rows = level.end - level.at, most = rows / gridDim.x + (rows % gridDim.x != 0);
    const uint64_t each = ((uint64_t)most + 31) / 32 * 32, at = level.at + each * blockIdx.x,
                   end = at + each;
    return {at < level.end ? (uint32_t)at : level.end, end < level.end ? (uint32_t)end : level.end};
}

extern __shared__ __align__(16) unsigned char walk_memory[];

/* Shared memory for entries of two levels in turn, `room` entries each. */
template <class value>
struct walk_memory_of {
    uint32_t room;

    __device__ value *val(uint32_t k) const
    {
        return (value *)walk_memory + (k % 2 ? room : 0);
    }

    __device__ uint32_t *word(uint32_t k) const
    {
        const uint32_t size = std::is_same<value, no_value>::value ? 0 : sizeof(value);
        return (uint32_t *)(walk_memory + 2 * room * size) + (k % 2 ? room : 0);
    }
};

/* Begins to copy elements at .. end - 1 to `to`, as far as `size` elements exist. at: a multiple of
 * WALK_PIECE */
template <class T>
__device__ inline void copy_begin(T *to, const T *from, uint32_t at, uint32_t end, uint32_t size)
{
    enum { EACH = 16 / sizeof(T) };
    for (uint64_t k = at + (uint64_t)threadIdx.x * EACH; k < end; k += blockDim.x * EACH) {
        if (k + EACH <= size) __pipeline_memcpy_async(to + (k - at), from + k, 16);
        else
            for (uint64_t j = k; j < size; j++) to[j - at] = from[j];
    }
}

/* Begins to copy the entries of the k-th level, the first ones if there is not room for all.
 * Returns those that are copied, from a multiple of WALK_PIECE on. */
template <class R>
__device__ inline walk_span copy_entries(const R &rows, const walk_span &span, uint32_t k,
                                         const walk_memory_of<typename R::value> &memory)
{
    const uint32_t at = span.at / WALK_PIECE * WALK_PIECE,
                   end = span.end - at < memory.room ? span.end : at + memory.room;
    copy_begin(memory.word(k), rows.word, at, end, rows.entries);
    if constexpr (!std::is_same<typename R::value, no_value>::value)
        copy_begin(memory.val(k), rows.val, at, end, rows.entries);
    __pipeline_commit();
    return {at, end};
}

/* Returns the sum of a row with these entries. All requests for x of AHEAD entries come before the
 * first addition. */
template <uint32_t AHEAD, class R>
__device__ inline typename R::number walk_sum(const R &rows, const uint32_t *word,
                                              const typename R::value *val, uint32_t count,
                                              typename R::number sum)
{
    const typename R::number *x = rows.x;
    for (uint32_t k = 0; k < count; k += AHEAD) {
        const uint32_t left = count - k;
        typename R::number of_column[AHEAD];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (j < left) of_column[j] = x[rows.column(word[k + j])];
#pragma unroll
        for (uint32_t j = 0; j < AHEAD; j++)
            if (j < left) sum = rows.add(sum, word[k + j], val + k + j, of_column[j]);
    }
    return sum;
}

/* A row of a thread: its entries, and its work. */
template <class R>
struct walk_row {
    walk_span entries;
    typename R::work work;

    __device__ void load(const R &rows, uint32_t i, uint32_t early)
    {
        entries = {rows.row[i], rows.row[i + 1]};
        work = rows.begin(i, early);
    }

    /* Takes the row, of the k-th level. copied: entries that are in shared memory */
    template <uint32_t AHEAD>
    __device__ bool take(const R &rows, uint32_t i, uint32_t k, const walk_span &copied,
                         const walk_memory_of<typename R::value> &memory, bool known) const
    {
        const uint32_t count = entries.end - entries.at, at = entries.at - copied.at;
        typename R::number sum = rows.first(work);
        if (entries.end <= copied.end)
            sum = walk_sum<AHEAD>(rows, memory.word(k) + at, memory.val(k) + at, count, sum);
        else sum = walk_sum<AHEAD>(rows, rows.word + entries.at, rows.val + entries.at, count, sum);
        return rows.finish(i, work, sum, known);
    }
};

/* The barrier after the k-th level, in two halves. After the second one the copies of all threads
 * of the block are there, if each thread has waited for its own before it. */
struct walk_team {
    enum level_team team;
    grid_word *word;

    __device__ void arrive(uint32_t k) const
    {
        if (team == TEAM_CLUSTER) cluster_arrive();
        if (team != TEAM_GRID) return;
        __syncthreads();
        if (threadIdx.x == 0) grid_arrive(word, k, false);
    }

    __device__ void await(uint32_t k) const
    {
        if (team == TEAM_CLUSTER) cluster_await();
        if (team == TEAM_GRID && threadIdx.x == 0) grid_await(word, k);
        __syncthreads();
    }
};

/* Returns the entries of these rows. */
template <class R>
__device__ inline walk_span entries_of(const R &rows, const walk_span &share)
{
    if (share.at >= share.end) return {0, 0};
    return {rows.row[share.at], rows.row[share.end]};
}

/* Returns rows.early of this thread's first row, if it has one. */
template <class R>
__device__ inline uint32_t early_of(const R &rows, const walk_span &share)
{
    return share.at + threadIdx.x < share.end ? rows.early(share.at + threadIdx.x) : 0;
}

/* room: entries of one copy, a multiple of WALK_PIECE; there are two. */
template <class R, enum vote V, int THREADS>
__global__ void __launch_bounds__(THREADS, 1) walk_part(R rows, part_levels levels, walk_team team,
                                                        uint32_t room, int *flag, const int *guard)
{
    enum { AHEAD = THREADS == WALK_ALONE ? 4 : 8 };
    if (halted(guard)) return;
    const voting<V> votes(flag);
    bool unsatisfied = votes.known;
    const walk_memory_of<typename R::value> memory = {room};
    walk_span share = walk_share(levels.level(0)), next = walk_share(levels.level(1)),
              level = levels.level(2), entries = entries_of(rows, next),
              copied = copy_entries(rows, entries_of(rows, share), 0, memory);
    walk_row<R> row = {}, next_row = {};
    uint32_t early = early_of(rows, next);
    if (share.at + threadIdx.x < share.end)
        row.load(rows, share.at + threadIdx.x, early_of(rows, share));
    __pipeline_wait_prior(0);
    __syncthreads();
    for (uint32_t k = 0;; k++) {
        const walk_span after = walk_share(level), after_entries = entries_of(rows, after),
                        next_copied = copy_entries(rows, entries, k + 1, memory);
        const uint32_t after_early = early_of(rows, after);
        level = levels.level(k + 3);
        if (next.at + threadIdx.x < next.end) next_row.load(rows, next.at + threadIdx.x, early);
        for (uint64_t i = share.at + (uint64_t)threadIdx.x; i < share.end; i += blockDim.x) {
            if (i >= share.at + (uint64_t)blockDim.x)
                row.load(rows, (uint32_t)i, rows.early((uint32_t)i));
            unsatisfied =
                row.template take<AHEAD>(rows, (uint32_t)i, k, copied, memory, unsatisfied);
        }
        if (k + 1 == levels.count) break;
        team.arrive(k);
        __pipeline_wait_prior(0);
        team.await(k);
        share = next;
        next = after;
        entries = after_entries;
        early = after_early;
        copied = next_copied;
        row = next_row;
    }
    votes.cast(unsatisfied);
}

/* Shared memory of a launch: entries of a level, and bytes for two levels. */
struct walk_room {
    uint32_t entries;
    size_t bytes;
};

/* Returns the threads of each of so many blocks that take a part. */
static inline int walk_threads(const struct schedule_part *part, unsigned blocks, int most)
{
    const uint64_t each = ((uint64_t)part->widest + blocks - 1) / blocks;
    return each < (uint64_t)most ? (int)((each + 31) / 32 * 32) : most;
}

/* Finds how many entries of this size fit into the shared memory that a block can have, and allows
 * the kernel to have it. */
static inline enum status walk_find_room(const void *kernel, size_t entry, struct walk_room *room)
{
    enum { SPARE = 1024 }; /* bytes for the kernel's own variables */
    int device = 0, most = 0;
    MUST(device_status(cudaGetDevice(&device), "asking for the device"));
    MUST(device_status(
        cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
        "reading the device's properties"));
    room->entries = (uint32_t)((most - SPARE) / (2 * entry)) / WALK_PIECE * WALK_PIECE;
    if (room->entries > WALK_ENTRIES) room->entries = WALK_ENTRIES;
    room->bytes = 2 * room->entries * entry;
    return device_status(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)room->bytes),
        "asking for shared memory");
}

/* One walk. start: of all levels, in device memory; flag: of the test, or NULL. */
template <class R>
struct level_walk {
    R rows;
    const uint32_t *start;
    bool descending;
    int *flag;

    part_levels levels_of(const struct schedule_part *part) const
    {
        return {start, part->first, part->end - part->first, descending};
    }

    /* Returns the bytes of an entry in shared memory. */
    static size_t entry()
    {
        typedef typename R::value value;
        return sizeof(uint32_t) + (std::is_same<value, no_value>::value ? 0 : sizeof(value));
    }
};

template <class R, enum vote V>
static enum status walk_by_block(const level_walk<R> &w, const struct schedule_part *part)
{
    const auto kernel = walk_part<R, V, WALK_ALONE>;
    const walk_team team = {TEAM_BLOCK, NULL};
    struct walk_room room;
    MUST(walk_find_room((const void *)kernel, w.entry(), &room));
    kernel<<<1, walk_threads(part, 1, WALK_ALONE), room.bytes, device_stream()>>>(
        w.rows, w.levels_of(part), team, room.entries, w.flag, device_guard());
    return device_launched("a walk through levels");
}

/* Takes a part with one block on each multiprocessor, at most `most`, and at most one for each 32
 * rows of the widest level. */
template <class R, enum vote V>
static enum status walk_by_grid(const level_walk<R> &w, const struct schedule_part *part,
                                unsigned most)
{
    const auto kernel = walk_part<R, V, WALK_TOGETHER>;
    walk_team team = {TEAM_GRID, NULL};
    struct walk_room room;
    unsigned blocks = (unsigned)(((uint64_t)part->widest + 31) / 32), fit = 0;
    MUST(walk_find_room((const void *)kernel, w.entry(), &room));
    MUST(grid_capacity(kernel, WALK_TOGETHER, &fit, room.bytes));
    if (blocks > most) blocks = most;
    if (blocks > fit) blocks = fit;
    if (part->end - part->first > 1) MUST(grid_word_cleared(&team.word));
    return grid_launch(kernel, blocks, walk_threads(part, blocks, WALK_TOGETHER), room.bytes,
                       w.rows, w.levels_of(part), team, room.entries, w.flag, device_guard());
}

/* Takes a part with one cluster; with as many blocks of a grid if the card has no clusters. */
template <class R, enum vote V>
static enum status walk_by_cluster(const level_walk<R> &w, const struct schedule_part *part)
{
    const auto kernel = walk_part<R, V, WALK_TOGETHER>;
    const walk_team team = {TEAM_CLUSTER, NULL};
    struct walk_room room;
    unsigned blocks = 0;
    MUST(walk_find_room((const void *)kernel, w.entry(), &room));
    MUST(cluster_capacity((const void *)kernel, WALK_TOGETHER, room.bytes, &blocks));
    if (blocks == 0) return walk_by_grid<R, V>(w, part, CLUSTER_MOST);
    return cluster_launch(kernel, blocks, walk_threads(part, blocks, WALK_TOGETHER), room.bytes,
                          w.rows, w.levels_of(part), team, room.entries, w.flag, device_guard());
}

/* Enqueues a walk through all levels. */
template <class R, enum vote V>
static enum status walk_levels(const level_walk<R> &w, const struct schedule_part *parts,
                               uint32_t nparts)
{
    for (uint32_t k = 0; k < nparts; k++) {
        const struct schedule_part *part = parts + (w.descending ? nparts - 1 - k : k);
        if (part->team == TEAM_BLOCK) MUST((walk_by_block<R, V>(w, part)));
        if (part->team == TEAM_CLUSTER) MUST((walk_by_cluster<R, V>(w, part)));
        if (part->team == TEAM_GRID) MUST((walk_by_grid<R, V>(w, part, device_multiprocessors())));
    }
    return OK;
}

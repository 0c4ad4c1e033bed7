/* Many sweeps in one kernel (loop=resident): a sweep of a small system takes less time than the
 * launch of a kernel.
 *
 * A thread keeps its rows in registers from sweep to sweep, so that a sweep waits only for entries
 * of x and for a barrier. The memory that holds x depends on n:
 *
 *   block    up to BLOCK_ROWS rows: both vectors in shared memory
 *   cluster  up to CLUSTER_ROWS rows, where the card has clusters: each of eight blocks has its
 *            rows' entries of both vectors in shared memory, and reads the others' there
 *   grid     above: device memory, as many blocks as the card holds; each thread holds one row,
 *            and further rows are read in each sweep
 *
 * On one SM, instructions take most of the time of a sweep of a thousand rows. So the inner loop
 * has no branches and computes no addresses. */
#pragma once

#include "solvers/cuda/burst.cuh"
#include "solvers/cuda/cluster.cuh"
#include "solvers/cuda/grid.cuh"
#include "solvers/cuda/register_rows.cuh"

enum {
    STAY_THREADS = 640, /* maximum of a block: the rows of more threads do not fit into the
                           registers */
    STAY_EACH = 2,      /* rows of a thread; their loads are in flight together */
    BLOCK_ROWS = STAY_EACH * STAY_THREADS,
    CLUSTER_ROWS = CLUSTER_BLOCKS * BLOCK_ROWS,
    GRID_THREADS = 512 /* threads of a block; each has one row, so that many SMs share the rows */
};

/* Returns where a thread's rows begin in the vectors of its block; its rows are 32 apart. */
template <unsigned EACH>
__device__ inline uint32_t first_of_thread()
{
    return threadIdx.x / 32 * 32 * EACH + threadIdx.x % 32;
}

template <class L, class real, class Next>
__global__ void __launch_bounds__(STAY_THREADS)
    block_sweeps(L layout, Next next_of, real *x, real *next, burst_rules<real> rules)
{
    __shared__ real vectors[2][BLOCK_ROWS + 1];
    register_row<L, real, uint32_t, 4, true> row[STAY_EACH];
    auto locate = [](uint32_t j) { return j * (uint32_t)sizeof(real); };
    const uint32_t first = first_of_thread<STAY_EACH>();
    if (threadIdx.x < 2) vectors[threadIdx.x][BLOCK_ROWS] = 0;
#pragma unroll
    for (unsigned r = 0; r < STAY_EACH; r++) {
        uint32_t i = first + 32 * r;
        row[r].hold(layout, next_of, x, i, locate, locate(BLOCK_ROWS));
        vectors[0][i] = row[r].old;
    }
    __syncthreads();
    many_sweeps(
        rules, threadIdx.x == 0,
        [&](auto parity, bool tested) {
            constexpr bool odd = decltype(parity)::value;
            const char *from = (const char *)vectors[odd];
            real value[STAY_EACH];
            next_values(
                row, layout, next_of, locate,
                [&](uint32_t at) { return *(const real *)(from + at); }, value);
#pragma unroll
            for (unsigned r = 0; r < STAY_EACH; r++) vectors[!odd][first + 32 * r] = value[r];
            return replace_values(row, value, tested, rules);
        },
        [](unsigned, bool fails) { return __syncthreads_or(fails); });
#pragma unroll
    for (unsigned r = 0; r < STAY_EACH; r++) rules.look_at(row[r].old);
    for (uint32_t i = threadIdx.x; i < layout.n; i += blockDim.x) {
        x[i] = vectors[0][i];
        next[i] = vectors[1][i];
    }
}

/* Sweeps by a cluster; block k has rows k * each and on. A block that found an unsatisfied row
 * writes this to every block. There are three words for it, because one block may be a sweep ahead
 * of the word that another block is reading; the third word is cleared meanwhile. */
template <class L, class real, class Next>
__global__ void __launch_bounds__(STAY_THREADS)
    cluster_sweeps(L layout, Next next_of, real *x, real *next, burst_rules<real> rules,
                   uint32_t each)
{
    enum { STRIDE = BLOCK_ROWS + 1 };
    __shared__ real vectors[2][STRIDE];
    __shared__ int votes[3];
    const uint32_t me = threadIdx.x, mine = first_of_thread<STAY_EACH>(), first = blockIdx.x * each,
                   end = min(first + each, layout.n);
    auto locate = [&](uint32_t j) { return cluster_address(&vectors[0][j % each], j / each); };
    register_row<L, real, uint32_t, 8, true> row[STAY_EACH];
    if (me < 2) vectors[me][BLOCK_ROWS] = 0;
    if (me < 3) votes[me] = 0;
#pragma unroll
    for (unsigned r = 0; r < STAY_EACH; r++) {
        uint32_t at = mine + 32 * r;
        row[r].hold(layout, next_of, x, first + at < end ? first + at : layout.n, locate,
                    cluster_address(&vectors[0][BLOCK_ROWS], blockIdx.x));
        vectors[0][at] = row[r].old;
    }
    cluster_wait();
    many_sweeps(
        rules, blockIdx.x == 0 && me == 0,
        [&](auto parity, bool tested) {
            constexpr bool odd = decltype(parity)::value;
            real value[STAY_EACH];
            auto entry_at = [](uint32_t at) {
                real entry;
                cluster_read<odd ? STRIDE *(int)sizeof(real) : 0>(at, &entry);
                return entry;
            };
            next_values(row, layout, next_of, locate, entry_at, value);
#pragma unroll
            for (unsigned r = 0; r < STAY_EACH; r++) vectors[!odd][mine + 32 * r] = value[r];
            return replace_values(row, value, tested, rules);
        },
        [&](unsigned k, bool fails) {
            if (__syncthreads_or(fails) && me < CLUSTER_BLOCKS)
                *cluster_shared(&votes[k % 3], me) = 1;
            cluster_wait();
            bool unsatisfied = votes[k % 3];
            if (me == 0) votes[(k + 2) % 3] = 0;
            return unsatisfied;
        });
#pragma unroll
    for (unsigned r = 0; r < STAY_EACH; r++) rules.look_at(row[r].old);
    for (uint32_t at = me; first + at < end; at += blockDim.x) {
        x[first + at] = vectors[0][at];
        next[first + at] = vectors[1][at];
    }
    cluster_wait(); /* no block may leave while another one may still write its votes */
}

/* Sweeps by a grid. Thread i of the grid holds row i; rows beyond the number of threads are read in
 * each sweep. */
template <class L, class real, class Next>
__global__ void __launch_bounds__(GRID_THREADS, 1)
    grid_sweeps(L layout, Next next_of, real *even_x, real *odd_x, burst_rules<real> rules,
                grid_word *word)
{
    const uint32_t first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
    auto locate = [](uint32_t j) { return j; };
    register_row<L, real, uint32_t, 8, false> row[1];
    row[0].hold(layout, next_of, even_x, first, locate, 0);
    const unsigned done = many_sweeps(
        rules, first == 0,
        [&](auto parity, bool tested) {
            constexpr bool odd = decltype(parity)::value;
            const real *from = odd ? odd_x : even_x;
            real *to = odd ? even_x : odd_x, value[1];
            next_values(
                row, layout, next_of, locate, [&](uint32_t j) { return from[j]; }, value);
            if (first < layout.n) to[first] = value[0];
            bool fails = replace_values(row, value, tested, rules);
            for (uint64_t i = (uint64_t)first + stride; i < layout.n; i += stride)
                layout.one_row((uint32_t)i, from, [&](uint32_t at, real inverse, real sum) {
                    real value = next_of.next(next_of.b_of(at), from[at], inverse, sum);
                    to[at] = value;
                    if (!fails) fails = fails_test(from[at], value, rules.epsilon, rules.relative);
                });
            return fails;
        },
        [&](unsigned k, bool fails) { return grid_vote(word, k, fails); });
    rules.look_at(row[0].old);
    const real *last = done % 2 ? odd_x : even_x;
    for (uint64_t i = (uint64_t)first + stride; i < layout.n; i += stride) rules.look_at(last[i]);
}

/* Returns the threads per block if so many blocks share n rows. */
static inline int stay_threads(uint32_t n, unsigned blocks)
{
    uint32_t lanes = STAY_EACH * 32 * blocks;
    return (int)((n + (uint64_t)lanes - 1) / lanes) * 32;
}

template <class L, class real, class Next>
static enum status resident_block(const L &layout, const Next &next_of, real *x, real *next,
                                  const burst_rules<real> &rules)
{
    block_sweeps<L, real, Next>
        <<<1, stay_threads(layout.n, 1), 0, device_stream()>>>(layout, next_of, x, next, rules);
    return device_launched("resident sweeps");
}

template <class L, class real, class Next>
static enum status resident_cluster(const L &layout, const Next &next_of, real *x, real *next,
                                    const burst_rules<real> &rules)
{
    uint32_t each = (layout.n + CLUSTER_BLOCKS - 1) / CLUSTER_BLOCKS;
    return cluster_launch(cluster_sweeps<L, real, Next>, CLUSTER_BLOCKS,
                          stay_threads(layout.n, CLUSTER_BLOCKS), 0, layout, next_of, x, next,
                          rules, each);
}

template <class L, class real, class Next>
static enum status resident_grid(const L &layout, const Next &next_of, real *x, real *next,
                                 const burst_rules<real> &rules)
{
    enum status status = OK;
    unsigned most = 0, blocks = (unsigned)((layout.n + (uint64_t)GRID_THREADS - 1) / GRID_THREADS);
    grid_word *word;
    TRY(grid_capacity(grid_sweeps<L, real, Next>, GRID_THREADS, &most));
    TRY(grid_word_cleared(&word));
    TRY(grid_launch(grid_sweeps<L, real, Next>, blocks < most ? blocks : most, GRID_THREADS, 0,
                    layout, next_of, x, next, rules, word));
out:
    return status;
}

/* Sweeps as test->burst says; layout.n > 0. */
template <class L, class real, class Next>
static enum status resident_sweeps(const L &layout, const Next &next_of, real *x, real *next,
                                   const struct test *test)
{
    enum status status = OK;
    burst_rules<real> rules(test);
    bool clusters = false;
    if (layout.n <= BLOCK_ROWS) return resident_block(layout, next_of, x, next, rules);
    TRY(clusters_are_there(&clusters));
    if (clusters && layout.n <= CLUSTER_ROWS)
        return resident_cluster(layout, next_of, x, next, rules);
    return resident_grid(layout, next_of, x, next, rules);
out:
    return status;
}

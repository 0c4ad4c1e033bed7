/* Many sweeps by one kernel (loop=resident): a small system is done in less than it takes to launch one.
 *
 * Up to RESIDENT_ROWS rows, one block has both vectors in shared memory, and its barrier is all that a sweep waits for.
 * Above, as many blocks as the card holds keep them in device memory and meet at a barrier of the grid. */
#ifndef WARPMARK_SOLVERS_CUDA_RESIDENT_CUH
#define WARPMARK_SOLVERS_CUDA_RESIDENT_CUH

#include "solvers/cuda/grid.cuh"
#include "solvers/cuda/resident.h"
#include "solvers/cuda/test.cuh"

enum { BLOCK_THREADS = 1024, GRID_THREADS = 512, RESIDENT_ROWS = 8192 };

/* What the kernels need to know of a burst and its test. */
template <class real>
struct burst_rules {
    unsigned sweeps, check;
    bool test_last, relative;
    real epsilon;
    unsigned *done;
    int *votes;

    explicit burst_rules(const struct test *test)
        : sweeps(test->burst->sweeps), check(test->burst->check), test_last(test->burst->test_last),
          relative(test->criterion == RELATIVE), epsilon((real)test->epsilon), done(test->burst->done),
          votes(test->burst->votes)
    {
    }

    /* Whether sweep k = 1, 2, ... is tested. */
    __device__ bool tests(unsigned k) const
    {
        return k % check == 0 || (test_last && k == sweeps);
    }

    __device__ void report(unsigned k, bool unsatisfied) const
    {
        *done = k;
        *votes = unsatisfied ? TEST_UNSATISFIED : 0;
    }
};

/* Rows first, first + stride, ... of one sweep; whether the solve must go on as far as these can tell. */
template <class L, class real, class Next>
__device__ inline bool some_rows(const L &layout, const Next &next_of, const real *x, real *next, bool tested,
                                 const burst_rules<real> &rules, uint32_t first, uint32_t stride)
{
    bool unsatisfied = !tested;
    for (uint64_t i = first; i < layout.n; i += stride)
        layout.one_row((uint32_t)i, x, [&](uint32_t at, real inverse, real sum) {
            real value = next_of(at, inverse, sum);
            if (!unsatisfied) unsatisfied = fails_test(x[at], value, rules.epsilon, rules.relative);
            next[at] = value;
        });
    return unsatisfied;
}

template <class L, class real, class Next>
__global__ void __launch_bounds__(BLOCK_THREADS)
    block_sweeps(L layout, Next next_of, real *x, real *next, burst_rules<real> rules)
{
    extern __shared__ double vectors[];
    real *even = (real *)vectors, *odd = even + layout.n;
    for (uint32_t i = threadIdx.x; i < layout.n; i += blockDim.x) even[i] = x[i];
    unsigned k = 0;
    bool unsatisfied = true;
    for (__syncthreads(); unsatisfied && k < rules.sweeps;) {
        real *from = k % 2 ? odd : even, *to = k % 2 ? even : odd;
        k++;
        unsatisfied = __syncthreads_or(
            some_rows(layout, next_of.at(from), from, to, rules.tests(k), rules, threadIdx.x, blockDim.x));
    }
    for (uint32_t i = threadIdx.x; i < layout.n; i += blockDim.x) {
        x[i] = even[i];
        next[i] = odd[i];
    }
    if (threadIdx.x == 0) rules.report(k, unsatisfied);
}

template <class L, class real, class Next>
__global__ void __launch_bounds__(GRID_THREADS)
    grid_sweeps(L layout, Next next_of, real *even, real *odd, burst_rules<real> rules, grid_word *word)
{
    unsigned k = 0;
    bool unsatisfied = true;
    while (unsatisfied && k < rules.sweeps) {
        real *from = k % 2 ? odd : even, *to = k % 2 ? even : odd;
        k++;
        unsatisfied = grid_vote(word, k,
                                some_rows(layout, next_of.at(from), from, to, rules.tests(k), rules,
                                          blockIdx.x * blockDim.x + threadIdx.x, gridDim.x * blockDim.x));
    }
    if (threadIdx.x == 0 && blockIdx.x == 0) rules.report(k, unsatisfied);
}

template <class L, class real, class Next>
static enum status resident_block(const L &layout, const Next &next_of, real *x, real *next,
                                  const burst_rules<real> &rules)
{
    enum status status = OK;
    size_t bytes = 2 * layout.n * sizeof(real);
    int threads = layout.n < BLOCK_THREADS ? (int)(layout.n + 31) / 32 * 32 : BLOCK_THREADS;
    TRY(device_status(cudaFuncSetAttribute((const void *)block_sweeps<L, real, Next>,
                                           cudaFuncAttributeMaxDynamicSharedMemorySize,
                                           2 * RESIDENT_ROWS * (int)sizeof(real)),
                      "asking for shared memory"));
    block_sweeps<L, real, Next><<<1, threads ? threads : 32, bytes, device_stream()>>>(layout, next_of, x, next, rules);
    TRY(device_launched("resident sweeps"));
out:
    return status;
}

template <class L, class real, class Next>
static enum status resident_grid(const L &layout, const Next &next_of, real *x, real *next,
                                 const burst_rules<real> &rules, grid_word *word)
{
    enum status status = OK;
    unsigned most = 0, blocks = (unsigned)((layout.n + (uint64_t)GRID_THREADS - 1) / GRID_THREADS);
    TRY(grid_capacity(grid_sweeps<L, real, Next>, GRID_THREADS, &most));
    TRY(device_status(cudaMemsetAsync(word, 0, sizeof *word, device_stream()), "clearing"));
    TRY(grid_launch(grid_sweeps<L, real, Next>, blocks < most ? blocks : most, GRID_THREADS, layout, next_of, x, next,
                    rules, word));
out:
    return status;
}

/* As test->burst says. */
template <class L, class real, class Next>
static enum status resident_sweeps(const L &layout, const Next &next_of, real *x, real *next, const struct test *test)
{
    burst_rules<real> rules(test);
    if (layout.n <= RESIDENT_ROWS) return resident_block(layout, next_of, x, next, rules);
    return resident_grid(layout, next_of, x, next, rules, (grid_word *)test->burst->meeting);
}

#endif

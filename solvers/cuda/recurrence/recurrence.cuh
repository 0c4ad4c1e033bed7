/* BiCGStab in one kernel (loop=resident): mat_ops.recurrence for a layout whose rows a thread can
 * read entry by entry (sweeps.cuh). Each thread keeps its rows; where it keeps what:
 *
 *   kernel    rows, up to            Y and Z, and what is added up    entries of A in registers
 *   block     1,280                  shared memory                    4 a row
 *   cluster   10,240 or 20,480       shared memory of 8 or 16 blocks  4 a row
 *   grid      1,536 a multiprocessor device memory, in L2             8 with one row a thread, else
 * 4
 *
 * Other vectors are in registers, further entries are read in each product. The vectors are in
 * device memory between two calls, the scalars in memory of the host. */
#pragma once

#include "solvers/cuda/recurrence/iterations.cuh"

enum recurrence_kind { IN_BLOCK, IN_CLUSTER, IN_GRID };

/* Runs a call in a space, and measures its time. */
template <bool CHECKED, class Space, class L, class real>
__device__ inline void recur(Space &space, const L &layout, const recurrence_rules<real> &rules,
                             recurrence_scalars &scalars)
{
    recurrence_thread<Space, L, real, CHECKED> thread(space, layout, rules, scalars);
    if (space.reports()) rules.report->began = nanoseconds();
    thread.run();
    if (space.reports()) rules.report->ended = nanoseconds();
}

template <bool CHECKED, class L, class real>
__global__ void __launch_bounds__(STAY_THREADS, 1)
    block_recurrence(L layout, recurrence_rules<real> rules)
{
    __shared__ block_memory<real> memory;
    __shared__ recurrence_scalars scalars;
    block_space<real> space(memory, layout.n);
    recur<CHECKED>(space, layout, rules, scalars);
}

template <bool CHECKED, class L, class real>
__global__ void __launch_bounds__(STAY_THREADS, 1)
    cluster_recurrence(L layout, recurrence_rules<real> rules, uint32_t each)
{
    __shared__ cluster_memory<real> memory;
    __shared__ recurrence_scalars scalars;
    cluster_space<real> space(memory, layout.n, each);
    recur<CHECKED>(space, layout, rules, scalars);
    cluster_wait(); /* no block may leave while another one may still write to it */
}

template <bool CHECKED, unsigned EACH, class L, class real>
__global__ void __launch_bounds__(GRID_THREADS, 1)
    grid_recurrence(L layout, recurrence_rules<real> rules, uint32_t each, grid_word *word,
                    double *sums)
{
    __shared__ grid_memory memory;
    __shared__ recurrence_scalars scalars;
    grid_space<real, EACH> space(memory, layout.n, each, rules.y, rules.z, word, sums);
    recur<CHECKED>(space, layout, rules, scalars);
}

/* The rows of a block if `blocks` blocks share n rows: whole parts. */
static inline uint32_t rows_of_block(uint32_t n, unsigned blocks)
{
    const uint64_t parts = ((uint64_t)n + PART_ROWS - 1) / PART_ROWS;
    return (uint32_t)((parts + blocks - 1) / blocks) * PART_ROWS;
}

/* The threads of a block if each of them has `rows` of its rows. */
static inline int threads_of_block(uint32_t each, unsigned rows)
{
    return (int)((each + 32 * rows - 1) / (32 * rows)) * 32;
}

template <class L, class real>
struct recurrence_of {
    typedef recurrence_rules<real> rules;

    template <bool CHECKED>
    static enum status choose(uint32_t n, struct recurrence *how)
    {
        unsigned most = 0, three = 0;
        how->kind = IN_BLOCK;
        how->blocks = 1;
        how->each = BLOCK_ROWS;
        if (n <= BLOCK_ROWS) return OK;
        MUST(cluster_capacity((const void *)cluster_recurrence<CHECKED, L, real>, STAY_THREADS, 0,
                              &how->blocks));
        how->kind = IN_CLUSTER;
        how->each = how->blocks ? rows_of_block(n, how->blocks) : 0;
        if (how->blocks && how->each <= BLOCK_ROWS) return OK;
        MUST(grid_capacity(grid_recurrence<CHECKED, 1, L, real>, GRID_THREADS, &most));
        MUST(grid_capacity(grid_recurrence<CHECKED, GRID_EACH, L, real>, GRID_THREADS, &three));
        if (most > three) most = three;
        if (most > device_multiprocessors()) most = device_multiprocessors();
        if (most > GRID_BLOCKS) most = GRID_BLOCKS;
        how->kind = IN_GRID;
        how->each = most ? rows_of_block(n, most) : 0;
        if (!most || how->each > GRID_EACH * GRID_THREADS)
            return fail(ERROR_UNSUPPORTED,
                        "loop=resident: bicgstab keeps up to %u rows in this GPU, and here are %u: "
                        "use loop=%s",
                        most * GRID_EACH * GRID_THREADS, n, CHECKED ? "host" : "graph");
        how->blocks = (n + how->each - 1) / how->each;
        return OK;
    }

    static enum status open(const struct stored *a, struct recurrence *how)
    {
        const uint32_t n = (uint32_t)a->n;
        MUST(how->checked ? choose<true>(n, how) : choose<false>(n, how));
        return device_status(cudaMallocHost((void **)&how->state, sizeof *how->state),
                             "allocating pinned memory");
    }

    static void close(struct recurrence *how)
    {
        if (how->state) cudaFreeHost(how->state);
        how->state = NULL;
    }

    template <bool CHECKED, unsigned EACH>
    static enum status launch_grid(const L &layout, const rules &its, const struct recurrence *how)
    {
        grid_word *word;
        MUST(grid_word_cleared(&word));
        return grid_launch(grid_recurrence<CHECKED, EACH, L, real>, how->blocks,
                           threads_of_block(how->each, EACH), 0, layout, its, how->each, word,
                           device_sums()->part);
    }

    template <bool CHECKED>
    static enum status launch(const L &layout, const rules &its, const struct recurrence *how)
    {
        if (how->kind == IN_BLOCK) {
            block_recurrence<CHECKED, L, real>
                <<<1, threads_of_block(layout.n, STAY_EACH), 0, device_stream()>>>(layout, its);
            return device_launched("resident iterations");
        }
        if (how->kind == IN_CLUSTER)
            return cluster_launch(cluster_recurrence<CHECKED, L, real>, how->blocks,
                                  threads_of_block(how->each, STAY_EACH), 0, layout, its,
                                  how->each);
        return how->each <= GRID_THREADS ? launch_grid<CHECKED, 1>(layout, its, how)
                                         : launch_grid<CHECKED, GRID_EACH>(layout, its, how);
    }

    static enum status run(const struct stored *a, const struct recurrence *how,
                           const struct test *test)
    {
        const L layout(a);
        const rules its(how, test);
        return how->checked ? launch<true>(layout, its, how) : launch<false>(layout, its, how);
    }

    static constexpr struct recurrence_ops ops = {open, close, run};
};

/* For use with sweeps.cuh. */
#define EXPORT_RECURRING_SWEEPS(f32, f64, L)                                          \
    EXPORT_SWEEPS_OF(f32, L, float, {}, NULL, (&recurrence_of<L<float>, float>::ops)) \
    EXPORT_SWEEPS_OF(f64, L, double, {}, NULL, (&recurrence_of<L<double>, double>::ops))

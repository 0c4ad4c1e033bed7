/* A cycle over the last levels in one launch, by one cluster of blocks, or by one block if the card
 * has no clusters. It has a barrier after each operation of solvers/multilevel/cycle.c. */
#include "solvers/cuda/cluster.cuh"
#include "solvers/cuda/levels/eliminate.cuh"
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/map.cuh"

enum { TAIL_MOST = 16, BEFORE = 1, BEHIND = 2, INSTEAD = 8 /* as in solvers/multilevel/cycle.c */ };

struct tail_levels {
    struct level at[TAIL_MOST];
    int last;
};

/* Work of one thread of the team; all threads make the same steps. */
template <bool clustered>
struct tail_walk {
    const struct level *list;
    int last;
    double omega, *dense;
    uint32_t rank, size; /* number of the thread in the team, and threads of the team */
    unsigned swapped;    /* bit k: x and next of level k are swapped */

    __device__ void wait() const
    {
        if (clustered) cluster_wait();
        else __syncthreads();
    }

    __device__ struct level level(int k) const
    {
        struct level a = list[k];
        if (swapped >> k & 1) {
            a.x = list[k].next;
            a.next = list[k].x;
        }
        return a;
    }

    __device__ void smooth(int k, int times)
    {
        for (int t = 0; t < times; t++) {
            const struct level a = level(k);
            const int lanes = lanes_for(a.n, a.nnz);
            for (uint32_t first = 0; first < a.n; first += size >> lanes) {
                const uint32_t i = first + (rank >> lanes), lane = rank & ((1u << lanes) - 1);
                double sum = i < a.n ? row_part(a, i, lane, lanes) : 0;
                sum = lanes_sum(sum, lanes);
                if (i < a.n && lane == 0) relax(a, i, sum, omega);
            }
            swapped ^= 1u << k;
            wait();
        }
    }

    __device__ void weigh(const struct level &a, const struct level &c) const
    {
        const int lanes = lanes_for(c.n, a.n);
        for (uint32_t first = 0; first < c.n; first += size >> lanes)
            weigh_by(a, c, first + (rank >> lanes), rank & ((1u << lanes) - 1), lanes);
        wait();
    }

    __device__ void multiply(const struct level &a, const struct level &c) const
    {
        for (uint64_t v = WORDS_AT_ONCE * (rank / 32); v <= a.nnz / 32;
             v += WORDS_AT_ONCE * (size / 32))
            multiply_words(a, c, v, rank % 32);
        if (a.b) sum_inner(a, c);
        wait();
    }

    __device__ void sum_inner(const struct level &a, const struct level &c) const
    {
        for (uint32_t J = rank / 32; J < c.n; J += size / 32) {
            const double sum = inner_part(a, J, rank % 32, WARP);
            if (rank % 32 == 0) c.diag[J] = sum;
        }
    }

    __device__ void sum_columns(const struct level &c) const
    {
        const int lanes = lanes_for(c.n, c.nnz);
        for (uint32_t first = 0; first < c.n; first += size >> lanes) {
            const uint32_t J = first + (rank >> lanes), lane = rank & ((1u << lanes) - 1);
            double sum = J < c.n ? column_part(c, J, lane, lanes) : 0;
            sum = lanes_sum(sum, lanes);
            if (J < c.n && lane == 0) c.diag[J] = sum;
        }
        wait();
    }

    __device__ void go_down(int k)
    {
        smooth(k, BEFORE);
        const struct level a = level(k), c = level(k + 1);
        weigh(a, c);
        multiply(a, c);
        if (!a.b) sum_columns(c);
    }

    __device__ void go_up(int k)
    {
        const struct level a = level(k), c = level(k + 1);
        for (uint32_t i = rank; i < a.n; i += size) a.x[i] = a.next[i] * c.x[a.aggregate[i]];
        wait();
        smooth(k, BEHIND);
    }

    __device__ void solve_last()
    {
        const struct level a = level(last);
        if (a.n > LEVEL_COARSEST) return smooth(last, BEFORE + INSTEAD + BEHIND);
        if (rank < ELIMINATE_THREADS) eliminate_by_block(a, dense);
        wait();
    }

    __device__ void walk()
    {
        for (int k = 0; k < last; k++) go_down(k);
        solve_last();
        for (int k = last; k-- > 0;) go_up(k);
        if (!(swapped & 1)) return;
        for (uint32_t i = rank; i < list[0].n; i += size) list[0].x[i] = list[0].next[i];
    }
};

template <bool clustered>
__global__ static void __launch_bounds__(ELIMINATE_THREADS)
    cycle_tail(tail_levels levels, double omega, double *dense, const int *guard)
{
    __shared__ struct level list[TAIL_MOST];
    if (halted(guard)) return;
    if (threadIdx.x < TAIL_MOST) list[threadIdx.x] = levels.at[threadIdx.x];
    __syncthreads();
    tail_walk<clustered> walk = {list,
                                 levels.last,
                                 omega,
                                 dense,
                                 blockIdx.x * ELIMINATE_THREADS + threadIdx.x,
                                 gridDim.x * ELIMINATE_THREADS,
                                 0};
    walk.walk();
}

enum status cuda_tail(const struct level *level, int count, double omega, double *dense)
{
    bool clustered = false;
    tail_levels levels = {};
    if (count > TAIL_MOST)
        return fail(ERROR_UNSUPPORTED, "a tail has %d levels at most, not %d", TAIL_MOST, count);
    for (int k = 0; k < count; k++) levels.at[k] = level[k];
    levels.last = count - 1;
    MUST(clusters_are_there(&clustered));
    if (clustered)
        return cluster_launch(cycle_tail<true>, CLUSTER_BLOCKS, ELIMINATE_THREADS, 0, levels, omega,
                              dense, device_guard());
    cycle_tail<false><<<1, ELIMINATE_THREADS, 0, device_stream()>>>(levels, omega, dense,
                                                                     device_guard());
    return device_launched("a cycle over the last levels");
}

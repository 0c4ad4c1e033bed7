/* Exact solution of the coarsest level. */
#include "solvers/cuda/levels/eliminate.cuh"
#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/levels.h"

__global__ static void __launch_bounds__(ELIMINATE_THREADS)
    eliminate(struct level a, double *dense, const int *guard)
{
    if (!halted(guard)) eliminate_by_block(a, dense);
}

enum status cuda_eliminate(const struct level *level, double *dense)
{
    eliminate<<<1, ELIMINATE_THREADS, 0, device_stream()>>>(*level, dense, device_guard());
    return device_launched("eliminating");
}

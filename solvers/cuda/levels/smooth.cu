/* Damped Jacobi sweeps on coarse levels; the number of threads per row follows the mean number of
 * entries. */
#include <float.h>

#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/levels.h"
#include "solvers/cuda/levels/rows.cuh"

enum { LONG = 16 /* entries per thread */ };

enum status cuda_smooth(const struct level *level, double omega)
{
    const struct level a = *level;
    const int lanes = lanes_for(a.n, a.nnz);
    return for_balanced(
        a.n, lanes, "smoothing",
        [=] __device__(uint64_t i, uint32_t lane) {
            const bool light = i < a.n && a.row[i + 1] - a.row[i] <= (uint64_t)LONG << lanes;
            double sum = light ? row_part(a, (uint32_t)i, lane, lanes) : 0;
            sum = lanes_sum(sum, lanes);
            if (light && lane == 0) relax(a, (uint32_t)i, sum, omega);
            return light;
        },
        [=] __device__(uint64_t i, uint32_t lane) {
            const double sum = lanes_sum(row_part(a, (uint32_t)i, lane, WARP), WARP);
            if (lane == 0) relax(a, (uint32_t)i, sum, omega);
        });
}

enum status cuda_damp(const struct level *level, double omega, double *damped)
{
    const struct level a = *level;
    return for_each(a.n, "damping", [=] __device__(uint64_t i) {
        damped[i] = a.diag[i] > 0 ? a.diag[i] / omega : DBL_MAX;
    });
}

#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/ellpack/ellpack.h"

template <class real>
struct ellpack {
    enum { threads = 256 };
    uint32_t n, width;
    const uint32_t *col;
    const real *val, *inverse;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit ellpack(const struct stored *a)
        : n(a->n), width((uint32_t)(a->array[ELLPACK_COL].bytes / sizeof *col / (a->n ? a->n : 1))),
          col((const uint32_t *)a->array[ELLPACK_COL].data),
          val((const real *)a->array[ELLPACK_VAL].data),
          inverse((const real *)a->array[ELLPACK_INVERSE].data)
    {
    }

    template <class Each>
    __device__ void one_row(uint32_t i, const real *x, Each each) const
    {
        real sum = 0;
        for (uint32_t k = 0; k < width; k++) {
            const size_t at = (size_t)k * n + i;
            if (col[at] == i) break;
            sum += val[at] * x[col[at]];
        }
        each(i, inverse[i], sum);
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *x, Each each) const
    {
        const uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i < n) one_row((uint32_t)i, x, each);
    }
};

EXPORT_SWEEPS(mat_ops_ellpack_cuda_f32, mat_ops_ellpack_cuda_f64, ellpack)

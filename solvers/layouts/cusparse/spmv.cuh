/* The rows of cusparse and cusparse_sell, whose sums the library has computed. */
#pragma once

#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "solvers/layouts/cusparse/spmv.h"
}

template <class real>
struct spmv_rows {
    enum { threads = 256, brief = true };
    uint32_t n;
    const real *inverse, *sum;
    const struct stored *stored; /* on the host */

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit spmv_rows(const struct stored *a)
        : n(a->n), inverse((const real *)a->array[SPMV_INVERSE].data),
          sum((const real *)a->array[SPMV_SUM].data), stored(a)
    {
    }

    enum status prepare(const real *x) const
    {
        return spmv_multiply(stored, x);
    }

    template <class Each>
    __device__ void rows(uint32_t block, const real *, Each each) const
    {
        uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i < n) each((uint32_t)i, inverse[i], sum[i]);
    }
};

/* Modified sparse rows, one thread per row: the kernel of SPIN 2009 and GRAPHITE 2012. */
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/msr/msr.h"

template <class real>
struct msr {
    enum { threads = 256, choices = true };
    uint32_t n;
    const uint32_t *row, *col;
    const real *val, *inverse;

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    explicit msr(const struct stored *a)
        : n(a->n), row((const uint32_t *)a->array[MSR_ROW].data),
          col((const uint32_t *)a->array[MSR_COL].data), val((const real *)a->array[MSR_VAL].data),
          inverse((const real *)a->array[MSR_INVERSE].data)
    {
    }

    __device__ uint32_t begin(uint32_t i) const
    {
        return row[i];
    }

    __device__ uint32_t end(uint32_t i) const
    {
        return row[i + 1];
    }

    __device__ real entry(uint32_t k, uint32_t *column) const
    {
        *column = col[k];
        return val[k];
    }

    __device__ real inverse_of(uint32_t i) const
    {
        return inverse[i];
    }

    template <class V, class Each>
    __device__ void one_row(uint32_t i, const V *x, Each each) const
    {
        V sum = {};
        for (uint32_t k = row[i], end = row[i + 1]; k < end; k++) sum += val[k] * x[col[k]];
        each(i, inverse[i], sum);
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        uint64_t i = (uint64_t)block * threads + threadIdx.x;
        if (i < n) one_row((uint32_t)i, x, each);
    }
};

EXPORT_SWEEPS(mat_ops_msr_cuda_f32, mat_ops_msr_cuda_f64, msr)

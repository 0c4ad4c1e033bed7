/* Modified sparse rows, one thread per row: the kernel of SPIN 2009 and GRAPHITE 2012. */
#include "solvers/cuda/level_order/sweep.cuh"
#include "solvers/cuda/recurrence/recurrence.cuh"
#include "solvers/cuda/sweeps.cuh"
#include "solvers/layouts/msr/msr.h"

template <class real>
struct msr {
    typedef real value;
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

    __host__ __device__ const uint32_t *words() const
    {
        return col;
    }

    __device__ real value_of(uint32_t, const real *number) const
    {
        return *number;
    }

    __device__ real inverse_of(uint32_t i) const
    {
        return inverse[i];
    }

    const real *values() const
    {
        return val;
    }

    __device__ uint32_t column(uint32_t word) const
    {
        return word;
    }

    __device__ uint32_t diagonal(uint32_t i) const
    {
        return i;
    }

    __device__ real inverse_at(uint32_t i) const
    {
        return inverse[i];
    }

    static enum status sweep_by_level(const struct stored *a, const real *b, real *x,
                                      bool descending, const struct test *test)
    {
        return level_sweep<msr, real>(a, b, x, descending, test);
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

EXPORT_RECURRING_SWEEPS(mat_ops_msr_cuda_f32, mat_ops_msr_cuda_f64, msr)

/* The row operations of a layout on CUDA. A layout's file defines
 *
 *   template <class real> struct L                          its arrays, typed; passed to kernels by value
 *     L(const struct stored *)
 *     uint32_t n
 *     template <class Each> __device__ void rows(const real *x, Each each)
 *
 * where rows() calls each(i, inverse, sum) once for every row i of the matrix over the whole grid: inverse is 1 / A_ii,
 * sum the off-diagonal part of (A x)_i. static unsigned blocks(n) and the constant `threads` are its launch. It ends
 * with EXPORT_SWEEPS(layout, L). An operation is one functor. */
#ifndef WARPMARK_SOLVERS_CUDA_SWEEPS_CUH
#define WARPMARK_SOLVERS_CUDA_SWEEPS_CUH

#include "solvers/cuda/device.h"
#include "solvers/cuda/test.cuh"

template <class real>
struct apply_row {
    const real *x;
    real *y;
    __device__ void operator()(uint32_t i, real inverse, real sum) const
    {
        y[i] = x[i] / inverse + sum;
    }
};

template <class real>
struct residual_row {
    const real *b, *x;
    real *r;
    __device__ void operator()(uint32_t i, real inverse, real sum) const
    {
        r[i] = (b ? b[i] : 0) - sum - x[i] / inverse;
    }
};

template <class L, class real, class Each>
__global__ void each_row(L layout, const real *x, Each each)
{
    layout.rows(x, each);
}

/* 1536 of a Hopper SM's 2048 threads: that leaves each the 40 registers that keep the loads of a row in flight. */
template <class L, class real, enum vote V, bool Damped>
__global__ void __launch_bounds__(L::threads, 1536 / L::threads)
    jacobi_rows(L layout, const real *b, const real *x, real *next, real omega, real epsilon, bool relative, int *flag)
{
    bool unsatisfied = false;
    layout.rows(x, [&](uint32_t i, real inverse, real sum) {
        real value = ((b ? b[i] : 0) - sum) * inverse;
        if (Damped) value = (1 - omega) * x[i] + omega * value;
        unsatisfied |= !(change_size(x[i], value, relative) < epsilon);
        next[i] = value;
    });
    cast_vote<V>(flag, unsatisfied);
}

template <template <class> class L, class real>
struct sweeps {
    typedef L<real> layout;

    template <class Each>
    static enum status launch(const struct stored *a, const void *x, Each each, const char *name)
    {
        layout rows(a);
        if (a->n == 0) return OK;
        each_row<<<layout::blocks(a->n), layout::threads, 0, device_stream()>>>(rows, (const real *)x, each);
        return device_launched(name);
    }

    static enum status apply(const struct stored *a, const void *x, void *y)
    {
        return launch(a, x, apply_row<real>{(const real *)x, (real *)y}, "apply");
    }

    static enum status residual(const struct stored *a, const void *b, const void *x, void *r)
    {
        return launch(a, x, residual_row<real>{(const real *)b, (const real *)x, (real *)r}, "residual");
    }

    template <enum vote V, bool Damped>
    static enum status sweep(const struct stored *a, const void *b, const void *x, void *next, double omega,
                             struct test *test)
    {
        layout rows(a);
        if (a->n == 0) return OK;
        jacobi_rows<layout, real, V, Damped><<<layout::blocks(a->n), layout::threads, 0, device_stream()>>>(
            rows, (const real *)b, (const real *)x, (real *)next, (real)omega, (real)test->epsilon,
            test->criterion == RELATIVE, test->flag);
        return device_launched("jacobi");
    }

    static enum status jacobi(const struct stored *a, const void *b, const void *x, void *next, double omega,
                              struct test *test)
    {
        if (test->vote == VOTE_STORE)
            return omega == 1 ? sweep<VOTE_STORE, false>(a, b, x, next, omega, test)
                              : sweep<VOTE_STORE, true>(a, b, x, next, omega, test);
        return omega == 1 ? sweep<VOTE_BLOCK, false>(a, b, x, next, omega, test)
                          : sweep<VOTE_BLOCK, true>(a, b, x, next, omega, test);
    }
};

#define EXPORT_SWEEPS_OF(layout, L, real, bits)                         \
    extern "C" const struct mat_ops mat_ops_##layout##_cuda_f##bits;    \
    extern "C" const struct mat_ops mat_ops_##layout##_cuda_f##bits = { \
        sweeps<L, real>::apply, sweeps<L, real>::residual, sweeps<L, real>::jacobi};

#define EXPORT_SWEEPS(layout, L)           \
    EXPORT_SWEEPS_OF(layout, L, float, 32) \
    EXPORT_SWEEPS_OF(layout, L, double, 64)

#endif

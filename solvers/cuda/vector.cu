/* Vector operations on CUDA. Sums are accumulated in double, with a fixed grid and in a fixed order, so that they give
 * the same bits every time. */
#include <cub/block/block_reduce.cuh>

#include "solvers/cuda/device.h"
#include "solvers/cuda/test.cuh"

enum { THREADS = 256 };

static unsigned blocks_for(size_t n)
{
    size_t blocks = (n + THREADS - 1) / THREADS;
    if (blocks == 0) return 1;
    return blocks < DEVICE_PARTS ? (unsigned)blocks : (unsigned)DEVICE_PARTS;
}

/* Calls f(i) for every i below n, over the whole grid. */
template <class F>
__global__ void each_entry(size_t n, F f, const int *guard)
{
    if (halted(guard)) return;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) f(i);
}

template <class F>
static enum status for_each(size_t n, const char *name, F f)
{
    each_entry<<<blocks_for(n), THREADS, 0, device_stream()>>>(n, f, device_guard());
    return device_launched(name);
}

/* part[b] = reduction of f(i) over the entries of block b */
template <class F, class Op>
__global__ void reduce_parts(size_t n, F f, Op op, double *part)
{
    typedef cub::BlockReduce<double, THREADS> reduce;
    __shared__ typename reduce::TempStorage storage;
    double value = 0;
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n; i += (size_t)gridDim.x * THREADS)
        value = op(value, f(i));
    value = reduce(storage).Reduce(value, op);
    if (threadIdx.x == 0) part[blockIdx.x] = value;
}

struct plus {
    __device__ double operator()(double a, double b) const
    {
        return a + b;
    }
};

struct largest {
    __device__ double operator()(double a, double b) const
    {
        return a > b ? a : b;
    }
};

struct part_of {
    const double *part;
    __device__ double operator()(size_t i) const
    {
        return part[i];
    }
};

/* *out (device) = reduction of f(i) over all entries; f(i) >= 0 where op is largest. */
template <class F, class Op>
static enum status reduce_all(size_t n, const char *name, F f, Op op, double *out)
{
    unsigned blocks = blocks_for(n);
    reduce_parts<<<blocks, THREADS, 0, device_stream()>>>(n, f, op, device_parts());
    reduce_parts<<<1, THREADS, 0, device_stream()>>>(blocks, part_of{device_parts()}, op, out);
    return device_launched(name);
}

static enum status to_host(const double *there, double *out)
{
    cudaError_t code = cudaMemcpyAsync(out, there, sizeof *out, cudaMemcpyDeviceToHost, device_stream());
    if (code == cudaSuccess) code = cudaStreamSynchronize(device_stream());
    return device_status(code, "reading a scalar");
}

template <class real>
__global__ void dot_single(size_t n, const real *x, const real *y, double *out)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * y[i];
    *out = sum;
}

__global__ void divide_single(const double *a, const double *b, const double *c, const double *d, double *out,
                              int *flag)
{
    double value = *a / *b * (c ? *c / *d : 1);
    if (!isfinite(value)) atomicOr(flag, TEST_BROKEN);
    *out = isfinite(value) ? value : 0;
}

template <class real>
__global__ void small_entries(size_t n, const real *x, real bound, int *flag)
{
    bool unsatisfied = false;
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n; i += (size_t)gridDim.x * THREADS)
        unsatisfied |= !(fabs(x[i]) <= bound);
    cast_vote<VOTE_BLOCK>(flag, unsatisfied);
}

template <class real>
struct vectors {
    static enum status copy(size_t n, const void *x, void *y)
    {
        return device_status(cudaMemcpyAsync(y, x, n * sizeof(real), cudaMemcpyDeviceToDevice, device_stream()),
                             "copy");
    }

    static enum status axpy(size_t n, double sign, const double *scale, const void *x_, void *y_)
    {
        const real *x = (const real *)x_;
        real *y = (real *)y_;
        return for_each(n, "axpy", [=] __device__(size_t i) { y[i] += (real)(sign * *scale) * x[i]; });
    }

    static enum status xpay(size_t n, const void *x_, const double *scale, void *y_)
    {
        const real *x = (const real *)x_;
        real *y = (real *)y_;
        return for_each(n, "xpay", [=] __device__(size_t i) { y[i] = x[i] + (real)*scale * y[i]; });
    }

    static enum status dot(size_t n, const void *x_, const void *y_, double *out)
    {
        const real *x = (const real *)x_, *y = (const real *)y_;
        return reduce_all(
            n, "dot", [=] __device__(size_t i) { return (double)x[i] * y[i]; }, plus{}, out);
    }

    static enum status dot_one_thread(size_t n, const void *x, const void *y, double *out)
    {
        dot_single<<<1, 1, 0, device_stream()>>>(n, (const real *)x, (const real *)y, out);
        return device_launched("dot_one_thread");
    }

    static enum status divide(const double *a, const double *b, const double *c, const double *d, double *out,
                              struct test *test)
    {
        divide_single<<<1, 1, 0, device_stream()>>>(a, b, c, d, out, test->flag);
        return device_launched("divide");
    }

    static enum status copy_scalar(const double *a, double *out)
    {
        return device_status(cudaMemcpyAsync(out, a, sizeof *a, cudaMemcpyDeviceToDevice, device_stream()), "copy");
    }

    static enum status small(size_t n, const void *x, struct test *test)
    {
        double bound = test->epsilon * (test->criterion == RELATIVE ? test->scale : 1);
        small_entries<<<blocks_for(n), THREADS, 0, device_stream()>>>(n, (const real *)x, (real)bound, test->flag);
        return device_launched("small");
    }

    static enum status change(size_t n, const void *x_, const void *y_, enum criterion criterion, double *out)
    {
        const real *x = (const real *)x_, *y = (const real *)y_;
        bool relative = criterion == RELATIVE;
        double *there = device_parts() + DEVICE_PARTS;
        enum status status = reduce_all(
            n, "change",
            [=] __device__(size_t i) { return (double)(y ? change_size(x[i], y[i], relative) : fabs(x[i])); },
            largest{}, there);
        return status == OK ? to_host(there, out) : status;
    }

    static enum status all_finite(size_t n, const void *x_, bool *out)
    {
        const real *x = (const real *)x_;
        double *there = device_parts() + DEVICE_PARTS, bad = 0;
        enum status status = reduce_all(
            n, "finite", [=] __device__(size_t i) { return isfinite(x[i]) ? 0.0 : 1.0; }, largest{}, there);
        if (status == OK) status = to_host(there, &bad);
        *out = bad == 0;
        return status;
    }
};

#define EXPORT_VECTORS(real, bits)                                                                                 \
    extern "C" const struct vec_ops vec_ops_cuda_f##bits;                                                          \
    extern "C" const struct vec_ops vec_ops_cuda_f##bits = {                                                       \
        vectors<real>::copy,           vectors<real>::axpy,      vectors<real>::xpay,        vectors<real>::dot,   \
        vectors<real>::dot_one_thread, vectors<real>::divide,    vectors<real>::copy_scalar, vectors<real>::small, \
        vectors<real>::change,         vectors<real>::all_finite};

EXPORT_VECTORS(float, 32)
EXPORT_VECTORS(double, 64)

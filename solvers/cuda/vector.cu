/* Vector operations on CUDA. Sums are accumulated in double, with a fixed grid and in a fixed
 * order, so that they give the same bits every time. */
#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"
#include "solvers/cuda/pair.cuh"
#include "solvers/cuda/reduce.cuh"
#include "solvers/cuda/row_operations.cuh"

extern "C" {
#include "solvers/cuda/cards.h"
}

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
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        f(i);
}

template <class F>
static enum status for_each(size_t n, const char *name, F f)
{
    each_entry<<<blocks_for(n), THREADS, 0, device_stream()>>>(n, f, device_guard());
    return device_launched(name);
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

/* Two sums, made at once. */
struct pair {
    double a, b;
};

struct plus_pair {
    __device__ pair operator()(pair x, pair y) const
    {
        return {x.a + y.a, x.b + y.b};
    }
};

template <class V, class F, class Op>
__global__ void reduce_entries(size_t n, F f, Op op, struct device_sums *sums, V *out,
                               const int *guard)
{
    if (halted(guard)) return;
    V value = {};
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n;
         i += (size_t)gridDim.x * THREADS)
        value = op(value, f(i));
    grid_reduction<THREADS>(value, op, sums, out);
}

/* *out (memory that the GPU writes) = the reduction of f(i) over all entries, starting with V{};
 * f(i) >= 0 if op is largest. */
template <class V, class F, class Op>
static enum status reduce_all(size_t n, const char *name, F f, Op op, V *out)
{
    reduce_entries<<<blocks_for(n), THREADS, 0, device_stream()>>>(n, f, op, device_sums(), out,
                                                                   device_guard());
    return device_launched(name);
}

/* Waits until the enqueued work has written its results. */
static enum status wait_for_results(void)
{
    return device_status(cudaStreamSynchronize(device_stream()), "running kernels");
}

template <class real>
__global__ void dot_single(size_t n, const real *x, const real *y, double *out, const int *guard)
{
    if (halted(guard)) return;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * y[i];
    *out = sum;
}

__global__ void divide_single(const double *a, const double *b, const double *c, const double *d,
                              double *out, int *flag, const int *guard)
{
    if (halted(guard)) return;
    double value = *a / *b * (c ? *c / *d : 1);
    if (!isfinite(value)) atomicOr(flag, TEST_BROKEN);
    *out = isfinite(value) ? value : 0;
}

template <class real>
__global__ void small_entries(size_t n, const real *x, real bound, int *flag, const int *guard)
{
    if (halted(guard)) return;
    const voting<VOTE_BLOCK> votes(flag);
    bool unsatisfied = false;
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n;
         i += (size_t)gridDim.x * THREADS)
        unsatisfied |= !(fabs(x[i]) <= bound);
    votes.cast(unsatisfied);
}

template <class real>
__global__ void axpy_small_entries(size_t n, double sign, const double *scale, const real *x,
                                   real *y, real bound, int *flag, const int *guard)
{
    if (halted(guard)) return;
    const voting<VOTE_BLOCK> votes(flag);
    bool unsatisfied = false;
    const real factor = (real)(sign * *scale);
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n;
         i += (size_t)gridDim.x * THREADS) {
        real value = y[i] + factor * x[i];
        unsatisfied |= !(fabs(value) <= bound);
        y[i] = value;
    }
    votes.cast(unsatisfied);
}

/* Returns the largest entry that passes the test. */
static double small_bound(const struct test *test)
{
    return test->epsilon * (test->criterion == RELATIVE ? test->scale : 1);
}

/* Makes a struct weight: the sum, and the first row with the largest entry. */
struct heaviest {
    double sum, largest;
    uint64_t row;

    __device__ heaviest() : sum(0), largest(-INFINITY), row(UINT64_MAX) {}

    __device__ heaviest(double value, uint64_t i) : heaviest()
    {
        sum = value;
        if (value > largest) largest = value, row = i;
    }
};

static_assert(sizeof(heaviest) == sizeof(weight) && sizeof(weight) <= 3 * sizeof(double),
              "it is read as one, and lies in device_sums");

struct heavier {
    __device__ heaviest operator()(heaviest a, const heaviest &b) const
    {
        const bool second = b.largest > a.largest || (b.largest == a.largest && b.row < a.row);
        a.sum += b.sum;
        if (second) a.largest = b.largest, a.row = b.row;
        return a;
    }
};

/* Each block takes one part of one class; rows below low, or not below high, are left out. */
template <class real>
__global__ void weigh_parts(const real *x, struct row_classes classes, uint32_t parts, size_t low,
                            size_t high, heaviest *out)
{
    const uint32_t c = blockIdx.x / parts, part = blockIdx.x % parts;
    const uint64_t begin = classes.first[c], rows = classes.first[c + 1] - begin;
    const uint64_t end = begin + rows * (part + 1) / parts;
    heaviest own;
    for (uint64_t k = begin + rows * part / parts + threadIdx.x; k < end; k += THREADS) {
        const uint32_t i = classes.order[k];
        if (i >= low && i < high) own = heavier{}(own, heaviest(x[i], i));
    }
    own = block_reduction<THREADS>(own, heavier{});
    if (threadIdx.x == 0) out[blockIdx.x] = own;
}

/* Joins the parts of each class in its first part; the row of a class without rows is 0. */
__global__ static void add_parts(uint32_t count, uint32_t parts, heaviest *part)
{
    for (uint32_t c = blockIdx.x * THREADS + threadIdx.x; c < count; c += gridDim.x * THREADS) {
        heaviest *const own = part + (size_t)c * parts;
        for (uint32_t k = 1; k < parts; k++) *own = heavier{}(*own, own[k]);
        if (own->row == UINT64_MAX) own->row = 0;
    }
}

/* A thread takes unknowns, each with all of its rows. */
template <enum vote V, class real>
__global__ void best_rows(size_t n, struct choice_rows of, const real *y, const real *x, real *next,
                          uint32_t *row, real epsilon, bool relative, int *flag, const int *guard)
{
    if (halted(guard)) return;
    const voting<V> votes(flag);
    const real *stay = (const real *)of.stay;
    bool unsatisfied = false;
    for (size_t i = (size_t)blockIdx.x * THREADS + threadIdx.x; i < n;
         i += (size_t)gridDim.x * THREADS) {
        const real own = x[i];
        const uint32_t end = of.group[i + 1];
        uint32_t at = of.group[i];
        real best = choice_value(stay, at, y[at], own);
        for (uint32_t c = at + 1; c < end; c++) {
            const real value = choice_value(stay, c, y[c], own);
            if (of.largest ? !(value > best) : !(value < best)) continue;
            best = value;
            at = c;
        }
        if (flag && !votes.known && !unsatisfied)
            unsatisfied = fails_test(own, best, epsilon, relative);
        if (row) row[i] = at;
        next[i] = best;
    }
    votes.cast(unsatisfied);
}

/* Copies count pieces of `size` bytes that lie `apart` bytes apart to the host; waits. */
static enum status copy_rows(void *to_host, const void *from, size_t count, size_t apart,
                             size_t size)
{
    MUST(device_status(cudaMemcpy2DAsync(to_host, size, from, apart, size, count,
                                         cudaMemcpyDeviceToHost, device_stream()),
                       "reading weights"));
    return device_status(cudaStreamSynchronize(device_stream()), "reading weights");
}

template <class real>
struct vectors {
    static enum status zero(size_t n, void *y_)
    {
        real *y = (real *)y_;
        return for_each(n, "zero", [=] __device__(size_t i) { y[i] = 0; });
    }

    static enum status copy(size_t n, const void *x_, void *y_)
    {
        const real *x = (const real *)x_;
        real *y = (real *)y_;
        return for_each(n, "copy", [=] __device__(size_t i) { y[i] = x[i]; });
    }

    static enum status axpy(size_t n, double sign, const double *scale, const void *x_, void *y_)
    {
        const real *x = (const real *)x_;
        real *y = (real *)y_;
        return for_each(n, "axpy",
                        [=] __device__(size_t i) { y[i] += (real)(sign * *scale) * x[i]; });
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
        dot_single<<<1, 1, 0, device_stream()>>>(n, (const real *)x, (const real *)y, out,
                                                 device_guard());
        return device_launched("dot_one_thread");
    }

    static enum status divide(const double *a, const double *b, const double *c, const double *d,
                              double *out, struct test *test)
    {
        divide_single<<<1, 1, 0, device_stream()>>>(a, b, c, d, out, test->flag, device_guard());
        return device_launched("divide");
    }

    static enum status copy_scalar(const double *a, double *out)
    {
        return for_each(1, "copy_scalar", [=] __device__(size_t) { *out = *a; });
    }

    static enum status small(size_t n, const void *x, struct test *test)
    {
        small_entries<<<blocks_for(n), THREADS, 0, device_stream()>>>(
            n, (const real *)x, (real)small_bound(test), test->flag, device_guard());
        return device_launched("small");
    }

    static enum status axpy_small(size_t n, double sign, const double *scale, const void *x,
                                  void *y, struct test *test)
    {
        axpy_small_entries<<<blocks_for(n), THREADS, 0, device_stream()>>>(
            n, sign, scale, (const real *)x, (real *)y, (real)small_bound(test), test->flag,
            device_guard());
        return device_launched("axpy_small");
    }

    static enum status dot_pair(size_t n, const void *x_, const void *y_, double out[2])
    {
        const real *x = (const real *)x_, *y = (const real *)y_;
        return reduce_all(
            n, "dot_pair",
            [=] __device__(size_t i) -> pair {
                return {(double)x[i] * y[i], (double)x[i] * x[i]};
            },
            plus_pair{}, (pair *)out);
    }

    static enum status iterate(size_t n, const double *alpha, const void *p_, const double *omega,
                               const void *t_, const void *q_, void *x_, void *r_, double *out)
    {
        const real *p = (const real *)p_, *t = (const real *)t_, *q = (const real *)q_;
        real *x = (real *)x_, *r = (real *)r_;
        return reduce_all(
            n, "iterate",
            [=] __device__(size_t i) {
                real s = r[i], rest = s - (real)*omega * t[i];
                x[i] = x[i] + (real)*alpha * p[i] + (real)*omega * s;
                r[i] = rest;
                return (double)q[i] * rest;
            },
            plus{}, out);
    }

    static enum status direction(size_t n, const void *r_, const double *beta, const double *omega,
                                 const void *v_, void *p_)
    {
        const real *r = (const real *)r_, *v = (const real *)v_;
        real *p = (real *)p_;
        return for_each(n, "direction", [=] __device__(size_t i) {
            p[i] = r[i] + (real)*beta * (p[i] - (real)*omega * v[i]);
        });
    }

    static enum status combine(const double *a, const double *b, const double *c, double *out)
    {
        return for_each(1, "combine", [=] __device__(size_t) { *out = *a - *b * *c; });
    }

    static enum status advance(size_t n, const double *alpha, const double *omega,
                               const double *beta, const void *t_, const void *v_, void *x_,
                               void *r_, void *p_)
    {
        const real *t = (const real *)t_, *v = (const real *)v_;
        real *x = (real *)x_, *r = (real *)r_, *p = (real *)p_;
        return for_each(n, "advance", [=] __device__(size_t i) {
            real s = r[i], direction = p[i], w = (real)*omega, rest = s - w * t[i];
            real next = rest + (real)*beta * (direction - w * v[i]);
            x[i] = x[i] + (real)*alpha * direction + w * s;
            r[i] = rest;
            p[i] = next;
        });
    }

    static enum status from_pairs(size_t n, double alpha, double beta, const void *pairs_,
                                  void *out_)
    {
        const number_pair<real> *pairs = (const number_pair<real> *)pairs_;
        real *out = (real *)out_, first = (real)alpha, second = (real)beta;
        return for_each(n, "from_pairs", [=] __device__(size_t i) {
            out[i] = first * pairs[i].low + second * pairs[i].high;
        });
    }

    static enum status to_pairs(size_t n, const void *x_, double factor, double more, void *pairs_)
    {
        const real *x = (const real *)x_, times = (real)factor, plus = (real)more;
        number_pair<real> *pairs = (number_pair<real> *)pairs_;
        return for_each(n, "to_pairs", [=] __device__(size_t i) {
            pairs[i] = {x[i], times * x[i] + plus};
        });
    }

    /* Enqueues: *out = the largest change, or the largest entry */
    static enum status find_change(size_t n, const void *x_, const void *y_,
                                   enum criterion criterion, double *out)
    {
        const real *x = (const real *)x_, *y = (const real *)y_;
        bool relative = criterion == RELATIVE;
        return reduce_all(
            n, "change",
            [=] __device__(size_t i) {
                return (double)(y ? change_size(x[i], y[i], relative) : fabs(x[i]));
            },
            largest{}, out);
    }

    static enum status change(size_t n, const void *x, const void *y, enum criterion criterion,
                              double *out)
    {
        MUST(find_change(n, x, y, criterion, device_results()));
        MUST(wait_for_results());
        *out = *device_results();
        return OK;
    }

    /* Enqueues: *out = the largest |x_i|, infinite if an entry is not finite */
    static enum status find_largest(size_t n, const void *x_, double *out)
    {
        const real *x = (const real *)x_;
        return reduce_all(
            n, "largest",
            [=] __device__(size_t i) {
                return isfinite(x[i]) ? (double)fabs(x[i]) : (double)INFINITY;
            },
            largest{}, out);
    }

    static enum status all_finite(size_t n, unsigned width, const void *x, bool *out)
    {
        MUST(find_largest(n * width, x, device_results()));
        MUST(wait_for_results());
        *out = isfinite(*device_results());
        return OK;
    }

    /* y = y or 0, + up to BLEND_TERMS terms. */
    static enum status add_terms(size_t n, int count, const double *factor, const void *const *x,
                                 bool fresh, void *y_)
    {
        const real *u = (const real *)x[0], *v = (const real *)x[count > 1 ? 1 : 0],
                   *w = (const real *)x[count > 2 ? 2 : 0];
        const real a = (real)factor[0], b = count > 1 ? (real)factor[1] : 0,
                   c = count > 2 ? (real)factor[2] : 0;
        real *y = (real *)y_;
        return for_each(n, "blend", [=] __device__(size_t i) {
            real value = a * u[i];
            if (count > 1) value += b * v[i];
            if (count > 2) value += c * w[i];
            y[i] = fresh ? value : y[i] + value;
        });
    }

    static enum status blend(size_t n, const struct blend *how)
    {
        double *there = device_results();
        static_assert((int)BLEND_DOTS < (int)DEVICE_RESULTS, "they come to the host together");
        for (int k = 0; k < how->count; k += BLEND_TERMS)
            MUST(add_terms(n, blend_terms(how, k), how->factor + k, how->x + k, k == 0, how->y));
        for (int k = 0; k < how->ndots; k++) MUST(dot(n, how->with[k], how->y, &there[k]));
        if (how->largest) MUST(find_largest(n, how->y, &there[BLEND_DOTS]));
        if (!how->ndots && !how->largest) return OK;
        MUST(wait_for_results());
        for (int k = 0; k < how->ndots; k++) how->dot[k] = there[k];
        if (how->largest) *how->largest = isfinite(there[BLEND_DOTS]) ? there[BLEND_DOTS] : NAN;
        return OK;
    }

    static enum status quotient(size_t n, const void *x_, const void *d_, void *y_)
    {
        const real *x = (const real *)x_, *d = (const real *)d_;
        real *y = (real *)y_;
        return for_each(n, "quotient", [=] __device__(size_t i) { y[i] = x[i] / d[i]; });
    }

    /* set of struct vec_parts. */
    static enum status set_within(uint32_t count, const uint64_t *rows, size_t low, size_t high,
                                  double value, void *y_)
    {
        real *y = (real *)y_, to = (real)value;
        return for_each(count, "set", [=] __device__(size_t k) {
            if (rows[k] >= low && rows[k] < high) y[rows[k]] = to;
        });
    }

    static enum status set(uint32_t count, const uint64_t *rows, double value, void *y)
    {
        return set_within(count, rows, 0, SIZE_MAX, value, y);
    }

    /* Enqueues weigh of struct vec_parts. */
    static enum status find_weights(size_t first, size_t n, const void *x_,
                                    const struct row_classes *classes, struct weight *out)
    {
        const real *x = (const real *)x_;
        const uint32_t parts = class_parts(classes->count), count = classes->count;
        heaviest *const part = (heaviest *)classes->room;
        if (!classes->of_row)
            return reduce_all(
                n, "weighing rows",
                [=] __device__(size_t i) { return heaviest(x[first + i], first + i); }, heavier{},
                (heaviest *)out);
        weigh_parts<<<count * parts, THREADS, 0, device_stream()>>>(x, *classes, parts, first,
                                                                    first + n, part);
        MUST(device_launched("weighing classes"));
        add_parts<<<blocks_for(count), THREADS, 0, device_stream()>>>(count, parts, part);
        return device_launched("weighing classes");
    }

    static enum status weigh(size_t n, const void *x, const struct row_classes *classes,
                             struct weight *out)
    {
        struct weight *there = (struct weight *)device_results();
        MUST(find_weights(0, n, x, classes, there));
        if (classes->of_row)
            return copy_rows(out, classes->room, classes->count,
                             class_parts(classes->count) * sizeof *out, sizeof *out);
        MUST(wait_for_results());
        *out = *there;
        if (out->row == UINT64_MAX) out->row = 0;
        return OK;
    }

    static enum status rescale(size_t n, const double *factor, const struct row_classes *classes,
                               void *x_)
    {
        real *x = (real *)x_, by = (real)factor[0];
        const uint32_t *of_row = classes->of_row;
        double *there = (double *)classes->room;
        if (!of_row) return for_each(n, "rescale", [=] __device__(size_t i) { x[i] *= by; });
        MUST(device_status(cudaMemcpyAsync(there, factor, classes->count * sizeof *factor,
                                           cudaMemcpyHostToDevice, device_stream()),
                           "putting factors"));
        return for_each(n, "rescale", [=] __device__(size_t i) { x[i] *= (real)there[of_row[i]]; });
    }

    static enum status best(size_t n, const struct choice_rows *of, const void *y_, const void *x_,
                            void *next_, uint32_t *row, struct test *test)
    {
        const real *y = (const real *)y_, *x = (const real *)x_,
                   epsilon = test ? (real)test->epsilon : 0;
        const bool relative = test && test->criterion == RELATIVE;
        real *next = (real *)next_;
        int *flag = test ? test->flag : NULL;
        if (test && test->vote == VOTE_STORE)
            best_rows<VOTE_STORE><<<blocks_for(n), THREADS, 0, device_stream()>>>(
                n, *of, y, x, next, row, epsilon, relative, flag, device_guard());
        else
            best_rows<VOTE_BLOCK><<<blocks_for(n), THREADS, 0, device_stream()>>>(
                n, *of, y, x, next, row, epsilon, relative, flag, device_guard());
        return device_launched("best");
    }
};

#define EXPORT_VECTORS(table, parts, real)                                                    \
    extern "C" const struct vec_ops table;                                                    \
    extern "C" const struct vec_ops table = {                                                 \
        vectors<real>::zero,       vectors<real>::copy,        vectors<real>::axpy,           \
        vectors<real>::xpay,       vectors<real>::dot,         vectors<real>::dot_one_thread, \
        vectors<real>::divide,     vectors<real>::copy_scalar, vectors<real>::small,          \
        vectors<real>::axpy_small, vectors<real>::dot_pair,    vectors<real>::iterate,        \
        vectors<real>::direction,  vectors<real>::change,      vectors<real>::all_finite,     \
        vectors<real>::combine,    vectors<real>::advance,     vectors<real>::from_pairs,     \
        vectors<real>::to_pairs,   vectors<real>::blend,       vectors<real>::quotient,       \
        vectors<real>::set,        vectors<real>::weigh,       vectors<real>::rescale,        \
        vectors<real>::best,       nullptr /* give */};                                       \
    extern "C" const struct vec_parts parts;                                                  \
    extern "C" const struct vec_parts parts = {                                               \
        vectors<real>::add_terms, vectors<real>::find_change, vectors<real>::find_largest,    \
        vectors<real>::set_within, vectors<real>::find_weights};

EXPORT_VECTORS(vec_ops_cuda_f32, vec_parts_cuda_f32, float)
EXPORT_VECTORS(vec_ops_cuda_f64, vec_parts_cuda_f64, double)

/* Vector operations on the CPU. Sums are accumulated in double and in a fixed order, so that a place with a fixed
 * number of threads always gives the same bits. */
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "solvers/cpu/real.h"
#include "solvers/solver.h"

enum { MAX_THREADS = 1024, LANES = 8 };

static enum status zero(size_t n, void *y)
{
    memset(y, 0, n * sizeof(real));
    return OK;
}

static enum status copy(size_t n, const void *x, void *y)
{
    memcpy(y, x, n * sizeof(real));
    return OK;
}

static enum status axpy(size_t n, double sign, const double *scale, const void *x_, void *y_)
{
    const real *restrict x = x_, factor = (real)(sign * *scale);
    real *restrict y = y_;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) y[i] += factor * x[i];
    return OK;
}

static enum status xpay(size_t n, const void *x_, const double *scale, void *y_)
{
    const real *restrict x = x_, factor = (real)*scale;
    real *restrict y = y_;
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < n; i++) y[i] = x[i] + factor * y[i];
    return OK;
}

/* Independent partial sums hide the latency of the additions. */
static double dot_range(const real *x, const real *y, size_t first, size_t last)
{
    double lane[LANES] = {0}, sum = 0;
    size_t i = first;
    for (; i + LANES <= last; i += LANES)
        for (int k = 0; k < LANES; k++) lane[k] += (double)x[i + k] * y[i + k];
    for (; i < last; i++) sum += (double)x[i] * y[i];
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return sum;
}

#ifdef _OPENMP
static enum status dot(size_t n, const void *x, const void *y, double *out)
{
    double part[MAX_THREADS];
    int threads = 1;
#pragma omp parallel num_threads(omp_get_max_threads() < MAX_THREADS ? omp_get_max_threads() : MAX_THREADS)
    {
        size_t me = (size_t)omp_get_thread_num(), all = (size_t)omp_get_num_threads();
#pragma omp single
        threads = (int)all;
        part[me] = dot_range(x, y, n * me / all, n * (me + 1) / all);
    }
    *out = 0;
    for (int k = 0; k < threads; k++) *out += part[k];
    return OK;
}
#else
static enum status dot(size_t n, const void *x, const void *y, double *out)
{
    *out = dot_range(x, y, 0, n);
    return OK;
}
#endif

static enum status dot_one_thread(size_t n, const void *x_, const void *y_, double *out)
{
    const real *x = x_, *y = y_;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * y[i];
    *out = sum;
    return OK;
}

static enum status divide(const double *a, const double *b, const double *c, const double *d, double *out,
                          struct test *test)
{
    double value = *a / *b * (c ? *c / *d : 1);
    if (!isfinite(value)) *test->flag |= TEST_BROKEN;
    *out = isfinite(value) ? value : 0;
    return OK;
}

static enum status copy_scalar(const double *a, double *out)
{
    *out = *a;
    return OK;
}

static enum status small(size_t n, const void *x_, struct test *test)
{
    const real *x = x_;
    const real bound = (real)(test->epsilon * (test->criterion == RELATIVE ? test->scale : 1));
    int unsatisfied = 0;
#pragma omp parallel for schedule(static) reduction(| : unsatisfied)
    for (size_t i = 0; i < n; i++) unsatisfied |= !(real_abs(x[i]) <= bound);
    if (unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status change(size_t n, const void *x_, const void *y_, enum criterion criterion, double *out)
{
    const real *x = x_, *y = y_;
    const int relative = criterion == RELATIVE && y;
    double largest = 0;
#pragma omp parallel for schedule(static) reduction(max : largest)
    for (size_t i = 0; i < n; i++) {
        double size = y ? change_size(x[i], y[i], relative) : real_abs(x[i]);
        if (size > largest) largest = size;
    }
    *out = largest;
    return OK;
}

static enum status all_finite(size_t n, const void *x_, bool *out)
{
    const real *x = x_;
    int bad = 0;
#pragma omp parallel for schedule(static) reduction(| : bad)
    for (size_t i = 0; i < n; i++) bad |= !isfinite(x[i]);
    *out = !bad;
    return OK;
}

extern const struct vec_ops EXPORTED(vec_ops);
const struct vec_ops EXPORTED(vec_ops) = {
    .zero = zero,
    .copy = copy,
    .axpy = axpy,
    .xpay = xpay,
    .dot = dot,
    .dot_one_thread = dot_one_thread,
    .divide = divide,
    .copy_scalar = copy_scalar,
    .small = small,
    .change = change,
    .finite = all_finite,
};

/* Vector operations on the CPU. Sums are accumulated in double and in a fixed order, so that a
 * place with a fixed number of threads always gives the same bits. */
#include <string.h>

#include "base/intervals/interval_rows.h"
#include "base/team.h"
#include "solvers/cpu/real.h"
#include "solvers/cpu/share.h"
#include "solvers/solver.h"

enum { LANES = 8, FEW_LANES = 4, BLOCK = 1024, LONG_BLOCK = 16384 };

static enum status cpu_zero(size_t n, void *y)
{
    memset(y, 0, n * sizeof(real));
    return OK;
}

static enum status cpu_copy(size_t n, const void *x, void *y)
{
    memcpy(y, x, n * sizeof(real));
    return OK;
}

static enum status cpu_axpy(size_t n, double sign, const double *scale, const void *x_, void *y_)
{
    const real *restrict x = x_, factor = (real)(sign * *scale);
    real *restrict y = y_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) y[i] += factor * x[i];
    return OK;
}

static enum status cpu_xpay(size_t n, const void *x_, const double *scale, void *y_)
{
    const real *restrict x = x_, factor = (real)*scale;
    real *restrict y = y_;
#pragma omp parallel for schedule(static) if (team_again(n))
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

/* One or two sums over a range of entries. */
struct sums {
    double first, second;
};

struct operands {
    const real *x, *y; /* vectors of a dot product */
    /* vectors of the operation iterate */
    const real *p, *t;
    real *iterate, *r;
    real alpha, omega;
};

typedef struct sums range_fn(const struct operands *v, size_t first, size_t last);

#ifdef _OPENMP
static struct sums sum_all(size_t n, range_fn *range, const struct operands *v)
{
    struct sums part[TEAM_MOST], sums = {0, 0};
    int threads = 1;
#pragma omp parallel num_threads(share_threads(TEAM_MOST)) if (team_again(n))
    {
        size_t me = (size_t)omp_get_thread_num(), all = (size_t)omp_get_num_threads();
#pragma omp single
        threads = (int)all;
        part[me] = range(v, n * me / all, n * (me + 1) / all);
    }
    for (int k = 0; k < threads; k++) {
        sums.first += part[k].first;
        sums.second += part[k].second;
    }
    return sums;
}
#else
static struct sums sum_all(size_t n, range_fn *range, const struct operands *v)
{
    return range(v, 0, n);
}
#endif

static struct sums dot_part(const struct operands *v, size_t first, size_t last)
{
    return (struct sums){dot_range(v->x, v->y, first, last), 0};
}

static enum status cpu_dot(size_t n, const void *x, const void *y, double *out)
{
    *out = sum_all(n, dot_part, &(struct operands){.x = x, .y = y}).first;
    return OK;
}

static enum status cpu_dot_one_thread(size_t n, const void *x_, const void *y_, double *out)
{
    const real *x = x_, *y = y_;
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += (double)x[i] * y[i];
    *out = sum;
    return OK;
}

static enum status cpu_divide(const double *a, const double *b, const double *c, const double *d,
                              double *out, struct test *test)
{
    double value = *a / *b * (c ? *c / *d : 1);
    if (!isfinite(value)) *test->flag |= TEST_BROKEN;
    *out = isfinite(value) ? value : 0;
    return OK;
}

static enum status cpu_copy_scalar(const double *a, double *out)
{
    *out = *a;
    return OK;
}

/* Returns the largest entry that passes the test. */
static real small_bound(const struct test *test)
{
    return (real)(test->epsilon * (test->criterion == RELATIVE ? test->scale : 1));
}

static enum status cpu_small(size_t n, const void *x_, struct test *test)
{
    const real *x = x_;
    const real bound = small_bound(test);
    int unsatisfied = 0;
#pragma omp parallel for schedule(static) reduction(| : unsatisfied) if (team_again(n))
    for (size_t i = 0; i < n; i++) unsatisfied |= !(real_abs(x[i]) <= bound);
    if (unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

/* Fused: one pass over memory, in blocks whose entries stay in the first-level cache from one loop
 * to the next. */

static size_t block_end(size_t first, size_t last)
{
    return last - first < BLOCK ? last : first + BLOCK;
}

static enum status cpu_axpy_small(size_t n, double sign, const double *scale, const void *x_,
                                  void *y_, struct test *test)
{
    const real *restrict x = x_, factor = (real)(sign * *scale);
    real *restrict y = y_;
    const real bound = small_bound(test);
    int unsatisfied = 0;
#pragma omp parallel for schedule(static) reduction(| : unsatisfied) if (team_again(n))
    for (size_t i = 0; i < n; i++) {
        y[i] += factor * x[i];
        unsatisfied |= !(real_abs(y[i]) <= bound);
    }
    if (unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static struct sums dot_pair_part(const struct operands *v, size_t first, size_t last)
{
    struct sums sums = {0, 0};
    for (size_t end; first < last; first = end) {
        end = block_end(first, last);
        sums.first += dot_range(v->x, v->y, first, end);
        sums.second += dot_range(v->x, v->x, first, end);
    }
    return sums;
}

static enum status cpu_dot_pair(size_t n, const void *x, const void *y, double out[2])
{
    struct sums sums = sum_all(n, dot_pair_part, &(struct operands){.x = x, .y = y});
    out[0] = sums.first;
    out[1] = sums.second;
    return OK;
}

static void iterate_range(const struct operands *v, size_t first, size_t last)
{
    const real *restrict p = v->p, *restrict t = v->t, alpha = v->alpha, omega = v->omega;
    real *restrict x = v->iterate, *restrict r = v->r;
    for (size_t i = first; i < last; i++) {
        x[i] = x[i] + alpha * p[i] + omega * r[i];
        r[i] -= omega * t[i];
    }
}

static struct sums iterate_part(const struct operands *v, size_t first, size_t last)
{
    struct sums sums = {0, 0};
    for (size_t end; first < last; first = end) {
        end = block_end(first, last);
        iterate_range(v, first, end);
        sums.first += dot_range(v->x, v->r, first, end);
    }
    return sums;
}

static enum status cpu_iterate(size_t n, const double *alpha, const void *p, const double *omega,
                               const void *t, const void *q, void *x, void *r, double *out)
{
    const struct operands operands = {
        .x = q, .p = p, .t = t, .iterate = x, .r = r, .alpha = (real)*alpha, .omega = (real)*omega};
    *out = sum_all(n, iterate_part, &operands).first;
    return OK;
}

static enum status cpu_direction(size_t n, const void *r_, const double *beta_,
                                 const double *omega_, const void *v_, void *p_)
{
    const real *restrict r = r_, *restrict v = v_, beta = (real)*beta_, omega = (real)*omega_;
    real *restrict p = p_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) p[i] = r[i] + beta * (p[i] - omega * v[i]);
    return OK;
}

static enum status cpu_combine(const double *a, const double *b, const double *c, double *out)
{
    *out = *a - *b * *c;
    return OK;
}

static enum status cpu_advance(size_t n, const double *alpha_, const double *omega_,
                               const double *beta_, const void *t_, const void *v_, void *x_,
                               void *r_, void *p_)
{
    const real *restrict t = t_, *restrict v = v_;
    const real alpha = (real)*alpha_, omega = (real)*omega_, beta = (real)*beta_;
    real *restrict x = x_, *restrict r = r_, *restrict p = p_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) {
        const real s = r[i], direction = p[i];
        x[i] = x[i] + alpha * direction + omega * s;
        r[i] = s - omega * t[i];
        p[i] = r[i] + beta * (direction - omega * v[i]);
    }
    return OK;
}

static enum status cpu_from_pairs(size_t n, double alpha_, double beta_, const void *pairs_,
                                  void *out_)
{
    const real *restrict pairs = pairs_, alpha = (real)alpha_, beta = (real)beta_;
    real *restrict out = out_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) out[i] = alpha * pairs[2 * i] + beta * pairs[2 * i + 1];
    return OK;
}

static enum status cpu_to_pairs(size_t n, const void *x_, double factor_, double more_,
                                void *pairs_)
{
    const real *restrict x = x_, factor = (real)factor_, more = (real)more_;
    real *restrict pairs = pairs_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) {
        pairs[2 * i] = x[i];
        pairs[2 * i + 1] = factor * x[i] + more;
    }
    return OK;
}

static enum status cpu_change(size_t n, const void *x_, const void *y_, enum criterion criterion,
                              double *out)
{
    const real *x = x_, *y = y_;
    const int relative = criterion == RELATIVE && y;
    double largest = 0;
#pragma omp parallel for schedule(static) reduction(max : largest) if (team_again(n))
    for (size_t i = 0; i < n; i++) {
        double size = y ? change_size(x[i], y[i], relative) : real_abs(x[i]);
        if (size > largest) largest = size;
    }
    *out = largest;
    return OK;
}

static enum status cpu_all_finite(size_t rows, unsigned width, const void *x_, bool *out)
{
    const size_t n = rows * width;
    const real *x = x_;
    int bad = 0;
#pragma omp parallel for schedule(static) reduction(| : bad) if (team_again(n))
    for (size_t i = 0; i < n; i++) bad |= !isfinite(x[i]);
    *out = !bad;
    return OK;
}

/* Blends: the number of ranges does not depend on the number of threads, and each range has its own
 * sums */

enum { RANGES = 256 };

struct blended {
    double dot[BLEND_DOTS], largest;
};

/* y = y or 0, + up to three terms. */
static void range_add_terms(int count, const double *factor, const void *const *x, bool fresh,
                            real *y, size_t first, size_t end)
{
    const real a = (real)factor[0], b = count > 1 ? (real)factor[1] : 0,
               c = count > 2 ? (real)factor[2] : 0;
    const real *u = x[0], *v = count > 1 ? x[1] : u, *w = count > 2 ? x[2] : u;
    if (fresh && count == 1) {
#pragma GCC ivdep
        for (size_t i = first; i < end; i++) y[i] = a * u[i];
    } else if (fresh && count == 2) {
#pragma GCC ivdep
        for (size_t i = first; i < end; i++) y[i] = a * u[i] + b * v[i];
    } else if (fresh) {
#pragma GCC ivdep
        for (size_t i = first; i < end; i++) y[i] = a * u[i] + b * v[i] + c * w[i];
    } else {
#pragma GCC ivdep
        for (size_t i = first; i < end; i++) y[i] += a * u[i] + b * v[i] + c * w[i];
    }
}

/* Returns max |y_i|; NaN if an entry is not finite, because 0 times it is NaN. */
static double range_largest(const real *y, size_t first, size_t end)
{
    real lane[LANES] = {0}, nothing[LANES] = {0};
    double largest = 0;
    for (; first < end && (end - first) % LANES; first++) {
        lane[0] = real_abs(y[first]) > lane[0] ? real_abs(y[first]) : lane[0];
        nothing[0] += y[first] * 0;
    }
    for (; first < end; first += LANES)
        for (int k = 0; k < LANES; k++) {
            const real size = real_abs(y[first + k]);
            lane[k] = size > lane[k] ? size : lane[k];
            nothing[k] += size * 0;
        }
    for (int k = 0; k < LANES; k++) largest = lane[k] > largest ? lane[k] : largest;
    for (int k = 0; k < LANES; k++) largest += nothing[k];
    return largest;
}

/* Returns the larger number; NaN if either is NaN. */
static double larger_or_nan(double a, double b)
{
    return isnan(a) || b <= a ? a : b;
}

/* Adds to the dot products of y with four vectors. */
static void range_add_dots(const void *const x[4], const real *y, size_t first, size_t last,
                           double dot[4])
{
    const real *a = x[0], *b = x[1], *c = x[2], *d = x[3];
    double lane[4][FEW_LANES] = {{0}};
    for (; first < last && (last - first) % FEW_LANES; first++)
        for (int v = 0; v < 4; v++) lane[v][0] += (double)((const real *)x[v])[first] * y[first];
    for (; first < last; first += FEW_LANES)
        for (int k = 0; k < FEW_LANES; k++) {
            lane[0][k] += (double)a[first + k] * y[first + k];
            lane[1][k] += (double)b[first + k] * y[first + k];
            lane[2][k] += (double)c[first + k] * y[first + k];
            lane[3][k] += (double)d[first + k] * y[first + k];
        }
    for (int v = 0; v < 4; v++)
        for (int k = 0; k < FEW_LANES; k++) dot[v] += lane[v][k];
}

/* Many vectors are read fastest in long pieces, four at once: in blocks that the second-level cache
 * keeps. */
static void blend_range(const struct blend *how, size_t first, size_t last, struct blended *out)
{
    const size_t block = how->count + how->ndots > 4 ? LONG_BLOCK : BLOCK;
    *out = (struct blended){0};
    for (size_t end; first < last; first = end) {
        end = last - first < block ? last : first + block;
        for (int k = 0; k < how->count; k += 3)
            range_add_terms(how->count - k < 3 ? how->count - k : 3, how->factor + k, how->x + k,
                            k == 0, how->y, first, end);
        int k = 0;
        for (; k + 4 <= how->ndots; k += 4)
            range_add_dots(how->with + k, how->y, first, end, out->dot + k);
        for (; k < how->ndots; k++) out->dot[k] += dot_range(how->with[k], how->y, first, end);
        if (how->largest)
            out->largest = larger_or_nan(out->largest, range_largest(how->y, first, end));
    }
}

static enum status cpu_blend(size_t n, const struct blend *how)
{
    struct blended part[RANGES];
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t k = 0; k < RANGES; k++)
        blend_range(how, n * k / RANGES, n * (k + 1) / RANGES, &part[k]);
    for (int d = 0; d < how->ndots; d++) {
        how->dot[d] = 0;
        for (size_t k = 0; k < RANGES; k++) how->dot[d] += part[k].dot[d];
    }
    if (!how->largest) return OK;
    *how->largest = 0;
    for (size_t k = 0; k < RANGES; k++)
        *how->largest = larger_or_nan(*how->largest, part[k].largest);
    return OK;
}

static enum status cpu_quotient(size_t n, const void *x_, const void *d_, void *y_)
{
    const real *x = x_, *d = d_;
    real *y = y_;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) y[i] = x[i] / d[i];
    return OK;
}

static enum status cpu_set(uint32_t count, const uint64_t *rows, double value, void *y_)
{
    real *y = y_;
    for (uint32_t k = 0; k < count; k++) y[rows[k]] = (real)value;
    return OK;
}

static enum status cpu_weigh(size_t n, const void *x_, const struct row_classes *classes,
                             struct weight *out)
{
    const real *x = x_;
    const uint32_t *const of_row = classes->of_row;
    for (uint32_t c = 0; c < classes->count; c++) out[c] = (struct weight){.largest = -INFINITY};
    for (size_t i = 0; i < n; i++) {
        struct weight *own = &out[of_row ? of_row[i] : 0];
        own->sum += x[i];
        if (!(x[i] > own->largest)) continue;
        own->largest = x[i];
        own->row = i;
    }
    return OK;
}

static enum status cpu_rescale(size_t n, const double *factor, const struct row_classes *classes,
                               void *x_)
{
    real *x = x_;
    const uint32_t *const of_row = classes->of_row;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (size_t i = 0; i < n; i++) x[i] *= (real)factor[of_row ? of_row[i] : 0];
    return OK;
}

/* Returns the value of row c: where nothing stays, x_i may be infinite. */
static inline real choice_value(const real *stay, const real *y, uint32_t c, real own)
{
    if (!stay || stay[c] == 0) return y[c];
    return stay[c] * own + (1 - stay[c]) * y[c];
}

static enum status cpu_best(size_t n, const struct choice_rows *of, const void *y_, const void *x_,
                            void *next_, uint32_t *row, struct test *test)
{
    const real *x = x_, *y = y_, *stay = of->stay, epsilon = test ? (real)test->epsilon : 0;
    real *restrict next = next_;
    const int relative = test && test->criterion == RELATIVE;
    int unsatisfied = 0;
#pragma omp parallel for schedule(static) reduction(| : unsatisfied) if (team_again(of->group[n]))
    for (size_t i = 0; i < n; i++) {
        uint32_t at = of->group[i];
        real best = choice_value(stay, y, at, x[i]);
        for (uint32_t c = at + 1; c < of->group[i + 1]; c++) {
            const real value = choice_value(stay, y, c, x[i]);
            if (of->largest ? !(value > best) : !(value < best)) continue;
            best = value;
            at = c;
        }
        if (test && !unsatisfied) unsatisfied = fails_test(x[i], best, epsilon, relative);
        if (row) row[i] = at;
        next[i] = best;
    }
    if (unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

#if PREC == 64
static enum status cpu_give(size_t n, const struct choice_rows *of, const void *x_, void *y_)
{
    const double *x = x_;
    double *y = y_;
#pragma omp parallel for schedule(static) if (team_again(of->intervals->off.nnz))
    for (size_t i = 0; i < n; i++)
        for (uint32_t c = of->group[i]; c < of->group[i + 1]; c++) {
            const struct given given =
                interval_give(of->intervals, c, x[i], x, of->nature_largest, of->order);
            y[c] += given.stays > 0 ? given.sum + given.stays * x[i] : given.sum;
        }
    return OK;
}
#endif

extern const struct vec_ops EXPORTED(vec_ops);
const struct vec_ops EXPORTED(vec_ops) = {
    .zero = cpu_zero,
    .copy = cpu_copy,
    .axpy = cpu_axpy,
    .xpay = cpu_xpay,
    .dot = cpu_dot,
    .dot_one_thread = cpu_dot_one_thread,
    .divide = cpu_divide,
    .copy_scalar = cpu_copy_scalar,
    .small = cpu_small,
    .axpy_small = cpu_axpy_small,
    .dot_pair = cpu_dot_pair,
    .iterate = cpu_iterate,
    .direction = cpu_direction,
    .change = cpu_change,
    .finite = cpu_all_finite,
    .combine = cpu_combine,
    .advance = cpu_advance,
    .from_pairs = cpu_from_pairs,
    .to_pairs = cpu_to_pairs,
    .blend = cpu_blend,
    .quotient = cpu_quotient,
    .set = cpu_set,
    .weigh = cpu_weigh,
    .rescale = cpu_rescale,
    .best = cpu_best,
#if PREC == 64
    .give = cpu_give,
#endif
};

#include "certify/check.h"

#include "base/team.h"
#include "certify/rows.h"
#include "certify/sums.h"

double certify_up(long double x)
{
    double up = (double)round_up(x);
    return up < DBL_MAX && (long double)up >= round_up(x) ? up : nextafter(up, INFINITY);
}

double certify_down(long double x)
{
    return -certify_up(-x);
}

/* sign (A x)_i; with `compare`, sign (<A> x)_i. */
struct row_sum {
    const double *x;
    long double own, diagonal;
    int sign;
    bool balanced, compare;
    struct sum sum;
    uint64_t terms;
    bool positive; /* the diagonal is, and no entry beside it */
};

ALWAYS_INLINE void add_entry(void *context, uint64_t column, double value)
{
    struct row_sum *to = context;
    const long double size = fabsl(value), other = to->x[column],
                      signed_other = to->compare || signbit(value) ? -other : other;
    sum_add(&to->sum, to->sign * size * (to->balanced ? to->own + signed_other : signed_other));
    to->terms++;
    to->positive &= signbit(value) != 0;
}

static void add_diagonal(struct row_sum *to)
{
    sum_add(&to->sum, to->sign * (to->compare ? fabsl(to->diagonal) : to->diagonal) * to->own);
}

static struct row_sum sum_row(const struct matrix *a, bool balanced, bool compare, uint64_t i,
                              const double *x, int sign)
{
    struct row_sum to = {.x = x,
                         .own = x[i],
                         .diagonal = diagonal_of(a, i),
                         .sign = sign,
                         .balanced = balanced,
                         .compare = compare};
    to.positive = to.diagonal > 0;
    if (!balanced) add_diagonal(&to);
    each_entry(a, i, add_entry, &to);
    if (balanced && to.terms == 0) add_diagonal(&to);
    return to;
}

bool certify_weights(const struct matrix *a, const struct reading *reading, const double *v,
                     double *drift)
{
    const uint64_t n = matrix_rows(a);
    int proves = 1;
#pragma omp parallel for schedule(static) reduction(& : proves) \
    if (team_once(matrix_entries(a) + n))
    for (uint64_t i = 0; i < n; i++) {
        const struct row_sum row = sum_row(a, reading->balanced, true, i, v, 1);
        const double share = row.terms ? reading->entry : 0;
        drift[i] = certify_down(row.sum.value - sum_error(&row.sum, row.terms, share));
        proves &= !signbit(v[i]) && isfinite(v[i]) && isfinite(drift[i]) &&
                  (row.terms ? drift[i] > 0 : row.diagonal != 0);
    }
    return proves;
}

/* Residuals of one sign, as multiples of the drift. */
static double ratio(long double residual, double drift)
{
    if (residual <= 0) return 0;
    if (!(drift > 0)) return INFINITY;
    return certify_up(round_up(residual) / drift);
}

static struct bound row_bound(const struct row_sum *row, const struct reading *reading, double b,
                              double drift)
{
    const uint64_t terms = row->terms;
    if (terms == 0 && states(row->diagonal, b, row->own)) return (struct bound){0};
    long double error = sum_error(&row->sum, terms + 1, terms ? reading->entry : 0) +
                        1.05L * (terms ? reading->constant : 0) * fabsl((long double)b);
    struct sum whole = row->sum;
    sum_add(&whole, b);
    error += sum_error(&whole, terms + 1, 0);
    if (!isfinite(error)) return (struct bound){INFINITY, INFINITY};
    return (struct bound){.below = ratio(error - whole.value, drift),
                          .above = ratio(error + whole.value, drift)};
}

/* A matrix whose inverse is not negative keeps the sign of a residual. */
struct bound certify_answer(const struct matrix *a, const struct reading *reading, const double *b,
                            const double *drift, const double *answer)
{
    const uint64_t n = matrix_rows(a);
    double below = 0, above = 0;
    int positive = 1;
#pragma omp parallel for schedule(static) reduction(max : below, above) reduction(& : positive) \
    if (team_once(matrix_entries(a) + n))
    for (uint64_t i = 0; i < n; i++) {
        const struct row_sum row = sum_row(a, reading->balanced, false, i, answer, -1);
        const struct bound found = row_bound(&row, reading, b ? b[i] : 0, drift[i]);
        below = found.below > below ? found.below : below;
        above = found.above > above ? found.above : above;
        positive &= row.positive;
    }
    if (!positive) below = above = below > above ? below : above;
    return (struct bound){below, above};
}

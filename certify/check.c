#include "certify/check.h"

#include "base/team.h"
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

/* Adds sign (A x)_i; with `compare`, sign (<A> x)_i. */
static void add_row(struct sum *sum, const struct matrix *a, bool balanced, bool compare,
                    uint32_t i, const double *x, int sign)
{
    const struct csr *off = &a->off;
    const long double own = x[i];
    if (row_terms(a, i) == 0) balanced = false;
    if (!balanced) sum_add(sum, sign * (compare ? fabsl(a->diag[i]) : a->diag[i]) * own);
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        const long double size = fabsl(off->val[k]), other = x[off->col[k]],
                          signed_other = compare || signbit(off->val[k]) ? -other : other;
        sum_add(sum, sign * size * (balanced ? own + signed_other : signed_other));
    }
}

bool certify_weights(const struct matrix *a, const struct reading *reading, const double *v,
                     double *drift)
{
    int proves = 1;
#pragma omp parallel for schedule(static) reduction(& : proves) \
    if (team_once(a->off.nnz + a->off.n))
    for (uint32_t i = 0; i < a->off.n; i++) {
        struct sum sum = {0};
        const uint64_t terms = row_terms(a, i);
        add_row(&sum, a, reading->balanced, true, i, v, 1);
        drift[i] = certify_down(sum.value - sum_error(&sum, terms, terms ? reading->entry : 0));
        proves &= !signbit(v[i]) && isfinite(v[i]) && isfinite(drift[i]) &&
                  (terms ? drift[i] > 0 : a->diag[i] != 0);
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

static bool is_positive(const struct matrix *a, uint32_t i)
{
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        if (!signbit(a->off.val[k])) return false;
    return a->diag[i] > 0;
}

static struct bound row_bound(const struct matrix *a, const struct reading *reading, uint32_t i,
                              double b, double drift, const double *answer)
{
    struct sum sum = {0};
    const uint64_t terms = row_terms(a, i);
    if (is_stated(a, i, b, answer[i])) return (struct bound){0};
    add_row(&sum, a, reading->balanced, false, i, answer, -1);
    long double error = sum_error(&sum, terms + 1, terms ? reading->entry : 0) +
                        1.05L * (terms ? reading->constant : 0) * fabsl((long double)b);
    struct sum whole = sum;
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
    double below = 0, above = 0;
    int positive = 1;
#pragma omp parallel for schedule(static) reduction(max : below, above) reduction(& : positive) \
    if (team_once(a->off.nnz + a->off.n))
    for (uint32_t i = 0; i < a->off.n; i++) {
        const struct bound row = row_bound(a, reading, i, b ? b[i] : 0, drift[i], answer);
        below = row.below > below ? row.below : below;
        above = row.above > above ? row.above : above;
        positive &= is_positive(a, i);
    }
    if (!positive) below = above = below > above ? below : above;
    return (struct bound){below, above};
}

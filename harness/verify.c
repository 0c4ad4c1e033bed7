#include "harness/verify.h"

#include <float.h>
#include <math.h>

/* b_i - sum_j A_ij x_j */
static double row_residual(const struct linear *s, uint32_t i, const double *x)
{
    const struct csr *off = &s->a.off;
    double sum = s->b ? s->b[i] : 0;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) sum -= off->val[k] * x[off->col[k]];
    return sum - s->a.diag[i] * x[i];
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

struct verdict verify_answer(const struct problem *problem, const struct checked *by, const double *x)
{
    const struct linear *s = &problem->system;
    const bool relative = by->criterion == RELATIVE;
    const double smallest = by->precision == F32 ? FLT_MIN : DBL_MIN;
    double change = 0, worst = 0, size = 0, error = 0, answer = 0;
    int finite = 1;
#pragma omp parallel for schedule(static) reduction(max : change, worst, size, error, answer) reduction(& : finite)
    for (uint32_t i = 0; i < s->a.off.n; i++) {
        double residual = row_residual(s, i, x), step = by->relaxation * fabs(residual / s->a.diag[i]);
        if (isnan(residual)) residual = step = INFINITY; /* inf - inf: no maximum would keep a NaN */
        finite &= isfinite(x[i]) != 0;
        if (relative && fabs(x[i]) >= smallest) step /= fabs(x[i]);
        change = larger(change, step);
        worst = larger(worst, fabs(residual));
        size = larger(size, s->b ? fabs(s->b[i]) : fabs(s->a.diag[i] * x[i]));
        if (!s->answer) continue;
        error = larger(error, fabs(x[i] - s->answer[i]));
        answer = larger(answer, fabs(s->answer[i]));
    }
    if (by->measure == MEASURE_RESIDUAL) change = relative ? worst / problem_scale(problem) : worst;
    return (struct verdict){.finite = finite,
                            .change = change,
                            .residual = size > 0 ? worst / size : worst,
                            .error = s->answer ? error / (answer > 0 ? answer : 1) : NAN};
}

bool verdict_accepts(const struct verdict *verdict, enum precision precision, double epsilon)
{
    double tolerance = 10 * epsilon;
    if (precision == F32 && tolerance < 1e-4) tolerance = 1e-4;
    return verdict->finite && verdict->change <= tolerance;
}

#include "prove/candidate.h"

#include <math.h>
#include <stddef.h>

#include "base/team.h"

const double *candidate_of(const struct prove_settings *settings, const struct matrix *a)
{
    const double *x = settings->candidate;
    const uint32_t n = x ? (uint32_t)matrix_unknowns(a) : 0;
    int finite = x != NULL;
#pragma omp parallel for schedule(static) reduction(& : finite) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) finite &= isfinite(x[i]) != 0;
    return finite ? x : NULL;
}

struct balance candidate_balance(const struct matrix *a, const double *x)
{
    double left = 0, flow = 0, each = 0;
#pragma omp parallel for schedule(static) reduction(+ : left, flow) reduction(max : each) \
    if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        const double own = a->diag[i] * x[i];
        double sum = own;
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            sum += a->off.val[k] * x[a->off.col[k]];
        left += fabs(sum);
        flow += fabs(own);
        each = own > 0 ? fmax(each, fabs(sum) / own) : INFINITY;
    }
    return (struct balance){left / flow, each};
}

bool candidate_is_close(double width, double excess)
{
    return excess * width <= 1e-2;
}

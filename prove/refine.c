#include "prove/refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means.h"

/* Returns whether there is anything left. */
static bool subtract_product(const struct matrix *a, const double *b, const double *x, double *out)
{
    int some = 0;
#pragma omp parallel for schedule(static) reduction(| : some) if (team_once(a->off.nnz + a->off.n))
    for (uint32_t i = 0; i < a->off.n; i++) {
        long double sum = b ? b[i] : 0;
        sum -= (long double)a->diag[i] * x[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            sum -= (long double)a->off.val[k] * x[a->off.col[k]];
        out[i] = (double)sum;
        some |= out[i] != 0;
    }
    return some;
}

/* A solve should do a little more than what is missing, as far as double precision can. */
static double reduction(double first, double excess)
{
    if (!isfinite(excess)) return first;
    return fmin(0.3, fmax(1e-12, 0.3 / excess));
}

enum status refine(const struct refinement *how, double *x, double *excess)
{
    enum status status = OK;
    const uint32_t n = how->a->off.n;
    double *residual = NULL, *next = NULL;
    struct means means = {0};
    TRY(allocate(n, sizeof *residual, "a proof", &residual));
    TRY(allocate(n, sizeof *next, "a proof", &next));
    TRY(means_create(how->a, &means));
    TRY(how->excess(how->with, x, excess));
    for (int solves = 0; *excess >= 1 && !how->budget->spent; solves++) {
        double now;
        if (!subtract_product(how->a, how->b, x, residual)) break;
        TRY(means_solve(&means, residual, reduction(how->first, *excess), how->budget, next));
        for (uint32_t i = 0; i < n; i++) next[i] += x[i];
        TRY(how->excess(how->with, next, &now));
        const bool falls = now < 0.7 * *excess || (solves == 0 && now <= *excess);
        if (now < *excess || (solves == 0 && now <= *excess)) {
            memcpy(x, next, n * sizeof *x);
            *excess = now;
        }
        if (!falls) break;
    }
out:
    means_free(&means);
    free(residual);
    free(next);
    return status;
}

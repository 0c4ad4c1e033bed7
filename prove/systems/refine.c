#include "prove/systems/refine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/systems/equations.h"
#include "solvers/policies/policies.h"

static double rough_left_over(const struct refinement *how, uint32_t i, const double *x)
{
    const struct matrix *a = how->a;
    double left = (how->b ? how->b[i] : 0) - a->diag[i] * x[i];
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        left -= a->off.val[k] * x[a->off.col[k]];
    return left;
}

/* Returns whether the residual is not zero. The first residual need not be exact. */
static bool find_residual(const struct refinement *how, const double *x, bool first, double *out)
{
    const struct matrix *a = how->a;
    int some = 0;
#pragma omp parallel for schedule(static) reduction(| : some) \
    if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        out[i] = first ? rough_left_over(how, i, x)
                       : row_left_over(a, how->b, how->balanced, i, i, x);
        some |= out[i] != 0;
    }
    return some;
}

/* Chooses the aim of the next solve: a little better than necessary, as far as double precision
 * allows. */
static double next_aim(const struct refinement *how, const double *residual, double excess)
{
    double most = 0;
    for (uint32_t i = 0; i < how->a->off.rows; i++) most = fmax(most, fabs(residual[i]));
    if (isfinite(excess)) return fmin(0.3, fmax(1e-12, 0.3 / excess)) * most;
    const double first = how->first_aim ? how->first_aim(how->with, residual) : how->first;
    return fmax(1e-12, first) * most;
}

/* Solves until the excess is below 1. Stops if a solve gains too little, because the next would not
 * gain more. */
static enum status improve(const struct refinement *how, struct equations *equations,
                           double *residual, double *next, double *x, double *excess)
{
    const uint32_t n = how->a->off.rows;
    for (int solves = 0; *excess >= 1 && !how->budget->spent; solves++) {
        const double before = *excess;
        double now;
        if (!find_residual(how, x, isinf(before), residual)) break;
        MUST(equations_solve(equations, residual, next_aim(how, residual, before), next));
        for (uint32_t i = 0; i < n; i++) next[i] += x[i];
        MUST(how->excess(how->with, next, &now));
        if (!(now < before)) return how->excess(how->with, x, excess);
        memcpy(x, next, n * sizeof *x);
        *excess = now;
        if (now > 0.7 * before) break;
    }
    return OK;
}

enum status refine(const struct refinement *how, double *x, double *excess)
{
    enum status status = OK;
    double *residual = NULL, *next = NULL;
    struct equations equations = {0};
    *excess = INFINITY;
    if (how->begun) TRY(how->excess(how->with, x, excess));
    if (*excess < 1) goto out;
    TRY(allocate(how->a->off.rows, sizeof *residual, "a proof", &residual));
    TRY(allocate(how->a->off.rows, sizeof *next, "a proof", &next));
    TRY(equations_create(how->a, how->order && *how->order, &how->coarsening, how->budget,
                         &equations));
    if (how->order) *how->order = equations.ordered.sequence != NULL;
    TRY(improve(how, &equations, residual, next, x, excess));
    if (isinf(*excess)) TRY(how->excess(how->with, x, excess));
out:
    equations_free(&equations);
    free(residual);
    free(next);
    return status;
}

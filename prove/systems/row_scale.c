#include "prove/systems/row_scale.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

/* Adds up parts of fixed size, so the sums do not depend on the number of threads. */
static void sum_of_one_class(const struct problem *problem, const double *x, double *flow,
                             double *mass)
{
    enum { PARTS = 64 };
    const uint64_t n = problem_unknowns(problem);
    const double *diag = problem->system.a.diag;
    double mass_of[PARTS] = {0}, flow_of[PARTS] = {0};
#pragma omp parallel for if (team_once(n))
    for (uint64_t p = 0; p < PARTS; p++) {
        double all = 0, all_flow = 0;
        for (uint64_t i = p * n / PARTS; i < (p + 1) * n / PARTS; i++)
            all += x[i], all_flow += x[i] * diag[i];
        mass_of[p] = all, flow_of[p] = all_flow;
    }
    for (int p = 0; p < PARTS; p++) *mass += mass_of[p], *flow += flow_of[p];
}

enum status row_scale_create(const struct problem *problem, const struct pinned *pinned,
                             const double *x, struct row_scale *out)
{
    enum status status = OK;
    const struct steady_value *steady = &problem->steady;
    double *mass = NULL;
    *out = (struct row_scale){
        .problem = problem, .pinned = pinned, .classes = {steady->nclasses, steady->class_of}};
    TRY(allocate_zeroed(steady->nclasses, sizeof *mass, "a proof", &mass));
    TRY(allocate_zeroed(steady->nclasses, sizeof *out->rate, "a proof", &out->rate));
    if (steady->nclasses == 1) sum_of_one_class(problem, x, out->rate, mass);
    for (uint32_t i = 0; steady->nclasses > 1 && i < problem_unknowns(problem); i++) {
        out->rate[steady->class_of[i]] += x[i] * problem->system.a.diag[i];
        mass[steady->class_of[i]] += x[i];
    }
    for (uint32_t c = 0; c < steady->nclasses; c++) out->rate[c] /= mass[c];
out:
    free(mass);
    return status;
}

double row_scale_of(const struct row_scale *scale, uint32_t i)
{
    const struct problem *problem = scale->problem;
    const double wanted = 1 + problem->system.a.diag[i] / scale->rate[problem->steady.class_of[i]];
    const bool none = is_pinned_row(scale->pinned, &scale->classes, i) || !isfinite(wanted);
    return none ? 1 : scalbn(1, ilogb(wanted));
}

static void row_scale_multiply(struct matrix *a, uint32_t i, double factor)
{
    a->diag[i] *= factor;
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) a->off.val[k] *= factor;
}

void row_scale_apply(const struct row_scale *scale, struct matrix *a)
{
#pragma omp parallel for schedule(static) if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) row_scale_multiply(a, i, 1 / row_scale_of(scale, i));
}

void row_scale_undo(struct row_scale *scale, struct matrix *a)
{
#pragma omp parallel for schedule(static) if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) row_scale_multiply(a, i, row_scale_of(scale, i));
    for (uint32_t c = 0; c < scale->problem->steady.nclasses; c++) scale->rate[c] = INFINITY;
}

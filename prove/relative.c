/* Let D = diag(x). The matrix S = (diag(A) D)^-1 A D has a solution near 1 in each row, and weights
 * u of S give weights D u of A. So we solve S with the usual methods, and the errors for A are
 * relative to x. */
#include "prove/relative.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/systems/refine.h"
#include "prove/systems/sweeps.h"
#include "prove/weights.h"

static const double rough = 0.01; /* the first sweeps end when the relative change of one sweep is
                                     at most this */

struct scaled {
    const struct matrix *a;
    const struct reading *reading;
    const double *b;
    double width;
    struct matrix s;
    double *b_scaled, *drift, *u, *x; /* x: S is scaled by it */
    struct relative_solution *out;
};

static bool relative_is_stated(const struct matrix *a, uint32_t i)
{
    return a->off.row[i] == a->off.row[i + 1];
}

static enum status sweep_until_rough(struct scaled *p, const double *about, struct budget *budget)
{
    const uint32_t n = matrix_unknowns(p->a);
    bool left = true;
    double change = INFINITY;
    for (uint32_t i = 0; i < n; i++) p->x[i] = about[i] > 0 ? about[i] : 0;
    for (int k = 0; left && (change > rough || k % 2); k++) {
        change = rough_sweep(p->a, p->b, k % 2, p->u, p->x);
        MUST(budget_check(budget, &left));
    }
    return OK;
}

/* Scales A by p->x. Returns false if an entry that must be positive is 0 or too small. */
static bool scale(struct scaled *p)
{
    const struct csr *off = &p->a->off;
    for (uint32_t i = 0; i < off->rows; i++) {
        const double size = relative_is_stated(p->a, i) ? 1 : p->a->diag[i] * p->x[i];
        if (!(size > 1e-290) || !isfinite(size)) return false;
        p->s.diag[i] = 1;
        p->b_scaled[i] = relative_is_stated(p->a, i) ? p->b[i] > 0 : p->b[i] / size;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            p->s.off.val[k] = off->val[k] * p->x[off->col[k]] / size;
    }
    return true;
}

static void unscale(const struct scaled *p, const double *from, double *to)
{
    for (uint32_t i = 0; i < p->a->off.rows; i++) to[i] = p->x[i] * from[i];
}

/* Excess of y (see refine.h): the check bounds the error of x = D y, from the residual with A. */
static enum status relative_excess(void *with, const double *y, double *out)
{
    struct scaled *p = with;
    double most = 0;
    unscale(p, y, p->out->x);
    p->out->bound = certify_answer(p->a, p->reading, p->b, p->drift, p->out->x);
    for (uint32_t i = 0; i < p->a->off.rows; i++)
        most = p->u[i] > most && !relative_is_stated(p->a, i) ? p->u[i] : most;
    *out = fmax(p->out->bound.below, p->out->bound.above) * most / p->width;
    return OK;
}

static enum status relative_prepare(struct scaled *p)
{
    const uint32_t n = matrix_unknowns(p->a);
    p->s.off = p->a->off;
    p->s.off.val = NULL;
    MUST(allocate(p->a->off.nnz, sizeof(double), "a proof", &p->s.off.val));
    MUST(allocate(n, sizeof(double), "a proof", &p->s.diag));
    MUST(allocate(n, sizeof(double), "a proof", &p->b_scaled));
    MUST(allocate(n, sizeof(double), "a proof", &p->drift));
    MUST(allocate(n, sizeof(double), "a proof", &p->u));
    MUST(allocate(n, sizeof(double), "a proof", &p->x));
    MUST(allocate(n, sizeof(double), "a proof", &p->out->x));
    return allocate(n, sizeof(double), "a proof", &p->out->v);
}

static enum status relative_refine(struct scaled *p, struct budget *budget)
{
    enum status status = OK;
    bool accepted, order;
    double *y = NULL, reached;
    TRY(find_weights(&p->s, &(struct reading){0}, rough_weights, budget, p->u, p->drift, &accepted,
                     &order));
    unscale(p, p->u, p->out->v);
    if (!certify_weights(p->a, p->reading, p->out->v, p->drift)) goto out;
    TRY(allocate(matrix_unknowns(p->a), sizeof *y, "a proof", &y));
    for (uint32_t i = 0; i < p->a->off.rows; i++)
        y[i] = !relative_is_stated(p->a, i) || p->b[i] > 0;
    const struct refinement how = {.a = &p->s,
                                   .b = p->b_scaled,
                                   .excess = relative_excess,
                                   .with = p,
                                   .first = 1e-3,
                                   .order = &order,
                                   .budget = budget};
    TRY(refine(&how, y, &reached));
out:
    free(y);
    return status;
}

enum status relative_solve(const struct matrix *a, const struct reading *reading, const double *b,
                           const double *about, double width, struct budget *budget,
                           struct relative_solution *out)
{
    enum status status = OK;
    *out = (struct relative_solution){.bound = {INFINITY, INFINITY}};
    struct scaled p = {.a = a, .reading = reading, .b = b, .width = width, .out = out};
    TRY(relative_prepare(&p));
    TRY(sweep_until_rough(&p, about, budget));
    if (!budget->spent && scale(&p)) TRY(relative_refine(&p, budget));
out:
    free(p.s.off.val);
    free(p.s.diag);
    free(p.b_scaled);
    free(p.drift);
    free(p.u);
    free(p.x);
    if (status != OK) relative_solution_free(out);
    return status;
}

void relative_solution_free(struct relative_solution *solution)
{
    free(solution->x);
    free(solution->v);
    *solution = (struct relative_solution){0};
}

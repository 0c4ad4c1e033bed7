/* Tries BiCGStab first. If that fails: elimination for small matrices, and Gauss-Seidel for others.
 * Its sweeps go forward and backward in turn, so no order of the rows is a bad one. */
#include "prove/means/means.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means/sweeps.h"
#include "problems/row_order.h"

/* Returns the largest residual that a row had just before it was updated. */
static double means_sweep(const struct matrix *a, const double *b, bool backward, double *x)
{
    const struct csr *off = &a->off;
    double most = 0;
    for (uint32_t at = 0; at < off->n; at++) {
        const uint32_t i = backward ? off->n - 1 - at : at;
        double residual = (b ? b[i] : 0) - a->diag[i] * x[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            residual -= off->val[k] * x[off->col[k]];
        x[i] += residual / a->diag[i];
        if (!(fabs(residual) <= most)) most = fabs(residual);
    }
    return most;
}

static double largest_residual(const struct matrix *a, const double *b, const double *x)
{
    const struct csr *off = &a->off;
    double most = 0;
    for (uint32_t i = 0; i < off->n; i++) {
        double residual = b[i] - a->diag[i] * x[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            residual -= off->val[k] * x[off->col[k]];
        if (!(fabs(residual) <= most)) most = fabs(residual);
    }
    return most;
}

enum { MOST_SWEEPS_IN_VAIN = 10000 };

/* Residuals of rows before their update say little about those after the sweep. So whenever they
 * are small enough, the true residual is computed, and the aim is corrected accordingly. */
static enum status sweep_down(const struct matrix *a, const double *b, double wanted, double least,
                              struct budget *budget, double *x)
{
    bool left = true;
    double aim = wanted, best = INFINITY;
    for (int k = 0, since = 0; left && aim > least && since < MOST_SWEEPS_IN_VAIN; k++, since++) {
        const double at_turn = means_sweep(a, b, k % 2, x);
        MUST(budget_check(budget, &left));
        if (at_turn < 0.9 * best) best = at_turn, since = 0;
        if (at_turn > aim && isfinite(at_turn)) continue;
        const double residual = largest_residual(a, b, x);
        if (!(residual > wanted) || !isfinite(residual)) break;
        aim *= fmin(0.3, wanted / residual);
    }
    return OK;
}

enum { DIRECT_MOST = 400 }; /* rows: a square of doubles and a third of a cube of work, 20 ms */

static void fill_dense(const struct matrix *a, double *dense)
{
    const uint32_t n = a->off.n;
    for (uint32_t i = 0; i < n; i++) {
        dense[(size_t)i * n + i] = a->diag[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            dense[(size_t)i * n + a->off.col[k]] = a->off.val[k];
    }
}

static void eliminate_dense(uint32_t n, double *dense, double *x)
{
    for (uint32_t pivot = 0; pivot < n; pivot++) {
        const double *from = dense + (size_t)pivot * n;
        for (uint32_t i = pivot + 1; i < n; i++) {
            double *row = dense + (size_t)i * n;
            const double share = row[pivot] / from[pivot];
            if (share == 0) continue;
            for (uint32_t j = pivot; j < n; j++) row[j] -= share * from[j];
            x[i] -= share * x[pivot];
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        const double *row = dense + (size_t)i * n;
        for (uint32_t j = i + 1; j < n; j++) x[i] -= row[j] * x[j];
        x[i] /= row[i];
    }
}

/* Needs no exchanges of rows: if <A> has weights, no pivot is zero. */
static enum status direct_solve(const struct matrix *a, const double *b, double *x)
{
    const uint32_t n = a->off.n;
    double *dense;
    MUST(allocate_zeroed((size_t)n * n, sizeof *dense, "a proof", &dense));
    fill_dense(a, dense);
    memcpy(x, b, n * sizeof *x);
    eliminate_dense(n, dense, x);
    free(dense);
    return OK;
}

/* Average number of entries of a row: with at least this many, a sweep costs more than it gains if
 * the chain mixes fast. */
enum { LONG_ROWS = 8 };

enum status means_create(const struct matrix *a, bool order, const struct coarsening *coarsening,
                         struct means *out)
{
    const bool plain = a->off.nnz >= (uint64_t)LONG_ROWS * a->off.n;
    *out = (struct means){.a = a};
    if (order && !plain && !coarsening->weight) MUST(ordered_create(a, &out->ordered));
    if (out->ordered.sequence) out->a = &out->ordered.system.a;
    enum status status = krylov_create(out->a, coarsening, plain, &out->krylov);
    if (status != OK) means_free(out);
    return status;
}

void means_free(struct means *means)
{
    krylov_free(&means->krylov);
    ordered_free(&means->ordered);
}

static enum status solve_unordered(struct means *means, const double *b, const struct aim *aim,
                                   struct budget *budget, double *x)
{
    const uint32_t n = means->a->off.n;
    double size = 0;
    bool met = false;
    if (!means->slow) MUST(krylov_solve(&means->krylov, b, aim, budget, x, &met));
    if (met || budget->spent) return OK;
    means->slow = true;
    if (n <= DIRECT_MOST) return direct_solve(means->a, b, x);
    memset(x, 0, n * sizeof *x);
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(b[i]));
    return sweep_down(means->a, b, fmax(aim->wanted, aim->share * size), 1e-4 * DBL_EPSILON * size,
                      budget, x);
}

enum status means_solve(struct means *means, const double *b, const struct aim *aim,
                        struct budget *budget, double *x)
{
    struct ordered *ordered = &means->ordered;
    const uint32_t n = means->a->off.n;
    if (!ordered->sequence) return solve_unordered(means, b, aim, budget, x);
    for (uint32_t k = 0; k < n; k++) ordered->b[k] = b[ordered->sequence[k]];
    MUST(solve_unordered(means, ordered->b, aim, budget, ordered->x));
    row_order_undo(n, ordered->sequence, ordered->x, x);
    return OK;
}

/* Sweeps through rows first .. end - 1; before: values of other threads' rows before the sweep. */
static void sweep_part(const struct matrix *a, bool backward, uint32_t first, uint32_t end,
                       const double *before, double *x)
{
    const struct csr *off = &a->off;
    for (uint32_t at = first; at < end; at++) {
        const uint32_t i = backward ? end - 1 - (at - first) : at;
        double sum = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t j = off->col[k];
            sum -= off->val[k] * (j >= first && j < end ? x : before)[j];
        }
        x[i] = sum / a->diag[i];
    }
}

enum status means_sweeps(const struct matrix *a, int count, double *x)
{
    const uint32_t n = a->off.n;
    double *before;
    MUST(allocate(n, sizeof *before, "a proof", &before));
#pragma omp parallel if (team_once(a->off.nnz + n))
    {
        uint32_t first, end;
        own_rows(n, &first, &end);
        const int sweeps =
            count + 2 * (omp_get_num_threads() - 1); /* changes spread by one thread's part in each
                                                        sweep */
        for (int k = 0; k < sweeps; k++) {
            memcpy(before + first, x + first, (end - first) * sizeof *x);
#pragma omp barrier
            sweep_part(a, k % 2, first, end, before, x);
#pragma omp barrier
        }
    }
    free(before);
    return OK;
}

double means_sweep_up(const struct matrix *a, const double *b, bool backward, double *x)
{
    const struct csr *off = &a->off;
    double change = 0;
    for (uint32_t at = 0; at < off->n; at++) {
        const uint32_t i = backward ? off->n - 1 - at : at;
        double now = b ? b[i] : 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            now -= off->val[k] * x[off->col[k]];
        now /= a->diag[i];
        if (fabs(now - x[i]) > change * now) change = fabs(now - x[i]) / now;
        x[i] = now;
    }
    return change;
}

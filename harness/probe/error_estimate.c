#include "harness/probe/error_estimate.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "base/sparse/rows.h"
#include "base/team.h"

static const double damping = 0.5;

/* x after the sweeps so far, the change by the next sweep, and the change by the one after it. */
struct sweeps {
    const struct linear *system;
    struct row_pieces pieces;
    double *x, *change, *next;
};

/* Damped residual of the rows of a part; b, x, out: of the whole. */
static void damped_rows(const struct matrix *a, const double *b, const double *x, double *out)
{
    const uint64_t n = matrix_rows(a);
#pragma omp parallel for schedule(static) if (team_again(matrix_entries(a) + n))
    for (uint64_t i = 0; i < n; i++) {
        const struct row_rest row = row_subtract(a, i, b, x, true);
        out[row_owner(a, i)] = damping * row.left / row.diagonal;
    }
}

/* Computes out = damping D^-1 (b - A x); b: NULL = zeros. */
static enum status damped_residual(struct sweeps *w, const double *b, const double *x, double *out)
{
    struct row_pieces *pieces = &w->pieces;
    for (pieces->end = 0; pieces->end < matrix_unknowns(&w->system->a);) {
        MUST(row_pieces_next(pieces));
        damped_rows(&pieces->rows, b, x, out);
    }
    return OK;
}

/* Computes next, the change after one more sweep. */
static enum status compute_next_change(struct sweeps *w)
{
    MUST(damped_residual(w, NULL, w->change, w->next));
    const uint64_t n = matrix_rows(&w->system->a);
#pragma omp parallel for schedule(static) if (team_again(n))
    for (uint64_t i = 0; i < n; i++) w->next[i] += w->change[i];
    return OK;
}

static enum status sweeps_advance(struct sweeps *w)
{
    double *done = w->change;
    const uint64_t n = matrix_rows(&w->system->a);
#pragma omp parallel for schedule(static) if (team_again(n))
    for (uint64_t i = 0; i < n; i++) w->x[i] += w->change[i];
    w->change = w->next;
    w->next = done;
    return compute_next_change(w);
}

static double largest_magnitude(uint64_t n, const double *x)
{
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* Sum of all changes from now on, as a multiple of the current one: 1 / the share that a sweep
 * takes off it. */
static double multiple(const struct sweeps *w)
{
    const uint64_t n = matrix_rows(&w->system->a);
    double size = 0, taken = 0;
#pragma omp parallel for schedule(static) reduction(+ : size, taken) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) {
        const double less = w->change[i] - w->next[i];
        size += w->change[i] * w->change[i];
        taken += less * less;
    }
    return size > 0 ? sqrt(size / taken) : 0;
}

static double relative(double from, double to)
{
    return from == to || isnan(to) ? 0 : fabs(to - from) / fabs(to);
}

/* Distance from x to the limit of the sweeps. */
static double distance_to_limit(const struct problem *problem, const double *x, struct sweeps *w)
{
    const uint64_t n = problem_unknowns(problem);
    const double times = multiple(w);
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) {
        w->x[i] += times > 0 ? times * w->change[i] : 0;
        w->next[i] = w->x[i] - x[i];
    }
    const double apart = largest_magnitude(n, w->next), size = largest_magnitude(n, w->x);
    const double entries = apart > 0 ? apart / size : 0;
    const double value = relative(problem_value(problem, x), problem_value(problem, w->x));
    return isfinite(times) && isfinite(entries) ? fmax(entries, value) : INFINITY;
}

enum status error_estimate(const struct problem *problem, const double *x, double *out)
{
    enum status status = OK;
    const uint64_t n = problem_unknowns(problem);
    *out = NAN;
    if (problem->kind == KIND_OPTIMUM) return OK; /* the best rows may change on the way */
    if (n > UINT32_MAX) return OK; /* three such vectors do not fit into a host's memory */
    struct sweeps w = {.system = &problem->system};
    TRY(allocate(n, sizeof *w.x, "a check", &w.x));
    TRY(allocate(n, sizeof *w.change, "a check", &w.change));
    TRY(allocate(n, sizeof *w.next, "a check", &w.next));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) w.x[i] = x[i];
    TRY(row_pieces_open(problem, &w.pieces));
    TRY(damped_residual(&w, w.system->b, w.x, w.change));
    TRY(compute_next_change(&w));
    for (int k = 0; k < ERROR_SWEEPS && !interrupted(); k++) TRY(sweeps_advance(&w));
    if (interrupted()) TRY(fail(ERROR_INTERRUPTED, "interrupted while the answer was checked"));
    *out = distance_to_limit(problem, x, &w);
out:
    row_pieces_close(&w.pieces);
    free(w.x);
    free(w.change);
    free(w.next);
    return status;
}

#include "solvers/methods/refined.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/solve.h"

enum { CORRECTION, SPARE }; /* krylov.vector; SPARE and solve->x are x and the next x */

/* Bound of the largest residual in f32, where the largest entry of the right-hand side is at most
 * 1. */
static const double INNER_EPSILON = 1e-4;

static const double AIM = 0.3;  /* share of the bound that a correction aims at */
static const double GAIN = 0.5; /* share of the residual that a correction may leave */

struct refined {
    struct stored stored;
    struct solve inner;
    double *wide;  /* n numbers on the host */
    float *narrow; /* the same in f32 */
};

static enum status check_refined(const struct solve *solve, const struct solve_settings *settings)
{
    const struct preconditioner *kind = ((const struct krylov *)solve->own)->m.kind;
    if (solve->a->precision != F64)
        return fail(ERROR_UNSUPPORTED, "refine=f32 is for precision f64");
    if (!solve->b.entry)
        return fail(ERROR_UNSUPPORTED,
                    "refine=f32 needs a right-hand side, and a long run has none");
    if (kind->factor)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=%s would be made again for each correction of refine=f32: use "
                    "none or jacobi",
                    kind->name);
    return settings->placed ? fail(ERROR_UNSUPPORTED, "refine=f32 needs the matrix on the host")
                            : OK;
}

/* The right-hand side is not zero anywhere, so that no marks say so of the later ones. */
static enum status create_inner(const struct solve *solve, const struct solve_settings *settings,
                                struct refined *r)
{
    struct solve_settings own = *settings;
    own.criterion = ABSOLUTE;
    own.epsilon = INNER_EPSILON;
    own.options.layout = solve->a->options.layout; /* of the layout that was chosen */
    ((struct krylov_options *)&own.options.method)->refine = REFINE_NO;
    for (size_t i = 0; i < solve->n; i++) r->wide[i] = 1;
    MUST(stored_build_for(solve->method, solve->place, solve->a->layout, F32, &own.options,
                          settings->matrix, &r->stored));
    MUST(stored_upload(solve->place, &r->stored));
    MUST(solve_create(&r->stored, solve->method, r->wide, &own, &r->inner));
    r->inner.from_zero = true;
    return OK;
}

enum status refined_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct krylov *own = solve->own;
    MUST(check_refined(solve, settings));
    MUST(allocate_zeroed(1, sizeof *own->refined, "a solve in f32", &own->refined));
    MUST(allocate(solve->n, sizeof *own->refined->wide, "a vector", &own->refined->wide));
    MUST(allocate(solve->n, sizeof *own->refined->narrow, "a vector", &own->refined->narrow));
    return create_inner(solve, settings, own->refined);
}

void refined_dismiss(struct refined *r)
{
    if (!r) return;
    solve_free(&r->inner);
    stored_free(&r->stored);
    free(r->wide);
    free(r->narrow);
    free(r);
}

/* Brings factor r to the solve in f32, from krylov.scratch. */
static enum status put_residual(const struct solve *solve, double factor)
{
    const struct krylov *own = solve->own;
    struct refined *r = own->refined;
    const double *wide = r->wide;
    MUST(solve->place->get(r->wide, own->scratch, solve->n, sizeof *r->wide));
#pragma omp parallel for if (team_once(solve->n))
    for (size_t i = 0; i < solve->n; i++) r->narrow[i] = (float)(factor * wide[i]);
    MUST(solve->place->put(r->inner.b.entry, r->narrow, solve->n * sizeof *r->narrow));
    return solve->place->synchronise();
}

/* Brings e to the place. */
static enum status get_correction(const struct solve *solve, void *e)
{
    struct refined *r = ((const struct krylov *)solve->own)->refined;
    MUST(solve->place->get(r->narrow, r->inner.x, solve->n, sizeof *r->narrow));
#pragma omp parallel for if (team_once(solve->n))
    for (size_t i = 0; i < solve->n; i++) r->wide[i] = r->narrow[i];
    MUST(solve->place->put(e, r->wide, solve->n * sizeof *r->wide));
    return solve->place->synchronise();
}

/* next = x + e, where the residual of x is in krylov.scratch and its largest entry is `size`. The
 * right-hand side is smaller where less than a whole INNER_EPSILON of the residual is left to do.
 */
static enum status correct(struct solve *solve, double size, const void *x, void *next)
{
    struct krylov *own = solve->own;
    struct solve *inner = &own->refined->inner;
    const double factor = fmin(1, INNER_EPSILON * size / (AIM * own->bound)) / size;
    void *e = own->vector[CORRECTION];
    MUST(solve_reset(inner, NULL));
    MUST(put_residual(solve, factor));
    MUST(inner->vec->zero(inner->n, inner->x));
    inner->max_iterations = solve->max_iterations - solve->iterations;
    MUST(solve_run(inner, inner->method));
    solve->iterations += inner->iterations;
    MUST(get_correction(solve, e));
    return solve->vec->blend(solve->n, &(struct blend){.count = 2,
                                                       .factor = (double[]){1, 1 / factor},
                                                       .x = (const void *[]){x, e},
                                                       .y = next});
}

/* Corrects x until the residual is small enough or a correction gains too little. *x: the best
 * iterate. */
static enum status improve(struct solve *solve, void **x, int *corrections, bool *met)
{
    struct krylov *own = solve->own;
    void *next = own->vector[SPARE];
    double size, before = INFINITY;
    MUST(krylov_check(solve, *x, &size, met));
    solve->outcome = MAX_ITERATIONS;
    while (!*met && size <= GAIN * before && solve->outcome != STOPPED &&
           solve->iterations < solve->max_iterations) {
        before = size;
        MUST(correct(solve, before, *x, next));
        ++*corrections;
        if (own->refined->inner.outcome == STOPPED) solve->outcome = STOPPED;
        MUST(krylov_check(solve, next, &size, met));
        if (!(size < before)) return krylov_check(solve, *x, &size, met);
        void *last = *x;
        *x = next;
        next = last;
    }
    return OK;
}

enum status refined_run(struct solve *solve)
{
    const struct krylov *own = solve->own;
    void *x = solve->x;
    int corrections = 0;
    bool met;
    MUST(krylov_begin(solve, &met));
    MUST(improve(solve, &x, &corrections, &met));
    krylov_note(solve, "%d correction%s from a copy of the matrix in f32, %.3g MB", corrections,
                corrections == 1 ? "" : "s", (double)stored_bytes(&own->refined->stored) / 1e6);
    if (met) return krylov_finish(solve, x, CONVERGED);
    if (solve->outcome == STOPPED) return krylov_finish(solve, x, STOPPED);
    if (own->rounded) return krylov_finish_rounded(solve, x);
    if (solve->iterations < solve->max_iterations) krylov_note_stall(solve, own->left);
    return krylov_finish(solve, x, MAX_ITERATIONS);
}

#include "harness/probe/probe.h"

#include <math.h>

#include "base/process/clock.h"
#include "base/progress_hook.h"
#include "problems/problem.h"

/* Sweeps that are tried, and the last ones of them, which are measured. The first sweeps of a chain
 * say little about later ones. */
enum { TRIED = 3, TRIED_OF_CHAIN = 6, MEASURED = 3, MOST_SWEEPS = 1000000 };

static enum status begin(const struct probe_task *task, struct solve *solve)
{
    if (!progress_hook_call("probing", 0, 0)) return progress_hook_stopped();
    MUST(solve_create(task->stored, task->method, task->b, &task->settings, solve));
    return solve_reset(solve, task->x0);
}

enum status probe_solve(const struct probe_task *task, double *x, struct probe *out)
{
    enum status status = OK;
    struct solve solve = {0};
    TRY(begin(task, &solve));
    const double start = clock_now();
    TRY(solve_run(&solve, task->method));
    TRY(solve.place->synchronise());
    *out = (struct probe){.seconds = clock_now() - start,
                          .iterations = solve.iterations,
                          .known = solve.outcome == CONVERGED,
                          .outcome = solve.outcome};
    if (out->known) TRY(solve_download(&solve, x));
out:
    solve_free(&solve);
    return status;
}

/* Sweeps and their changes. */
struct curve {
    struct solve solve;
    struct stored stored; /* the same arrays, at the place of the sweeps */
    double omega;
    double change[MEASURED], size; /* 2-norms of the changes, and of an iterate */
    bool reaches;                  /* the last sweep has changed zeros: mass still travels */
    double seconds;                /* of the fastest sweep */
};

/* One sweep. keeps: leaves the iterate before in work[0]. */
static enum status sweep(struct curve *curve, bool keeps)
{
    struct solve *s = &curve->solve;
    void *before = s->x;
    if (s->method->sweep != SWEEP_AT_ONCE) {
        if (keeps) MUST(s->vec->copy(s->n, s->x, s->work[0]));
        return s->mat->gauss_seidel(s->a, s->b.entry, s->x, s->method->sweep == SWEEP_DESCENDING,
                                    NULL);
    }
    MUST(s->mat->jacobi(s->a, &s->b, s->x, s->work[0], curve->omega, NULL));
    s->x = s->work[0];
    s->work[0] = before;
    return OK;
}

static enum status norm(const struct curve *curve, const struct blend *how, double *out)
{
    double dot;
    struct blend own = *how;
    own.ndots = 1;
    own.with = (const void *[]){how->y};
    own.dot = &dot;
    MUST(curve->solve.vec->blend(curve->solve.n, &own));
    *out = sqrt(dot);
    return OK;
}

/* *out = the norm of the last change; work[0] is the change afterwards. */
static enum status measure(const struct curve *curve, double *out)
{
    const struct solve *s = &curve->solve;
    return norm(curve,
                &(struct blend){.count = 2,
                                .factor = (double[]){-1, 1},
                                .x = (const void *[]){s->work[0], s->x},
                                .y = s->work[0]},
                out);
}

static enum status make_sweeps(struct curve *curve, int count)
{
    const struct solve *s = &curve->solve;
    double largest;
    for (int left = count - 1; left >= 0; left--) {
        const double start = clock_now();
        MUST(sweep(curve, left < MEASURED));
        MUST(s->place->synchronise());
        curve->seconds = fmin(curve->seconds, clock_now() - start);
        if (!progress_hook_call("probing", 0, 0)) return progress_hook_stopped();
        if (left == 0) MUST(s->vec->change(s->n, s->work[0], s->x, RELATIVE, &largest));
        if (left < MEASURED) MUST(measure(curve, &curve->change[MEASURED - 1 - left]));
    }
    curve->reaches = !isfinite(largest);
    return norm(curve, &(struct blend){.y = s->x}, &curve->size);
}

/* Predicts how many sweeps follow: until the change, and what all later sweeps change, is below
 * epsilon. Convergence that slows down is taken to slow down further. Infinite: not known. */
static double predict(const struct curve *curve, double epsilon)
{
    static const double stands = 0.97; /* of a sweep that hardly reduces the change */
    const double *change = curve->change;
    if (!(change[2] > 0)) return 1;
    if (curve->reaches) return INFINITY;
    const double late = 1 - change[2] / change[1], early = 1 - change[1] / change[0],
                 left = 1 - (late < early ? late * late / early : late);
    if (!(left < stands)) return INFINITY;
    const double more = log(epsilon * curve->size * (1 - left) / change[2]) / log(left);
    return fmax(1, fmin(ceil(more), MOST_SWEEPS));
}

enum status probe_sweeps(const struct probe_task *task, struct probe *out)
{
    enum status status = OK;
    const int count = task->settings.problem->kind == KIND_LINEAR ? TRIED : TRIED_OF_CHAIN;
    struct probe_task own = *task;
    struct curve curve = {.stored = *task->stored,
                          .seconds = INFINITY,
                          .omega = method_relaxation(task->method, &task->settings.options)};
    own.stored = &curve.stored;
    if (curve.stored.place->on_host && task->method->sweep != SWEEP_AT_ONCE)
        curve.stored.place = find_place("seq");
    TRY(begin(&own, &curve.solve));
    TRY(make_sweeps(&curve, count));
    const double more = predict(&curve, task->settings.epsilon);
    *out = (struct probe){.seconds = curve.seconds,
                          .known = isfinite(more),
                          .iterations = (uint64_t)(count + (isfinite(more) ? more : 0))};
out:
    solve_free(&curve.solve);
    return status;
}

enum status probe_product(const struct probe_task *task, double *seconds)
{
    enum { TIMES = 3 };
    enum status status = OK;
    struct solve solve = {0};
    *seconds = INFINITY;
    TRY(begin(task, &solve));
    for (int k = 0; k < TIMES; k++) {
        const double start = clock_now();
        TRY(solve.mat->apply(solve.a, solve.x, solve.work[0]));
        TRY(solve.place->synchronise());
        *seconds = fmin(*seconds, clock_now() - start);
    }
out:
    solve_free(&solve);
    return status;
}

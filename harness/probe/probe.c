#include "harness/probe/probe.h"

#include <math.h>

#include "base/process/clock.h"
#include "base/progress_hook.h"
#include "problems/problem.h"

enum {
    LEAST_TRIED = 3,
    LEAST_OF_CHAIN = 6, /* the first sweeps of a chain say little about later ones */
    MOST_TRIED = 32,
    MOST_SWEEPS = 1000000
};

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

/* The changes of the last sweeps. The first ones are not measured, because that takes as long as
 * part of a sweep. */
struct curve {
    struct solve solve;
    struct stored stored; /* the same arrays, at the place of the sweeps */
    double omega;
    unsigned made, least, measured;
    double change[MOST_TRIED], size; /* 2-norms of the measured changes, and of an iterate */
    bool from_zero, reaches; /* the start may have zeros; the last sweep has changed zeros: mass
                                still travels */
    double seconds;          /* of the fastest sweep */
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

/* Measures the last sweep; work[0] is the change afterwards. */
static enum status measure(struct curve *curve)
{
    struct solve *s = &curve->solve;
    double largest = 0;
    if (curve->from_zero && curve->made >= curve->least)
        MUST(s->vec->change(s->n, s->work[0], s->x, RELATIVE, &largest));
    curve->reaches = !isfinite(largest);
    if (!curve->measured) MUST(norm(curve, &(struct blend){.y = s->x}, &curve->size));
    return norm(curve,
                &(struct blend){.count = 2,
                                .factor = (double[]){-1, 1},
                                .x = (const void *[]){s->work[0], s->x},
                                .y = s->work[0]},
                &curve->change[curve->measured++]);
}

static enum status make_sweep(struct curve *curve)
{
    enum { NEEDED = 3 };
    const bool measures = curve->made + NEEDED >= curve->least;
    const double start = clock_now();
    MUST(sweep(curve, measures));
    MUST(curve->solve.place->synchronise());
    curve->seconds = fmin(curve->seconds, clock_now() - start);
    curve->made++;
    return measures ? measure(curve) : OK;
}

/* Predicts the sweeps of a solve: until the change, and what all later sweeps change, is below
 * epsilon. Convergence that slows down is taken to slow down further. Infinite: not known. */
static double predict(const struct curve *curve, double epsilon)
{
    static const double stands = 0.97; /* of a sweep that hardly reduces the change */
    if (curve->made < curve->least) return INFINITY;
    const double *last = &curve->change[curve->measured - 1];
    if (!(*last > 0)) return curve->made + 1;
    if (curve->reaches) return INFINITY;
    const double late = 1 - last[0] / last[-1], early = 1 - last[-1] / last[-2],
                 left = 1 - (late < early ? late * late / early : late);
    if (!(left < stands)) return INFINITY;
    const double more = log(epsilon * curve->size * (1 - left) / *last) / log(left);
    return curve->made + fmax(1, fmin(ceil(more), MOST_SWEEPS));
}

static enum status curve_open(const struct probe_task *task, struct curve *curve)
{
    const enum problem_kind kind = task->settings.problem->kind;
    struct probe_task own = *task;
    *curve = (struct curve){.stored = *task->stored,
                            .least = kind == KIND_LINEAR ? LEAST_TRIED : LEAST_OF_CHAIN,
                            .from_zero = kind != KIND_STEADY,
                            .seconds = INFINITY,
                            .omega = method_relaxation(task->method, &task->settings.options)};
    own.stored = &curve->stored;
    if (curve->stored.place->on_host && task->method->sweep != SWEEP_AT_ONCE)
        curve->stored.place = find_place("seq");
    return begin(&own, &curve->solve);
}

enum status probe_sweeps(const struct probe_task *task, double share, double usual,
                         struct probe *out)
{
    enum status status = OK;
    struct curve curve;
    double sweeps = INFINITY;
    TRY(curve_open(task, &curve));
    do {
        TRY(make_sweep(&curve));
        sweeps = predict(&curve, task->settings.epsilon);
        if (!progress_hook_call("probing", curve.made, 0)) TRY(progress_hook_stopped());
    } while (curve.made < curve.least ||
             (curve.made < MOST_TRIED && curve.made < share * fmin(usual, sweeps)));
    *out = (struct probe){.seconds = curve.seconds,
                          .known = isfinite(sweeps),
                          .iterations = isfinite(sweeps) ? (uint64_t)sweeps : curve.made};
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

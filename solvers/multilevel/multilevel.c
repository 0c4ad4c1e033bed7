/* Multilevel aggregation: for long runs, and for probabilities and rewards, where a level's system
 * is (R A diag(x) P) y = R b with the iterate x, and x := diag(x) P y. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/loop.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/solve.h"

static const struct option options[] = {
    {OPTION(struct multilevel_options, window), .title = "iterates that are combined", .above = 1,
     .below = WINDOW_MOST + 1, .fallback = WINDOW_MOST},
    {OPTION(struct multilevel_options, gather),
     .title = "levels of at most so many rows are gathered on one GPU", .above = LEVEL_COARSEST - 1,
     .below = 1e9, .fallback = GATHER_ROWS, .needs = ON_SEVERAL_GPUS},
    {OPTION(struct multilevel_options, smoother),
     .title = "the sweep of a cycle: damped Jacobi, or symmetric "
              "Gauss-Seidel within blocks of rows",
     OPTION_WORDS("jacobi", "gauss_seidel"), .needs = ON_HOST},
    {0}};

enum {
    STALL = 100, /* number of consecutive tests that do not halve the residual */
    SLOW = 5     /* number of such tests after which all aggregates are made anew from the
                    iterate */
};

/* In a long run, a relative residual of this size consists of rounding errors. */
static const double roundings = 1e-15;

/* Limits for the ratio of changes of two cycles, when it predicts the remaining error. */
static const double least_rate = 0.5, most_rate = 0.99;

/* What the first cycle behind the set-up leaves of the residual (docs/notebook/multilevel.md). */
static const double fast_start = 0.42;

static bool multilevel_can_use(const struct mat_ops *mat)
{
    return mat->jacobi != NULL;
}

static enum status multilevel_check_place(const struct place *place, enum precision precision)
{
    if (!place->levels)
        return fail(ERROR_UNSUPPORTED, "multilevel does not exist at place %s", place->name);
    if (precision != F64) return fail(ERROR_UNSUPPORTED, "multilevel exists in f64 only");
    return OK;
}

static enum status multilevel_why_not(const struct place *place, enum precision precision,
                                      const struct solver_options *chosen)
{
    MUST(multilevel_check_place(place, precision));
    if (place->cards < 2 || chosen->exchange == EXCHANGE_PEER) return OK;
    return fail(ERROR_UNSUPPORTED,
                "method multilevel reads the memory of other GPUs at place %s: use exchange=peer",
                place->name);
}

static enum status check_signs(const struct matrix *a)
{
    int positive = 0;
#pragma omp parallel for reduction(| : positive) if (team_once(a->off.nnz))
    for (uint64_t k = 0; k < a->off.nnz; k++) positive |= a->off.val[k] > 0;
#pragma omp parallel for reduction(| : positive) if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) positive |= !(a->diag[i] > 0);
    if (!positive) return OK;
    return fail(ERROR_UNSUPPORTED,
                "multilevel needs the system of a Markov chain: positive on the diagonal, "
                "and nowhere else");
}

/* The columns of a long run's system sum to zero. */
static enum status check_columns(const struct matrix *a)
{
    enum status status = OK;
    double *sum;
    MUST(allocate_zeroed(matrix_unknowns(a), sizeof *sum, "column sums", &sum));
    for (uint64_t k = 0; k < a->off.nnz; k++) sum[a->off.col[k]] -= a->off.val[k];
    for (uint32_t j = 0; j < a->off.rows; j++)
        if (!(fabs(sum[j] - a->diag[j]) <= 1e-9 * a->diag[j]))
            TRY(fail(ERROR_UNSUPPORTED,
                     "multilevel needs b = 0 to be a long run: the rates that leave row %u "
                     "sum to %g, and its diagonal is %g",
                     j, sum[j], a->diag[j]));
out:
    free(sum);
    return status;
}

enum status multilevel_check(const struct place *place, enum precision precision,
                             const struct matrix *a, bool long_run)
{
    MUST(multilevel_check_place(place, precision));
    MUST(matrix_check_stored(
        a, "", "multilevel",
        "use layout generated with method jacobi or bicgstab[precondition=jacobi]"));
    if (a->off.nnz >= NO_ENTRY && place->cards <= 1)
        return fail(ERROR_UNSUPPORTED, "multilevel needs fewer than 2^32 - 1 entries: a place of "
                                       "several GPUs takes so many on each");
    MUST(check_signs(a));
    return long_run ? check_columns(a) : OK;
}

/* Rewards and probabilities are not negative. */
static enum status check_b(const struct solve *solve)
{
    enum status status = OK;
    double *b;
    MUST(allocate(solve->n, sizeof *b, "a right-hand side", &b));
    TRY(solve->place->get(b, solve->b.entry, solve->n, sizeof *b));
    for (uint32_t i = 0; i < solve->n; i++)
        if (!(b[i] >= 0))
            TRY(fail(ERROR_UNSUPPORTED, "multilevel needs b >= 0, and b of row %u is %g", i, b[i]));
out:
    free(b);
    return status;
}

/* On one device, the older iterates use the scratch memory of set-up cycles. */
static enum status place_window(const struct solve *solve, struct multilevel *own)
{
    double *const scratch = own->cycle.levels.scratch;
    own->owns_window = solve->place->cards > 1;
    for (int k = 0; k < WINDOW_VECTORS; k++) {
        if (own->owns_window) MUST(vector_allocate(solve->a, 1, (void **)&own->window[k]));
        else own->window[k] = scratch + k * (size_t)solve->n;
    }
    return OK;
}

static enum status multilevel_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct multilevel *own = solve->own;
    const struct multilevel_options *chosen = method_options(&solve->options);
    const size_t older = WINDOW_VECTORS * (size_t)solve->n * sizeof(double);
    MUST(multilevel_check(solve->place, solve->a->precision, settings->matrix, !solve->b.entry));
    if (solve->b.entry) MUST(check_b(solve));
    own->cycle.solve = solve;
    MUST(vector_allocate(solve->a, 1, (void **)&own->best));
    const struct finest finest = {
        .a = settings->matrix, .stored = solve->a, .b = solve->b.entry};
    MUST(hierarchy_create(solve->place, &finest, older, &own->cycle.levels));
    own->cycle.levels.gather = (uint32_t)chosen->gather;
    return place_window(solve, own);
}

static void multilevel_dismiss(struct solve *solve)
{
    struct multilevel *own = solve->own;
    if (own->best) solve->place->release(own->best);
    for (int k = 0; k < WINDOW_VECTORS && own->owns_window; k++)
        if (own->window[k]) solve->place->release(own->window[k]);
    if (own->cycle.levels.place) hierarchy_free(&own->cycle.levels);
}

static struct window window_of(const struct solve *solve)
{
    const struct multilevel *own = solve->own;
    struct window w = {.n = solve->n,
                       .diag = own->cycle.levels.level[0].diag,
                       .parts = own->cycle.levels.level[0].parts,
                       .x = solve->x,
                       .before = solve->work[0],
                       .older = own->older,
                       .slot = own->slot,
                       .sums = solve->scalar,
                       .coefficient = solve->scalar + WINDOW_SUMS};
    for (int k = 0; k < WINDOW_MOST - 1; k++) {
        w.after[k] = own->window[2 * k];
        w.change[k] = own->window[2 * k + 1];
    }
    w.last = own->older > 0 ? w.after[own->newest] : NULL;
    if (solve->n <= LEVEL_COARSEST) w.last = w.x; /* then a single cycle is enough */
    return w;
}

static enum status recombine(struct solve *solve, const struct window *window, int most)
{
    struct multilevel *own = solve->own;
    const struct level_ops *ops = solve->place->levels;
    MUST(ops->fit(window));
    enum status status = ops->combine(window);
    if (own->older < most) own->older++;
    own->newest = own->slot;
    own->slot = (own->slot + 1) % most;
    return status;
}

static enum status multilevel_vote(struct solve *solve, bool unsatisfied)
{
    static const int votes[] = {0, TEST_UNSATISFIED, TEST_MOVED, TEST_UNSATISFIED | TEST_MOVED};
    const struct multilevel *own = solve->own;
    return solve->place->put(solve->test.flag, &votes[unsatisfied + (own->stalled ? 0 : 2)],
                             sizeof *votes);
}

/* Finds the change of the last cycle: relative to the sum of all entries in a long run, else the
 * largest change of any entry, so that small entries count as much as others. */
static enum status find_change(const struct solve *solve, const struct window *window,
                               const double *sums, double *out)
{
    *out = INFINITY;
    if (!window->last) return OK;
    if (solve->b.entry)
        return solve->vec->change(solve->n, window->last, window->x, solve->test.criterion, out);
    *out = sums[2] / sums[3];
    return OK;
}

/* Two consecutive cycles must show that little changes any more. The predicted sum of the changes
 * of all later cycles must be below epsilon, and in a long run below WINDOW_CHANGE epsilon. */
static enum status judge_change(struct solve *solve, const struct window *window,
                                const double *sums)
{
    struct multilevel *own = solve->own;
    const double before = own->change, rate = own->rate, epsilon = solve->test.epsilon;
    const bool again = own->close;
    MUST(find_change(solve, window, sums, &own->change));
    own->rate = before > 0 && before < INFINITY ? own->change / before : 0;
    const double worse = fmin(most_rate, fmax(least_rate, fmax(rate, own->rate)));
    own->close =
        own->change * worse / (1 - worse) <= (solve->b.entry ? epsilon : WINDOW_CHANGE * epsilon);
    return own->close && again && !own->renew ? OK : multilevel_vote(solve, true);
}

/* Returns true if rows are brief: most of these chains mix slowly, and gain by cycles that visit
 * level 1 often. */
static bool may_mix_slowly(const struct level *finest)
{
    enum { BRIEF = 6 };
    return finest->nnz < BRIEF * (uint64_t)finest->n;
}

/* The first cycle behind the set-up of levels tells whether those of a long run need to visit level
 * 1 often. */
static void judge_start(struct multilevel *own, bool long_run, double residual)
{
    const double rate = residual / own->residual;
    own->residual = residual;
    if (own->judged || own->cycle.setting_up) return;
    own->judged = true;
    if (long_run && rate < fast_start) own->cycle.often = false;
}

/* Judges x, which has these sums, and keeps it if it is the best iterate. */
static enum status watch(struct solve *solve, const void *x, const double *sums)
{
    struct multilevel *own = solve->own;
    const double residual = solve->b.entry ? sums[0] : sums[0] / sums[1];
    judge_start(own, !solve->b.entry, residual);
    if (residual < 0.5 * own->least) {
        own->least = residual;
        own->since = 0;
        return solve->vec->copy(solve->n, x, own->best);
    }
    own->stalled |= ++own->since >= STALL || !isfinite(residual);
    if (own->since < own->patience) return OK;
    own->renew = true;
    own->patience *= 2;
    return OK;
}

static enum status get_sums(const struct solve *solve, double sums[4])
{
    return solve->place->get(sums, solve->scalar, 4, sizeof *sums);
}

/* Handles a residual of rounding errors. Cycles of a long run do not diverge. But the residual no
 * longer tells which older iterate is better, or how far away the answer is if cycles hardly reduce
 * a part of the error. */
static void heed_roundings(struct multilevel *own, struct window *window)
{
    window->older = 0;
    own->renew |= !own->rounded;
    own->rounded = true;
}

static enum status multilevel_step(struct solve *solve)
{
    struct multilevel *own = solve->own;
    const struct multilevel_options *chosen = method_options(&solve->options);
    const struct level_ops *ops = solve->place->levels;
    double sums[4];
    own->cycle.setting_up = own->renew || cycle_sets_up(&own->cycle, solve->iterations);
    if (own->cycle.setting_up) own->older = own->slot = own->newest = 0;
    if (own->renew) own->cycle.levels.count = 1;
    own->renew = false;
    own->cycle.test = solve->tested && solve->b.entry ? &solve->test : NULL;
    if (solve->tested) MUST(multilevel_vote(solve, false));
    MUST(cycle_make(&own->cycle));
    struct window window = window_of(solve);
    MUST(ops->measure(&window));
    if (solve->tested) {
        MUST(ops->judge(&window, CYCLE_OMEGA, &solve->test));
        MUST(get_sums(solve, sums));
        if (!solve->b.entry && sums[0] <= roundings * sums[1]) heed_roundings(own, &window);
        MUST(judge_change(solve, &window, sums));
    }
    if (solve->iterations + 1 < SET_UP_CYCLES) return OK;
    MUST(recombine(solve, &window, chosen->window - 1));
    return solve->tested ? watch(solve, window.after[own->newest], sums) : OK;
}

/* The start vector is the first best iterate. */
static enum status watch_start(struct solve *solve)
{
    struct window window = window_of(solve);
    double sums[4];
    window.before = solve->x;
    window.x = solve->work[0];
    MUST(solve->mat->jacobi(solve->a, &solve->b, window.before, window.x, CYCLE_OMEGA, NULL));
    MUST(solve->place->levels->measure(&window));
    MUST(get_sums(solve, sums));
    return watch(solve, window.before, sums);
}

static enum status multilevel_run(struct solve *solve)
{
    struct multilevel *own = solve->own;
    const struct multilevel_options *chosen = method_options(&solve->options);
    own->older = own->slot = own->newest = own->since = 0;
    own->change = own->least = own->residual = INFINITY;
    own->judged = false;
    own->cycle.setting_up = true;
    own->cycle.often = may_mix_slowly(&own->cycle.levels.level[0]);
    own->rate = 0;
    own->stalled = own->close = false;
    own->cycle.entries = 0;
    own->renew = own->rounded = false;
    own->patience = SLOW;
    own->cycle.smoother = chosen->smoother;
    own->cycle.levels.count = 1;
    *solve->note = '\0';
    MUST(watch_start(solve));
    MUST(solve->place->loop(solve));
    if (solve->outcome == CONVERGED || !own->stalled) return OK;
    snprintf(solve->note, sizeof solve->note,
             "the residual did not halve in %d cycles: this is the best iterate. Try "
             "gmres[precondition=multilevel]%s",
             own->since, solve->place->cards > 1 ? " at place cuda" : "");
    return solve->vec->copy(solve->n, own->best, solve->x);
}

static enum status multilevel_change(const struct solve *solve, double *out)
{
    double sums[2];
    MUST(solve->place->get(sums, solve->scalar, 2, sizeof *sums));
    *out = sums[0] / CYCLE_OMEGA / (solve->test.criterion == RELATIVE ? sums[1] : 1);
    return OK;
}

double multilevel_work(const struct solve *solve)
{
    const struct multilevel *own = solve->own;
    const struct level *fine = &own->cycle.levels.level[0];
    return own->cycle.entries / ((double)fine->nnz + fine->n);
}

const struct method method_multilevel = {
    .name = "multilevel",
    .title = "multilevel aggregation",
    .source = "Horton and Leutenegger 1994; De Sterck et al. 2010",
    .nwork = 1,
    .nscalars = MAX_SCALARS,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .measure = MEASURE_BALANCE,
    .host_steps = true,
    .moves = true,
    .by_entries = true,
    .options = options,
    .can_use = multilevel_can_use,
    .why_not = multilevel_why_not,
    .own_bytes = sizeof(struct multilevel),
    .prepare = multilevel_prepare,
    .dismiss = multilevel_dismiss,
    .step = multilevel_step,
    .run = multilevel_run,
    .change = multilevel_change,
};

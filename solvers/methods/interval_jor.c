/* Bounds of the value of a long run. With Q the rates and r the weights of the property, any w
 * gives min (r + Q w) <= g <= max (r + Q w), because pi Q = 0. JOR on Q w = g - r brings both
 * bounds together: w_i += omega ((r + Q w)_i - g) / E_i. The result is w and an interval of the
 * value, not the distribution.
 *
 * g is unknown. The lower bound so far is used in its place, or, with the signs of r and w changed,
 * the upper bound: a few sweeps with each show which one is better. Any vector w is valid, so the
 * last few are mixed now and then (solvers/methods/window.h), and the iteration goes on from a mix
 * whose own interval is narrower. */
#include <float.h>
#include <math.h>

#include "solvers/loop.h"
#include "solvers/methods/jor.h"
#include "solvers/methods/proving.h"
#include "solvers/methods/window.h"

enum {
    CYCLE = 32, /* sweeps from mix to mix; twice as many after some mixes that were no better */
    LONGEST_CYCLE = 256,
    REFUSALS = 4,
    PATIENCE = 512 /* least number of sweeps without progress before it ends */
};

enum { BOUNDS, ONE = 2, SCALARS = 3, NSCALARS = SCALARS + WINDOW_SCALARS };

static const struct option options[] = {{OPTION(struct jor_options, omega), .title = "relaxation",
                                         .above = 0, .below = 1, .fallback = 0.9},
                                        {0}};

struct bounds {
    double low, high;
};

struct averaging {
    struct proving proving;
    struct window window;
    bool turned;             /* signs of b, x and the bounds are changed */
    struct bounds before;    /* bounds a cycle ago */
    unsigned cycle, refused; /* cycle: sweeps to the next mix; refused: consecutive mixes that
                                were no better */
    double narrowest;        /* narrowest interval of a mix alone */
    unsigned check;          /* option check of the user */
    uint64_t progress;       /* the iteration of the last progress */
};

static enum status interval_jor_prepare(struct solve *solve, const struct solve_settings *settings)
{
    static const double one = 1;
    struct averaging *own = solve->own;
    MUST(proving_prepare(solve, settings));
    own->proving.rule = BRACKET_AVERAGE;
    own->check = solve->options.check;
    own->proving.floor =
        (solve->a->longest + 8.0) * (solve->a->precision == F32 ? FLT_MIN : DBL_MIN);
    MUST(solve->place->put(solve->scalar + ONE, &one, sizeof one));
    return window_prepare(solve, 1, SCALARS, &own->window);
}

static enum status interval_jor_step(struct solve *solve)
{
    const struct jor_options *chosen = method_options(&solve->options);
    struct bracket how = proving_sweep(solve);
    how.omega = chosen->omega;
    enum status status = solve->mat->bracket(solve->a, &solve->b, &how);
    swap_iterates(solve);
    return status;
}

static enum status get_bounds(const struct solve *solve, struct bounds *out)
{
    return solve->place->get(out, solve->scalar + BOUNDS, 2, sizeof(double));
}

static enum status put_bounds(struct solve *solve, double low, double high)
{
    const struct bounds bounds = {low, high};
    return solve->place->put(solve->scalar + BOUNDS, &bounds, sizeof bounds);
}

static double width(struct bounds bounds)
{
    return bounds.high - bounds.low;
}

/* v = -v */
static enum status negate(struct solve *solve, void *v)
{
    void *spare = solve->work[0];
    MUST(solve->vec->zero(solve->n, spare));
    MUST(solve->vec->axpy(solve->n, -1, solve->scalar + ONE, v, spare));
    return solve->vec->copy(solve->n, spare, v);
}

/* Changes all signs. The test of a relative width divides by the size of the lower end, which is
 * the upper end afterwards. */
static enum status turn(struct solve *solve)
{
    struct averaging *own = solve->own;
    const double epsilon = own->proving.epsilon;
    own->turned = !own->turned;
    solve->test.epsilon =
        own->turned && solve->test.criterion == RELATIVE ? epsilon / (1 + epsilon) : epsilon;
    return solve->b.entry ? negate(solve, solve->b.entry) : OK;
}

static bool interval_jor_has_ended(const struct solve *solve)
{
    return solve->outcome != MAX_ITERATIONS || solve->iterations >= solve->max_iterations;
}

/* Computes the bounds that x alone gives. */
static enum status own_bounds(struct solve *solve, struct bounds *out)
{
    struct bracket how = proving_sweep(solve);
    how.test = NULL;
    MUST(put_bounds(solve, -INFINITY, INFINITY));
    MUST(solve->mat->bracket(solve->a, &solve->b, &how));
    solve->iterations++;
    return get_bounds(solve, out);
}

static bool are_close(const struct solve *solve, struct bounds bounds)
{
    const double share = solve->test.criterion == RELATIVE ? fabs(bounds.low) : 1;
    return width(bounds) <= solve->test.epsilon * share;
}

/* The bounds of the sweeps may come from several vectors, but x alone must prove the result. If it
 * does not yet, only some sweeps are tested from now on. */
static enum status confirm(struct solve *solve)
{
    struct bounds all, own;
    if (solve->outcome != CONVERGED) return OK;
    MUST(get_bounds(solve, &all));
    MUST(own_bounds(solve, &own));
    if (are_close(solve, own)) return OK;
    solve->outcome = MAX_ITERATIONS;
    solve->options.check = CYCLE / 2;
    return put_bounds(solve, all.low, all.high);
}

/* Makes sweeps until this iteration, starting from the x from which a captured step starts. */
static enum status loop_until(struct solve *solve, uint64_t iteration)
{
    const uint64_t most = solve->max_iterations;
    if (solve->x != solve->first_x) {
        MUST(solve->vec->copy(solve->n, solve->x, solve->work[0]));
        swap_iterates(solve);
    }
    if (iteration < most) solve->max_iterations = iteration;
    enum status status = solve->place->loop(solve);
    solve->max_iterations = most;
    return status == OK ? confirm(solve) : status;
}

/* Makes at most `count` sweeps. */
static enum status sweeps(struct solve *solve, uint64_t count)
{
    const uint64_t end = solve->iterations + count;
    do MUST(loop_until(solve, end));
    while (!interval_jor_has_ended(solve) && solve->iterations < end);
    return OK;
}

static enum status start_from(struct solve *solve, struct bounds bounds)
{
    MUST(put_bounds(solve, bounds.low, bounds.high));
    return solve->vec->zero(solve->n, solve->x);
}

/* Makes a few sweeps from either end, and goes on from the end whose bound has moved more. */
static enum status choose_end(struct solve *solve)
{
    struct averaging *own = solve->own;
    struct bounds first, low, high;
    void *kept = own->window.w[0];
    MUST(sweeps(solve, 1));
    if (interval_jor_has_ended(solve)) return OK;
    MUST(get_bounds(solve, &first));
    MUST(sweeps(solve, CYCLE - 1));
    if (interval_jor_has_ended(solve)) return OK;
    MUST(get_bounds(solve, &low));
    MUST(solve->vec->copy(solve->n, solve->x, kept));
    MUST(turn(solve));
    MUST(start_from(solve, (struct bounds){-first.high, -first.low}));
    MUST(sweeps(solve, CYCLE));
    if (interval_jor_has_ended(solve)) return OK;
    MUST(get_bounds(solve, &high));
    if (high.low + first.high > low.low - first.low) return OK;
    MUST(turn(solve));
    MUST(solve->vec->copy(solve->n, kept, solve->x));
    return put_bounds(solve, low.low, low.high);
}

/* Returns whether a mix is much narrower and its lower bound is hardly lower, because sweeps are
 * slow to lift a low bound. */
static bool mix_is_better(struct bounds mix, struct bounds now)
{
    return width(mix) <= 0.5 * width(now) && now.low - mix.low <= 0.1 * width(now);
}

static enum status try_mix(struct solve *solve, struct bounds now)
{
    struct averaging *own = solve->own;
    struct bounds mix;
    bool mixed;
    MUST(window_mix(solve, &own->window, &mixed));
    if (!mixed) return OK;
    MUST(own_bounds(solve, &mix));
    if (width(mix) < 0.999 * own->narrowest) {
        own->narrowest = width(mix);
        own->progress = solve->iterations;
    }
    if (mix_is_better(mix, now)) {
        own->cycle = CYCLE;
        own->refused = 0;
        if (are_close(solve, mix)) solve->outcome = CONVERGED;
        else MUST(put_bounds(solve, fmax(mix.low, now.low), fmin(mix.high, now.high)));
        return OK;
    }
    if (++own->refused % REFUSALS == 0 && own->cycle < LONGEST_CYCLE) own->cycle *= 2;
    MUST(put_bounds(solve, now.low, now.high));
    return solve->vec->copy(solve->n, window_last(&own->window), solve->x);
}

/* Mixes the iterates. It makes two products, which count as iterations. */
static enum status mix_iterates(struct solve *solve)
{
    struct averaging *own = solve->own;
    struct bounds now;
    MUST(get_bounds(solve, &now));
    if (now.low != own->before.low || now.high != own->before.high)
        own->progress = solve->iterations;
    own->before = now;
    if (solve->max_iterations - solve->iterations <= 2) return OK;
    MUST(window_add(solve, &own->window));
    solve->iterations++;
    return try_mix(solve, now);
}

/* Returns whether the bounds have stopped moving, because rounding keeps them apart. */
static bool is_stuck(const struct solve *solve)
{
    const struct averaging *own = solve->own;
    const uint64_t half = solve->iterations / 2, patience = half > PATIENCE ? half : PATIENCE;
    return solve->iterations - own->progress > patience;
}

static enum status interval_jor_iterate(struct solve *solve)
{
    const struct averaging *own = solve->own;
    MUST(choose_end(solve));
    while (!interval_jor_has_ended(solve) && !is_stuck(solve)) {
        MUST(sweeps(solve, own->cycle));
        if (!interval_jor_has_ended(solve)) MUST(mix_iterates(solve));
    }
    return OK;
}

static enum status turn_back(struct solve *solve)
{
    struct bounds bounds;
    MUST(turn(solve));
    MUST(negate(solve, solve->x));
    MUST(get_bounds(solve, &bounds));
    return put_bounds(solve, -bounds.high, -bounds.low);
}

/* Weights are not negative. */
static enum status interval_jor_run(struct solve *solve)
{
    struct averaging *own = solve->own;
    own->before = (struct bounds){0, INFINITY};
    own->narrowest = INFINITY;
    own->progress = 0;
    own->cycle = CYCLE;
    own->refused = 0;
    solve->options.check = own->check;
    window_clear(&own->window);
    MUST(start_from(solve, own->before));
    MUST(interval_jor_iterate(solve));
    return own->turned ? turn_back(solve) : OK;
}

static enum status interval_jor_interval(const struct solve *solve, double *low, double *high)
{
    struct bounds bounds;
    MUST(get_bounds(solve, &bounds));
    *low = bounds.low;
    *high = bounds.high;
    return OK;
}

static enum status interval_jor_change(const struct solve *solve, double *out)
{
    double low, high;
    MUST(interval_jor_interval(solve, &low, &high));
    *out = high - low;
    if (solve->test.criterion == RELATIVE && *out > 0) *out /= fabs(low);
    return OK;
}

const struct method method_interval_jor = {
    .name = "interval_jor",
    .title = "bounds on a long run's value, by Jacobi over-relaxation",
    .source = "Odoni 1969, for chains in continuous time; mixed as in Anderson 1965",
    .nwork = 1 + WINDOW_VECTORS,
    .nscalars = NSCALARS,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .measure = MEASURE_CHANGE,
    .proves = true,
    .host_steps = true,
    .outgoing = true,
    .options = options,
    .can_use = proving_can_use,
    .own_bytes = sizeof(struct averaging),
    .prepare = interval_jor_prepare,
    .step = interval_jor_step,
    .run = interval_jor_run,
    .change = interval_jor_change,
    .interval = interval_jor_interval,
};

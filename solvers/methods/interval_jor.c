/* The value of a long run between two bounds. With Q the rates and r the weights of the property,
 * any w gives min (r + Q w) <= g <= max (r + Q w), since pi Q = 0. JOR on Q w = g - r takes the two
 * together: w_i += omega ((r + Q w)_i - g) / E_i. Here g is the lower bound so far, so that w only
 * grows. It yields w and the value's interval, not the distribution. */
#include <float.h>
#include <math.h>

#include "solvers/loop.h"
#include "solvers/methods/jor.h"
#include "solvers/methods/proving.h"

static const struct option options[] = {{OPTION(struct jor_options, omega), .title = "relaxation",
                                         .above = 0, .below = 1, .fallback = 0.9},
                                        {0}};

static enum status prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct proving *own = solve->own;
    MUST(proving_prepare(solve, settings));
    own->rule = BRACKET_AVERAGE;
    own->floor = (solve->a->longest + 8.0) * (solve->a->precision == F32 ? FLT_MIN : DBL_MIN);
    return OK;
}

static enum status step(struct solve *solve)
{
    const struct jor_options *chosen = method_options(&solve->options);
    struct bracket how = proving_sweep(solve);
    how.omega = chosen->omega;
    enum status status = solve->mat->bracket(solve->a, &solve->b, &how);
    swap_iterates(solve);
    return status;
}

/* Weights are not negative. */
static enum status run(struct solve *solve)
{
    static const double unknown[2] = {0, INFINITY};
    MUST(solve->place->put(solve->scalar, unknown, sizeof unknown));
    MUST(solve->vec->zero(solve->n, solve->x));
    return solve->place->loop(solve);
}

static enum status interval(const struct solve *solve, double *low, double *high)
{
    double bounds[2];
    MUST(solve->place->get(bounds, solve->scalar, 2, sizeof *bounds));
    *low = bounds[0];
    *high = bounds[1];
    return OK;
}

static enum status change(const struct solve *solve, double *out)
{
    double low, high;
    MUST(interval(solve, &low, &high));
    *out = high - low;
    if (solve->test.criterion == RELATIVE && *out > 0) *out /= fabs(low);
    return OK;
}

const struct method method_interval_jor = {
    .name = "interval_jor",
    .title = "bounds on a long run's value, by Jacobi over-relaxation",
    .source = "Odoni 1969, for chains in continuous time",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .measure = MEASURE_CHANGE,
    .proves = true,
    .outgoing = true,
    .options = options,
    .can_use = proving_can_use,
    .own_bytes = sizeof(struct proving),
    .prepare = prepare,
    .step = step,
    .run = run,
    .change = change,
    .interval = interval,
};

/* Richardson's iteration, x' = x + theta step (b - A x), with the step of the power method. */
#include "solvers/loop.h"
#include "solvers/methods/relaxation.h"
#include "solvers/methods/stepping.h"

struct richardson_options {
    double theta;
};

static const struct option options[] = {{OPTION(struct richardson_options, theta),
                                         .title = "share of the power method's step", .above = 0,
                                         .below = 1.5, .fallback = 0.9},
                                        {0}};

static double relaxation(const struct solver_options *chosen)
{
    const struct richardson_options *own = method_options(chosen);
    return own->theta;
}

static enum status richardson_sweep(struct solve *solve)
{
    const struct stepping *own = solve->own;
    enum status status =
        solve->mat->power(solve->a, &solve->b, solve->x, solve->work[0],
                          relaxation(&solve->options) * own->size, relaxation_test(solve));
    swap_iterates(solve);
    return status;
}

const struct method method_richardson = {
    .name = "richardson",
    .title = "Richardson's iteration",
    .source = "Richardson 1911",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .bursts = true,
    .stepped = true,
    .relaxation = relaxation,
    .options = options,
    .can_use = stepping_can_use,
    .own_bytes = sizeof(struct stepping),
    .prepare = stepping_prepare,
    .step = richardson_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};

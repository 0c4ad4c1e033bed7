/* Sound value iteration: x = what is certain after k steps, y = the share that is not decided by
 * then. The minimum and maximum of x / (1 - y) over all rows bound the value of the rest, and so
 * every entry, without a bound to start from. All terms are positive, so after k sweeps rounding
 * has changed each number by at most the share (1 + margin)^k - 1. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/loop.h"
#include "solvers/methods/proving.h"
#include "solvers/solve.h"

struct svi {
    struct proving proving;
    /* Bounds of the answer over all iterated rows, known from the start, and nothing decided */
    double bounds[BRACKET_BOUNDS];
};

static enum status svi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    enum status status = OK;
    struct svi *own = solve->own;
    double *pairs = NULL;
    TRY(proving_prepare(solve, settings));
    own->proving.rule = BRACKET_STEPS;
    own->bounds[0] = INFINITY;
    own->bounds[2] = -INFINITY;
    TRY(allocate(2 * (size_t)solve->n, sizeof *pairs, "a vector", &pairs));
    for (size_t i = 0; i < solve->n; i++) {
        const bool known = settings->lower[i] == settings->upper[i];
        pairs[2 * i] = known ? settings->lower[i] : 0;
        pairs[2 * i + 1] = !known;
        if (known) continue;
        own->bounds[0] = fmin(own->bounds[0], settings->lower[i]);
        own->bounds[1] = fmax(own->bounds[1], settings->upper[i]);
    }
    if (own->bounds[0] > own->bounds[1]) own->bounds[0] = own->bounds[1];
    TRY(proving_put_start(solve, pairs));
out:
    free(pairs);
    return status;
}

/* Returns the next sweep. The additional room beside the powers is for the rounding of the bounds
 * themselves. The largest 1 / A_ii is below 2^54. */
static struct bracket sweep_of(struct solve *solve)
{
    struct bracket how = proving_sweep(solve);
    const double sweeps = (double)solve->iterations + 1;
    how.grown = expm1((sweeps + 1) * log1p(how.margin)) + 0x1p-48;
    how.lift = sweeps * how.floor * 0x1p54;
    return how;
}

static enum status svi_step(struct solve *solve)
{
    const struct bracket how = sweep_of(solve);
    enum status status = solve->mat->bracket(solve->a, &solve->b, &how);
    swap_iterates(solve);
    return status;
}

/* Returns the number of sweeps after which rounding alone is larger than the test allows. */
static uint64_t useful_sweeps(const struct solve *solve)
{
    const struct proving *own = solve->own;
    const double sweeps =
        solve->test.criterion == RELATIVE ? log1p(own->epsilon) / log1p(own->margin) : INFINITY;
    return sweeps < (double)solve->max_iterations ? (uint64_t)sweeps + 1 : solve->max_iterations;
}

static enum status svi_finish(struct solve *solve)
{
    double bounds[2];
    MUST(solve->place->get(bounds, solve->scalar, 2, sizeof *bounds));
    if (bounds[1] == INFINITY) bounds[1] = bounds[0];
    return proving_finish(solve, (struct shares){1, bounds[0]},
                          (struct shares){1, bounds[0] + (bounds[1] - bounds[0]) / 2});
}

static enum status svi_run(struct solve *solve)
{
    const struct svi *own = solve->own;
    const uint64_t most = solve->max_iterations;
    MUST(solve->place->put(solve->scalar, own->bounds, sizeof own->bounds));
    MUST(solve->vec->copy(2 * (size_t)solve->n, own->proving.start, solve->x));
    solve->max_iterations = useful_sweeps(solve);
    enum status status = solve->place->loop(solve);
    solve->max_iterations = most;
    return status == OK ? svi_finish(solve) : status;
}

const struct method method_svi = {
    .name = "svi",
    .title = "sound value iteration: what is certain, and the share that is not",
    .source = "Quatmann and Katoen CAV 2018",
    .nwork = 1,
    .width = 2,
    .products = 1,
    .passes = 4,
    .only_by_name = true,
    .takes_choices = true,
    .measure = MEASURE_CHANGE,
    .proves = true,
    .host_steps = true,
    .from_bounds = true,
    .can_use = proving_can_use,
    .own_bytes = sizeof(struct svi),
    .prepare = svi_prepare,
    .dismiss = proving_dismiss,
    .step = svi_step,
    .run = svi_run,
    .change = proving_change,
};

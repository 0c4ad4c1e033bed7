/* Optimistic value iteration. (1) Iterate v from below until the test on its change passes. (2)
 * Guess u, a little more than v. (3) A sweep of u that nowhere rises proves that u is an upper
 * bound; sweeps go on while some entries fall and none of v passes u. Where the guess fails, (1)
 * goes on with a stricter test. It needs no bound to start from. */
#include <math.h>

#include "solvers/loop.h"
#include "solvers/methods/proving.h"
#include "solvers/solve.h"

enum { SCRATCH = 1 };

static enum status ovi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    return proving_prepare(solve, settings);
}

/* Returns how much the guess is above v: both bounds together are at most 2 epsilon apart. */
static double optimism(const struct solve *solve)
{
    const struct proving *own = solve->own;
    return 2 * own->epsilon * (1 - 1e-6);
}

static enum status approach(struct solve *solve, double change)
{
    struct proving *own = solve->own;
    own->rule = BRACKET_LOWER;
    solve->width = 1;
    solve->test.epsilon = change;
    return solve->place->loop(solve);
}

/* Tries a guess. The outcome CONVERGED means that the guess is proven. *hopeless: more sweeps of it
 * prove nothing. */
static enum status guess(struct solve *solve, double change, bool *hopeless)
{
    struct proving *own = solve->own;
    const bool relative = solve->test.criterion == RELATIVE;
    const double more = optimism(solve), rounds = ceil(1 / change);
    const uint64_t most = solve->max_iterations, left = most - solve->iterations;
    MUST(solve->vec->to_pairs(solve->n, solve->x, relative ? 1 + more : 1, relative ? 0 : more,
                              solve->work[0]));
    swap_iterates(solve);
    own->rule = BRACKET_OPTIMISTIC;
    solve->width = 2;
    if (rounds < (double)left) solve->max_iterations = solve->iterations + (uint64_t)rounds;
    enum status status = left ? solve->place->loop(solve) : OK;
    *hopeless = solve->outcome == BREAKDOWN || solve->iterations < solve->max_iterations;
    solve->max_iterations = most;
    return status;
}

/* After a failed guess: x = v, and *change = the largest change of its last sweep. */
static enum status go_back(struct solve *solve, double *change)
{
    const struct vec_ops *vec = solve->vec;
    void *now = solve->work[SCRATCH],
         *before = (char *)now + solve->n * real_size(solve->a->precision);
    MUST(vec->from_pairs(solve->n, 1, 0, solve->x, now));
    MUST(vec->from_pairs(solve->n, 1, 0, solve->work[0], before));
    MUST(vec->change(solve->n, before, now, solve->test.criterion, change));
    return vec->copy(solve->n, now, solve->x);
}

static bool has_failed(const struct solve *solve)
{
    return solve->outcome == BREAKDOWN ||
           (solve->outcome == MAX_ITERATIONS && solve->iterations < solve->max_iterations);
}

static enum status ovi_iterate(struct solve *solve)
{
    bool hopeless, stood = false; /* stood: v did not change any more at the last guess */
    for (double change = optimism(solve), last; change > 0; change /= 2) {
        MUST(approach(solve, change));
        if (solve->outcome != CONVERGED) return OK;
        MUST(guess(solve, change, &hopeless));
        if (solve->outcome == CONVERGED)
            return proving_finish(solve, (struct shares){1, 0}, (struct shares){0.5, 0.5});
        MUST(go_back(solve, &last));
        if (!has_failed(solve)) return OK;
        if (stood && hopeless) break; /* v is too far from the answer, and stays there */
        stood = last == 0;
        if (!stood) change = fmin(change, last);
    }
    solve->outcome = MAX_ITERATIONS;
    return OK;
}

static enum status ovi_run(struct solve *solve)
{
    const struct proving *own = solve->own;
    MUST(solve->vec->zero(solve->n, solve->x));
    enum status status = ovi_iterate(solve);
    solve->test.epsilon = own->epsilon;
    return status;
}

const struct method method_ovi = {
    .name = "ovi",
    .title = "optimistic value iteration: from below, then a guess that is proven",
    .source = "Hartmanns and Kaminski CAV 2020",
    .nwork = 2,
    .width = 2,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .takes_choices = true,
    .measure = MEASURE_CHANGE,
    .proves = true,
    .host_steps = true,
    .moves = true,
    .from_bounds = true,
    .can_use = proving_can_use,
    .own_bytes = sizeof(struct proving),
    .prepare = ovi_prepare,
    .dismiss = proving_dismiss,
    .step = proving_step,
    .run = ovi_run,
    .change = proving_change,
};

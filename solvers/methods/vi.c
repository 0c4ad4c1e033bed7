/* Value iteration for decision processes, x'_i = the best of b_c + sum_j p_cj x_j over the choices
 * c of unknown i, all from the old x, as PRISM iterates it. Rows are summed up by Jacobi's
 * operation of the layout, which leaves out x_i; the place's operation `best` puts in what stays.
 * On a GPU, one kernel does both where the layout can and rows are choices enough.
 *
 * Rows of intervals are summed up with their lower bounds; the place's operation `give` gives out
 * the rest in the order of x (O-maximisation: Givan, Leach, Dean 2000). */
#include "solvers/loop.h"
#include "solvers/methods/choices.h"
#include "solvers/methods/relaxation.h"

struct vi {
    struct choice_rows choices;
    void *values; /* of the rows; NULL: one operation takes the best of their sums */
};

static enum status vi_why_not(const struct place *place, enum precision precision,
                              const struct solver_options *options)
{
    (void)precision;
    (void)options;
    if (place->cards <= 1 && !place->ranks) return OK;
    return fail(ERROR_UNSUPPORTED, "method vi does not share its rows: use place seq, omp or cuda");
}

static enum status vi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct vi *own = solve->own;
    MUST(choices_bring(solve, settings, true, &own->choices));
    if (best_at_once(solve->mat, solve->a) && !own->choices.intervals) return OK;
    return vector_allocate(solve->a, 1, &own->values);
}

static void vi_dismiss(struct solve *solve)
{
    struct vi *own = solve->own;
    choices_release(solve->place, &own->choices);
    if (own->values) solve->place->release(own->values);
}

static enum status vi_sweep(struct solve *solve)
{
    const struct vi *own = solve->own;
    void *next = solve->work[0];
    struct test *test = relaxation_test(solve);
    if (!own->values) {
        MUST(solve->mat->best(solve->a, &solve->b, &own->choices, solve->x, next, NULL, test));
    } else {
        MUST(solve->mat->jacobi(solve->a, &solve->b, solve->x, own->values, 1, NULL));
        if (own->choices.intervals)
            MUST(solve->vec->give(solve->n, &own->choices, solve->x, own->values));
        MUST(solve->vec->best(solve->n, &own->choices, own->values, solve->x, next, NULL, test));
    }
    swap_iterates(solve);
    return OK;
}

const struct method method_vi = {
    .name = "vi",
    .title = "value iteration",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .row_passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .needs_best = true,
    .takes_intervals = true,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .can_use = relaxation_can_use,
    .why_not = vi_why_not,
    .own_bytes = sizeof(struct vi),
    .prepare = vi_prepare,
    .dismiss = vi_dismiss,
    .step = vi_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};

/* Value iteration for decision processes, x'_i = the best of b_c + sum_j p_cj x_j over the choices
 * c of unknown i, all from the old x, as PRISM iterates it. Rows are summed up by Jacobi's
 * operation of the layout, which leaves out x_i; the place's operation `best` puts in what stays.
 * On a GPU, one kernel can do both, row by row or in tiles; option `kernel` chooses.
 *
 * Rows of intervals are summed up with their lower bounds; the place's operation `give` gives out
 * the rest in the order of x (O-maximisation: Givan, Leach, Dean 2000). */
#include "solvers/loop.h"
#include "solvers/methods/choice_tiles.h"
#include "solvers/methods/choices.h"
#include "solvers/methods/relaxation.h"

enum kernel { KERNEL_AUTO, KERNEL_ROWS, KERNEL_BEST, KERNEL_STREAMED };

struct vi_options {
    enum kernel kernel;
};

static const struct option options[] = {
    {OPTION(struct vi_options, kernel),
     .title = "how a GPU takes the best of choices. rows: one kernel sums up rows, a second one "
              "compares them; best: one kernel does both; streamed: so, too, and copies what it "
              "reads ahead of its use; auto: rows or best, by the number of choices",
     OPTION_WORDS("auto", "rows", "best", "streamed"), .needs = ON_ONE_GPU},
    {0}};

struct vi {
    struct choice_rows choices;
    struct choice_tiles tiles; /* only for KERNEL_STREAMED */
    void *values;              /* of the rows; NULL: one operation takes the best of their sums */
};

static enum status vi_why_not(const struct place *place, enum precision precision,
                              const struct solver_options *chosen)
{
    (void)precision;
    (void)chosen;
    if (place->cards <= 1 && !place->ranks) return OK;
    return fail(ERROR_UNSUPPORTED, "method vi does not share its rows: use place seq, omp or cuda");
}

static enum kernel kernel_of(const struct solve *solve)
{
    const struct vi_options *chosen = method_options(&solve->options);
    if (chosen->kernel != KERNEL_AUTO) return chosen->kernel;
    return best_at_once(solve->mat, solve->a) ? KERNEL_BEST : KERNEL_ROWS;
}

static enum status check_kernel(const struct solve *solve, enum kernel kernel)
{
    const bool makes_rows = solve->a->layout->makes_rows,
               can = kernel == KERNEL_ROWS   ? !makes_rows
                     : kernel == KERNEL_BEST ? solve->mat->best != NULL
                                             : solve->mat->best && !makes_rows;
    if (can) return OK;
    return fail(ERROR_UNSUPPORTED, "layout %s has no such kernel for choices: use kernel=%s",
                solve->a->layout->name, makes_rows ? "best" : "rows");
}

static enum status bring_tiles(const struct solve *solve, const struct matrix *a, struct vi *own)
{
    const struct choice_limits most = choice_limits_for(a);
    own->choices.tiles = &own->tiles;
    return choice_tiles_bring(solve->place, a, &most, &own->tiles);
}

static enum status vi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct vi *own = solve->own;
    const enum kernel kernel = kernel_of(solve);
    MUST(check_kernel(solve, kernel));
    MUST(choices_bring(solve, settings, true, &own->choices));
    if (kernel == KERNEL_STREAMED) return bring_tiles(solve, settings->matrix, own);
    if (kernel == KERNEL_BEST && !own->choices.intervals) return OK;
    return vector_allocate(solve->a, 1, &own->values);
}

static void vi_dismiss(struct solve *solve)
{
    struct vi *own = solve->own;
    choices_release(solve->place, &own->choices);
    if (own->tiles.tile) solve->place->release(own->tiles.tile);
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
    .options = options,
    .can_use = relaxation_can_use,
    .why_not = vi_why_not,
    .own_bytes = sizeof(struct vi),
    .prepare = vi_prepare,
    .dismiss = vi_dismiss,
    .step = vi_sweep,
    .run = relaxation_run,
    .change = relaxation_change,
};

/* Modified policy iteration: a sweep in place over all choices, which keeps the best row of each
 * unknown, then sweeps over these rows alone, until they change little or their number is reached.
 * Sweeps over all choices test for the end. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/methods/relaxation.h"
#include "solvers/methods/vi_gs.h"

struct mpi_options {
    int inner_sweeps;
};

struct mpi {
    struct vi_gs in_place;
    uint32_t *choice;
    int left; /* sweeps over the best rows before the next one over all */
};

static const struct option options[] = {
    {OPTION(struct mpi_options, inner_sweeps),
     .title = "sweeps over the best choices, at most, after one over all", .above = 0,
     .below = 100001, .fallback = 100, .needs = SOLVES},
    {0}};

static enum status mpi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct mpi *own = solve->own;
    MUST(vi_gs_prepare(solve, settings));
    return allocate(solve->n, sizeof *own->choice, "a policy", &own->choice);
}

static void mpi_dismiss(struct solve *solve)
{
    struct mpi *own = solve->own;
    free(own->choice);
}

static bool improve(struct solve *solve)
{
    const struct mpi *own = solve->own;
    double *x = solve->x, largest = 0;
    bool failed = false;
    for (uint32_t i = 0; i < solve->n; i++)
        failed |= vi_gs_update(solve, x, i,
                               vi_gs_best(&own->in_place, solve->b.entry, x, i, &own->choice[i]),
                               &largest);
    return failed;
}

static bool follow(struct solve *solve)
{
    const struct mpi *own = solve->own;
    double *x = solve->x, largest = 0;
    bool failed = false;
    for (uint32_t i = 0; i < solve->n; i++)
        failed |= vi_gs_update(
            solve, x, i, vi_gs_row(&own->in_place, solve->b.entry, x, own->choice[i], i), &largest);
    return failed;
}

static enum status mpi_step(struct solve *solve)
{
    const struct mpi_options *chosen = method_options(&solve->options);
    struct mpi *own = solve->own;
    const bool all = own->left == 0 && solve->tested, failed = all ? improve(solve) : follow(solve);
    own->left = all ? chosen->inner_sweeps : failed && own->left ? own->left - 1 : 0;
    if (solve->tested && (failed || !all)) *solve->test.flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status mpi_run(struct solve *solve)
{
    struct mpi *own = solve->own;
    own->left = 0;
    return relaxation_run(solve);
}

const struct method method_mpi = {
    .name = "mpi",
    .title = "modified policy iteration, in place",
    .source = "Puterman and Shin 1978; PRISM's -modpoliter",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .sweep = SWEEP_ASCENDING,
    .options = options,
    .can_use = relaxation_can_use,
    .why_not = vi_gs_why_not,
    .own_bytes = sizeof(struct mpi),
    .prepare = mpi_prepare,
    .dismiss = mpi_dismiss,
    .step = mpi_step,
    .run = mpi_run,
    .change = vi_gs_change,
};

/* Gauss-Seidel, x_i := (b_i - sum_{j != i} A_ij x_j) / A_ii in place, rows ascending, as PRISM's
 * sparse engine iterates it. */
#include "solvers/methods/gauss_seidel.h"

#include <string.h>

#include "solvers/methods/relaxation.h"

/* The first is the default. */
static const char *const level_order_words[] = {"yes", "no", NULL};

const struct option gauss_seidel_options[] = {
    {OPTION(struct gauss_seidel_options, level_order),
     .title = "whether a GPU stores rows side by side that can be updated side by side, for the "
              "whole solve; no: in the order of the layout",
     .words = level_order_words, .needs = ON_ONE_GPU | BY_LEVEL},
    {0}};

bool gauss_seidel_by_level(const struct solver_options *options)
{
    const struct gauss_seidel_options *own = method_options(options);
    return !strcmp(level_order_words[own->level_order], "yes");
}

bool gauss_seidel_can_use(const struct mat_ops *mat)
{
    return mat->gauss_seidel != NULL;
}

enum status gauss_seidel_change(const struct solve *solve, bool descending, double *out)
{
    struct test test = solve->test;
    void *next = solve->work[0];
    MUST(solve->vec->copy(solve->n, solve->x, next));
    MUST(solve->mat->gauss_seidel(solve->a, solve->b.entry, next, descending, &test));
    return solve->vec->change(solve->n, solve->x, next, test.criterion, out);
}

static enum status gauss_seidel_sweep(struct solve *solve)
{
    return solve->mat->gauss_seidel(solve->a, solve->b.entry, solve->x, false,
                                    solve->tested ? &solve->test : NULL);
}

static enum status gauss_seidel_change_ascending(const struct solve *solve, double *out)
{
    return gauss_seidel_change(solve, false, out);
}

const struct method method_gauss_seidel = {
    .name = "gauss_seidel",
    .title = "Gauss-Seidel, rows ascending",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .measure = MEASURE_CHANGE,
    .sweep = SWEEP_ASCENDING,
    .by_level = gauss_seidel_by_level,
    .options = gauss_seidel_options,
    .can_use = gauss_seidel_can_use,
    .step = gauss_seidel_sweep,
    .run = relaxation_run,
    .change = gauss_seidel_change_ascending,
};

/* Value iteration for decision processes, x'_i = the best of b_c + sum_j p_cj x_j over the choices
 * c of unknown i, all from the old x, as PRISM iterates it. Rows are summed up by Jacobi's
 * operation of the layout, which leaves out x_i; the place's operation `best` puts in what stays.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/loop.h"
#include "solvers/methods/relaxation.h"
#include "solvers/placed.h"
#include "solvers/solve.h"

/* Vectors of struct solve.work: the next iterate, and the values of the rows. */
enum { NEXT, VALUES, NWORK };

struct vi {
    struct choice_rows choices;
    void *group, *stay; /* in place memory; stay may be NULL */
};

static enum status vi_why_not(const struct place *place, enum precision precision,
                              const struct solver_options *options)
{
    (void)precision;
    (void)options;
    if (place->cards <= 1 && !place->ranks) return OK;
    return fail(ERROR_UNSUPPORTED, "method vi does not share its rows: use place seq, omp or cuda");
}

/* Brings what stays of each row, if any row keeps something. */
static enum status bring_stay(const struct solve *solve, const struct matrix *a, void **out)
{
    enum status status = OK;
    void *stay = NULL;
    const enum precision precision = solve->a->precision;
    uint32_t kept = 0;
    TRY(allocate(a->off.rows, real_size(precision), "a method's state", &stay));
    for (uint32_t c = 0; c < a->off.rows; c++) {
        put_real(precision, stay, c, 1 - a->diag[c]);
        kept += a->diag[c] != 1;
    }
    if (kept) TRY(place_bring(solve->place, stay, a->off.rows * real_size(precision), out));
    TRY(solve->place->synchronise());
out:
    free(stay);
    return status;
}

static enum status vi_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct vi *own = solve->own;
    const struct matrix *a = settings->matrix;
    MUST(place_bring(solve->place, a->group, (a->ngroups + (size_t)1) * sizeof *a->group,
                     &own->group));
    MUST(bring_stay(solve, a, &own->stay));
    own->choices = (struct choice_rows){own->group, own->stay, settings->largest};
    return OK;
}

static void vi_dismiss(struct solve *solve)
{
    struct vi *own = solve->own;
    if (own->group) solve->place->release(own->group);
    if (own->stay) solve->place->release(own->stay);
}

static enum status vi_sweep(struct solve *solve)
{
    const struct vi *own = solve->own;
    void *values = solve->work[VALUES];
    MUST(solve->mat->jacobi(solve->a, &solve->b, solve->x, values, 1, NULL));
    MUST(solve->vec->best(solve->n, &own->choices, values, solve->x, solve->work[NEXT], NULL,
                          relaxation_test(solve)));
    swap_iterates(solve);
    return OK;
}

const struct method method_vi = {
    .name = "vi",
    .title = "value iteration",
    .source = "PRISM's sparse engine",
    .nwork = NWORK,
    .products = 1,
    .passes = 2,
    .row_passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
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

/* Value iteration in place, unknowns ascending, as PRISM's explicit engine iterates it: a row
 * leaves out its own unknown and is divided by what is left, and the test divides by the new value.
 * Descending is Storm's: rows keep their own unknown, and the test multiplies the old value. */
#include "solvers/methods/vi_gs.h"

#include "solvers/methods/relaxation.h"

enum status vi_gs_why_not(const struct place *place, enum precision precision,
                          const struct solver_options *options)
{
    (void)options;
    if (place == places[0] && precision == F64) return OK;
    return fail(ERROR_UNSUPPORTED,
                "methods that update in place on the matrix itself are for precision f64 at place "
                "%s: use method vi",
                places[0]->name);
}

enum status vi_gs_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct vi_gs *own = solve->own;
    own->a = settings->matrix;
    own->b = solve->place->on_host ? solve->b.entry : NULL;
    own->largest = settings->largest;
    own->descending = solve->method->sweep == SWEEP_DESCENDING;
    return OK;
}

bool vi_gs_pass(const struct solve *solve, double *x, double *largest)
{
    const struct vi_gs *own = solve->own;
    const uint32_t n = (uint32_t)solve->n;
    bool failed = false;
    *largest = 0;
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = own->descending ? n - 1 - k : k;
        uint32_t row;
        failed |= vi_gs_update(solve, x, i, vi_gs_best(own, own->b, x, i, &row), largest);
    }
    return failed;
}

enum status vi_gs_sweep(struct solve *solve)
{
    double largest;
    const bool failed = vi_gs_pass(solve, solve->x, &largest);
    if (solve->tested && failed) *solve->test.flag |= TEST_UNSATISFIED;
    return OK;
}

enum status vi_gs_change(const struct solve *solve, double *out)
{
    MUST(solve->vec->copy(solve->n, solve->x, solve->work[0]));
    vi_gs_pass(solve, solve->work[0], out);
    return OK;
}

const struct method method_vi_gs = {
    .name = "vi_gs",
    .title = "value iteration in place, unknowns ascending",
    .source = "PRISM's explicit engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .sweep = SWEEP_ASCENDING,
    .can_use = relaxation_can_use,
    .why_not = vi_gs_why_not,
    .own_bytes = sizeof(struct vi_gs),
    .prepare = vi_gs_prepare,
    .step = vi_gs_sweep,
    .run = relaxation_run,
    .change = vi_gs_change,
};

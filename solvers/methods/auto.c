/* Stands for the method that is chosen for a problem: harness/case/choose_variant.h replaces it
 * before anything is built. */
#include "solvers/solver.h"

static bool auto_can_use(const struct mat_ops *mat)
{
    return mat != NULL;
}

static enum status auto_run(struct solve *solve)
{
    (void)solve;
    return fail(ERROR_UNSUPPORTED, "method auto was not replaced by the method of its choice");
}

const struct method method_auto = {
    .name = "auto",
    .title = "chooses the method, its options and the layout for the problem",
    .source = "this project",
    .only_by_name = true,
    .chooses = true,
    .measure = MEASURE_RESIDUAL,
    .can_use = auto_can_use,
    .run = auto_run,
};

/* BiCGStab as GRAPHITE 2012 runs it: every dot product by one thread. */
#include "solvers/bicgstab.h"

static enum status run(struct solve *solve)
{
    return bicgstab_run(solve, solve->vec->dot_one_thread);
}

const struct method method_bicgstab_paper = {
    .name = "bicgstab_paper",
    .title = "BiCGStab, dot products by one thread",
    .source = "GRAPHITE 2012, sections 2 and 3",
    .nwork = BICGSTAB_WORK,
    .nscalars = BICGSTAB_SCALARS,
    .measure = MEASURE_RESIDUAL,
    .can_use = bicgstab_can_use,
    .run = run,
    .change = bicgstab_change,
};

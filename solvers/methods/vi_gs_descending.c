/* Value iteration in place, unknowns descending, as Storm iterates it. */
#include "solvers/methods/relaxation.h"
#include "solvers/methods/vi_gs.h"

const struct method method_vi_gs_descending = {
    .name = "vi_gs_descending",
    .title = "value iteration in place, unknowns descending",
    .source = "Storm's multiplier by Gauss-Seidel",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .task = TASK_BEST,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .sweep = SWEEP_DESCENDING,
    .can_use = relaxation_can_use,
    .why_not = vi_gs_why_not,
    .own_bytes = sizeof(struct vi_gs),
    .prepare = vi_gs_prepare,
    .step = vi_gs_sweep,
    .run = relaxation_run,
    .change = vi_gs_change,
};

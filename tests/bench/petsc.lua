-- make bench-petsc: BiCGStab with ILU(0) on one core beside PETSc's, both with their factorisation.
-- PETSc does not pay for the sweeps that choose the pinned row of a long run. It stops by the
-- 2-norm of the residual, which is stricter: the second table has both counts of iterations.
local wm = require "warpmark"

return wm.experiment {
    name = "bench-petsc",
    problems = { "tandem:c=255", "cluster:n=64", "kanban:t=4", "fms:n=5", "polling:n=13",
                 "polling:n=13,property=2" },
    variants = { "bicgstab[precondition=ilu0]/auto/f64/seq", "petsc/sparse/f64/seq" },
    measure = { min_samples = 3, max_time = "3s", timeout = "60s" },
    tables = {
        { id = "times", title = "Time to solve", rows = "problem", value = "solve" },
        { id = "iterations", title = "Iterations", rows = "problem", value = "iterations" },
    },
}

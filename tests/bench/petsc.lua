-- make bench-petsc: BiCGStab with ILU(0) on one core beside PETSc's, both with their factorisation.
-- PETSc does not pay for the sweeps that choose the pinned row of a long run. It stops by the
-- 2-norm of the residual, which is stricter on some chains and looser on others: the other tables
-- have iterations and proven errors. chain=SOURCE ours=EPSILON epsilon=PETSCS compares one chain at
-- equal errors. Layouts, and PETSc's copy of the matrix, are not in these times.
local wm = require "warpmark"
local options = wm.options { chain = "", ours = 1e-6 }

return wm.experiment {
    name = "bench-petsc",
    problems = options.chain ~= "" and { options.chain }
               or { "tandem:c=255", "cluster:n=64", "kanban:t=4", "fms:n=5", "polling:n=13",
                    "polling:n=13,property=2" },
    variants = { string.format("bicgstab[precondition=ilu0,epsilon=%g]/{msr,auto}/f64/seq",
                               options.ours),
                 "petsc/sparse/f64/seq" },
    measure = { min_samples = 3, max_time = "3s", timeout = "60s" },
    expect = { "not_converged" }, -- PETSc breaks down on kanban
    tables = {
        { id = "times", title = "Time to solve", rows = "problem", value = "solve" },
        { id = "iterations", title = "Iterations", rows = "problem", value = "iterations" },
        { id = "errors", title = "Proven error", rows = "problem", value = "error_bound" },
        { id = "layouts", title = "Time to build the layout", rows = "problem",
          value = "t_layout" },
    },
}

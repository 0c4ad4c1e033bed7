-- SPIN 2009, table 3: the tandem queueing network, sequential and on the GPU.
local wm = require "warpmark"
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local options = wm.options({ c = { 255, 511, 1023, 2047, 3070, 3588, 4095 } }, { c = { 255, 511 } })
local solvers = spin09.solvers "tandem"
solvers[#solvers + 1] = spin09.host_test
local problems = spin09.counted("tandem", options.c, solvers)
local variants, whole = spin09.variants({ "tandem" }, problems)
local sizes = { 255, 511, 1023, 2047, 3070, 3588, 4095 }
local card = 2 ^ 30 -- B, the memory of the paper's card

local function points(results)
    return spin09.speedups(results, "tandem", spin09.present(results, "tandem", sizes),
                           spin09.prism, spin09.theirs)
end

-- "Beats" at every c; "up to" is the largest speedup. The paper's, 18.7, is of this table.
local function up_to_18(results)
    local list, why = points(results)
    if not list then return nil, why end
    local top = spin09.largest(list)
    local verdict, numbers = spin09.judged(spin09.above(list, 1), string.format(
        "the largest is %.1f at c = %d; in the paper 18.7 at 2047", top[2], top[1]))
    return verdict, numbers, top[2]
end

local function rises_and_falls(results)
    local list, why = points(results)
    if not list then return nil, why end
    return spin09.rises_then_falls(list, 2047)
end

-- The matrix does not depend on the place, so that its bytes are known without a GPU.
local function too_large(results)
    local case = spin09.case(results, "tandem", 4095, spin09.prism)
    local bytes = spin09.memory(case)
    if not bytes then
        return nil, "needs tandem 4095: warpmark run spin09-table3 c=4095 takes 6 GB of memory, "
            .. "and no GPU"
    end
    local gpu = spin09.case(results, "tandem", 4095, spin09.theirs)
    local why = paper.why(gpu)
    return bytes > card,
        string.format("matrix and vectors take %s, the card had %s; on the GPU here: %s",
                      results.show(bytes, "B"), results.show(card, "B"),
                      why or "it fits")
end

-- The speedup over sequential is the product of two factors: the speedup of sweeps on the GPU whose
-- test is on the host, and the gain of the test on the GPU. "Most" means more than the other
-- factor, at each c.
local function test_contributes_most(results)
    local run = spin09.present(results, "tandem", sizes)
    local sweep, why = spin09.speedups(results, "tandem", run, spin09.prism, spin09.host_test)
    if not sweep then return nil, why end
    local test
    test, why = spin09.speedups(results, "tandem", run, spin09.host_test, spin09.theirs)
    if not test then return nil, why end
    local verdict = true
    for k = 1, #run do verdict = paper.both(verdict, spin09.below(sweep[k], test[k])) end
    return spin09.judged(verdict,
                         string.format("factor of the test on the GPU: %s; of the sweep: %s",
                                       spin09.listed(test), spin09.listed(sweep)))
end

return wm.experiment {
    name = "spin09-table3",
    title = "Tandem queueing network: sequential and on the GPU",
    paper = "SPIN 2009, table 3",
    problems = problems,
    variants = variants,
    solve = paper.solve,
    measure = spin09.measure(whole),
    tables = {
        { id = "times", title = "Tandem queueing network",
          build = spin09.times_table("tandem", "spin09-t3-tandem.csv", "c") },
    },
    claims = {
        { id = "S1", text = "GPU Jacobi beats sequential PRISM by up to a factor of 18",
          test = up_to_18, magnitude = { low = 18, high = 18 } },
        { id = "S5", text = "tandem's speedup rises with c, then falls slightly beyond 2047",
          test = rises_and_falls },
        { id = "S8", text = "tandem 4095 does not fit on the card (1 GB) in double precision",
          test = too_large },
        { id = "S9", text = "the comparison of x and x' on the GPU contributed most to the speedup",
          test = test_contributes_most },
    },
}

-- GRAPHITE 2012, figure 2: random matrices of 10 % density over their size, all four
-- implementations.
--
-- The paper does not list its sizes.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local paper = require "papers.paper"
local dense = require "papers.graphite12-dense"

local options = wm.options({ n = { 1000, 2000, 3000, 4000, 6000, 8000 }, trials = 1 },
                           { n = { 100, 200, 400 }, trials = 2 })

local methods = { "jacobi", "bicgstab" }
local sequential, cuda = graphite.paper.sequential, graphite.paper.cuda

-- Claims about sizes as figure 1 has them: a run of smaller ones does not judge them.
local needed = { { n = 2000 }, { n = 8000 } }

-- Holds where CUDA's factor over the sequential version is surely larger at the largest size than
-- at the smallest, and surely above 1 there, for both methods.
local function cuda_gains_with_n(results)
    local missing = graphite.missing(results, graphite.all, needed)
    if missing then return nil, missing end
    local sizes = graphite.values(results, "n", {})
    local verdict, numbers = true, {}
    for _, method in ipairs(methods) do
        local factors = {}
        for k, n in ipairs(sizes) do
            factors[k] = graphite.ratio(results, sequential[method], cuda[method], { n = n })
        end
        local first, last = factors[1], factors[#sizes]
        if not first or not last then
            verdict = paper.both(verdict, nil)
        elseif last[3] < first[2] or last[3] < 1 then
            verdict = false
        elseif last[2] <= first[3] or last[2] <= 1 then
            verdict = paper.both(verdict, nil)
        end
        numbers[#numbers + 1] =
            string.format("%s: %s at n = %d, %s at n = %d", method, graphite.show(first), sizes[1],
                          graphite.show(last), sizes[#sizes])
    end
    return graphite.judged(verdict, "factor of CUDA: " .. table.concat(numbers, "; "))
end

-- "Significantly" is taken as at least 1.5 times as fast, at every size and both places.
local function bicgstab_beats_jacobi(results)
    local missing = graphite.missing(results, graphite.all, needed)
    if missing then return nil, missing end
    local verdict, numbers = true, {}
    for _, place in ipairs { "sequential", "cuda" } do
        local set, least, at = graphite.paper[place], nil, nil
        for _, n in ipairs(graphite.values(results, "n", {})) do
            local ratio = graphite.ratio(results, set.jacobi, set.bicgstab, { n = n })
            if not ratio or ratio[2] <= 1.5 and ratio[3] >= 1.5 then
                verdict = paper.both(verdict, nil)
            elseif ratio[3] < 1.5 then
                verdict = false
            end
            if ratio and (not least or ratio[1] < least[1]) then least, at = ratio, n end
        end
        numbers[#numbers + 1] =
            string.format("%s: at least %s times as fast (n = %s)", place, graphite.show(least),
                          at or "none")
    end
    return graphite.judged(verdict, table.concat(numbers, "; ") .. "; significant: 1.5 times")
end

return wm.experiment {
    name = "graphite12-figure2",
    title = "Random matrices of 10 % density",
    paper = "GRAPHITE 2012, figure 2",
    problems = dense.problems(options),
    variants = graphite.variants(methods, "wl"),
    solve = graphite.solve,
    measure = graphite.measure,
    figures = { dense.figure("figure2", "Time to solve at 10 % density, by size", methods) },
    tables = { dense.times("Time to solve at 10 % density, by size", methods, options.trials) },
    claims = {
        { id = "G5",
          text = "at 10 % density the CUDA versions increasingly outperform the sequential ones as "
              .. "n grows",
          test = cuda_gains_with_n },
        { id = "G6", text = "at 10 % density BiCGStab significantly outperforms Jacobi",
          test = bicgstab_beats_jacobi },
    },
    expect = { "not_converged" },
}

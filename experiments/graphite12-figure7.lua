-- GRAPHITE 2012, figure 7: random matrices of the sizes and densities of the biased die. The
-- programs' own systems and the random ones like random quick sort's are measured, too, to compare
-- the rankings of figures 4 and 5 with 6 and 7.
--
-- The paper draws 40 systems a size; trials=40 does so, too.
local wm = require "warpmark"
local graphite = require "papers.graphite12"
local programs = require "papers.graphite12-programs"

local options = wm.options({ trials = 1 }, { trials = 1 })
local name = "biased die"

local all = graphite.all

-- For Kendall's rank correlation of the implementations' times on the programs' systems and on
-- random ones alike: how many pairs of implementations are in the same order, reversed, and not
-- sure; at how many sizes none is reversed, and the number of sizes.
local function rank_correlation(results)
    local agree, differ, open, same = 0, 0, 0, 0
    local points = programs.points(results, "chain")
    for _, at in ipairs(points) do
        local alike = true
        local random = { family = "random", program = at.program, paper_n = at.n }
        for i = 1, #all do
            for j = i + 1, #all do
                local here = graphite.side(graphite.ratio(results, all[i], all[j], at.point))
                local there = graphite.side(graphite.ratio(results, all[i], all[j], random))
                if not here or not there then
                    open = open + 1
                elseif here == there then
                    agree = agree + 1
                else
                    differ = differ + 1
                    alike = false
                end
            end
        end
        if alike then same = same + 1 end
    end
    return agree, differ, open, same, #points
end

-- Holds from a correlation of 2/3 on, which is five of six pairs, where at least half of the pairs
-- are sure.
local function ranks_alike(results)
    local agree, differ, open, same, sizes = rank_correlation(results)
    local sure = agree + differ
    local correlation = sure > 0 and (agree - differ) / sure or 0
    local numbers = string.format(
        "rank correlation %.2f: %d pairs in the same order, %d reversed, %d not sure; none "
            .. "reversed at %d of %d sizes",
        correlation, agree, differ, open, same, sizes)
    local missing = graphite.missing(results, all, {})
    if missing then return nil, sure > 0 and missing .. "; " .. numbers or missing end
    if sure < open then return graphite.judged(nil, numbers) end
    return correlation >= 2 / 3, numbers
end

return wm.experiment {
    name = "graphite12-figure7",
    title = "Random matrices like the biased die's",
    paper = "GRAPHITE 2012, figure 7",
    problems = {
        graphite.chains(graphite.systems()),
        graphite.random_alike(graphite.systems("random_quick_sort"), 1),
        graphite.random_alike(graphite.systems("biased_die"), options.trials),
    },
    variants = programs.variants,
    solve = graphite.solve,
    measure = programs.measure,
    figures = {
        programs.figure("figure7", "Time to solve, random matrices like the biased die's", "random",
                        name) },
    tables = {
        programs.times("times", "Time to solve, random matrices like the biased die's", "random",
                       name, options.trials),
    },
    claims = {
        { id = "G10",
          text = "random matrices of the same size and density rank the same, so size and density "
              .. "decide",
          test = ranks_alike },
    },
    expect = { "not_converged" },
}

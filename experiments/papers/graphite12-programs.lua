-- GRAPHITE 2012, figures 4 to 7: the systems of the two programs, and random ones of the same size
-- and density.
local wm = require "warpmark"
local graphite = require "papers.graphite12"

local programs = {}
local methods = { "jacobi", "bicgstab" }

programs.variants = graphite.variants(methods, "msr")
programs.measure = { max_time = wm.quick and "100ms" or "2s", max_samples = wm.quick and 8 or 12 }

-- The points of a family ("chain" or "random") and program (nil: both): { title, n, m, point }.
function programs.points(results, family, program)
    local list, seen = {}, {}
    for _, problem in ipairs(results.problems { family = family }) do
        local title = string.format("%s %d", problem.program, problem.paper_n)
        if (not program or problem.program == program) and not seen[title] then
            seen[title] = true
            list[#list + 1] = {
                title = title, program = problem.program, n = problem.paper_n, m = problem.paper_m,
                point = { family = family, program = problem.program, paper_n = problem.paper_n },
            }
        end
    end
    return list
end

function programs.figure(id, title, family, program)
    return {
        id = id, title = title,
        build = function(results)
            local points = {}
            for k, at in ipairs(programs.points(results, family, program)) do
                points[k] = { at.n, at.point }
            end
            return {
                x = { title = "n", unit = "count" }, y = { title = "time to solve", unit = "s" },
                log = "y", kind = "lines", curves = graphite.curves(results, points, methods),
            }
        end,
    }
end

-- `trials` of random systems; chains have one.
function programs.times(id, title, family, program, trials)
    return {
        id = id, title = title,
        build = function(results)
            local lines = {}
            for _, at in ipairs(programs.points(results, family, program)) do
                local mark = family == "chain" and "fitted" or nil
                lines[#lines + 1] = { cells = { { at.n, mark = mark }, at.m }, point = at.point }
            end
            local columns = { { title = "n", unit = "count" }, { title = "m", unit = "count" } }
            if family == "chain" then
                return graphite.times(
                    results, lines, columns, methods, "msr",
                    graphite.notes(results, "samples",
                                   "fitted: n and m are the paper's, by settings that it does not "
                                       .. "give"))
            end
            return graphite.times(
                results, lines, columns, methods, "msr",
                graphite.notes(results, string.format("%d random system%s (the paper: 40)", trials,
                                                      trials == 1 and "" or "s"), graphite.chosen))
        end,
    }
end

return programs

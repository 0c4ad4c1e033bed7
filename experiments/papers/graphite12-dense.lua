-- GRAPHITE 2012, figures 2 and 3: random matrices of 10 % density, by size.
local wm = require "warpmark"
local graphite = require "papers.graphite12"

local dense = {}

function dense.problems(options)
    return wm.grid {
        "random_dd", n = options.n, density = 0.1, seed = wm.seeds(options.trials),
        order = { "n", "seed" },
    }
end

function dense.figure(id, title, methods)
    return {
        id = id, title = title,
        build = function(results)
            local points = {}
            for _, n in ipairs(graphite.values(results, "n", {})) do
                points[#points + 1] = { n, { n = n } }
            end
            return {
                x = { title = "n", unit = "count" }, y = { title = "time to solve", unit = "s" },
                log = "y", kind = "lines", curves = graphite.curves(results, points, methods),
            }
        end,
    }
end

function dense.times(title, methods, trials)
    return {
        id = "times", title = title,
        build = function(results)
            local lines = {}
            for _, n in ipairs(graphite.values(results, "n", {})) do
                lines[#lines + 1] = { cells = { { n, mark = "chosen" } }, point = { n = n } }
            end
            local systems = string.format("%d random system%s", trials, trials == 1 and "" or "s")
            return graphite.times(results, lines, { { title = "n", unit = "count" } }, methods,
                                  "wl", graphite.notes(results, systems,
                                                 "chosen: the paper does not list its sizes",
                                                 graphite.chosen))
        end,
    }
end

return dense

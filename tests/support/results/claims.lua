-- Made-up results for test_claims.c: for each claim of experiments/, worlds in which it holds, and
-- in which it does not.
--
-- A world that has a magnitude ("as published", "outside") says what the claim's figure is to be
-- judged; in one that is called published it is to be as published.
--
-- A world has two functions. problem(p) gives the facts of a problem (n, nnz, transitions,
-- diagonal_share, generate), run(p, v) what a case came to: per_iteration (s), iterations, samples
-- (at most), status, bytes, zeros, residual, error_bound, layout (s), outer, sweeps. What they
-- leave out has a default there. p has a problem's label, source and axes; v a variant's name and
-- its parts.
--
-- Worlds called "published" have the numbers of the paper that made the claim: a claim that does
-- not hold for these is judged wrongly.

local entries = {}

local function nothing() return {} end

-- worlds: a list of { name, verdict = "holds" or "does not hold" or "not tested here", run =,
-- problem = }. What is not tested must be said to be so for noise. A further world is the first
-- without GPUs, where the verdict is without_gpus, or "not tested here", because a GPU is missing.
local function claim(id, experiment, worlds, without_gpus)
    for _, world in ipairs(worlds) do
        world.name, world.run, world.problem = world[1], world.run or nothing,
            world.problem or nothing
        world.says = world.verdict == "not tested here" and "noise" or nil
    end
    local first = worlds[1]
    worlds[#worlds + 1] = {
        name = "no GPU", verdict = without_gpus or "not tested here", problem = first.problem,
        says = not without_gpus and "GPU" or nil,
        run = function(p, v)
            return v.place:find("^cuda") and { status = "no_device" } or first.run(p, v)
        end,
    }
    entries[#entries + 1] = { id = id, experiment = experiment, worlds = worlds }
end

-- The same world with so many samples at most.
local function few(count, run)
    return function(p, v)
        local made = run(p, v)
        made.samples = count
        return made
    end
end

-- The lines of a published table, by the names in its first.
local function published(file)
    local list, names = {}, nil
    for line in io.lines("datasets/data/papers/" .. file) do
        local cells = {}
        for cell in (line .. ","):gmatch "([^,]*)," do cells[#cells + 1] = tonumber(cell)
            or cell end
        if names then
            local row = {}
            for k, name in ipairs(names) do row[name] = cells[k] end
            list[#list + 1] = row
        else
            names = cells
        end
    end
    return list
end

-- SPIN 2009 and STTT 2011 -------------------------------------------------------------------------

-- Roles of the variants in these papers.
local roles = {
    ["jacobi/cmsr/f64/seq"] = "one core",
    ["jacobi[vote=store]/cmsr/f64/cuda"] = "GPU",
    ["jacobi[vote=host]/cmsr/f64/cuda"] = "GPU, host tests",
    ["jacobi[vote=store,exchange=staged]/cmsr/f64/cuda2"] = "two GPUs",
    ["jacobi[vote=store,exchange=staged]/cmsr/f64/cuda4"] = "four GPUs",
    ["jacobi[vote=store]/cmsr/f64/cuda2"] = "two GPUs, peers",
    ["jacobi[vote=store]/cmsr/f64/cuda4"] = "four GPUs, peers",
    ["jacobi[vote=store]/msr/f64/cuda"] = "GPU",
    ["jacobi[vote=store,elements=1]/sscan/f64/cuda"] = "other scan",
    ["jacobi[vote=store,elements=2]/sscan/f64/cuda"] = "other scan",
    ["jacobi[vote=store,elements=4]/sscan/f64/cuda"] = "scan",
    ["jacobi[vote=store,elements=8]/sscan/f64/cuda"] = "other scan",
}

-- The speedups over one core that are published: by model, size and role.
local paper = { herman = {}, cluster = {}, tandem = {} }
for model, file in pairs { herman = "spin09-t1-herman.csv", cluster = "spin09-t2-cluster.csv",
                           tandem = "spin09-t3-tandem.csv" } do
    for _, row in ipairs(published(file)) do
        paper[model][row.instance or row.N or row.c] = { iterations = row.iterations,
            GPU = tonumber(row.factor) }
    end
end
paper.tandem[4095].GPU = 13 -- out of memory there
local newer = { herman = {}, cluster = {}, tandem = {} } -- the system of 64 bits
for model, file in pairs { herman = "sttt11-t2-herman.csv", cluster = "sttt11-t3-cluster.csv",
                           tandem = "sttt11-t4-tandem.csv" } do
    for _, row in ipairs(published(file)) do
        if row.system == "64bit" then
            local size = row.instance or row.N or row.c
            newer[model][size] = { GPU = tonumber(row.factor), ["two GPUs"] = row.gpu2_factor }
        end
    end
end
newer.tandem[4095].GPU = 11.4 -- out of memory there
for _, row in ipairs(published "sttt11-t5-sscan.csv") do
    local known = newer[row.model][row.instance]
    known.scan, known["other scan"] = row.factor, row.factor / 2
end

-- A sweep on one core takes a second, others as much less as speedup(model, size, role) says; nil
-- is for a variant that does not matter.
local function chains(speedup)
    return function(p, v)
        local role = roles[v.name]
        if role == "one core" or not p.model then return { per_iteration = 1, iterations = 100 } end
        return { per_iteration = 1 / (role and speedup(p.model, p.size, role) or 2),
            iterations = 100 }
    end
end

local function as_in(table)
    return chains(function(model, size, role) return (table[model][size] or {})[role] end)
end

-- The same, but that change(model, size, role) is what it gives, where it does.
local function but(table, change)
    return chains(function(model, size, role)
        return change(model, size, role) or (table[model][size] or {})[role]
    end)
end

claim("S1", "spin09-table3", {
    { "published", verdict = "holds", run = as_in(paper) },
    { "half as fast", verdict = "holds", magnitude = "outside: 9.35 against 18",
      run = chains(function(model, size, role)
          return paper[model][size][role] and paper[model][size][role] / 2 end) },
    { "17.9", verdict = "holds", magnitude = "as published",
      run = but(paper, function(_, size, role)
          return role == "GPU" and size == 2047 and 17.9 end) },
    { "316", verdict = "holds", magnitude = "outside: 316 against 18",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 2047 and 316 end) },
    { "slower than one core", verdict = "does not hold", run = chains(function() return 0.5 end) },
    { "no faster at one c", verdict = "not tested here",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 255 and 1 end) },
})

claim("S2", "spin09-table1", {
    { "published", verdict = "holds", magnitude = "as published", run = as_in(paper) },
    { "herman 17 gains most", verdict = "does not hold",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 17 and 20 end) },
    { "herman gains more than in the paper", verdict = "holds",
      magnitude = "outside: 2.87, 5.66 against 1 to 1.5",
      run = chains(function(model, size, role)
          return role == "GPU" and (model ~= "herman" and 50 or size == 15 and 2.87 or 5.66)
      end) },
    { "herman 17 gains as much as cluster 320", verdict = "not tested here",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 17 and 5.6 end) },
    { "what is not the solve takes the gain away", verdict = "not tested here", run = as_in(paper),
      problem = function() return { generate = 1e6 } end },
})

claim("S3", "spin09-table2", {
    { "published", verdict = "holds", run = as_in(paper) },
    { "2.9", verdict = "holds", magnitude = "outside: 2.9 against 3 or more",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 122 and 2.9 end) },
    { "0.9", verdict = "does not hold", magnitude = "outside",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 122 and 0.9 end) },
})

claim("S4", "spin09-figure1", {
    { "published", verdict = "holds", run = as_in(paper) },
    { "rises on", verdict = "does not hold", run = chains(function(_, size) return size / 50 end) },
    { "falls from the first", verdict = "does not hold",
      run = chains(function(_, size) return 1000 / size end) },
    { "falls by more than slightly", verdict = "does not hold",
      run = but(paper, function(_, size) return size == 572 and 2 end) },
    { "level at the end", verdict = "not tested here",
      run = but(paper, function(_, size) return size >= 464 and 9.17 end) },
})

claim("S5", "spin09-table3", {
    { "published", verdict = "holds", run = as_in(paper) },
    { "highest beyond 2047", verdict = "does not hold",
      run = but(paper, function(_, size, role) return role == "GPU" and size == 3070 and 25 end) },
    { "rises on", verdict = "does not hold",
      run = chains(function(_, size) return size / 100 end) },
})

local function precisions(ratio)
    return function(p, v)
        return { per_iteration = v.precision == "f64" and ratio(p.c or p.size) or 1,
            iterations = 100 }
    end
end

claim("S6", "spin09-figure2", {
    { "5 % apart", verdict = "holds", run = precisions(function() return 1.05 end) },
    { "twice as long, at one c", verdict = "does not hold",
      run = precisions(function(c) return c == 2047 and 2 or 1 end) },
    { "half as long", verdict = "does not hold", run = precisions(function() return 0.5 end) },
})

local megabytes = {}
for _, row in ipairs(published "sttt11-t1-properties.csv") do
    if row.model == "tandem" then megabytes[row.instance] = row.gpu_mb end
end

local function memory(share_of_single)
    return function(p, v)
        return { bytes = megabytes[p.size] * 2 ^ 20 * (v.precision == "f32" and share_of_single
            or 1) // 1 }
    end
end

claim("S7", "spin09-figure2", {
    { "published, and half as much in single precision", verdict = "holds", run = memory(0.5) },
    { "as much", verdict = "does not hold", run = memory(1) },
})

claim("S8", "spin09-table3", {
    { "published", verdict = "holds", run = memory(1) },
    { "a byte a row", verdict = "does not hold", run = function() return { bytes = 33550336 } end },
}, "holds")

local function test_on_host(factor)
    return but(paper, function(_, size, role)
        return role == "GPU, host tests" and paper.tandem[size].GPU / factor end)
end

claim("S9", "spin09-table3", {
    { "the sweep 2 and less", verdict = "holds",
      run = but(paper, function(_, _, role) return role == "GPU, host tests" and 1.5 end) },
    { "the test 1.5", verdict = "does not hold", run = test_on_host(1.5) },
    { "the test nothing", verdict = "does not hold", run = test_on_host(1) },
})

claim("T1", "sttt11-table4", {
    { "published", verdict = "holds", run = as_in(paper) },
    { "on cluster 572 alone", verdict = "holds", magnitude = "as published",
      run = chains(function(_, size, role) return role == "GPU" and size == 572 and 16 or 5 end) },
    { "slower than one core", verdict = "does not hold", run = chains(function() return 0.5 end) },
    { "half as fast", verdict = "holds", magnitude = "outside",
      run = chains(function(model, size, role)
          return paper[model][size][role] and paper[model][size][role] / 2 end) },
})

claim("T2", "sttt11-table4", {
    { "published", verdict = "holds", run = as_in(newer) },
    { "two are faster on tandem 4095", verdict = "does not hold",
      run = but(newer, function(_, size, role)
          return size == 4095 and role == "two GPUs" and 20 end) },
    { "two are faster on cluster 572", verdict = "does not hold",
      run = but(newer, function(_, size, role)
          return size == 572 and role == "two GPUs" and 20 end) },
})

claim("T3", "sttt11-table2", {
    { "published", verdict = "holds", run = as_in(newer) },
    { "two are slower", verdict = "does not hold",
      run = but(newer, function(_, _, role) return role == "two GPUs" and 0.5 end) },
    { "as fast", verdict = "not tested here",
      run = but(newer, function(_, _, role) return role == "two GPUs" and 0.88 end) },
})

claim("T4", "sttt11-table4", {
    { "published", verdict = "holds", run = as_in(newer) },
    { "10 on tandem", verdict = "holds", magnitude = "outside",
      run = but(newer, function(model, _, role)
          return model == "tandem" and role == "two GPUs" and 10 end) },
    { "2 on cluster 572", verdict = "holds", magnitude = "outside",
      run = but(newer, function(_, size, role)
          return size == 572 and role == "two GPUs" and 2 end) },
    { "slower than one core on cluster 572", verdict = "does not hold",
      run = but(newer, function(_, size, role)
          return size == 572 and role == "two GPUs" and 0.5 end) },
})

claim("T5", "sttt11-table5", {
    { "published", verdict = "holds", run = as_in(newer) },
    { "slower on herman", verdict = "does not hold",
      run = but(newer, function(model, _, role)
          return model == "herman" and role == "GPU" and 5 end) },
    { "slower on tandem 2047", verdict = "does not hold",
      run = but(newer, function(_, size, role) return size == 2047 and role == "GPU" and 50 end) },
})

claim("T6", "sttt11-table5", {
    { "published", verdict = "holds", run = as_in(newer) },
    { "faster on the larger", verdict = "does not hold",
      run = but(newer, function(model, size, role)
          return model == "cluster" and size > 300 and role == "scan" and 9
      end) },
})

-- Bytes of the paper's layouts, with its vectors: 12 z + 18 n of the scan and 4 z + 22 n of the
-- compact words account for its table.
local entries_a_row = { herman = 437, cluster = 4.9, tandem = 3.5 }

local function bytes_of(scan)
    return function(p, v)
        local n = 1000000
        local z = entries_a_row[p.model or "tandem"] * n
        return { bytes = (v.layout == "sscan" and scan(n, z) or 4 * z + 22 * n) // 1 }
    end
end

local function rows_of(p)
    return { n = 1000000, nnz = entries_a_row[p.model or "tandem"] * 1000000 // 1 } end

claim("T7", "sttt11-table5", {
    { "published", verdict = "holds", problem = rows_of,
      run = bytes_of(function(n, z) return 12 * z + 18 * n end) },
    { "a bit a non-zero", verdict = "does not hold", problem = rows_of,
      run = bytes_of(function(n, z) return 4 * z + z / 8 + 22 * n end) },
})

-- shares: of zeros in the last iterates, by model; with, without: speedups of the scan.
local function zeros(shares, with, without)
    return function(p, v)
        local scan = p.label:find "with zeros" and with or p.label:find "without zeros" and without
        local role = roles[v.name]
        local made = as_in(newer)(p, v)
        if scan then made.per_iteration = role == "scan" and 1 / scan or role == "other scan" and 9
            or 1 end
        made.zeros = shares[p.model]
        return made
    end
end
local as_said = { herman = 0.1, cluster = 0, tandem = 0.6 }

claim("T8", "sttt11-table5", {
    { "the gain is gone without zeros", verdict = "holds", run = zeros(as_said, 1.4, 1) },
    { "most of it is", verdict = "holds", run = zeros(as_said, 1.4, 1.1) },
    { "little of it is", verdict = "does not hold", run = zeros(as_said, 1.4, 1.3) },
    { "none of it is", verdict = "does not hold", run = zeros(as_said, 1.4, 1.4) },
    { "there is none, and zeros make no difference", verdict = "does not hold",
      run = zeros(as_said, 0.9, 0.9) },
    { "there is none, but zeros help", verdict = "not tested here",
      run = zeros(as_said, 0.9, 0.7) },
    { "cluster has zeros, too", verdict = "does not hold",
      run = zeros({ herman = 0.1, cluster = 0.1, tandem = 0.6 }, 1.4, 1) },
    { "fewer than half on tandem", verdict = "does not hold",
      run = zeros({ herman = 0.1, cluster = 0, tandem = 0.4 }, 1.4, 1) },
})

local function cards(two, four)
    return chains(function(_, _, role)
        return ({ GPU = 10, ["two GPUs"] = 10 * two, ["four GPUs"] = 10 * four,
            ["two GPUs, peers"] = 19,
                  ["four GPUs, peers"] = 36 })[role]
    end)
end

claim("T9", "sttt11-table4", {
    { "1.8 and 3", verdict = "holds", run = cards(1.8, 3) },
    { "two are slower than one", verdict = "does not hold", run = cards(0.9, 3) },
    { "four are slower than two", verdict = "does not hold", run = cards(1.8, 1.5) },
})

-- GRAPHITE 2012 -----------------------------------------------------------------------------------

local graphite_roles = {
    ["jacobi/msr/f64/seq"] = "jacobi", ["bicgstab_paper/msr/f64/seq"] = "bicgstab",
    ["jacobi[vote=store]/msr/f64/cuda"] = "cuda_jacobi",
        ["bicgstab_paper/msr/f64/cuda"] = "cuda_bicgstab",
}

-- times(p): s, by role.
local function systems(times)
    return function(p, v)
        local role = graphite_roles[v.name]
        return { per_iteration = role and times(p)[role] or 1, iterations = 1 }
    end
end

local function ranked(a, b, c, d)
    return { jacobi = a, bicgstab = b, cuda_jacobi = c, cuda_bicgstab = d } end

claim("G1", "graphite12-figure1", {
    { "ten times as fast", verdict = "holds",
      run = systems(function() return ranked(10, 1, 1, 1) end) },
    { "but not on the smallest", verdict = "does not hold",
      run = systems(function(p)
          return ranked(10, 1, p.n == 2000 and p.density < 2e-4 and 11 or 1, 1) end) },
})

-- ratio(p): bicgstab over cuda_bicgstab.
local function gain_of_bicgstab(ratio)
    return systems(function(p) return ranked(1, ratio(p), 1, 1) end)
end

claim("G2", "graphite12-figure1", {
    { "from 40 in a row on", verdict = "holds",
      run = gain_of_bicgstab(function(p) return p.density * p.n / 40 end) },
    { "everywhere on the largest", verdict = "holds",
      run = gain_of_bicgstab(function(p) return p.n == 8000 and 3 or p.density * 100 end) },
    { "everywhere", verdict = "does not hold", run = gain_of_bicgstab(function() return 3 end) },
    { "nowhere", verdict = "does not hold", run = gain_of_bicgstab(function() return 0.3 end) },
    { "nowhere on the largest", verdict = "does not hold",
      run = gain_of_bicgstab(function(p) return p.n == 8000 and 0.3 or p.density * 100 end) },
    { "everywhere on the smallest", verdict = "does not hold",
      run = gain_of_bicgstab(function(p) return p.n == 2000 and 3 or p.density * 100 end) },
    { "later on larger ones", verdict = "does not hold",
      run = gain_of_bicgstab(function(p) return p.density * 1e6 / p.n end) },
    { "from the same density on", verdict = "holds",
      run = gain_of_bicgstab(function(p) return p.density * 100 end) },
})

-- Jacobi over BiCGStab, at each place.
local function gain_over_jacobi(ratio)
    return systems(function(p) return ranked(ratio(p, "seq"), 1, ratio(p, "cuda"), 1) end)
end

-- The same world, but that the denser systems take too long.
local function no_dense(run)
    return function(p, v) return p.density > 0.005 and { status = "timeout" } or run(p, v) end
end

claim("G3", "graphite12-figure1", {
    { "from 40 in a row on", verdict = "holds",
      run = gain_over_jacobi(function(p) return p.density * p.n / 40 end) },
    { "nowhere with CUDA", verdict = "does not hold",
      run = gain_over_jacobi(function(p, place)
          return place == "cuda" and 0.5 or p.density * p.n / 40 end) },
    { "nowhere, as far as was measured", verdict = "not tested here",
      run = no_dense(gain_over_jacobi(function(p) return p.density * p.n / 400 end)) },
    { "the other way round", verdict = "not tested here",
      run = gain_over_jacobi(function(p) return 40 / (p.density * p.n) end) },
})

claim("G4", "graphite12-figure1", {
    { "from 40 in a row on", verdict = "holds",
      run = gain_over_jacobi(function(p) return p.density * p.n / 40 end) },
    { "rises", verdict = "does not hold",
      run = gain_over_jacobi(function(p) return p.density * 1e6 / p.n end) },
    { "rises with CUDA", verdict = "does not hold",
      run = gain_over_jacobi(function(p, place)
          return place == "cuda" and p.density * 1e6 / p.n or p.density * p.n / 40
      end) },
    { "the same", verdict = "not tested here",
      run = gain_over_jacobi(function(p) return p.density * 100 end) },
})

local function growing(factor)
    return systems(function(p) return ranked(factor(p.n), factor(p.n), 1, 1) end)
end

claim("G5", "graphite12-figure2", {
    { "in proportion", verdict = "holds", run = growing(function(n) return n / 800 end) },
    { "in inverse proportion", verdict = "does not hold",
      run = growing(function(n) return 8800 / n end) },
    { "grows, but stays below one", verdict = "does not hold",
      run = growing(function(n) return n / 16000 end) },
    { "the same", verdict = "not tested here", run = growing(function() return 5 end) },
})

claim("G6", "graphite12-figure2", {
    { "3 times", verdict = "holds", run = gain_over_jacobi(function() return 3 end) },
    { "1.4 times with CUDA, at one size", verdict = "does not hold",
      run = gain_over_jacobi(function(p, place)
          return place == "cuda" and p.n == 6000 and 1.4 or 3 end) },
})

claim("G7", "graphite12-figure4", {
    { "best", verdict = "holds", run = systems(function() return ranked(1, 2, 3, 4) end) },
    { "not at one size", verdict = "does not hold",
      run = systems(function(p) return ranked(1, 2, p.paper_n == 313 and 0.5 or 3, 4) end) },
    { "as fast as another", verdict = "not tested here",
      run = systems(function() return ranked(1, 2, 1, 4) end) },
})

claim("G8", "graphite12-figure5", {
    { "best", verdict = "holds", run = systems(function() return ranked(3, 2, 1, 4) end) },
    { "not at one size", verdict = "does not hold",
      run = systems(function(p) return ranked(p.paper_n == 667 and 0.5 or 3, 2, 1, 4) end) },
})

claim("G9", "graphite12-figure5", {
    { "worst", verdict = "holds", run = systems(function() return ranked(3, 2, 1, 4) end) },
    { "not at one size of the other program", verdict = "does not hold",
      run = systems(function(p) return ranked(p.paper_n == 92 and 5 or 3, 2, 1, 4) end) },
})

claim("G10", "graphite12-figure7", {
    { "in the same order", verdict = "holds",
      run = systems(function() return ranked(1, 2, 3, 4) end) },
    { "in reverse order", verdict = "does not hold",
      run = systems(function(p)
          if p.family == "random" then return ranked(4, 3, 2, 1) end
          return ranked(1, 2, 3, 4)
      end) },
    { "nothing is sure", verdict = "not tested here",
      run = systems(function() return ranked(1, 1, 1, 1) end) },
})

-- first(p, v): whether Jacobi is.
local function krylov(first)
    return function(p, v)
        local ahead = first(p, v) == (v.method == "jacobi")
        return { per_iteration = ahead and 1 or 2, iterations = 1 }
    end
end

claim("G11", "graphite12-table1", {
    { "Jacobi everywhere", verdict = "holds", run = krylov(function() return true end) },
    { "Jacobi everywhere, one sample", verdict = "holds",
      run = few(1, krylov(function() return true end)) },
    { "Jacobi by 2 %, one sample", verdict = "not tested here",
      run = few(1, function(_, v)
          return { per_iteration = v.method == "jacobi" and 1 or 1.02, iterations = 1 } end) },
    { "BiCGStab in one layout", verdict = "does not hold",
      run = krylov(function(_, v) return v.layout == "msr" end) },
    { "BiCGStab on most models", verdict = "does not hold",
      run = krylov(function(p) return p.family == "chain" end) },
    { "Jacobi is first, and not accurate", verdict = "does not hold",
      run = function(_, v)
          return { per_iteration = v.method == "jacobi" and 1 or 2,
              residual = v.method == "jacobi" and 1e-3 or 1e-9 }
      end },
}, "holds")

-- MEALS 2013 --------------------------------------------------------------------------------------

-- Published seconds and MB by instance, layout and order; of herman by BFS they are for rows that
-- the paper has in another order than ours.
local meals = {}
local function note(row, layout, order, seconds, bytes)
    local key = row.model .. " " .. row.instance
    meals[key] = meals[key] or {}
    meals[key][layout .. "+" .. order] = { seconds = seconds, bytes = bytes }
end
for _, row in ipairs(published "meals13-t2-msr-bfs.csv") do
    note(row, "msr", "native", row.orig_s, row.mem_mb)
    note(row, "msr", "bfs", row.bfs_s, row.mem_mb)
end
for _, row in ipairs(published "meals13-t4-cmsr-bfs.csv") do
    note(row, "cmsr", "native", row.orig_s, row.mem_mb)
    note(row, "cmsr", "bfs", row.bfs_s, row.mem_mb)
end
for full, file in pairs { wl = "meals13-t3-msr-wl.csv", cwl = "meals13-t5-cmsr-wl.csv" } do
    local half = full == "wl" and "hwl" or "chwl"
    for _, row in ipairs(published(file)) do
        note(row, full, "native", row.wl_s, row.wl_mb)
        note(row, full, "bfs", row.bfs_wl_s, row.bfs_wl_mb)
        note(row, half, "native", row.hwl_s, row.hwl_mb)
        note(row, half, "bfs", row.bfs_hwl_s, row.bfs_hwl_mb)
    end
end

-- The published times, each times change(p, v) where that gives a number. One core takes ten times
-- as long.
local function layouts(change)
    return function(p, v)
        local known = (meals[p.label] or {})[v.layout .. "+" .. v.order]
        if not known or v.name:find "loop=graph" then return {} end
        return {
            per_iteration = known.seconds / 1000 * (v.place == "seq" and 10 or 1) * (change
                and change(p, v) or 1),
            iterations = 1000, bytes = known.bytes * 2 ^ 20 // 1,
        }
    end
end

claim("M1", "meals13-figure2", {
    { "herman a fractal", verdict = "holds", problem = function(p)
        if p.label ~= "herman" then return { n = 1000, diagonal_share = 0.8 } end
        return { n = 2048, transitions = 3 ^ 11 // 1, diagonal_share = 0.02 }
    end },
    { "herman diagonal", verdict = "does not hold", problem = function(p)
        return { n = 2048, transitions = p.label == "herman" and 3 ^ 11 // 1 or nil,
            diagonal_share = 0.8 }
    end },
    { "half of them not diagonal", verdict = "does not hold", problem = function(p)
        if p.label ~= "herman" then
            return { n = 1000, diagonal_share = p.label < "f" and 0.8 or 0.3 } end
        return { n = 2048, transitions = 3 ^ 11 // 1, diagonal_share = 0.02 }
    end },
    { "herman's rows are short", verdict = "does not hold", problem = function(p)
        return { n = 2048, transitions = 20480,
            diagonal_share = p.label == "herman" and 0.02 or 0.8 }
    end },
}, "holds")

claim("M2", "meals13-table2", {
    { "published", verdict = "holds", run = layouts() },
    -- half of the gains are small
    { "published, three samples", verdict = "not tested here", run = few(3, layouts()) },
    { "a gain on tandem", verdict = "does not hold",
      run = layouts(function(p, v) return p.model == "tandem" and v.order == "bfs" and 0.5 end) },
    { "a gain on tandem, one sample", verdict = "does not hold",
      run = few(1, layouts(function(p, v)
          return p.model == "tandem" and v.order == "bfs" and 0.5 end)) },
    { "a loss in most cases", verdict = "does not hold",
      run = layouts(function(_, v) return v.order == "bfs" and 1.3 end) },
})

claim("M3", "meals13-table3", {
    { "published", verdict = "holds", magnitude = "as published", run = layouts() },
    { "published, three samples", verdict = "holds", run = few(3, layouts()) },
    { "half as much", verdict = "holds", magnitude = "outside",
      run = layouts(function(_, v) return v.layout == "wl" and 2 end) },
    { "a loss in most cases", verdict = "does not hold",
      run = layouts(function(_, v) return v.layout == "wl" and 6 end) },
})

claim("M4", "meals13-table3", {
    { "published", verdict = "holds", run = layouts() },
    { "half warps win on fms 8", verdict = "does not hold",
      run = layouts(function(p, v) return p.label == "fms 8" and v.layout == "hwl" and 0.5 end) },
    { "half warps lose on herman", verdict = "does not hold",
      run = layouts(function(p, v) return p.model == "herman" and v.layout == "hwl" and 10 end) },
})

claim("M5", "meals13-table3", {
    { "published", verdict = "holds", run = layouts() },
    { "half as much again on polling 18", verdict = "does not hold",
      run = function(p, v)
          local made = layouts()(p, v)
          if p.label == "polling 18" and v.layout == "wl" then made.bytes = made.bytes * 3 // 2 end
          return made
      end },
    { "twice as much on herman", verdict = "holds", magnitude = "outside",
      run = function(p, v)
          local made = layouts()(p, v)
          if p.model == "herman" and v.layout == "wl" then made.bytes = made.bytes * 2 end
          return made
      end },
    { "nothing on herman", verdict = "does not hold",
      run = function(p, v)
          local made = layouts()(p, v)
          if p.model == "herman" then made.bytes = 1 << 28 end
          return made
      end },
})

claim("M6", "meals13-table3", {
    { "published", verdict = "holds", run = layouts() },
    { "a gain on kanban", verdict = "does not hold",
      run = layouts(function(p, v) return p.model == "kanban" and v.order == "bfs" and 0.5 end) },
    { "no gain on cluster", verdict = "does not hold",
      run = layouts(function(p, v) return p.model == "cluster" and v.order == "bfs" and 2 end) },
})

claim("M7", "meals13-table4", {
    { "published", verdict = "holds", run = layouts() },
    { "a gain in most cases", verdict = "does not hold",
      run = layouts(function(_, v) return v.order == "bfs" and 0.8 end) },
})

claim("M8", "meals13-table5", {
    { "published", verdict = "holds", run = layouts() },
    { "a gain on tandem", verdict = "does not hold",
      run = layouts(function(p, v) return p.model == "tandem" and v.layout == "cwl" and 0.5 end) },
    { "more than with MSR", verdict = "does not hold",
      run = layouts(function(_, v) return v.layout == "msr" and 0.3 end) },
    { "no gain on the others", verdict = "does not hold",
      run = layouts(function(p, v)
          return p.model ~= "tandem" and p.model ~= "cluster" and v.layout:find "^c?h?wl"
              and v.layout:find "^c" and 2
      end) },
})

claim("M9", "meals13-table4", {
    { "published", verdict = "holds", run = layouts() },
    { "slower on the CPU", verdict = "does not hold",
      run = layouts(function(_, v) return v.layout == "cmsr" and v.place == "seq" and 10 end) },
    { "slower on the GPU", verdict = "does not hold",
      run = layouts(function(_, v) return v.layout == "cmsr" and v.place == "cuda" and 10 end) },
})

local function halves(ratio)
    return function(p, v)
        return { per_iteration = p.part == "random" and v.layout == "hwl" and ratio(p.row) or 1 }
    end
end

claim("M10", "meals13-table3", {
    { "pay from 32 on", verdict = "holds",
      run = halves(function(row) return row < 32 and 1.2 or 0.9 end) },
    { "pay for 4", verdict = "does not hold",
      run = halves(function(row) return row == 4 and 0.9 or 1.2 end) },
    { "pay never", verdict = "holds", run = halves(function() return 1.2 end) },
})

-- FIMU 2009 ---------------------------------------------------------------------------------------

local times, statistics = {}, {}
for _, row in ipairs(published "fimu09-t3-times.csv") do times[row.model] = row end
for _, row in ipairs(published "fimu09-t2-statistics.csv") do statistics[row.model] = row end

-- A search of so many seconds.
local function search(seconds) return { per_iteration = seconds, iterations = 1 } end

-- Which of the paper's programs: end to end as published, each times change(p, what).
local function overall(change)
    return function(p, v)
        local what = ({ ["map[on_the_fly=yes]/csr/u32/cuda"] = "cuda_map_total_s",
                        ["map[on_the_fly=yes]/csr/u32/seq"] = "cpu_map_total_s",
                        ["owcty/csr/u32/seq"] = "owcty_total_s" })[v.name]
        return search(what and times[p.model][what] * (change and change(p, what) or 1) or 1)
    end
end

local function accepting(p) return times[p.model].accepting_cycle == "Y" end

claim("L1", "fimu09-table4", {
    { "published", verdict = "holds", magnitude = "as published", run = overall() },
    { "half as fast", verdict = "does not hold",
      run = overall(function(_, what) return what == "cuda_map_total_s" and 2 end) },
    { "3.1 times", verdict = "not tested here",
      run = overall(function(_, what) return what == "cpu_map_total_s" and 3.1 / 4.835 end) },
})

claim("L2", "fimu09-table4", {
    { "published", verdict = "holds", magnitude = "as published", run = overall() },
    { "more without a cycle than over MAP", verdict = "does not hold",
      run = overall(function(p, what)
          return not accepting(p) and what == "owcty_total_s" and 5 end) },
    { "less with a cycle than over MAP", verdict = "does not hold",
      run = overall(function(p, what)
          return accepting(p) and what == "owcty_total_s" and 0.3 end) },
    { "OWCTY is faster", verdict = "does not hold",
      run = overall(function(_, what) return what == "owcty_total_s" and 0.1 end) },
})

local function parts(matrix)
    return {
        problem = function(p) return { generate = times[p.model].csr_s * matrix } end,
        run = function(p) return search(times[p.model].cuda_s) end,
    }
end

claim("L3", "fimu09-table3", {
    { "published", verdict = "holds", run = parts(1).run, problem = parts(1).problem },
    { "a hundredth", verdict = "does not hold",
      run = parts(0.01).run, problem = parts(0.01).problem },
})

-- numbers(p, v): rounds and sweeps.
local function counted(numbers)
    return function(p, v)
        local outer, sweeps = numbers(p, v)
        return { outer = outer, sweeps = sweeps }
    end
end

claim("L4", "fimu09-table3", {
    { "published, and ten times as many forward", verdict = "holds",
      run = counted(function(p, v)
          local known = statistics[p.model].kernel_executions
          return 1, v.name:find "forward" and 10 * known or known
      end) },
    { "half as many forward", verdict = "does not hold",
      run = counted(function(p, v)
          local known = statistics[p.model].kernel_executions
          return 1, v.name:find "forward" and known // 2 or known
      end) },
})

claim("L5", "fimu09-table3", {
    { "published, and twice as many by predecessors", verdict = "holds",
      run = counted(function(p, v)
          local known = statistics[p.model].map_iterations
          return v.name:find "pred" and 2 * known or known, 9
      end) },
    { "as many", verdict = "does not hold",
      run = counted(function(p) return statistics[p.model].map_iterations, 9 end) },
})

-- more: times as many sweeps over the whole graph.
local function omission(stored, more)
    return {
        problem = function(p)
            local known = statistics[p.model]
            return { n = 1000,
                nnz = p.part == "stored" and stored(known) or known.generated_transitions }
        end,
        run = counted(function(p)
            return 1, statistics[p.model].kernel_executions * (p.part == "stored" and 1 or more)
        end),
    }
end
local published_parts = omission(function(known) return known.stored_transitions end, 1)
local whole_graph = omission(function(known) return known.generated_transitions end, 1)
local more_sweeps = omission(function(known) return known.stored_transitions end, 0.1)

claim("L6", "fimu09-table2", {
    { "published", verdict = "holds",
      run = published_parts.run, problem = published_parts.problem },
    { "nothing omitted", verdict = "does not hold",
      run = whole_graph.run, problem = whole_graph.problem },
    { "more sweeps over the part", verdict = "does not hold",
      run = more_sweeps.run, problem = more_sweeps.problem },
})

-- The published ones are rounded to a ms.
local function kernels(milliseconds)
    return function(p)
        return { per_iteration = math.min(math.max(milliseconds(statistics[p.model].avg_kernel_ms),
            0), 1000) / 1000 }
    end
end

claim("L7", "fimu09-table2", {
    { "published", verdict = "holds",
      run = kernels(function(ms) return math.min(math.max(ms, 11.1), 57.9) end) },
    { "a hundredth", verdict = "does not hold", run = kernels(function(ms) return ms / 100 end) },
    { "ten times", verdict = "does not hold", run = kernels(function(ms) return ms * 10 end) },
})

-- Not of a paper ----------------------------------------------------------------------------------

-- factor: the time of auto over that of every other layout.
local function auto(factor)
    return function(_, v)
        return { per_iteration = v.layout == "auto" and factor or 1, iterations = 100 } end
end

claim("auto", "records", {
    { "5 % slower", verdict = "holds", run = auto(1.05) },
    { "20 % slower", verdict = "does not hold", run = auto(1.2) },
})

-- Answers whose proven errors are so many epsilons, of methods that prove and of the others.
local function proven(by_proof, by_change)
    return function(_, v)
        local proves = v.method:find "^[ios]v?i$" or v.method == "interval_jor"
        local epsilon = tonumber(v.name:match "epsilon=([%d.e-]+)")
        return { error_bound = (proves and by_proof or by_change) * epsilon }
    end
end
claim("change", "accuracy", {
    { "closer than asked", verdict = "holds", run = proven(0.1, 0.1) },
    { "stopped too early", verdict = "does not hold", run = proven(0.1, 100) },
}, "holds")
claim("bounds", "accuracy", {
    { "closer than asked", verdict = "holds", run = proven(0.1, 100) },
    { "wrong bounds", verdict = "does not hold", run = proven(100, 0.1) },
}, "holds")

-- A sweep that proves takes so many plain ones.
local function sweeps(times)
    return function(_, v)
        local plain = v.method == "jacobi" or v.method == "jor"
        return { per_iteration = plain and 1e-3 or times * 1e-3 }
    end
end
for _, id in ipairs { "ii-gpu", "ovi-gpu" } do
    claim(id, "proving", {
        { "as predicted", verdict = "holds", run = sweeps(1.9) },
        { "two passes and more", verdict = "does not hold", run = sweeps(2.5) },
    })
end

-- Cases with a proven error of a tenth of epsilon. engines: times as long as Warpmark's methods; a
-- method of `broken` has status `how`.
local function peers(engines, broken, how)
    return function(_, v)
        local epsilon = tonumber(v.name:match "epsilon=([%d.e-]+)")
        return { error_bound = 0.1 * epsilon, status = v.method == broken and how or nil,
                 per_iteration = v.layout == "sparse" and engines * 1e-6 or 1e-6 }
    end
end
claim("own-true", "peers", {
    { "all right", verdict = "holds", run = peers(2) },
    { "an engine is wrong", verdict = "holds", run = peers(2, "storm", "wrong") },
    { "gives up", verdict = "holds", run = peers(2, "jacobi", "not_converged") },
    { "wrong", verdict = "does not hold", run = peers(2, "multilevel", "wrong") },
}, "holds")
claim("peers-true", "peers", {
    { "all right", verdict = "holds", run = peers(2) },
    { "not installed", verdict = "holds", run = peers(2, "prism", "unsupported") },
    { "wrong", verdict = "does not hold", run = peers(2, "storm", "wrong") },
    { "crashes", verdict = "does not hold", run = peers(2, "petsc", "crashed") },
}, "holds")
claim("own-first", "peers", {
    { "half the time", verdict = "holds", run = peers(2) },
    { "twice the time", verdict = "does not hold", run = peers(0.5) },
    { "5 % less", verdict = "not tested here", run = peers(1.05) },
}, "holds")

-- Solves of 1 ms and the sweeps: a thousand more for the small epsilon than for the large one.
local function sweeps_of(engines)
    return function(_, v)
        local fine = tonumber(v.name:match "epsilon=([%d.e-]+)") < 1e-5
        local count = fine and 1100 or 100
        local sweep = v.layout == "sparse" and engines * 1e-5 or 1e-5
        return { iterations = count, per_iteration = sweep + 1e-3 / count }
    end
end
claim("peers-sweep", "peers-spmv", {
    { "twice the time", verdict = "holds", run = sweeps_of(2) },
    { "half the time", verdict = "does not hold", run = sweeps_of(0.5) },
    { "5 % more", verdict = "not tested here", run = sweeps_of(1.05) },
}, "holds")

return entries

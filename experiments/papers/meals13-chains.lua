-- The 14 chains whose structure MEALS D1.6 shows in its figures 2 and 3. It does not give their
-- sizes: the sizes here show a visible structure. It is also not known here which seven chains are
-- in which figure; those of its tables come first.
local chains = {}

-- Properties make no difference to a picture; with these, all rows but those of goals are in the
-- system that is measured, so that its non-zeros are the chain's. Of the two that have choices,
-- each distinct successor under any choice is shown.
local sources = {
    { "herman", "herman:n=11" }, { "cluster", "cluster:n=26" }, { "tandem", "tandem:c=63" },
    { "kanban", "kanban:t=3" },
    { "fms", "fms:n=3" }, { "polling", "polling:n=10,property=3" }, { "cell", "cell:n=100" },
    { "knacl", "knacl:n1=10,n2=10,n3=10" }, { "dice", "dice:property=3" },
    { "two_dice", "two_dice:choices=union,property=2" },
    { "firewire", "firewire:delay=3,choices=union" },
    { "embedded", "embedded:max=2,property=5" }, { "brp", "brp:n=16,max=2,property=5" },
    { "leader_sync", "leader_sync:n=3,k=4" },
}

-- chains.problems: all; chains.first: labels of those that figure 2 shows; chains.second: problems
-- of figure 3.
chains.problems, chains.first, chains.second = {}, {}, {}
for i, one in ipairs(sources) do
    chains.problems[i] = { label = one[1], source = one[2] }
    if i <= 7 then chains.first[i] = one[1] else chains.second[i - 7] = chains.problems[i] end
end

-- JOR converges on all of them; a few iterations are enough for a case to be measured.
chains.variants = { "jor/msr/f64/seq" }
chains.measure = { iterations = 10, count_iterations = false, warmup = 0, max_samples = 1,
                   timeout = "20s" }

-- Table for the judgement of claim M1: the share of the non-zeros on the 16 commonest diagonals.
chains.diagonals = {
    id = "diagonals", title = "Share of the non-zeros on the 16 commonest diagonals",
    build = function(results)
        local rows = {}
        for _, problem in ipairs(results.problems {}) do
            rows[#rows + 1] = { problem.label, problem.states or false, problem.transitions
                                or false, problem.diagonal_share or false, problem.states
                                    and math.log(problem.transitions) / math.log(problem.states)
                                        or false }
        end
        return {
            columns = {
                { title = "chain", unit = "text" }, { title = "states", unit = "count" },
                { title = "transitions", unit = "count" }, { title = "share", unit = "number" },
                { title = "log transitions / log states", unit = "number" },
            },
            rows = rows,
            notes = { "share: of the off-diagonal non-zeros of the system to solve, with the "
                      .. "states in PRISM's order",
                      "a fractal's exponent lies well above 1 at every size; herman's is log 3 / "
                          .. "log 2 = 1.58" },
        }
    end,
}

-- "Diagonal": at least half of the non-zeros on the 16 commonest diagonals. "Fractal" takes two
-- things: fewer than a tenth there, and as many transitions as n^1.5 or more.
chains.M1 = {
    id = "M1", text = "most transition matrices are diagonal in structure, herman is fractal",
    test = function(results)
        local words, diagonal, all = {}, 0, results.problems {}
        for i, problem in ipairs(all) do
            local share = problem.diagonal_share
            if not share then return nil, problem.label .. " was not made" end
            if share >= 0.5 then diagonal = diagonal + 1 end
            words[i] = string.format("%s %.2f", problem.label, share)
        end
        local herman = results.problems { problem = "herman" }[1]
        local exponent = math.log(herman.transitions) / math.log(herman.states)
        -- The share falls as instances of some models grow: fms 4 has 0.48, firewire with delay 36
        -- has 0.08.
        return 2 * diagonal > #all and herman.diagonal_share < 0.1
            and exponent >= 1.5, string.format(
            "share on the 16 commonest diagonals, at these sizes: %s (%d of %d at least 0.5); "
                .. "herman has n^%.2f transitions", table.concat(words,
                    ", "), diagonal, #all, exponent)
    end,
}

return chains

-- Common code of the tables of STTT 13 (2011), in addition to that of SPIN 2009: two GPUs, and two
-- systems of one paper beside one of ours.
--
-- "32bit" is the system of SPIN 2009, with the same numbers. Our numbers are in the rows of both
-- systems, from one measurement. The paper's two GPUs exchange all of x through the host after each
-- sweep (exchange=staged).
local paper = require "papers.paper"
local spin09 = require "papers.spin09"

local two = "jacobi[vote=store,exchange=staged]/cmsr/f64/cuda2"
local four = "jacobi[vote=store,exchange=staged]/cmsr/f64/cuda4"
-- each GPU reads from the other what its rows need
local peer_two = "jacobi[vote=store]/cmsr/f64/cuda2"
local peer_four = "jacobi[vote=store]/cmsr/f64/cuda4"

-- The variants of a chain in the tables; more: others that it has as well.
local function solvers(model, more)
    local list = spin09.solvers(model)
    spin09.append(list, two, peer_two, table.unpack(more or {}))
    return list
end

-- SPIN 2009's variants, of which only today's, and the paper's kernel where said, are timed as a
-- whole; and two GPUs.
local function variants(models, whole_kernel)
    local list, whole = spin09.variants(models)
    if not whole_kernel then table.remove(whole, 1) end
    list[#list + 1], list[#list + 2] = two, peer_two
    return list, whole
end

-- The build function of tables 2 to 4.
local function times_table(model, file, key)
    local published = paper.rows(file)
    return function(results)
        local columns = paper.heads {
            "system text | " .. key .. " text", "sequential: = s", "GPU: = s", "speedup: = ratio",
            "two GPUs: = s", "speedup of two: = ratio",
            "today, two GPUs, peer to peer: time s | speedup ratio",
            table.unpack(spin09.today_heads),
        }
        local rows = {}
        for _, item in ipairs(spin09.sizes(results, model, published, key)) do
            local given, size = item.row, item.size
            local seq = spin09.case(results, model, size, spin09.prism)
            local gpu = spin09.case(results, model, size, spin09.theirs)
            local gpus = spin09.case(results, model, size, two)
            local peers = spin09.case(results, model, size, peer_two)
            local row = { given.system or "-", item.title }
            spin09.append(row, spin09.triple(given.seq_s, spin09.time(results, seq)))
            spin09.append(row, spin09.triple(given.gpu_s, spin09.time(results, gpu)))
            spin09.append(row, spin09.triple(given.factor, spin09.speedup(results, seq, gpu)))
            spin09.append(row, spin09.triple(given.gpu2_s, spin09.time(results, gpus)))
            spin09.append(row, spin09.triple(given.gpu2_factor, spin09.speedup(results, seq, gpus)))
            spin09.add(row, spin09.time(results, peers))
            spin09.add(row, spin09.speedup(results, seq, peers))
            spin09.append_today(row, results, model, size)
            rows[#rows + 1] = row
        end
        return { columns = columns, rows = rows, notes = spin09.notes(results, rows) }
    end
end

return {
    two = two, four = four, peer_two = peer_two, peer_four = peer_four, solvers = solvers,
    variants = variants, times_table = times_table,
}

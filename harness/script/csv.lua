-- wm.csv: tables of data beside a script. Loaded by prelude.lua, which says what host holds.

local host, check = ...
local complain = check.complain

-- The cells of one line, which may stand in double quotes, "" being one.
local function split(line, place)
    local cells, at = {}, 1
    repeat
        local cell, comma
        if line:sub(at, at) == '"' then
            local close = at
            repeat close = line:find('"', close + 1, true)
                local doubled = close and line:sub(close + 1, close + 1) == '"'
                if doubled then close = close + 1 end
            until not doubled
            if not close then
                error(place .. 'a cell begins with " and does not end with one', 0)
            end
            cell, comma = line:sub(at + 1, close - 1):gsub('""', '"'), close + 1
            if comma <= #line and line:sub(comma, comma) ~= "," then
                error(place .. 'a comma is expected behind "' .. cell .. '"', 0)
            end
        else
            comma = line:find(",", at, true) or #line + 1
            cell = line:sub(at, comma - 1)
        end
        cells[#cells + 1], at = cell, comma + 1
    until comma > #line
    return cells
end

local function check_names(names, place)
    local seen = {}
    for _, name in ipairs(names) do
        if name == "" then error(place .. "a column has no name", 0) end
        if seen[name] then error(place .. "two columns are called '" .. name .. "'", 0) end
        seen[name] = true
    end
    return seen
end

-- Reading a column that is not there is an error, and an empty cell is nil.
local function strict_rows(names, known, place)
    return { __index = function(_, name)
        if known[name] then return nil end
        complain("%s has no column '%s'%s", place, tostring(name),
                 host.suggest(tostring(name), names))
    end }
end

return function(name)
    check.text(name, "wm.csv")
    local source, path = host.read(name)
    if not source then complain("wm.csv: %s", path) end
    local rows, names, known, strict, number = {}, nil, nil, nil, 0
    for line in source:gsub("^\xef\xbb\xbf", ""):gmatch("([^\n]*)\n?") do
        number = number + 1
        line = line:gsub("\r$", "")
        local place = path .. ":" .. number .. ": "
        if line == "" then goto continue end
        local cells = split(line, place)
        if not names then
            names, known = cells, check_names(cells, place)
            strict = strict_rows(names, known, path)
        elseif #cells ~= #names then
            error(string.format("%s%d cells where the first line has %d", place, #cells, #names), 0)
        else
            local row = {}
            for k, column in ipairs(names) do
                if cells[k] ~= "" then row[column] = tonumber(cells[k]) or cells[k] end
            end
            rows[#rows + 1] = setmetatable(row, strict)
        end
        ::continue::
    end
    if not names then complain("wm.csv: %s is empty", path) end
    rows.names = names
    return rows
end

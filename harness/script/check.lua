-- Checks what experiment scripts write: checkers for single values, lists and tables, and the
-- errors that they raise.
-- A checker takes a value and the name it goes by in messages, and returns the value in its normal
-- form.
-- Loaded by prelude.lua, which says what host holds.

local host = ...

local function complain(format, ...)
    error(host.where() .. string.format(format, ...), 0)
end

-- The shortest decimal text that reads back as x: 2000, 0.1, 1e-5.
local function number_text(x)
    local integer = math.tointeger(x)
    if integer and (math.type(x) == "integer" or math.abs(x) < 1e15) then
        return string.format("%d", integer)
    end
    for digits = 1, 17 do
        local text = string.format("%." .. digits .. "g", x)
        if tonumber(text) == x then
            return (text:gsub("e([+-])0*", { ["+"] = "e", ["-"] = "e-" }))
        end
    end
    return tostring(x)
end

local function describe(value)
    local kind = type(value)
    if kind == "nil" then return "nothing" end
    if kind == "string" then return "'" .. value .. "'" end
    if kind == "number" then return number_text(value) end
    if kind == "boolean" then return tostring(value) end
    return "a " .. kind
end

local function expected(at, what, value)
    complain("%s: %s is expected, not %s", at, what, describe(value))
end

-- Tables of scripts are read as they are, whatever their metatables say.
local function sorted_keys(map)
    local keys = {}
    for key in next, map do keys[#keys + 1] = key end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    return keys
end

local function contains(list, value)
    for _, item in ipairs(list) do
        if item == value then return true end
    end
    return false
end

-- Makes reading a key that is not there an error instead of nil.
local function strict(map, what)
    return setmetatable(map, { __metatable = false, __index = function(_, key)
        complain("%s '%s'%s", what, tostring(key), host.suggest(tostring(key), sorted_keys(map)))
    end })
end

local function text(value, at)
    if type(value) ~= "string" or value == "" then expected(at, "a text", value) end
    if value:find("%c") then
        complain("%s: a text has no line breaks and no control characters", at)
    end
    return value
end

local function callable(value, at)
    if type(value) ~= "function" then expected(at, "a function", value) end
    return value
end

local function file_name(value, at)
    if not text(value, at):find("^[%w_][%w_.-]*$") then
        complain("%s: '%s' becomes a file name: use letters, digits, '_', '-' and '.'", at, value)
    end
    return value
end

local function is_finite(value)
    return type(value) == "number" and value == value and math.abs(value) < math.huge
end

local function positive(value, at)
    if not is_finite(value) or value <= 0 then expected(at, "a number above zero", value) end
    return value
end

local function whole(least, most)
    return function(value, at)
        local integer = type(value) == "number" and math.tointeger(value)
        if not integer or integer < least or integer > (most or integer) then
            expected(at,
                     string.format("a whole number from %d%s", least,
                                   most and " to " .. most or " up"), value)
        end
        return integer
    end
end

local function share(value, at)
    local percent = type(value) == "string" and tonumber(value:match("^(.*)%%$"))
    local part = percent and percent / 100 or value
    if not is_finite(part) or part <= 0 or part > 1 then
        expected(at, 'a share such as "2%" or 0.02', value)
    end
    return part
end

-- On the command line it is a word.
local function truth(value, at)
    if value == "true" then return true end
    if value == "false" then return false end
    if type(value) ~= "boolean" then expected(at, "true or false", value) end
    return value
end

local function is_off(value)
    return value == false or value == "false" or value == "none"
end

-- An error that is required; false: none is.
local function required_error(value, at)
    if is_off(value) then return false end
    if not is_finite(value) or value <= 0 then
        expected(at, 'an error above zero such as 1e-6, or "none"', value)
    end
    return value
end

-- A width that is wanted; false: none is.
local function wanted_width(value, at)
    return not is_off(value) and share(value, at)
end

-- The width of a proof; 0: none is made.
local function proof_width(value, at)
    if is_off(value) then return 0 end
    if not is_finite(value) or value < 0 then
        expected(at, "a width above zero such as 1e-9, or false", value)
    end
    return value
end

local function seconds(value, at)
    local time = type(value) == "string" and host.seconds(value) or value
    if not is_finite(time) or time <= 0 then
        expected(at, 'a time above zero such as "10s", "5m" or 10 (seconds)', value)
    end
    return time
end

-- A time; false or "auto": the program chooses it.
local function seconds_or_auto(value, at)
    if value == false or value == "auto" then return false end
    return seconds(value, at)
end

local function bytes(value, at)
    local size = type(value) == "string" and host.bytes(value) or value
    local integer = type(size) == "number" and math.tointeger(size)
    if not integer or integer < 0 then
        expected(at, 'a size such as "8GB", "512MiB" or 8000000000 (bytes)', value)
    end
    return integer
end

local function one_of(names)
    return function(value, at)
        if contains(names, value) then return value end
        if type(value) ~= "string" then
            expected(at, "one of " .. table.concat(names, ", "), value)
        end
        complain("%s: unknown value '%s'%s", at, value, host.suggest(value, names))
    end
end

local function list_of(check)
    return function(values, at)
        if type(values) ~= "table" then
            expected(at, type(values) == "string" and string.format("a list, { '%s' },", values)
                     or "a list", values)
        end
        local count, list = 0, {}
        for _ in next, values do count = count + 1 end
        if count == 0 then complain("%s: the list is empty", at) end
        for i = 1, count do
            local value = rawget(values, i)
            if value == nil then
                complain("%s: a plain list is expected, without names and gaps", at)
            end
            list[i] = check(value, at .. "[" .. i .. "]")
        end
        return list
    end
end

-- the name of the table whose keys go by their own names in messages
local OUTERMOST = "wm.experiment"

local function under(at, key)
    return at == OUTERMOST and key or at .. "." .. key
end

-- rules: key -> { check, default = value, required = true }; a key with neither value nor default
-- stays nil.
local function record(rules)
    local known = sorted_keys(rules)
    return function(given, at)
        if type(given) ~= "table" then expected(at, "a table", given) end
        for _, key in ipairs(sorted_keys(given)) do
            if not rules[key] then
                complain("%s: unknown key '%s'%s", at, tostring(key),
                         host.suggest(tostring(key), known))
            end
        end
        local out = {}
        for _, key in ipairs(known) do
            local rule, value = rules[key], rawget(given, key)
            if value == nil then value = rule.default end
            if value == nil and rule.required then complain("%s: '%s' is missing", at, key) end
            if value ~= nil then out[key] = rule[1](value, under(at, key)) end
        end
        return out
    end
end

-- A list without repetitions; tables are told apart by their id.
local function distinct(check)
    return function(values, at)
        local list, seen = list_of(check)(values, at), {}
        for i, value in ipairs(list) do
            local id = type(value) == "table" and value.id or value
            if seen[id] then
                complain("%s[%d]: '%s' is there already, at %s[%d]", at, i, id, at, seen[id])
            end
            seen[id] = i
        end
        return list
    end
end

return {
    complain = complain, expected = expected, describe = describe, number_text = number_text,
    sorted_keys = sorted_keys, contains = contains, strict = strict, is_finite = is_finite,
    text = text, file_name = file_name, callable = callable, positive = positive, whole = whole,
    share = share, truth = truth, required_error = required_error, proof_width = proof_width,
    wanted_width = wanted_width, seconds = seconds, seconds_or_auto = seconds_or_auto,
    bytes = bytes,
    one_of = one_of, list_of = list_of, distinct = distinct, record = record, OUTERMOST = OUTERMOST,
}

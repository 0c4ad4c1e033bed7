-- The options of an experiment script and the key=value words of the command line. Loaded by
-- prelude.lua.

local host, check = ...
local complain, expected, sorted_keys = check.complain, check.expected, check.sorted_keys

local WORD = "^[%a_][%w_]*$"

local overrides = {} -- key -> text, from the command line
local options = {}   -- key -> value, as wm.options resolved it

-- A word that is no key=value, and what it may have been.
local function not_a_setting(word)
    local hint = host.suggest(word, { "--quick", "--resume", "--force", "--strict" })
    local dashed = word:match("^[%a_][%w_-]*=.*$")
    if dashed then
        hint = string.format(", did you mean '%s'?", (dashed:gsub("^[^=]*", function(key)
            return (key:gsub("-", "_"))
        end)))
    elseif word:find "%.lua$" then
        hint = ", and one script at a time"
    elseif not hint:find "did you mean" then
        hint = ", without blanks"
    end
    complain("'%s' on the command line: key=value is expected%s", word, hint)
end

for _, override in ipairs(host.overrides) do
    local key, value = override:match("^([%a_][%w_]*)=(.*)$")
    if not key then not_a_setting(override) end
    if overrides[key] then complain("'%s' is given twice on the command line", key) end
    overrides[key] = value
end

local function kind_of(value)
    return math.type(value) == "integer" and "integer" or type(value)
end

local kind_names = {
    integer = "a whole number", number = "a number", boolean = "true or false",
    string = "a text of one line",
}

-- value in the type of model, an option's default or an element of it; or an error.
local function like(model, value, at)
    local kind = kind_of(model)
    if kind == "integer" and type(value) == "number" and math.tointeger(value) then
        return math.tointeger(value)
    end
    if kind == "number" and check.is_finite(value) then return value end
    if kind == "boolean" and type(value) == "boolean" then return value end
    if kind == "string" and type(value) == "string" and not value:find("%c") then return value end
    if not kind_names[kind] then
        complain("%s: an option is a number, true, false, a text, or a list of one of these", at)
    end
    expected(at, kind_names[kind], value)
end

-- A list of whole numbers becomes one of numbers as soon as one element has a fraction.
local function model_of(list)
    for _, value in ipairs(list) do
        if math.type(value) == "float" then return value end
    end
    return list[1]
end

local function option_value(default, value, at)
    if type(default) ~= "table" then return like(default, value, at) end
    local model = model_of(default)
    return check.list_of(function(item, place) return like(model, item, place) end)(value, at)
end

-- Converts a word that the user typed to a value of the same type as model.
local function parse_word(model, word, at)
    if type(model) == "number" then return like(model, tonumber(word) or word, at) end
    if type(model) == "boolean" and (word == "true" or word == "false") then
        return word == "true"
    end
    return like(model, word, at)
end

local function parse_override(default, value, at)
    if type(default) ~= "table" then return parse_word(default, value, at) end
    local list, model = {}, model_of(default)
    for word in (value .. ","):gmatch("([^,]*),") do
        list[#list + 1] = parse_word(model, word, at)
    end
    return list
end

local function command_line(key)
    return string.format("%s=%s on the command line", key, overrides[key])
end

local function value_text(value)
    local words = {}
    for i, item in ipairs(type(value) == "table" and value or { value }) do
        words[i] = type(item) == "number" and check.number_text(item) or tostring(item)
    end
    return table.concat(words, ",")
end

-- One "name=value" a line, for the results file.
local function options_text()
    local lines = {}
    for _, key in ipairs(sorted_keys(options)) do
        lines[#lines + 1] = key .. "=" .. value_text(options[key]) .. "\n"
    end
    return table.concat(lines)
end

-- While judging every option is given, in the text of options_text, from which a text with a comma
-- could not be told.
local function unchanged(value, word)
    return host.judging and value_text(value) == word
end

local function take_defaults(full)
    for _, key in ipairs(sorted_keys(full)) do
        if type(key) ~= "string" or not key:find(WORD) then
            complain("wm.options: '%s' cannot be typed as key=value", tostring(key))
        end
        options[key] = option_value(full[key], full[key], "option " .. key)
    end
end

-- The quick table is checked on every run, so that it cannot rot.
local function take_quick(full, quick)
    for _, key in ipairs(sorted_keys(quick)) do
        if full[key] == nil then
            complain("wm.options: unknown option '%s' in the quick table%s", tostring(key),
                     host.suggest(tostring(key), sorted_keys(full)))
        end
        local value = option_value(full[key], quick[key], "quick option " .. key)
        if host.quick then options[key] = value end
    end
end

local called = false

local function resolve(full, quick)
    if called then complain("wm.options: call it once, with every option of the script") end
    if type(full) ~= "table" then expected("wm.options: the options", "a table", full) end
    if quick ~= nil and type(quick) ~= "table" then
        expected("wm.options: the quick options", "a table", quick)
    end
    called = true
    take_defaults(full)
    take_quick(full, quick or {})
    local resolved = {}
    for key, value in pairs(options) do
        if overrides[key] and not unchanged(value, overrides[key]) then
            value = parse_override(full[key], overrides[key], command_line(key))
        end
        options[key], resolved[key] = value, value
    end
    return check.strict(resolved, "unknown option")
end

-- Returns the value that the command line gives a setting of solve or measure. Returns nil if it
-- gives none, or if the script has an option of that name.
local function setting_override(key, checker)
    local word = options[key] == nil and overrides[key]
    if word then return checker(tonumber(word) or word, command_line(key)) end
end

-- Every override must be an option or one of the settings, a set of names. Results may have options
-- that the script that judges them does not know.
local function check_overrides(settings)
    if host.judging then return end
    local known = sorted_keys(settings)
    for _, key in ipairs(sorted_keys(options)) do known[#known + 1] = key end
    for _, key in ipairs(sorted_keys(overrides)) do
        if not check.contains(known, key) then
            local hint = host.suggest(key, known)
            if next(options) == nil and not hint:find "did you mean" then
                hint = hint .. "; the script has no wm.options of its own"
            end
            complain("%s: unknown option '%s'%s", command_line(key), key, hint)
        end
    end
end

return {
    resolve = resolve, options_text = options_text, setting_override = setting_override,
    check_overrides = check_overrides,
}

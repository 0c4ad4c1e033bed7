/* Experiment scripts, harmless and hostile, as texts of a grammar: S is a script that declares
 * tables, figures and claims and builds them from results. Only loops of rule L run for long, and
 * they count their instructions. What runs for ever within one instruction (a pattern), and
 * finalizers, in which Lua counts nothing, nobody ends: fuzz_script.c leaves them out. */
#pragma once

#include "tests/fuzz/grammar.h"

#define RULE(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct grammar lua_grammar = {{
    /* an axis, or what stands for one */
    ['A' - 'A'] = RULE("{ title = 'x' }", "{ title = $V, unit = $U }",
                       "{ title = 'x', unit = 's' }", "{}", "$V"),
    /* what is done in a function before it returns */
    ['B' - 'A'] = RULE(
        "", "", "", "$G ", "local t = $V ", "pcall(function() $B end) ", "$L ", "r.name = $V ",
        "coroutine.wrap(function() $B end)() ", "for k, v in pairs(r.settings) do $B end ", "$B $B",
        "setmetatable({}, { __gc = function() $G end }) ", "if $V then error($V) end "),
    ['C' - 'A'] =
        RULE("r.case {}", "r.cases {}[1]", "r.cases { place = 'seq' }", "r.problems {}[1]",
             "r.cases { $F = $V }", "r.case { place = 'seq', problem = 'small' }",
             "r.cases { problem = $V }", "r.machine", "r"),
    /* what an experiment declares */
    ['D' - 'A'] = RULE(
        "", "tables = { { id = 't', title = 'T', build = function(r) $B return $T end } }, $D",
        "figures = { { id = 'f', title = 'F', build = function(r) $B return $K end } }, $D",
        "claims = { { id = 'c', text = $V, test = function(r) $B return $V, $W end } }, $D",
        "figures = { { id = 's', kind = 'structure', orders = $V, problems = $V } }, $D",
        "figures = { { id = 's', kind = 'structure', orders = 'native, bfs' } }, $D",
        "measure = { cache = $V, $F = $V }, $D", "solve = { epsilon = $V, criterion = $V }, $D",
        "solve = { require = $V, prove = $V, prove_time = $V }, $D",
        "problems = $V, $D", "variants = $V, $D", "title = $V, $D", "expect = $V, $D",
        "$@ = $V, $D",
        "crossovers = { { id = 'x', axis = 'n', a = 'a/b/c/d', b = 'a/b/c/e', source = "
        "'random_dd:n={n}', "
        "from = $V, to = $V } }, $D",
        "tables = { { id = 't', rows = $V, columns = $V, value = $V, where = $V } }, $D",
        "figures = { { id = 'f', x = $V, y = $V, by = $V, facet = $V, log = $V, kind = $V } }, $D",
        "skip_dominated = $V, $D", "count_iterations = $V, $D", "whole = $V, $D", "paper = $V, $D"),
    ['F' - 'A'] = RULE("n", "solve", "place", "problem", "variant", "status", "iterations",
                       "per_iteration", "error", "x"),
    /* changes of what check.lua, judge.lua and C look up */
    ['G' - 'A'] =
        RULE("local g = 1", "$N = function(...) return $V end", "$N = nil", "$N = $V", "$N = $N",
             "getmetatable('').__index = $V", "getmetatable('').__name = $V",
             "setmetatable(_G, $M)", "string.$S = function(...) return $V end", "table.$S = $V",
             "math.$S = function() return $V end", "string.$S = nil", "_ENV = $M",
             "getmetatable('').__lt = function() return true end", "package.loaded.warpmark = $V",
             "package.preload.$F = function() return $V end", "debug.sethook()",
             "collectgarbage('stop')", "wm.$S = $V", "require('$@')"),
    ['K' - 'A'] = RULE(
        "{ x = { title = 'x' }, y = { title = 'y' }, curves = { { title = 'a', points = { { 1, 2 } "
        "} } } }",
        "{ x = $A, y = $A, curves = $V }",
        "{ x = $A, y = $A, kind = $V, log = $V, panels = { $P, $P } }",
        "{ x = $A, y = $A, kind = 'bars', curves = { { title = $V, points = { $Q, $Q } } } }",
        "{ x = $A, y = $A, curves = { { title = $V, points = { $Q, $Q, $Q } }, $V }, log = 'xy' }",
        "setmetatable($K, $M)", "$V"),
    ['L' - 'A'] =
        RULE("local l = 1", "while true do end", "local function f() return f() end f()",
             "local s = ('x'):rep(1 << 30)", "local t = {} while true do t[#t + 1] = t end",
             "while true do pcall(function() while true do end end) end", "goto on ::on:: goto on",
             "local function g() return g() + 1 end g()",
             "table.sort({ 3, 2, 1 }, function() return true end)"),
    ['M' - 'A'] =
        RULE("{}", "{ __index = function(t, k) return $V end }", "{ __index = $V }",
             "{ __len = function() return $V end }", "{ __pairs = function() return next, $V end }",
             "{ __tostring = function() return $V end }", "{ __name = $V }",
             "{ __gc = function() $G end }", "{ __newindex = $V }", "{ __metatable = $V }",
             "{ __call = function() return $V end }", "{ __close = $V, __mode = 'k' }",
             "{ __eq = $V, __lt = $V }"),
    ['N' - 'A'] = RULE("x", "error", "type", "ipairs", "pairs", "next", "tostring", "tonumber",
                       "select", "setmetatable", "getmetatable", "rawget", "rawlen", "assert",
                       "pcall", "math", "string", "table", "require", "_G"),
    ['P' - 'A'] = RULE("{ title = 'p', curves = {} }",
                       "{ title = $V, curves = { { title = $V, points = { $Q, $Q } } } }",
                       "{ title = $V, curves = $V }", "$V"),
    ['Q' - 'A'] = RULE("{ 1, 2 }", "{ $V, $V }", "{ $V, $V, $V, $V }", "{ 1, 2, 0.5, 3 }",
                       "{ 'a', 2 }", "{}", "$V"),
    ['S' - 'A'] = RULE(
        "local wm = require 'warpmark' return wm.experiment { name = 'x', problems = { "
        "'random_dd:n=3' }, "
        "variants = { 'a/b/c/d' }, $D }",
        "$G local wm = require 'warpmark' $G $G return wm.experiment { name = 'x', problems = { "
        "'random_dd:n=3' }, variants = { 'a/b/c/d' }, $D }",
        "local wm = require 'warpmark' local o = wm.options($V, $V) return wm.experiment { name = "
        "$V, "
        "problems = wm.grid { 'random_dd:n={n}', n = $V }, variants = { 'a/b/c/d' }, $D }",
        "local wm = require 'warpmark' local e = wm.experiment { name = 'x', problems = { "
        "'random_dd:n=3' }, "
        "variants = { 'a/b/c/d' }, $D } $G return $V",
        "$@"),
    ['T' - 'A'] = RULE(
        "{ columns = { { title = 'a' } }, rows = { { 1 } } }", "{ columns = {}, rows = {} }",
        "{ columns = { { title = $V, unit = $U, group = $V } }, rows = { { $V } }, notes = { $W } "
        "}",
        "{ columns = { $A, $A }, rows = { { $V, { $V, mark = $W } }, { $V } } }",
        "setmetatable($T, $M)", "{ columns = setmetatable({ $A }, $M), rows = $V, notes = $V }",
        "{ columns = $V, rows = $V }", "$V"),
    ['U' - 'A'] =
        RULE("'s'", "'B'", "'B/s'", "'count'", "'number'", "'bound'", "'ratio'", "'text'", "'ms'",
             "$V"),
    ['V' - 'A'] = RULE(
        "nil", "true", "false", "0", "-1", "1.5", "0/0", "1/0", "1e308", "math.mininteger", "'n'",
        "{}", "function(...) return $V end", "setmetatable({}, $M)", "{ $V, $V }", "{ $F = $V }",
        "$C", "$C.$F", "r.show($V, $U)", "r.ratio($C, $C)", "r.interval($C, '$F')",
        "r.faster($C, $C, $V)", "$W", "$N", "coroutine.create(function() $B end)",
        "wm.range($V, $V)", "wm.grid($V)", "wm.csv '$@'", "'$@'", "{ 'random_dd:n={10,20}', '$@' }",
        "{ { 'random_dd:n=3', label = $V, axes = $V } }", "string.rep('$@', 9)",
        "string.format($W, $V)", "tostring($V)", "#$V", "$V .. $V", "$V < $V"),
    ['W' - 'A'] = RULE("'x'", "'$@'", "'\\27[31m\\n\\0'", "'\\xff\\xc2\\x9b'", "'%s%n'",
                       "tostring($V)", "('x'):rep(3000)", "'<b>|`[a](b)'", "'=1+1'", "$V"),
}};

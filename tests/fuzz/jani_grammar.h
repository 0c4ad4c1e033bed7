/* JANI models with properties, as texts of a grammar: M is a model, P a property, F a path, T a
 * truth, N a number, B bounds, A what is added up. */
#pragma once

#include "tests/fuzz/grammar.h"

#define RULE(...) ((const char *const[]){__VA_ARGS__, NULL})
#define OP(name, ...) "{\"op\":\"" name "\"," __VA_ARGS__ "}"
#define TWO(name, of) OP(name, "\"left\":" of ",\"right\":" of)
#define ONE(name, of) OP(name, "\"exp\":" of)

static const struct grammar jani_grammar = {{
    ['A' - 'A'] = RULE("", ",\"accumulate\":[\"steps\"]", ",\"accumulate\":[\"exit\",\"time\"]"),
    ['B' - 'A'] = RULE("", ",\"step-bounds\":{\"upper\":$N}", ",\"time-bounds\":{\"lower\":$N}",
                       ",\"step-bounds\":{\"lower\":$N,\"lower-exclusive\":true,\"upper\":$N}",
                       ",\"reward-bounds\":[]",
                       ",\"reward-bounds\":[{\"exp\":\"r\",\"bounds\":{\"upper\":$N}$A}]"),
    ['F' - 'A'] = RULE("$T", OP("U", "\"left\":$T,\"right\":$F$B"), OP("F", "\"exp\":$F$B"),
                       OP("G", "\"exp\":$T"), TWO("∧", "$F"), ONE("¬", "$F")),
    ['L' - 'A'] = RULE("{}", "{\"transient-values\":[]}", "{\"name\":\"$@\"} , $L",
                       "{\"transient-values\" : [ {\"ref\":\"r\",\"value\":1} ]},$L"),
    ['M' - 'A'] =
        RULE("{\"type\":\"$Y\",\"variables\":[$V],\"properties\":[$Q],\"automata\":[$U]}",
             "{\"type\":\"$Y\",\"automata\":[$U],\"properties\" :[$Q] ,\"variables\":[$V]}",
             "{\"type\":\"$Y\",\"properties\":[$Q],\"automata\":[$U], "
             "\"constants\":[{\"name\":\"N\",\"value\":$N}]}"),
    ['N' - 'A'] = RULE("1", "-0.5", "\"x\"", "\"N\"", "1e-9", TWO("+", "$N"), TWO("min", "$N"),
                       TWO("pow", "$N"), ONE("floor", "$N"), "$P",
                       OP("ite", "\"if\":$T,\"then\":$N,\"else\":$N"), "\"r\"", "$@"),
    ['P' - 'A'] = RULE(
        ONE("Pmin", "$F"), ONE("Smax", "$T"), ONE("Smax", "$N"),
        OP("Emin", "\"exp\":$N,\"reach\":$T$A"), OP("Emax", "\"exp\":$N,\"time-instant\":$N$A"),
        OP("filter", "\"fun\":\"values\",\"values\":$P,\"states\":" OP("initial", "\"a\":1")),
        OP("filter", "\"fun\":\"max\",\"values\":$P,\"states\":$T"), "$T", "$N"),
    ['Q' - 'A'] = RULE("", "{\"name\":\"p\",\"expression\":$P}",
                       "{\"name\":\"p\",\"expression\":$P},{\"name\":\"q\",\"expression\":$P}"),
    ['T' - 'A'] = RULE("\"d\"", "\"b\"", "true", TWO("<", "$N"), TWO("≥", "$N"), TWO("=", "$T"),
                       TWO("≠", "$N"), TWO("∨", "$T"), ONE("¬", "$T"), ONE("∃", "$F"), "$@"),
    ['U' - 'A'] = RULE("{\"locations\":[$L]}", "{\"locations\" : [ $L ] , \"edges\":[]},{}", ""),
    ['V' - 'A'] = RULE("{\"name\":\"x\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"bool\"},"
                       "{\"name\":\"d\",\"type\":\"bool\",\"transient\":true},"
                       "{\"name\":\"r\",\"type\":\"real\",\"transient\":true}",
                       "", "{\"name\":\"$@\",\"type\":\"int\"}"),
    ['Y' - 'A'] = RULE("dtmc", "ctmc"),
}};

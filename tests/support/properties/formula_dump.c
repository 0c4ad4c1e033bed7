#include "tests/support/properties/formula_dump.h"

#include "base/memory.h"
#include "tests/support/cmocka.h"

static const char *const kind_names[] = {
    [FORMULA_NOT] = "!",           [FORMULA_AND] = "&",         [FORMULA_OR] = "|",
    [FORMULA_IMPLIES] = "=>",      [FORMULA_IFF] = "<=>",       [FORMULA_CHOICE] = "?:",
    [FORMULA_EQUAL] = "=",         [FORMULA_UNEQUAL] = "!=",    [FORMULA_LESS] = "<",
    [FORMULA_AT_MOST] = "<=",      [FORMULA_GREATER] = ">",     [FORMULA_AT_LEAST] = ">=",
    [FORMULA_PLUS] = "+",          [FORMULA_MINUS] = "-",       [FORMULA_TIMES] = "*",
    [FORMULA_DIVIDE] = "/",        [FORMULA_CALL] = "call ",    [FORMULA_NEXT] = "X",
    [FORMULA_FINALLY] = "F",       [FORMULA_GLOBALLY] = "G",    [FORMULA_UNTIL] = "U",
    [FORMULA_WEAK_UNTIL] = "W",    [FORMULA_RELEASE] = "R",     [FORMULA_AUTOMATON] = "HOA ",
    [FORMULA_PROPOSITION] = "<- ", [FORMULA_INSTANT] = "I",     [FORMULA_CUMULATIVE] = "C",
    [FORMULA_LONG_RUN] = "long",   [FORMULA_PROBABILITY] = "P", [FORMULA_STEADY] = "S",
    [FORMULA_REWARD] = "R ",       [FORMULA_EXISTS] = "E",      [FORMULA_FORALL] = "A",
    [FORMULA_FILTER] = "filter ",  [FORMULA_MULTI] = "multi"};

static void dump(const struct formula *f, char **out);

static void say(char **out, const char *text)
{
    assert_ok(append_text(out, "%s", text));
}

static void dump_bound(const struct path_bound *bound, char **out)
{
    if (!bound->lower && !bound->upper) return;
    if (bound->reward) assert_ok(append_text(out, "{%s}", bound->reward));
    say(out, bound->lower_strict ? "]" : "[");
    if (bound->lower) dump(bound->lower, out);
    say(out, ",");
    if (bound->upper) dump(bound->upper, out);
    say(out, bound->upper_strict ? "[" : "]");
}

static void dump_relation(const struct formula *f, char **out)
{
    static const char *const relations[] = {"=?", "<", "<=", ">", ">="};
    if (f->kind < FORMULA_PROBABILITY || f->kind > FORMULA_REWARD) return;
    assert_int_equal(f->relation == ASKED, f->limit == NULL);
    say(out, relations[f->relation]);
    if (f->limit) dump(f->limit, out);
}

static void dump(const struct formula *f, char **out)
{
    if (f->kind == FORMULA_TRUE || f->kind == FORMULA_FALSE)
        return say(out, f->kind == FORMULA_TRUE ? "TRUE" : "FALSE");
    if (f->kind == FORMULA_LABEL) say(out, "\"");
    if (f->kind > FORMULA_ATOM) say(out, "("), say(out, kind_names[f->kind]);
    if (f->text) say(out, f->text);
    if (f->discounted) say(out, " discounted");
    if (f->kind == FORMULA_LABEL) say(out, "\"");
    dump_bound(&f->bound, out);
    dump_relation(f, out);
    for (size_t k = 0; k < f->nchildren; k++) say(out, " "), dump(f->child[k], out);
    if (f->kind > FORMULA_ATOM) say(out, ")");
}

char *formula_dumped(const struct formula *f)
{
    char *out = NULL;
    dump(f, &out);
    return out;
}

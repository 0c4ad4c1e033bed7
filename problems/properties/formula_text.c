/* Writes trees in PRISM's notation. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/properties/formula_reader.h"

/* How strongly the operators of the grammar bind; more binds more. */
enum level {
    PATH,
    UNARY,
    CHOICE,
    IMPLIES,
    IFF,
    OR,
    AND,
    NOT,
    EQUALITY,
    RELATION,
    SUM,
    PRODUCT,
    POWER,
    MINUS,
    PRIMARY
};

struct operator
{
    enum level level, left, right; /* of itself, and what its operands need */
    const char *text;
};

/* The operators with two children. */
static const struct operator operators[] = {
    [FORMULA_AND] = {AND, AND, NOT, " & "},
    [FORMULA_OR] = {OR, OR, AND, " | "},
    [FORMULA_IMPLIES] = {IMPLIES, IFF, IMPLIES, " => "},
    [FORMULA_IFF] = {IFF, IFF, OR, " <=> "},
    [FORMULA_EQUAL] = {EQUALITY, EQUALITY, RELATION, "="},
    [FORMULA_UNEQUAL] = {EQUALITY, EQUALITY, RELATION, "!="},
    [FORMULA_LESS] = {RELATION, SUM, SUM, "<"},
    [FORMULA_AT_MOST] = {RELATION, SUM, SUM, "<="},
    [FORMULA_GREATER] = {RELATION, SUM, SUM, ">"},
    [FORMULA_AT_LEAST] = {RELATION, SUM, SUM, ">="},
    [FORMULA_PLUS] = {SUM, SUM, PRODUCT, "+"},
    [FORMULA_MINUS] = {SUM, SUM, PRODUCT, "-"},
    [FORMULA_TIMES] = {PRODUCT, PRODUCT, POWER, "*"},
    [FORMULA_DIVIDE] = {PRODUCT, PRODUCT, POWER, "/"},
    [FORMULA_UNTIL] = {PATH, UNARY, UNARY, " U"},
    [FORMULA_WEAK_UNTIL] = {PATH, UNARY, UNARY, " W"},
    [FORMULA_RELEASE] = {PATH, UNARY, UNARY, " R"},
};

static enum level level_of(const struct formula *f)
{
    switch (f->kind) {
    case FORMULA_NEXT:
    case FORMULA_FINALLY:
    case FORMULA_GLOBALLY: return UNARY;
    case FORMULA_AUTOMATON: return PATH;
    case FORMULA_NOT: return NOT;
    case FORMULA_CHOICE: return CHOICE;
    case FORMULA_MINUS: return f->nchildren == 1 ? MINUS : SUM;
    default: break;
    }
    if (f->kind < sizeof operators / sizeof *operators && operators[f->kind].text)
        return operators[f->kind].level;
    return PRIMARY;
}

static enum status put(const struct formula *f, char **out);

/* Puts brackets around what binds less than the least level. */
static enum status put_at(const struct formula *f, enum level least, char **out)
{
    const bool brackets = level_of(f) < least;
    if (brackets) MUST(append_text(out, "("));
    MUST(put(f, out));
    return brackets ? append_text(out, ")") : OK;
}

/* Returns whether a bound ends with a name that would be a function before a bracket: F<=(log) (x).
 */
static bool ends_like_function(const struct formula *f)
{
    while (level_of(f) >= SUM && level_of(f) < PRIMARY) f = f->child[f->nchildren - 1];
    return f->kind == FORMULA_NAME && formula_is_function(f->text, strlen(f->text));
}

static enum status put_half_bound(const struct formula *f, const char *relation, char **out)
{
    const bool brackets = ends_like_function(f);
    MUST(append_text(out, "%s%s", relation, brackets ? "(" : ""));
    MUST(put_at(f, SUM, out));
    return brackets ? append_text(out, ")") : OK;
}

/* Returns whether both bounds are the same without being strict. */
static bool is_point(const struct path_bound *bound, const char *lower, const char *upper)
{
    return !bound->lower_strict && !bound->upper_strict && !strcmp(lower, upper);
}

static enum status put_interval(const struct path_bound *bound, char **out)
{
    enum status status = OK;
    char *lower = NULL, *upper = NULL;
    TRY(put_at(bound->lower, SUM, &lower));
    TRY(put_at(bound->upper, SUM, &upper));
    if (is_point(bound, lower, upper)) TRY(put_half_bound(bound->lower, "=", out));
    else TRY(append_text(out, "[%s,%s]", lower, upper));
out:
    free(lower);
    free(upper);
    return status;
}

/* The name of a reward, or its number. */
static enum status put_rewarded(const char *reward, char **out)
{
    const bool number = isdigit((unsigned char)*reward);
    return append_text(out, number ? "{%s}" : "{\"%s\"}", reward);
}

static enum status put_bound(const struct path_bound *bound, char **out)
{
    if (bound->reward) MUST(put_rewarded(bound->reward, out));
    if (bound->lower && bound->upper) return put_interval(bound, out);
    if (bound->lower) return put_half_bound(bound->lower, bound->lower_strict ? ">" : ">=", out);
    if (!bound->upper) return OK;
    return put_half_bound(bound->upper, bound->upper_strict ? "<" : "<=", out);
}

/* Returns whether its text begins with '-'. */
static bool begins_with_minus(const struct formula *f)
{
    while (level_of(f) >= EQUALITY && level_of(f) < MINUS) f = f->child[0];
    return level_of(f) == MINUS;
}

/* The operand of a path operator, behind its bound. A '-' there would belong to the bound; F a | b
 * is right but reads wrong. */
static enum status put_operand(const struct formula *f, char **out)
{
    const enum level level = level_of(f);
    MUST(append_text(out, " "));
    if (level == UNARY || level == NOT) return put(f, out);
    return put_at(f, begins_with_minus(f) ? PRIMARY : EQUALITY, out);
}

static enum status put_list(const struct formula *f, const char *start, char **out)
{
    MUST(append_text(out, "%s", start));
    for (size_t k = 0; k < f->nchildren; k++) {
        if (k) MUST(append_text(out, ", "));
        MUST(put_at(f->child[k], PATH, out));
    }
    return append_text(out, ")");
}

static enum status put_question(const struct formula *f, const char *letter, char **out)
{
    static const char *const relations[] = {"=?", "<", "<=", ">", ">="};
    static const char *const best[] = {"", "min", "max"};
    MUST(append_text(out, "%s", letter));
    if (f->text) MUST(put_rewarded(f->text, out));
    if (f->nchildren > 1) {
        MUST(append_text(out, "{("));
        MUST(put(f->child[1], out));
        MUST(append_text(out, ")}"));
    }
    if (strchr("PSR", *letter))
        MUST(append_text(out, "%s%s%s", best[f->best], best[f->nature], relations[f->relation]));
    if (f->limit) MUST(put_at(f->limit, SUM, out));
    MUST(append_text(out, "["));
    MUST(put(f->child[0], out));
    return append_text(out, "]");
}

static enum status put_choice(const struct formula *f, char **out)
{
    MUST(put_at(f->child[0], IMPLIES, out));
    MUST(append_text(out, " ? "));
    MUST(put_at(f->child[1], IMPLIES, out));
    MUST(append_text(out, " : "));
    return put_at(f->child[2], CHOICE, out);
}

static enum status put_unary_path(const struct formula *f, const char *name, char **out)
{
    MUST(append_text(out, "%s", name));
    MUST(put_bound(&f->bound, out));
    return put_operand(f->child[0], out);
}

static enum status put_binary(const struct formula *f, char **out)
{
    const struct operator* operator= & operators[f->kind];
    const bool path = formula_is_path(f);
    MUST(path ? put_at(f->child[0], NOT, out) : put_at(f->child[0], operator->left, out));
    const bool minus = f->kind == FORMULA_LESS && begins_with_minus(f->child[1]);
    MUST(append_text(out, "%s%s", operator->text, minus ? " " : "")); /* "<-" is another sign */
    if (!path) return put_at(f->child[1], operator->right, out);
    MUST(put_bound(&f->bound, out));
    return put_operand(f->child[1], out);
}

static enum status put_time(const struct formula *f, const char *name, const char *with, char **out)
{
    MUST(append_text(out, "%s", f->nchildren ? with : name));
    return f->nchildren ? put_at(f->child[0], SUM, out) : OK;
}

static enum status put_prefix(const struct formula *f, const char *name, char **out)
{
    MUST(append_text(out, "%s", name));
    return put_at(f->child[0], f->child[0]->kind == FORMULA_NOT ? NOT : MINUS, out);
}

static enum status put_automaton(const struct formula *f, char **out)
{
    MUST(append_text(out, "HOA: {\"%s\"", f->text));
    for (size_t k = 0; k < f->nchildren; k++) {
        MUST(append_text(out, ", \"%s\" <- ", f->child[k]->text));
        MUST(put_at(f->child[k]->child[0], CHOICE, out));
    }
    return append_text(out, "}");
}

static enum status put(const struct formula *f, char **out)
{
    switch (f->kind) {
    case FORMULA_NUMBER:
    case FORMULA_NAME: return append_text(out, "%s", f->text);
    case FORMULA_TRUE: return append_text(out, "true");
    case FORMULA_FALSE: return append_text(out, "false");
    case FORMULA_LABEL: return append_text(out, "\"%s\"", f->text);
    case FORMULA_ATOM: return append_text(out, "#%u", f->atom);
    case FORMULA_NOT: return put_prefix(f, "!", out);
    case FORMULA_CHOICE: return put_choice(f, out);
    case FORMULA_CALL: MUST(append_text(out, "%s", f->text)); return put_list(f, "(", out);
    case FORMULA_NEXT: return put_unary_path(f, "X", out);
    case FORMULA_FINALLY: return put_unary_path(f, "F", out);
    case FORMULA_GLOBALLY: return put_unary_path(f, "G", out);
    case FORMULA_AUTOMATON: return put_automaton(f, out);
    case FORMULA_INSTANT: return put_time(f, "I=0", "I=", out);
    case FORMULA_CUMULATIVE: return put_time(f, "C", f->discounted ? "Cdiscount=" : "C<=", out);
    case FORMULA_LONG_RUN: return append_text(out, "S");
    case FORMULA_PROBABILITY: return put_question(f, "P", out);
    case FORMULA_STEADY: return put_question(f, "S", out);
    case FORMULA_REWARD: return put_question(f, "R", out);
    case FORMULA_EXISTS: return put_question(f, "E", out);
    case FORMULA_FORALL: return put_question(f, "A", out);
    case FORMULA_FILTER:
        MUST(append_text(out, "filter(%s, ", f->text));
        return put_list(f, "", out);
    case FORMULA_MULTI: return put_list(f, "multi(", out);
    case FORMULA_MINUS:
        if (f->nchildren == 1) return put_prefix(f, "-", out);
        break;
    default: break;
    }
    return put_binary(f, out);
}

enum status formula_text(const struct formula *formula, char **out)
{
    *out = NULL;
    const enum status status = put(formula, out);
    if (status == OK) return OK;
    free(*out);
    *out = NULL;
    return status;
}

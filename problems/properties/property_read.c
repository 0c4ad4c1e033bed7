/* Reads a property as a user writes it, from its first character to its last. */
#include "problems/properties/property_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A part of the text; at = NULL: there is none. */
struct part {
    const char *at;
    size_t length;
};

struct states {
    struct part label;
    bool negated;
};

struct property_reader {
    const char *text, *at;
    bool formulas; /* formulas are allowed where labels are */
    char kind;     /* P, S, R */
    struct part name, bound;
    struct states steady, goal, pass;
    struct read_property *out;
};

/* Characters */

static bool in_property_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static void skip_blanks(struct property_reader *r)
{
    while (*r->at == ' ' || *r->at == '\t') r->at++;
}

static bool next_is(struct property_reader *r, const char *word)
{
    const size_t length = strlen(word);
    skip_blanks(r);
    return !strncmp(r->at, word, length) &&
           !(in_property_word(*word) && in_property_word(r->at[length]));
}

/* Skips word if it comes next; a word of letters must end there. */
static bool skip(struct property_reader *r, const char *word)
{
    if (!next_is(r, word)) return false;
    r->at += strlen(word);
    return true;
}

/* Fails because the next word is not what is expected there. */
static enum status property_unexpected(struct property_reader *r, const char *expected)
{
    enum { LONGEST = 40 };
    int length = 0;
    skip_blanks(r);
    while (length < LONGEST && in_property_word(r->at[length])) length++;
    if (!length)
        while (length < LONGEST && r->at[length] && !isspace((unsigned char)r->at[length]))
            length++;
    const size_t column = (size_t)(r->at - r->text) + 1;
    if (!*r->at)
        return fail(ERROR_INPUT, "column %zu: expected %s, and the text ends", column, expected);
    return fail(ERROR_INPUT, "column %zu: expected %s, found '%.*s'", column, expected, length,
                r->at);
}

static enum status expect(struct property_reader *r, const char *word, const char *what)
{
    return skip(r, word) ? OK : property_unexpected(r, what);
}

/* Formulas of a model: only checks that each word is at a possible place. The builder checks the
 * names. */

static bool skip_number(struct property_reader *r)
{
    skip_blanks(r);
    const char *at = r->at;
    while (isdigit((unsigned char)*at)) at++;
    if (*at == '.') at++;
    while (isdigit((unsigned char)*at)) at++;
    if (at == r->at || (at == r->at + 1 && *r->at == '.')) return false;
    if (*at == 'e' || *at == 'E') {
        const char *power = at + 1 + (at[1] == '-' || at[1] == '+');
        if (isdigit((unsigned char)*power))
            for (at = power; isdigit((unsigned char)*at);) at++;
    }
    if (in_property_word(*at) || *at == '.') return false;
    r->at = at;
    return true;
}

/* Skips a name that is not an operator of properties. */
static bool skip_name(struct property_reader *r)
{
    size_t length = 0;
    skip_blanks(r);
    if (isdigit((unsigned char)*r->at)) return false;
    while (in_property_word(r->at[length])) length++;
    if (!length || (length == 1 && strchr("ACEFGIPRSUWX", *r->at))) return false;
    r->at += length;
    return true;
}

static bool skip_operator(struct property_reader *r)
{
    static const char *const operators[] = {"<=>", "=>", "<=", ">=", "!=", "=", "<", ">", "&",
                                            "|",   "+",  "-",  "*",  "/",  "^", "%", NULL};
    for (const char *const *word = operators; *word; word++)
        if (skip(r, *word)) return true;
    return false;
}

enum { DEEPEST = 100 };

static enum status skip_formula(struct property_reader *r, int depth);
static enum status take_quoted(struct property_reader *r, struct part *out);

/* Skips a label, or a name with its arguments, such as max(a,b). */
static enum status skip_operand(struct property_reader *r, int depth)
{
    while (skip(r, "!") || skip(r, "-")) {
    }
    if (skip_number(r)) return OK;
    if (skip_name(r)) {
        if (!skip(r, "(")) return OK;
        do MUST(skip_formula(r, depth + 1));
        while (skip(r, ","));
        return expect(r, ")", "')'");
    }
    if (skip(r, "\"")) return take_quoted(r, &(struct part){0});
    MUST(expect(r, "(", "a formula"));
    MUST(skip_formula(r, depth + 1));
    return expect(r, ")", "an operator or ')'");
}

static enum status skip_formula(struct property_reader *r, int depth)
{
    if (depth > DEEPEST) return property_unexpected(r, "fewer brackets in one another");
    do MUST(skip_operand(r, depth));
    while (skip_operator(r));
    if (!skip(r, "?")) return OK;
    MUST(skip_formula(r, depth + 1));
    MUST(expect(r, ":", "':'"));
    return skip_formula(r, depth + 1);
}

/* Labels and numbers */

/* Reads the rest of a quoted name, behind the opening quote. */
static enum status take_quoted(struct property_reader *r, struct part *out)
{
    *out = (struct part){.at = r->at};
    while (in_property_word(*r->at)) r->at++;
    out->length = (size_t)(r->at - out->at);
    if (!out->length || *r->at != '"')
        return property_unexpected(r, "letters, digits, '_' and then '\"'");
    r->at++;
    return OK;
}

/* Returns whether an operator follows, so that the label is only the beginning of a formula. */
static bool goes_on(struct property_reader *r)
{
    const char *label_end = r->at;
    const bool more = r->formulas && (skip_operator(r) || skip(r, "?"));
    r->at = label_end;
    return more;
}

/* Reads `"done"` or `!"done"`; without formulas the quotes may be missing. Otherwise reads a
 * formula and defines a label called name for it. */
static enum status take_states(struct property_reader *r, const char *name, struct states *out)
{
    skip_blanks(r);
    const char *start = r->at;
    out->negated = skip(r, "!");
    if (skip(r, "\"")) {
        MUST(take_quoted(r, &out->label));
        if (!goes_on(r)) return OK;
    }
    skip_blanks(r);
    if (!r->formulas) {
        out->label.at = r->at;
        return skip_name(r)      ? out->label.length = (size_t)(r->at - out->label.at),
                              OK : property_unexpected(r, "a label");
    }
    *out = (struct states){.label = {name, strlen(name)}};
    r->at = start;
    MUST(skip_formula(r, 0));
    return append_text(&r->out->labels, "label \"%s\" = %.*s;\n", name, (int)(r->at - start),
                       start);
}

static enum status take_number(struct property_reader *r)
{
    skip_blanks(r);
    r->bound.at = r->at;
    if (!skip_number(r)) return property_unexpected(r, "a number, not negative");
    r->bound.length = (size_t)(r->at - r->bound.at);
    return OK;
}

/* Properties */

static enum status take_goal(struct property_reader *r)
{
    return take_states(r, "warpmark_goal", &r->goal);
}

static enum status take_path(struct property_reader *r)
{
    if (!skip(r, "F")) {
        if (next_is(r, "G") || next_is(r, "X"))
            return property_unexpected(r, "F, or a label and U");
        MUST(take_states(r, "warpmark_pass", &r->pass));
        MUST(expect(r, "U", "U"));
    }
    if (skip(r, "<=")) MUST(take_number(r));
    return take_goal(r);
}

static enum status take_reward(struct property_reader *r)
{
    if (skip(r, "S")) return OK;
    if (skip(r, "F")) return take_goal(r);
    MUST(expect(r, "I", "F, S or I="));
    MUST(expect(r, "=", "'=' and a number"));
    return take_number(r);
}

/* Reads P, S or R, and everything before the opening bracket. */
static enum status take_kind(struct property_reader *r, bool guess)
{
    skip_blanks(r);
    if (!*r->at || !strchr("PSR", *r->at)) return property_unexpected(r, "P, S or R");
    r->kind = *r->at++;
    if (r->kind == 'R' && skip(r, "{")) {
        MUST(expect(r, "\"", "'\"' and the name of a reward"));
        MUST(take_quoted(r, &r->name));
        MUST(expect(r, "}", "'}'"));
    }
    skip_blanks(r);
    if (guess && *r->at && strchr("=<>", *r->at)) r->at += strcspn(r->at, "[");
    else MUST(expect(r, "=?", "'=?'"));
    return expect(r, "[", "'['");
}

static enum status take_property(struct property_reader *r, bool guess)
{
    MUST(take_kind(r, guess));
    MUST(r->kind == 'P'   ? take_path(r)
         : r->kind == 'R' ? take_reward(r)
                          : take_states(r, "warpmark_goal", &r->steady));
    MUST(expect(r, "]", r->kind == 'S' || r->goal.label.at ? "an operator or ']'" : "']'"));
    skip_blanks(r);
    return *r->at ? property_unexpected(r, "its end") : OK;
}

/* Writing keys */

static enum status put_key(char **keys, const char *key, bool negated, struct part value)
{
    if (!value.at) return OK;
    return append_text(keys, "%s%s=%s%.*s", *keys ? "," : "", key, negated ? "!" : "",
                       (int)value.length, value.at);
}

static enum status put_keys(const struct property_reader *r, char **keys)
{
    static const struct part file = {"FILE", 4};
    const bool whole = r->bound.at && strspn(r->bound.at, "0123456789") >= r->bound.length;
    if (r->kind == 'R') MUST(put_key(keys, "reward", false, r->name.at ? r->name : file));
    MUST(put_key(keys, "steady", r->steady.negated, r->steady.label));
    MUST(put_key(keys, "goal", r->goal.negated, r->goal.label));
    MUST(put_key(keys, "avoid", !r->pass.negated, r->pass.label));
    return put_key(keys, whole ? "steps" : "time", false, r->bound); /* whole: steps, perhaps */
}

static enum status property_read_text(const char *text, bool guess, struct read_property *out)
{
    enum status status = OK;
    struct property_reader reader = {.text = text, .at = text, .formulas = !guess, .out = out};
    *out = (struct read_property){0};
    TRY(take_property(&reader, guess));
    TRY(put_keys(&reader, &out->keys));
    out->nameless = reader.kind == 'R' && !reader.name.at;
out:
    if (status != OK) read_property_free(out);
    return status;
}

enum status property_read(const char *text, struct read_property *out)
{
    return property_read_text(text, false, out);
}

void read_property_free(struct read_property *read)
{
    free(read->keys);
    free(read->labels);
    *read = (struct read_property){0};
}

bool property_keys(const char *text, char **keys)
{
    struct read_property read;
    *keys = NULL;
    if (property_read_text(text, true, &read) != OK) return false;
    *keys = read.keys;
    return true;
}

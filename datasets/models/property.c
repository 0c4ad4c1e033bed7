#include "datasets/models/property.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* A part of the text, without the blanks around it. */
struct part {
    const char *at;
    size_t length;
};

static struct part trim(const char *at, const char *end)
{
    while (at < end && isspace((unsigned char)*at)) at++;
    while (end > at && isspace((unsigned char)end[-1])) end--;
    return (struct part){at, (size_t)(end - at)};
}

/* `"done"` or `!"done"` */
static bool is_label(struct part part)
{
    if (part.length && *part.at == '!') part = trim(part.at + 1, part.at + part.length);
    if (part.length < 3 || part.at[0] != '"' || part.at[part.length - 1] != '"') return false;
    for (size_t k = 1; k + 1 < part.length; k++)
        if (!in_word(part.at[k])) return false;
    return true;
}

/* The operator U between two formulas, outside of brackets and quotes, or NULL. */
static const char *find_until(const char *at, const char *end)
{
    int depth = 0;
    bool quoted = false;
    for (const char *begin = at; at < end; at++) {
        quoted ^= *at == '"';
        depth += (*at == '(') - (*at == ')');
        if (*at == 'U' && !quoted && !depth && at > begin && !in_word(at[-1]) && !in_word(at[1]))
            return at;
    }
    return NULL;
}

/* Writes a formula as a label. */
static enum status put_formula(struct part part, const char *name, char **out, char **labels)
{
    if (is_label(part)) return append_text(out, "%.*s", (int)part.length, part.at);
    MUST(append_text(labels, "label \"%s\" = %.*s;\n", name, (int)part.length, part.at));
    return append_text(out, "\"%s\"", name);
}

/* Behind F or U: its bound, as it is, and the formula. */
static enum status put_goal(const char *at, const char *end, char **out, char **labels)
{
    struct part rest = trim(at, end);
    if (rest.length > 2 && !strncmp(rest.at, "<=", 2)) {
        struct part bound = trim(rest.at + 2, end);
        const size_t length = strspn(bound.at, "0123456789.eE");
        MUST(append_text(out, "<=%.*s", (int)length, bound.at));
        rest = trim(bound.at + length, end);
    }
    MUST(append_text(out, " "));
    return put_formula(rest, "warpmark_goal", out, labels);
}

/* What stands in the brackets, from at to end. */
static enum status put_path(char kind, const char *at, const char *end, char **out, char **labels)
{
    const struct part all = trim(at, end);
    const char *until = find_until(all.at, all.at + all.length);
    if (kind == 'S') return put_formula(all, "warpmark_goal", out, labels);
    if (all.length > 1 && *all.at == 'F' && !in_word(all.at[1])) {
        MUST(append_text(out, "F"));
        return put_goal(all.at + 1, end, out, labels);
    }
    if (!until) return append_text(out, "%.*s", (int)all.length, all.at);
    MUST(put_formula(trim(all.at, until), "warpmark_pass", out, labels));
    MUST(append_text(out, " U"));
    return put_goal(until + 1, end, out, labels);
}

enum status model_property(const char *text, char **by_labels, char **labels)
{
    const char *open = strchr(text, '['), *close = strrchr(text, ']');
    *by_labels = *labels = NULL;
    const size_t relation = strcspn(text, "=<>");
    if (strncmp(text + relation, "=?", 2) || !open || !close || close < open ||
        strpbrk(text, ";\n\r"))
        return OK;
    MUST(append_text(by_labels, "%.*s", (int)(open + 1 - text), text));
    MUST(put_path(*text, open + 1, close, by_labels, labels));
    return append_text(by_labels, "%s", close);
}

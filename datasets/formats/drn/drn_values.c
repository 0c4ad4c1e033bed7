#include "datasets/formats/drn/drn_values.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"

/* Storm's mark between two variables. */
static const char between[] = "\t& ";

static size_t count_parts(const char *text, const char *end)
{
    size_t count = 1;
    while ((text = strstr(text, between)) && text < end) {
        text += strlen(between);
        count++;
    }
    return count;
}

/* Makes room for the values of all states. A file has more bytes than values, so a comment that
 * would need more has none. */
static enum status drn_values_begin(struct drn_values *values, const struct lines *lines,
                                    size_t count, uint32_t n)
{
    values->lost = count > lines->size / n;
    if (values->lost) return OK;
    values->count = count;
    MUST(allocate_zeroed(count, sizeof *values->name, "names of variables", &values->name));
    MUST(allocate_zeroed(count, sizeof *values->truths, "types of variables", &values->truths));
    return allocate_zeroed(count * n, sizeof *values->values, "values", &values->values);
}

/* Notes the name of variable k, unless it has another one. */
static enum status name_variable(struct drn_values *values, size_t k, const char *name,
                                 size_t length)
{
    char **own = &values->name[k];
    if (!*own) return format_text(own, "%.*s", (int)length, name);
    values->lost = strlen(*own) != length || strncmp(*own, name, length) != 0;
    return OK;
}

/* Reads `s=7`, `done`, `!done`, or nothing for true. The first state says which of them it is. */
static enum status read_part(struct drn_values *values, size_t k, const char *part, size_t length,
                             int32_t *out)
{
    const bool truth = !memchr(part, '=', length);
    if (!values->states) values->truths[k] = truth;
    if (truth != values->truths[k]) values->lost = true;
    if (values->lost) return OK;
    const bool negated = *part == '!';
    const char *name = part + negated, *end = part + length;
    const size_t named = strcspn(name, "= \t,()[]!&");
    *out = !negated;
    if (!length) return OK;
    values->lost = !named || name + named > end;
    if (!values->lost && name + named < end) {
        char *last;
        const long value = strtol(name + named + 1, &last, 10);
        values->lost = negated || name[named] != '=' || last != end || last == name + named + 1 ||
                       value < INT32_MIN || value > INT32_MAX;
        *out = (int32_t)value;
    }
    return values->lost ? OK : name_variable(values, k, name, named);
}

enum status drn_values_comment(struct drn_values *values, const struct lines *lines, uint32_t state,
                               uint32_t n)
{
    static const char start[] = "//[";
    const char *at = lines->cursor, *end = at + strlen(at);
    while (end > at && strchr(" \t\r", end[-1])) end--;
    if (values->lost || values->states != state || strncmp(at, start, strlen(start)) ||
        end[-1] != ']')
        return OK;
    at += strlen(start);
    end--;
    const size_t count = count_parts(at, end);
    if (!state) MUST(drn_values_begin(values, lines, count, n));
    values->lost |= count != values->count;
    for (size_t k = 0; k < count && !values->lost; k++) {
        const char *next = k + 1 < count ? strstr(at, between) : end;
        MUST(read_part(values, k, at, (size_t)(next - at), &values->values[k * n + state]));
        at = next + strlen(between);
    }
    values->states++;
    return OK;
}

enum status drn_values_finish(struct drn_values *values, uint32_t n, struct chain *chain)
{
    size_t named = 0;
    if (values->lost || values->states != n) return OK;
    for (size_t k = 0; k < values->count; k++) {
        if (!values->name[k]) continue; /* true in each state: its name stands nowhere */
        memmove(values->values + named * n, values->values + k * n, n * sizeof *values->values);
        values->truths[named] = values->truths[k];
        MUST(append_text(&chain->variables, "%c%s", named++ ? ',' : '(', values->name[k]));
    }
    if (!named) return OK;
    MUST(append_text(&chain->variables, ")"));
    chain->values = values->values;
    chain->truths = values->truths;
    values->values = NULL;
    values->truths = NULL;
    return OK;
}

void drn_values_free(struct drn_values *values)
{
    for (size_t k = 0; k < values->count && values->name; k++) free(values->name[k]);
    free(values->name);
    free(values->values);
    free(values->truths);
}

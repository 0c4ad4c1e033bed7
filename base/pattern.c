#include "base/pattern.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool glob_match(const char *pattern, const char *text)
{
    const char *star = NULL, *resume = NULL;
    while (*text) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = text;
        } else if (*pattern == *text || *pattern == '?') {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == '\0';
}

/* The first pair of braces that has none inside: *open and *close, NULL where there is no '{' or no '}' behind one. */
static void find_braces(const char *pattern, const char **open, const char **close)
{
    *open = *close = NULL;
    for (; *pattern && !*close; pattern++) {
        if (*pattern == '{') *open = pattern;
        if (*pattern == '}' && *open) *close = pattern;
    }
}

/* Characters of the member that starts here, up to a comma outside brackets or the brace at end. */
static size_t member_length(const char *member, const char *end)
{
    const char *at = member;
    for (int depth = 0; at < end && (*at != ',' || depth > 0); at++) depth += (*at == '[') - (*at == ']');
    return (size_t)(at - member);
}

enum status expand_braces(const char *pattern, enum status (*use)(const char *one, void *context), void *context)
{
    const char *open, *close;
    find_braces(pattern, &open, &close);
    if (!open) return use(pattern, context);
    if (!close) return fail(ERROR_INPUT, "pattern '%s': '{' without '}'", pattern);
    for (const char *member = open + 1; member <= close;) {
        size_t length = member_length(member, close);
        char *one = NULL;
        enum status status =
            format_text(&one, "%.*s%.*s%s", (int)(open - pattern), pattern, (int)length, member, close + 1);
        if (status == OK) status = expand_braces(one, use, context);
        free(one);
        if (status != OK) return status;
        member += length + 1;
    }
    return OK;
}

struct search {
    const char *text;
    bool found;
};

static enum status look_for(const char *pattern, void *context)
{
    struct search *search = context;
    search->found = search->found || glob_match(pattern, search->text);
    return OK;
}

enum status pattern_match(const char *pattern, const char *text, bool *out)
{
    struct search search = {.text = text};
    enum status status = expand_braces(pattern, look_for, &search);
    *out = search.found;
    return status;
}

#include "base/output/glob.h"

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

/* Returns the brace that closes the one at open; NULL: none does. */
static const char *closing_brace(const char *open)
{
    int depth = 0;
    for (const char *at = open; *at; at++) {
        depth += (*at == '{') - (*at == '}');
        if (depth == 0) return at;
    }
    return NULL;
}

/* Number of characters of the member that starts here, up to a comma outside brackets and braces,
 * or to the brace at end. */
static size_t member_length(const char *member, const char *end)
{
    const char *at = member;
    for (int brackets = 0; at < end && (*at != ',' || brackets > 0); at++) {
        if (*at == '{') at = closing_brace(at);
        brackets += (*at == '[') - (*at == ']' && brackets > 0);
    }
    return (size_t)(at - member);
}

struct expansion {
    const char *whole; /* the pattern, for messages */
    size_t members;    /* so far */
    enum status (*use)(const char *one, void *context);
    void *context;
};

static enum status use_member(struct expansion *e, const char *member)
{
    if (e->members++ < MOST_MEMBERS) return e->use(member, e->context);
    return fail(ERROR_INPUT, "pattern '%.60s%s' stands for more than %d patterns: use fewer braces",
                e->whole, strlen(e->whole) > 60 ? "..." : "", MOST_MEMBERS);
}

/* Does the work of expand_braces() for a pattern whose braces are all closed. */
static enum status expand_closed(struct expansion *e, const char *pattern)
{
    const char *open = strchr(pattern, '{');
    if (!open) return use_member(e, pattern);
    const char *close = closing_brace(open);
    for (const char *member = open + 1; member <= close;) {
        size_t length = member_length(member, close);
        char *one = NULL;
        enum status status = format_text(&one, "%.*s%.*s%s", (int)(open - pattern), pattern,
                                         (int)length, member, close + 1);
        if (status == OK) status = expand_closed(e, one);
        free(one);
        if (status != OK) return status;
        member += length + 1;
    }
    return OK;
}

enum status expand_braces(const char *pattern, enum status (*use)(const char *one, void *context),
                          void *context)
{
    if (strlen(pattern) > LONGEST_PATTERN)
        return fail(ERROR_INPUT, "pattern '%.60s...' has more than %d characters", pattern,
                    LONGEST_PATTERN);
    for (const char *open = strchr(pattern, '{'); open; open = strchr(open, '{')) {
        open = closing_brace(open);
        if (!open) return fail(ERROR_INPUT, "pattern '%s': '{' without '}'", pattern);
    }
    struct expansion expansion = {pattern, 0, use, context};
    return expand_closed(&expansion, pattern);
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

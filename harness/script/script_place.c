#include "harness/script/script_place.h"

#include <stdio.h>
#include <string.h>

/* Returns the first place where the first length characters of text stand behind a quote (and in
 * front of one if whole); NULL if there is none. */
static const char *find_quoted(const char *script, const char *text, size_t length, bool whole)
{
    for (const char *at = script; length && (at = strchr(at, *text)); at++)
        if (at > script && strchr("\"'[", at[-1]) && !strncmp(at, text, length) &&
            (!whole || (at[length] && strchr("\"']", at[length]))))
            return at;
    return NULL;
}

/* Finds the whole text, else the text without the script's folder, else the name of its generator,
 * else the call. */
static const char *find_place(const struct experiment *e, const char *text)
{
    const char *slash = strrchr(e->path, '/'),
               *at = find_quoted(e->script, text, strlen(text), true);
    const size_t folder = slash ? (size_t)(slash + 1 - e->path) : 0;
    if (!at && folder && !strncmp(text, e->path, folder))
        at = find_quoted(e->script, text + folder, strlen(text + folder), true);
    const size_t generator = strcspn(text, ":");
    if (!at && text[generator]) at = find_quoted(e->script, text, generator, true);
    if (!at && text[generator]) at = find_quoted(e->script, text, generator + 1, false);
    return at ? at : strstr(e->script, ".experiment");
}

enum status script_blame(const struct experiment *e, const char *key, const char *text)
{
    char why[1024];
    int line = 1;
    const char *end = find_place(e, text);
    snprintf(why, sizeof why, "%s%s%s", key ? key : "", key ? ": " : "", fail_message());
    if (!end) return fail(ERROR_INPUT, "%s: %s", e->path, why);
    for (const char *at = e->script; at < end; at++) line += *at == '\n';
    return fail(ERROR_INPUT, "%s:%d: %s", e->path, line, why);
}

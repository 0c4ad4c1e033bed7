/* Patterns of names, as users type them: '*' is any run of characters, '?' any one, {a,b} one of
 * several. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* Returns whether text matches a pattern. '*' and '?' are wildcards; all other characters, braces
 * too, match themselves. */
bool glob_match(const char *pattern, const char *text);

enum {
    MOST_MEMBERS = 10000,
    LONGEST_PATTERN = 10000
}; /* patterns that one with braces may stand for; characters */

/* Calls use with each of the patterns without braces that one with braces stands for, in order,
 * until it fails. Commas in brackets are a member's own: {jacobi[vote=store,check=2],power}.
 * Errors: ERROR_INPUT for '{' without '}', and where there are more members than MOST_MEMBERS or
 * more characters than LONGEST_PATTERN; ERROR_HOST_MEMORY, and those of use. */
enum status expand_braces(const char *pattern, enum status (*use)(const char *one, void *context),
                          void *context);

/* *out: whether text matches one of those. Errors: as expand_braces(). */
enum status pattern_match(const char *pattern, const char *text, bool *out);

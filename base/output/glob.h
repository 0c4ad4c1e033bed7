/* Patterns of names, as users type them: '*' stands for any characters, '?' for any one, {a,b} for
 * one of several. */
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

/* Calls use with each pattern without braces that a pattern with braces stands for, in order, until
 * use fails. Commas in brackets belong to a member: {jacobi[vote=store,check=2],power}. Errors:
 * ERROR_INPUT for '{' without '}', and for more members than MOST_MEMBERS or more characters than
 * LONGEST_PATTERN; ERROR_HOST_MEMORY, and those of use. */
enum status expand_braces(const char *pattern, enum status (*use)(const char *one, void *context),
                          void *context);

/* Sets *out to whether text matches one of these patterns. Errors: as expand_braces(). */
enum status pattern_match(const char *pattern, const char *text, bool *out);

/* What tests ask of the one line that a refused file leaves. Include cmocka.h and
 * tests/support/scratch.h first. */
#ifndef WARPMARK_TESTS_SUPPORT_MESSAGES_H
#define WARPMARK_TESTS_SUPPORT_MESSAGES_H

#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "tests/support/scratch.h"

/* Fails unless the last message is one printable line that starts with the path of a scratch file,
 * ":line" where line is not 0, and ": ", and contains text. */
static inline void check_message(const char *file, unsigned line, const char *text)
{
    char start[1100];
    const char *message = fail_message();
    if (line) snprintf(start, sizeof start, "%s:%u: ", scratch_path(file), line);
    else snprintf(start, sizeof start, "%s: ", scratch_path(file));
    if (strncmp(message, start, strlen(start)) || !strstr(message, text) ||
        strpbrk(message, "\n\t\033"))
        fail_msg("wanted '%s...%s...', got '%s'", start, text, message);
}

/* The same for a file that cannot be read, and why. */
static inline void check_unreadable(const char *file, const char *why)
{
    char wanted[1100];
    snprintf(wanted, sizeof wanted, "cannot read %s: %s", scratch_path(file), why);
    if (strncmp(fail_message(), wanted, strlen(wanted)))
        fail_msg("wanted '%s', got '%s'", wanted, fail_message());
}

#endif

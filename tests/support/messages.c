#include "tests/support/messages.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/cmocka.h"

void check_message(const char *file, unsigned line, const char *text)
{
    char start[1100];
    const char *message = fail_message();
    if (line) snprintf(start, sizeof start, "%s:%u: ", scratch_path(file), line);
    else snprintf(start, sizeof start, "%s: ", scratch_path(file));
    if (strncmp(message, start, strlen(start)) || !strstr(message, text) ||
        strpbrk(message, "\n\t\033"))
        fail_msg("wanted '%s...%s...', got '%s'", start, text, message);
}

void check_unreadable(const char *file, const char *why)
{
    char wanted[1100];
    snprintf(wanted, sizeof wanted, "cannot read %s: %s", scratch_path(file), why);
    if (strncmp(fail_message(), wanted, strlen(wanted)))
        fail_msg("wanted '%s', got '%s'", wanted, fail_message());
}

void check_refused(enum status status, const struct chain *chain, const char *file, unsigned line,
                   const char *text)
{
    assert_int_equal(status, ERROR_INPUT);
    check_message(file, line, text);
    assert_null(chain->transitions.row);
    assert_null(chain->labels);
    assert_null(chain->rewards);
}

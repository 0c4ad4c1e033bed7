/* Checks of the one-line message about a refused file. */
#pragma once

#include "base/sparse/chain.h"
#include "base/status.h"
#include "tests/support/scratch.h"

/* Fails unless the last message is one printable line that starts with the path of a scratch file,
 * ":line" where line is not 0, and ": ", and contains text. */
void check_message(const char *file, unsigned line, const char *text);

/* The same for a file that cannot be read; why: the reason. */
void check_unreadable(const char *file, const char *why);

/* Checks that a chain was refused: ERROR_INPUT, a message as above, and an empty chain. */
void check_refused(enum status status, const struct chain *chain, const char *file, unsigned line,
                   const char *text);

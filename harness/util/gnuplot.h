/* Runs gnuplot; no other module starts it. */
#pragma once

#include <stdio.h>

#include "base/status.h"

/* Writes text as a string of gnuplot's: single quotes, in which it expands nothing; line ends are
 * put in between. What is not UTF-8 becomes U+FFFD, and a control a space, so that the picture is
 * valid whatever the bytes. Not for the label of a tick, which gnuplot reads as a format: a text
 * with a % comes out changed, or stops it. */
void gnuplot_text(const char *text, FILE *out);

/* Checks that gnuplot is on $PATH. Errors: ERROR_ENVIRONMENT. */
enum status gnuplot_check(void);

/* Runs `gnuplot SCRIPT` in the directory and waits for it. Errors: ERROR_ENVIRONMENT if gnuplot is
 * not installed or refuses the script (with its last line), ERROR_IO, ERROR_INTERRUPTED. */
enum status gnuplot_run(const char *directory, const char *script);

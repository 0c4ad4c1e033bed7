/* Runs gnuplot; no other module starts it. */
#pragma once

#include <stdio.h>

#include "base/status.h"

/* Writes text as a string of gnuplot: in single quotes, in which it expands nothing; line feeds are
 * inserted between strings. Bytes that are not UTF-8 become U+FFFD, and control characters spaces,
 * so that the picture is always valid. Do not use it for the label of a tick: gnuplot reads that as
 * a format, and a text with a % is changed, or stops it. */
void gnuplot_text(const char *text, FILE *out);

/* Checks that gnuplot is on $PATH. Errors: ERROR_ENVIRONMENT. */
enum status gnuplot_check(void);

/* Runs `gnuplot SCRIPT` in the directory and waits for it. Errors: ERROR_ENVIRONMENT if gnuplot is
 * not installed or refuses the script (with its last line), ERROR_IO, ERROR_INTERRUPTED. */
enum status gnuplot_run(const char *directory, const char *script);

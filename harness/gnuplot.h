/* Running gnuplot: the only module that starts it. */
#ifndef WARPMARK_HARNESS_GNUPLOT_H
#define WARPMARK_HARNESS_GNUPLOT_H

#include "base/status.h"

/* Runs `gnuplot SCRIPT` in the directory and waits for it. Errors: ERROR_ENVIRONMENT where gnuplot is not installed or
 * refuses the script (with its last line), ERROR_IO. */
enum status gnuplot_run(const char *directory, const char *script);

#endif

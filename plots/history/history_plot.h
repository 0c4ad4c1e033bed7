/* Draws a picture for each series: the runs in time, the levels of its stretches, and where they
 * change. */
#pragma once

#include <stdio.h>

#include "analysis/history/history.h"
#include "base/status.h"

/* Writes history.gp, history.dat, and by gnuplot a PNG and an SVG for each series that has values
 * into the directory, which is made if it is missing. force: replaces files of ours. Errors: those
 * of file_probe, ERROR_IO, ERROR_ENVIRONMENT (gnuplot), ERROR_HOST_MEMORY. */
enum status history_plot(const struct history *history, const char *directory, bool force);

/* Makes a file name without ending for each series: problem and variant, numbered if another series
 * has the same; *out and its texts are new. Errors: ERROR_HOST_MEMORY. */
enum status history_stems(const struct history *history, char ***out);

/* Writes the gnuplot script that draws history.dat as pictures with the names stems. history.dat
 * has a block for each series that has values. Errors: ERROR_HOST_MEMORY. */
enum status history_write_script(const struct history *history, char *const *stems, FILE *out);

/* One picture a series: the runs in time, the levels of its stretches, and where they change. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "harness/history/history.h"

/* Writes history.gp, history.dat, and by gnuplot a PNG and an SVG for each series that has values
 * into the directory, which is made where it is missing. force: files of ours that are there are
 * replaced. Errors: those of file_probe, ERROR_IO, ERROR_ENVIRONMENT (gnuplot), ERROR_HOST_MEMORY.
 */
enum status history_plot(const struct history *history, const char *directory, bool force);

/* The file name of each series without its ending: problem and variant, numbered where that is
 * another series' too; *out and its texts are new. Errors: ERROR_HOST_MEMORY. */
enum status history_stems(const struct history *history, char ***out);

/* The script that draws history.dat, of which each series that has values is a block, as pictures
 * of these stems. Errors: ERROR_HOST_MEMORY. */
enum status history_write_script(const struct history *history, char *const *stems, FILE *out);

/* `warpmark plot FILE`: the declared figures, drawn by gnuplot. */
#ifndef WARPMARK_HARNESS_PLOT_H
#define WARPMARK_HARNESS_PLOT_H

#include "base/status.h"
#include "harness/results.h"

/* Writes NAME-ID.dat, NAME-ID.gp, NAME-ID.png and NAME-ID.svg into the directory (created where missing) for every
 * figure, or for the one called only. The script can be changed and rerun by `gnuplot NAME-ID.gp` in there. Errors:
 * ERROR_INPUT (no such figure, kind or field), ERROR_IO, ERROR_ENVIRONMENT (no gnuplot; the files for it stay),
 * ERROR_HOST_MEMORY. */
enum status plot_figures(const struct results *results, const char *directory, const char *only);

/* The stem of a figure's files: "NAME-ID" with every character but letters, digits, '.', '_' and '-' made '_'. *out is
 * to be freed. */
enum status plot_stem(const struct results *results, const struct figure *figure, char **out);

#endif

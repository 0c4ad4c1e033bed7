/* A drawing written down for gnuplot: the data file and the script, which needs nothing but that
 * file beside it. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "harness/figures/figure_data.h"

/* Tab-separated: a header row, then one row per x with facet, x, position, and per curve its value,
 * low, high (NaN where missing) and status. */
void gnuplot_write_data(const struct figure_data *data, FILE *out);

/* The script that reads STEM.dat and leaves STEM.png and STEM.svg in its folder. Errors:
 * ERROR_HOST_MEMORY. */
enum status gnuplot_write_script(const struct figure_data *data, const char *stem, FILE *out);

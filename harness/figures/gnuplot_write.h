/* A drawing written down for gnuplot: the data file and the script, which needs nothing but that
 * file beside it. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "harness/figures/figure_layout.h"
#include "harness/figures/gnuplot_parts.h"

/* Tab-separated: a header row, then one row per x with facet, x, position, and per curve its value,
 * low, high (NaN where missing) and status. */
void gnuplot_write_data(const struct figure_data *data, FILE *out);

/* The script that reads STEM.dat and leaves STEM.png, unless svg_only, and STEM.svg in its folder.
 * Errors: ERROR_HOST_MEMORY. */
enum status gnuplot_write_script(const struct figure_data *data, const char *stem, bool svg_only,
                                 FILE *out);

/* In gnuplot_panel.c */

/* Columns of the data file, counted from 1: the first ones, then this many per curve. */
enum { DATA_POSITION = 3, DATA_VALUE, DATA_LOW, DATA_HIGH, DATA_PER_CURVE = 4 };

/* One panel: its axes, names, curves, dots or bars. Errors: ERROR_HOST_MEMORY. */
enum status gnuplot_write_panel(const struct figure_data *data, const struct figure_layout *layout,
                                size_t p, const struct canvas *canvas);

/* The hatching of bars that look so. */
int figure_pattern(size_t look);

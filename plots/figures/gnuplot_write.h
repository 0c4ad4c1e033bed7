/* Writes a figure for gnuplot: the data file, and the script, which needs no other file. */
#pragma once

#include <stdio.h>

#include "base/status.h"
#include "plots/figures/figure_layout.h"
#include "plots/figures/gnuplot_parts.h"

/* Writes tab-separated data: a header row, then a row for each x with facet, x, position, and for
 * each curve its value, low, high (NaN if missing) and status. */
void gnuplot_write_data(const struct figure_data *data, FILE *out);

/* Writes the script that reads STEM.dat and writes STEM.png, unless svg_only, and STEM.svg in its
 * folder. Errors: ERROR_HOST_MEMORY. */
enum status gnuplot_write_script(const struct figure_data *data, const char *stem, bool svg_only,
                                 FILE *out);

/* The same for a paper: STEM.pdf, for LaTeX also STEM.tex. */
enum status gnuplot_write_paper(const struct figure_data *data, const char *stem,
                                const struct paper *paper, FILE *out);

/* In gnuplot_panel.c */

/* Columns of the data file, counted from 1: the first ones, then so many for each curve. */
enum { DATA_POSITION = 3, DATA_VALUE, DATA_LOW, DATA_HIGH, DATA_PER_CURVE = 4 };

/* Writes one panel: its axes, names, curves, dots or bars. Errors: ERROR_HOST_MEMORY. */
enum status gnuplot_write_panel(const struct figure_data *data, const struct figure_layout *layout,
                                size_t p, const struct canvas *canvas);

/* Hatching of bars with this look. */
int figure_pattern(size_t look);

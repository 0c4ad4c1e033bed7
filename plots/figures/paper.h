/* A figure for a paper: one file of the width of a column, with letters of the size of its text. */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "plots/figures/gnuplot_parts.h"
#include "store/results.h"

/* Returns whether the path names a figure for a paper: FILE.pdf, FILE.tex or FILE.tikz. */
bool paper_wanted(const char *path);

/* Reads "84mm" (also cm, in, pt) and "Times,8", "Times" or ",8"; NULL: 122 mm; letters of 8 pt. The
 * font borrows the text, in which its end is marked. Errors: ERROR_INPUT. */
enum status paper_read(const char *path, const char *width, char *font, struct paper *out);

/* Draws the figure called only (NULL: there is one) into path; a .tex takes its lines and points
 * from STEM-inc.pdf beside it. *caption (new): title and explanations, which are not in the
 * picture. Errors: those of plot_figures. */
enum status paper_plot(const struct results *results, const char *only, const char *path,
                       const struct paper *paper, bool force, char **caption);

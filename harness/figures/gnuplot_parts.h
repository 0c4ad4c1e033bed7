/* Parts of scripts for gnuplot that all figures have. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "harness/figures/picture.h"
#include "harness/figures/scale.h"
#include "harness/util/units.h"

/* Sizes and places in pixels; y counts from the top. */
struct canvas {
    double width, height;
    FILE *out;
    bool svg_only;
};

/* Fonts of titles, of texts (the default), and of what is small. bold: a variable of the script. */
#define FONT_TITLE "bold.',12'"
#define FONT_BOLD "bold.',11'"
#define FONT_SMALL "'sans-serif,10'"
#define GREY " textcolor rgb '#444444'"

/* "set terminal", and the variable bold: a font. zoom: of a PNG, whose lines and fonts grow too, so
 * that all formats have the same sizes of everything. */
void gnuplot_terminal(const struct canvas *canvas, enum spy_format format, int zoom);

/* Draws what follows twice, as STEM.png (unless svg_only) and STEM.svg, with another terminal only:
 * until gnuplot_end_pictures. */
void gnuplot_begin_pictures(const struct canvas *canvas, const char *stem);
void gnuplot_end_pictures(const struct canvas *canvas);

/* Lines of text from the left margin; y: the middle of the first one. */
void gnuplot_label(const struct canvas *canvas, const char *text, double y, const char *style);

/* One that begins, ends ("right") or has its middle ("center") there. */
void gnuplot_label_at(const struct canvas *canvas, const char *text, double x, double y,
                      const char *justify, const char *style);

/* The box that the axes enclose. */
void gnuplot_box(const struct canvas *canvas, double left, double top, double width, double height);

/* axis: "x", "y" or "cb". */
void gnuplot_ticks(const char *axis, enum unit unit, const struct scale *scale, bool labels,
                   FILE *out);

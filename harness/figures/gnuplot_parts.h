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
};

/* "set terminal", and the variable bold: a font. zoom: of a PNG, whose lines and fonts grow too. */
void gnuplot_terminal(const struct canvas *canvas, enum spy_format format, int zoom);

/* A text that begins 16 pixels from the left. */
void gnuplot_label(const struct canvas *canvas, const char *text, double y, const char *style);

/* The box that the axes enclose. */
void gnuplot_box(const struct canvas *canvas, double left, double top, double width, double height);

/* axis: "x", "y" or "cb". */
void gnuplot_ticks(const char *axis, enum unit unit, const struct scale *scale, bool labels,
                   FILE *out);

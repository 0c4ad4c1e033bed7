/* Parts of gnuplot scripts that all figures share. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/output/units.h"
#include "plots/figures/picture.h"
#include "plots/figures/scale.h"

/* Sizes and places in pixels; y counts from the top. */
struct canvas {
    double width, height;
    FILE *out;
    bool svg_only;
    const struct paper *paper; /* of a figure for a paper, else NULL */
};

/* A figure for a paper: a PDF; LaTeX that takes a PDF; or LaTeX alone (TikZ). */
struct paper {
    enum spy_format format; /* SPY_PDF, PICTURE_TEX or PICTURE_TIKZ */
    double width, size;     /* of the figure and of its letters, in points of 1/72 inch */
    const char *font;       /* "": sans-serif; LaTeX takes that of the document */
};

/* Fonts for titles, for texts (the default), and for small texts. bold, plain: variables of
 * the script. */
#define FONT_TITLE "bold.',12'"
#define FONT_BOLD "bold.',11'"
#define FONT_SMALL "plain.',10'"
#define GREY " textcolor rgb '#444444'"

/* Points of text at this place: a point of a font is a pixel of the canvas. */
#define FONT_PIXELS 11.0

/* Writes "set terminal", and sets the variables bold and plain to fonts. zoom: factor for a PNG,
 * whose lines and fonts grow, too, so that all formats have the same proportions. */
void gnuplot_terminal(const struct canvas *canvas, enum spy_format format, int zoom);

/* Draws the commands up to gnuplot_end_pictures twice, with different terminals, as STEM.png
 * (unless svg_only) and STEM.svg; for a paper once, as STEM.pdf, STEM.tex with STEM.pdf, or
 * STEM.tikz. */
void gnuplot_begin_pictures(const struct canvas *canvas, const char *stem);
void gnuplot_end_pictures(const struct canvas *canvas);

/* Prints text as a string of gnuplot, and of LaTeX if the figure is for that; before: in front of
 * each line there. */
void gnuplot_words(const struct canvas *canvas, const char *before, const char *text);

/* Prints lines of text from the left margin; y: the middle of the first one. */
void gnuplot_label(const struct canvas *canvas, const char *text, double y, const char *style);

/* Prints a text that begins, ends ("right") or has its middle ("center") at this place. */
void gnuplot_label_at(const struct canvas *canvas, const char *text, double x, double y,
                      const char *justify, const char *style);

/* Sets the box between the axes. */
void gnuplot_box(const struct canvas *canvas, double left, double top, double width, double height);

/* Sets the ticks of an axis: "x", "y" or "cb". */
void gnuplot_ticks(const struct canvas *canvas, const char *axis, enum unit unit,
                   const struct scale *scale, bool labels);

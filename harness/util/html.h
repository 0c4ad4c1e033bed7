/* Pieces of an HTML page: text, tables, and pictures that stand in the page itself. */
#pragma once

#include <stdio.h>

#include "harness/util/grid.h"

/* Text as it stands between tags and in quoted attributes: <, >, &, " and ' escaped, the rest as
 * shown_character of base/text.h has it, but for line feeds, which stay. */
void html_text(const char *text, FILE *out);

/* From <!doctype> to <body>, with the style; and what closes it. The page fetches nothing. */
void html_begin(const char *title, FILE *out);
void html_end(FILE *out);

/* The table and its note, without its title, in a box that scrolls sideways where the page is
 * narrower. */
void html_grid(const struct grid *grid, FILE *out);

/* A picture of gnuplot's: a whole SVG file, without its XML declaration. Every id in it, and every
 * reference to one, gets the prefix, so that pictures in one page keep their own. title: for those
 * who cannot see it. */
void html_svg(const char *svg, const char *prefix, const char *title, FILE *out);

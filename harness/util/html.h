/* Pieces of an HTML page: text, tables, and pictures that stand in the page itself. */
#pragma once

#include <stdio.h>

#include "harness/util/grid.h"

/* Text as it stands between tags and in quoted attributes: <, >, &, " and ' escaped, the rest as
 * shown_character of base/text.h has it, but for line feeds, which stay. */
void html_text(const char *text, FILE *out);

/* Writes a text of a page, so that words in it can be links; context is the writer's. */
typedef void html_writer(const char *text, void *context, FILE *out);

/* From <!doctype> to <body>, with the style; and what closes it, with a script that sorts tables
 * when a head is clicked, and in print cuts those that are wider than the paper into several. The
 * page fetches nothing, and reads the same without the script. */
void html_begin(const char *title, FILE *out);
void html_end(FILE *out);

/* The table and its note, without its title, in a box that scrolls sideways where the page is
 * narrower. Heads and note are written by `writer`. */
void html_grid(const struct grid *grid, html_writer *writer, void *context, FILE *out);

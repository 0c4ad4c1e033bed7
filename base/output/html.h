/* Parts of an HTML page: text, tables, and pictures that are in the page itself. */
#pragma once

#include <stdio.h>

#include "base/output/grid.h"
#include "base/output/printing.h"

/* Prints text for use between tags and in quoted attributes: <, >, &, " and ' are escaped, other
 * characters are printed as shown_character of base/text.h has them, except line feeds, which
 * stay. */
void html_text(const char *text, FILE *out);

/* Writes a text of a page, so that words in it can be links; context is the writer's. */
typedef void html_writer(const char *text, void *context, FILE *out);

/* html_begin prints the start of the page, from <!doctype> to <main>, with the style. html_end
 * closes it, with a script that sorts tables when a head is clicked, and for print cuts tables that
 * are wider than the paper into several. The page loads nothing, and is complete without the
 * script. */
void html_begin(const char *title, FILE *out);
void html_end(FILE *out);

/* Puts the JSON that print(what) prints into the page, for its scripts: an element with this id. No
 * text in it can end that element. Errors: those of print; ERROR_HOST_MEMORY. */
enum status html_data(const char *id, print_fn *print, const void *what, FILE *out);

/* Prints the table and its note, without its title, in a box that scrolls sideways if the page is
 * narrower. `writer` prints heads and note. */
void html_grid(const struct grid *grid, html_writer *writer, void *context, FILE *out);

/* Writes a picture of gnuplot as part of a page: the same marks in about a quarter of the bytes. */
#pragma once

#include <stdio.h>

#include "base/status.h"

/* Writes the <svg> element of a whole SVG file. Every id that stays, and every reference to one,
 * gets the prefix, so that pictures in one page keep their own. Left out: groups (their attributes
 * stand at what they hold), definitions that nothing uses, the white ground, names of fonts.
 * Neighbouring paths of one style become one, and grid lines go below what is drawn beside them.
 * Coordinates have one digit behind the point. title: for those who cannot see it. Writes nothing
 * where svg holds no picture. Errors: ERROR_HOST_MEMORY. */
enum status svg_write(const char *svg, const char *prefix, const char *title, FILE *out);

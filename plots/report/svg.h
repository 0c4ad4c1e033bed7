/* Writes a picture of gnuplot as part of a page: the same marks in about a quarter of the bytes. */
#pragma once

#include <stdio.h>

#include "base/status.h"

/* Writes the <svg> element of a complete SVG file. Every id that stays, and every reference to one,
 * gets the prefix, so that ids of several pictures in one page differ. Left out are groups (their
 * attributes go to their elements), unused definitions, the white background, and names of fonts.
 * Neighbouring paths of one style become one, and grid lines go below the marks beside them.
 * Coordinates have one decimal. title: for people who cannot see the picture. Writes nothing if svg
 * has no picture. Errors: ERROR_HOST_MEMORY. */
enum status svg_write(const char *svg, const char *prefix, const char *title, FILE *out);

/* Writes a picture of gnuplot as part of a page. */
#pragma once

#include <stdio.h>

/* Writes the <svg> element of a complete SVG file. Every id and every reference to one gets the
 * prefix, so that ids of several pictures in one page differ. Groups without marks are left out:
 * gnuplot writes hundreds. title: for people who cannot see the picture. Writes nothing if svg has
 * no picture. */
void svg_write(const char *svg, const char *prefix, const char *title, FILE *out);

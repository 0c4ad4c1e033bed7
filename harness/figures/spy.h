/* A structure plot: where the non-zeros of a matrix are, by one or two rasters of it, drawn by
 * gnuplot. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "harness/figures/picture.h"
#include "harness/figures/raster.h"

/* A panel has at most SPY_DOTS x SPY_DOTS dots, and at most SPY_PIXELS x SPY_PIXELS pixels. */
enum { SPY_DOTS = 600, SPY_PIXELS = 1200, MAX_SPY_PANELS = 4 };

struct spy_panel {
    const char *order; /* "native order" */
    struct raster raster;
};

/* Panels are of the same matrix in different orders. */
struct spy {
    const char *source;
    bool chain; /* rows and columns are states */
    size_t npanels;
    struct spy_panel panel[MAX_SPY_PANELS];
};

/* The format that path's ending names, and that a picture can be written there: before the work is
 * done. force: path may be a picture of ours. Errors: ERROR_INPUT with the nearest ending, those of
 * file_probe, ERROR_ENVIRONMENT (no gnuplot). */
enum status spy_check(const char *path, bool force, enum spy_format *out);

/* Draws the picture, which appears whole or not at all. Errors: ERROR_IO, ERROR_ENVIRONMENT,
 * ERROR_HOST_MEMORY. */
enum status spy_draw(const struct spy *spy, const char *path, enum spy_format format, bool force);

/* For spy_draw: the script that reads panel k from "k.bin" (as spy_data_write leaves it) and writes
 * "picture". Errors: ERROR_HOST_MEMORY. */
enum status spy_script_write(const struct spy *spy, enum spy_format format, FILE *out);

/* Fills as floats in the machine's byte order, NaN for an empty dot, row by row: pixels, each dot
 * being as many of them across and down as SPY_PIXELS allow, so that no viewer blurs it. */
void spy_data_write(const struct raster *raster, FILE *out);

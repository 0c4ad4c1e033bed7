/* A structure plot: shows where the non-zeros of a matrix are, in one or more rasters, drawn by
 * gnuplot. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/status.h"
#include "plots/figures/picture.h"
#include "plots/figures/raster.h"

/* A panel has at most SPY_DOTS x SPY_DOTS dots, and at most SPY_PIXELS x SPY_PIXELS pixels. */
enum { SPY_DOTS = 600, SPY_PIXELS = 1200, MAX_SPY_PANELS = 5 };

struct spy_panel {
    const char *order; /* "native order" */
    struct raster raster;
};

/* Panels of the same matrix in different orders. */
struct spy {
    const char *source;
    bool chain; /* rows and columns are states of a chain */
    size_t npanels;
    struct spy_panel panel[MAX_SPY_PANELS];
};

/* Gets the format from path's ending, and checks before the work that a picture can be written
 * there. force: path may be a picture of ours. Errors: ERROR_INPUT with the nearest ending, those
 * of file_probe, ERROR_ENVIRONMENT (no gnuplot). */
enum status spy_check(const char *path, bool force, enum spy_format *out);

/* Draws the picture, which appears complete or not at all. Errors: ERROR_IO, ERROR_ENVIRONMENT,
 * ERROR_HOST_MEMORY. */
enum status spy_draw(const struct spy *spy, const char *path, enum spy_format format, bool force);

/* For spy_draw: writes the script that reads panel k from "k.bin" (written by spy_data_write) and
 * writes "picture". Errors: ERROR_HOST_MEMORY. */
enum status spy_script_write(const struct spy *spy, enum spy_format format, FILE *out);

/* Writes the filled shares as floats in the machine's byte order, NaN for an empty dot, row by row.
 * They are pixels: each dot has as many of them across and down as SPY_PIXELS allow, so that no
 * viewer blurs it. */
void spy_data_write(const struct raster *raster, FILE *out);

/* Takes pictures that gnuplot drew in our scratch folder, if they are complete, and marks them as
 * ours (kind_pictures). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"

/* PICTURE_TEX and PICTURE_TIKZ are LaTeX. */
enum spy_format { SPY_PNG, SPY_SVG, SPY_PDF, PICTURE_TEX, PICTURE_TIKZ, NPICTURES };

extern const struct file_kind kind_pictures[NPICTURES]; /* by enum spy_format */
extern const char *const picture_endings[NPICTURES]; /* "png", ... */

/* Reads the picture at path into *bytes (new, *size bytes and a zero), with its mark. Errors:
 * ERROR_IO, also if gnuplot wrote only a part of it, which it does not notice;
 * ERROR_HOST_MEMORY. */
enum status picture_read(const char *path, enum spy_format format, char **bytes, size_t *size);

/* Copies the picture in the file `from` to path, completely or not at all; force: as in file_probe.
 * Errors: those of picture_read and file_store. */
enum status picture_store(const char *from, enum spy_format format, const char *path, bool force);

/* Pictures that gnuplot drew in a folder of ours: taken when they are whole, and marked as ours
 * (kind_pictures). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"

enum spy_format { SPY_PNG, SPY_SVG, SPY_PDF };

extern const struct file_kind kind_pictures[3]; /* by enum spy_format */

/* *bytes (new, *size of them and a zero) = the picture at path, with its mark. Errors: ERROR_IO,
 * also where gnuplot wrote a part of it only, which it does not notice; ERROR_HOST_MEMORY. */
enum status picture_read(const char *path, enum spy_format format, char **bytes, size_t *size);

/* Brings the picture in the file `from` to path, whole or not at all; force: as file_probe. Errors:
 * those of picture_read and file_store. */
enum status picture_store(const char *from, enum spy_format format, const char *path, bool force);

/* The system of a solve in a file, for the rank that distributes it. */
#pragma once

#include "solvers/ranks/ranks.h"

/* Writes a system to a file. If rows are not stored, the file has their closed form, or everything
 * but entries and diagonal if the rows are made (matrix_is_made). b: NULL for zeros. start: initial
 * value of every row if x0 is NULL. Errors: ERROR_IO. */
enum status system_file_write(const char *path, const struct matrix *a, const double *b,
                              const double *x0, double start);

/* Maps the file; *out points into it. It stays in memory until this process ends. Errors:
 * ERROR_IO. */
enum status system_file_map(const char *path, struct rank_system *out);

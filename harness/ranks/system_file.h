/* The system of a solve in a file, for the rank that deals it out. */
#pragma once

#include "solvers/ranks/ranks.h"

/* Of rows that are not stored the file has the closed form, or all but entries and diagonal where
 * the rows are made (matrix_is_made). Errors: ERROR_IO. b: NULL for zeros.
 * start: of every row where x0 is NULL. */
enum status system_file_write(const char *path, const struct matrix *a, const double *b,
                              const double *x0, double start);

/* *out points into the file, which stays in memory until this process ends. Errors: ERROR_IO. */
enum status system_file_map(const char *path, struct rank_system *out);

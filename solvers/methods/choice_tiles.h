/* Tiles of the rows of a decision process (struct choice_tiles). */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/place.h"

/* Returns limits with which a warp of a GPU has its tiles in about 7 KB of shared memory, in f64,
 * and all its threads have work. */
struct choice_limits choice_limits_for(const struct matrix *a);

/* *out = tiles of this matrix, on the host, from the first unknown on, each as large as the limits
 * allow. Errors: ERROR_HOST_MEMORY. */
enum status choice_tiles_cut(const struct matrix *a, const struct choice_limits *most,
                             struct choice_tiles *out);

/* The same with the table in place memory. Errors: those of the place, too. */
enum status choice_tiles_bring(const struct place *place, const struct matrix *a,
                               const struct choice_limits *most, struct choice_tiles *out);

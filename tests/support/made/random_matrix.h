/* Random square systems of awkward shapes, for property-based tests of row operations. */
#pragma once

#include "base/random.h"
#include "base/sparse/csr.h"

enum shape {
    SHAPE_SPARSE,
    SHAPE_EMPTY_ROWS,
    SHAPE_ONE_FULL_ROW,
    SHAPE_DENSE,
    SHAPE_DIAGONAL,
    NSHAPES
};

/* Entries in [-1, 1), diagonals in +-[2, 3) times the length of a row plus one: Jacobi converges on
 * it. Aborts when memory is short. */
struct matrix random_matrix(uint64_t key, uint32_t n, enum shape shape);

/* n numbers in [-1, 1). */
double *random_vector(uint64_t key, uint64_t stream, uint32_t n);

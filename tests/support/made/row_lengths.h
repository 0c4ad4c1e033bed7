/* Matrices by the lengths of their rows, some with thousands of entries, and y = A x on them by any
 * layout at any place against a plain loop. */
#pragma once

#include "base/memory.h"
#include "solvers/solve.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum row_length {
    LENGTH_NONE,
    LENGTH_ONE,
    LENGTH_FULL,
    LENGTH_256,
    LENGTH_AROUND_256,
    LENGTH_2048,
    LENGTH_FIRST_FULL,
    LENGTH_LAST_FULL,
    LENGTH_MIDDLE_FULL,
    LENGTH_SHORT,
    LENGTH_HEAVY_TAIL /* most rows are short, a few have thousands of entries */
};

struct row_lengths {
    const char *name;
    uint32_t n;
    enum row_length kind;
};

static const struct row_lengths row_lengths[] = {
    {"one row", 1, LENGTH_NONE},
    {"two rows", 2, LENGTH_FULL},
    {"empty rows", 40, LENGTH_NONE},
    {"one entry a row", 1000, LENGTH_ONE},
    {"full rows", 300, LENGTH_FULL},
    {"256 entries a row", 300, LENGTH_256},
    {"254 to 258 entries a row", 300, LENGTH_AROUND_256},
    {"2048 entries a row or none", 2100, LENGTH_2048},
    {"a full first row", 5000, LENGTH_FIRST_FULL},
    {"a full last row", 5000, LENGTH_LAST_FULL},
    {"a full row in the middle", 5001, LENGTH_MIDDLE_FULL},
    {"short rows", 20000, LENGTH_SHORT},
    {"a heavy tail", 12000, LENGTH_HEAVY_TAIL},
};
enum { NROW_LENGTHS = sizeof row_lengths / sizeof *row_lengths };

/* Columns are spread evenly; values lie in [-1, 1); the diagonal dominates. */
struct matrix matrix_of_rows(const struct row_lengths *shape);

/* y = A x by a layout; y: n numbers of that precision. */
enum status apply_by(const struct layout *layout, const struct place *place,
                     enum precision precision, const struct solver_options *options,
                     const struct matrix *a, const void *x, void *y);

/* Checks apply on every matrix of the table. */
void check_row_lengths(const struct layout *layout, const struct place *place,
                       enum precision precision, const struct solver_options *options);

/* Builds a layout with every allocation failing in turn, and expects nothing to be left behind. */
void check_failing_build(const struct layout *layout);

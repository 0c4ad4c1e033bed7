/* Layout auto: looks at a sample of the rows and stores the matrix in the layout whose sweeps
 * should be fastest on this processor, or on CUDA. stored.note names this layout and the reason for
 * the choice. */
#pragma once

#include "solvers/solver.h"

/* Numbers that decide the choice. They come from all slices of 32 rows, or from about AUTO_SLICES
 * slices, one at any position in each of as many equal stretches. */
enum { AUTO_SLICES = 1024, AUTO_SLICE = 32, AUTO_OCTET = 8, AUTO_RUN = 8, AUTO_LONG = 2048 };

struct structure {
    double length;    /* mean number of entries of a row */
    double pairs;     /* mean number of distinct pairs (offset from the diagonal, value) of a
                         slice; in a slice of more than AUTO_LONG entries all count as distinct */
    double octet;     /* the same for 8 rows */
    double in_runs;   /* share of the rows in a run of AUTO_RUN or more rows of a slice that have
                         the same offsets, values and diagonal */
    double scaled;    /* share of the entries in rows whose values are all equal */
    double padded;    /* mean, over slices, of the entries of the longest row */
    double segment;   /* mean number of entries of a row in a panel of layout panels, over the
                         panels in which it has any */
    uint64_t longest; /* entries of the longest of all rows */
    uint64_t nnz;     /* number of entries of all rows */
    bool grouped;     /* unknowns have several rows: layouts that are square cannot hold them */
};

/* a has at least one row. */
struct structure structure_of(const struct matrix *a, enum precision precision);

extern const struct layout layout_auto;

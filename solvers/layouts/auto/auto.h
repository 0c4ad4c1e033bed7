/* Layout auto: looks at a sample of the rows and stores the matrix in the layout that sweeps
 * fastest over such rows on this processor, or on CUDA; stored.note says which, and by what it was
 * chosen. */
#pragma once

#include "solvers/solver.h"

/* What decides, of all slices of 32 rows or of about AUTO_SLICES of them, one anywhere in each of
 * as many equal stretches. */
enum { AUTO_SLICES = 1024, AUTO_SLICE = 32, AUTO_OCTET = 8, AUTO_RUN = 8, AUTO_LONG = 2048 };

struct structure {
    double length;    /* entries a row, in the mean */
    double pairs;     /* distinct pairs (offset from the diagonal, value) a slice, in the mean; in a
                         slice of more than     AUTO_LONG entries all count as distinct */
    double octet;     /* the same of 8 rows */
    double in_runs;   /* share of the rows that stand in a run of AUTO_RUN rows or more of the same
                         offsets, values and   diagonal within their slice */
    double scaled;    /* share of the entries in rows whose values are all equal */
    double padded;    /* entries of the longest row of a slice, in the mean */
    double segment;   /* entries that a row has in a panel of layout panels where it has any, in the
                         mean */
    uint64_t longest; /* entries of the longest of all rows */
    uint64_t nnz;     /* of all rows */
};

/* a has a row at least. */
struct structure structure_of(const struct matrix *a, enum precision precision);

extern const struct layout layout_auto;

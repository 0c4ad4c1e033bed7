/* Layout generated: nothing is stored but the distinct reciprocals of the diagonal. Rows are made
 * where they are read, from their closed form (base/closed/closed.h): entries are added in the
 * order of their columns, as msr adds them. A sweep reads x and writes the next x, 16 bytes a row
 * in f64, which no layout can do without. */
#pragma once

#include "base/closed/closed.h"
#include "solvers/solver.h"

/* The arrays: real inverse[closed_kinds]; scratch, NDOTS doubles of apply_dots. stored.own: the
 * closed form, of the whole matrix. */
enum { GENERATED_INVERSE, GENERATED_DOTS };

extern const struct layout layout_generated;

static inline const struct closed_rows *generated_rows(const struct stored *a)
{
    return (const struct closed_rows *)a->own;
}

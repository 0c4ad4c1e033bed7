/* Layout generated stores nothing except the distinct reciprocals of the diagonal. It makes rows
 * from their closed form when they are read (base/closed/closed.h), and adds entries in the order
 * of their columns, as msr does. A sweep reads x and writes the next x, 16 bytes per row in f64,
 * which every layout must do. */
#pragma once

#include "base/closed/closed.h"
#include "solvers/solver.h"

/* The arrays: real inverse[closed_kinds]; scratch, NDOTS doubles for apply_dots. stored.own: the
 * closed form of the whole matrix. */
enum { GENERATED_INVERSE, GENERATED_DOTS };

extern const struct layout layout_generated;

static inline const struct closed_rows *generated_rows(const struct stored *a)
{
    return (const struct closed_rows *)a->own;
}

#include "solvers/layouts/generated/generated.h"

#include "base/memory.h"
#include "solvers/solve.h"

enum { MOST_KINDS = 64 };

/* Returns the stray rows. Threads of tandem walk through lines of size + 1 rows, and a part may
 * begin or end within a line: they read two lines in either phase beyond those that the last row
 * needs, and as many before the first. */
static uint64_t generated_stray(const struct closed_rows *closed)
{
    return closed->form == CLOSED_tandem ? 8 * (closed->size + 1) : 0;
}

static enum status generated_build(const struct matrix *a, struct stored *out)
{
    const struct closed_rows *closed = &a->closed;
    const unsigned kinds = closed_kinds(closed);
    double diagonal[MOST_KINDS];
    struct closed_rows *own;
    if (closed->form == CLOSED_NONE)
        return fail(ERROR_UNSUPPORTED,
                    "layout generated makes rows from a closed form, and these have none: those "
                    "of tandem (property=1) and herman (property=1 and 2) have one, in their own "
                    "row order");
    if (!out->for_gpu && closed->n > UINT32_MAX)
        return fail(ERROR_UNSUPPORTED,
                    "layout generated on the host has 32-bit row numbers, and n = %llu: use place "
                    "cuda",
                    (unsigned long long)closed->n);
    for (unsigned k = 0; k < kinds; k++) diagonal[k] = closed_diagonal(closed, k);
    MUST(allocate(1, sizeof *own, "a closed form", &own));
    *own = *closed;
    out->stray = generated_stray(closed);
    out->own = own;
    stored_scratch(out, GENERATED_DOTS, NDOTS * sizeof(double));
    return stored_reciprocals(out, GENERATED_INVERSE, kinds, diagonal);
}

const struct layout layout_generated = {
    .name = "generated",
    .title = "rows made where they are read, from a closed form: tandem, herman, and choices of "
             "consensus",
    .array_names = {"distinct reciprocals of the diagonal", "dot products"},
    .makes_rows = true,
    .sums = 1,
    .divisible = true,
    .square = true,
    .build = generated_build,
};

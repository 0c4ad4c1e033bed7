#include "solvers/placed.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum status place_bring(const struct place *place, const void *from, size_t bytes, void *out)
{
    void *there = NULL;
    enum status status = place->allocate(bytes, &there);
    memcpy(out, &there, sizeof there);
    return status == OK ? place->put(there, from, bytes) : status;
}

void placed_free(const struct place *place, struct matrix *a)
{
    void *owned[] = {a->off.row, a->off.col, a->off.val, a->diag};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        if (owned[k]) place->release(owned[k]);
    *a = (struct matrix){0};
}

/* Allocates the arrays of out, whose sizes are set. */
static enum status placed_allocate(const struct place *place, struct matrix *out)
{
    const size_t n = out->off.rows, nnz = out->off.nnz;
    MUST(place->allocate((n + 1) * sizeof *out->off.row, (void **)&out->off.row));
    MUST(place->allocate(nnz * sizeof *out->off.col, (void **)&out->off.col));
    MUST(place->allocate(nnz * sizeof *out->off.val, (void **)&out->off.val));
    return place->allocate(n * sizeof *out->diag, (void **)&out->diag);
}

/* entries (count + 1) = numbers of entries in the first pinned rows. */
static enum status count_entries(const struct place *place, const struct matrix *a, uint32_t count,
                                 const uint32_t *pin, uint64_t *entries)
{
    entries[0] = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t bounds[2];
        MUST(place->get(bounds, a->off.row + pin[k], 2, sizeof *bounds));
        entries[k + 1] = entries[k] + bounds[1] - bounds[0];
    }
    return OK;
}

enum status placed_pin(const struct place *place, const struct matrix *a, uint32_t count,
                       const uint32_t *pin, const double *factor, struct matrix *out)
{
    enum status status = OK;
    uint64_t *entries = NULL;
    void *there[2] = {NULL};
    *out = (struct matrix){.off = {.rows = a->off.rows}};
    TRY(allocate((size_t)count + 1, sizeof *entries, "pinned rows", &entries));
    TRY(count_entries(place, a, count, pin, entries));
    out->off.nnz = a->off.nnz - entries[count];
    TRY(placed_allocate(place, out));
    TRY(place_bring(place, pin, count * sizeof *pin, &there[0]));
    TRY(place_bring(place, entries, (count + (size_t)1) * sizeof *entries, &there[1]));
    const struct placed_pins pins = {count, there[0], there[1]};
    TRY(place->placed->pin(a, &pins, factor, out));
    TRY(place->synchronise());
out:
    for (int k = 0; k < 2; k++)
        if (there[k]) place->release(there[k]);
    free(entries);
    if (status != OK) placed_free(place, out);
    return status;
}

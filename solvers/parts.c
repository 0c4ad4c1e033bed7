#include "solvers/parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/halo.h"
#include "solvers/solve.h"

/* Row starts from 0; columns and values are those of the whole matrix, not copied. */
static enum status cut(const struct matrix *a, uint32_t first, uint32_t end, struct matrix *out)
{
    const struct csr *off = &a->off;
    uint64_t begin = off->row[first];
    *out = (struct matrix){.off = {.n = end - first,
                                   .nnz = off->row[end] - begin,
                                   .col = off->col + begin,
                                   .val = off->val + begin},
                           .diag = a->diag + first};
    MUST(allocate((size_t)out->off.n + 1, sizeof *out->off.row, "the rows of a part",
                  &out->off.row));
    for (size_t i = 0; i <= out->off.n; i++) out->off.row[i] = off->row[first + i] - begin;
    return OK;
}

static enum status build_part(const struct matrix *a, int parts, int k, const struct stored *whole,
                              struct stored *out)
{
    enum status status = OK;
    uint32_t first = part_start(a->off.n, parts, k), end = part_start(a->off.n, parts, k + 1),
             *halo, count;
    struct matrix rows;
    TRY(cut(a, first, end, &rows));
    *out = (struct stored){.layout = whole->layout,
                           .precision = whole->precision,
                           .options = whole->options,
                           .for_gpu = whole->for_gpu,
                           .n = rows.off.n,
                           .columns = a->off.n,
                           .nnz = rows.off.nnz,
                           .first_row = first};
    TRY(whole->layout->build(&rows, out));
    TRY(halo_build(&a->off, first, end, &halo, &count));
    out->halo = (struct array){.data = halo, .bytes = count * sizeof *halo};
out:
    free(rows.off.row);
    return status;
}

/* Where one part does not fit the layout, all are stored in the other. */
static enum status build_instead(const struct place *place, const struct matrix *a,
                                 const struct stored *part, struct stored *out)
{
    out->layout = part->layout;
    out->options = part->options;
    memcpy(out->note, part->note, sizeof out->note);
    parts_free(out);
    return parts_build(place, a, out);
}

enum status parts_build(const struct place *place, const struct matrix *a, struct stored *out)
{
    if (!out->layout->divisible)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s cannot be divided into parts, as place %s needs it",
                    out->layout->name, place->name);
    MUST(allocate_zeroed((size_t)place->cards, sizeof *out->part, "parts of a matrix", &out->part));
    out->nparts = place->cards;
    for (int k = 0; k < out->nparts; k++) {
        MUST(build_part(a, out->nparts, k, out, &out->part[k]));
        if (out->part[k].layout != out->layout) return build_instead(place, a, &out->part[k], out);
    }
    return OK;
}

static enum status upload_halo(const struct place *place, struct stored *part)
{
    void *there = NULL;
    enum status status = OK;
    if (place->on_host) return OK;
    TRY(place->allocate(part->halo.bytes, &there));
    TRY(place->put(there, part->halo.data, part->halo.bytes));
    TRY(place->synchronise());
    free(part->halo.data);
    part->halo.data = there;
    there = NULL;
out:
    if (there) place->release(there);
    return status;
}

enum status parts_upload(const struct place *place, struct stored *stored)
{
    enum status status = OK;
    if (stored->nparts != place->cards)
        return fail(ERROR_UNSUPPORTED, "place %s needs a matrix in %d parts, and this one has %d",
                    place->name, place->cards, stored->nparts);
    for (int k = 0; k < stored->nparts; k++) {
        struct stored *part = &stored->part[k];
        TRY(place->select(k));
        TRY(upload_halo(place->member, part));
        TRY(stored_upload(place->member, part));
    }
out:;
    enum status back = place->select(0);
    return status == OK ? back : status;
}

void parts_free(struct stored *stored)
{
    for (int k = 0; k < stored->nparts; k++) stored_free(&stored->part[k]);
    free(stored->part);
    stored->part = NULL;
    stored->nparts = 0;
}

#include "certify/pinned.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"

/* The first of the rows with the largest x; 0 where no x is a number. */
static uint32_t heaviest_row(uint32_t n, const double *x)
{
    double most = -INFINITY;
    uint32_t at = UINT32_MAX;
#pragma omp parallel for reduction(max : most) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) most = x[i] > most ? x[i] : most;
#pragma omp parallel for reduction(min : at) if (team_once(n))
    for (uint32_t i = 0; i < n; i++)
        if (x[i] == most && i < at) at = i;
    return at < n ? at : 0;
}

enum status pinned_choose(uint32_t n, const struct classes *classes, const double *x,
                          struct pinned *out)
{
    *out = (struct pinned){0};
    MUST(allocate(classes->count, sizeof *out->state, "a proof", &out->state));
    for (uint32_t c = 0; c < classes->count; c++) out->state[c] = NO_CLASS;
    if (classes->count == 1) out->state[0] = heaviest_row(n, x);
    for (uint32_t i = 0; classes->count > 1 && i < n; i++) {
        uint32_t *state = &out->state[classes->of[i]];
        if (*state == NO_CLASS || x[i] > x[*state]) *state = i;
    }
    return OK;
}

/* Moves the rows of `from`, except the pinned ones, to out, in place. */
static enum status pin(const struct matrix *a, const struct classes *classes,
                       const struct pinned *pinned, struct csr *from, struct matrix *out)
{
    uint64_t kept = 0, first = 0;
    out->off = *from;
    *from = (struct csr){0};
    struct csr *off = &out->off;
    MUST(allocate(off->rows, sizeof *out->diag, "a proof", &out->diag));
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t count = off->row[i + 1] - first;
        const bool fixed = is_pinned_row(pinned, classes, i);
        out->diag[i] = fixed ? 1 : a->diag[i];
        if (!fixed) {
            memmove(off->col + kept, off->col + first, count * sizeof *off->col);
            memmove(off->val + kept, off->val + first, count * sizeof *off->val);
            kept += count;
        }
        first = off->row[i + 1];
        off->row[i + 1] = kept;
    }
    off->nnz = kept;
    return OK;
}

static enum status pinned_copy_rows(const struct csr *a, struct csr *out)
{
    MUST(csr_allocate(a->rows, a->nnz, out));
    memcpy(out->row, a->row, ((size_t)a->rows + 1) * sizeof *a->row);
    memcpy(out->col, a->col, a->nnz * sizeof *a->col);
    memcpy(out->val, a->val, a->nnz * sizeof *a->val);
    return OK;
}

enum status pinned_create(const struct matrix *a, const struct classes *classes, const double *x,
                          struct pinned *out)
{
    enum status status = OK;
    struct csr rows = {0};
    TRY(pinned_choose(matrix_unknowns(a), classes, x, out));
    TRY(pinned_copy_rows(&a->off, &rows));
    TRY(pin(a, classes, out, &rows, &out->into));
    TRY(csr_transpose(&a->off, &rows));
    TRY(pin(a, classes, out, &rows, &out->out_of));
out:
    csr_free(&rows);
    if (status != OK) pinned_free(out);
    return status;
}

struct reading reading_of_pinned(const struct matrix *a, const struct times *times,
                                 struct reading reading)
{
    double share = 0;
    for (uint32_t i = 0; i < a->off.rows; i++)
        share = fmax(share, fabs(times->slack[i]) / a->diag[i]);
    reading.entry = 1.01 * (2 * reading.entry + share + 2 * times->slack_share);
    return reading;
}

void pinned_free(struct pinned *pinned)
{
    free(pinned->state);
    matrix_free(&pinned->into);
    matrix_free(&pinned->out_of);
    *pinned = (struct pinned){0};
}

#include "prove/pinned.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

bool is_pinned(const struct problem *problem, const struct pinned *pinned, uint32_t row)
{
    return pinned->state[problem->steady.class_of[row]] == row;
}

static enum status choose(const struct problem *problem, const double *x, struct pinned *out)
{
    const struct steady_value *steady = &problem->steady;
    MUST(allocate(steady->nclasses, sizeof *out->state, "a proof", &out->state));
    for (uint32_t c = 0; c < steady->nclasses; c++) out->state[c] = NO_CLASS;
    for (uint32_t i = 0; i < problem->system.a.off.n; i++) {
        uint32_t *state = &out->state[steady->class_of[i]];
        if (*state == NO_CLASS || x[i] > x[*state]) *state = i;
    }
    return OK;
}

/* Takes from's rows over but the pinned ones, in place. */
static enum status pin(const struct problem *problem, const struct pinned *pinned, struct csr *from,
                       struct matrix *out)
{
    uint64_t kept = 0, first = 0;
    out->off = *from;
    *from = (struct csr){0};
    struct csr *off = &out->off;
    MUST(allocate(off->n, sizeof *out->diag, "a proof", &out->diag));
    for (uint32_t i = 0; i < off->n; i++) {
        const uint64_t count = off->row[i + 1] - first;
        const bool fixed = is_pinned(problem, pinned, i);
        out->diag[i] = fixed ? 1 : problem->system.a.diag[i];
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

static enum status copy(const struct csr *a, struct csr *out)
{
    MUST(csr_allocate(a->n, a->nnz, out));
    memcpy(out->row, a->row, ((size_t)a->n + 1) * sizeof *a->row);
    memcpy(out->col, a->col, a->nnz * sizeof *a->col);
    memcpy(out->val, a->val, a->nnz * sizeof *a->val);
    return OK;
}

enum status pinned_create(const struct problem *problem, const double *x, struct pinned *out)
{
    enum status status = OK;
    struct csr rows = {0};
    *out = (struct pinned){0};
    TRY(choose(problem, x, out));
    TRY(copy(&problem->system.a.off, &rows));
    TRY(pin(problem, out, &rows, &out->into));
    TRY(csr_transpose(&problem->system.a.off, &rows));
    TRY(pin(problem, out, &rows, &out->out_of));
out:
    csr_free(&rows);
    if (status != OK) pinned_free(out);
    return status;
}

void pinned_free(struct pinned *pinned)
{
    free(pinned->state);
    matrix_free(&pinned->into);
    matrix_free(&pinned->out_of);
    *pinned = (struct pinned){0};
}

#include "solvers/policies/shorter.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

static const char what[] = "a shorter system";

enum { NOT_YET = UINT32_MAX, ON_PATH = UINT32_MAX - 1 };

static bool is_single(const struct csr *off, uint32_t i)
{
    return off->row[i + 1] - off->row[i] == 1 && off->val[off->row[i]] < 0;
}

static void keep(struct shorter *s, uint32_t i)
{
    s->row[i] = i;
    s->factor[i] = 1;
    s->term[i] = 0;
}

/* Follows single rows from row `from` to one that is kept, and goes back. A circle of single rows
 * keeps the one where it was entered. Until all are followed, s->row is a row of the whole system.
 * path: room for n rows. */
static void follow(const struct linear *of, bool balanced, uint32_t from, uint32_t *path,
                   struct shorter *s)
{
    const struct csr *off = &of->a.off;
    size_t count = 0;
    uint32_t i = from;
    for (; s->row[i] == NOT_YET && is_single(off, i); i = off->col[off->row[i]]) {
        s->row[i] = ON_PATH;
        path[count++] = i;
    }
    if (s->row[i] == NOT_YET || s->row[i] == ON_PATH) keep(s, i);
    while (count-- > 0) {
        const uint32_t at = path[count], to = off->col[off->row[at]];
        if (s->row[at] != ON_PATH) continue;
        const double val = -off->val[off->row[at]], diag = balanced ? val : of->a.diag[at];
        s->row[at] = s->row[to];
        s->factor[at] = val / diag * s->factor[to];
        s->term[at] = of->b[at] / diag + val / diag * s->term[to];
    }
}

/* Finds out what each row follows, and numbers those that are kept: *kept of them. */
static enum status follow_all(const struct linear *of, bool balanced, struct shorter *s,
                              uint32_t *kept)
{
    uint32_t *room;
    MUST(allocate(s->n, sizeof *room, what, &room));
    for (uint32_t i = 0; i < s->n; i++) s->row[i] = NOT_YET;
    for (uint32_t i = 0; i < s->n; i++) follow(of, balanced, i, room, s);
    *kept = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->row[i] != i) continue;
        room[i] = *kept;
        s->kept[(*kept)++] = i;
    }
    for (uint32_t i = 0; i < s->n; i++) s->row[i] = room[s->row[i]];
    free(room);
    return OK;
}

/* Lists the entries of the shorter rows, and makes b. Returns how many there are. */
static uint64_t list_entries(const struct linear *of, const struct shorter *s, uint32_t kept,
                             struct triplet *entry)
{
    const struct csr *off = &of->a.off;
    uint64_t count = 0;
    for (uint32_t row = 0; row < kept; row++) {
        const uint32_t i = s->kept[row];
        double b = of->b[i];
        entry[count++] = (struct triplet){row, row, of->a.diag[i]};
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t j = off->col[k];
            b -= off->val[k] * s->term[j];
            entry[count++] = (struct triplet){row, s->row[j], off->val[k] * s->factor[j]};
        }
        s->system.b[row] = b;
    }
    return count;
}

/* Sums up the diagonal of balanced rows. Returns whether each diagonal is above 0. */
static bool diagonals_are_good(struct matrix *a, bool balanced)
{
    bool good = true;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double sum = 0;
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) sum -= a->off.val[k];
        if (balanced && a->off.row[i] < a->off.row[i + 1]) a->diag[i] = sum;
        good &= a->diag[i] > 0;
    }
    return good;
}

static enum status make_rows(const struct linear *of, uint32_t kept, struct shorter *s)
{
    enum status status = OK;
    struct triplet *entry = NULL;
    struct csr whole = {0};
    TRY(allocate(kept, sizeof *s->system.b, what, &s->system.b));
    TRY(allocate(of->a.off.nnz + kept, sizeof *entry, what, &entry));
    const uint64_t count = list_entries(of, s, kept, entry);
    TRY(csr_from_triplets(kept, count, entry, &whole));
    free(entry);
    entry = NULL;
    TRY(csr_split(&whole, &s->system.a));
out:
    free(entry);
    csr_free(&whole);
    return status;
}

enum status shorter_make(const struct linear *of, bool balanced, struct shorter *out, bool *made)
{
    const uint32_t n = of->a.off.rows;
    uint32_t singles = 0, kept;
    *out = (struct shorter){.n = n};
    for (uint32_t i = 0; i < n; i++) singles += is_single(&of->a.off, i);
    *made = singles > n / 8;
    if (!*made) return OK;
    MUST(allocate(n, sizeof *out->kept, what, &out->kept));
    MUST(allocate(n, sizeof *out->row, what, &out->row));
    MUST(allocate(n, sizeof *out->factor, what, &out->factor));
    MUST(allocate(n, sizeof *out->term, what, &out->term));
    MUST(follow_all(of, balanced, out, &kept));
    MUST(make_rows(of, kept, out));
    *made = diagonals_are_good(&out->system.a, balanced);
    return OK;
}

void shorter_free(struct shorter *s)
{
    linear_free(&s->system);
    free(s->kept);
    free(s->row);
    free(s->factor);
    free(s->term);
    *s = (struct shorter){0};
}

void shorter_begin(const struct shorter *s, const double *x, double *y)
{
    for (uint32_t k = 0; k < s->system.a.off.rows; k++) y[k] = x[s->kept[k]];
}

void shorter_end(const struct shorter *s, const double *y, double *x)
{
#pragma omp parallel for schedule(static) if (team_once(s->n))
    for (uint32_t i = 0; i < s->n; i++) x[i] = s->term[i] + s->factor[i] * y[s->row[i]];
}

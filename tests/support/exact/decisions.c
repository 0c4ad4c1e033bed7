#include "tests/support/exact/decisions.h"

#include <string.h>

#include "tests/support/seed.h"

/* Shares of one, in units of 1/16 or, rarely, of 2^-53 and the rest. */
static void draw_shares(uint32_t n, double *p)
{
    const uint32_t kind = (uint32_t)draw(8), first = (uint32_t)draw(n);
    memset(p, 0, n * sizeof *p);
    if (kind < 2) p[first] = 1;
    else if (kind == 2) {
        p[first] = 1 - 0x1p-53;
        p[draw(n)] += 0x1p-53;
    } else
        for (uint32_t unit = 0, j = first; unit < 16; unit++) {
            if (draw(kind) == 0) j = (uint32_t)draw(n);
            p[j] += 1.0 / 16;
        }
}

static void add_row(struct decisions *d, uint64_t *nnz, const double *p)
{
    for (uint32_t j = 0; j < d->n; j++)
        if (p[j] != 0) d->col[*nnz] = j, d->val[(*nnz)++] = p[j];
    d->row[++d->rows] = *nnz;
}

void decisions_draw(struct decisions *d, uint32_t choices)
{
    uint64_t nnz = 0;
    double p[DECISION_STATES] = {1};
    *d = (struct decisions){.n = 1 + (uint32_t)draw(DECISION_STATES)};
    for (uint32_t i = 0; i < d->n; i++) {
        const bool deadlock = draw(8) == 0;
        d->group[i] = d->rows;
        for (uint32_t c = deadlock ? 1 : 1 + (uint32_t)draw(choices); c > 0; c--) {
            const bool equal = d->rows > d->group[i] && draw(6) == 0;
            if (!equal) draw_shares(d->n, p);
            if (!equal && (deadlock || draw(8) == 0)) {
                memset(p, 0, sizeof p);
                p[i] = 1;
            }
            add_row(d, &nnz, p);
        }
    }
    d->group[d->n] = d->rows;
}

struct csr decisions_csr(struct decisions *d)
{
    return (struct csr){d->rows, d->row[d->rows], d->row, d->col, d->val};
}

double decisions_entry(const struct decisions *d, uint32_t row, uint32_t j)
{
    for (uint64_t k = d->row[row]; k < d->row[row + 1]; k++)
        if (d->col[k] == j) return d->val[k];
    return 0;
}

void scheduler_first(const struct decisions *d, uint32_t *choice)
{
    memcpy(choice, d->group, d->n * sizeof *choice);
}

bool scheduler_next(const struct decisions *d, uint32_t *choice)
{
    for (uint32_t i = 0; i < d->n; i++) {
        if (++choice[i] < d->group[i + 1]) return true;
        choice[i] = d->group[i];
    }
    return false;
}

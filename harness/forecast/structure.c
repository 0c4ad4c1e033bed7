#include "harness/forecast/structure.h"

#include <math.h>

#include "base/team.h"

enum {
    SAMPLE = 4096,       /* rows in the sample, ... */
    ENTRIES = 1 << 16,   /* ... fewer if they have more entries than about that */
    WALKS = 64,          /* walks from row to row, half of them from the ends of the matrix */
    MOST_STEPS = 1 << 14 /* of all walks in one direction together */
};

/* Least share of the entries' size, relative to the diagonal, on the side that has most entries;
 * then the matrix counts as one-way. */
static const double one_way = 0.25;

/* Returns whether row i and the next row have the same entries at the same distances from the
 * diagonal. */
static bool goes_on(const struct matrix *a, uint32_t i)
{
    const struct csr *off = &a->off;
    const uint64_t first = off->row[i], length = off->row[i + 1] - first;
    if (i + 1 == off->rows || off->row[i + 2] - off->row[i + 1] != length) return false;
    for (uint64_t k = first; k < first + length; k++)
        if (off->col[k] + 1 != off->col[k + length] || off->val[k] != off->val[k + length])
            return false;
    return a->diag[i] == a->diag[i + 1];
}

static void sample_rows(const struct matrix *a, struct facts *out)
{
    const struct csr *off = &a->off;
    const uint64_t least = off->nnz / ENTRIES;
    const uint32_t step = (uint32_t)(off->rows / SAMPLE > least ? off->rows / SAMPLE : least) + 1;
    uint64_t upper = 0, seen = 0, rows = 0, alike = 0;
    double fill = 0, weight[2] = {0, 0};
    for (uint64_t i = 0; i < off->rows; i += step, rows++) {
        const uint64_t other = i + rows % step; /* varies, since lines of states may begin at
                                                   multiples of step */
        alike += goes_on(a, (uint32_t)(other < off->rows ? other : i));
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++, seen++) {
            const uint32_t j = off->col[k];
            upper += j > i;
            weight[j > i] += fabs(off->val[k] / a->diag[i]);
            if (j < i) fill += (double)(off->row[j + 1] - off->row[j]);
        }
    }
    out->n = off->rows;
    out->length = off->rows ? (double)off->nnz / off->rows : 0;
    out->upper = seen ? (double)upper / (double)seen : 0.5;
    out->fill = seen ? fill / (double)seen : 0;
    out->alike = rows ? (double)alike / (double)rows : 0;
    out->backward = out->upper > 0.5;
    out->one_way = weight[out->backward] >= one_way * (weight[0] + weight[1]);
}

static double longest_row(const struct csr *off)
{
    uint64_t longest = 0;
#pragma omp parallel for reduction(max : longest) if (team_once(off->rows))
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t length = off->row[i + 1] - off->row[i];
        if (length > longest) longest = length;
    }
    return (double)longest;
}

/* Returns the nearest of the rows that row i waits for, above or below it; i if there is none. */
static uint32_t nearest(const struct csr *off, uint32_t i, bool above)
{
    uint64_t first = off->row[i], end = off->row[i + 1];
    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        if (off->col[middle] < i) first = middle + 1;
        else end = middle;
    }
    if (above) return first > off->row[i] ? off->col[first - 1] : i;
    return first < off->row[i + 1] ? off->col[first] : i;
}

/* Returns the number of rows of a walk from row i; each step goes to the nearest row that the
 * current one waits for. */
static unsigned walk_from_row(const struct csr *off, uint32_t i, bool above, unsigned *steps)
{
    unsigned rows = 1;
    for (uint32_t j = nearest(off, i, above); j != i && *steps > 0; j = nearest(off, i, above)) {
        i = j;
        rows++;
        --*steps;
    }
    return rows;
}

/* Estimates the levels of one triangle by the longest walk. In chains whose rows are in the order
 * of states, every step goes up by one level, so all walks from a row have the same length. */
static double count_levels(const struct csr *off, bool above)
{
    const uint32_t n = off->rows, step = n / WALKS + 1, near = n / SAMPLE + 1;
    unsigned longest = 1, steps = MOST_STEPS;
    for (uint32_t k = 0; k < WALKS / 2 && (uint64_t)k * step < n; k++) {
        const uint32_t from_end = (uint32_t)(((uint64_t)k * near) % n),
                       start[2] = {above ? n - 1 - from_end : from_end, 2 * k * step % n};
        for (int s = 0; s < 2; s++) {
            const unsigned rows = walk_from_row(off, start[s], above, &steps);
            if (rows > longest) longest = rows;
        }
    }
    return longest;
}

void structure_find(const struct matrix *a, struct facts *out)
{
    const struct csr *off = &a->off;
    sample_rows(a, out);
    if (off->rows == 0) return;
    out->longest = longest_row(off);
    out->levels = count_levels(off, true) + count_levels(off, false);
}

#include "harness/probe/structure.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"

enum {
    SAMPLE = 4096,        /* rows in the sample, ... */
    ENTRIES = 1 << 16,    /* ... fewer if they have more entries than about that */
    WALKS = 32,           /* random walks from row to row, ... */
    MOST_STEPS = 1 << 16, /* ... and the steps of all of them together */
    CLIMBS = 4            /* rows from which levels are counted */
};

/* Share of the rows outside cycles. */
static const double most_alone = 0.9;

/* Least share of the entries' size, relative to the diagonal, on the side that has most entries;
 * then the matrix counts as one-way. */
static const double least_weight = 0.25;

/* Returns how far the rows of the sample are apart. */
static uint32_t sample_step(const struct csr *off)
{
    const uint64_t least = off->nnz / ENTRIES;
    return (uint32_t)(off->rows / SAMPLE > least ? off->rows / SAMPLE : least) + 1;
}

static void sample_rows(const struct matrix *a, struct structure_facts *out)
{
    const struct csr *off = &a->off;
    const uint32_t step = sample_step(off);
    uint64_t upper = 0, seen = 0;
    double weight[2] = {0, 0};
    for (uint64_t i = 0; i < off->rows; i += step)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++, seen++) {
            upper += off->col[k] > i;
            weight[off->col[k] > i] += fabs(off->val[k] / a->diag[i]);
        }
    out->descending = 2 * upper > seen;
    out->one_way = weight[out->descending] >= least_weight * (weight[0] + weight[1]);
}

double structure_between(const struct matrix *a, uint32_t blocks)
{
    const struct csr *off = &a->off;
    const uint32_t step = sample_step(off);
    uint64_t between = 0, seen = 0;
    for (uint64_t i = 0; i < off->rows; i += step)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++, seen++)
            between += i * blocks / off->rows != (uint64_t)off->col[k] * blocks / off->rows;
    return seen ? (double)between / (double)seen : 0;
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

/* Returns the nearest row before row i that it needs, or behind it if `upper`; i if there is none.
 */
static uint32_t nearest(const struct csr *off, uint32_t i, bool upper)
{
    uint64_t low = off->row[i], high = off->row[i + 1];
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (off->col[middle] < i) low = middle + 1;
        else high = middle;
    }
    if (upper) return low < off->row[i + 1] ? off->col[low] : i;
    return low > off->row[i] ? off->col[low - 1] : i;
}

/* A way on which each row needs the next one has a level for each row. Ways to the nearest rows are
 * long where there are many levels. */
static bool is_deep(const struct csr *off)
{
    for (uint32_t climb = 0; climb < 2 * CLIMBS; climb++) {
        const bool upper = climb % 2;
        uint32_t i = (uint32_t)((climb / 2 + 1) * (uint64_t)off->rows / (CLIMBS + 1)), levels = 1;
        for (uint32_t next; levels < DEEP_LEVELS && (next = nearest(off, i, upper)) != i; i = next)
            levels++;
        if (levels == DEEP_LEVELS) return true;
    }
    return false;
}

/* Walks from row i along random entries until a row has none. Returns whether a row came twice.
 * been[j]: the last walk that came to row j. */
static bool walk_returns(const struct csr *off, uint32_t i, uint8_t walk, uint8_t *been,
                         uint32_t *steps)
{
    for (; *steps < MOST_STEPS && off->row[i] < off->row[i + 1]; ++*steps) {
        if (been[i] == walk) return true;
        been[i] = walk;
        i = off->col[off->row[i] +
                     random_below(random_bits(0, 0, *steps), off->row[i + 1] - off->row[i])];
    }
    return false;
}

static enum status walk_often(const struct csr *off, bool *returns)
{
    uint32_t steps = 0;
    uint8_t *been;
    MUST(allocate_zeroed(off->rows, 1, "a walk", &been));
    for (uint8_t walk = 1; walk <= WALKS && !*returns; walk++)
        *returns = walk_returns(off, (uint32_t)random_below(random_bits(1, 0, walk), off->rows),
                                walk, been, &steps);
    free(been);
    return OK;
}

/* *count = rows that can be taken one by one so that nobody who is left needs them. */
static enum status count_unneeded(const struct csr *off, uint32_t *count)
{
    enum status status = OK;
    uint32_t *needed = NULL, *row = NULL;
    *count = 0;
    TRY(allocate_zeroed(off->rows, sizeof *needed, "an order", &needed));
    TRY(allocate(off->rows, sizeof *row, "an order", &row));
    for (uint64_t k = 0; k < off->nnz; k++) needed[off->col[k]]++;
    for (uint32_t i = 0; i < off->rows; i++)
        if (!needed[i]) row[(*count)++] = i;
    for (uint32_t taken = 0; taken < *count; taken++)
        for (uint64_t k = off->row[row[taken]]; k < off->row[row[taken] + 1]; k++)
            if (--needed[off->col[k]] == 0) row[(*count)++] = off->col[k];
out:
    free(needed);
    free(row);
    return status;
}

/* Random walks find most cycles soon. */
static enum status find_cycles(const struct csr *off, bool *acyclic)
{
    bool returns = off->nnz == 0;
    uint32_t count = 0;
    MUST(walk_often(off, &returns));
    if (!returns) MUST(count_unneeded(off, &count));
    *acyclic = !returns && count >= most_alone * off->rows;
    return OK;
}

enum status structure_find(const struct matrix *a, bool cycles, struct structure_facts *out)
{
    const struct csr *off = &a->off;
    *out = (struct structure_facts){0};
    if (off->rows == 0) return OK;
    out->length = (double)off->nnz / off->rows;
    out->longest = longest_row(off);
    sample_rows(a, out);
    out->deep = is_deep(off);
    return cycles ? find_cycles(off, &out->acyclic) : OK;
}

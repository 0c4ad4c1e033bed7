#include "harness/process/diagonals.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Number of entries on each diagonal: entry (i, j) counts at j - i + n - 1. A diagonal has at most
 * n entries. */
struct tally {
    uint32_t *count;
    uint64_t first, last; /* range of the diagonals that have entries, since most of the array is
                             never touched */
};

static void tally_rows(const struct csr *a, struct tally *tally)
{
    for (uint32_t i = 0; i < a->rows; i++) {
        uint64_t begin = a->row[i], end = a->row[i + 1], main = (uint64_t)a->rows - 1 - i;
        if (begin == end) continue;
        if (main + a->col[begin] < tally->first) tally->first = main + a->col[begin];
        if (main + a->col[end - 1] > tally->last) tally->last = main + a->col[end - 1];
        for (uint64_t k = begin; k < end; k++) tally->count[main + a->col[k]]++;
    }
}

/* Sum of the largest counts. */
static uint64_t sum_of_commonest(const struct tally *tally)
{
    uint32_t most[COMMON_DIAGONALS] = {0}; /* descending */
    uint64_t sum = 0;
    for (uint64_t d = tally->first; d <= tally->last; d++) {
        uint32_t count = tally->count[d];
        if (count <= most[COMMON_DIAGONALS - 1]) continue;
        int at = COMMON_DIAGONALS - 1;
        for (; at > 0 && most[at - 1] < count; at--) most[at] = most[at - 1];
        most[at] = count;
    }
    for (int k = 0; k < COMMON_DIAGONALS; k++) sum += most[k];
    return sum;
}

enum status diagonal_share(const struct csr *a, double *out)
{
    *out = NAN;
    if (!a->nnz) return OK;
    struct tally tally = {.first = UINT64_MAX};
    MUST(
        allocate_zeroed(2 * (uint64_t)a->rows - 1, sizeof *tally.count, "diagonals", &tally.count));
    tally_rows(a, &tally);
    *out = (double)sum_of_commonest(&tally) / (double)a->nnz;
    free(tally.count);
    return OK;
}

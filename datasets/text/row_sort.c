/* Insertion sorts of short runs, then merges of neighbouring runs, whose length doubles each time:
 * both are stable. */
#include "datasets/text/row_sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SHORT_RUN = 16 };

static void sort_run(uint64_t length, uint32_t *col, double *val)
{
    for (uint64_t k = 1; k < length; k++) {
        uint32_t c = col[k];
        double v = val[k];
        uint64_t to = k;
        for (; to > 0 && col[to - 1] > c; to--) {
            col[to] = col[to - 1];
            val[to] = val[to - 1];
        }
        col[to] = c;
        val[to] = v;
    }
}

/* Merges the sorted entries 0 .. left - 1 with those from left on. */
static void merge_runs(const struct row_sort *spare, uint64_t left, uint64_t length, uint32_t *col,
                       double *val)
{
    const uint32_t *left_col = memcpy(spare->col, col, left * sizeof *col);
    const double *left_val = memcpy(spare->val, val, left * sizeof *val);
    uint64_t from = 0, right = left;
    for (uint64_t to = 0; from < left; to++) {
        bool take_right = right < length && col[right] < left_col[from];
        col[to] = take_right ? col[right] : left_col[from];
        val[to] = take_right ? val[right++] : left_val[from++];
    }
}

static enum status row_sort_make_room(struct row_sort *spare, uint64_t length)
{
    if (length <= spare->room) return OK;
    MUST(reallocate(&spare->col, 2 * length, sizeof *spare->col, "sorting a row"));
    MUST(reallocate(&spare->val, 2 * length, sizeof *spare->val, "sorting a row"));
    spare->room = 2 * length;
    return OK;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

enum status row_sort(struct row_sort *spare, uint64_t length, uint32_t *col, double *val)
{
    if (length > SHORT_RUN) MUST(row_sort_make_room(spare, length));
    for (uint64_t k = 0; k < length; k += SHORT_RUN)
        sort_run(smaller(length - k, SHORT_RUN), col + k, val + k);
    for (uint64_t width = SHORT_RUN; width < length; width *= 2)
        for (uint64_t k = 0; k + width < length; k += 2 * width)
            merge_runs(spare, width, smaller(length - k, 2 * width), col + k, val + k);
    return OK;
}

void row_sort_free(struct row_sort *spare)
{
    free(spare->col);
    free(spare->val);
    *spare = (struct row_sort){0};
}

#include "tests/support/made/random_band.h"

#include <stdlib.h>

#include "base/random.h"
#include "tests/support/seed.h"

/* Ascending, each once; returns how many. */
static size_t sort_offsets(const int32_t *offset, size_t count, int32_t out[BAND_OFFSETS])
{
    size_t found = 0;
    for (int64_t last = INT64_MIN;;) {
        int64_t next = INT64_MAX;
        for (size_t k = 0; k < count; k++)
            if (offset[k] > last && offset[k] < next) next = offset[k];
        if (next == INT64_MAX) return found;
        out[found++] = (int32_t)next;
        last = next;
    }
}

/* Row i, of this kind. */
static void add_row(struct matrix *a, uint32_t i, uint64_t key, uint32_t kind,
                    const int32_t *offset, size_t count)
{
    uint64_t nnz = a->off.row[i];
    for (size_t k = 0; k < count; k++) {
        const uint64_t bits = random_bits(key, kind, k);
        const int64_t col = (int64_t)i + offset[k];
        if (col < 0 || col >= a->off.rows || offset[k] == 0 || bits % 4 == 0) continue;
        a->off.col[nnz] = (uint32_t)col;
        a->off.val[nnz++] = (double)(bits >> 8 & 0xffff) / 65536 - 0.5;
    }
    a->off.row[i + 1] = nnz;
    a->diag[i] = 3 + (double)kind / 64;
}

struct matrix random_band(uint32_t n, const int32_t *offset, size_t count, uint32_t kinds,
                          uint32_t longest_run)
{
    struct matrix a = {0};
    const uint64_t key = draw(UINT64_MAX);
    int32_t sorted[BAND_OFFSETS];
    count = sort_offsets(offset, count, sorted);
    if (matrix_allocate(n, (uint64_t)n * BAND_OFFSETS, &a) != OK) abort();
    for (uint32_t i = 0, kind = 0, left = 0; i < n; i++) {
        if (longest_run == 0) {
            kind = i % kinds;
        } else if (left-- == 0) {
            kind = (uint32_t)draw(kinds);
            left = (uint32_t)draw(longest_run);
        }
        add_row(&a, i, key, kind, sorted, count);
    }
    a.off.nnz = a.off.row[n];
    return a;
}

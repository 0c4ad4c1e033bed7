#include "solvers/halo.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

/* reads[j] = 1 for the columns of the halo. */
static void mark_columns(const struct csr *off, uint32_t first, uint32_t end, uint8_t *reads)
{
#pragma omp parallel for if (team_once(off->row[end] - off->row[first]))
    for (uint64_t k = off->row[first]; k < off->row[end]; k++) {
        uint32_t j = off->col[k];
        if (j >= first && j < end) continue;
#pragma omp atomic write
        reads[j] = 1;
    }
}

struct marking {
    uint64_t first, end;
    uint8_t *reads;
};

static void mark_column(void *context, uint64_t j, double value)
{
    struct marking *to = context;
    (void)value;
    if (j >= to->first && j < to->end) return;
#pragma omp atomic write
    to->reads[j] = 1;
}

/* Of rows that are not stored. */
static void mark_closed(const struct closed_rows *closed, uint32_t first, uint32_t end,
                        uint8_t *reads)
{
    struct marking to = {first, end, reads};
#pragma omp parallel for if (team_once(end - first))
    for (uint32_t i = first; i < end; i++) closed_row(closed, i, mark_column, &to);
}

enum status halo_build(const struct matrix *a, uint32_t first, uint32_t end, uint32_t **out,
                       uint32_t *count)
{
    enum status status = OK;
    const uint32_t n = (uint32_t)matrix_rows(a);
    uint8_t *reads = NULL;
    uint32_t total = 0, *list = NULL;
    TRY(allocate_zeroed(n, sizeof *reads, "the columns of a part", &reads));
    if (matrix_is_stored(a)) mark_columns(&a->off, first, end, reads);
    else mark_closed(&a->closed, first, end, reads);
    for (uint32_t j = 0; j < n; j++) total += reads[j];
    TRY(allocate(total, sizeof *list, "a halo", &list));
    *count = 0;
    for (uint32_t j = 0; j < n; j++)
        if (reads[j]) list[(*count)++] = j;
out:
    free(reads);
    *out = list;
    return status;
}

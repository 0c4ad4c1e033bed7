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

enum status halo_build(const struct csr *off, uint32_t first, uint32_t end, uint32_t **out,
                       uint32_t *count)
{
    enum status status = OK;
    uint8_t *reads = NULL;
    uint32_t total = 0, *list = NULL;
    TRY(allocate_zeroed(off->n, sizeof *reads, "the columns of a part", &reads));
    mark_columns(off, first, end, reads);
    for (uint32_t j = 0; j < off->n; j++) total += reads[j];
    TRY(allocate(total, sizeof *list, "a halo", &list));
    *count = 0;
    for (uint32_t j = 0; j < off->n; j++)
        if (reads[j]) list[(*count)++] = j;
out:
    free(reads);
    *out = list;
    return status;
}

#include "solvers/halo.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/rows.h"
#include "base/team.h"

/* The rows first .. end - 1, and how far before and after them they may read. reads[j] = 1 for the
 * columns of the halo: first those before, then those after. */
struct marking {
    uint64_t first, end, before, behind;
    uint8_t *reads;
};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void mark(struct marking *to, uint64_t j)
{
    if (j >= to->first && j < to->end) return;
    const uint64_t at = j < to->first ? j + to->before - to->first : j - to->end + to->before;
#pragma omp atomic write
    to->reads[at] = 1;
}

static void mark_row(const struct matrix *a, uint64_t i, struct marking *to)
{
    struct row_reader row;
    row_read(a, i, &row);
    do
        for (uint64_t k = 0; k < row.count; k++) mark(to, row.base + row.col[k]);
    while (row_read_more(&row));
}

/* Looks at the rows that are near enough to an end of the part to read beyond it. */
static void mark_rows(const struct matrix *a, uint64_t reach, struct marking *to)
{
    const uint64_t near = least(reach, to->end - to->first),
                   last = to->end - near > to->first + near ? to->end - near : to->first + near;
#pragma omp parallel if (team_once(near))
    {
#pragma omp for
        for (uint64_t i = to->first; i < to->first + near; i++) mark_row(a, i, to);
#pragma omp for
        for (uint64_t i = last; i < to->end; i++) mark_row(a, i, to);
    }
}

enum status halo_build(const struct matrix *a, uint64_t first, uint64_t end, uint64_t **out,
                       uint64_t *count)
{
    enum status status = OK;
    const uint64_t n = matrix_rows(a), reach = matrix_is_stored(a) ? n : closed_reach(&a->closed);
    struct marking to = {first, end, least(first, reach), least(n - end, reach), NULL};
    const uint64_t marks = to.before + to.behind;
    uint64_t total = 0, *list = NULL;
    TRY(allocate_zeroed(marks, sizeof *to.reads, "the columns of a part", &to.reads));
    mark_rows(a, reach, &to);
    for (uint64_t k = 0; k < marks; k++) total += to.reads[k];
    TRY(allocate(total, sizeof *list, "a halo", &list));
    *count = 0;
    for (uint64_t k = 0; k < marks; k++)
        if (to.reads[k])
            list[(*count)++] = k < to.before ? first - to.before + k : end + k - to.before;
out:
    free(to.reads);
    *out = list;
    return status;
}

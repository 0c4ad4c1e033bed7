#include "solvers/layouts/owners.h"

#include "base/team.h"
#include "solvers/solve.h"

/* The mark of the rows from `first` on. */
static struct owner_mark mark_at(const struct matrix *a, uint32_t first)
{
    uint32_t unknown = group_of_row(a, first);
    if (a->group[unknown] < first) unknown++;
    struct owner_mark mark = {.before = unknown - 1};
    for (; unknown < a->ngroups && a->group[unknown] - first < OWNER_GROUP; unknown++)
        mark.begins |= 1u << (a->group[unknown] - first);
    return mark;
}

enum status owners_build(const struct matrix *a, int index, struct stored *out)
{
    struct owner_mark *mark;
    const uint32_t n = a->off.rows,
                   marks = (uint32_t)(((uint64_t)n + OWNER_GROUP - 1) / OWNER_GROUP);
    if (!a->group) return OK;
    MUST(stored_array(out, index, marks, sizeof *mark, &mark));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t k = 0; k < marks; k++) mark[k] = mark_at(a, k * OWNER_GROUP);
    return OK;
}

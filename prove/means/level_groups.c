#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means/levels.h"
#include "prove/means/sweeps.h"

/* Rows unite where the flow between them is at least this share of the largest. */
static const double strong = 0.25;

static const char what[] = "a proof's levels";

void level_free_groups(struct level *level)
{
    free(level->group);
    free(level->start);
    free(level->member);
    level->group = level->start = level->member = NULL;
}

static bool is_alone(const struct level *level, uint32_t i)
{
    return level->a.off.row[i] == level->a.off.row[i + 1];
}

uint64_t level_parts(const struct level *level)
{
    return team_once(level->a.off.nnz + level->a.off.n) ? (uint64_t)omp_get_max_threads() : 1;
}

/* What flows from i along entry k, as a share of what leaves one of both ends. */
static double flow(const struct level *level, uint32_t i, uint64_t k)
{
    const uint32_t j = level->a.off.col[k];
    const double *w = level->share, *diag = level->a.diag;
    return -level->a.off.val[k] * w[i] / fmin(w[i] * diag[i], w[j] * diag[j]);
}

/* Of the rows that i leads to, the one with the largest flow which is still free, or which has a
 * group; NO_GROUP: none, or its flow is weak. */
static uint32_t neighbour(const struct level *level, uint32_t i, uint32_t first, uint32_t end,
                          bool is_free)
{
    const struct csr *off = &level->a.off;
    double best = 0, largest = 0;
    uint32_t found = NO_GROUP;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        const uint32_t j = off->col[k];
        if (is_alone(level, j)) continue;
        const double here = flow(level, i, k);
        largest = fmax(largest, here);
        if (j < first || j >= end || (level->group[j] == NO_GROUP) != is_free) continue;
        if (here > best) best = here, found = j;
    }
    return best >= strong * largest ? found : NO_GROUP;
}

/* Groups of rows first .. end - 1, numbered from 0: each is a walk along the largest flows. Returns
 * how many there are. */
static uint32_t walk(struct level *level, uint32_t first, uint32_t end)
{
    uint32_t groups = 0;
    for (uint32_t begin = first; begin < end; begin++) {
        uint32_t i = begin, next;
        int rows = 1;
        if (level->group[begin] != NO_GROUP || is_alone(level, begin)) continue;
        level->group[begin] = groups;
        for (; rows < LEVEL_GROUP; rows++) {
            next = neighbour(level, i, first, end, true);
            if (next == NO_GROUP) break;
            level->group[next] = groups;
            i = next;
        }
        level->group[begin] = NO_GROUP; /* not its own neighbour */
        next = rows == 1 ? neighbour(level, begin, first, end, false) : NO_GROUP;
        level->group[begin] = next == NO_GROUP ? groups++ : level->group[next];
    }
    return groups;
}

/* The members of groups `from` .. `to` - 1, which are rows first .. end - 1, from `at` on. */
static void list_members(struct level *level, uint32_t first, uint32_t end, uint32_t from,
                         uint32_t to, uint32_t at)
{
    uint32_t *start = level->start;
    for (uint32_t g = from; g < to; g++) start[g] = 0;
    for (uint32_t i = first; i < end; i++)
        if (level->group[i] != NO_GROUP) start[level->group[i] += from]++;
    for (uint32_t g = from; g < to; g++) {
        at += start[g];
        start[g] = at;
    }
    for (uint32_t i = end; i-- > first;)
        if (level->group[i] != NO_GROUP) level->member[--start[level->group[i]]] = i;
}

static uint32_t count_grouped(const struct level *level, uint32_t first, uint32_t end)
{
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) count += level->group[i] != NO_GROUP;
    return count;
}

/* Groups before each part, and rows in them. */
struct before {
    uint32_t groups, rows;
};

static enum status make_groups(struct level *level, struct before *before, uint64_t parts,
                               uint32_t *count)
{
    const uint32_t n = level->a.off.n;
    MUST(allocate(n, sizeof *level->group, what, &level->group));
    memset(level->group, 0xff, n * sizeof *level->group);
#pragma omp parallel for schedule(static, 1) if (parts > 1)
    for (uint64_t p = 0; p < parts; p++) {
        uint32_t first, end;
        rows_of_part(n, p, parts, &first, &end);
        before[p + 1].groups = walk(level, first, end);
        before[p + 1].rows = count_grouped(level, first, end);
    }
    for (uint64_t p = 0; p < parts; p++) {
        before[p + 1].groups += before[p].groups;
        before[p + 1].rows += before[p].rows;
    }
    *count = before[parts].groups;
    MUST(allocate(*count + (size_t)1, sizeof *level->start, what, &level->start));
    MUST(allocate(n, sizeof *level->member, what, &level->member));
#pragma omp parallel for schedule(static, 1) if (parts > 1)
    for (uint64_t p = 0; p < parts; p++) {
        uint32_t first, end;
        rows_of_part(n, p, parts, &first, &end);
        list_members(level, first, end, before[p].groups, before[p + 1].groups, before[p].rows);
    }
    level->start[*count] = before[parts].rows;
    return OK;
}

enum status level_group(struct level *level, uint32_t *count)
{
    const uint64_t parts = level_parts(level);
    struct before *before;
    MUST(allocate_zeroed(parts + 1, sizeof *before, what, &before));
    const enum status status = make_groups(level, before, parts, count);
    free(before);
    return status;
}

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/means/levels.h"

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

/* Flow from i along entry k, divided by the smaller total flow out of its two ends. */
static double flow(const struct level *level, uint32_t i, uint64_t k)
{
    const uint32_t j = level->a.off.col[k];
    const double *w = level->share, *diag = level->a.diag;
    return -level->a.off.val[k] * w[i] / fmin(w[i] * diag[i], w[j] * diag[j]);
}

/* Among the successors of i, returns the one with the largest flow that has no group (is_free) or
 * has a group (not is_free). NO_GROUP: there is none, or its flow is weak. */
static uint32_t neighbour(const struct level *level, uint32_t i, bool is_free)
{
    const struct csr *off = &level->a.off;
    double best = 0, largest = 0;
    uint32_t found = NO_GROUP;
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        const uint32_t j = off->col[k];
        if (is_alone(level, j)) continue;
        const double here = flow(level, i, k);
        largest = fmax(largest, here);
        if ((level->group[j] == NO_GROUP) == is_free && here > best) best = here, found = j;
    }
    return best >= strong * largest ? found : NO_GROUP;
}

/* Makes groups, each of them a walk along the largest flows, and returns their number. One thread
 * does this: several would make bad groups where they meet, and need twice the iterations. */
static uint32_t make_groups(struct level *level)
{
    uint32_t groups = 0;
    for (uint32_t begin = 0; begin < level->a.off.n; begin++) {
        uint32_t i = begin, next;
        int rows = 1;
        if (level->group[begin] != NO_GROUP || is_alone(level, begin)) continue;
        level->group[begin] = groups;
        for (; rows < LEVEL_GROUP && (next = neighbour(level, i, true)) != NO_GROUP; rows++) {
            level->group[next] = groups;
            i = next;
        }
        level->group[begin] = NO_GROUP; /* not its own neighbour */
        next = rows == 1 ? neighbour(level, begin, false) : NO_GROUP;
        level->group[begin] = next == NO_GROUP ? groups++ : level->group[next];
    }
    return groups;
}

static void list_members(struct level *level, uint32_t count)
{
    uint32_t *start = level->start, at = 0;
    for (uint32_t i = 0; i < level->a.off.n; i++)
        if (level->group[i] != NO_GROUP) start[level->group[i]]++;
    for (uint32_t g = 0; g < count; g++) start[g] = at += start[g];
    start[count] = at;
    for (uint32_t i = level->a.off.n; i-- > 0;)
        if (level->group[i] != NO_GROUP) level->member[--start[level->group[i]]] = i;
}

enum status level_group(struct level *level, uint32_t *count)
{
    const uint32_t n = level->a.off.n;
    MUST(allocate(n, sizeof *level->group, what, &level->group));
    memset(level->group, 0xff, n * sizeof *level->group);
    *count = make_groups(level);
    MUST(allocate_zeroed(*count + (size_t)1, sizeof *level->start, what, &level->start));
    MUST(allocate(n, sizeof *level->member, what, &level->member));
    list_members(level, *count);
    return OK;
}

#include "solvers/schedule.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"

static void raise_to(uint32_t *level, uint32_t least)
{
    if (*level < least) *level = least;
}

/* Finds level[i] for every row. Returns the number of levels. An entry above the diagonal passes
 * the level on to the later row. */
static uint32_t find_levels(const struct csr *off, uint32_t *level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < off->rows; i++) {
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            if (off->col[k] < i) raise_to(&level[i], level[off->col[k]] + 1);
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            if (off->col[k] > i) raise_to(&level[off->col[k]], level[i] + 1);
        raise_to(&count, level[i] + 1);
    }
    return count;
}

/* Makes the steps; replaces the size of each level by its step. */
static void group_levels(uint32_t nlevels, uint32_t *level, struct schedule *out)
{
    for (uint32_t l = 0; l < nlevels; l++) {
        bool wide = level[l] >= SCHEDULE_WIDE;
        if (wide || out->nsteps == 0 || out->wide[out->nsteps - 1]) out->wide[out->nsteps++] = wide;
        level[l] = out->nsteps - 1;
    }
}

/* Makes a step of each level, and the runs; replaces the size of each level by its step. */
static void run_levels(uint32_t nlevels, uint32_t *level, struct schedule *out)
{
    bool in_run = false;
    for (uint32_t l = 0; l < nlevels; l++) {
        bool wide = level[l] >= SCHEDULE_WIDE;
        if (wide || !in_run) out->run[out->nruns++].step = l;
        in_run = !wide;
        level[l] = l;
    }
    out->nsteps = nlevels;
    out->run[out->nruns].step = nlevels;
}

/* Sorts the rows by their steps (counting sort). */
static void schedule_sort_rows(const uint32_t *level, const uint32_t *step_of, struct schedule *out)
{
    for (uint32_t i = 0; i < out->n; i++) out->start[step_of[level[i]] + 1]++;
    for (uint32_t s = 0; s < out->nsteps; s++) out->start[s + 1] += out->start[s];
    for (uint32_t i = 0; i < out->n; i++) out->row[out->start[step_of[level[i]]]++] = i;
    for (uint32_t s = out->nsteps; s > 0; s--) out->start[s] = out->start[s - 1];
    out->start[0] = 0;
}

/* Sets the members that follow from the starts. */
static void schedule_finish(struct schedule *out)
{
    for (uint32_t s = 0; s < out->nsteps; s++)
        raise_to(&out->widest, out->start[s + 1] - out->start[s]);
    for (uint32_t r = 0; out->run && r <= out->nruns; r++)
        out->run[r].at = out->start[out->run[r].step];
}

enum status schedule_build(const struct csr *off, enum schedule_kind kind, struct schedule *out)
{
    enum status status = OK;
    uint32_t *level = NULL, *step_of = NULL;
    *out = (struct schedule){.n = off->rows};
    TRY(allocate_zeroed(off->rows, sizeof *level, "a schedule", &level));
    uint32_t nlevels = find_levels(off, level);
    TRY(allocate_zeroed(nlevels, sizeof *step_of, "a schedule", &step_of));
    TRY(allocate_zeroed((size_t)nlevels + 1, sizeof *out->start, "a schedule", &out->start));
    TRY(allocate(off->rows, sizeof *out->row, "a schedule", &out->row));
    if (kind == BY_THREAD) TRY(allocate(nlevels, sizeof *out->wide, "a schedule", &out->wide));
    else TRY(allocate((size_t)nlevels + 1, sizeof *out->run, "a schedule", &out->run));
    for (uint32_t i = 0; i < off->rows; i++) step_of[level[i]]++;
    if (kind == BY_THREAD) group_levels(nlevels, step_of, out);
    else run_levels(nlevels, step_of, out);
    schedule_sort_rows(level, step_of, out);
    schedule_finish(out);
out:
    free(level);
    free(step_of);
    if (status != OK) schedule_free(out);
    return status;
}

/* Times on an H200 in ns, measured (docs/notebook/sweeps.md): of a level with its barrier, of a row
 * in it, and of a launch. */
static const struct {
    double level, row;
} team_time[NLEVEL_TEAMS] = {
    [TEAM_BLOCK] = {900, 2.7}, [TEAM_CLUSTER] = {1750, 0.33}, [TEAM_GRID] = {2500, 0.065}};
static const double launch_time = 2000;

/* Adds a level to the shortest walks that end with each team: time[t] is the time of the walk, and
 * *before gets two bits for each t, the team of the level before. */
static void walk_on(uint32_t rows, unsigned teams, double time[NLEVEL_TEAMS], uint8_t *before)
{
    int best = 0;
    *before = 0;
    for (int t = 1; t < NLEVEL_TEAMS; t++)
        if (time[t] < time[best]) best = t;
    const double least = time[best];
    for (int t = 0; t < NLEVEL_TEAMS; t++) {
        const int from = time[t] <= least + launch_time ? t : best;
        time[t] = from == t ? time[t] : least + launch_time;
        time[t] += teams >> t & 1 ? team_time[t].level + rows * team_time[t].row : INFINITY;
        *before |= (uint8_t)(from << 2 * t);
    }
}

/* Joins a level to the last part, or begins a part. */
static void add_level(struct schedule_part *part, uint32_t *nparts, uint32_t level, uint32_t rows,
                      enum level_team team)
{
    if (*nparts == 0 || part[*nparts - 1].team != team)
        part[(*nparts)++] = (struct schedule_part){.first = level, .team = team};
    part[*nparts - 1].end = level + 1;
    raise_to(&part[*nparts - 1].widest, rows);
}

enum status schedule_parts(uint32_t nlevels, const uint32_t *start, unsigned teams,
                           struct schedule_part **part, uint32_t *nparts)
{
    enum status status = OK;
    double time[NLEVEL_TEAMS] = {0};
    uint8_t *team = NULL; /* at first those before (walk_on), then the team of each level */
    int last = 0;
    *part = NULL;
    *nparts = 0;
    if (nlevels == 0) return OK;
    TRY(allocate(nlevels, sizeof *team, "parts of levels", &team));
    for (uint32_t l = 0; l < nlevels; l++) walk_on(start[l + 1] - start[l], teams, time, &team[l]);
    for (int t = 1; t < NLEVEL_TEAMS; t++)
        if (time[t] < time[last]) last = t;
    for (uint32_t l = nlevels; l-- > 0;) {
        const int before = team[l] >> 2 * last & 3;
        team[l] = (uint8_t)last;
        last = before;
    }
    uint32_t count = 1;
    for (uint32_t l = 1; l < nlevels; l++) count += team[l] != team[l - 1];
    TRY(allocate_zeroed(count, sizeof **part, "parts of levels", part));
    for (uint32_t l = 0; l < nlevels; l++)
        add_level(*part, nparts, l, start[l + 1] - start[l], team[l]);
out:
    free(team);
    return status;
}

enum status schedule_store_rows(struct schedule *schedule, uint32_t **sequence)
{
    MUST(schedule_parts(schedule->nsteps, schedule->start, ALL_TEAMS, &schedule->part,
                        &schedule->nparts));
    *sequence = schedule->row;
    schedule->row = NULL;
    free(schedule->run);
    schedule->run = NULL;
    return OK;
}

void schedule_free(struct schedule *schedule)
{
    free(schedule->start);
    free(schedule->row);
    free(schedule->wide);
    free(schedule->run);
    free(schedule->part);
    *schedule = (struct schedule){0};
}

size_t schedule_bytes(const struct schedule *schedule)
{
    const size_t word = sizeof(uint32_t);
    if (!schedule->start) return 0;
    if (!schedule->row) return (schedule->nsteps + (size_t)1) * word;
    size_t marks = schedule->run ? (schedule->nruns + (size_t)1) * sizeof *schedule->run
                                 : schedule->nsteps * sizeof *schedule->wide;
    return (schedule->n + schedule->nsteps + (size_t)1) * word + marks;
}

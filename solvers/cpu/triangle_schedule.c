#include "solvers/cpu/triangle_schedule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

const uint32_t triangle_shifts[NSHIFTS] = {8, 6, 0};

/* Time of a row if blocks are taken level by level, divided by its time if rows are taken one after
 * the other. Measured (docs/notebook/ilu.md). Blocks of single rows lie apart in memory. */
static const double slower[NSHIFTS] = {1 / 0.85, 1 / 0.7, 1 / 0.25};

enum {
    GLIMPSE = 8,   /* share of the blocks that are looked at before the search gives up: one of
                      so many */
    ROWS_APART = 8 /* number of threads from which on blocks of one row may be faster */
};

static const double row_time = 2.5e-9; /* s, for one thread */
static const double least_gain = 1.1;  /* smallest gain that is worth a team of threads */

static uint32_t blocks_of(uint32_t n, uint32_t shift)
{
    return (uint32_t)(((uint64_t)n + (1u << shift) - 1) >> shift);
}

static uint32_t finest_shift(uint32_t threads)
{
    return triangle_shifts[threads >= ROWS_APART || team_always ? NSHIFTS - 1 : NSHIFTS - 2];
}

enum status triangle_schedule_create(uint32_t n, bool upper, uint32_t threads,
                                     struct triangle_schedule *out)
{
    enum status status = OK;
    static const char what[] = "a schedule";
    const uint32_t most = blocks_of(n, finest_shift(threads));
    *out = (struct triangle_schedule){.n = n, .upper = upper, .threads = threads, .most = most};
    TRY(allocate_large((size_t)most + 1, sizeof *out->start, what, &out->start));
    TRY(allocate_large(most, sizeof *out->block, what, &out->block));
    TRY(allocate_large(most, sizeof *out->wide, what, &out->wide));
    TRY(allocate_large(most, sizeof *out->level, what, &out->level));
    TRY(allocate_large(most, sizeof *out->width, what, &out->width));
out:
    if (status != OK) triangle_schedule_free(out);
    return status;
}

void triangle_schedule_free(struct triangle_schedule *s)
{
    free(s->start);
    free(s->block);
    free(s->wide);
    free(s->level);
    free(s->width);
    *s = (struct triangle_schedule){0};
}

/* Returns one more than the highest level of the blocks that block b reads. Entries of the other
 * triangle and of the block itself count as block b, whose level is set to UINT32_MAX, one below 0,
 * so that no branch is needed. */
static uint32_t block_level(const struct csr *off, const struct triangle_schedule *s, uint32_t b)
{
    const uint32_t shift = s->shift, first = b << shift,
                   count = s->n - first < 1u << shift ? s->n - first : 1u << shift;
    const uint32_t *col = off->col + off->row[first], *end = off->col + off->row[first + count];
    uint32_t *const level = s->level, most = 0;
    level[b] = UINT32_MAX;
    for (; col < end; col++) {
        const uint32_t at = *col >> shift, read = (at > b) == s->upper ? at : b,
                       next = level[read] + 1;
        most = next > most ? next : most;
    }
    return most;
}

/* Finds level, width (number of blocks of each level) and nlevels. Returns false if the first
 * blocks show that the gain of threads would be below `least`. */
static bool find_levels(const struct csr *off, double least, struct triangle_schedule *s)
{
    const uint32_t count = blocks_of(s->n, s->shift);
    s->nlevels = 0;
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t b = s->upper ? count - 1 - k : k;
        s->level[b] = block_level(off, s, b);
        while (s->nlevels <= s->level[b]) s->width[s->nlevels++] = 0;
        s->width[s->level[b]]++;
        if (k == count / GLIMPSE && k < least * s->nlevels) return false;
    }
    return true;
}

/* Returns whether a level of so many blocks is worth a meeting of all threads. */
static bool is_wide(const struct triangle_schedule *s, uint32_t width)
{
    const double rows = (double)width * (1u << s->shift);
    if (width < 2) return false;
    return team_always || rows - rows / s->threads > s->barrier;
}

/* Returns the predicted time of one thread divided by that of the schedule. */
static double predict(const struct triangle_schedule *s, double factor)
{
    double rows = 0;
    bool narrow = false;
    for (uint32_t l = 0; l < s->nlevels; l++) {
        const uint32_t width = s->width[l];
        const bool wide = is_wide(s, width);
        const uint32_t turns = wide ? (width + s->threads - 1) / s->threads : width;
        rows += factor * turns * (1u << s->shift);
        if (wide || !narrow) rows += s->barrier;
        narrow = !wide;
    }
    return s->n / rows;
}

/* Makes the steps; replaces the width of each level by its step. */
static void join_levels(struct triangle_schedule *s)
{
    uint32_t blocks = 0;
    s->nsteps = 0;
    for (uint32_t l = 0; l < s->nlevels; l++) {
        const uint32_t width = s->width[l];
        const bool wide = is_wide(s, width);
        if (wide || s->nsteps == 0 || s->wide[s->nsteps - 1]) {
            s->start[s->nsteps] = blocks;
            s->wide[s->nsteps++] = wide;
        }
        s->width[l] = s->nsteps - 1;
        blocks += width;
    }
    s->start[s->nsteps] = blocks;
}

/* Sorts the blocks by their steps (counting sort). */
static void sort_blocks(struct triangle_schedule *s)
{
    const uint32_t count = blocks_of(s->n, s->shift);
    for (uint32_t k = 0; k < count; k++) {
        const uint32_t b = s->upper ? count - 1 - k : k;
        s->block[s->start[s->width[s->level[b]]]++] = b;
    }
    memmove(s->start + 1, s->start, s->nsteps * sizeof *s->start);
    s->start[0] = 0;
}

static void make_steps(struct triangle_schedule *s)
{
    join_levels(s);
    sort_blocks(s);
}

void triangle_schedule_build(const struct csr *off, uint32_t shift, struct triangle_schedule *s)
{
    s->shift = shift;
    find_levels(off, 0, s);
    make_steps(s);
}

/* Each try is a pass over the matrix; the first one that is good enough is taken. */
void triangle_schedule_find(const struct csr *off, double barrier, struct triangle_schedule *s)
{
    const double enough = fmax(least_gain, 0.5 * s->threads);
    double best = 0;
    int chosen = 0, at = -1;
    s->nsteps = 0;
    s->gain = 1;
    s->barrier = barrier / row_time;
    if (s->n == 0 || s->threads < 2) return;
    for (int k = 0; k < NSHIFTS && blocks_of(s->n, triangle_shifts[k]) <= s->most; k++) {
        s->shift = triangle_shifts[at = k];
        if (!find_levels(off, team_always ? 0 : least_gain * slower[k], s)) continue;
        const double gain = predict(s, slower[k]);
        if (gain > best) chosen = k, best = gain;
        if (best >= enough) break;
    }
    s->gain = best;
    if (best < least_gain && !team_always) return;
    if (chosen == at) make_steps(s);
    else triangle_schedule_build(off, triangle_shifts[chosen], s);
}

#include "analysis/statistics/resample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/effective_samples.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/random.h"

enum { SEED = 20120330 };

/* A set of samples prepared for the bootstrap: values ascending, each with its block. */
struct drawn {
    const struct timings *blocks;
    double *ascending;
    uint32_t *block; /* for each ascending value */
    uint32_t *times; /* how often each block was drawn */
};

struct valued {
    double value;
    uint32_t block;
};

static void drawn_free(struct drawn *drawn)
{
    free(drawn->ascending);
    free(drawn->block);
    free(drawn->times);
}

static enum status drawn_make(const struct timings *blocks, struct drawn *out)
{
    enum status status = OK;
    struct valued *all = NULL;
    *out = (struct drawn){.blocks = blocks};
    TRY(allocate(blocks->count, sizeof *all, "the bootstrap", &all));
    TRY(allocate(blocks->count, sizeof *out->ascending, "the bootstrap", &out->ascending));
    TRY(allocate(blocks->count, sizeof *out->block, "the bootstrap", &out->block));
    TRY(allocate(blocks->nblocks, sizeof *out->times, "the bootstrap", &out->times));
    for (size_t b = 0; b < blocks->nblocks; b++)
        for (size_t k = blocks->block[b]; k < blocks->block[b + 1]; k++)
            all[k] = (struct valued){blocks->value[k], (uint32_t)b};
    qsort(all, blocks->count, sizeof *all, compare_doubles);
    for (size_t k = 0; k < blocks->count; k++) {
        out->ascending[k] = all[k].value;
        out->block[k] = all[k].block;
    }
out:
    free(all);
    return status;
}

/* Draws processes by one stream of random numbers, and blocks of each by another; returns the
 * number of drawn values. */
static size_t draw_blocks(struct drawn *drawn, uint64_t processes, uint64_t stream)
{
    const struct timings *blocks = drawn->blocks;
    uint64_t counter = blocks->nprocesses;
    size_t values = 0;
    memset(drawn->times, 0, blocks->nblocks * sizeof *drawn->times);
    for (size_t k = 0; k < blocks->nprocesses; k++) {
        size_t p = random_below(random_bits(SEED, processes, k), blocks->nprocesses);
        size_t first = blocks->process[p], count = blocks->process[p + 1] - first;
        for (size_t j = 0; j < count; j++) {
            size_t b = first + random_below(random_bits(SEED, stream, counter++), count);
            drawn->times[b]++;
            values += blocks->block[b + 1] - blocks->block[b];
        }
    }
    return values;
}

static double resampled_median(struct drawn *drawn, uint64_t processes, uint64_t stream)
{
    size_t count = draw_blocks(drawn, processes, stream), low = 0,
           seen = drawn->times[drawn->block[0]];
    while (seen <= (count - 1) / 2) seen += drawn->times[drawn->block[++low]];
    size_t high = low;
    while (seen <= count / 2) seen += drawn->times[drawn->block[++high]];
    return 0.5 * (drawn->ascending[low] + drawn->ascending[high]);
}

static bool same_shape(const struct timings *a, const struct timings *b)
{
    return a->nprocesses == b->nprocesses && a->nblocks == b->nblocks &&
           !memcmp(a->process, b->process, (a->nprocesses + 1) * sizeof *a->process);
}

enum status median_ratio(const struct timings *base, const struct timings *fresh, bool paired,
                         uint64_t stream, double *logs, struct ratio *out)
{
    enum status status = OK;
    struct drawn before = {0}, after = {0};
    double ratio[RATIO_RESAMPLES];
    paired = paired && base->nprocesses == fresh->nprocesses;
    const uint64_t processes = paired ? 0 : 1, blocks = paired && same_shape(base, fresh) ? 0 : 1;
    TRY(drawn_make(base, &before));
    TRY(drawn_make(fresh, &after));
    for (uint64_t r = 0; r < RATIO_RESAMPLES; r++) {
        uint64_t draw = 2 * (stream * RATIO_RESAMPLES + r);
        ratio[r] = resampled_median(&after, draw + processes, draw + blocks) /
                   resampled_median(&before, draw, draw);
        if (logs) logs[r] = log(ratio[r]);
    }
    sort_numbers(RATIO_RESAMPLES, ratio);
    out->low = sorted_quantile(RATIO_RESAMPLES, ratio, 0.025);
    out->high = sorted_quantile(RATIO_RESAMPLES, ratio, 0.975);
    out->ratio = sorted_quantile(fresh->count, after.ascending, 0.5) /
                 sorted_quantile(base->count, before.ascending, 0.5);
out:
    drawn_free(&before);
    drawn_free(&after);
    return status;
}

/* Blocks */

bool timings_positive(const struct timings *timings)
{
    for (size_t k = 0; k < timings->count; k++)
        if (!(timings->value[k] > 0 && isfinite(timings->value[k]))) return false;
    return timings->count > 0;
}

void timings_free(struct timings *blocks)
{
    free(blocks->value);
    free(blocks->block);
    free(blocks->process);
    *blocks = (struct timings){0};
}

/* Longest piece of a visit; the whole visit if there are enough visits. */
static size_t piece_length(const struct timings *visits)
{
    size_t longest = (size_t)lround(cbrt((double)visits->count)),
           most = visits->count / ENOUGH_BLOCKS;
    if (visits->nblocks >= ENOUGH_BLOCKS) return visits->count;
    if (longest > most) longest = most;
    return longest ? longest : 1;
}

/* Length of blocks at which neighbours hardly depend on each other. */
static double needed_length(double count, double effective)
{
    return fmax(1, round(2 * (count / effective - 1)));
}

static size_t possible_length(size_t count, double effective)
{
    double needed = needed_length((double)count, effective),
           most = floor((double)count / FEWEST_BLOCKS);
    return (size_t)fmax(1, fmin(needed, most));
}

/* Cuts values first .. end - 1 into blocks of nearly equal length. */
static void cut_evenly(size_t first, size_t end, size_t pieces, struct timings *out)
{
    for (size_t k = 0; k < pieces; k++)
        out->block[out->nblocks++] = first + (end - first) * k / pieces;
}

static void cut_visits(const struct timings *visits, size_t process, size_t longest,
                       struct timings *out)
{
    for (size_t v = visits->process[process]; v < visits->process[process + 1]; v++) {
        size_t count = visits->block[v + 1] - visits->block[v];
        cut_evenly(visits->block[v], visits->block[v + 1], (count + longest - 1) / longest, out);
    }
}

static void cut_process(const struct timings *visits, size_t process, size_t shortest,
                        struct timings *out)
{
    size_t first = visits->block[visits->process[process]],
           end = visits->block[visits->process[process + 1]];
    cut_evenly(first, end, end - first < 2 * shortest ? 1 : (end - first) / shortest, out);
}

enum status timings_cut(const struct timings *visits, struct timings *out)
{
    enum status status = OK;
    const size_t longest = piece_length(visits);
    *out = (struct timings){.count = visits->count, .nprocesses = visits->nprocesses};
    TRY(allocate(visits->count, sizeof *out->value, "samples", &out->value));
    TRY(allocate(visits->count + 1, sizeof *out->block, "samples", &out->block));
    TRY(allocate(visits->nprocesses + 1, sizeof *out->process, "samples", &out->process));
    memcpy(out->value, visits->value, visits->count * sizeof *out->value);
    TRY(effective_count(out->count, out->value, &out->effective));
    const size_t shortest = possible_length(out->count, out->effective);
    const bool joined = shortest > longest || shortest * visits->nblocks > out->count;
    for (size_t p = 0; p < visits->nprocesses; p++) {
        out->process[p] = out->nblocks;
        if (joined) cut_process(visits, p, shortest, out);
        else cut_visits(visits, p, longest, out);
    }
    out->process[out->nprocesses] = out->nblocks;
    out->block[out->nblocks] = out->count;
out:
    if (status != OK) timings_free(out);
    return status;
}

bool timings_independent(const struct timings *blocks)
{
    const double needed = needed_length((double)blocks->count, blocks->effective);
    return (double)possible_length(blocks->count, blocks->effective) >= needed ||
           blocks->nprocesses >= FEWEST_BLOCKS;
}

/* Distance from the first quartile to the third, as a share of the first. */
static enum status range_of(const struct timings *timings, double *out)
{
    double *ascending;
    MUST(sorted_copy(timings->count, timings->value, &ascending));
    const double first = sorted_quantile(timings->count, ascending, 0.25);
    *out = sorted_quantile(timings->count, ascending, 0.75) / first - 1;
    free(ascending);
    return OK;
}

enum status ratio_widen(const struct timings *base, const struct timings *fresh, struct ratio *out)
{
    const size_t least = base->count < fresh->count ? base->count : fresh->count;
    double before, after;
    if (timings_independent(base) && timings_independent(fresh)) return OK;
    MUST(range_of(base, &before));
    MUST(range_of(fresh, &after));
    const double further = drift_unseen(least, hypot(before, after));
    out->low /= further;
    out->high *= further;
    return OK;
}

enum status timings_block_medians(const struct timings *blocks, double *out)
{
    double *values;
    MUST(allocate(blocks->count, sizeof *values, "statistics", &values));
    memcpy(values, blocks->value, blocks->count * sizeof *values);
    for (size_t b = 0; b < blocks->nblocks; b++) {
        size_t first = blocks->block[b], count = blocks->block[b + 1] - first;
        out[b] = sort_to_median(count, values + first);
    }
    free(values);
    return OK;
}

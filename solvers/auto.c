#include "solvers/auto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/balanced.h"
#include "solvers/delta16.h"
#include "solvers/msr.h"
#include "solvers/pattern.h"
#include "solvers/sdia.h"
#include "solvers/simd.h"
#include "solvers/solve.h"

struct pair {
    int64_t offset;
    uint64_t value;
};

static uint64_t bits_of(enum precision precision, double value)
{
    uint64_t bits = 0;
    float narrow = (float)value;
    if (precision == F32) memcpy(&bits, &narrow, sizeof narrow);
    else memcpy(&bits, &value, sizeof value);
    return bits;
}

static int compare_pairs(const void *a_, const void *b_)
{
    const struct pair *a = a_, *b = b_;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

static uint32_t count_pairs(const struct matrix *a, enum precision precision, uint32_t first, uint32_t end)
{
    struct pair pair[AUTO_LONG];
    uint64_t entries = a->off.row[end] - a->off.row[first];
    uint32_t count = 0, distinct = 0;
    if (entries > AUTO_LONG) return entries < UINT32_MAX ? (uint32_t)entries : UINT32_MAX;
    for (uint32_t i = first; i < end; i++)
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            pair[count++] = (struct pair){(int64_t)a->off.col[k] - i, bits_of(precision, a->off.val[k])};
    qsort(pair, count, sizeof *pair, compare_pairs);
    for (uint32_t k = 0; k < count; k++) distinct += k == 0 || compare_pairs(&pair[k - 1], &pair[k]) != 0;
    return distinct;
}

/* Whether row i is the row before it, one further. */
static bool repeats(const struct matrix *a, enum precision precision, uint32_t i)
{
    uint64_t here = a->off.row[i], before = a->off.row[i - 1], length = a->off.row[i + 1] - here;
    if (here - before != length || bits_of(precision, a->diag[i]) != bits_of(precision, a->diag[i - 1])) return false;
    for (uint64_t k = 0; k < length; k++)
        if (a->off.col[here + k] != a->off.col[before + k] + 1 ||
            bits_of(precision, a->off.val[here + k]) != bits_of(precision, a->off.val[before + k]))
            return false;
    return true;
}

static uint32_t count_in_runs(const struct matrix *a, enum precision precision, uint32_t first, uint32_t end)
{
    uint32_t count = 0, run;
    for (uint32_t i = first; i < end; i += run) {
        for (run = 1; i + run < end && repeats(a, precision, i + run); run++) continue;
        if (run >= AUTO_RUN) count += run;
    }
    return count;
}

struct structure structure_of(const struct matrix *a, enum precision precision)
{
    const uint32_t n = a->off.n, slices = (uint32_t)(((uint64_t)n + AUTO_SLICE - 1) / AUTO_SLICE);
    const uint32_t stride = slices / AUTO_SLICES + 1;
    uint64_t seen = 0, rows = 0, pairs = 0, in_runs = 0, entries = 0, scaled = 0;
#pragma omp parallel for schedule(static) reduction(+ : seen, rows, pairs, in_runs, entries, scaled)
    for (uint32_t s = 0; s < slices; s += stride) {
        uint32_t first = s * AUTO_SLICE, end = n - first < AUTO_SLICE ? n : first + AUTO_SLICE;
        seen++;
        rows += end - first;
        entries += a->off.row[end] - a->off.row[first];
        pairs += count_pairs(a, precision, first, end);
        in_runs += count_in_runs(a, precision, first, end);
        for (uint32_t i = first; i < end; i++)
            if (balanced_is_scaled(a, precision, i)) scaled += a->off.row[i + 1] - a->off.row[i];
    }
    return (struct structure){.length = (double)entries / (double)rows,
                              .pairs = (double)pairs / (double)seen,
                              .in_runs = (double)in_runs / (double)rows,
                              .scaled = entries ? (double)scaled / (double)entries : 0};
}

/* `make bench-sweep` measures what these are to get right. */
#define MOST_IN_RUNS 0.9 /* of the rows: pattern, which is slow where neighbours differ */
#define LONG_ROWS 128    /* entries: 16-bit columns and sums in lanes pay */
#define SCALED_ROWS 32   /* entries: they pay where there are no values but scales */
#define HALF_SCALED 0.5  /* of the entries */

/* Pairs a slice for an entry a row: as many steps of a slice as rows go through alone take as long. */
static double most_pairs(void)
{
    static const double most[NSIMDS] = {[SIMD_PLAIN] = 0, [SIMD_AVX2] = 4, [SIMD_AVX512] = 8};
    return most[simd_level()];
}

static const struct layout *choose(const struct structure *s, char *why, size_t size)
{
    if (s->in_runs >= MOST_IN_RUNS) {
        snprintf(why, size, "%.3g %% of the rows stand in runs of equal ones", 100 * s->in_runs);
        return &layout_pattern;
    }
    if (s->pairs <= most_pairs() * s->length) {
        snprintf(why, size, "32 rows share %.3g pairs of offset and value, and a row has %.3g", s->pairs, s->length);
        return &layout_sdia;
    }
    if (s->length >= SCALED_ROWS && s->scaled >= HALF_SCALED) {
        snprintf(why, size, "%.3g %% of the entries are in rows of one value, and a row has %.3g", 100 * s->scaled,
                 s->length);
        return &layout_balanced;
    }
    if (s->length >= LONG_ROWS) {
        snprintf(why, size, "rows share little, and have %.3g entries", s->length);
        return &layout_delta16;
    }
    snprintf(why, size, "32 rows have %.3g pairs of offset and value, and a row %.3g", s->pairs, s->length);
    return &layout_msr;
}

static enum status build(const struct matrix *a, struct stored *out)
{
    char why[sizeof out->note - 32];
    const struct structure structure = structure_of(a, out->precision);
    const struct layout *chosen = choose(&structure, why, sizeof why);
    enum status status = stored_instead(chosen, a, out);
    snprintf(out->note, sizeof out->note, "auto: %s, as %s", out->layout->name, why);
    return status;
}

const struct layout layout_auto = {
    .name = "auto",
    .title = "the layout that the rows call for: pattern, sdia, balanced, delta16 or msr",
    .absence = "not on CUDA yet",
    .chooses = true,
    .build = build,
};

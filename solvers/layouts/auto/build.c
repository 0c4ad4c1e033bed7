#include "solvers/layouts/auto/auto.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/team.h"
#include "solvers/cpu/simd.h"
#include "solvers/layouts/balanced/balanced.h"
#include "solvers/layouts/compact.h"
#include "solvers/layouts/delta16/delta16.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/layouts/panels/panels.h"
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/layouts/sdia/sdia.h"
#include "solvers/solve.h"

struct pair {
    int64_t offset;
    uint64_t value;
};

static int compare_pairs(const void *a_, const void *b_)
{
    const struct pair *a = a_, *b = b_;
    if (a->offset != b->offset) return a->offset < b->offset ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

static uint32_t count_pairs(const struct matrix *a, enum precision precision, uint32_t first,
                            uint32_t end)
{
    struct pair pair[AUTO_LONG];
    uint64_t entries = a->off.row[end] - a->off.row[first];
    uint32_t count = 0, distinct = 0;
    if (entries > AUTO_LONG) return entries < UINT32_MAX ? (uint32_t)entries : UINT32_MAX;
    for (uint32_t i = first; i < end; i++)
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            pair[count++] =
                (struct pair){(int64_t)a->off.col[k] - i, real_bits(precision, a->off.val[k])};
    qsort(pair, count, sizeof *pair, compare_pairs);
    for (uint32_t k = 0; k < count; k++)
        distinct += k == 0 || compare_pairs(&pair[k - 1], &pair[k]) != 0;
    return distinct;
}

/* Returns whether row i equals the row before, shifted by one column. */
static bool row_repeats(const struct matrix *a, enum precision precision, uint32_t i)
{
    uint64_t here = a->off.row[i], before = a->off.row[i - 1], length = a->off.row[i + 1] - here;
    if (here - before != length ||
        real_bits(precision, a->diag[i]) != real_bits(precision, a->diag[i - 1]))
        return false;
    for (uint64_t k = 0; k < length; k++)
        if (a->off.col[here + k] != a->off.col[before + k] + 1 ||
            real_bits(precision, a->off.val[here + k]) !=
                real_bits(precision, a->off.val[before + k]))
            return false;
    return true;
}

static uint32_t count_in_runs(const struct matrix *a, enum precision precision, uint32_t first,
                              uint32_t end)
{
    uint32_t count = 0, run;
    for (uint32_t i = first; i < end; i += run) {
        for (run = 1; i + run < end && row_repeats(a, precision, i + run); run++) continue;
        if (run >= AUTO_RUN) count += run;
    }
    return count;
}

static uint64_t longest_row(const struct csr *a, uint32_t first, uint32_t end)
{
    uint64_t longest = 0;
    for (uint32_t i = first; i < end; i++)
        if (a->row[i + 1] - a->row[i] > longest) longest = a->row[i + 1] - a->row[i];
    return longest;
}

static uint64_t count_segments(const struct csr *a, enum precision precision, uint32_t first,
                               uint32_t end)
{
    const uint32_t width = panel_columns(precision);
    uint64_t count = 0;
    for (uint32_t i = first; i < end; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            count += k == a->row[i] || a->col[k] / width != a->col[k - 1] / width;
    return count;
}

/* Returns slice k of the sample: at a random position in its stretch, because slices at equal
 * distances may be alike (tandem). */
static uint32_t slice_of(uint32_t k, uint32_t stretch, uint32_t slices)
{
    uint32_t first = k * stretch, count = slices - first < stretch ? slices - first : stretch;
    return first + (uint32_t)random_below(random_bits(0, 0, k), count);
}

struct structure structure_of(const struct matrix *a, enum precision precision)
{
    const struct csr *off = &a->off;
    const uint32_t n = off->rows, slices = (uint32_t)(((uint64_t)n + AUTO_SLICE - 1) / AUTO_SLICE),
                   stretch = slices / AUTO_SLICES + 1, seen = (slices + stretch - 1) / stretch;
    uint64_t rows = 0, pairs = 0, octets = 0, octet_pairs = 0, in_runs = 0, entries = 0, scaled = 0,
             padded = 0, segments = 0, longest = 0;
#pragma omp parallel for schedule(static) reduction(+ : rows, pairs, in_runs, entries) \
    reduction(+ : scaled, padded, segments, octets, octet_pairs) if (team_once(off->nnz + n))
    for (uint32_t k = 0; k < seen; k++) {
        uint32_t first = slice_of(k, stretch, slices) * AUTO_SLICE,
                 end = n - first < AUTO_SLICE ? n : first + AUTO_SLICE;
        rows += end - first;
        entries += off->row[end] - off->row[first];
        pairs += count_pairs(a, precision, first, end);
        for (uint32_t i = first; i < end; i += AUTO_OCTET, octets++)
            octet_pairs +=
                count_pairs(a, precision, i, end - i < AUTO_OCTET ? end : i + AUTO_OCTET);
        in_runs += count_in_runs(a, precision, first, end);
        padded += longest_row(off, first, end);
        segments += count_segments(off, precision, first, end);
        for (uint32_t i = first; i < end; i++)
            if (balanced_is_scaled(a, precision, i)) scaled += off->row[i + 1] - off->row[i];
    }
#pragma omp parallel for schedule(static) reduction(max : longest) if (team_once(n))
    for (uint32_t s = 0; s < slices; s++) {
        uint64_t most =
            longest_row(off, s * AUTO_SLICE, slices - s == 1 ? n : (s + 1) * AUTO_SLICE);
        if (most > longest) longest = most;
    }
    return (struct structure){.grouped = a->group != NULL,
                              .length = (double)entries / (double)rows,
                              .pairs = (double)pairs / (double)seen,
                              .octet = (double)octet_pairs / (double)octets,
                              .in_runs = (double)in_runs / (double)rows,
                              .scaled = entries ? (double)scaled / (double)entries : 0,
                              .padded = (double)padded / (double)seen,
                              .segment = segments ? (double)entries / (double)segments : 0,
                              .longest = longest,
                              .nnz = off->nnz};
}

/* Limits of the rules. To measure them: `make bench-sweep` on the CPU; `warpmark run records` on
 * CUDA, where auto shows each choice beside the best one. */

/* Share of the rows in runs from which on pattern is chosen. Pattern is slow if neighbours differ,
 * because each then loads a pattern of its own. */
#define MOST_IN_RUNS 0.9

/* Limits on the CPU. */
#define LONG_ROWS 128   /* entries of a row from which 16-bit columns and sums in lanes pay */
#define SCALED_ROWS 32  /* the same, for rows with scales and no values */
#define HALF_SCALED 0.5 /* share of the entries in such rows */

/* Largest number of pairs of 8 rows per entry of a row: with so many, the steps of a slice take as
 * long as its rows one by one. */
static const double most_pairs[NSIMDS] = {[SIMD_PLAIN] = 0, [SIMD_AVX2] = 3.5, [SIMD_AVX512] = 4.8};

/* Limits on CUDA, where the time of a sweep is proportional to the data that it moves. */
#define CUDA_PAIRS 4      /* as most_pairs, for 32 rows */
#define CUDA_LONG_ROWS 32 /* entries of a row, and ... */
#define CUDA_SEGMENT                                                                         \
    16 /* ... entries of a segment: from here on panels move no more than msr, and no thread \
          waits for others */
#define CUDA_LONG_ROW                                                                          \
    64 /* entries of the longest row: one thread takes longer for them than panels for its two \
          kernels ... */
#define CUDA_UNEVEN 16 /* ... times the mean number of entries of a row ... */
#define CUDA_ALONE                                                                              \
    10000 /* ... entries of all rows per entry of this row: with fewer, all other threads would \
             wait for it */
#define CUDA_PADDING 1.4 /* padded entries of 32 rows over their entries */

/* Reasons on both the CPU and CUDA */

static bool in_runs(const struct structure *s, char *why, size_t size)
{
    snprintf(why, size, "%.3g %% of the rows stand in runs of equal ones", 100 * s->in_runs);
    return s->in_runs >= MOST_IN_RUNS;
}

/* Returns whether `rows` rows have at most `most` pairs per entry. */
static bool few_pairs(const struct structure *s, int rows, double most, char *why, size_t size)
{
    const double pairs = rows == AUTO_OCTET ? s->octet : s->pairs;
    snprintf(why, size, "%d rows share %.3g pairs of offset and value, and a row has %.3g", rows,
             pairs, s->length);
    return pairs <= most * s->length && pairs <= SDIA_LONGEST;
}

/* by_row: slices bring no gain. */
static const struct layout *choose_on_cpu(const struct structure *s, bool by_row, char *why,
                                          size_t size)
{
    const double most = by_row ? 0 : most_pairs[simd_level()];
    if (!s->grouped && in_runs(s, why, size)) return &layout_pattern;
    if (!s->grouped && few_pairs(s, AUTO_OCTET, most, why, size)) return &layout_sdia;
    if (s->length >= SCALED_ROWS && s->scaled >= HALF_SCALED) {
        snprintf(why, size, "%.3g %% of the entries are in rows of one value, and a row has %.3g",
                 100 * s->scaled, s->length);
        return &layout_balanced;
    }
    if (s->length >= LONG_ROWS) {
        snprintf(why, size, "rows share little, and have %.3g entries", s->length);
        return &layout_delta16;
    }
    if (s->grouped) snprintf(why, size, "unknowns have several rows");
    else if (by_row) snprintf(why, size, "rows take turns, and have %.3g entries", s->length);
    else
        snprintf(why, size, "8 rows have %.3g pairs of offset and value, and a row %.3g", s->octet,
                 s->length);
    return &layout_msr;
}

/* Returns whether all other threads would wait for the one that adds up the longest row. */
static bool one_is_long(const struct structure *s, char *why, size_t size)
{
    double longest = (double)s->longest, nnz = (double)s->nnz;
    snprintf(why, size, "one row has %.0f of the %.0f entries", longest, nnz);
    return longest >= CUDA_LONG_ROW && longest >= CUDA_UNEVEN * s->length &&
           nnz <= CUDA_ALONE * longest;
}

/* cwl and cmsr need no test here: a matrix that does not fit them is stored in wl or msr. */
static const struct layout *choose_on_cuda(const struct structure *s, bool resident, char *why,
                                           size_t size)
{
    if (resident) {
        snprintf(why, size, "it has loop=resident");
        return &layout_cmsr;
    }
    if (one_is_long(s, why, size)) return &layout_panels;
    if (!s->grouped && in_runs(s, why, size)) return &layout_pattern;
    if (!s->grouped && few_pairs(s, AUTO_SLICE, CUDA_PAIRS, why, size)) return &layout_sdia;
    if (s->length >= CUDA_LONG_ROWS && s->segment >= CUDA_SEGMENT) {
        snprintf(why, size, "rows have %.3g entries, and %.3g in a panel", s->length, s->segment);
        return &layout_panels;
    }
    snprintf(why, size, "rows share little, and have %.3g entries, the longest of 32 rows %.3g",
             s->length, s->padded);
    return !s->grouped && s->padded <= CUDA_PADDING * s->length ? &layout_cwl : &layout_cmsr;
}

static enum status auto_build(const struct matrix *a, struct stored *out)
{
    char why[sizeof out->note - 32];
    const struct structure structure = structure_of(a, out->precision);
    const struct layout *chosen =
        out->for_gpu
            ? choose_on_cuda(&structure, out->options.loop == LOOP_RESIDENT, why, sizeof why)
            : choose_on_cpu(&structure, out->by_row, why, sizeof why);
    enum status status = stored_instead(chosen, a, out);
    snprintf(out->note, sizeof out->note, "auto: %s, as %s", out->layout->name, why);
    return status;
}

static enum status auto_why_not(const struct method *method, const struct place *place)
{
    if (method->sweep == SWEEP_AT_ONCE || place->on_host) return OK;
    return fail(ERROR_UNSUPPORTED,
                "method %s needs single rows, which the choice of layout auto at place %s may not "
                "give: use msr or cmsr",
                method->name, place->name);
}

const struct layout layout_auto = {
    .name = "auto",
    .title = "chooses the layout for the matrix: pattern, sdia, or one for long or short rows",
    .chooses = true,
    .divisible = true,
    .ascending = true,
    .blocked = ON_HOST,
    .why_not = auto_why_not,
    .build = auto_build,
};

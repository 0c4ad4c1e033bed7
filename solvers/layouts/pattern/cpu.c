#include "solvers/layouts/pattern/pattern.h"

#include <string.h>

#include "solvers/cpu/simd.h"
#include "solvers/layouts/cpu_remainder.h"

struct rows {
    const uint8_t *restrict narrow;
    const uint16_t *restrict wide; /* NULL: narrow */
    uint32_t patterns;
    const uint32_t *restrict start;
    const int32_t *restrict offset;
    const real *restrict value, *restrict inverse, *restrict rest_inverse;
    struct remainder rest;
    const struct owner_mark *restrict owners; /* NULL: each row has an unknown of its own */
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.narrow = a->array[PATTERN_CODE].data,
                         .wide = pattern_wide(a) ? a->array[PATTERN_CODE].data : NULL,
                         .patterns = pattern_count(a),
                         .start = a->array[PATTERN_START].data,
                         .offset = a->array[PATTERN_OFFSET].data,
                         .value = a->array[PATTERN_VALUE].data,
                         .inverse = a->array[PATTERN_INVERSE].data,
                         .rest_inverse = a->array[PATTERN_REMAINDER_INVERSE].data,
                         .rest = remainder_of(a, PATTERN_REMAINDER),
                         .owners = owner_marks(a, PATTERN_OWNERS)};
}

static inline uint32_t pattern_code_at(const struct rows *a, uint32_t i)
{
    return a->wide ? a->wide[i] : a->narrow[i];
}

/* own: the unknown of row i. */
#define OFF_SUM(number, suffix)                                                          \
    static inline number row_sum##suffix(const struct rows *a, uint32_t i, uint32_t own, \
                                         const number *x)                                \
    {                                                                                    \
        const uint32_t code = pattern_code_at(a, i);                                     \
        number sum = {0};                                                                \
        if (code == a->patterns) return remainder_sum##suffix(&a->rest, i, x);           \
        for (uint32_t k = a->start[code]; k < a->start[code + 1]; k++)                   \
            sum += a->value[k] * x[(int64_t)own + a->offset[k]];                         \
        return sum;                                                                      \
    }                                                                                    \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)     \
    {                                                                                    \
        return row_sum##suffix(&a, i, owner_of(a.owners, 0, i), x);                      \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    uint32_t code = pattern_code_at(&a, i);
    return code == a.patterns ? a.rest_inverse[remainder_row(&a.rest, i)] : a.inverse[code];
}

#define GROUP 32
enum { SHORT = 8 /* fewer rows fill no vector: they are summed one by one */ };

/* Returns whether all rows of a group have the pattern of its first row. */
static inline int is_uniform(const struct rows *a, uint32_t first)
{
    const uint8_t *code = a->wide ? (const uint8_t *)(a->wide + first) : a->narrow + first;
    const uint64_t all =
        pattern_code_at(a, first) * (a->wide ? 0x0001000100010001u : 0x0101010101010101u);
    uint64_t differ = 0, word;
    for (uint32_t k = 0; k < GROUP * (a->wide ? 2u : 1u); k += sizeof word) {
        memcpy(&word, code + k, sizeof word);
        differ |= word ^ all;
    }
    return differ == 0;
}

/* Sums rows of one pattern, each with an unknown of its own, side by side in vectors of the
 * machine, for `width` vectors x whose entries of a row lie side by side. */
ALWAYS_INLINE void sum_alike(const struct rows *a, uint32_t code, uint32_t first, uint32_t count,
                             const real *x, real *sum, const uint32_t width)
{
    for (uint32_t r = 0; r < width * count; r++) sum[r] = 0;
    for (uint32_t k = a->start[code]; k < a->start[code + 1]; k++) {
        const real value = a->value[k], *from = x + width * ((int64_t)first + a->offset[k]);
        for (uint32_t r = 0; r < width * count; r++) sum[r] += value * from[r];
    }
}

/* Returns the number of rows from `first` on with the code of row `first`, at most `most`. */
static inline uint32_t run_length(const struct rows *a, uint32_t first, uint32_t most)
{
    uint32_t length = 1;
    while (length < most && pattern_code_at(a, first + length) == pattern_code_at(a, first))
        length++;
    return length;
}

static inline uint32_t begins_unknown(const struct rows *a, uint32_t i)
{
    return a->owners[i / OWNER_GROUP].begins >> i % OWNER_GROUP & 1;
}

/* Sums of groups of several patterns, and of choices, one by one. Not inlined, because that would
 * double the time to compile this file. */
#define SUM_RUNS(name, target, number, suffix)                                                     \
    __attribute__((noinline)) target static void name##suffix(                                     \
        const struct rows *a, uint32_t first, uint32_t count, const void *from, void *to)          \
    {                                                                                              \
        const number *x = from;                                                                    \
        number *sum = to;                                                                          \
        const uint32_t width = sizeof *x / sizeof(real);                                           \
        uint32_t own = owner_of(a->owners, 0, first);                                              \
        for (uint32_t r = 0; a->owners && r < count; r++) {                                        \
            own += r > 0 && begins_unknown(a, first + r);                                          \
            sum[r] = row_sum##suffix(a, first + r, own, x);                                        \
        }                                                                                          \
        if (a->owners) return;                                                                     \
        for (uint32_t r = 0, run; r < count; r += run) {                                           \
            run = run_length(a, first + r, count - r);                                             \
            if (run >= SHORT && pattern_code_at(a, first + r) != a->patterns)                      \
                sum_alike(a, pattern_code_at(a, first + r), first + r, run, from,                  \
                          (real *)(sum + r), width);                                               \
            else                                                                                   \
                for (uint32_t k = r; k < r + run; k++) sum[k] = off_sum##suffix(*a, first + k, x); \
        }                                                                                          \
    }

typedef void sum_runs_fn(const struct rows *a, uint32_t first, uint32_t count, const void *x,
                         void *sum);

#define BOTH_RUNS(name, target) SUM_RUNS(name, target, real, ) SUM_RUNS(name, target, pair, _pair)
BOTH_RUNS(runs_plain, )
#ifdef SIMD_BY_TARGET
BOTH_RUNS(runs_avx2, FOR_AVX2)
BOTH_RUNS(runs_avx512, FOR_AVX512)
static sum_runs_fn *const sum_runs[3][NSIMDS] = {
    [1] = {runs_plain, runs_avx2, runs_avx512},
    [2] = {runs_plain_pair, runs_avx2_pair, runs_avx512_pair}};
#else
static sum_runs_fn *const sum_runs[3][NSIMDS] = {
    [1] = {runs_plain, runs_plain, runs_plain},
    [2] = {runs_plain_pair, runs_plain_pair, runs_plain_pair}};
#endif

ALWAYS_INLINE void group_sums(const struct rows *a, enum simd simd, uint32_t first, uint32_t count,
                              const real *x, real *sum, const uint32_t width)
{
    if (count == GROUP && !a->owners && pattern_code_at(a, first) != a->patterns &&
        is_uniform(a, first)) {
        sum_alike(a, pattern_code_at(a, first), first, GROUP, x, sum, width);
        return;
    }
    real away[2 * GROUP]; /* a copy, so that sum itself can stay in registers */
    sum_runs[width][simd](a, first, count, x, away);
    for (uint32_t r = 0; r < width * count; r++) sum[r] = away[r];
}

ALWAYS_INLINE void off_sums(const struct rows *a, enum simd simd, uint32_t first, uint32_t count,
                            const real *x, real sum[GROUP])
{
    group_sums(a, simd, first, count, x, sum, 1);
}

#define PAIRED
ALWAYS_INLINE void off_sums_pair(const struct rows *a, enum simd simd, uint32_t first,
                                 uint32_t count, const pair *x, pair sum[GROUP])
{
    real total[2 * GROUP];
    group_sums(a, simd, first, count, (const real *)x, total, 2);
    if (count == GROUP) memcpy(sum, total, sizeof total);
    else memcpy(sum, total, count * sizeof *sum);
}

ALWAYS_INLINE void inverses(const struct rows *a, uint32_t first, uint32_t count, real out[GROUP])
{
    uint32_t code = pattern_code_at(a, first);
    if (count == GROUP && code != a->patterns && is_uniform(a, first))
        for (uint32_t r = 0; r < GROUP; r++) out[r] = a->inverse[code];
    else
        for (uint32_t r = 0; r < count; r++) out[r] = inverse(*a, first + r);
}

#define RUNS
#include "solvers/cpu/runs.h"

/* Returns the number of rows from `first` on with this code, at most `most`. */
static inline uint32_t alike_length(const struct rows *a, uint32_t first, uint32_t code,
                                    uint32_t most)
{
    uint32_t length = 0;
    while (length + GROUP <= most && pattern_code_at(a, first + length) == code &&
           is_uniform(a, first + length))
        length += GROUP;
    while (length < most && pattern_code_at(a, first + length) == code) length++;
    return length;
}

enum { RUN_LEAST = 16 };

static inline bool can_run(const struct rows *a, uint32_t code)
{
    return code != a->patterns && a->start[code + 1] - a->start[code] <= RUN_ENTRIES;
}

/* Returns the number of rows from `first` on, before `end` and the next group, that belong to no
 * run. */
static inline uint32_t rows_between(const struct rows *a, uint32_t first, uint32_t end)
{
    const uint64_t next = ((uint64_t)first / GROUP + 1) * GROUP;
    const uint32_t stop = next < end ? (uint32_t)next : end;
    for (uint32_t at = first, length; !a->owners && at < stop; at += length) {
        length = run_length(a, at, end - at < RUN_LEAST ? end - at : RUN_LEAST);
        if (length >= RUN_LEAST && can_run(a, pattern_code_at(a, at))) return at - first;
    }
    return stop - first;
}

ALWAYS_INLINE void run_at(const struct rows *a, uint32_t first, uint32_t end, const real *x,
                          struct run *out)
{
    out->rows = rows_between(a, first, end);
    out->alike = out->rows == 0;
    if (!out->alike) return;
    const uint32_t code = pattern_code_at(a, first);
    out->rows = alike_length(a, first, code, end - first);
    out->entries = a->start[code + 1] - a->start[code];
    out->inverse = a->inverse[code];
    for (uint32_t k = 0; k < out->entries; k++) {
        out->from[k] = x + ((int64_t)first + a->offset[a->start[code] + k]);
        out->value[k] = a->value[a->start[code] + k];
    }
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_pattern)

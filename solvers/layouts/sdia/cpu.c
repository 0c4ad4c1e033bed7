#include "solvers/layouts/sdia/sdia.h"

#include <string.h>

#include "solvers/layouts/cpu_remainder.h"
#include "solvers/layouts/masked.h"

struct rows {
    const uint32_t *restrict start, *restrict word;
    const int32_t *restrict offset;
    const uint8_t *restrict diagonal;
    const real *restrict value, *restrict inverse;
    int diagonal_bytes, uniform; /* uniform: all rows have the same diagonal entry */
    struct remainder rest;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.start = a->array[SDIA_SLICES].data,
                         .word = a->array[SDIA_CODE].data,
                         .offset = a->array[SDIA_OFFSET].data,
                         .diagonal = a->array[SDIA_DIAGONAL].data,
                         .value = a->array[SDIA_VALUE].data,
                         .inverse = a->array[SDIA_INVERSE].data,
                         .diagonal_bytes = a->n ? (int)(a->array[SDIA_DIAGONAL].bytes / a->n) : 0,
                         .uniform = a->array[SDIA_INVERSE].bytes == sizeof(real),
                         .rest = remainder_of(a, SDIA_REMAINDER)};
}

/* Returns a bit for each of `count` rows from i on that is in the remainder. */
static inline uint32_t in_remainder(const struct rows *a, uint32_t i, uint32_t count)
{
    return a->rest.mark
               ? a->rest.mark[i / REMAINDER_GROUP].rows >> i % REMAINDER_GROUP & ((1u << count) - 1)
               : 0;
}

/* Bit k of the result: row r of a slice has the pair of word k; at most 64 words. Reads
 * SDIA_PADDING words more. */
static inline uint64_t pairs_of_row(const uint32_t *word, uint32_t count, uint32_t r)
{
    uint64_t has = 0;
#ifdef SIMD_BY_TARGET
    const __m128i left = _mm_cvtsi32_si128((int)(31 - r));
    for (uint32_t k = 0; k < count; k += 4) {
        const __m128i four = _mm_loadu_si128((const __m128i *)(word + k));
        has |= (uint64_t)_mm_movemask_ps(_mm_castsi128_ps(_mm_sll_epi32(four, left))) << k;
    }
    if (count < 64) has &= ((uint64_t)1 << count) - 1;
#else
    for (uint32_t k = 0; k < count; k++) has |= (uint64_t)(word[k] >> r & 1) << k;
#endif
    return has;
}

#define OFF_SUM(number, suffix)                                                      \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x) \
    {                                                                                \
        const uint32_t end = a.start[i / SDIA_VECTOR + 1];                           \
        number sum = {0};                                                            \
        if (in_remainder(&a, i, 1)) return remainder_sum##suffix(&a.rest, i, x);     \
        for (uint32_t first = a.start[i / SDIA_VECTOR]; first < end; first += 64) {  \
            const uint32_t count = end - first < 64 ? end - first : 64;              \
            uint64_t left = pairs_of_row(a.word + first, count, i % SDIA_VECTOR);    \
            for (; left; left &= left - 1) {                                         \
                const uint32_t at =                                                  \
                    a.word[first + (uint32_t)__builtin_ctzll(left)] >> SDIA_VECTOR;  \
                sum += a.value[at] * x[(int64_t)i + a.offset[at]];                   \
            }                                                                        \
        }                                                                            \
        return sum;                                                                  \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    if (a.diagonal_bytes == 1) return a.inverse[a.diagonal[i]];
    if (a.uniform) return a.inverse[0];
    return a.inverse[a.diagonal_bytes == 2 ? ((const uint16_t *)a.diagonal)[i] : i];
}

/* Two slices are taken at once, so that the additions of one hide the latency of those of the
 * other. */
#define GROUP (2 * SDIA_VECTOR)

#ifdef NARROW
/* Walks through the pairs of a slice, with all its rows side by side. If a row lacks a pair, zero
 * is added, which changes no sum, because a sum that starts from 0 is never -0. */
#define WALK(kind, attribute)                                                                     \
    struct kind##_walk {                                                                          \
        const uint32_t *word, *end;                                                               \
        const real *x;                                                                            \
        kind##_vector total[2 * SDIA_VECTOR / kind##_lanes];                                      \
    };                                                                                            \
                                                                                                  \
    attribute ALWAYS_INLINE struct kind##_walk kind##_begin(const struct rows *a, uint32_t s,     \
                                                            int width, const real *x)             \
    {                                                                                             \
        struct kind##_walk w = {.word = a->word + a->start[s],                                    \
                                .end = a->word + a->start[s + 1],                                 \
                                .x = x + (size_t)s * SDIA_VECTOR * (size_t)width};                \
        for (int v = 0; v < width * SDIA_VECTOR / kind##_lanes; v++) w.total[v] = kind##_zero();  \
        return w;                                                                                 \
    }                                                                                             \
                                                                                                  \
    attribute ALWAYS_INLINE void kind##_step(const struct rows *a, struct kind##_walk *w,         \
                                             int width)                                           \
    {                                                                                             \
        const uint32_t word = *w->word++, at = word >> SDIA_VECTOR;                               \
        const real value = a->value[at], *from = w->x + (int64_t)a->offset[at] * width;           \
        for (int v = 0; v < width * SDIA_VECTOR / kind##_lanes; v++)                              \
            w->total[v] = kind##_add(w->total[v], value, from, word, width, v);                   \
    }                                                                                             \
                                                                                                  \
    attribute ALWAYS_INLINE void kind##_end(const struct kind##_walk *w, int width, real *sum)    \
    {                                                                                             \
        for (int v = 0; v < width * SDIA_VECTOR / kind##_lanes; v++)                              \
            kind##_store(sum + v * kind##_lanes, w->total[v]);                                    \
    }                                                                                             \
                                                                                                  \
    attribute ALWAYS_INLINE void kind##_slices(const struct rows *a, uint32_t s, int width,       \
                                               const real *x, real *sum)                          \
    {                                                                                             \
        struct kind##_walk one = kind##_begin(a, s, width, x),                                    \
                           two = kind##_begin(a, s + 1, width, x);                                \
        while (one.word < one.end && two.word < two.end) {                                        \
            kind##_step(a, &one, width);                                                          \
            kind##_step(a, &two, width);                                                          \
        }                                                                                         \
        while (one.word < one.end) kind##_step(a, &one, width);                                   \
        while (two.word < two.end) kind##_step(a, &two, width);                                   \
        kind##_end(&one, width, sum);                                                             \
        kind##_end(&two, width, sum + width * SDIA_VECTOR);                                       \
    }                                                                                             \
                                                                                                  \
    attribute static void kind##_sums(const struct rows *a, uint32_t s, const real *x, real *sum) \
    {                                                                                             \
        kind##_slices(a, s, 1, x, sum);                                                           \
    }                                                                                             \
                                                                                                  \
    attribute static void kind##_sums_pair(const struct rows *a, uint32_t s, const real *x,       \
                                           real *sum)                                             \
    {                                                                                             \
        kind##_slices(a, s, 2, x, sum);                                                           \
    }

WALK(narrow, NARROW)
#ifdef WIDE
WALK(wide, WIDE)
#else
#define wide_sums narrow_sums
#define wide_sums_pair narrow_sums_pair
#endif
#endif

/* Not inlined, because that would add a third to the time to compile this file. */
#define SUM_EACH(number, suffix)                                                            \
    __attribute__((noinline)) static void sum_each##suffix(                                 \
        const struct rows *a, uint32_t first, uint32_t count, const number *x, number *sum) \
    {                                                                                       \
        for (uint32_t r = 0; r < count; r++) sum[r] = off_sum##suffix(*a, first + r, x);    \
    }
FOR_REALS_AND_PAIRS(SUM_EACH)

#ifdef NARROW
#define SUM_SLICES(suffix)                                                              \
    if (simd != SIMD_PLAIN && count == GROUP && !in_remainder(a, first, GROUP)) {       \
        if (simd == SIMD_AVX512)                                                        \
            wide_sums##suffix(a, first / SDIA_VECTOR, (const real *)x, (real *)sum);    \
        else narrow_sums##suffix(a, first / SDIA_VECTOR, (const real *)x, (real *)sum); \
        return;                                                                         \
    }
#else
#define SUM_SLICES(suffix) (void)simd;
#endif

#define PAIRED
#define OFF_SUMS(number, suffix)                                                              \
    ALWAYS_INLINE void off_sums##suffix(const struct rows *a, enum simd simd, uint32_t first, \
                                        uint32_t count, const number *x, number sum[GROUP])   \
    {                                                                                         \
        SUM_SLICES(suffix)                                                                    \
        sum_each##suffix(a, first, count, x, sum);                                            \
    }
FOR_REALS_AND_PAIRS(OFF_SUMS)

ALWAYS_INLINE void inverses(const struct rows *a, uint32_t first, uint32_t count, real out[GROUP])
{
    const uint8_t *narrow = a->diagonal + first;
    const uint16_t *wide = (const uint16_t *)a->diagonal + first;
    if (a->uniform)
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[0];
    else if (a->diagonal_bytes == 1)
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[narrow[r]];
    else if (a->diagonal_bytes == 2)
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[wide[r]];
    else
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[first + r];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_sdia)

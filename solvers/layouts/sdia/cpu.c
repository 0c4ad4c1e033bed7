#include "solvers/layouts/sdia/sdia.h"

#include <string.h>

#include "solvers/layouts/cpu_remainder.h"
#include "solvers/layouts/masked.h"

struct rows {
    const struct sdia_slice *restrict slice;
    const uint16_t *restrict code;
    const uint8_t *restrict bits;
    const int32_t *restrict offset;
    const uint32_t *restrict wide;
    const uint8_t *restrict diagonal;
    const real *restrict value, *restrict inverse;
    int diagonal_bytes;
    struct remainder rest;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.slice = a->array[SDIA_SLICES].data,
                         .code = a->array[SDIA_CODE].data,
                         .bits = a->array[SDIA_BITS].data,
                         .offset = a->array[SDIA_OFFSET].data,
                         .wide = a->array[SDIA_WIDES].data,
                         .diagonal = a->array[SDIA_DIAGONAL].data,
                         .value = a->array[SDIA_VALUE].data,
                         .inverse = a->array[SDIA_INVERSE].data,
                         .diagonal_bytes = a->n ? (int)(a->array[SDIA_DIAGONAL].bytes / a->n) : 0,
                         .rest = remainder_of(a, SDIA_REMAINDER)};
}

/* Where offset and value of code k of slice s are; wide codes are counted. */
static inline uint32_t wide_pair(const struct rows *a, uint32_t s, uint32_t k)
{
    uint32_t at = a->wide[s];
    for (uint32_t j = a->slice[s].code; j < a->slice[s].code + k; j++)
        at += a->code[j] == SDIA_WIDE;
    return at;
}

static inline int in_remainder(const struct rows *a, uint32_t i)
{
    return a->rest.mark && a->rest.mark[i / SDIA_SLICE].rows >> i % SDIA_SLICE & 1;
}

#define OFF_SUM(number, suffix)                                                              \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)         \
    {                                                                                        \
        uint32_t s = i / SDIA_SLICE, codes = a.slice[s + 1].code - a.slice[s].code,          \
                 bytes = sdia_row_bytes(codes);                                              \
        const uint16_t *code = a.code + a.slice[s].code;                                     \
        const uint8_t *bits =                                                                \
            a.bits + (size_t)a.slice[s].line * SDIA_SLICE + i % SDIA_SLICE * bytes;          \
        number sum = {0};                                                                    \
        if (codes == 0 && in_remainder(&a, i)) return remainder_sum##suffix(&a.rest, i, x);  \
        for (uint32_t first = 0; first < codes; first += 64, bits += 8) {                    \
            uint64_t left;                                                                   \
            memcpy(&left, bits, sizeof left);                                                \
            if (bytes - first / 8 < 8) left &= ((uint64_t)1 << (bytes - first / 8) * 8) - 1; \
            for (; left; left &= left - 1) {                                                 \
                uint32_t k = first + (uint32_t)__builtin_ctzll(left), at = code[k];          \
                if (at == SDIA_WIDE) at = wide_pair(&a, s, k);                               \
                sum += a.value[at] * x[(int64_t)i + a.offset[at]];                           \
            }                                                                                \
        }                                                                                    \
        return sum;                                                                          \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    if (a.diagonal_bytes == 1) return a.inverse[a.diagonal[i]];
    return a.inverse[a.diagonal_bytes == 2 ? ((const uint16_t *)a.diagonal)[i] : i];
}

#define GROUP SDIA_SLICE

#ifdef MASKED
enum { VECTORS = 4, TOGETHER = VECTORS * LANES };

/* TOGETHER rows from `first` on side by side, pair after pair. What is added where a row lacks the
 * pair is a zero, and changes no sum, since a sum that starts from 0 is never -0. */
MASKED static void sum_together(const struct rows *a, uint32_t first, const real *x, real *sum)
{
    uint32_t s = first / SDIA_SLICE, codes = a->slice[s + 1].code - a->slice[s].code,
             bytes = sdia_row_bytes(codes);
    const uint16_t *code = a->code + a->slice[s].code;
    const uint8_t *bits =
        a->bits + (size_t)a->slice[s].line * SDIA_SLICE + first % SDIA_SLICE * bytes;
    vector total[VECTORS];
    for (int v = 0; v < VECTORS; v++) total[v] = vector_zero();
    for (uint32_t begin = 0; begin < codes; begin += WORD_BITS) {
        words has[VECTORS];
        for (int v = 0; v < VECTORS; v++)
            has[v] = load_words(bits + begin / 8 + v * LANES * bytes, bytes);
        for (uint32_t k = begin; k < codes && k < begin + WORD_BITS; k++) {
            uint32_t at = code[k] != SDIA_WIDE ? code[k] : wide_pair(a, s, k);
            const vector value = vector_of(a->value[at]);
            const real *from = x + (int64_t)first + a->offset[at];
            for (int v = 0; v < VECTORS; v++)
                total[v] = add_masked(total[v], value, from + v * LANES, has[v], (int)(k - begin));
        }
    }
    for (int v = 0; v < VECTORS; v++) vector_store(sum + v * LANES, total[v]);
}

/* A slice, the same way. */
WIDE static void sum_slice(const struct rows *a, uint32_t s, const real *x, real *sum)
{
    enum { WIDE_VECTORS = SDIA_SLICE / WIDE_LANES };
    uint32_t codes = a->slice[s + 1].code - a->slice[s].code, bytes = sdia_row_bytes(codes);
    const uint16_t *code = a->code + a->slice[s].code;
    const uint8_t *bits = a->bits + (size_t)a->slice[s].line * SDIA_SLICE;
    wide_vector total[WIDE_VECTORS];
    for (int v = 0; v < WIDE_VECTORS; v++) total[v] = WIDE_OF(setzero)();
    for (uint32_t begin = 0; begin < codes; begin += WORD_BITS) {
        uint32_t end = codes - begin < WORD_BITS ? codes : begin + WORD_BITS;
        wide_words has[WIDE_VECTORS];
        for (int v = 0; v < WIDE_VECTORS; v++)
            has[v] = load_wide_words(bits + begin / 8 + v * WIDE_LANES * bytes, bytes);
        for (uint32_t k = begin; k < end; k++) {
            uint32_t at = code[k] != SDIA_WIDE ? code[k] : wide_pair(a, s, k);
            const wide_vector value = WIDE_OF(set1)(a->value[at]);
            const real *from = x + (int64_t)s * SDIA_SLICE + a->offset[at];
            for (int v = 0; v < WIDE_VECTORS; v++)
                total[v] = add_wide_masked(total[v], value, from + v * WIDE_LANES, has[v],
                                           (int)(k - begin));
        }
    }
    for (int v = 0; v < WIDE_VECTORS; v++) WIDE_OF(storeu)(sum + v * WIDE_LANES, total[v]);
}

/* The same two for pairs of numbers, with half as many rows at a time. */

MASKED static void sum_pairs_together(const struct rows *a, uint32_t first, const real *x,
                                      real *sum)
{
    uint32_t s = first / SDIA_SLICE, codes = a->slice[s + 1].code - a->slice[s].code,
             bytes = sdia_row_bytes(codes);
    const uint16_t *code = a->code + a->slice[s].code;
    const uint8_t *bits =
        a->bits + (size_t)a->slice[s].line * SDIA_SLICE + first % SDIA_SLICE * bytes;
    vector total[VECTORS];
    for (int v = 0; v < VECTORS; v++) total[v] = vector_zero();
    for (uint32_t begin = 0; begin < codes; begin += WORD_BITS) {
        words has[VECTORS];
        for (int v = 0; v < VECTORS; v++)
            has[v] = load_words_twice(bits + begin / 8 + v * LANES / 2 * bytes, bytes);
        for (uint32_t k = begin; k < codes && k < begin + WORD_BITS; k++) {
            uint32_t at = code[k] != SDIA_WIDE ? code[k] : wide_pair(a, s, k);
            const vector value = vector_of(a->value[at]);
            const real *from = x + 2 * ((int64_t)first + a->offset[at]);
            for (int v = 0; v < VECTORS; v++)
                total[v] = add_masked(total[v], value, from + v * LANES, has[v], (int)(k - begin));
        }
    }
    for (int v = 0; v < VECTORS; v++) vector_store(sum + v * LANES, total[v]);
}

WIDE static void sum_half_slice(const struct rows *a, uint32_t first, const real *x, real *sum)
{
    enum { WIDE_VECTORS = SDIA_SLICE / WIDE_LANES };
    uint32_t s = first / SDIA_SLICE, codes = a->slice[s + 1].code - a->slice[s].code,
             bytes = sdia_row_bytes(codes);
    const uint16_t *code = a->code + a->slice[s].code;
    const uint8_t *bits =
        a->bits + (size_t)a->slice[s].line * SDIA_SLICE + first % SDIA_SLICE * bytes;
    wide_vector total[WIDE_VECTORS];
    for (int v = 0; v < WIDE_VECTORS; v++) total[v] = WIDE_OF(setzero)();
    for (uint32_t begin = 0; begin < codes; begin += WORD_BITS) {
        uint32_t end = codes - begin < WORD_BITS ? codes : begin + WORD_BITS;
        wide_words has[WIDE_VECTORS];
        for (int v = 0; v < WIDE_VECTORS; v += 2) {
            wide_words both = load_wide_words(bits + begin / 8 + v / 2 * WIDE_LANES * bytes, bytes);
            has[v] = double_wide_words(both, 0);
            has[v + 1] = double_wide_words(both, 1);
        }
        for (uint32_t k = begin; k < end; k++) {
            uint32_t at = code[k] != SDIA_WIDE ? code[k] : wide_pair(a, s, k);
            const wide_vector value = WIDE_OF(set1)(a->value[at]);
            const real *from = x + 2 * ((int64_t)first + a->offset[at]);
            for (int v = 0; v < WIDE_VECTORS; v++)
                total[v] = add_wide_masked(total[v], value, from + v * WIDE_LANES, has[v],
                                           (int)(k - begin));
        }
    }
    for (int v = 0; v < WIDE_VECTORS; v++) WIDE_OF(storeu)(sum + v * WIDE_LANES, total[v]);
}
#endif

/* Not inlined, which would add a third to the time to compile this file. */
__attribute__((noinline)) static void sum_each(const struct rows *a, uint32_t first, uint32_t count,
                                               const real *x, real *sum)
{
    for (uint32_t r = 0; r < count; r++) sum[r] = off_sum(*a, first + r, x);
}

ALWAYS_INLINE void off_sums(const struct rows *a, enum simd simd, uint32_t first, uint32_t count,
                            const real *x, real sum[GROUP])
{
#ifdef MASKED
    if (simd == SIMD_AVX512 && count == GROUP && !in_remainder(a, first)) {
        sum_slice(a, first / SDIA_SLICE, x, sum);
        return;
    }
    if (simd == SIMD_AVX2 && count == GROUP && !in_remainder(a, first)) {
        for (uint32_t r = 0; r < GROUP; r += TOGETHER) sum_together(a, first + r, x, sum + r);
        return;
    }
#endif
    (void)simd;
    sum_each(a, first, count, x, sum);
}

#define PAIRED
ALWAYS_INLINE void off_sums_pair(const struct rows *a, enum simd simd, uint32_t first,
                                 uint32_t count, const pair *x, pair sum[GROUP])
{
#ifdef MASKED
    if (simd == SIMD_AVX512 && count == GROUP && !in_remainder(a, first)) {
        for (uint32_t r = 0; r < GROUP; r += GROUP / 2)
            sum_half_slice(a, first + r, (const real *)x, (real *)(sum + r));
        return;
    }
    if (simd == SIMD_AVX2 && count == GROUP && !in_remainder(a, first)) {
        for (uint32_t r = 0; r < GROUP; r += TOGETHER / 2)
            sum_pairs_together(a, first + r, (const real *)x, (real *)(sum + r));
        return;
    }
#endif
    (void)simd;
    for (uint32_t r = 0; r < count; r++) sum[r] = off_sum_pair(*a, first + r, x);
}

ALWAYS_INLINE void inverses(const struct rows *a, uint32_t first, uint32_t count, real out[GROUP])
{
    const uint8_t *narrow = a->diagonal + first;
    const uint16_t *wide = (const uint16_t *)a->diagonal + first;
    if (a->diagonal_bytes == 1)
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[narrow[r]];
    else if (a->diagonal_bytes == 2)
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[wide[r]];
    else
        for (uint32_t r = 0; r < count; r++) out[r] = a->inverse[first + r];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(sdia)

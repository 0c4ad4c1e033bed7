/* Sums of eight rows side by side, of which some are left out: row r takes part if bit r of a word
 * is set. Each row has `width` numbers, 1 or 2, next to each other, and vectors hold these in
 * order. narrow_* are for AVX2 and wide_* for AVX-512, only in f64; functions marked NARROW and
 * WIDE may run only if simd_level() allows it. NARROW is not defined if there are neither. Products
 * and sums are rounded one by one, as elsewhere. */
#include <stdint.h>

#include "solvers/cpu/real.h"
#include "solvers/cpu/simd.h"

#ifdef SIMD_BY_TARGET
#include <immintrin.h>

#define NARROW FOR_AVX2
#define INLINE_NARROW FOR_AVX2 ALWAYS_INLINE

#if PREC == 32
enum { narrow_lanes = 8 };
typedef __m256 narrow_vector;
#define OF(operation) _mm256_##operation##_ps
#else
enum { narrow_lanes = 4 };
typedef __m256d narrow_vector;
#define OF(operation) _mm256_##operation##_pd
#endif

INLINE_NARROW narrow_vector narrow_zero(void)
{
    return OF(setzero)();
}

INLINE_NARROW void narrow_store(real *to, narrow_vector v)
{
    OF(storeu)(to, v);
}

/* Mask for vector v of the rows' numbers: the bit of each lane's row, at the top of the lane. */
INLINE_NARROW __m256i narrow_mask(uint32_t word, int width, int v)
{
    const int first = v * narrow_lanes / width, two = width == 1;
#if PREC == 32
    const int shift = 31 - first;
    const __m256i lanes =
        two ? _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7) : _mm256_setr_epi32(0, 0, 1, 1, 2, 2, 3, 3);
    return _mm256_sllv_epi32(_mm256_set1_epi32((int)word),
                             _mm256_sub_epi32(_mm256_set1_epi32(shift), lanes));
#else
    const int shift = 63 - first;
    const __m256i lanes = two ? _mm256_setr_epi64x(0, 1, 2, 3) : _mm256_setr_epi64x(0, 0, 1, 1);
    return _mm256_sllv_epi64(_mm256_set1_epi64x(word),
                             _mm256_sub_epi64(_mm256_set1_epi64x(shift), lanes));
#endif
}

/* Returns total + value * x in the lanes of the rows that take part, where x is vector v of the
 * numbers at `from`; other lanes read nothing and add a zero. */
INLINE_NARROW narrow_vector narrow_add(narrow_vector total, real value, const real *from,
                                       uint32_t word, int width, int v)
{
    const narrow_vector x = OF(maskload)(from + v * narrow_lanes, narrow_mask(word, width, v));
    return OF(add)(total, OF(mul)(OF(set1)(value), x));
}

#if PREC == 64
#define WIDE FOR_AVX512
#define INLINE_WIDE FOR_AVX512 ALWAYS_INLINE

enum { wide_lanes = 8 };
typedef __m512d wide_vector;

INLINE_WIDE wide_vector wide_zero(void)
{
    return _mm512_setzero_pd();
}

INLINE_WIDE void wide_store(real *to, wide_vector v)
{
    _mm512_storeu_pd(to, v);
}

INLINE_WIDE wide_vector wide_add(wide_vector total, real value, const real *from, uint32_t word,
                                 int width, int v)
{
    const __mmask8 mask =
        (__mmask8)(width == 1 ? word : _pdep_u32(word, 0x5555) * 3 >> v * wide_lanes);
    const wide_vector x = _mm512_maskz_loadu_pd(mask, from + v * wide_lanes);
    return _mm512_add_pd(total, _mm512_mul_pd(_mm512_set1_pd(value), x));
}
#endif
#endif

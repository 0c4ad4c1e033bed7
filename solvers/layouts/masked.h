/* Vectors of reals of which some lanes are left out, with AVX2 and with AVX-512: functions marked
 * MASKED and WIDE may run only where simd_level() says so. MASKED is not defined where there are
 * neither. Products and sums are rounded one by one, as elsewhere. */
#include <stdint.h>
#include <string.h>

#include "solvers/cpu/real.h"
#include "solvers/cpu/simd.h"

#ifdef SIMD_BY_TARGET
#include <immintrin.h>

#define MASKED FOR_AVX2
#define INLINE_MASKED FOR_AVX2 ALWAYS_INLINE
#define WIDE FOR_AVX512
#define INLINE_WIDE FOR_AVX512 ALWAYS_INLINE

typedef __m256i words; /* one a lane, as large as a real */
typedef __m512i wide_words;

#if PREC == 32
enum { LANES = 8, WIDE_LANES = 16, WORD_BITS = 32 };
typedef __m256 vector;
typedef __m512 wide_vector;
typedef __mmask16 wide_mask;
typedef uint32_t word;
#define OF(operation) _mm256_##operation##_ps
#define WIDE_OF(operation) _mm512_##operation##_ps
#define shift_left _mm256_sll_epi32
#define has_bit(words, bit) _mm512_test_epi32_mask(words, _mm512_set1_epi32((int)(1u << (bit))))
#else
enum { LANES = 4, WIDE_LANES = 8, WORD_BITS = 64 };
typedef __m256d vector;
typedef __m512d wide_vector;
typedef __mmask8 wide_mask;
typedef uint64_t word;
#define OF(operation) _mm256_##operation##_pd
#define WIDE_OF(operation) _mm512_##operation##_pd
#define shift_left _mm256_sll_epi64
#define has_bit(words, bit) \
    _mm512_test_epi64_mask(words, _mm512_set1_epi64((long long)(1ull << (bit))))
#endif

INLINE_MASKED vector vector_zero(void)
{
    return OF(setzero)();
}

INLINE_MASKED vector vector_of(real value)
{
    return OF(set1)(value);
}

INLINE_MASKED void vector_store(real *to, vector v)
{
    OF(storeu)(to, v);
}

/* Lane r: the word at bytes * r. */
INLINE_MASKED words load_words(const uint8_t *from, uint32_t bytes)
{
    word lane[LANES];
    for (int r = 0; r < LANES; r++) memcpy(&lane[r], from + (size_t)r * bytes, sizeof lane[r]);
    return _mm256_loadu_si256((const words *)lane);
}

/* The words of half as many rows, each in two neighbours. */
INLINE_MASKED words load_words_twice(const uint8_t *from, uint32_t bytes)
{
    word lane[LANES];
    for (int r = 0; r < LANES; r++)
        memcpy(&lane[r], from + (size_t)(r / 2) * bytes, sizeof lane[r]);
    return _mm256_loadu_si256((const words *)lane);
}

/* total + value * from[r] in the lanes r whose word has the bit; the others read nothing and add a
 * zero. */
INLINE_MASKED vector add_masked(vector total, vector value, const real *from, words lanes, int bit)
{
    words mask = shift_left(lanes, _mm_cvtsi32_si128(WORD_BITS - 1 - bit));
    return OF(add)(total, OF(mul)(value, OF(maskload)(from, mask)));
}

/* spread[bytes]: where the bytes of each lane's word are, when lanes have `bytes` bytes each and
 * stand one after the other. */
#if PREC == 32
#define LANE(bytes, r) (r) * (bytes), (r) * (bytes) + 1, (r) * (bytes) + 2, (r) * (bytes) + 3
#else
#define LANE(bytes, r)                                                                         \
    (r) * (bytes), (r) * (bytes) + 1, (r) * (bytes) + 2, (r) * (bytes) + 3, (r) * (bytes) + 4, \
        (r) * (bytes) + 5, (r) * (bytes) + 6, (r) * (bytes) + 7
#endif
#define FOUR_LANES(bytes, r) \
    LANE(bytes, r), LANE(bytes, r + 1), LANE(bytes, r + 2), LANE(bytes, r + 3)
#if PREC == 32
#define SPREAD(bytes)                                                                           \
    {                                                                                           \
        FOUR_LANES(bytes, 0), FOUR_LANES(bytes, 4), FOUR_LANES(bytes, 8), FOUR_LANES(bytes, 12) \
    }
static const uint8_t spread[][64] = {{0}, SPREAD(1), SPREAD(2), SPREAD(3), SPREAD(4)};
#else
#define SPREAD(bytes)                              \
    {                                              \
        FOUR_LANES(bytes, 0), FOUR_LANES(bytes, 4) \
    }
static const uint8_t spread[][64] = {{0},       SPREAD(1), SPREAD(2), SPREAD(3), SPREAD(4),
                                     SPREAD(5), SPREAD(6), SPREAD(7), SPREAD(8)};
#endif

/* The same; where a word is larger than `bytes`, what is in the rest of it is undefined. */
INLINE_WIDE wide_words load_wide_words(const uint8_t *from, uint32_t bytes)
{
    word lane[WIDE_LANES];
    if (bytes <= sizeof(word)) {
        __mmask64 there = ~(__mmask64)0 >> (64 - bytes * WIDE_LANES);
        return _mm512_permutexvar_epi8(_mm512_loadu_si512(spread[bytes]),
                                       _mm512_maskz_loadu_epi8(there, from));
    }
    for (int r = 0; r < WIDE_LANES; r++) memcpy(&lane[r], from + (size_t)r * bytes, sizeof lane[r]);
    return _mm512_loadu_si512(lane);
}

/* The words of half the lanes, each in two neighbours: the first half, or the second. */
INLINE_WIDE wide_words double_wide_words(wide_words of, int second)
{
#if PREC == 32
    const __m512i half = _mm512_set_epi32(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0);
    return _mm512_permutexvar_epi32(_mm512_add_epi32(half, _mm512_set1_epi32(second * 8)), of);
#else
    const __m512i half = _mm512_set_epi64(3, 3, 2, 2, 1, 1, 0, 0);
    return _mm512_permutexvar_epi64(_mm512_add_epi64(half, _mm512_set1_epi64(second * 4)), of);
#endif
}

INLINE_WIDE wide_vector add_wide_masked(wide_vector total, wide_vector value, const real *from,
                                        wide_words lanes, int bit)
{
    wide_mask mask = has_bit(lanes, bit);
    return WIDE_OF(add)(total, WIDE_OF(mul)(value, WIDE_OF(maskz_loadu)(mask, from)));
}

#endif

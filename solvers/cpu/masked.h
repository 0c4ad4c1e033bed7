/* Vectors of reals of which some lanes are left out, with AVX2 where the processor has it: can_mask() asks once a
 * sweep, and functions marked MASKED may run only where it says so. MASKED is not defined where there can be none.
 * Products and sums are rounded one by one, as elsewhere. */
#include <stdint.h>
#include <string.h>

#include "solvers/cpu/real.h"

#if defined __x86_64__ && defined __GNUC__
#include <immintrin.h>

#define MASKED __attribute__((target("avx2")))
#define INLINE_MASKED __attribute__((target("avx2"), always_inline)) static inline

typedef __m256i words; /* one a lane, as large as a real */

#if PREC == 32
enum { LANES = 8, WORD_BITS = 32 };
typedef __m256 vector;
typedef uint32_t word;
#define OF(operation) _mm256_##operation##_ps
#define shift_left _mm256_sll_epi32
#else
enum { LANES = 4, WORD_BITS = 64 };
typedef __m256d vector;
typedef uint64_t word;
#define OF(operation) _mm256_##operation##_pd
#define shift_left _mm256_sll_epi64
#endif

static inline int can_mask(void)
{
    return __builtin_cpu_supports("avx2");
}

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

/* total + value * from[r] in the lanes r whose word has the bit; the others read nothing and add a zero. */
INLINE_MASKED vector add_masked(vector total, vector value, const real *from, words lanes, int bit)
{
    words mask = shift_left(lanes, _mm_cvtsi32_si128(WORD_BITS - 1 - bit));
    return OF(add)(total, OF(mul)(value, OF(maskload)(from, mask)));
}

#else

static inline int can_mask(void)
{
    return 0;
}

#endif

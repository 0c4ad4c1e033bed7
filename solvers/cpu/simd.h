/* Which vector instructions the row operations on CPU places use: what the processor has, asked for
 * when a sweep begins. Whichever they are, products and sums are rounded one by one, and the bits
 * are the same. */
#pragma once

enum simd {
    SIMD_PLAIN, /* what every processor of this kind has */
    SIMD_AVX2,
    SIMD_AVX512, /* with its subsets BW, DQ, VL and VBMI, and BMI2 */
    NSIMDS
};

/* The widest that the processor has and simd_limit allows. */
enum simd simd_level(void);

/* For tests: nothing wider from now on. SIMD_AVX512, the start, allows all. */
void simd_limit(enum simd widest);

#if defined __x86_64__ && defined __GNUC__
#define SIMD_BY_TARGET \
    1 /* functions may be compiled for AVX2 and AVX-512, to be called where simd_level says so */
#define FOR_AVX2 __attribute__((target("avx2")))
#define AVX512 "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi2"
#ifdef __clang__ /* which has another name for the width of the vectors that it may make */
#define FOR_AVX512 __attribute__((target(AVX512), min_vector_width(512)))
#else
#define FOR_AVX512 __attribute__((target(AVX512 ",prefer-vector-width=512")))
#endif
#endif

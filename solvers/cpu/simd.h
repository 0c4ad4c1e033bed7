/* Vector instructions of the row operations on CPU places. The widest ones of the processor are
 * chosen when a sweep begins. With any of them, products and sums are rounded one by one, so the
 * bits are the same. */
#pragma once

enum simd {
    SIMD_PLAIN, /* instructions that every processor of this kind has */
    SIMD_AVX2,
    SIMD_AVX512, /* with its subsets BW, DQ, VL and VBMI, and BMI2 */
    NSIMDS
};

/* Returns the widest that the processor has and simd_limit allows. */
enum simd simd_level(void);

/* For tests: allows nothing wider from now on. SIMD_AVX512, the initial value, allows all. */
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

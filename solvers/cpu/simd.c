#include "solvers/cpu/simd.h"

#include <stdatomic.h>

static atomic_int limit = SIMD_AVX512;

static enum simd processor(void)
{
#ifdef SIMD_BY_TARGET
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("bmi2"))
        return SIMD_AVX512;
    if (__builtin_cpu_supports("avx2")) return SIMD_AVX2;
#endif
    return SIMD_PLAIN;
}

enum simd simd_level(void)
{
    int there = processor(), allowed = atomic_load(&limit);
    return (enum simd)(there < allowed ? there : allowed);
}

void simd_limit(enum simd widest)
{
    atomic_store(&limit, widest);
}

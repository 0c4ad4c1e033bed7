/* Counter-based random numbers: a pure function of (seed, stream, counter), so that a matrix is the
 * same on every machine and for every number of threads.
 *
 * The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), applied
 * once per word of the key. */
#pragma once

#include <stdint.h>

static inline uint64_t random_mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* 64 uniform bits for the counter-th draw of a stream. */
static inline uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t counter)
{
    uint64_t key = random_mix(seed + 0x9e3779b97f4a7c15u * (stream + 1));
    return random_mix(key + 0x9e3779b97f4a7c15u * (counter + 1));
}

/* Uniform in 0 .. range - 1 (multiply-shift: the bias is below range / 2^64). */
static inline uint64_t random_below(uint64_t bits, uint64_t range)
{
    return (uint64_t)(((unsigned __int128)bits * range) >> 64);
}

/* Uniform in [0, 1) with 53 bits. */
static inline double random_unit(uint64_t bits)
{
    return (double)(bits >> 11) * 0x1p-53;
}

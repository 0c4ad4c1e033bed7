/* The seed of a program's random cases: $WARPMARK_SEED, which repeats a run, or the time. */
#ifndef WARPMARK_TESTS_SUPPORT_SEED_H
#define WARPMARK_TESTS_SUPPORT_SEED_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/random.h"

static uint64_t seed, drawn;

static inline void seed_begin(void)
{
    const char *given = getenv("WARPMARK_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    printf("seed %llu (WARPMARK_SEED=%llu repeats it)\n", (unsigned long long)seed,
           (unsigned long long)seed);
    fflush(stdout);
}

/* The next random number below range. */
static inline uint64_t draw(uint64_t range)
{
    return random_below(random_bits(seed, 0, drawn++), range);
}

#endif

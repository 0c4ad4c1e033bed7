/* Random cases of a program, all from one seed: $WARPMARK_SEED, which repeats a run, or the time.
 */
#pragma once

#include "base/random.h"

extern uint64_t seed;

/* Sets and prints the seed, and draws from it. */
void seed_begin(void);

/* Restarts the random numbers below, from another seed. */
void draw_from(uint64_t key);

/* Returns the next random number below range, or in [0, 1). */
uint64_t draw(uint64_t range);
double draw_unit(void);

/* Normal with variance 1, after Box and Muller. */
double draw_normal(void);

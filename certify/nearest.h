/* How the check calculates, whatever the caller's rounding mode: to nearest, and denormal numbers
 * are kept. */
#pragma once

#include <fenv.h>

/* Of the calling thread, which had what is returned. Not inline, so that no arithmetic moves over
 * them; what has its numbers in registers calls a function that is not inline, either. */
fenv_t nearest_begin(void);
void nearest_end(const fenv_t *before);

/* At the start of a block, until its end. Each thread of a team must say so itself. */
#define TO_NEAREST __attribute__((cleanup(nearest_end))) const fenv_t before = nearest_begin()
#define APART __attribute__((noinline))

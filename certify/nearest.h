/* How the check calculates, whatever the caller's rounding mode: to nearest, and denormal numbers
 * are kept. */
#pragma once

#include <fenv.h>

/* Of the calling thread, which had what is returned. Not inline, so that no arithmetic with numbers
 * in memory moves over them. Compilers may move other arithmetic: see `settled`. */
fenv_t nearest_begin(void);
void nearest_end(const fenv_t *before);

/* At the start of a block, until its end. Each thread of a team must say so itself. */
#define TO_NEAREST \
    __attribute__((cleanup(nearest_end), unused)) const fenv_t before = nearest_begin()

/* x, as a number that no compiler knows. What is calculated with it stays behind nearest_begin(),
 * and what x is calculated from stays before nearest_end(): parameters and counts of a function
 * that says TO_NEAREST pass through here, and so does a number that it returns. */
static inline double settled(double x)
{
    __asm__ volatile("" : "+m"(x));
    return x;
}

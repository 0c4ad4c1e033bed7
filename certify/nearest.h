/* Arithmetic of the check: rounding to nearest with denormal numbers, whatever mode the caller
 * uses. */
#pragma once

#include <fenv.h>

/* nearest_begin sets the mode of the calling thread and returns the previous one. These functions
 * are not inline, so the compiler does not move arithmetic on numbers in memory over them.
 * Compilers may move other arithmetic: see `settled`. */
fenv_t nearest_begin(void);
void nearest_end(const fenv_t *before);

/* Sets the mode from the start of a block to its end. Each thread of a team must do this itself. */
#define TO_NEAREST \
    __attribute__((cleanup(nearest_end), unused)) const fenv_t before = nearest_begin()

/* Returns x and hides its value from the compiler. Arithmetic with the result stays behind
 * nearest_begin(), and the arithmetic that computes x stays before nearest_end(). So functions that
 * use TO_NEAREST pass their parameters and counts through this function, and also the number that
 * they return. */
static inline double settled(double x)
{
    __asm__ volatile("" : "+m"(x));
    return x;
}

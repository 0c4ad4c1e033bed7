/* Exact fractions of whole numbers below 2^126. A result that does not fit has no value. */
#pragma once

#include <stdbool.h>

__extension__ typedef __int128 whole_t;

/* up/down in lowest terms, down > 0; down = 0: no value. */
struct fraction {
    whole_t up, down;
};

static inline bool fraction_is_known(struct fraction a)
{
    return a.down != 0;
}

struct fraction fraction_of_double(double x);
/* Of a decimal number as written, such as 0.1. */
struct fraction fraction_of_text(const char *text);
struct fraction fraction_plus(struct fraction a, struct fraction b);
struct fraction fraction_times(struct fraction a, struct fraction b);
struct fraction fraction_minus(struct fraction a, struct fraction b);
/* b is not 0. */
struct fraction fraction_over(struct fraction a, struct fraction b);
/* The largest double that is surely not above a. */
double fraction_below(struct fraction a);

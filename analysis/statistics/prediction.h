/* Predicts where the next value lies, if it and the values so far come from one normal
 * distribution. */
#pragma once

#include <stddef.h>

enum { FEWEST_TO_PREDICT = 3 }; /* for two values the interval is 31 deviations wide */

/* The 97.5 % quantile of Student's t with so many degrees of freedom, >= 1; after the finite sums
 * of Abramowitz and Stegun, Handbook of Mathematical Functions, 1964, 26.7.3 and 26.7.4. */
double student_quantile(size_t freedom);

/* Probability of a value beyond -t or t, for t >= 0. */
double student_beyond(size_t freedom, double t);

/* Half the width of the interval around the mean of count >= 2 values in which 95 % of next values
 * lie. deviation: of the values, with divisor count - 1. */
double prediction_reach(size_t count, double deviation);

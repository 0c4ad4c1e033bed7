/* How far two answers are apart. Each is rounded up by all that its sums may have lost. */
#pragma once

#include "certify/check.h"

struct look {
    double distance; /* the largest |answer_i - x_i|, or more; infinite where a number is not one */
    double size;     /* the largest |x_i| */
    double weight;   /* the largest v_i */
};

/* Of n numbers each; v: NULL is ones. */
struct look distance_at_most(uint32_t n, const double *answer, const double *x, const double *v);

/* distance (one a class) = the sum of |answer_i - x_i| over the class, or more, where both are
 * scaled to mass 1 in it; infinite where an answer has no mass. rounding (one a class): how much of
 * it rounding is. Errors: ERROR_HOST_MEMORY. */
enum status distance_in_sum(uint32_t n, const struct classes *classes, const double *answer,
                            const double *x, double *distance, double *rounding);

/* Bounds on the distance of two answers. All bounds include the rounding errors of their own
 * sums. */
#pragma once

#include "certify/check.h"

struct look {
    double distance; /* the largest |answer_i - x_i|, or more; infinite where a number is not one */
    double size;     /* the largest |x_i| */
    double weight;   /* the largest v_i */
};

/* For n numbers each; v = NULL: all weights are 1. */
struct look distance_at_most(uint32_t n, const double *answer, const double *x, const double *v);

/* distance (one for each class): a bound on the sum of |answer_i - x_i| over the class, after both
 * are scaled to mass 1 in it; infinite where an answer has no mass. rounding (one for each class):
 * the part of distance that bounds rounding errors. Errors: ERROR_HOST_MEMORY. */
enum status distance_in_sum(uint32_t n, const struct classes *classes, const double *answer,
                            const double *x, double *distance, double *rounding);

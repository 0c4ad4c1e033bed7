/* Scales the rows of the system of times by 1 + E_i / rate, rounded down to a power of 2; rate: the
 * mean exit rate of the class. A row then counts a unit of time, and about as much for the usual
 * number of jumps in it. So all scaled rows need about the same accuracy of 1, and fast states do
 * not need more digits of the times than others. Internal to prove/. */
#pragma once

#include "certify/pinned.h"
#include "problems/problem.h"

struct row_scale {
    const struct problem *problem;
    const struct pinned *pinned;
    struct classes classes;
    double *rate; /* one for each class, freed by the caller; infinite: nothing is scaled */
};

/* x: a rough answer. Errors: ERROR_HOST_MEMORY. */
enum status row_scale_create(const struct problem *problem, const struct pinned *pinned,
                             const double *x, struct row_scale *out);
double row_scale_of(const struct row_scale *scale, uint32_t i);

/* row_scale_apply divides the rows of a. row_scale_undo reverts that exactly; afterwards nothing is
 * scaled. */
void row_scale_apply(const struct row_scale *scale, struct matrix *a);
void row_scale_undo(struct row_scale *scale, struct matrix *a);

/* Times count 1 for a unit of time, and about as much for the jumps that are usual in it: 1 + E_i /
 * rate in row i, as a power of 2, with the mean rate of its class. Rows that are divided by it all
 * want 1, and none of a fast state needs more digits of the times than others. Internal to prove/.
 */
#pragma once

#include "certify/pinned.h"
#include "problems/problem.h"

struct row_scale {
    const struct problem *problem;
    const struct pinned *pinned;
    struct classes classes;
    double *rate; /* one a class, the caller's to free; infinite: nothing is scaled */
};

/* x: a rough answer. Errors: ERROR_HOST_MEMORY. */
enum status row_scale_create(const struct problem *problem, const struct pinned *pinned,
                             const double *x, struct row_scale *out);
double row_scale_of(const struct row_scale *scale, uint32_t i);

/* Divides the rows of a; and takes that back, exactly, after which nothing is scaled. */
void row_scale_apply(const struct row_scale *scale, struct matrix *a);
void row_scale_undo(struct row_scale *scale, struct matrix *a);

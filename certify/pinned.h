/* The systems of a long run with one pinned state in each class: the row of a pinned state fixes
 * its number. Then all systems have an inverse. */
#pragma once

#include <stdint.h>

#include "certify/check.h"

struct pinned {
    uint32_t *state;      /* pinned state of each class; NO_CLASS if the class has no row */
    struct matrix into;   /* E_i x_i - sum_j R(j,i) x_j: for answers */
    struct matrix out_of; /* E_i v_i - sum_j R(i,j) v_j: for times and averages */
};

/* In each class, pins the row with the largest x. a: the system of long runs (certify/check.h).
 * Errors: ERROR_HOST_MEMORY. */
enum status pinned_create(const struct matrix *a, const struct classes *classes, const double *x,
                          struct pinned *out);

/* Only chooses the states, among n rows; makes no system. */
enum status pinned_choose(uint32_t n, const struct classes *classes, const double *x,
                          struct pinned *out);

/* The reading of the pinned systems: the errors of the stored diagonal and of E count as relative
 * errors of all entries. times: from certify_times. */
struct reading reading_of_pinned(const struct matrix *a, const struct times *times,
                                 struct reading reading);
void pinned_free(struct pinned *pinned); /* accepts a zeroed one, leaves one */

static inline bool is_pinned_row(const struct pinned *pinned, const struct classes *classes,
                                 uint32_t row)
{
    return pinned->state[classes->of[row]] == row;
}

/* A long run's systems with one state of each class pinned: its row says what its number is. All
 * others have an inverse then. */
#pragma once

#include <stdint.h>

#include "certify/check.h"

struct pinned {
    uint32_t *state;      /* of each class; NO_CLASS where it has no row */
    struct matrix into;   /* E_i x_i - sum_j R(j,i) x_j: for answers */
    struct matrix out_of; /* E_i v_i - sum_j R(i,j) v_j: for times and averages */
};

/* Pins, of each class, the row in which x is largest. a: the system of long runs (certify/check.h).
 * Errors: ERROR_HOST_MEMORY. */
enum status pinned_create(const struct matrix *a, const struct classes *classes, const double *x,
                          struct pinned *out);

/* The reading of the pinned systems: what the stored diagonal was rounded by, and what E is off by,
 * count as a share of all entries. times: of certify_times. */
struct reading reading_of_pinned(const struct matrix *a, const struct times *times,
                                 struct reading reading);
void pinned_free(struct pinned *pinned); /* accepts a zeroed one, leaves one */

static inline bool is_pinned(const struct pinned *pinned, const struct classes *classes,
                             uint32_t row)
{
    return pinned->state[classes->of[row]] == row;
}

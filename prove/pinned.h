/* A long run's systems with one state of each class pinned: its row says what its number is. All
 * others have an inverse then. Internal to prove/. */
#pragma once

#include <stdint.h>

#include "base/sparse/csr.h"
#include "problems/problem.h"

struct pinned {
    uint32_t *state;      /* of each class; NO_CLASS where it has no row */
    struct matrix into;   /* E_i x_i - sum_j R(j,i) x_j: for answers */
    struct matrix out_of; /* E_i v_i - sum_j R(i,j) v_j: for times and averages */
};

/* Pins, of each class, the row in which x is largest. Errors: ERROR_HOST_MEMORY. */
enum status pinned_create(const struct problem *problem, const double *x, struct pinned *out);
void pinned_free(struct pinned *pinned); /* accepts a zeroed one, leaves one */
bool is_pinned(const struct problem *problem, const struct pinned *pinned, uint32_t row);

/* The matrix of a source, before any property: the data for structure plots. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

/* For a chain, the transition matrix; row i has the transitions out of state i. For a product, its
 * edges in the same form, without values (a.val is NULL) and with parallel edges merged. Otherwise
 * the matrix of the linear system with its diagonal. No entry is zero. */
struct structure {
    bool chain; /* or product */
    struct csr a;
    uint8_t *start; /* one byte for each state: the initial ones; NULL for a matrix */
};

/* Opens source. A chain from a file needs no property, but if one is given it must be correct.
 * Errors: those of problem_open; *out is zeroed then. */
enum status structure_open(const char *source, struct structure *out);
void structure_free(struct structure *structure); /* accepts a zeroed one, leaves one */

/* The matrix that a source names, before any property: what structure plots show. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

/* Of a chain the transition matrix, row i holding what leaves state i; of a product its edges in
 * the same way, without values (a.val is NULL) and parallel ones once; else the matrix of the
 * linear system, diagonal included. No entry is zero. */
struct structure {
    bool chain; /* or product */
    struct csr a;
    uint8_t *start; /* one byte a state: the initial ones; NULL for a matrix */
};

/* Opens source; a chain from a file needs no property, but one that is given must be sound. Errors:
 * as problem_open; *out is zeroed then. */
enum status structure_open(const char *source, struct structure *out);
void structure_free(struct structure *structure); /* accepts a zeroed one, leaves one */

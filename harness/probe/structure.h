/* Facts about the structure of a matrix, found without a sweep. */
#pragma once

#include <stdbool.h>

#include "problems/problem.h"

/* Number of levels, each of which waits for the one before, from which on triangular factors do not
 * pay on a GPU (docs/notebook/ilu.md). */
enum { DEEP_LEVELS = 128 };

struct structure_facts {
    double length;   /* mean number of entries of a row */
    double longest;  /* entries of the longest row */
    bool descending; /* most entries lie right of the diagonal, ... */
    bool one_way;    /* ... on the side with most entries are large ones, too */
    bool acyclic;    /* nearly all rows can stand behind those that they need */
    bool deep;       /* triangular factors of this pattern surely have DEEP_LEVELS levels */
};

/* Returns the share of the entries that lie between two of so many blocks of consecutive rows, in
 * a sample of the rows. */
double structure_between(const struct matrix *a, uint32_t blocks);

/* cycles: look for them; acyclic is false otherwise. Errors: ERROR_HOST_MEMORY. */
enum status structure_find(const struct matrix *a, bool cycles, struct structure_facts *out);

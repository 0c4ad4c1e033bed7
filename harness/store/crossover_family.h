/* Predicts the crossover of the next matrix from several searches with different seeds, of one
 * study and one value of its second axis. */
#pragma once

#include <stdbool.h>

#include "harness/store/results.h"

struct crossover_family {
    const struct result_crossover *first;
    int id_length; /* of the family's id, the start of first->id, which is ID.seedN */
    size_t searches, found, unfinished;
    bool mixed; /* not all found ones have the same variant below; then nothing is predicted */
    /* The geometric mean of the places that were found; and where the next matrix has its crossover
     * with 95 %, if their logarithms are normal. NaN where fewer than FEWEST_TO_PREDICT are
     * found, where they are mixed, or where a search is unfinished. */
    double at, low, high;
};

/* Returns whether both belong to one family. */
bool crossover_same_family(const struct result_crossover *x, const struct result_crossover *y);

/* false where row k of results->crossovers is not the first of a family of two or more. */
bool crossover_family(const struct results *results, size_t k, struct crossover_family *out);

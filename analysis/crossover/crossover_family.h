/* Predicts the crossover of the next matrix from several searches with different seeds, of one
 * study and one value of its second axis. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

struct crossover_family {
    const struct result_crossover *first;
    int id_length; /* length of the family's id, the start of first->id, which is ID.seedN */
    size_t searches, found, unfinished;
    bool mixed; /* the found ones differ in the variant below; then nothing is predicted */
    /* at: geometric mean of the places that were found. low, high: the next matrix has its
     * crossover in between with 95 %, if the logarithms are normal. NaN if fewer than
     * FEWEST_TO_PREDICT are found, if they are mixed, or if a search is unfinished. */
    double at, low, high;
};

/* Returns whether both belong to one family. */
bool crossover_same_family(const struct result_crossover *x, const struct result_crossover *y);

/* Returns false if row k of results->crossovers is not the first of a family of at least two. */
bool crossover_family(const struct results *results, size_t k, struct crossover_family *out);

/* Searches for crossovers that ran several times: whether their intervals agree. */
#pragma once

#include <stdio.h>

#include "store/results.h"

/* Prints a line for each search of results[0] that the other files repeat, and one with the counts.
 * Intervals agree if each pair overlaps. Prints nothing if there is no search. */
void crossovers_agree(size_t count, const struct results *results, FILE *out);

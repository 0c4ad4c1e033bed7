/* Finds facts about the structure of a matrix without a sweep, from a sample of its rows. */
#pragma once

#include "problems/problem.h"
#include "solvers/forecast.h"

/* Sets n, length, longest, alike, levels, upper, fill, backward and one_way. */
void structure_find(const struct matrix *a, struct facts *out);

/* Readings of a system: intervals around the stored numbers, if each number of the model was
 * rounded. */
#pragma once

#include "certify/check.h"

/* Relative error of a number after this many roundings to double, if no intermediate result was
 * below the normal numbers. */
double reading_share(uint64_t roundings);

/* Number of roundings for which reading_share returns this share. */
uint64_t reading_roundings(double share);

/* Returns whether all off-diagonal entries are at least as large as the smallest normal double, and
 * each b (NULL: zeros) is so or 0. Below that, the error of a rounding is not relative to the
 * number. */
bool numbers_are_normal(const struct matrix *a, const double *b);

/* Returns whether each row with off-diagonal entries sums to 0, except for rounding errors and
 * `share`, relative to the diagonal or to 1 if that is larger. */
bool rows_are_balanced(const struct matrix *a, double share);

/* Reading of a system whose reduction says `model`. If its numbers may be off by more, all fields
 * are 0: the stored numbers are taken as exact. */
struct reading reading_of_model(const struct matrix *a, const double *b, struct reading model);

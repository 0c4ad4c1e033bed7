/* What the stored numbers of a system stand for, where each number of its model was rounded. */
#pragma once

#include "certify/check.h"

/* A number that came by so many roundings to a double, none of which was below the normal numbers,
 * is off by this share of itself at most. */
double reading_share(uint64_t roundings);

/* The number of roundings that a share of reading_share stands for. */
uint64_t reading_roundings(double share);

/* Whether no entry beside the diagonal is below the normal numbers, and no b (NULL: zeros) but 0:
 * there a rounding is no share. */
bool numbers_are_normal(const struct matrix *a, const double *b);

/* Whether rows with entries beside the diagonal sum to 0, but for rounding: to that of a sum, of 1
 * or of the diagonal, and to `share` of it. */
bool rows_are_balanced(const struct matrix *a, double share);

/* The reading of a system whose reduction hands `model` over; all 0, so as stored, where its
 * numbers may be off by more. */
struct reading reading_of_model(const struct matrix *a, const double *b, struct reading model);

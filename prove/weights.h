/* Weights v with <A> v > 0 (certify/check.h). Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "certify/check.h"
#include "prove/systems/budget.h"

static const double rough_weights = 0.2;

/* Returns whether A = <A>: no off-diagonal entry is positive, and the diagonal is positive. */
bool is_compared(const struct matrix *a);

/* b = the drift that is wanted of weights: 1, but in rows x_i = b_i that of a small weight. */
void wanted_drift(const struct matrix *a, double *b);

/* v = the weights that find_weights looks for, by a solution x for b = each in all rows but rows
 * x_i = 0. */
void weights_of_times(const struct matrix *a, const double *x, double each, double *v);

/* Returns whether the check accepts v, and each drift is at least a quarter of that which
 * find_weights looks for. */
bool weights_do(const struct matrix *a, const struct reading *reading, const double *v,
                double *drift);

/* Finds weights v with their drift (n numbers each). first: factor by which the first solve reduces
 * the residual; rough weights are enough for bounds. *accepted: the check accepts them. *order:
 * there is an order of the rows in which they are solved fast. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status find_weights(const struct matrix *a, const struct reading *reading, double first,
                         struct budget *budget, double *v, double *drift, bool *accepted,
                         bool *order);

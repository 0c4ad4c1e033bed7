/* Weights v with <A> v > 0 (certify/check.h). Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "certify/check.h"
#include "prove/systems/budget.h"

static const double rough_weights = 0.2;

/* Returns whether A = <A>: no off-diagonal entry is positive, and the diagonal is positive. */
bool is_compared(const struct matrix *a);

/* b = a drift that is wanted of weights: 1, but much less in rows x_i = b_i, so that their v is
 * small and the other rows stay good if <A> is dominant. */
void wanted_drift(const struct matrix *a, double *b);

/* Finds weights v with their drift (n numbers each). first: factor by which the first solve reduces
 * the residual; rough weights are enough for bounds. *accepted: the check accepts them. *order:
 * there is an order of the rows in which they are solved fast. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status find_weights(const struct matrix *a, const struct reading *reading, double first,
                         struct budget *budget, double *v, double *drift, bool *accepted,
                         bool *order);

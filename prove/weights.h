/* Weights v with <A> v > 0 (certify/check.h). Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "certify/check.h"
#include "prove/means/budget.h"

static const double rough_weights = 0.2;

/* Whether A is <A>: no entry beside its diagonal is positive, and the diagonal is. */
bool is_compared(const struct matrix *a);

/* first: what to reduce the residual to at first; rough weights do for bounds.
 * v, drift (n numbers each) = weights and what the check has for them; *accepted = whether it takes
 * them; *order: whether the rows have an order in which they are solved fast. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status find_weights(const struct matrix *a, const struct reading *reading, double first,
                         struct budget *budget, double *v, double *drift, bool *accepted,
                         bool *order);

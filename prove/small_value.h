/* Small values, such as the probability of a rare event, for which bounds relative to the largest
 * entry are too wide. They are bounded by an answer proof.y with a small relative error in each
 * entry, and its weights proof.u. Internal to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "prove/value.h"

/* Sets proof.y and proof.u, near proof.x, for a value of about this relative width. Both stay NULL
 * if none are found. Long runs: proof.v and proof.times must be known. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status small_value_find(struct problem *problem, double width, struct budget *budget);

/* Fixpoints: intersects *value with the interval that y and u prove; neither is trusted. Long runs:
 * value has one interval for the average of each class. Errors: ERROR_HOST_MEMORY. */
enum status small_value_check(const struct problem *problem, struct interval *value);

/* Values that are small beside what answers are measured by, such as the probability of a rare
 * event: from an answer proof.y, each of whose entries is known to a share of itself, and its
 * weights proof.u. Internal to prove/. */
#pragma once

#include "prove/means/budget.h"
#include "prove/value.h"

/* Sets proof.y and proof.u, near proof.x, for a value of about this relative width. Both stay NULL
 * where none are found. Long runs: proof.v and proof.times are known. Errors: ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED. */
enum status small_value_find(struct problem *problem, double width, struct budget *budget);

/* Fixpoints: *value is met with what y and u prove, which may be anybody's. Long runs: value has
 * the average of each class. Errors: ERROR_HOST_MEMORY. */
enum status small_value_check(const struct problem *problem, struct interval *value);

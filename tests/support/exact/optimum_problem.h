/* Problems of small decision processes, as a reduction makes them: what the graph decides is
 * stated, and end components whose states have one value are one unknown. */
#pragma once

#include "problems/problem.h"
#include "tests/support/exact/best_value.h"

/* *out (new) is about the states of c, whose arrays it copies. Without rewards, stated states have
 * b = 0 or 1, and others have b = 0. The value is that of state `initial`. */
void optimum_problem_make(const struct decision_case *c, uint32_t initial, struct problem *out);

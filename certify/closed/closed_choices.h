/* The check of decision processes whose choices exist in closed form only (base/closed/choices.h;
 * docs/proofs.md, Theorem 14). It is as certify/optimum.h, and reads each choice when it needs it.
 * The weights are in closed form, too. */
#pragma once

#include "certify/check.h"

/* *drift = the least drift of all choices, rounded down. Returns whether the weights prove that
 * there is exactly one x, and the initial state is among states that no choice leaves. Then nothing
 * depends on the others. */
bool certify_closed_choices(const struct closed_rows *closed, double *drift);

/* Bounds the distance of answer (n numbers) from x as multiples of the weights. drift: from
 * certify_closed_choices, which accepted them. Infinite if no bound is known. */
struct bound certify_closed_distance(const struct closed_rows *closed, double drift,
                                     const double *answer);

/* Policy iteration: each scheduler is a chain, whose system is solved, and choices that its numbers
 * show to be better replace others. It needs few solves where sweeps would be many. Nothing here is
 * believed. Internal to prove/. */
#pragma once

#include "certify/check.h"
#include "prove/systems/budget.h"

struct policies {
    const struct matrix *a; /* rows are choices */
    const double *b;        /* one number for each row */
    bool largest, balanced;
    double tolerance; /* a chain is solved until no row is off by more than this, plus a share of
                         the largest number; a choice that is better by four times as much replaces
                         another */
    double share;
    struct budget *budget;
};

/* Improves x (n numbers, close or 0) and choice (n rows, with which all paths end) until no choice
 * is better. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status policies_improve(const struct policies *p, uint32_t *choice, double *x);

/* The number of jumps within a time, and what else the two checks of bounded properties share
 * (steps.c, plain_steps.c). */
#pragma once

#include "certify/check.h"

/* A number in two doubles; tail is at most u = 2^-53 of head. */
struct pair {
    double head, tail;
};

/* Probabilities of first .. last jumps; the heads of the weights sum to 1. */
struct jumps {
    uint64_t first, last;
    struct pair *weight;
    double off;     /* bound on the sum of the errors of all probabilities: share and missing */
    double share;   /* bound on the relative error of each weight */
    double missing; /* bound on the probability of all other numbers of jumps */
    double late;    /* bound on the mean times the probability of last jumps or more */
};

/* *out = the jumps of the walk's time, or one weight of 1 for its number of steps. Free
 * out->weight. Errors: ERROR_HOST_MEMORY. */
enum status find_jumps(const struct walk_of_steps *walk, struct jumps *out);

/* Returns whether row r is x = b_r and the start x0 already is b_r, so the entry never changes. */
bool row_stays(const struct matrix *a, uint32_t r, const double *b, double x0);

/* Commits, measured in turns: in each round each of them once, in an order drawn by chance, so that
 * what changes with the minutes meets all alike. Rounds that stand in the notebook are not measured
 * again. */
#pragma once

#include "harness/bisect/bisect.h"
#include "harness/bisect/checkout.h"
#include "harness/bisect/notebook.h"

struct rounds {
    const struct bisect_request *request;
    struct checkout checkout;
    struct notebook notebook;
    char *script, *file; /* what a program is given, and what it writes */
    struct bisection *out;
    size_t steps; /* those that a search without skipped commits takes */
};

/* Fills in what can be known of a commit by building it and measuring the case once, unless that
 * is known. Errors: those of checkout_build. */
enum status rounds_try(struct rounds *rounds, size_t commit);

/* Measures until it is decided, or the rounds are used up; *step has its stage and commits, and
 * gets the rest. Errors: the same, and ERROR_INPUT where a commit that could be measured cannot be
 * any more. */
enum status rounds_compare(struct rounds *rounds, struct bisect_step *step);

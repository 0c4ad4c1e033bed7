/* Measures commits in turns. In each round each commit is measured once, in an order drawn by
 * chance, so that slow changes of the machine affect all alike. Rounds that are in the notebook are
 * not measured again. */
#pragma once

#include "harness/bisect/bisect.h"
#include "harness/bisect/notebook.h"
#include "harness/live/checkout.h"

struct rounds {
    const struct bisect_request *request;
    struct checkout checkout;
    struct notebook notebook;
    char *script, *file; /* script: input of a program; file: its output */
    struct bisection *out;
    size_t steps; /* planned steps: those of a search without skipped commits */
};

/* Builds a commit and measures the case once, to learn its state, unless that is known. Errors:
 * those of checkout_build. */
enum status rounds_try(struct rounds *rounds, size_t commit);

/* Measures until the step is decided, or the rounds are used up. *step has its stage and commits;
 * the rest is filled in. Errors: the same, and ERROR_INPUT if a commit cannot be measured any
 * more. */
enum status rounds_compare(struct rounds *rounds, struct bisect_step *step);

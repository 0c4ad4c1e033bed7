/* The transitions of one state of a model, and what holds there: what all who walk through its
 * states share (explore.h; ranks, which have some of the states each).
 *
 * A state is coded as a number, its variables being the digits in a mixed radix, the first one the
 * most significant, so that codes ascend in PRISM's order. */
#pragma once

#include "generators/model.h"

/* A model with its arguments; for any number of threads. */
struct stepper {
    const char *name;
    const struct model *model;
    const union argument *arguments;
    const struct model_reward *rewards; /* those wanted; ends with a NULL name. NULL: none */
    struct space space;
    uint64_t weight[MAX_VARIABLES]; /* of each digit of a code */
    uint64_t limit;                 /* codes are below this */
};

/* A transition. */
struct entry {
    uint64_t code; /* of the state that it leads to */
    double value;
    int action, command;
    uint32_t order; /* of arrival: duplicates are added up in it */
};

/* Of one state after another; for one thread. Begins zeroed but for the stepper; the owner frees
 * the entries. */
struct step {
    const struct stepper *stepper;
    struct entry *entry;
    uint32_t count;
    size_t room;
    int commands;
    bool even;
    uint64_t most, merged; /* of all rows so far: transitions, and additions that made a value */
    bool failed;           /* out of memory, or a value outside its range: in one of the states */
};

/* Errors: those of the model's check; ERROR_INPUT where there are too many codes. */
enum status stepper_create(const char *name, const struct model *model,
                           const union argument *arguments, const struct model_reward *rewards,
                           struct stepper *out);
uint64_t stepper_start(const struct stepper *stepper); /* the code of the initial state */

/* *out = a chain of n states without transitions: what names there are, and room for labels,
 * rewards, and where rows begin. Errors: ERROR_HOST_MEMORY; chain_free then, too. */
enum status stepper_chain(const struct stepper *stepper, uint32_t n, struct chain *out);

/* Where a state leads to, as the model says it: duplicates are there, and a deadlock leads nowhere.
 */
void step_from(struct step *step, uint64_t code);

/* The row of a state: by ascending codes, duplicates added up, and a deadlock leads to itself.
 * chain: gets the labels and rewards of state i; NULL: they are not wanted. */
void step_row(struct step *step, uint64_t code, struct chain *chain, uint32_t i);

/* ERROR_HOST_MEMORY, of a step that failed. */
enum status step_failure(const struct stepper *stepper);

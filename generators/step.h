/* The transitions, labels and rewards of one state of a model. All walks through the states of a
 * model use it: explore.h, and ranks, each of which has a part of the states.
 *
 * The code of a state is a number whose digits in a mixed radix are the variables, the first one
 * most significant, so codes ascend in PRISM's order. */
#pragma once

#include "generators/model.h"

/* A model with its arguments; several threads may share it. */
struct stepper {
    const char *name;
    const struct model *model;
    const union argument *arguments;
    const struct model_reward *rewards; /* the rewards to compute; ends with a NULL name. NULL:
                                           none */
    struct space space;
    uint64_t weight[MAX_VARIABLES]; /* of each digit of a code */
    uint64_t limit;                 /* codes are below this */
    uint64_t start;                 /* code of the initial state, where there is one */
};

/* A transition. */
struct entry {
    uint64_t code; /* of the target state */
    double value;
    int action, command;
    uint32_t order; /* order of arrival, in which duplicates are added up */
};

/* The transitions of the current state; each thread has its own. Begins zeroed except for the
 * stepper. The owner calls step_free. */
struct step {
    const struct stepper *stepper;
    int state[MAX_VARIABLES]; /* the current state */
    uint64_t code;            /* of it */
    bool started;             /* there is one */
    struct entry *entry;
    uint32_t count;
    size_t room;
    int commands;
    uint32_t *called; /* of each command, if the model has names for them: command_name() */
    size_t called_room;
    bool even;
    double *rate; /* of an MDP, after step_row with a chain: the rewards of each row of the state,
                     first the rows of one reward, then those of the next */
    size_t rates; /* room for these */
    uint64_t most, merged; /* over all rows so far: most transitions of a row, and most additions
                              for one value */
    bool failed;           /* out of memory, or a value out of its range, in some state so far */
};

/* Errors: those of the model's check; ERROR_INPUT if there are too many codes. */
enum status stepper_create(const char *name, const struct model *model,
                           const union argument *arguments, const struct model_reward *rewards,
                           struct stepper *out);

/* *out = a chain of n states without transitions: names, and arrays for labels, rewards, row starts
 * and, in an MDP, groups, which are 0; the others are not initialised. In a chain there are as many
 * rows as states. Errors: ERROR_HOST_MEMORY; chain_free then, too. */
enum status stepper_chain(const struct stepper *stepper, uint32_t n, uint32_t rows,
                          struct chain *out);

/* Adds the types of its variables, and room for their values in its n states. Errors:
 * ERROR_HOST_MEMORY. */
enum status stepper_values(const struct stepper *stepper, uint32_t n, struct chain *out);

/* Returns whether the state of a code is initial. */
bool step_starts_at(struct step *step, uint64_t code);

/* Computes the successors of a state as the model defines them: duplicates are kept, and a deadlock
 * has none. */
void step_from(struct step *step, uint64_t code);

/* Computes the row of a state: codes ascend, duplicates are added up, and a deadlock gets a
 * self-loop. chain: gets the labels and rewards of state i, and the rewards of the rows of a chain;
 * may be NULL. */
void step_row(struct step *step, uint64_t code, struct chain *chain, uint32_t i);

/* In an MDP, step_row computes all choices of the state, in the order of its commands. These return
 * the number of rows, and where the row ends whose entries begin at `first`. */
uint32_t step_rows(const struct step *step);
uint32_t step_row_end(const struct step *step, uint32_t first);

/* Returns whether the rows of an MDP may have names, and that of a row: command_name(), or 0. */
bool stepper_names(const struct stepper *stepper);
uint32_t step_row_name(const struct step *step, uint32_t row);

void step_free(struct step *step);

/* Fails with ERROR_HOST_MEMORY because a step failed. */
enum status step_failure(const struct stepper *stepper);

/* Equations of choices, for the reductions of this folder. */
#pragma once

#include "base/sparse/quotient.h"
#include "problems/property.h"

/* What becomes of the states and choices: components are one state each. */
struct kept {
    uint8_t *allowed; /* rows that are kept, if they do not stay in a component */
    uint32_t *component;
    uint8_t *stays;
    struct quotient quotient;
};

void kept_free(struct kept *kept); /* accepts a zeroed one */

/* Keeps each state as it is; of a state that is not open its first row. open: a byte for each
 * state. Errors: ERROR_HOST_MEMORY. */
enum status keep_all(const struct chain *chain, const uint8_t *open, struct kept *out);

/* *out = the equations of what was kept, without x0. open: one byte for each state of the chain;
 * the others are stated, with these values. reward: one number for each choice, or NULL. Errors:
 * ERROR_HOST_MEMORY. */
enum status write_equations(const struct chain *chain, const double *reward,
                            const struct quotient *q, const uint8_t *open, const double *value,
                            struct linear *out);

/* Sets the initial unknowns. Several initial states may be one unknown: of them all the least or
 * the largest value is asked. Errors: those of take_initial. */
enum status take_initial_unknowns(const struct chain *chain, enum filter filter,
                                  struct problem *out);

/* Probabilities mean themselves over their sum, which numbers of few digits miss. */
struct reading reading_of_choices(const struct chain *chain, const double *reward);

/* Bounds of intervals mean themselves, except where no probabilities between the bounds of a row
 * sum to 1, or only just: there they may be off by as much as it takes, with some room. */
struct reading reading_of_intervals(const struct chain *chain);

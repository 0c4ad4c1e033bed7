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
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status write_equations(const struct chain *chain, const double *reward,
                            const struct quotient *q, const uint8_t *open, const double *value,
                            struct linear *out);

/* Sets the initial unknowns. Several initial states may be one unknown: of them all the least or
 * the largest value is asked. Errors: those of take_initial. */
enum status take_initial_unknowns(const struct chain *chain, enum filter filter,
                                  struct problem *out);

/* Probabilities mean themselves over their sum, which numbers of few digits miss. */
struct reading reading_of_choices(const struct chain *chain, const double *reward);

/* Widens the intervals of rows that have no probabilities between their bounds that sum to 1,
 * because bounds were rounded: all of such a row by the same share, a little more than it takes. */
void widen_intervals(struct chain *chain, struct widened_rows *out);

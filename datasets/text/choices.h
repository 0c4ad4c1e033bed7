/* A chain or MDP while a reader finds its transitions row by row: states ascend, and so do the
 * choices of each state, which count from 0. In a chain, each state has choice 0. States without a
 * line get an empty row. */
#pragma once

#include "datasets/text/action_names.h"
#include "datasets/text/entries.h"
#include "datasets/text/rows.h"

struct choices {
    struct lines *lines; /* borrowed */
    enum chain_type type;
    double tolerance; /* of the sum of a row, for rows_check_sum */
    struct entries entries;
    struct action_names actions;
    uint32_t *group; /* first row of each state */
    size_t room;
    uint32_t n;            /* largest state so far, plus 1 */
    uint32_t states, rows; /* begun so far; the current ones are the last */
    uint32_t skipped;      /* rows of states without a line */
    uint64_t last;         /* last line of the current row; 0: there is none */
    struct row_sum sum;    /* of the current row */
    bool intervals;        /* probabilities are intervals, entries have their lower bounds */
    struct entries most;   /* their upper bounds */
    double sum_of_most;    /* of the current row */
};

/* lines must outlive out. shortest: bytes of the shortest line of a transition, with its end.
 * Errors: ERROR_HOST_MEMORY. */
enum status choices_create(struct lines *lines, enum chain_type type, double tolerance,
                           unsigned shortest, struct choices *out);
void choices_free(struct choices *choices); /* accepts a zeroed struct; leaves one */

/* The current line belongs to this choice. Errors of this and the following: ERROR_INPUT with the
 * line, ERROR_HOST_MEMORY. */
enum status choices_line(struct choices *choices, uint32_t state, uint64_t choice);

/* The number that the next choice of this state has. */
uint32_t choices_next(const struct choices *choices, uint32_t state);

/* Checks the sum of the current choice, as do choices_line of the next one and choices_finish. */
enum status choices_check(const struct choices *choices);

/* States below `end` that have no choice get an empty row. */
enum status choices_skip(struct choices *choices, uint32_t end);

/* Adds a transition to the current choice; x = 0: none. */
enum status choices_add(struct choices *choices, uint32_t target, double x);

/* Says that probabilities are intervals, of an MDP or of a DTMC, which then has a choice for each
 * state. Errors: ERROR_INPUT if a transition before was a number, or these are rates. */
enum status choices_have_intervals(struct choices *choices);

/* choices_add of an interval; low = 0: none. */
enum status choices_add_interval(struct choices *choices, uint32_t target, double low, double high);

/* The current line names the action of its choice; NULL: none. All lines of a choice must agree. */
enum status choices_name(struct choices *choices, const char *action);

/* Moves the result to out, with at least n states: its transitions, upper bounds, groups, actions
 * and roundings. */
enum status choices_finish(struct choices *choices, uint32_t n, struct chain *out);

/* Reads probabilities of interval models: `[0.1,0.3]`, or a number x for [x,x]. */
#pragma once

#include "datasets/text/choices.h"

/* A lower and an upper bound. */
struct interval_read {
    double low, high;
};

/* Returns whether the next word begins with '['. */
bool at_interval(struct lines *lines);

/* Reads the next word, which is an interval; blanks may stand in its brackets. It must have a lower
 * bound above 0, or be [0,0], and an upper bound from there to 1. after: the character that follows
 * directly and is skipped; NUL: a blank or the end of the line. Errors: ERROR_INPUT with the line.
 */
enum status read_interval(struct lines *lines, char after, struct interval_read *out);

/* Reads the transition's value and adds it to the current choice, which is of an interval model if
 * the value is an interval. */
enum status add_interval(struct choices *choices, uint32_t target);

/* A reader of types calls this first: of the words idtmc and imdp, in any case, *word becomes dtmc
 * and mdp, and the result is true. word may be NULL. */
bool is_interval_type(const char **word);

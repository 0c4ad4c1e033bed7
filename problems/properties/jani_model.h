/* What the files that read JANI share. */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "base/status.h"

/* *out (new) = the model; freed by json_decref. Errors: ERROR_INPUT with the line. */
enum status jani_read(const char *path, const char *text, json_t **out);

/* Returns the text of a member, "" if it is none. */
const char *jani_word(const json_t *object, const char *member);

bool jani_is_timed(const json_t *model); /* it is a CTMC */

/* Variables that formulas may name: those of the model, and those of its first automaton. */
enum jani_variable { JANI_NONE, JANI_STATE, JANI_LABEL, JANI_REWARD, JANI_TRUTH };

/* Returns what a name is: a variable of states that is a number (JANI_STATE) or true or false
 * (JANI_TRUTH), or a transient one that is true or false (JANI_LABEL) or a number (JANI_REWARD). */
enum jani_variable jani_variable(const json_t *model, const char *name);

/* Checks that the reward which a question (Emin, Emax, Smin or Smax) adds up is the same if all its
 * values are added up, or is a number in each state. Errors: ERROR_INPUT. */
enum status jani_check_reward(const json_t *model, const json_t *question);
/* The same for a bound of a reward: all destinations of an edge must assign the same to it, as of
 * different values only the mean reaches us. */
enum status jani_check_alike(const json_t *model, const char *name);

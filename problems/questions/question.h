/* Questions in the property language (problems/properties/), and the problems that they become. */
#pragma once

#include "problems/problem.h"
#include "problems/source.h"

/* Makes the problem of the source's question. The chain's transitions may be used up. Errors:
 * ERROR_INPUT with the column in the user's text, those of reductions and of proofs. */
enum status reduce_question(const struct source *source, struct chain *chain, struct problem *out);

/* *out (new) = the questions inside the source's question that are reductions of their own, those
 * further inside first, as sources, one a line; "" if there are none. They are those that
 * problem_open proves, as far as the source's text tells them. Errors: those of source_parse. */
enum status questions_inside(const char *source, char **out);

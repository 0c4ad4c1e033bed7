/* The commits of a search. */
#pragma once

#include "harness/bisect/rounds.h"

/* Lists good and the commits from there to bad in rounds->out; a merge counts as one. Errors:
 * ERROR_INPUT if bad does not follow good; those of checkout_git. */
enum status list_commits(const struct rounds *rounds, const char *good, const char *bad);

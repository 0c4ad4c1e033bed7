/* Files of rewards: state rewards rho, one `state rho` on each line, and transition rewards iota,
 * `source target iota` or, in an MDP, `source choice target iota`. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Adds a reward called name from two files; NULL: there is none. The states' file sets rho_i, the
 * transitions' adds R(i,j) iota(i,j); states and transitions must exist. counted (PRISM): the first
 * line is `n k`, the numbers of states and of lines to come (transitions of an MDP: `n m k`, with
 * that of choices), and lines that begin with # are comments; else (Storm) the files have neither.
 * Rewards must be finite and not negative, and none may be given twice. Errors: ERROR_IO,
 * ERROR_INPUT with file and line, ERROR_HOST_MEMORY. */
enum status rewards_read(const char *states, const char *transitions, bool counted,
                         const char *name, struct chain *chain);

enum reward_of { REWARD_OF_STATES, REWARD_OF_TRANSITIONS };

/* Reads one of the two from open lines, states first, and adds it to reward, whose rate starts as
 * 0. Errors: as above. */
enum status rewards_read_lines(struct lines *lines, enum reward_of of, bool counted,
                               struct chain *chain, struct reward *reward);

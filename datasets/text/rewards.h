/* Files of rewards: state rewards rho, one `state rho` a line, and transition rewards iota, `source
 * target iota`. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"
#include "datasets/text/lines.h"

/* Adds a reward called name from two files, NULL where there is none: the states' sets rho_i, the
 * transitions' adds R(i,j) iota(i,j), and what it names must exist. counted (PRISM): a first line
 * `n k` with the numbers of states and of lines to come, and lines that begin with # are comments;
 * else (Storm) the files have neither. Rewards are finite and not negative, and none is given
 * twice. Errors: ERROR_IO, ERROR_INPUT with file and line, ERROR_HOST_MEMORY. */
enum status rewards_read(const char *states, const char *transitions, bool counted,
                         const char *name, struct chain *chain);

enum reward_of { REWARD_OF_STATES, REWARD_OF_TRANSITIONS };

/* Reads one of the two from lines that are open, states first: adds to sum, one number a state that
 * starts as 0. Errors: as above. */
enum status rewards_read_lines(struct lines *lines, enum reward_of of, bool counted,
                               struct chain *chain, double *sum);

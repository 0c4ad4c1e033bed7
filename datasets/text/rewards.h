/* Files of rewards: state rewards rho, one `state rho` a line, and transition rewards iota, `source
 * target iota`. */
#ifndef WARPMARK_DATASETS_TEXT_REWARDS_H
#define WARPMARK_DATASETS_TEXT_REWARDS_H

#include <stdbool.h>

#include "base/sparse/chain.h"

/* counted (PRISM): a first line `n k` with the numbers of states and of lines to come, and lines
 * that begin with # are comments; else (Storm) the file has neither. Rewards are finite and not
 * negative, and none is given twice. sum holds a number a state: the states' file sets rho_i where
 * it has one, the transitions' adds R(i,j) iota(i,j), and what it names must exist. Errors:
 * ERROR_IO, ERROR_INPUT with file and line, ERROR_HOST_MEMORY. */
enum status rewards_read_states(const char *path, const struct chain *chain, bool counted,
                                double *sum);
enum status rewards_read_transitions(const char *path, const struct chain *chain, bool counted,
                                     double *sum);

#endif

/* vote=host on CUDA places: the test as a first port to the GPU has it. A kernel makes x' and
 * nothing else; x' is copied to the host after each sweep that is tested, and one thread compares
 * it with x there, as PRISM does.
 *
 * x' goes to pinned memory, and where every sweep is tested it is the x of the next test and is
 * copied once. */
#pragma once

#include "solvers/solver.h"

/* Where solve->options.vote = VOTE_HOST; else does nothing. Errors: ERROR_HOST_MEMORY,
 * ERROR_DEVICE. */
enum status host_vote_prepare(struct solve *solve);

void host_vote_dismiss(struct solve *solve);

/* place->compare. */
enum status host_vote_compare(struct solve *solve);

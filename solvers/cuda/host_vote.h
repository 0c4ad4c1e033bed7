/* vote=host on CUDA places: the test as in a first, simple port to the GPU. A kernel computes x'
 * and does not test. After each sweep that is tested, x' is copied to the host, and one thread
 * there compares it with x, as PRISM does.
 *
 * x' goes to pinned memory. If every sweep is tested, x' is the x of the next test, so each iterate
 * is copied only once. */
#pragma once

#include "solvers/solver.h"

/* Prepares vote=host; does nothing for other values of solve->options.vote. Errors:
 * ERROR_HOST_MEMORY, ERROR_DEVICE. */
enum status host_vote_prepare(struct solve *solve);

void host_vote_dismiss(struct solve *solve);

/* place->compare. */
enum status host_vote_compare(struct solve *solve);

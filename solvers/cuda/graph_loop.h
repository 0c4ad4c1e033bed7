/* loop=graph on one GPU or several: iterations without the host. Of several each has a graph of its
 * own, and they meet in between (cards.h).
 *
 * One CUDA graph holds many steps. Every test in it votes in a word of its own, and whatever comes
 * behind a test does nothing unless that word says TEST_UNSATISFIED. So the step that converges is
 * the last that changes anything, and the host finds out afterwards which one it was: it looks once
 * a launch. */
#pragma once

#include "solvers/solver.h"

/* Captures method->step where solve->options.loop = LOOP_GRAPH and there is a step, else does
 * nothing. Runs a few steps, on zeros: x, work and scalars get what a method puts there in its run,
 * not in its prepare. Errors: ERROR_HOST_MEMORY, ERROR_DEVICE_MEMORY, ERROR_DEVICE. */
enum status graph_prepare(struct solve *solve);

void graph_dismiss(struct solve *solve);

/* place->loop with solve->graph. */
enum status graph_loop(struct solve *solve);

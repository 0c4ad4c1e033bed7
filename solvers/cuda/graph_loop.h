/* loop=graph on one GPU or several: iterations without the host. Of several each has a graph of its
 * own, and they meet in between (cards.h); so do the GPUs of several processes.
 *
 * One CUDA graph holds many steps. Every test in it votes in a word of its own, and whatever comes
 * behind a test does nothing unless that word says TEST_UNSATISFIED. So the step that converges is
 * the last that changes anything, and the host finds out afterwards which one it was: it looks once
 * a launch. */
#pragma once

#include "solvers/solver.h"

/* Other processes that capture the same steps on GPUs of their own and vote with this one
 * (solvers/cuda/ranks). All call these functions in the same order. */
struct graph_peers {
    double (*largest)(double mine); /* of what all have */
    /* Enqueues: *total = the bits of *mine of all, and GRAPH_STOPPED where *stop of one is set; but
     * 0 where *before had ended the solve, or GRAPH_STOPPED where that was so. before: NULL, or the
     * same on all; stop: pinned host memory, NULL: not looked at */
    enum status (*vote)(const int *mine, const int *before, const volatile int *stop, int *total);
    bool (*wants_stop)(void); /* asked while a graph runs */
    void (*stop)(void);       /* all have seen GRAPH_STOPPED */
};
enum { GRAPH_STOPPED = 1 << 16 }; /* beside TEST_* bits */

/* For the solves to come; NULL: there are none. */
void graph_set_peers(const struct graph_peers *peers);

/* Captures method->step where solve->options.loop = LOOP_GRAPH and there is a step, else does
 * nothing. Runs a few steps, on zeros: x, work and scalars get what a method puts there in its run,
 * not in its prepare. Errors: ERROR_HOST_MEMORY, ERROR_DEVICE_MEMORY, ERROR_DEVICE. */
enum status graph_prepare(struct solve *solve);

void graph_dismiss(struct solve *solve);

/* place->loop with solve->graph. */
enum status graph_loop(struct solve *solve);

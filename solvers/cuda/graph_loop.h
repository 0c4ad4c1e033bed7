/* loop=graph on one GPU or several: iterations without the host. Of several GPUs each has its own
 * graph, and they meet between steps (cards.h); so do the GPUs of several processes.
 *
 * One CUDA graph contains many steps. Every test in it votes in a word of its own, and all work
 * after a test does nothing unless that word is TEST_UNSATISFIED. So the step that converges is the
 * last one that changes anything. The host reads the words once per launch, and finds which step
 * this was. */
#pragma once

#include "solvers/solver.h"

/* Functions for other processes that capture the same steps on their own GPUs and vote together
 * with this one (solvers/cuda/ranks). All processes call these functions in the same order. */
struct graph_peers {
    double (*largest)(double mine); /* returns the largest `mine` of all processes */
    /* Enqueues: *total = the bits of all processes' *mine, with GRAPH_STOPPED added if one of them
     * has *stop set. But if *before had ended the solve *total = 0, or GRAPH_STOPPED if *before had
     * that bit. before: NULL, or the same on all; stop: pinned host memory, or NULL to ignore stops
     */
    enum status (*vote)(const int *mine, const int *before, const volatile int *stop, int *total);
    bool (*wants_stop)(void); /* called while a graph runs */
    void (*stop)(void);       /* called when all have seen GRAPH_STOPPED */
};
enum { GRAPH_STOPPED = 1 << 16 }; /* beside TEST_* bits */

/* Sets the peers of later solves; NULL: there are none. */
void graph_set_peers(const struct graph_peers *peers);

/* Captures method->step if solve->options.loop = LOOP_GRAPH and there is a step; otherwise does
 * nothing. Runs a few steps on zeros, so a method must set x, work and scalars in run, not in
 * prepare. Errors: ERROR_HOST_MEMORY, ERROR_DEVICE_MEMORY, ERROR_DEVICE. */
enum status graph_prepare(struct solve *solve);

void graph_dismiss(struct solve *solve);

/* place->loop for solve->graph. */
enum status graph_loop(struct solve *solve);

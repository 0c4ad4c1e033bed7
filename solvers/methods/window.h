/* The last few vectors w of an iteration on e = b - A w, and a mix of them. The shares of a mix sum
 * to one and minimise the variation of e in the sum of squares (Anderson 1965). If e is to become
 * an unknown constant, this removes errors that slow modes of the iteration leave. */
#pragma once

#include "solvers/solver.h"

enum { WINDOW = 4, WINDOW_VECTORS = 2 * WINDOW + 1, WINDOW_SCALARS = 2 };

struct window {
    unsigned count; /* number of all vectors that were added */
    void **w, **e;  /* WINDOW vectors each; the mean of e is subtracted */
    void *ones;
    double *scalar; /* place memory: WINDOW_SCALARS */
    double dot[WINDOW][WINDOW];
};

/* Uses WINDOW_VECTORS vectors of solve->work, from `first` on, and scalars from `scalar` on. */
enum status window_prepare(struct solve *solve, int first, int scalar, struct window *out);
void window_clear(struct window *window);
/* Adds solve->x; costs one product. */
enum status window_add(struct solve *solve, struct window *window);
/* Returns the vector that was added last. */
const void *window_last(const struct window *window);
/* solve->x = the mix. *mixed: false if there is none, and x does not change. */
enum status window_mix(struct solve *solve, struct window *window, bool *mixed);

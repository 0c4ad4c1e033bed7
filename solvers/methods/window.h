/* The last few vectors w of an iteration on e = b - A w, and the mix of them, by shares that sum to
 * one, whose e varies least in the sum of squares (Anderson 1965). Where e is to be a constant that
 * nobody knows, that takes away what slow modes of the iteration leave. */
#pragma once

#include "solvers/solver.h"

enum { WINDOW = 4, WINDOW_VECTORS = 2 * WINDOW + 1, WINDOW_SCALARS = 2 };

struct window {
    unsigned count; /* of all vectors that were added */
    void **w, **e;  /* WINDOW each; e has its mean taken off */
    void *ones;
    double *scalar; /* place memory: WINDOW_SCALARS */
    double dot[WINDOW][WINDOW];
};

/* Takes WINDOW_VECTORS of solve->work, from `first` on, and scalars from `scalar` on. */
enum status window_prepare(struct solve *solve, int first, int scalar, struct window *out);
void window_clear(struct window *window);
/* Adds solve->x; costs one product. */
enum status window_add(struct solve *solve, struct window *window);
/* The vector that was added last. */
const void *window_last(const struct window *window);
/* solve->x = the mix. *mixed: false where there is none, and x stays. */
enum status window_mix(struct solve *solve, struct window *window, bool *mixed);

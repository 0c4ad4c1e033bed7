/* Method multilevel: cycles on a hierarchy of levels until the L1 residual is small. */
#pragma once

#include "solvers/multilevel/cycle.h"
#include "solvers/solver.h"

enum { WINDOW_VECTORS = 2 * (WINDOW_MOST - 1), GATHER_ROWS = 500000 };

struct multilevel_options {
    int window, gather;
    enum smoother smoother;
};

/* solve->own */
struct multilevel {
    struct cycle cycle;
    int older, slot, newest; /* of the window */
    double *window[WINDOW_VECTORS]; /* its older iterates, each with the change that led there */
    bool owns_window;
    /* What the last cycle changed, and what share of the change before that was */
    double change, rate;
    bool close; /* no more than the bound is to be expected after it */
    /* The best iterate, to a factor of two in its residual; how many tests ago that was */
    double *best, least; /* best: owned, in place memory */
    int since;
    bool stalled;
    /* Aggregates that were made far from the answer can leave a part of the error that cycles
     * hardly see */
    bool renew;   /* they are made anew in the next cycle */
    int patience; /* where the residual did not halve in so many tests */
    bool rounded; /* the residual was made of roundings: they have been made anew for that */
};

/* ERROR_UNSUPPORTED with the reason where the place or the matrix cannot. */
enum status multilevel_check(const struct place *place, enum precision precision,
                             const struct matrix *a, bool long_run);

/* Of the last run: what all operations on all levels have read, in sweeps of level 0. */
double multilevel_work(const struct solve *solve);

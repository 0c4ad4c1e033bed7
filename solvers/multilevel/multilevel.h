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
    int older, slot, newest; /* state of the window */
    double *window[WINDOW_VECTORS]; /* older iterates, each with the change that led to it */
    bool owns_window;
    /* Change of the last cycle, and its ratio to the change before */
    double change, rate;
    bool close; /* after this cycle the error should be within the bound */
    /* The best iterate (its residual is known to a factor of two), its residual, and the number of
     * tests since then */
    double *best, least; /* best: owned, in place memory */
    int since;
    bool stalled;
    double residual; /* of the last cycle; INFINITY: not known */
    bool judged;     /* a cycle behind the first set-up has been judged */
    /* Aggregates that were made far from the answer can leave a part of the error that cycles
     * hardly reduce */
    bool renew;   /* aggregates are made anew in the next cycle */
    int patience; /* number of tests without a halved residual after which this happens */
    bool rounded; /* the residual consists of rounding errors: aggregates were made anew for this
                     reason */
};

/* Returns OK, or ERROR_UNSUPPORTED with the reason if the place or the matrix cannot be used. */
enum status multilevel_check(const struct place *place, enum precision precision,
                             const struct matrix *a, bool long_run);

/* Returns the amount of data that all operations on all levels of the last run have read, in sweeps
 * of level 0. */
double multilevel_work(const struct solve *solve);

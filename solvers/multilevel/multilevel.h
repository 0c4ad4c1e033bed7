/* Method multilevel: cycles on a hierarchy of levels until the L1 residual is small. */
#pragma once

#include "solvers/multilevel/cycle.h"
#include "solvers/solver.h"

struct multilevel_options {
    int window;
};

/* solve->own */
struct multilevel {
    struct cycle cycle;
    int older, slot, newest; /* of the window */
};

/* Of the last run: what all operations on all levels have read, in sweeps of level 0. */
double multilevel_work(const struct solve *solve);

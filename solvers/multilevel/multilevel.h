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

/* ERROR_UNSUPPORTED with the reason where the place or the matrix cannot. */
enum status multilevel_check(const struct place *place, enum precision precision,
                             const struct matrix *a, bool long_run);

/* Of the last run: what all operations on all levels have read, in sweeps of level 0. */
double multilevel_work(const struct solve *solve);

/* Solves that are made to see how long they take. */
#pragma once

#include "solvers/solve.h"

/* A system in its layout at its place, and how to solve it. */
struct probe_task {
    const struct stored *stored;
    const struct method *method;
    const double *b, *x0; /* on the host, in the order of stored rows; b may be NULL */
    struct solve_settings settings;
};

struct probe {
    double seconds;      /* of the run, or of one sweep */
    uint64_t iterations; /* that were made; of sweeps: that a solve takes, as these foretell */
    bool known;          /* the run came to its end; of sweeps: they foretell an end */
    enum outcome outcome;
};

/* Solves from x0 until settings end it. x = the answer, if it came to one. Errors: those of the
 * place, ERROR_UNSUPPORTED. */
enum status probe_solve(const struct probe_task *task, double *x, struct probe *out);

/* Makes a few single sweeps of a method that is one sweep an iteration. Sweeps in place on the host
 * are made by one thread. Errors: those of the place. */
enum status probe_sweeps(const struct probe_task *task, struct probe *out);

/* *seconds = time of one product with the matrix. The method has a work vector. */
enum status probe_product(const struct probe_task *task, double *seconds);

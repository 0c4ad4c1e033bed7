/* Solves by an engine: what the method that stands for it does in prepare, run and dismiss, and
 * what there is to ask of a solve besides. */
#pragma once

#include "harness/engines/engine.h"
#include "solvers/solve.h"

/* Gives a method the functions that talk with its engine. */
void engine_solve_attach(struct method *method);

/* Brings the answer of the last run from the engine to the iterate, or *value := that of the
 * property, where the engine knows nothing else (*alone). Errors: ERROR_CRASHED with what is wrong
 * with the engine; ERROR_INTERRUPTED. */
enum status engine_fetch(struct solve *solve, bool *alone, double *value);

struct engine_times {
    double open;  /* s, that the engine took to open the problem */
    double solve; /* s, of the last run by the engine's own clock; NaN: it has none */
    double cpu;   /* s, of all its processes until the last answer */
    double peak;  /* B, what they had in memory at most */
};

void engine_times_of(const struct solve *solve, struct engine_times *out);

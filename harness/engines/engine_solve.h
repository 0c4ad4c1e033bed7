/* Solves with an engine: the functions of the method that stands for it, and facts about such a
 * solve. */
#pragma once

#include "harness/engines/engine.h"
#include "solvers/solve.h"

/* Gives a method the functions that talk to its engine. */
void engine_solve_attach(struct method *method);

/* Copies the answer of the last run from the engine to the iterate. If the engine knows only the
 * value of the property, sets *value instead, and *alone. Errors: ERROR_CRASHED with what is wrong
 * with the engine; ERROR_INTERRUPTED. */
enum status engine_fetch(struct solve *solve, bool *alone, double *value);

struct engine_times {
    double open;  /* s that the engine took to open the problem */
    double solve; /* s of the last run by the engine's own clock; NaN: it has none */
    double cpu;   /* s of all its processes until the last answer */
    double peak;  /* B, most memory of its processes */
};

void engine_times_of(const struct solve *solve, struct engine_times *out);

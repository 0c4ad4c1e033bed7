#include "solvers/loop.h"

/* Looking at every entry for NaN and infinity costs about half a sweep; once in so many it costs nothing. */
enum { FINITE_CHECK_PERIOD = 256 };

static enum status end(struct solve *solve, enum outcome outcome, bool *ended)
{
    solve->outcome = outcome;
    *ended = true;
    return OK;
}

enum status iteration_done(struct solve *solve, bool *ended)
{
    enum status status = solve->place->poll(&solve->test);
    if (status != OK) return status;
    *ended = false;
    solve->iterations++;
    if (solve->test.votes & TEST_BROKEN) return end(solve, BREAKDOWN, ended);
    if (!(solve->test.votes & TEST_UNSATISFIED)) return end(solve, CONVERGED, ended);
    if (solve->stop && *solve->stop) return end(solve, STOPPED, ended);

    bool last = solve->iterations >= solve->max_iterations;
    if (last || solve->iterations % FINITE_CHECK_PERIOD == 0) {
        bool finite;
        status = solve->vec->finite(solve->n, solve->x, &finite);
        if (status != OK) return status;
        if (!finite) return end(solve, DIVERGED, ended);
    }
    return last ? end(solve, MAX_ITERATIONS, ended) : OK;
}

enum status host_loop(struct solve *solve, step_fn *step)
{
    for (bool ended = false; !ended;) {
        enum status status = step(solve);
        if (status == OK) status = iteration_done(solve, &ended);
        if (status != OK) return status;
    }
    return OK;
}

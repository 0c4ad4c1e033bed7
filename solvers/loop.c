#include "solvers/loop.h"

enum {
    FINITE_CHECK_PERIOD = 256, /* iterations between two checks for divergence, each of which
                                  costs half a sweep */
    AHEAD = 8 /* iterations that the host enqueues before it waits, so that it reacts to a stop
                 soon */
};

unsigned test_interval(const struct solver_options *options)
{
    return options->temporal_block > 1 && options->check == 1 ? (unsigned)options->temporal_block
                                                              : options->check;
}

void swap_iterates(struct solve *solve)
{
    void *x = solve->x;
    solve->x = solve->work[0];
    solve->work[0] = x;
}

static void end(struct solve *solve, enum outcome outcome, bool *ended)
{
    solve->outcome = outcome;
    *ended = true;
}

void count_iterations(struct solve *solve, uint64_t iterations, int votes, bool *ended)
{
    solve->iterations += iterations;
    if (votes & TEST_BROKEN) end(solve, BREAKDOWN, ended);
    else if (!(votes & TEST_UNSATISFIED)) end(solve, CONVERGED, ended);
    else if (solve->method->moves && solve->tested && !(votes & TEST_MOVED))
        end(solve, MAX_ITERATIONS, ended);
}

static bool stopped(const struct solve *solve)
{
    return (solve->stop && *solve->stop) || (solve->go_on && !solve->go_on(solve->with));
}

static bool at_limit(const struct solve *solve)
{
    return solve->iterations >= solve->max_iterations;
}

void end_otherwise(struct solve *solve, bool finite, bool *ended)
{
    if (stopped(solve)) end(solve, STOPPED, ended);
    else if (!finite) end(solve, DIVERGED, ended);
    else if (at_limit(solve)) end(solve, MAX_ITERATIONS, ended);
}

enum status look_around(struct solve *solve, uint64_t before, bool *ended)
{
    bool due = at_limit(solve) ||
               before / FINITE_CHECK_PERIOD < solve->iterations / FINITE_CHECK_PERIOD,
         finite = true;
    if (solve->vec && due && !stopped(solve)) {
        MUST(solve->vec->finite(solve->n, solve->width, solve->x, &finite));
    }
    end_otherwise(solve, finite, ended);
    return OK;
}

enum status iteration_done(struct solve *solve, bool *ended)
{
    uint64_t before = solve->iterations;
    int votes = TEST_UNSATISFIED;
    *ended = false;
    if (solve->tested) {
        MUST(solve->options.vote == VOTE_HOST ? solve->place->compare(solve)
                                              : solve->place->poll(&solve->test));
        votes = solve->test.votes;
    } else if (before / AHEAD < (before + solve->sweeps) / AHEAD) {
        MUST(solve->place->synchronise());
    }
    count_iterations(solve, solve->sweeps, votes, ended);
    if (!*ended) MUST(look_around(solve, before, ended));
    return OK;
}

/* The last allowed iteration is also tested. If fewer iterations are left than a step can make,
 * steps make one iteration each. */
enum status host_loop(struct solve *solve)
{
    for (bool ended = false; !ended;) {
        bool whole = solve->max_iterations - solve->iterations >= solve->temporal_block;
        solve->sweeps = whole ? solve->temporal_block : 1;
        uint64_t iteration = solve->iterations + solve->sweeps;
        solve->tested = iteration % solve->options.check == 0 || iteration >= solve->max_iterations;
        MUST(solve->method->step(solve));
        MUST(iteration_done(solve, &ended));
    }
    return OK;
}

/* Bounded reachability: steps times x' = b + P x (PRISM's sparse engine, P=?[F<=k ...] and R=?[I=k]
 * of a DTMC). */
#include "solvers/loop.h"
#include "solvers/methods/stepping.h"
#include "solvers/solve.h"

/* Number of steps that are enqueued before the host checks for a stop. */
enum { LOOK_PERIOD = 128 };

bool stepping_can_use(const struct mat_ops *mat)
{
    return mat->power != NULL;
}

enum status stepping_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct stepping *own = solve->own;
    own->size = settings->step;
    own->steps = settings->steps;
    return OK;
}

enum status stepping_advance(struct solve *solve)
{
    const struct stepping *own = solve->own;
    enum status status =
        solve->mat->power(solve->a, &solve->b, solve->x, solve->work[0], own->size, NULL);
    swap_iterates(solve);
    solve->iterations++;
    return status;
}

bool stepping_looks(const struct solve *solve)
{
    return solve->iterations % LOOK_PERIOD == 0;
}

enum status stepping_look(struct solve *solve, bool *ended)
{
    *ended = false;
    if (!stepping_looks(solve)) return OK;
    enum status status = solve->place->synchronise();
    *ended = true;
    if (solve->stop && *solve->stop) solve->outcome = STOPPED;
    else if (solve->iterations >= solve->max_iterations) solve->outcome = MAX_ITERATIONS;
    else *ended = false;
    return status;
}

enum status stepping_end(struct solve *solve)
{
    bool finite;
    enum status status = solve->vec->finite(solve->n, 1, solve->x, &finite);
    solve->outcome = finite ? CONVERGED : DIVERGED;
    return status;
}

static enum status bounded_run(struct solve *solve)
{
    const struct stepping *own = solve->own;
    for (bool ended = false; solve->iterations < own->steps;) {
        MUST(stepping_advance(solve));
        MUST(stepping_look(solve, &ended));
        if (ended && solve->iterations < own->steps) return OK;
    }
    return stepping_end(solve);
}

const struct method method_bounded = {
    .name = "bounded",
    .title = "a number of steps, x' = b + P x",
    .source = "PRISM's sparse engine",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .task = TASK_STEPS,
    .can_use = stepping_can_use,
    .own_bytes = sizeof(struct stepping),
    .prepare = stepping_prepare,
    .run = bounded_run,
};

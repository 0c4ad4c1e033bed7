/* Transient analysis of a CTMC (Jensen 1953; Fox and Glynn 1988): with P = I + Q / q and w_k the
 * Poisson probabilities of mean q t, e^(Q t) x0 = sum_k w_k P^k x0. The weights lie in place memory
 * from the start, so that no step waits for the host. */
#include "base/poisson.h"
#include "solvers/methods/stepping.h"
#include "solvers/solve.h"

enum { SUM = 1 };

/* The truncated part is at most the test's epsilon. */
static enum status uniformisation_prepare(struct solve *solve,
                                          const struct solve_settings *settings)
{
    enum status status = OK;
    struct stepping *own = solve->own;
    struct poisson poisson = {0};
    TRY(poisson_create(settings->jumps, settings->epsilon < 1 ? settings->epsilon : 0.5, &poisson));
    own->size = settings->step;
    own->steps = poisson.last;
    own->first_weight = poisson.first;
    size_t bytes = (poisson.last - poisson.first + 1) * sizeof *poisson.weight;
    TRY(solve->place->allocate(bytes, (void **)&own->weight));
    TRY(solve->place->put(own->weight, poisson.weight, bytes));
    TRY(solve->place->synchronise());
out:
    poisson_free(&poisson);
    return status;
}

static void uniformisation_dismiss(struct solve *solve)
{
    const struct stepping *own = solve->own;
    if (own->weight) solve->place->release(own->weight);
}

static enum status uniformisation_add(struct solve *solve, uint64_t k)
{
    const struct stepping *own = solve->own;
    if (k < own->first_weight) return OK;
    return solve->vec->axpy(solve->n, 1, &own->weight[k - own->first_weight], solve->x,
                            solve->work[SUM]);
}

static enum status uniformisation_run(struct solve *solve)
{
    const struct stepping *own = solve->own;
    MUST(solve->vec->zero(solve->n, solve->work[SUM]));
    MUST(uniformisation_add(solve, 0));
    for (bool ended = false; solve->iterations < own->steps;) {
        MUST(stepping_advance(solve));
        MUST(uniformisation_add(solve, solve->iterations));
        MUST(stepping_look(solve, &ended));
        if (ended && solve->iterations < own->steps) return OK;
    }
    void *sum = solve->work[SUM];
    solve->work[SUM] = solve->x;
    solve->x = sum;
    return stepping_end(solve);
}

const struct method method_uniformisation = {
    .name = "uniformisation",
    .title = "transient probabilities of a CTMC",
    .source = "Fox and Glynn 1988",
    .nwork = 2,
    .products = 1,
    .passes = 5,
    .only_by_name = true,
    .task = TASK_TIME,
    .can_use = stepping_can_use,
    .own_bytes = sizeof(struct stepping),
    .prepare = uniformisation_prepare,
    .dismiss = uniformisation_dismiss,
    .run = uniformisation_run,
};

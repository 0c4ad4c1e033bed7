/* Transient analysis of a CTMC (Jensen 1953; Fox and Glynn 1988): with P = I + Q / q and w_k the
 * Poisson probabilities of mean q t, e^(Q t) x0 = sum_k w_k P^k x0. The weights lie in place memory
 * from the start, so that no step waits for the host. */
#include "solvers/methods/stepping.h"

enum { SUM = 1 };

static enum status add(struct solve *solve, uint64_t k)
{
    if (k < solve->first_weight) return OK;
    return solve->vec->axpy(solve->n, 1, &solve->weight[k - solve->first_weight], solve->x,
                            solve->work[SUM]);
}

static enum status run(struct solve *solve)
{
    enum status status = OK;
    TRY(solve->vec->zero(solve->n, solve->work[SUM]));
    TRY(add(solve, 0));
    for (bool ended = false; solve->iterations < solve->steps;) {
        TRY(stepping_advance(solve));
        TRY(add(solve, solve->iterations));
        TRY(stepping_look(solve, &ended));
        if (ended && solve->iterations < solve->steps) return OK;
    }
    void *sum = solve->work[SUM];
    solve->work[SUM] = solve->x;
    solve->x = sum;
    TRY(stepping_end(solve));
out:
    return status;
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
    .run = run,
};

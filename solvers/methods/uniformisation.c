/* Transient analysis of a CTMC (Jensen 1953; Fox and Glynn 1988): with P = I + Q / q and w_k the
 * Poisson probabilities of mean q t, e^(Q t) x0 = sum_k w_k P^k x0. The weights lie in place memory
 * from the start, so that no step waits for the host.
 *
 * Steady state (PRISM's -ssdetect): no later step changes an entry by more than this one did, since
 * the sizes of P's entries in a row sum to 1 at most. Where all later steps together cannot matter,
 * or a step changes no more than its rounding, the iterate stands for all later ones. */
#include <float.h>

#include "base/poisson.h"
#include "solvers/methods/stepping.h"
#include "solvers/solve.h"

enum { SUM = 1 };

static enum status put_numbers(struct solve *solve, const double *number, size_t count,
                               double **out)
{
    MUST(solve->place->allocate(count * sizeof **out, (void **)out));
    MUST(solve->place->put(*out, number, count * sizeof **out));
    return solve->place->synchronise();
}

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
    const size_t count = poisson.last - poisson.first + 1;
    TRY(put_numbers(solve, poisson.weight, count, &own->weight));
    for (size_t k = count - 1; k > 0; k--) poisson.weight[k - 1] += poisson.weight[k];
    TRY(put_numbers(solve, poisson.weight, count, &own->rest));
out:
    poisson_free(&poisson);
    return status;
}

static void uniformisation_dismiss(struct solve *solve)
{
    const struct stepping *own = solve->own;
    if (own->weight) solve->place->release(own->weight);
    if (own->rest) solve->place->release(own->rest);
}

static enum status uniformisation_add(struct solve *solve, uint64_t k)
{
    const struct stepping *own = solve->own;
    if (k < own->first_weight) return OK;
    return solve->vec->axpy(solve->n, 1, &own->weight[k - own->first_weight], solve->x,
                            solve->work[SUM]);
}

/* *settled: the iterate stands for all later ones, and has been added for them. */
static enum status uniformisation_settle(struct solve *solve, bool *settled)
{
    const struct stepping *own = solve->own;
    const uint64_t next = solve->iterations + 1;
    const double unit = solve->a->precision == F32 ? FLT_EPSILON / 2 : DBL_EPSILON / 2;
    double change, size = 0;
    *settled = false;
    if (!stepping_looks(solve) || next > own->steps) return OK;
    MUST(solve->vec->change(solve->n, solve->x, solve->work[0], ABSOLUTE, &change));
    *settled = change * (double)(own->steps - solve->iterations) <= 0.1 * solve->test.epsilon;
    if (!*settled) MUST(solve->vec->change(solve->n, solve->x, NULL, ABSOLUTE, &size));
    *settled |= change <= unit * size;
    if (!*settled) return OK;
    const uint64_t from = next > own->first_weight ? next - own->first_weight : 0;
    return solve->vec->axpy(solve->n, 1, &own->rest[from], solve->x, solve->work[SUM]);
}

static enum status uniformisation_run(struct solve *solve)
{
    const struct stepping *own = solve->own;
    MUST(solve->vec->zero(solve->n, solve->work[SUM]));
    MUST(uniformisation_add(solve, 0));
    for (bool ended = false, settled = false; solve->iterations < own->steps && !settled;) {
        MUST(stepping_advance(solve));
        MUST(uniformisation_add(solve, solve->iterations));
        MUST(stepping_look(solve, &ended));
        if (ended && solve->iterations < own->steps) return OK;
        MUST(uniformisation_settle(solve, &settled));
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

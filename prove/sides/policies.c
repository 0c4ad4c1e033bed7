#include "prove/sides/policies.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/systems/refine.h"

/* A chain, and what it is solved for. */
struct chain_of {
    const struct policies *policies;
    struct budget *budget;
    const struct linear *chain;
};

static enum status residual_excess(void *with, const double *x, double *out)
{
    const struct chain_of *c = with;
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_once(c->chain->a.off.nnz))
    for (uint32_t i = 0; i < c->chain->a.off.rows; i++)
        most = fmax(most,
                    fabs(row_left_over(&c->chain->a, c->chain->b, c->policies->balanced, i, i, x)));
    *out = most / policies_tolerance(c->policies, c->chain->a.off.rows, x);
    if (isnan(*out)) *out = most == 0 ? 0 : INFINITY;
    return OK;
}

/* Rows may unite in coarser chains: all weigh the same. */
static enum status solve_chain(void *with, const struct linear *chain, double *x, bool *ends)
{
    struct chain_of *c = with;
    const uint32_t n = chain->a.off.rows;
    double *ones, reached;
    bool order = true;
    c->chain = chain;
    MUST(allocate(n, sizeof *ones, "a proof", &ones));
    for (uint32_t i = 0; i < n; i++) ones[i] = 1;
    const struct refinement how = {.a = &chain->a,
                                   .b = chain->b,
                                   .balanced = c->policies->balanced,
                                   .excess = residual_excess,
                                   .with = c,
                                   .first = fmax(c->policies->share, 1e-6),
                                   .begun = true,
                                   .order = &order,
                                   .coarsening = {ones, false},
                                   .budget = c->budget};
    const enum status status = refine(&how, x, &reached);
    free(ones);
    *ends = c->budget->spent;
    return status;
}

enum status refine_policies(struct policies *p, struct budget *budget, uint32_t *choice, double *x)
{
    struct chain_of with = {p, budget, NULL};
    p->solve = solve_chain;
    p->with = &with;
    return policies_improve(p, choice, x, NULL);
}

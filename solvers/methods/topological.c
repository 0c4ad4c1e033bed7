/* Unknowns that need each other are solved together, after those that they need: strong components
 * of the rows, one after another, each by value iteration in place. A component of one unknown
 * takes one update. An iteration is as many updates as there are unknowns. */
#include "base/sparse/component_order.h"
#include "solvers/methods/relaxation.h"
#include "solvers/methods/vi_gs.h"

enum { UPDATES_UNSEEN = 1 << 16 /* updates from one look for a stop to the next */ };

struct topological {
    struct vi_gs in_place;
    struct components components;
    uint64_t updates, unseen;
};

static enum status topological_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct topological *own = solve->own;
    MUST(vi_gs_prepare(solve, settings));
    return components_find(settings->matrix, &own->components);
}

static void topological_dismiss(struct solve *solve)
{
    struct topological *own = solve->own;
    components_free(&own->components);
}

/* Returns whether the test fails. */
static bool sweep(struct solve *solve, uint32_t first, uint32_t end)
{
    struct topological *own = solve->own;
    double largest = 0;
    bool failed = false;
    for (uint32_t k = first; k < end; k++) {
        const uint32_t i = own->components.member[k];
        uint32_t row;
        const double next = vi_gs_best(&own->in_place, solve->b.entry, solve->x, i, &row);
        failed |= vi_gs_update(solve, solve->x, i, next, &largest);
    }
    own->updates += end - first;
    own->unseen += end - first;
    return failed;
}

/* Counts iterations. Returns whether there may be more updates. */
static bool goes_on(struct solve *solve)
{
    struct topological *own = solve->own;
    solve->iterations = (own->updates + solve->n - 1) / solve->n;
    if (own->updates >= solve->max_iterations * solve->n) solve->outcome = MAX_ITERATIONS;
    else if (own->unseen < UPDATES_UNSEEN) return true;
    else if ((solve->stop && *solve->stop) || (solve->go_on && !solve->go_on(solve->with)))
        solve->outcome = STOPPED;
    else {
        own->unseen = 0;
        return true;
    }
    return false;
}

static enum status topological_run(struct solve *solve)
{
    struct topological *own = solve->own;
    const struct components *components = &own->components;
    bool finite = true;
    own->updates = own->unseen = 0;
    for (uint32_t c = 0; c < components->count; c++) {
        const uint32_t first = components->first[c], end = components->first[c + 1];
        bool failed;
        do {
            failed = sweep(solve, first, end) && end - first > 1;
            if ((failed || c + 1 < components->count) && !goes_on(solve)) return OK;
        } while (failed);
    }
    goes_on(solve);
    MUST(solve->vec->finite(solve->n, 1, solve->x, &finite));
    solve->outcome = finite ? CONVERGED : DIVERGED;
    return OK;
}

const struct method method_topological = {
    .name = "topological",
    .title = "value iteration in place, component by component",
    .source = "PRISM's -topological; Dai et al. 2011",
    .nwork = 1,
    .products = 1,
    .passes = 2,
    .only_by_name = true,
    .takes_choices = true,
    .measure = MEASURE_CHANGE,
    .by_entries = true,
    .sweep = SWEEP_ASCENDING,
    .can_use = relaxation_can_use,
    .why_not = vi_gs_why_not,
    .own_bytes = sizeof(struct topological),
    .prepare = topological_prepare,
    .dismiss = topological_dismiss,
    .run = topological_run,
    .change = vi_gs_change,
};

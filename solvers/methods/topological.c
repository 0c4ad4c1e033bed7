/* Unknowns that need each other are solved together, after those that they need: strong components
 * of the rows, one after another, each by value iteration in place. A component of one unknown
 * takes one update. An iteration is as many updates as there are unknowns. */
#include "solvers/methods/topological.h"

#include <math.h>

#include "solvers/methods/relaxation.h"

enum {
    UPDATES_UNSEEN = 1 << 16, /* updates from one look for a stop to the next */
    SEEN_SWEEPS = 10          /* sweeps of a component to the first forecast; twice as many to the
                                 next */
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

/* Returns whether the test fails. *largest: the largest change. */
static bool sweep(struct solve *solve, struct topological *own, uint32_t first, uint32_t end,
                  bool backwards, double *largest)
{
    bool failed = false;
    *largest = 0;
    for (uint32_t k = first; k < end; k++) {
        const uint32_t i = own->components.member[backwards ? end - 1 - (k - first) : k];
        uint32_t row;
        const double next = vi_gs_best(&own->in_place, solve->b.entry, solve->x, i, &row);
        failed |= vi_gs_update(solve, solve->x, i, next, largest);
    }
    own->updates += end - first;
    own->unseen += end - first;
    return failed;
}

static void count(struct solve *solve, const struct topological *own)
{
    solve->iterations = own->begun + (own->updates + solve->n - 1) / solve->n;
}

/* Counts iterations. Returns whether there may be more updates. */
static bool goes_on(struct solve *solve, struct topological *own)
{
    count(solve, own);
    if (own->updates >= own->most) solve->outcome = MAX_ITERATIONS;
    else if (own->unseen < UPDATES_UNSEEN) return true;
    else if ((solve->stop && *solve->stop) || (solve->go_on && !solve->go_on(solve->with)))
        solve->outcome = STOPPED;
    else {
        own->unseen = 0;
        return true;
    }
    return false;
}

/* Returns whether a component will need more updates than there are left, if its changes go on to
 * fall as in the last `sweeps` sweeps. Numbers that change by half of themselves still spread. */
static bool is_hopeless(const struct solve *solve, const struct topological *own, uint32_t size,
                        double before, double now, int sweeps)
{
    if (!(now < before) || now > 0.5) return false;
    const double more = sweeps * log(solve->test.epsilon / now) / log(now / before);
    return more * size > (double)(own->most - own->updates);
}

/* Sweeps one component. Returns whether the test passes. */
static bool settle(struct solve *solve, struct topological *own, uint32_t first, uint32_t end,
                   bool last)
{
    double now, half = 0;
    int forecast = SEEN_SWEEPS;
    for (int k = 1;; k++) {
        const bool failed = sweep(solve, own, first, end, k % 2 == 0, &now) && end - first > 1;
        if ((failed || !last) && !goes_on(solve, own)) return false;
        if (!failed) return true;
        if (own->foretells && k == forecast) {
            if (is_hopeless(solve, own, end - first, half, now, k / 2)) break;
            forecast *= 2;
        }
        if (k == forecast / 2) half = now;
    }
    solve->outcome = MAX_ITERATIONS;
    return false;
}

enum status topological_solve(struct solve *solve, struct topological *own, uint64_t most)
{
    const struct components *components = &own->components;
    bool finite = true, settled = true;
    own->updates = own->unseen = 0;
    own->begun = solve->iterations;
    own->most = most * solve->n;
    for (uint32_t c = 0; c < components->count && settled; c++)
        settled = settle(solve, own, components->first[c], components->first[c + 1],
                         c + 1 == components->count);
    count(solve, own);
    if (!settled) return OK;
    MUST(solve->vec->finite(solve->n, 1, solve->x, &finite));
    solve->outcome = finite ? CONVERGED : DIVERGED;
    return OK;
}

static enum status topological_run(struct solve *solve)
{
    return topological_solve(solve, solve->own, solve->max_iterations);
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

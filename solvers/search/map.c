/* MAP: maximal accepting predecessors, or successors (Barnat, Brim, Češka, Lamr: CUDA accelerated
 * LTL model checking, FIMU-RS-2009-05). Vertices are ordered by their numbers. A vertex that is its
 * own maximal accepting successor lies on an accepting cycle. Where none is, an accepting vertex
 * that is larger than its own maximal accepting successor lies on no cycle, and is accepting no
 * more; then the next round begins.
 *
 * A round is a fixpoint iteration over (max, maxacc) in place of (+, *), so that the places' loops
 * run it: sweeps vote as a test that is not satisfied where a value changed. */
#include "solvers/loop.h"
#include "solvers/search/search.h"

static bool can_use(const struct mat_ops *mat)
{
    return mat->map != NULL;
}

static enum status sweep(struct solve *solve)
{
    if (solve->options.sweeps == SWEEPS_INPLACE)
        return solve->mat->map->sweep(solve, solve->x, solve->x);
    enum status status = solve->mat->map->sweep(solve, solve->x, solve->work[MAP_NEXT]);
    swap_iterates(solve);
    return status;
}

/* x is first_x again, as each call of place->loop wants it. */
static enum status end_round(struct solve *solve, bool *marked)
{
    enum status status = OK;
    TRY(solve->mat->map->unmark(solve, solve->x, solve->first_x));
    if (solve->x != solve->first_x) swap_iterates(solve);
    TRY(solve->place->poll(&solve->test));
    *marked = solve->test.votes != 0;
out:
    return status;
}

static enum status run(struct solve *solve)
{
    enum status status = OK;
    if (solve->n > MAP_RANK)
        return fail(ERROR_UNSUPPORTED, "method map counts vertices in 31 bits: %u are too many",
                    solve->n);
    TRY(solve->mat->map->start(solve));
    TRY(solve->place->poll(&solve->test));
    solve->outcome = CONVERGED;
    for (bool marked = solve->test.votes != 0; marked;) {
        solve->outer++;
        TRY(solve->place->loop(solve));
        solve->found = solve->outcome == BREAKDOWN;
        if (solve->found) solve->outcome = CONVERGED;
        if (solve->found || solve->outcome != CONVERGED) break;
        TRY(end_round(solve, &marked));
    }
out:
    return status;
}

const struct method method_map = {
    .name = "map",
    .title = "maximal accepting successors or predecessors, on graphs",
    .source = "FIMU-RS-2009-05",
    .nwork = MAP_NWORK,
    .products = 1,
    .passes = 3,
    .task = TASK_CYCLE,
    .nwords = NSEARCH_WORDS,
    .measure = MEASURE_CHANGE,
    .can_use = can_use,
    .step = sweep,
    .run = run,
    .witness = search_witness,
};

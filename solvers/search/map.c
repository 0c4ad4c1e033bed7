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

static bool map_can_use(const struct mat_ops *mat)
{
    return mat->search && mat->search->map;
}

#define FIELD(field) OPTION(struct map_options, field)

static const struct option options[] = {
    {FIELD(orientation),
     .title = "where a vertex looks for the maximal accepting one. succ: among its successors (the "
              "paper); pred: among its predecessors",
     OPTION_WORDS("succ", "pred")},
    {FIELD(ordering),
     .title = "which vertex counts as larger. inverse: the one with the smaller number (the "
              "paper); forward: with the larger",
     OPTION_WORDS("inverse", "forward")},
    {FIELD(sweeps),
     .title = "what a sweep reads. jacobi: values of the sweep before (the paper); inplace: its "
              "own, too",
     OPTION_WORDS("jacobi", "inplace")},
    {0}};

static bool map_transposes(const struct solver_options *chosen)
{
    const struct map_options *own = method_options(chosen);
    return own->orientation == ORIENTATION_PRED;
}

static bool in_place(const struct solve *solve)
{
    const struct map_options *own = method_options(&solve->options);
    return own->sweeps == SWEEPS_INPLACE;
}

/* Returns false for sweeps in place by many threads: they read values that other threads may change
 * meanwhile. */
static bool map_repeats(const struct solve *solve)
{
    return !in_place(solve) || solve->mat->search->walked;
}

static enum status map_sweep(struct solve *solve)
{
    if (in_place(solve)) return solve->mat->search->map->sweep(solve, solve->x, solve->x);
    enum status status = solve->mat->search->map->sweep(solve, solve->x, solve->work[MAP_NEXT]);
    swap_iterates(solve);
    return status;
}

/* Ends a round with x = first_x, as place->loop needs it in each call. */
static enum status end_round(struct solve *solve, bool *marked)
{
    MUST(solve->mat->search->map->unmark(solve, solve->x, solve->first_x));
    if (solve->x != solve->first_x) swap_iterates(solve);
    MUST(solve->place->poll(&solve->test));
    *marked = solve->test.votes != 0;
    return OK;
}

static enum status map_run(struct solve *solve)
{
    struct search *own = search_of(solve);
    *own = (struct search){.word = own->word};
    if (solve->n > MAP_RANK)
        return fail(ERROR_UNSUPPORTED, "method map counts vertices in 31 bits: %zu are too many",
                    solve->n);
    MUST(solve->mat->search->map->start(solve));
    MUST(solve->place->poll(&solve->test));
    solve->outcome = CONVERGED;
    for (bool marked = solve->test.votes != 0; marked;) {
        own->outer++;
        MUST(solve->place->loop(solve));
        own->found = solve->outcome == BREAKDOWN;
        if (own->found) solve->outcome = CONVERGED;
        if (own->found || solve->outcome != CONVERGED) break;
        MUST(end_round(solve, &marked));
    }
    return OK;
}

const struct method method_map = {
    .name = "map",
    .title = "search: maximal accepting successors or predecessors",
    .source = "FIMU-RS-2009-05",
    .nwork = MAP_NWORK,
    .products = 1,
    .passes = 3,
    .task = TASK_CYCLE,
    SEARCH_STATE,
    .measure = MEASURE_CHANGE,
    .can_use = map_can_use,
    .step = map_sweep,
    .run = map_run,
    .options = options,
    .transposes = map_transposes,
    .repeats = map_repeats,
    .witness = search_witness,
};

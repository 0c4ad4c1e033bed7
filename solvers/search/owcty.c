/* OWCTY, one way catch them young: from a set of vertices, in turn those are taken out that no
 * accepting vertex of the set reaches and those without predecessors, until nothing changes. What
 * is left holds an accepting cycle, unless it is empty (Černá, Pelánek: Distributed explicit
 * fair cycle detection, SPIN 2003). */
#include "base/automata/lasso.h"
#include "base/memory.h"
#include "solvers/search/search.h"

#include <stdlib.h>

static bool owcty_can_use(const struct mat_ops *mat)
{
    return mat->search && mat->search->owcty;
}

static enum status owcty_run(struct solve *solve)
{
    uint32_t size = solve->n, before = 0;
    solve->outcome = CONVERGED;
    search_of(solve)->found = false;
    MUST(solve->mat->search->owcty->start(solve));
    while (size > 0 && size != before) {
        if (solve->iterations == solve->max_iterations) {
            solve->outcome = MAX_ITERATIONS;
            return OK;
        }
        before = size;
        solve->iterations++;
        MUST(solve->mat->search->owcty->reach(solve, &size));
        MUST(solve->mat->search->owcty->eliminate(solve, &size));
        if (search_stopped(solve)) return OK;
    }
    search_of(solve)->found = size > 0;
    return OK;
}

static enum status owcty_witness(const struct solve *solve, const struct product *product,
                                 uint32_t *out)
{
    enum status status = OK;
    uint32_t *set;
    TRY(allocate(solve->n, sizeof *set, "a set of vertices", &set));
    TRY(solve->place->get(set, solve->x, solve->n, sizeof *set));
    TRY(accepting_cycle_within(product, set, out));
out:
    free(set);
    return status;
}

const struct method method_owcty = {
    .name = "owcty",
    .title = "search: one way catch them young",
    .source = "Cerna, Pelanek: SPIN 2003, LNCS 2648; FIMU-RS-2009-05, table 3",
    .nwork = OWCTY_NWORK,
    .products = 1,
    .passes = 4,
    .task = TASK_CYCLE,
    SEARCH_STATE,
    .can_use = owcty_can_use,
    .run = owcty_run,
    .witness = owcty_witness,
};

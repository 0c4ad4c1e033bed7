#include "solvers/search/depth_first.h"

bool walk_can_use(const struct mat_ops *mat)
{
    return mat->search && mat->search->walked;
}

enum status walk_run(struct solve *solve)
{
    struct depth_first walk = {
        .edges = edges_of(solve->a), .n = solve->n, .root = NO_VERTEX, .stop = solve->stop};
    walk.room[0] = solve->x;
    for (int k = 1; k < WALK_NROOM; k++) walk.room[k] = solve->work[k - 1];
    uint32_t witness = solve->method->walk(&walk);
    search_of(solve)->word[WORD_WITNESS] = witness;
    search_of(solve)->found = witness != NO_VERTEX;
    solve->outcome = walk.stopped ? STOPPED : CONVERGED;
    return OK;
}

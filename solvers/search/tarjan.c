/* Tarjan's strongly connected components. Each is searched for an accepting vertex when it is
 * complete (Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972). */
#include "solvers/search/depth_first.h"

#include <string.h>

enum { INDEX, COMPONENT, PATH, NEXT, LOW };

#define COMPLETE UINT32_MAX

struct tarjan {
    struct depth_first *walk;
    struct path path;
    uint32_t *index;     /* number of each vertex in the order of entering, from 1; 0: not
                            entered yet; or COMPLETE */
    uint32_t *component; /* a stack: the vertices that are neither 0 nor COMPLETE in index */
    uint32_t *low;       /* for each vertex on the path: the least index that it is known to
                            reach */
    uint32_t pending;    /* number of vertices on the stack */
    uint32_t witness;
};

static void tarjan_enter(struct tarjan *t, uint32_t v)
{
    walk_enters(t->walk);
    t->index[v] = t->walk->entered;
    t->component[t->pending++] = v;
    t->low[t->path.length] = t->index[v];
    path_push(&t->path, v);
}

static void lower(uint32_t *low, uint32_t index)
{
    if (index < *low) *low = index;
}

/* An accepting vertex with an edge to itself is found here, so that components of one vertex need
 * no look. */
static void tarjan_follow(struct tarjan *t, uint32_t v, uint32_t to)
{
    if (t->index[to] == 0) tarjan_enter(t, to);
    else if (t->index[to] != COMPLETE) lower(&t->low[t->path.length - 1], t->index[to]);
    if (to == v && is_accepting(&t->walk->edges, v)) t->witness = v;
}

static void tarjan_complete(struct tarjan *t, uint32_t root)
{
    bool single = t->component[t->pending - 1] == root;
    uint32_t v;
    do {
        v = t->component[--t->pending];
        t->index[v] = COMPLETE;
        if (!single && is_accepting(&t->walk->edges, v)) t->witness = v;
    } while (v != root);
}

static void tarjan_leave(struct tarjan *t, uint32_t v)
{
    uint32_t low = t->low[--t->path.length];
    if (low == t->index[v]) tarjan_complete(t, v);
    else lower(&t->low[t->path.length - 1], low);
}

static void search_from(struct tarjan *t, uint32_t root)
{
    if (t->index[root]) return;
    tarjan_enter(t, root);
    while (t->path.length && t->witness == NO_VERTEX && !t->walk->stopped) {
        uint32_t to, v = path_top(&t->path);
        if (path_edge(&t->path, &to)) tarjan_follow(t, v, to);
        else tarjan_leave(t, v);
    }
}

uint32_t walk_components(struct depth_first *walk)
{
    struct tarjan t = {
        .walk = walk,
        .path = {.edges = &walk->edges, .vertex = walk->room[PATH], .next = walk->room[NEXT]},
        .index = walk->room[INDEX],
        .component = walk->room[COMPONENT],
        .low = walk->room[LOW],
        .witness = NO_VERTEX};
    memset(t.index, 0, walk->n * sizeof *t.index);
    if (walk->root != NO_VERTEX) search_from(&t, walk->root);
    else
        for (uint32_t v = 0; v < walk->n && t.witness == NO_VERTEX && !walk->stopped; v++)
            search_from(&t, v);
    return t.witness;
}

const struct method method_tarjan = {
    .name = "tarjan",
    .title = "search: Tarjan's strongly connected components",
    .source = "SIAM J. Comput. 1, 1972",
    .nwork = WALK_NROOM - 1,
    .products = 1,
    .passes = 2,
    .task = TASK_CYCLE,
    .walk = walk_components,
    SEARCH_STATE,
    .can_use = walk_can_use,
    .absence = WALK_ABSENCE,
    .run = walk_run,
    .witness = search_witness,
};

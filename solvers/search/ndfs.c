/* Nested depth-first search with the colours of Schwoon and Esparza (A note on on-the-fly
 * verification algorithms, TACAS 2005): a vertex is cyan on the path of the outer search, blue
 * behind it, red behind the inner one, which an accepting vertex begins when the outer search
 * leaves it. An edge to a cyan vertex closes a cycle. */
#include "solvers/search/depth_first.h"

#include <string.h>

enum { COLOUR, OUTER, OUTER_NEXT, INNER, INNER_NEXT };
enum { WHITE, CYAN, BLUE, RED };

struct ndfs {
    struct depth_first *walk;
    struct path outer, inner;
    uint32_t *colour;
    uint32_t witness;
};

static void ndfs_enter(struct ndfs *s, uint32_t v)
{
    walk_enters(s->walk);
    s->colour[v] = CYAN;
    path_push(&s->outer, v);
}

static void ndfs_follow(struct ndfs *s, uint32_t v, uint32_t to)
{
    const struct edges *edges = &s->walk->edges;
    if (s->colour[to] == WHITE) ndfs_enter(s, to);
    else if (s->colour[to] != CYAN) return;
    else if (is_accepting(edges, v)) s->witness = v;
    else if (is_accepting(edges, to)) s->witness = to;
}

/* The inner search: starts from seed, which is still cyan, and goes over blue vertices. */
static void search_inner(struct ndfs *s, uint32_t seed)
{
    path_push(&s->inner, seed);
    while (s->inner.length) {
        uint32_t to;
        if (!path_edge(&s->inner, &to)) {
            s->inner.length--;
        } else if (s->colour[to] == CYAN) {
            s->witness = seed;
            return;
        } else if (s->colour[to] == BLUE) {
            s->colour[to] = RED;
            path_push(&s->inner, to);
        }
    }
}

static void ndfs_leave(struct ndfs *s, uint32_t v)
{
    bool accepting = is_accepting(&s->walk->edges, v);
    if (accepting) search_inner(s, v);
    s->colour[v] = accepting ? RED : BLUE;
    s->outer.length--;
}

static void search_from(struct ndfs *s, uint32_t root)
{
    if (s->colour[root] != WHITE) return;
    ndfs_enter(s, root);
    while (s->outer.length && s->witness == NO_VERTEX && !s->walk->stopped) {
        uint32_t to, v = path_top(&s->outer);
        if (path_edge(&s->outer, &to)) ndfs_follow(s, v, to);
        else ndfs_leave(s, v);
    }
}

uint32_t walk_nested(struct depth_first *walk)
{
    uint32_t **room = walk->room;
    struct ndfs s = {
        .walk = walk,
        .outer = {.edges = &walk->edges, .vertex = room[OUTER], .next = room[OUTER_NEXT]},
        .inner = {.edges = &walk->edges, .vertex = room[INNER], .next = room[INNER_NEXT]},
        .colour = room[COLOUR],
        .witness = NO_VERTEX};
    memset(s.colour, 0, walk->n * sizeof *s.colour);
    if (walk->root != NO_VERTEX) search_from(&s, walk->root);
    else
        for (uint32_t v = 0; v < walk->n && s.witness == NO_VERTEX && !walk->stopped; v++)
            search_from(&s, v);
    return s.witness;
}

const struct method method_ndfs = {
    .name = "ndfs",
    .title = "search: nested depth-first search",
    .source = "Schwoon, Esparza: TACAS 2005",
    .nwork = WALK_NROOM - 1,
    .products = 1,
    .passes = 2,
    .task = TASK_CYCLE,
    .walk = walk_nested,
    SEARCH_STATE,
    .can_use = walk_can_use,
    .absence = WALK_ABSENCE,
    .run = walk_run,
    .witness = search_witness,
};

/* Depth-first searches for an accepting cycle: one core, no recursion, time linear in the edges. */
#pragma once

#include "solvers/search/edges.h"
#include "solvers/search/search.h"

enum { WALK_NROOM = 5 };

struct depth_first {
    struct edges edges;
    uint32_t n;
    uint32_t root;                     /* only vertices that it reaches are searched; NO_VERTEX:
                                          all vertices */
    uint32_t *room[WALK_NROOM];        /* work space of n words each, with any content */
    const volatile sig_atomic_t *stop; /* NULL: never */
    bool stopped;                      /* the search was stopped before it had a result */
    uint32_t entered;                  /* number of vertices entered */
};

/* Both return an accepting vertex on a cycle, NO_VERTEX where there is none. */
uint32_t walk_components(struct depth_first *walk);
uint32_t walk_nested(struct depth_first *walk);

/* For methods that are depth-first searches. */
#define WALK_ABSENCE "a depth-first search takes one core, place seq"
bool walk_can_use(const struct mat_ops *mat);
enum status walk_run(struct solve *solve); /* runs method->walk */

/* The vertices on the path from the root to the current one, each with the number of its next edge.
 */
struct path {
    const struct edges *edges;
    uint32_t *vertex, *next; /* next: number of the next edge, counted from the vertex's first
                                one */
    uint32_t length;
};

static inline void path_push(struct path *path, uint32_t v)
{
    path->vertex[path->length] = v;
    path->next[path->length++] = 0;
}

static inline uint32_t path_top(const struct path *path)
{
    return path->vertex[path->length - 1];
}

/* Follows the next edge of the last vertex: *to = its end. Returns false if there are no more
 * edges. */
static inline bool path_edge(struct path *path, uint32_t *to)
{
    uint32_t top = path->length - 1, v = path->vertex[top];
    uint64_t e = first_edge(path->edges, v) + path->next[top];
    if (e == end_edge(path->edges, v)) return false;
    path->next[top]++;
    *to = path->edges->col[e];
    return true;
}

/* Counts a vertex that the search enters. Returns true if the search must stop. */
static inline bool walk_enters(struct depth_first *walk)
{
    if (++walk->entered % 65536 == 0 && walk->stop && *walk->stop) walk->stopped = true;
    return walk->stopped;
}

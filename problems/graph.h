/* From a source to a product graph. */
#ifndef WARPMARK_PROBLEMS_GRAPH_H
#define WARPMARK_PROBLEMS_GRAPH_H

#include "problems/problem.h"
#include "problems/source.h"

/* Opens a source that is a graph; out = NULL: only looks whether it could be opened. Errors: as for problem_open. */
enum status open_graph(const struct source *source, struct problem *out);

#endif

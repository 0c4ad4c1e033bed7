/* Closed classes of a product of a chain and a formula in which the formula holds almost surely. */
#pragma once

#include "problems/paths/pair_graph.h"

/* Sets accepted[k] = 1 for the pairs k of all closed classes of the graph, which is explored, from
 * which almost all paths satisfy what is left. accepted: one byte for each pair, zero. Errors:
 * ERROR_HOST_MEMORY; ERROR_INPUT (the formula is too large). */
enum status find_accepting_classes(const struct pair_graph *graph, uint8_t *accepted);

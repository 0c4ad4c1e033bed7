/* Internal to problems/paths/. */
#pragma once

#include "problems/paths/pair_graph.h"

/* accepted[k] = 1 for each pair of a decision process's explored graph in an end component where
 * some scheduler satisfies what is left with probability 1; they start as 0. The largest
 * probability of the formula is that of reaching these pairs. Errors: ERROR_HOST_MEMORY;
 * ERROR_INPUT (the formula is too large). */
enum status find_accepting_ends(const struct pair_graph *graph, uint8_t *accepted);

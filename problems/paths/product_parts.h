/* Steps that products with formulas and with automata share. */
#pragma once

#include "problems/paths/pair_graph.h"
#include "problems/paths/path_product.h"

/* Adds the pairs where the paths of the states in `from` begin (one byte each; NULL: all), with
 * what is left of `first` after the state, and all that they reach. Errors: those of
 * pair_graph_explore. */
enum status product_explore(struct pair_graph *graph, uint32_t first, const uint8_t *from,
                            struct path_product *out);

/* Moves the graph into the product, and adds the labels. Errors: ERROR_HOST_MEMORY. */
enum status product_take(struct pair_graph *graph, struct path_product *out);

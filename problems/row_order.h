/* State numbering: the axis `order` of a variant, written behind the layout as in msr+bfs. */
#pragma once

#include <stdint.h>

#include "problems/problem.h"

/* ORDER_BFS: breadth_first_order (base/sparse/breadth_first.h) over the transitions from the
 * initial states, for a long run from the first of them (MEALS 2013); linear systems from their
 * first row along its entries. ORDER_COLOUR: colour_order (base/sparse/colour_order.h).
 * ORDER_BISECTION: bisection_order (base/sparse/bisection_order.h). ORDER_COMPONENTS:
 * component_order (base/sparse/component_order.h). */
enum row_order {
    ORDER_NATIVE,
    ORDER_BFS,
    ORDER_COLOUR,
    ORDER_BISECTION,
    ORDER_COMPONENTS,
    NORDERS
};

extern const char *const row_order_names[NORDERS + 1]; /* NULL behind the last */
extern const char *const row_order_titles[NORDERS];

/* Returns OK, or fails with ERROR_ENVIRONMENT if a library that the order needs is missing, and
 * names its package. */
enum status row_order_probe(enum row_order order);

/* *sequence (new) = the problem's rows in their new order; NULL for ORDER_NATIVE. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED, those of bisection_order. */
enum status row_order_sequence(const struct problem *problem, enum row_order order,
                               uint32_t **sequence);

/* *out = the system in the new order: its row and unknown k are those of row sequence[k].
 * out->answer stays NULL. */
enum status row_order_apply(const struct linear *from, const uint32_t *sequence,
                            struct linear *out);

/* The same, but the entries of a row keep their order, so that sums have the same bits. */
enum status row_order_move(const struct linear *from, const uint32_t *sequence, struct linear *out);

/* x[sequence[k]] = renumbered[k] */
void row_order_undo(uint32_t n, const uint32_t *sequence, const double *renumbered, double *x);

/* Counts the non-zeros of a source for a structure plot. */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "plots/figures/spy.h"
#include "problems/row_order.h"

extern const char *const spy_orders[NORDERS]; /* "native order", ... */

/* Makes the matrix of source and a panel of it in each order that is wanted. *out borrows source;
 * spy_free ends it, on failure too. Errors: those of structure_open. */
enum status spy_look(const char *source, const bool wanted[NORDERS], struct spy *out);
void spy_free(struct spy *spy); /* accepts a zeroed one */

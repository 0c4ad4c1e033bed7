/* An order in which unknowns stand behind those that their rows need. */
#pragma once

#include "base/sparse/csr.h"

/* The strong components of the unknowns of a matrix, each behind those that its rows read. They
 * come in levels: the rows of a component read only those of lower levels, and itself. */
struct components {
    uint32_t count, levels;
    uint32_t *of;     /* for each unknown, its component */
    uint32_t *member; /* unknowns, component by component, in each of them ascending */
    uint32_t *first;  /* count + 1: where the members of a component begin */
    uint32_t *level;  /* levels + 1: where the components of a level begin */
};

/* a: all rows, stored. Works on all cores but between cycles; the result does not depend on their
 * number. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status components_find(const struct matrix *a, struct components *out);
void components_free(struct components *components); /* accepts a zeroed struct; leaves one */

/* rank[i] = new number of row i: strong components of the entries one after the other, each behind
 * those that its rows read, and rows of one component in their old order. *count: how many
 * there are. If every component is one row, all entries are left of the diagonal afterwards.
 * Errors: ERROR_HOST_MEMORY. */
enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *count);

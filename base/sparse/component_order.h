/* An order in which unknowns stand behind those that their rows need. */
#pragma once

#include "base/sparse/csr.h"

/* The strong components of the unknowns of a matrix, each behind those that its rows read. */
struct components {
    uint32_t count;
    uint32_t *of;     /* for each unknown, its component */
    uint32_t *member; /* unknowns, component by component, in each of them ascending */
    uint32_t *first;  /* count + 1: where the members of a component begin */
};

/* a: all rows, stored. Errors: ERROR_HOST_MEMORY. */
enum status components_find(const struct matrix *a, struct components *out);
void components_free(struct components *components); /* accepts a zeroed struct; leaves one */

/* rank[i] = new number of row i: strong components of the entries one after the other, each behind
 * those that its rows read, and rows of one component in their old order. *count: how many
 * there are. If every component is one row, all entries are left of the diagonal afterwards.
 * Errors: ERROR_HOST_MEMORY. */
enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *count);

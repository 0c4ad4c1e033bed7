/* An order in which rows stand behind those that they need. */
#pragma once

#include "base/sparse/csr.h"

/* rank[i] = new number of row i: strong components of the entries one after the other, each behind
 * those that its rows read, and rows of one component in their old order. *components: how many
 * there are. If every component is one row, all entries are left of the diagonal afterwards.
 * Errors: ERROR_HOST_MEMORY. */
enum status component_order(const struct csr *a, uint32_t *rank, uint32_t *components);

/* An order in which rows that share no entry stand together. */
#pragma once

#include "base/sparse/csr.h"

/* Each row takes the first colour that no row before it has with which it shares an entry, A_ij or
 * A_ji. Rows are numbered colour by colour, in their order within one: rank[i] = new number of row
 * i. Rows of a colour do not read each other, so incomplete factors have few levels. Errors:
 * ERROR_HOST_MEMORY. */
enum status colour_order(const struct csr *a, uint32_t *rank);

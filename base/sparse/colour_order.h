/* An order that groups rows which share no entry. */
#pragma once

#include "base/sparse/csr.h"

/* Gives each row the first colour that no earlier row has with which it shares an entry, A_ij or
 * A_ji. Rows are numbered colour by colour, in their order within a colour: rank[i] = new number of
 * row i. Rows of one colour do not depend on each other, so incomplete factors have few levels.
 * Errors: ERROR_HOST_MEMORY. */
enum status colour_order(const struct csr *a, uint32_t *rank);

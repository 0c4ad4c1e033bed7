/* An order in which contiguous parts of the rows use few entries of each other. */
#pragma once

#include "base/sparse/csr.h"

/* METIS (base/sparse/metis.h) divides the rows into two halves that share few entries, divides each
 * half again, and so on. Rows are numbered half by half, and in their order within the smallest
 * parts. Halves have about the same number of bytes (base/sparse/division.h). rank[i] = new number
 * of row i. Errors: those of metis_load and metis_bisect; ERROR_UNSUPPORTED if METIS cannot count
 * the entries. */
enum status bisection_order(const struct csr *a, uint32_t *rank);

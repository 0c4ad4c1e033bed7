/* Layout csr: a product's edges as rows without values. */
#pragma once

#include "solvers/solver.h"

enum csr_array { CSR_ROW, CSR_COL, CSR_ACCEPTING };

/* Returns whether row starts have 32 bits, which must be enough to count the edges; otherwise they
 * have 64. */
static inline bool csr_is_narrow(const struct stored *a)
{
    return a->nnz <= UINT32_MAX;
}

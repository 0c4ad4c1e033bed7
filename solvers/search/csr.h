/* Layout csr: a product's edges as rows without values. */
#pragma once

#include "solvers/solver.h"

enum csr_array { CSR_ROW, CSR_COL, CSR_ACCEPTING };

/* Row starts have 32 bits where the edges can be counted with them, else 64. */
static inline bool csr_is_narrow(const struct stored *a)
{
    return a->nnz <= UINT32_MAX;
}

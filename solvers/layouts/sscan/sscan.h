/* Layout sscan, segmented scan (STTT 2011, section 4.4). A sweep is three passes over arrays of
 * entries instead of one loop per row: the products val[k] * x[col[k]] of all entries; a backward
 * inclusive segmented scan, which turns the product of a row's first entry into the sum of the row;
 * and a gather of those sums. Only CUDA has the scratch. On the CPU a row is summed when it is
 * needed, in the scan's order, from its last entry to its first.
 *
 * In f64 it takes 12 bytes per entry, 12 per row and a bit per entry, as msr with head flags; and 8
 * bytes of scratch per entry. */
#pragma once

#include "solvers/layouts/msr/msr.h"

struct sscan_options {
    int elements; /* entries per thread; 0: CUB's scan */
};

/* The arrays, in order: those of msr, and uint32_t head[nnz / 32 + 1]; scratch: real product[nnz],
 * and that of CUB's scan. head has the flags of rows' first entries as a running parity: bit k % 32
 * of head[k / 32] differs from the bit of entry k - 1 exactly if entry k is the first of its row.
 * So equal neighbours belong to one row, as a scan by key needs it. */
enum {
    SSCAN_ROW = MSR_ROW,
    SSCAN_COL = MSR_COL,
    SSCAN_VAL = MSR_VAL,
    SSCAN_INVERSE = MSR_INVERSE,
    SSCAN_HEAD,
    SSCAN_PRODUCT,
    SSCAN_SCAN
};

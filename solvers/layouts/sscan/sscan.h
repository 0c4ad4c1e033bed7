/* Layout sscan, segmented scan (STTT 2011, section 4.4): a sweep is three passes over arrays of
 * entries instead of one loop a row. Products val[k] * x[col[k]] of all entries; a backward
 * inclusive segmented scan, after which the product of a row's first entry has become the sum of
 * the row; a gather of those sums. The scratch is CUDA's alone: on the CPU a row is summed where it
 * is needed, in the scan's order, from its last entry to its first.
 *
 * 12 bytes an entry, 12 a row and a bit an entry in f64, as msr with head flags; 8 bytes an entry
 * of scratch. */
#pragma once

#include "solvers/layouts/msr/msr.h"

struct sscan_options {
    int elements; /* entries a thread; 0: CUB's scan */
};

/* The arrays, in order: those of msr, and uint32_t head[nnz / 32 + 1]; scratch: real product[nnz],
 * and what CUB's scan asks for.
 *
 * head holds the flags of rows' first entries as a running parity: bit k % 32 of head[k / 32]
 * differs from the bit of entry k - 1 exactly where entry k is the first of its row. Equal
 * neighbours are of one row, which is what a scan by key asks. */
enum {
    SSCAN_ROW = MSR_ROW,
    SSCAN_COL = MSR_COL,
    SSCAN_VAL = MSR_VAL,
    SSCAN_INVERSE = MSR_INVERSE,
    SSCAN_HEAD,
    SSCAN_PRODUCT,
    SSCAN_SCAN
};

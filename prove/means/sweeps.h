/* Functions that the solvers in this folder share: rows of a thread, product of a row, and one
 * sweep forward and one backward within each thread's rows. Internal to prove/. */
#pragma once

#include <omp.h>

#include "base/sparse/csr.h"

/* Rows of part `part` of `parts`: first .. end - 1. */
static inline void rows_of_part(uint64_t n, uint64_t part, uint64_t parts, uint32_t *first,
                                uint32_t *end)
{
    *first = (uint32_t)(n * part / parts);
    *end = (uint32_t)(n * (part + 1) / parts);
}

/* The rows of the calling thread. */
static inline void own_rows(uint64_t n, uint32_t *first, uint32_t *end)
{
    rows_of_part(n, (uint64_t)omp_get_thread_num(), (uint64_t)omp_get_num_threads(), first, end);
}

/* Product of row i's off-diagonal entries with x. It has four sums, so no addition waits for the
 * previous one. */
static inline double row_product(const struct csr *off, uint32_t i, const double *x)
{
    uint64_t k = off->row[i];
    double sum[4] = {0};
    for (; k + 4 <= off->row[i + 1]; k += 4)
        for (int lane = 0; lane < 4; lane++)
            sum[lane] += off->val[k + (uint64_t)lane] * x[off->col[k + (uint64_t)lane]];
    for (; k < off->row[i + 1]; k++) sum[0] += off->val[k] * x[off->col[k]];
    return sum[0] + sum[1] + (sum[2] + sum[3]);
}

/* Computes z = M^-1 p for rows first .. end - 1, where M = (P + L) P^-1 (P + U) and P are the
 * pivots; inverse: P^-1. z may be p. */
void sweep_both_ways(const struct csr *off, const double *inverse, uint32_t first, uint32_t end,
                     const double *p, double *z);

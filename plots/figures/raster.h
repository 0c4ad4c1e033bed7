/* Counts the non-zero structure of a square matrix in the squares ("dots") of a raster. */
#pragma once

#include "base/sparse/csr.h"

enum { NDISTANCES = 3 };
extern const uint32_t raster_distances[NDISTANCES]; /* 1, 32, 1024 */

struct raster {
    uint32_t n;
    uint64_t nnz;
    uint32_t
        width; /* a dot has width x width entries; at the right and lower edge it may be cut off */
    uint32_t side;               /* side x side dots */
    uint64_t *count;             /* entries in each dot, row by row */
    uint32_t bandwidth;          /* largest |i - j| */
    uint64_t within[NDISTANCES]; /* entries with |i - j| <= raster_distances[k] */
};

/* Counts a's stored entries in at most most x most dots, of the smallest possible width, in
 * parallel. Row and column i are at place rank[i], a bijection; NULL: at i. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. *out is zeroed then. */
enum status raster_make(const struct csr *a, const uint32_t *rank, uint32_t most,
                        struct raster *out);
void raster_free(struct raster *raster); /* accepts a zeroed one, leaves one */

/* Filled share, 0 .. 1, of the dot in this row and column of the raster. */
double raster_fill(const struct raster *raster, uint32_t row, uint32_t column);

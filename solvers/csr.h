/* Layout csr: a product's edges as rows without values. */
#ifndef WARPMARK_SOLVERS_CSR_H
#define WARPMARK_SOLVERS_CSR_H

#include "solvers/solver.h"

enum csr_array { CSR_ROW, CSR_COL, CSR_ACCEPTING };

/* Row starts have 32 bits where the edges can be counted with them, else 64. */
static inline bool csr_is_narrow(const struct stored *a)
{
    return a->nnz <= UINT32_MAX;
}

/* The arrays, typed, for code that runs on the host. */
struct edges {
    const uint32_t *narrow; /* row starts: one of the two is NULL */
    const uint64_t *wide;
    const uint32_t *col;
    const uint64_t *accepting;
};

static inline struct edges edges_of(const struct stored *a)
{
    const void *row = a->array[CSR_ROW].data;
    return (struct edges){.narrow = csr_is_narrow(a) ? row : NULL,
                          .wide = csr_is_narrow(a) ? NULL : row,
                          .col = a->array[CSR_COL].data,
                          .accepting = a->array[CSR_ACCEPTING].data};
}

static inline uint64_t first_edge(const struct edges *edges, uint32_t v)
{
    return edges->narrow ? edges->narrow[v] : edges->wide[v];
}

/* One behind its last edge. */
static inline uint64_t end_edge(const struct edges *edges, uint32_t v)
{
    return edges->narrow ? edges->narrow[(size_t)v + 1] : edges->wide[(size_t)v + 1];
}

static inline bool is_accepting(const struct edges *edges, uint32_t v)
{
    return edges->accepting[v / 64] >> v % 64 & 1;
}

#endif

/* Access to layout csr for code on the host. */
#pragma once

#include "solvers/search/csr.h"

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

/* Returns one more than the number of its last edge. */
static inline uint64_t end_edge(const struct edges *edges, uint32_t v)
{
    return edges->narrow ? edges->narrow[(size_t)v + 1] : edges->wide[(size_t)v + 1];
}

static inline bool is_accepting(const struct edges *edges, uint32_t v)
{
    return edges->accepting[v / 64] >> v % 64 & 1;
}

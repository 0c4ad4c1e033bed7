/* Layout csr on CUDA: a thread for each vertex. */
#pragma once

#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"

extern "C" {
#include "solvers/search/csr.h"
#include "solvers/search/search.h"
}

enum { VERTEX_THREADS = 256 };

static inline unsigned vertex_blocks(uint32_t count)
{
    return (unsigned)((count + (uint64_t)VERTEX_THREADS - 1) / VERTEX_THREADS);
}

/* Number of this thread in the grid. */
__device__ inline uint64_t thread_number()
{
    return (uint64_t)blockIdx.x * VERTEX_THREADS + threadIdx.x;
}

/* The rows of a product. offset: uint32_t or uint64_t, the type of row starts. */
template <class offset>
struct vertex_rows {
    uint32_t n;
    const offset *row;
    const uint32_t *col, *accepting;

    explicit vertex_rows(const struct stored *a)
        : n(a->n), row((const offset *)a->array[CSR_ROW].data),
          col((const uint32_t *)a->array[CSR_COL].data),
          accepting((const uint32_t *)a->array[CSR_ACCEPTING].data)
    {
    }

    __device__ bool is_accepting(uint32_t v) const
    {
        return accepting[v / 32] >> v % 32 & 1;
    }

    /* Calls each(u) for the end u of every edge of v */
    template <class Each>
    __device__ void edges(uint32_t v, Each each) const
    {
        offset end = row[(size_t)v + 1];
        for (offset e = row[v]; e < end; e++) each(col[e]);
    }
};

/* Returns call(vertex_rows<offset>) with the offset type of a. */
template <class Call>
static enum status with_rows(const struct stored *a, Call call)
{
    return csr_is_narrow(a) ? call(vertex_rows<uint32_t>(a)) : call(vertex_rows<uint64_t>(a));
}

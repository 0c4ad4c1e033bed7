/* Passes over the rows of a matrix on the GPU. Pointers are to device memory unless a name says
 * host. Internal to certify/cuda. */
#pragma once

#include <cuda_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif
#include "base/status.h"
#ifdef __cplusplus
}
#endif
#include "certify/row_check.h"

/* Rows from .. to - 1 of an order in which the rows of a class are neighbours. One block of threads
 * adds them up, so the order of additions depends on nothing else. */
struct row_chunk {
    uint32_t from, to;
};

struct row_chunks {
    uint32_t count, classes;
    struct row_chunk *chunk; /* count */
    uint32_t *first;         /* classes + 1: chunks of each class */
    uint32_t *order;         /* of the rows; NULL: as they are */
    struct row_proof *proof; /* one for each chunk */
    double *scale;           /* one for each class; NULL: not needed */
};

#ifdef __cplusplus
extern "C" {
#endif

/* proof (one for each class) = finished results of its rows. Only enqueues the work. Errors:
 * ERROR_DEVICE. */
enum status device_rows_prove(const struct row_check *check, const struct row_chunks *chunks,
                              struct row_proof *proof);

/* The transpose of n rows; the same bits every time. out->row, col and val are the caller's to free
 * with cudaFree, and NULL after an error. Errors: ERROR_DEVICE, ERROR_DEVICE_MEMORY,
 * ERROR_UNSUPPORTED where there are 2^32 entries. */
enum status rows_transpose(const struct csr *a, struct csr *out);

#ifdef __cplusplus
}
#endif

/* Returns OK, or fails with CUDA's reason. */
static inline enum status check_cuda(cudaError_t code, const char *what)
{
    if (code == cudaSuccess) return OK;
    cudaGetLastError(); /* clears what is not sticky */
    return fail(code == cudaErrorMemoryAllocation ? ERROR_DEVICE_MEMORY : ERROR_DEVICE,
                "CUDA: %s: %s", what, cudaGetErrorString(code));
}

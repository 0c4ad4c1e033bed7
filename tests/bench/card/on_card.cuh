/* Helpers for benchmarks on a GPU that call cuSPARSE by hand. Any failure ends the program. */
#pragma once

#include <cuda_runtime_api.h>
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern "C" {
#include "base/status.h"
#include "solvers/registry.h"
}

static inline void check_cuda(cudaError_t code, const char *what)
{
    if (code == cudaSuccess) return;
    fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(code));
    exit(1);
}

static inline void check_cusparse(cusparseStatus_t code, const char *what)
{
    if (code == CUSPARSE_STATUS_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", what, cusparseGetErrorString(code));
    exit(1);
}

static inline void check(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "%s\n", fail_message());
    exit(1);
}

static inline void *on_device(const void *from, size_t bytes)
{
    void *there;
    check_cuda(cudaMalloc(&there, bytes ? bytes : 1), "cudaMalloc");
    if (from) check_cuda(cudaMemcpy(there, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    return there;
}

static inline void *on_host(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (p) return p;
    fprintf(stderr, "not enough memory\n");
    exit(1);
}

static inline const struct place *find_cuda(void)
{
    for (int p = 0; p < place_count; p++)
        if (!strcmp(places[p]->name, "cuda")) return places[p];
    return NULL;
}

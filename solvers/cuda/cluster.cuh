/* Thread block clusters: blocks that run at the same time and read each other's shared memory.
 * Cards have them from compute capability 9.0 on. The barrier of a cluster costs a fraction of the
 * grid's barrier. */
#pragma once

#include <cooperative_groups.h>

#include "solvers/cuda/device.h"

/* Numbers of blocks of a cluster: every card with clusters supports the first, some the other. */
enum { CLUSTER_BLOCKS = 8, CLUSTER_MOST = 16 };

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* Barrier of all threads of the cluster. Shared memory that any of them wrote before is visible to
 * all afterwards. */
__device__ inline void cluster_wait()
{
    cooperative_groups::this_cluster().sync();
}

/* The two halves of the same barrier: all threads call both. Memory of the device that any of them
 * wrote before it arrived is visible to all afterwards, too. */
__device__ inline void cluster_arrive()
{
    cooperative_groups::this_cluster().barrier_arrive();
}

__device__ inline void cluster_await()
{
    cooperative_groups::this_cluster().barrier_wait();
}

/* Returns the address of the copy of p in the shared memory of block k of the cluster. */
template <class T>
__device__ inline T *cluster_shared(T *p, unsigned k)
{
    return cooperative_groups::this_cluster().map_shared_rank(p, k);
}

/* Returns this address as 32 bits, for cluster_read(). The block's own memory gets its direct
 * address. */
__device__ inline uint32_t cluster_address(const void *p, unsigned k)
{
    uint32_t own = (uint32_t)__cvta_generic_to_shared(p), there;
    if (k == cooperative_groups::this_cluster().block_rank()) return own;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(k));
    return there;
}

/* Reads the number OFFSET bytes after an address. */
template <int OFFSET>
__device__ inline void cluster_read(uint32_t at, double *out)
{
    asm volatile("ld.shared::cluster.f64 %0, [%1 + %2];" : "=d"(*out) : "r"(at), "n"(OFFSET));
}

template <int OFFSET>
__device__ inline void cluster_read(uint32_t at, float *out)
{
    asm volatile("ld.shared::cluster.f32 %0, [%1 + %2];" : "=f"(*out) : "r"(at), "n"(OFFSET));
}

#else

__device__ inline void cluster_wait()
{
    __trap(); /* such kernels are launched only if clusters_are_there() */
}

__device__ inline void cluster_arrive()
{
    __trap();
}

__device__ inline void cluster_await()
{
    __trap();
}

template <class T>
__device__ inline T *cluster_shared(T *p, unsigned)
{
    return p;
}

__device__ inline uint32_t cluster_address(const void *, unsigned)
{
    return 0;
}

template <int OFFSET, class T>
__device__ inline void cluster_read(uint32_t, T *out)
{
    *out = 0;
}

#endif

/* Finds whether the selected GPU has clusters. */
static inline enum status clusters_are_there(bool *there)
{
    enum status status = OK;
    int device = 0, answer = 0;
    TRY(device_status(cudaGetDevice(&device), "asking for the device"));
    TRY(device_status(cudaDeviceGetAttribute(&answer, cudaDevAttrClusterLaunch, device),
                      "reading the device's properties"));
    *there = answer;
out:
    return status;
}

/* Finds how many blocks, CLUSTER_MOST or CLUSTER_BLOCKS, one cluster of this kernel can have, with
 * `shared` bytes of dynamic shared memory for each block. 0: the selected GPU cannot launch it as
 * such a cluster. */
static inline enum status cluster_capacity(const void *kernel, int threads, size_t shared,
                                           unsigned *blocks)
{
    bool there = false;
    int count = 0;
    *blocks = 0;
    MUST(clusters_are_there(&there));
    if (!there) return OK;
    cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    for (unsigned size = CLUSTER_MOST; size >= CLUSTER_BLOCKS && *blocks == 0; size /= 2) {
        cudaLaunchAttribute cluster = {};
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = size;
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(size);
        config.blockDim = dim3((unsigned)threads);
        config.dynamicSmemBytes = shared;
        config.attrs = &cluster;
        config.numAttrs = 1;
        if (cudaOccupancyMaxActiveClusters(&count, kernel, &config) == cudaSuccess && count > 0)
            *blocks = size;
    }
    cudaGetLastError(); /* a card without clusters of a size is no error */
    return OK;
}

/* Launches one cluster of `blocks` blocks, at most CLUSTER_BLOCKS, or cluster_capacity(), with
 * `shared` bytes of dynamic shared memory each. */
template <class... Parameters>
static enum status cluster_launch(void (*kernel)(Parameters...), unsigned blocks, int threads,
                                  size_t shared, Parameters... parameters)
{
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3((unsigned)threads);
    config.dynamicSmemBytes = shared;
    config.stream = device_stream();
    config.attrs = &cluster;
    config.numAttrs = 1;
    void *list[] = {(void *)&parameters...};
    return device_status(cudaLaunchKernelExC(&config, (const void *)kernel, list),
                         "starting a cluster of blocks");
}

/* Blocks that run side by side and read each other's shared memory: a thread block cluster, which a
 * card has from compute capability 9.0 on. Its barrier costs a fraction of the grid's. */
#pragma once

#include <cooperative_groups.h>

#include "solvers/cuda/device.h"

/* What every card with clusters can do. */
enum { CLUSTER_BLOCKS = 8 };

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

/* All threads of the cluster call it; shared memory that any of them wrote before is then seen by
 * all. */
__device__ inline void cluster_wait()
{
    cooperative_groups::this_cluster().sync();
}

/* Where block k of the cluster has what lies at p in this block's shared memory. */
template <class T>
__device__ inline T *cluster_shared(T *p, unsigned k)
{
    return cooperative_groups::this_cluster().map_shared_rank(p, k);
}

/* The same, half as long, for cluster_read(); the block's own memory by the short way. */
__device__ inline uint32_t cluster_address(const void *p, unsigned k)
{
    uint32_t own = (uint32_t)__cvta_generic_to_shared(p), there;
    if (k == cooperative_groups::this_cluster().block_rank()) return own;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(k));
    return there;
}

/* The number OFFSET bytes behind an address. */
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
    __trap(); /* not launched: clusters_are_there() */
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

/* Whether the selected GPU has clusters. */
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

/* One cluster of all `blocks` <= CLUSTER_BLOCKS blocks. */
template <class... Parameters>
static enum status cluster_launch(void (*kernel)(Parameters...), unsigned blocks, int threads,
                                  Parameters... parameters)
{
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3((unsigned)threads);
    config.stream = device_stream();
    config.attrs = &cluster;
    config.numAttrs = 1;
    void *list[] = {(void *)&parameters...};
    return device_status(cudaLaunchKernelExC(&config, (const void *)kernel, list),
                         "starting a cluster of blocks");
}

#include "solvers/cuda/convergence.cuh"

extern "C" {
#include "solvers/cuda/device.h"
}
#include "solvers/cuda/ranks/kernels.h"

enum { THREADS = 256 };

/* word: an unsigned integer type of the size of a number. The packed numbers are scratch, so the
 * kernel needs no guard. */
template <class word>
static __global__ void rank_pack_kernel(const uint32_t *entry, uint32_t count, const word *x,
                                        word *out)
{
    const uint64_t k = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (k < count) out[k] = x[entry[k]];
}

enum status rank_pack(const uint32_t *entry, uint32_t count, const void *x, size_t size, void *out)
{
    if (count == 0) return OK;
    const unsigned blocks = (unsigned)(((uint64_t)count + THREADS - 1) / THREADS);
    if (size == sizeof(uint32_t))
        rank_pack_kernel<<<blocks, THREADS, 0, device_stream()>>>(entry, count, (const uint32_t *)x,
                                                                  (uint32_t *)out);
    else
        rank_pack_kernel<<<blocks, THREADS, 0, device_stream()>>>(entry, count, (const uint64_t *)x,
                                                                  (uint64_t *)out);
    return device_launched("packing entries for other ranks");
}

static __global__ void rank_add_kernel(int ranks, int width, const double *all, double *out,
                                       const int *guard)
{
    const int w = threadIdx.x;
    if (halted(guard)) return;
    double sum = all[w];
    for (int k = 1; k < ranks; k++) sum += all[k * width + w];
    out[w] = sum;
}

enum status rank_add(int ranks, int width, const double *all, double *out)
{
    rank_add_kernel<<<1, width, 0, device_stream()>>>(ranks, width, all, out, device_guard());
    return device_launched("adding the sums of ranks");
}

static __global__ void rank_cast_kernel(int bits, int *word)
{
    *word |= bits;
}

enum status rank_cast(int bits, int *word)
{
    rank_cast_kernel<<<1, 1, 0, device_stream()>>>(bits, word);
    return device_launched("casting votes");
}

static __device__ int bits_of_all(int ranks, const int *all)
{
    int bits = 0;
    for (int k = 0; k < ranks; k++) bits |= all[k];
    return bits;
}

static __global__ void rank_count_kernel(int ranks, const int *all, int *word, int *out)
{
    *word = 0;
    *out = bits_of_all(ranks, all);
}

enum status rank_count(int ranks, const int *all, int *word, int *out)
{
    rank_count_kernel<<<1, 1, 0, device_stream()>>>(ranks, all, word, out);
    return device_launched("counting votes");
}

static __global__ void rank_look_kernel(const int *mine, const volatile int *stop, int stopped,
                                        int *own)
{
    *own = *mine | (*stop ? stopped : 0);
}

enum status rank_look(const int *mine, const volatile int *stop, int stopped, int *own)
{
    rank_look_kernel<<<1, 1, 0, device_stream()>>>(mine, stop, stopped, own);
    return device_launched("looking for a stop");
}

static __global__ void rank_tell_kernel(int ranks, const int *all, const int *before, int stopped,
                                        int *total)
{
    const bool ended = halted(before);
    int votes = bits_of_all(ranks, all);
    if (ended) votes |= *before & stopped;
    *total = ended || votes & stopped ? votes & stopped : votes;
}

enum status rank_tell(int ranks, const int *all, const int *before, int stopped, int *total)
{
    rank_tell_kernel<<<1, 1, 0, device_stream()>>>(ranks, all, before, stopped, total);
    return device_launched("counting votes");
}

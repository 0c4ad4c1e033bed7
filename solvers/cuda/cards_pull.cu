extern "C" {
#include "solvers/cuda/cards.h"
}

enum { THREADS = 256 };

/* word: an unsigned integer type of the size of a number or pair. */
template <class word>
static __global__ void pull(const uint64_t *entry, uint64_t count, struct card_parts from, word *x)
{
    uint64_t t = (uint64_t)blockIdx.x * THREADS + threadIdx.x;
    if (t >= count) return;
    const uint64_t j = entry[t];
    int owner = 0;
    while (j >= from.first[owner + 1]) owner++;
    x[j] = ((const word *)from.x[owner])[j];
}

enum status cards_pull(const uint64_t *entry, uint64_t count, const struct card_parts *from,
                       size_t size, void *x)
{
    if (count == 0) return OK;
    unsigned blocks = (unsigned)((count + THREADS - 1) / THREADS);
    cudaStream_t stream = device_stream();
    switch (size) {
    case sizeof(uint32_t):
        pull<<<blocks, THREADS, 0, stream>>>(entry, count, *from, (uint32_t *)x);
        break;
    case sizeof(uint64_t):
        pull<<<blocks, THREADS, 0, stream>>>(entry, count, *from, (uint64_t *)x);
        break;
    default: pull<<<blocks, THREADS, 0, stream>>>(entry, count, *from, (ulonglong2 *)x);
    }
    return device_launched("pull");
}

#include "base/cuda/transfer.h"

#include <stdbool.h>

#include "base/memory.h"

/* A buffer holds several huge pages, so that threads meet new ones of the host's array at once. */
enum { STAGES = 3, STAGE_BYTES = 8 << 20, LARGE = 8 << 20, MOST_CARDS = 16 };

struct stage {
    char *buffer;     /* pinned */
    cudaEvent_t done; /* event: the GPU has finished with the buffer */
};

static struct card_stages {
    bool open;
    struct stage stage[STAGES];
} cards[MOST_CARDS];

#define GO(call)                                \
    do {                                        \
        const cudaError_t code_ = (call);       \
        if (code_ != cudaSuccess) return code_; \
    } while (0)

static cudaError_t open_stages(struct card_stages *card)
{
    for (int k = 0; k < STAGES; k++) {
        struct stage *stage = &card->stage[k];
        if (!stage->done) GO(cudaEventCreateWithFlags(&stage->done, cudaEventDisableTiming));
        if (!stage->buffer) GO(cudaMallocHost((void **)&stage->buffer, STAGE_BYTES));
    }
    card->open = true;
    return cudaSuccess;
}

/* *out = the open buffers of the selected GPU, or NULL if it has none because its number is too
 * high. */
static cudaError_t find_stages(struct stage **out)
{
    int card = 0;
    *out = NULL;
    GO(cudaGetDevice(&card));
    if (card >= MOST_CARDS) return cudaSuccess;
    if (!cards[card].open) GO(open_stages(&cards[card]));
    *out = cards[card].stage;
    return cudaSuccess;
}

cudaError_t transfer_open(void)
{
    struct stage *stages;
    return find_stages(&stages);
}

/* The buffer for the bytes from `at` on, and their number. */
static struct stage *stage_for(struct stage *stages, size_t at)
{
    return &stages[at / STAGE_BYTES % STAGES];
}

static size_t bytes_for(size_t at, size_t bytes)
{
    return bytes - at < STAGE_BYTES ? bytes - at : STAGE_BYTES;
}

static cudaError_t put_staged(struct stage *stages, char *to, const char *from_host, size_t bytes,
                              cudaStream_t stream)
{
    for (size_t at = 0; at < bytes; at += STAGE_BYTES) {
        struct stage *stage = stage_for(stages, at);
        const size_t part = bytes_for(at, bytes);
        GO(cudaEventSynchronize(stage->done));
        copy_large(stage->buffer, from_host + at, part);
        GO(cudaMemcpyAsync(to + at, stage->buffer, part, cudaMemcpyHostToDevice, stream));
        GO(cudaEventRecord(stage->done, stream));
    }
    return cudaSuccess;
}

/* An earlier copy may still use the buffer, on another stream. */
static cudaError_t fetch_stage(struct stage *stage, const char *from, size_t bytes,
                               cudaStream_t stream)
{
    GO(cudaStreamWaitEvent(stream, stage->done, 0));
    GO(cudaMemcpyAsync(stage->buffer, from, bytes, cudaMemcpyDeviceToHost, stream));
    return cudaEventRecord(stage->done, stream);
}

static cudaError_t get_staged(struct stage *stages, char *to_host, const char *from, size_t bytes,
                              cudaStream_t stream)
{
    size_t fetched = 0; /* on the way to a buffer, or further */
    for (size_t at = 0; at < bytes; at += STAGE_BYTES) {
        for (; fetched < bytes && fetched < at + STAGES * STAGE_BYTES; fetched += STAGE_BYTES)
            GO(fetch_stage(stage_for(stages, fetched), from + fetched, bytes_for(fetched, bytes),
                           stream));
        GO(cudaEventSynchronize(stage_for(stages, at)->done));
        copy_large(to_host + at, stage_for(stages, at)->buffer, bytes_for(at, bytes));
    }
    return cudaSuccess;
}

cudaError_t transfer_put(void *to, const void *from_host, size_t bytes, cudaStream_t stream)
{
    struct stage *stages = NULL;
    if (bytes > LARGE) GO(find_stages(&stages));
    return stages ? put_staged(stages, to, from_host, bytes, stream)
                  : cudaMemcpyAsync(to, from_host, bytes, cudaMemcpyHostToDevice, stream);
}

cudaError_t transfer_get(void *to_host, const void *from, size_t bytes, cudaStream_t stream)
{
    struct stage *stages = NULL;
    if (bytes > LARGE) GO(find_stages(&stages));
    if (stages) return get_staged(stages, to_host, from, bytes, stream);
    GO(cudaMemcpyAsync(to_host, from, bytes, cudaMemcpyDeviceToHost, stream));
    return cudaStreamSynchronize(stream);
}

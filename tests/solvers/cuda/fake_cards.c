/* One GPU that appears as four, for tests of places of several cards: their CUDA calls about a card
 * come here first (ld --wrap, FAKED in the Makefile). Each card has a limited memory of its own.
 * Errors on real GPUs end the program here: to launch a kernel, or to record an event, on a stream
 * of a card that is not selected. */
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

enum { CARDS = 4, MOST_THINGS = 8192 };
static const size_t memory = (size_t)2 << 30;

static _Thread_local int selected;
static int reaches[CARDS][CARDS];

/* Memory, streams and events, and whose they are. */
static struct thing {
    const void *handle;
    int card;
    size_t bytes;
} things[MOST_THINGS];

static struct thing *find(const void *handle)
{
    for (struct thing *t = things; t < things + MOST_THINGS; t++)
        if (t->handle == handle) return t;
    fprintf(stderr, "fake_cards: nothing is at %p, or too much is there\n", handle);
    abort();
}

static cudaError_t keep(cudaError_t code, void *const *handle, size_t bytes)
{
#pragma omp critical(things)
    if (code == cudaSuccess) *find(NULL) = (struct thing){*handle, selected, bytes};
    return code;
}

static size_t used(void)
{
    size_t sum = 0;
#pragma omp critical(things)
    for (const struct thing *t = things; t < things + MOST_THINGS; t++)
        if (t->handle && t->card == selected) sum += t->bytes;
    return sum;
}

static void must_be_selected(const void *handle, const char *what)
{
    int card;
#pragma omp critical(things)
    card = find(handle)->card;
    if (card == selected) return;
    fprintf(stderr, "fake_cards: %s of card %d, and card %d is selected\n", what, card, selected);
    abort();
}

/* Declares the original function of a call and begins its replacement. */
#define FAKE(type, name, ...)        \
    type __real_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__); \
    type __wrap_##name(__VA_ARGS__)

FAKE(cudaError_t, cudaGetDeviceCount, int *count)
{
    cudaError_t code = __real_cudaGetDeviceCount(count);
    if (code == cudaSuccess && *count) *count = CARDS;
    return code;
}

FAKE(cudaError_t, cudaSetDevice, int card)
{
    if (card < 0 || card >= CARDS) return cudaErrorInvalidDevice;
    selected = card;
    return __real_cudaSetDevice(0);
}

FAKE(cudaError_t, cudaGetDevice, int *card)
{
    *card = selected;
    return cudaSuccess;
}

FAKE(cudaError_t, cudaDeviceGetAttribute, int *value, enum cudaDeviceAttr attribute, int card)
{
    return card < CARDS ? __real_cudaDeviceGetAttribute(value, attribute, 0)
                        : cudaErrorInvalidDevice;
}

FAKE(cudaError_t, cudaDeviceCanAccessPeer, int *can, int card, int other)
{
    *can = card != other;
    return card < CARDS && other < CARDS ? cudaSuccess : cudaErrorInvalidDevice;
}

FAKE(cudaError_t, cudaDeviceEnablePeerAccess, int other, unsigned flags)
{
    (void)flags;
    if (other == selected || other >= CARDS) return cudaErrorInvalidDevice;
    if (reaches[selected][other]) return cudaErrorPeerAccessAlreadyEnabled;
    reaches[selected][other] = 1;
    return cudaSuccess;
}

FAKE(cudaError_t, cudaMalloc, void **out, size_t bytes)
{
    if (bytes > memory - used()) return cudaErrorMemoryAllocation;
    return keep(__real_cudaMalloc(out, bytes), out, bytes);
}

FAKE(cudaError_t, cudaFree, void *p)
{
#pragma omp critical(things)
    if (p) *find(p) = (struct thing){0};
    return __real_cudaFree(p);
}

FAKE(cudaError_t, cudaStreamCreateWithFlags, cudaStream_t *out, unsigned flags)
{
    return keep(__real_cudaStreamCreateWithFlags(out, flags), (void **)out, 0);
}

FAKE(cudaError_t, cudaStreamCreateWithPriority, cudaStream_t *out, unsigned flags, int priority)
{
    return keep(__real_cudaStreamCreateWithPriority(out, flags, priority), (void **)out, 0);
}

FAKE(cudaError_t, cudaEventCreate, cudaEvent_t *out)
{
    return keep(__real_cudaEventCreate(out), (void **)out, 0);
}

FAKE(cudaError_t, cudaEventCreateWithFlags, cudaEvent_t *out, unsigned flags)
{
    return keep(__real_cudaEventCreateWithFlags(out, flags), (void **)out, 0);
}

FAKE(cudaError_t, cudaEventRecord, cudaEvent_t event, cudaStream_t stream)
{
    if (find(event)->card != find(stream)->card) return cudaErrorInvalidResourceHandle;
    must_be_selected(stream, "an event");
    return __real_cudaEventRecord(event, stream);
}

/* Each launch begins with this. */
FAKE(unsigned, __cudaPushCallConfiguration, dim3 grid, dim3 block, size_t shared,
     cudaStream_t stream)
{
    if (stream) must_be_selected(stream, "a kernel on a stream");
    return __real___cudaPushCallConfiguration(grid, block, shared, stream);
}

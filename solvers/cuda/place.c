/* Place cuda: one GPU, one stream, plain device memory. It is card 0, unless device_select says
 * otherwise. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/cuda/transfer.h"
#include "base/status.h"
#include "solvers/cuda/device.h"
#include "solvers/cuda/graph_loop.h"
#include "solvers/cuda/host_vote.h"
#include "solvers/cuda/resident.h"
#include "solvers/loop.h"
#include "solvers/solver.h"

extern const struct vec_ops vec_ops_cuda_f32, vec_ops_cuda_f64;
extern const struct ilu_ops ilu_ops_cuda_f32, ilu_ops_cuda_f64;
extern const struct level_ops level_ops_cuda;
extern const struct placed_ops placed_ops_cuda;

static struct card {
    bool ready;
    cudaStream_t stream; /* stream for work: main_stream, or side while a branch is enqueued */
    cudaStream_t main_stream, side;
    cudaEvent_t forked, joined; /* events of the present branch */
    cudaEvent_t begin, end;
    unsigned multiprocessors;
    int *votes;      /* pinned host memory for poll */
    double *results; /* pinned host memory for other operations */
    struct device_sums *sums;
    struct grid_word *grid_word;
    const int *guard;
    void *flushed; /* memory that device_flush writes; NULL before the first flush */
    size_t flushed_bytes;
} cards[MAX_CARDS];

/* The selected card of each thread: several cards can be set up at once. */
static _Thread_local struct card *device = cards;

cudaStream_t device_stream(void)
{
    return device->stream;
}

enum status device_branch(void)
{
    MUST(device_status(cudaEventRecord(device->forked, device->main_stream), "recording an event"));
    MUST(device_status(cudaStreamWaitEvent(device->side, device->forked, 0), "branching"));
    device->stream = device->side;
    return OK;
}

enum status device_return(void)
{
    device->stream = device->main_stream;
    return device_status(cudaEventRecord(device->joined, device->side), "recording an event");
}

enum status device_join(void)
{
    return device_status(cudaStreamWaitEvent(device->main_stream, device->joined, 0), "joining");
}

unsigned device_multiprocessors(void)
{
    return device->multiprocessors;
}

struct device_sums *device_sums(void)
{
    return device->sums;
}

double *device_results(void)
{
    return device->results;
}

struct grid_word *device_grid_word(void)
{
    return device->grid_word;
}

const int *device_guard(void)
{
    return device->guard;
}

void device_set_guard(const int *guard)
{
    device->guard = guard;
}

enum status device_status(cudaError_t code, const char *what)
{
    if (code == cudaSuccess) return OK;
    cudaGetLastError(); /* clears an error that is not permanent */
    return fail(code == cudaErrorMemoryAllocation ? ERROR_DEVICE_MEMORY : ERROR_DEVICE,
                "CUDA: %s: %s", what, cudaGetErrorString(code));
}

enum status device_launched(const char *kernel)
{
    return device_status(cudaGetLastError(), kernel);
}

/* Opens the side stream. Its blocks have priority: they are few, and other cards wait for the data
 * that they send. */
static enum status open_side(void)
{
    int least, greatest;
    MUST(device_status(cudaDeviceGetStreamPriorityRange(&least, &greatest),
                       "reading the priorities of streams"));
    return device_status(
        cudaStreamCreateWithPriority(&device->side, cudaStreamNonBlocking, greatest),
        "creating a stream");
}

static enum status count_multiprocessors(void)
{
    int count = 0;
    MUST(device_status(
        cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, (int)(device - cards)),
        "reading the number of multiprocessors"));
    device->multiprocessors = (unsigned)count;
    return OK;
}

static enum status open_device(void)
{
    MUST(count_multiprocessors());
    MUST(device_status(cudaStreamCreateWithFlags(&device->main_stream, cudaStreamNonBlocking),
                       "creating a stream"));
    MUST(open_side());
    MUST(device_status(cudaEventCreateWithFlags(&device->forked, cudaEventDisableTiming),
                       "creating an event"));
    MUST(device_status(cudaEventCreateWithFlags(&device->joined, cudaEventDisableTiming),
                       "creating an event"));
    device->stream = device->main_stream;
    MUST(device_status(cudaEventCreate(&device->begin), "creating an event"));
    MUST(device_status(cudaEventCreate(&device->end), "creating an event"));
    MUST(device_status(cudaMallocHost((void **)&device->votes, sizeof *device->votes),
                       "allocating pinned memory"));
    MUST(device_status(
        cudaMallocHost((void **)&device->results, DEVICE_RESULTS * sizeof *device->results),
        "allocating pinned memory"));
    MUST(device_status(cudaMalloc((void **)&device->sums, sizeof *device->sums), "allocating"));
    MUST(device_status(cudaMemset(device->sums, 0, sizeof *device->sums), "clearing"));
    MUST(device_status(cudaMalloc((void **)&device->grid_word, sizeof *device->grid_word),
                       "allocating"));
    MUST(device_status(transfer_open(), "allocating pinned memory"));
    device->ready = true;
    return OK;
}

enum status device_select(int k)
{
    cudaError_t code = cudaSetDevice(k);
    if (code != cudaSuccess) {
        char what[32];
        snprintf(what, sizeof what, "choosing GPU %d", k);
        return device_status(code, what);
    }
    device = &cards[k];
    return device->ready ? OK : open_device();
}

void device_home(void)
{
    cudaSetDevice(0);
    device = cards;
}

enum status device_count(int *count)
{
    cudaError_t code = cudaGetDeviceCount(count);
    if (code != cudaSuccess || *count == 0) {
        cudaGetLastError();
        if (code == cudaErrorInsufficientDriver)
            return fail(
                ERROR_ENVIRONMENT,
                "no CUDA device: no NVIDIA driver, or one that is older than this program's CUDA");
        return fail(ERROR_ENVIRONMENT, "no CUDA device: %s",
                    code == cudaSuccess ? "none found" : cudaGetErrorString(code));
    }
    return OK;
}

static enum status cuda_probe(void)
{
    int count;
    if (device->ready) return OK;
    enum status status = device_count(&count);
    return status == OK ? open_device() : status;
}

static enum status cuda_describe(char *buffer, size_t size)
{
    struct cudaDeviceProp card;
    int driver = 0, runtime = 0;
    MUST(device_status(cudaGetDeviceProperties(&card, 0), "reading the device's properties"));
    MUST(device_status(cudaDriverGetVersion(&driver), "reading the driver's version"));
    MUST(device_status(cudaRuntimeGetVersion(&runtime), "reading the runtime's version"));
    snprintf(buffer, size,
             "%s, compute capability %d.%d, %d multiprocessors, %.1f GB, L2 %.0f MB, ECC %s, "
             "driver CUDA "
             "%d.%d, runtime CUDA %d.%d",
             card.name, card.major, card.minor, card.multiProcessorCount,
             (double)card.totalGlobalMem / 1e9, card.l2CacheSize / 1e6,
             card.ECCEnabled ? "on" : "off", driver / 1000, driver % 1000 / 10, runtime / 1000,
             runtime % 1000 / 10);
    return OK;
}

enum status device_identify(int k, struct card_identity *out)
{
    struct cudaDeviceProp card;
    MUST(device_status(cudaGetDeviceProperties(&card, k), "reading a device's properties"));
    MUST(device_status(cudaDeviceGetPCIBusId(out->bus, sizeof out->bus, k),
                       "reading a device's address"));
    snprintf(out->name, sizeof out->name, "%s", card.name);
    return OK;
}

static enum status open_flush(void)
{
    int bytes = 0;
    MUST(
        device_status(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, (int)(device - cards)),
                      "reading the size of the L2 cache"));
    if (bytes <= 0)
        return fail(ERROR_UNSUPPORTED, "CUDA does not tell the size of the L2 cache of this GPU");
    device->flushed_bytes = 2 * (size_t)bytes;
    return device_status(cudaMalloc(&device->flushed, device->flushed_bytes),
                         "allocating what flushes the L2 cache");
}

enum status device_flush(void)
{
    MUST(device->flushed ? OK : open_flush());
    return device_status(cudaMemsetAsync(device->flushed, 0, device->flushed_bytes, device->stream),
                         "flushing the L2 cache");
}

static enum status allocate_bytes(size_t bytes, void **out)
{
    *out = NULL;
    enum status status =
        device_status(cudaMalloc(out, bytes ? bytes : 1), "allocating device memory");
    if (status == ERROR_DEVICE_MEMORY)
        return fail(status, "not enough memory on GPU %d for %.6g MB", (int)(device - cards),
                    (double)bytes / 1e6);
    return status;
}

static void cuda_release(void *p)
{
    cudaFree(p);
}

static enum status cuda_put(void *to, const void *from_host, size_t bytes)
{
    return device_status(transfer_put(to, from_host, bytes, device->stream), "copying to the GPU");
}

static enum status cuda_synchronise(void)
{
    return device_status(cudaStreamSynchronize(device->stream), "running kernels");
}

static enum status cuda_get(void *to_host, const void *from, size_t count, size_t size)
{
    return device_status(transfer_get(to_host, from, count * size, device->stream),
                         "copying from the GPU");
}

/* Does not wait for the clearing of the flag, which overlaps with the next launch. */
static enum status cuda_poll(struct test *test)
{
    MUST(device_status(cudaMemcpyAsync(device->votes, test->flag, sizeof *test->flag,
                                       cudaMemcpyDeviceToHost, device->stream),
                       "copying the votes"));
    MUST(cuda_synchronise());
    test->votes = *device->votes;
    return device_status(cudaMemsetAsync(test->flag, 0, sizeof *test->flag, device->stream),
                         "clearing the votes");
}

static enum status cuda_loop(struct solve *solve)
{
    if (solve->resident) return resident_loop(solve);
    return solve->graph ? graph_loop(solve) : host_loop(solve);
}

static enum status cuda_prepare(struct solve *solve)
{
    MUST(graph_prepare(solve));
    MUST(resident_prepare(solve));
    return host_vote_prepare(solve);
}

static void cuda_dismiss(struct solve *solve)
{
    graph_dismiss(solve);
    resident_dismiss(solve);
    host_vote_dismiss(solve);
}

static enum status cuda_copy(void *to, const void *from, size_t bytes)
{
    return device_status(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, device->stream),
                         "copying");
}

static enum status cuda_span_begin(void)
{
    return device_status(cudaEventRecord(device->begin, device->stream), "recording an event");
}

static enum status cuda_span_end(double *seconds)
{
    enum status status = OK;
    float milliseconds = NAN;
    TRY(device_status(cudaEventRecord(device->end, device->stream), "recording an event"));
    TRY(device_status(cudaEventSynchronize(device->end), "running kernels"));
    TRY(device_status(cudaEventElapsedTime(&milliseconds, device->begin, device->end),
                      "reading an event"));
out:
    *seconds = milliseconds * 1e-3;
    return status;
}

extern const struct place place_cuda;
const struct place place_cuda = {
    .name = "cuda",
    .title = "one GPU",
    .scheduled = BY_BLOCK,
    .cards = 1,
    .probe = cuda_probe,
    .describe = cuda_describe,
    .identify = device_identify,
    .allocate = allocate_bytes,
    .release = cuda_release,
    .put = cuda_put,
    .get = cuda_get,
    .copy = cuda_copy,
    .flush = device_flush,
    .synchronise = cuda_synchronise,
    .poll = cuda_poll,
    .compare = host_vote_compare,
    .prepare = cuda_prepare,
    .dismiss = cuda_dismiss,
    .loop = cuda_loop,
    .span_begin = cuda_span_begin,
    .span_end = cuda_span_end,
    .vec = {[F32] = &vec_ops_cuda_f32, [F64] = &vec_ops_cuda_f64},
    .levels = &level_ops_cuda,
    .ilu = {[F32] = &ilu_ops_cuda_f32, [F64] = &ilu_ops_cuda_f64},
    .placed = &placed_ops_cuda,
};

#include "harness/counters/gpu_counters.h"

#include <dlfcn.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

/* The part of cupti_range_profiler.h, cupti_profiler_host.h, cupti_profiler_target.h and
 * cupti_target.h that is used here: every function has one argument, a struct that begins with its
 * size and an unused pointer, and returns 0 or an error. */
enum {
    SUCCESS = 0,
    INSUFFICIENT_PRIVILEGES = 35,
    RANGE_PROFILER = 0, /* kind of profiler */
    USER_RANGE = 2,     /* what is between push and pop */
    USER_REPLAY = 3     /* the caller repeats the work for each pass */
};

#define PARAMETERS(name, ...) \
    struct name {             \
        size_t size;          \
        void *unused;         \
        __VA_ARGS__           \
    };

PARAMETERS(only_head, )
PARAMETERS(chip, size_t device; const char *name;)
PARAMETERS(availability, void *context; size_t bytes; uint8_t *image;)
PARAMETERS(host_begin, int kind; const char *chip; const uint8_t *availability; void *host;)
PARAMETERS(host_end, void *host;)
PARAMETERS(host_metrics, void *host; const char *const *names; size_t count;)
PARAMETERS(host_image_size, void *host; size_t bytes;)
PARAMETERS(host_image, void *host; size_t bytes; uint8_t *image;)
PARAMETERS(host_values, void *host; const uint8_t *image; size_t bytes, range;
           const char *const *names; size_t count; double *values;)
PARAMETERS(range_enable, void *context, *profiler;)
PARAMETERS(range_simple, void *profiler;)
PARAMETERS(range_push, void *profiler; const char *name;)
PARAMETERS(range_decode, void *profiler; size_t lost;)
PARAMETERS(range_data_size, void *profiler; const char *const *names; size_t count, ranges;
           uint32_t nodes; size_t bytes;)
PARAMETERS(range_data, void *profiler; size_t bytes; uint8_t *image;)
PARAMETERS(range_config, void *profiler; size_t config_bytes; const uint8_t *config; size_t bytes;
           uint8_t *image; int range, replay; size_t ranges; uint16_t levels, least_level;
           size_t pass; uint16_t level;)
PARAMETERS(range_stop, void *profiler; size_t pass, level; uint8_t all;)

/* CUPTI wants the bytes up to the end of the last field, without padding. */
#define SIZE(type, last) (offsetof(struct type, last) + sizeof((struct type *)0)->last)

#define FUNCTIONS(FUNCTION)                                                                    \
    FUNCTION(cuptiProfilerInitialize) FUNCTION(cuptiDeviceGetChipName)                         \
    FUNCTION(cuptiProfilerGetCounterAvailability) FUNCTION(cuptiProfilerHostInitialize)        \
    FUNCTION(cuptiProfilerHostDeinitialize) FUNCTION(cuptiProfilerHostConfigAddMetrics)        \
    FUNCTION(cuptiProfilerHostGetConfigImageSize) FUNCTION(cuptiProfilerHostGetConfigImage)    \
    FUNCTION(cuptiProfilerHostEvaluateToGpuValues) FUNCTION(cuptiRangeProfilerEnable)          \
    FUNCTION(cuptiRangeProfilerDisable) FUNCTION(cuptiRangeProfilerGetCounterDataSize)         \
    FUNCTION(cuptiRangeProfilerCounterDataImageInitialize) FUNCTION(cuptiRangeProfilerSetConfig) \
    FUNCTION(cuptiRangeProfilerStart) FUNCTION(cuptiRangeProfilerPushRange)                    \
    FUNCTION(cuptiRangeProfilerPopRange) FUNCTION(cuptiRangeProfilerStop)                      \
    FUNCTION(cuptiRangeProfilerDecodeData)

static const struct {
    enum counter which;
    const char *name;
    double unit;
} metrics[] = {{COUNTER_gpu_instructions, "sm__inst_executed.sum", 1},
               {COUNTER_gpu_dram_read, "dram__bytes_read.sum", 1},
               {COUNTER_gpu_dram_written, "dram__bytes_write.sum", 1},
               {COUNTER_gpu_l2_hits, "lts__t_sector_hit_rate.pct", 0.01}};
enum { NMETRICS = sizeof metrics / sizeof *metrics };

struct gpu_counters {
    void *cupti, *cuda, *context, *host, *profiler;
    const char *names[NMETRICS];
    uint8_t *availability, *config, *data;
    size_t config_bytes, data_bytes;
    int (*message)(int, const char **);
#define FUNCTION(name) int (*name)(void *);
    FUNCTIONS(FUNCTION)
#undef FUNCTION
};

static enum status said(const struct gpu_counters *c, int code, const char *what)
{
    const char *text = NULL;
    if (code == SUCCESS) return OK;
    if (code == INSUFFICIENT_PRIVILEGES)
        return fail(ERROR_ENVIRONMENT, "the driver lets only root count. See "
                                       "https://developer.nvidia.com/ERR_NVGPUCTRPERM");
    if (!c->message || c->message(code, &text) != SUCCESS || !text) text = "an unknown error";
    return fail(ERROR_ENVIRONMENT, "CUPTI: %s: error %d, %.80s", what, code, text);
}

static enum status load_library(const char *const *names, const char *what, void **out)
{
    for (; *names && !*out; names++) *out = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    return *out ? OK : fail(ERROR_ENVIRONMENT, "%s cannot be loaded: %.90s", what, dlerror());
}

static enum status find_functions(struct gpu_counters *c)
{
#define FUNCTION(function)                               \
    *(void **)&c->function = dlsym(c->cupti, #function); \
    if (!c->function)                                    \
        return fail(ERROR_ENVIRONMENT, "CUPTI has no %s: it is older than CUDA 12.6", #function);
    FUNCTIONS(FUNCTION)
#undef FUNCTION
    *(void **)&c->message = dlsym(c->cupti, "cuptiGetErrorMessage");
    return OK;
}

static enum status find_context(struct gpu_counters *c, int *card)
{
    int (*get_context)(void **), (*get_device)(int *);
    *(void **)&get_context = dlsym(c->cuda, "cuCtxGetCurrent");
    *(void **)&get_device = dlsym(c->cuda, "cuCtxGetDevice");
    if (!get_context || !get_device || get_context(&c->context) || !c->context || get_device(card))
        return fail(ERROR_ENVIRONMENT, "CUDA has no context here");
    return OK;
}

static enum status load(const char *cupti, const char *cuda, struct gpu_counters *c)
{
    const char *const installed[] = {"libcupti.so.13",
                                     "libcupti.so.12",
                                     "libcupti.so",
                                     "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
                                     "/usr/local/cuda/lib64/libcupti.so",
                                     NULL};
    const char *const given[] = {cupti, NULL}, *const driver[] = {cuda ? cuda : "libcuda.so.1",
                                                                  NULL};
    MUST(load_library(cupti ? given : installed, "CUPTI, of the CUDA toolkit,", &c->cupti));
    MUST(find_functions(c));
    return load_library(driver, "CUDA's driver", &c->cuda);
}

/* Chooses the metrics, and makes the image that says how to collect them on this chip. */
static enum status configure(struct gpu_counters *c, int card)
{
    struct only_head begin = {.size = sizeof begin};
    struct chip chip = {.size = sizeof chip, .device = (size_t)card};
    struct availability has = {.size = sizeof has, .context = c->context};
    MUST(said(c, c->cuptiProfilerInitialize(&begin), "starting"));
    MUST(said(c, c->cuptiDeviceGetChipName(&chip), "naming the chip"));
    MUST(said(c, c->cuptiProfilerGetCounterAvailability(&has), "counters of the chip"));
    MUST(allocate_zeroed(has.bytes, 1, "counters", &c->availability));
    has.image = c->availability;
    MUST(said(c, c->cuptiProfilerGetCounterAvailability(&has), "counters of the chip"));
    struct host_begin host = {.size = sizeof host,
                              .kind = RANGE_PROFILER,
                              .chip = chip.name,
                              .availability = c->availability};
    MUST(said(c, c->cuptiProfilerHostInitialize(&host), "metrics of the chip"));
    c->host = host.host;
    struct host_metrics add = {
        .size = sizeof add, .host = c->host, .names = c->names, .count = NMETRICS};
    struct host_image_size size = {.size = sizeof size, .host = c->host};
    MUST(said(c, c->cuptiProfilerHostConfigAddMetrics(&add), "metrics"));
    MUST(said(c, c->cuptiProfilerHostGetConfigImageSize(&size), "configuring"));
    MUST(allocate_zeroed(size.bytes, 1, "counters", &c->config));
    c->config_bytes = size.bytes;
    struct host_image image = {
        .size = sizeof image, .host = c->host, .bytes = size.bytes, .image = c->config};
    return said(c, c->cuptiProfilerHostGetConfigImage(&image), "configuring");
}

/* Starts the profiler in the context, for one range. */
static enum status enable(struct gpu_counters *c)
{
    struct range_enable enable = {.size = sizeof enable, .context = c->context};
    MUST(said(c, c->cuptiRangeProfilerEnable(&enable), "starting in the context"));
    c->profiler = enable.profiler;
    struct range_data_size size = {.size = sizeof size,
                                   .profiler = c->profiler,
                                   .names = c->names,
                                   .count = NMETRICS,
                                   .ranges = 1,
                                   .nodes = 1};
    MUST(said(c, c->cuptiRangeProfilerGetCounterDataSize(&size), "room for counters"));
    MUST(allocate_zeroed(size.bytes, 1, "counters", &c->data));
    c->data_bytes = size.bytes;
    struct range_data data = {
        .size = sizeof data, .profiler = c->profiler, .bytes = size.bytes, .image = c->data};
    MUST(said(c, c->cuptiRangeProfilerCounterDataImageInitialize(&data), "room for counters"));
    struct range_config config = {.size = SIZE(range_config, level),
                                  .profiler = c->profiler,
                                  .config_bytes = c->config_bytes,
                                  .config = c->config,
                                  .bytes = c->data_bytes,
                                  .image = c->data,
                                  .range = USER_RANGE,
                                  .replay = USER_REPLAY,
                                  .ranges = 1,
                                  .levels = 1,
                                  .least_level = 1,
                                  .level = 1};
    return said(c, c->cuptiRangeProfilerSetConfig(&config), "configuring");
}

enum status gpu_counters_open(const char *cupti, const char *cuda, struct gpu_counters **out)
{
    enum status status = OK;
    int card = 0;
    struct gpu_counters *c;
    MUST(allocate_zeroed(1, sizeof **out, "counters", out));
    c = *out;
    for (int k = 0; k < NMETRICS; k++) c->names[k] = metrics[k].name;
    TRY(load(cupti, cuda, c));
    TRY(find_context(c, &card));
    TRY(configure(c, card));
    TRY(enable(c));
out:
    if (status == OK) return OK;
    gpu_counters_close(c);
    *out = NULL;
    return status;
}

void gpu_counters_close(struct gpu_counters *c)
{
    if (!c) return;
    struct range_simple range = {.size = sizeof range, .profiler = c->profiler};
    struct host_end host = {.size = sizeof host, .host = c->host};
    if (c->profiler) c->cuptiRangeProfilerDisable(&range);
    if (c->host) c->cuptiProfilerHostDeinitialize(&host);
    free(c->availability);
    free(c->config);
    free(c->data);
    free(c); /* the libraries stay: CUPTI has callbacks in the driver */
}

enum status gpu_counters_begin(struct gpu_counters *c)
{
    struct range_simple start = {.size = sizeof start, .profiler = c->profiler};
    struct range_push push = {.size = sizeof push, .profiler = c->profiler, .name = "solve"};
    MUST(said(c, c->cuptiRangeProfilerStart(&start), "a pass"));
    return said(c, c->cuptiRangeProfilerPushRange(&push), "a pass");
}

enum status gpu_counters_end(struct gpu_counters *c, bool *done)
{
    struct range_simple pop = {.size = sizeof pop, .profiler = c->profiler};
    struct range_stop stop = {.size = SIZE(range_stop, all), .profiler = c->profiler};
    MUST(said(c, c->cuptiRangeProfilerPopRange(&pop), "the end of a pass"));
    MUST(said(c, c->cuptiRangeProfilerStop(&stop), "the end of a pass"));
    *done = stop.all;
    return OK;
}

enum status gpu_counters_read(struct gpu_counters *c, struct counts *counts)
{
    double values[NMETRICS];
    struct range_decode decode = {.size = sizeof decode, .profiler = c->profiler};
    struct host_values ask = {.size = sizeof ask,
                              .host = c->host,
                              .image = c->data,
                              .bytes = c->data_bytes,
                              .names = c->names,
                              .count = NMETRICS,
                              .values = values};
    MUST(said(c, c->cuptiRangeProfilerDecodeData(&decode), "reading"));
    if (decode.lost) return fail(ERROR_ENVIRONMENT, "CUPTI lost what it counted");
    MUST(said(c, c->cuptiProfilerHostEvaluateToGpuValues(&ask), "reading"));
    for (int k = 0; k < NMETRICS; k++) {
        if (isfinite(values[k])) counts->value[metrics[k].which] = metrics[k].unit * values[k];
        else counts_refuse(counts, metrics[k].which, "CUPTI has no value");
    }
    return OK;
}

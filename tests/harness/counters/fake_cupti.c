/* A libcupti.so.13, and a libcuda.so.1, without a GPU, for tests. FAKE_CUPTI in the environment
 * says what goes wrong: the name of a function, '=' and the code that it returns; or context=0. The
 * metrics need three passes, and their values are 1000, 2000, 3000 and 75. With -DOLD it has no
 * range profiler. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the real library's structs have these. */
enum { OBJECT = 16, BYTES = 24, PASSES = 3 };

static int passes, ranges, decoded;

static int wrong(const char *name)
{
    const char *text = getenv("FAKE_CUPTI");
    const size_t length = strlen(name);
    return text && !strncmp(text, name, length) && text[length] == '=' ? atoi(text + length + 1)
                                                                       : 0;
}

static void put(void *params, size_t at, const void *value, size_t size)
{
    memcpy((char *)params + at, value, size);
}

static size_t get(const void *params, size_t at)
{
    size_t value;
    memcpy(&value, (const char *)params + at, sizeof value);
    return value;
}

static void put_object(void *params, size_t at)
{
    static char object;
    void *address = &object;
    put(params, at, &address, sizeof address);
}

static void put_bytes(void *params, size_t at)
{
    const size_t bytes = 64;
    put(params, at, &bytes, sizeof bytes);
}

/* size: what the real library's struct has. */
#define FAKE(name, bytes, ...)                   \
    int name(void *params);                      \
    int name(void *params)                       \
    {                                            \
        if (get(params, 0) != (bytes)) return 1; \
        if (wrong(#name)) return wrong(#name);   \
        __VA_ARGS__;                             \
        return 0;                                \
    }

FAKE(cuptiProfilerInitialize, 16, passes = ranges = decoded = 0)
FAKE(cuptiDeviceGetChipName, 32, const char *chip = "FAKE"; put(params, 24, &chip, sizeof chip))
FAKE(cuptiProfilerGetCounterAvailability, 40, if (!get(params, 32)) put_bytes(params, BYTES))
FAKE(cuptiProfilerHostInitialize, 48, put_object(params, 40))
FAKE(cuptiProfilerHostDeinitialize, 24, )
FAKE(cuptiProfilerHostConfigAddMetrics, 40, if (get(params, 32) != 4) return 2)
FAKE(cuptiProfilerHostGetConfigImageSize, 32, put_bytes(params, BYTES))
FAKE(cuptiProfilerHostGetConfigImage, 40, )
#ifndef OLD
FAKE(cuptiRangeProfilerEnable, 32, if (!get(params, 16)) return 3; put_object(params, 24))
#endif
FAKE(cuptiRangeProfilerDisable, 24, )
FAKE(cuptiRangeProfilerGetCounterDataSize, 64, put_bytes(params, 56))
FAKE(cuptiRangeProfilerCounterDataImageInitialize, 40, )
FAKE(cuptiRangeProfilerSetConfig, 90, if (get(params, 56) != ((size_t)3 << 32 | 2)) return 4)
FAKE(cuptiRangeProfilerStart, 24, )
FAKE(cuptiRangeProfilerPushRange, 32, ranges++)
FAKE(cuptiRangeProfilerPopRange, 24, ranges--)
FAKE(cuptiRangeProfilerStop, 41, if (ranges) return 5; ((char *)params)[40] = ++passes == PASSES)
FAKE(cuptiRangeProfilerDecodeData, 32, const size_t lost = (size_t)wrong("lost");
     put(params, 24, &lost, sizeof lost); decoded = 1)

int cuptiProfilerHostEvaluateToGpuValues(void *params);
int cuptiProfilerHostEvaluateToGpuValues(void *params)
{
    static const double values[] = {1000, 2000, 3000, 75};
    if (get(params, 0) != 72 || !decoded || passes != PASSES || get(params, 56) != 4) return 6;
    memcpy((void *)get(params, 64), values, sizeof values);
    return 0;
}

int cuptiGetErrorMessage(int code, const char **text);
int cuptiGetErrorMessage(int code, const char **text)
{
    static char message[32];
    snprintf(message, sizeof message, "fake error %d", code);
    *text = message;
    return 0;
}

int cuCtxGetCurrent(void **context);
int cuCtxGetCurrent(void **context)
{
    const char *text = getenv("FAKE_CUPTI");
    *context = text && !strcmp(text, "context=0") ? NULL : &passes;
    return 0;
}

int cuCtxGetDevice(int *card);
int cuCtxGetDevice(int *card)
{
    *card = 0;
    return 0;
}

#include "harness/case/bandwidth.h"

#include <stdlib.h>

#include "base/memory.h"
#include "harness/statistics/stats.h"
#include "harness/util/clock.h"

enum { DEVICE_ENTRIES = 1 << 25, HOST_ENTRIES = 1 << 23 };

static enum status timed_copy(const struct place *place, size_t n, const void *x, void *y,
                              double *seconds)
{
    enum status status = OK;
    double start = clock_now();
    if (place->span_begin) TRY(place->span_begin());
    TRY(place->copy(y, x, n * sizeof(double)));
    if (place->span_end) TRY(place->span_end(seconds));
    TRY(place->synchronise());
    if (!place->span_end) *seconds = clock_now() - start;
out:
    return status;
}

enum status copy_bandwidth(const struct place *place, uint64_t samples, double *out)
{
    enum status status = OK;
    size_t n = place->on_host ? HOST_ENTRIES : DEVICE_ENTRIES;
    void *x = NULL, *y = NULL;
    double *seconds = NULL, untimed;
    TRY(allocate(samples, sizeof *seconds, "samples", &seconds));
    TRY(place->allocate(n * sizeof(double), &x));
    TRY(place->allocate(n * sizeof(double), &y));
    TRY(place->vec[F64]->zero(n, x));
    TRY(timed_copy(place, n, x, y, &untimed));
    for (uint64_t k = 0; k < samples; k++) TRY(timed_copy(place, n, x, y, &seconds[k]));
    sort_numbers(samples, seconds);
    *out = 2 * (double)n * sizeof(double) / sorted_quantile(samples, seconds, 0.5);
out:
    if (x) place->release(x);
    if (y) place->release(y);
    free(seconds);
    return status;
}

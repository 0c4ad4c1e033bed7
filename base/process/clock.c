#include "base/process/clock.h"

#include <math.h>
#include <time.h>

double clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void clock_quality(double *resolution, double *overhead)
{
    enum { READINGS = 1000000 };
    double start = clock_now(), last = start;
    *resolution = INFINITY;
    for (int k = 0; k < READINGS; k++) {
        double now = clock_now();
        if (now > last && now - last < *resolution) *resolution = now - last;
        last = now;
    }
    *overhead = (last - start) / READINGS;
}

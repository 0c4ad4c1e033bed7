#include "harness/case/reference_solve.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "base/random.h"

/* Matrix of 130 KB, which fits into the caches of a core. */
enum {
    ROWS = 2048,
    ENTRIES = 8,
    WARM_UP = 50,
    PARTS = 11,
    SWEEPS = 15,
    SEED = 8
};

struct system {
    float value[ROWS][ENTRIES], x[2][ROWS];
    uint32_t column[ROWS][ENTRIES];
};

static void make_reference_system(struct system *s)
{
    for (uint32_t i = 0; i < ROWS; i++) {
        s->x[0][i] = s->x[1][i] = 1;
        for (uint32_t k = 0; k < ENTRIES; k++) {
            s->value[i][k] = 0.5f / ENTRIES;
            s->column[i][k] = (uint32_t)random_below(random_bits(SEED, i, k), ROWS);
        }
    }
}

/* Makes a sweep of Jacobi: x = b + A x, which tends to 2. */
static void reference_sweep(struct system *s, int from)
{
    const float *x = s->x[from];
    float *y = s->x[1 - from];
    for (uint32_t i = 0; i < ROWS; i++) {
        float sum = 1;
        for (uint32_t k = 0; k < ENTRIES; k++) sum += s->value[i][k] * x[s->column[i][k]];
        y[i] = sum;
    }
}

/* Threads that want to run, for each core; 1 if there are enough cores, or the system does not
 * tell. */
static double crowding(void)
{
    double wanting = 1;
    FILE *file = fopen("/proc/loadavg", "r");
    if (file && fscanf(file, "%*f %*f %*f %lf", &wanting) != 1) wanting = 1;
    if (file) fclose(file);
    return fmax(1, wanting / (double)sysconf(_SC_NPROCESSORS_ONLN));
}

/* The measured time is multiplied by crowding(): after a sleep, the scheduler lets us run
 * undisturbed as long as this measurement takes, but not as long as a solve takes. */
double reference_time(void)
{
    static struct system system;
    double part[PARTS];
    static bool made;
    if (!made) make_reference_system(&system);
    made = true;
    for (int k = 0; k < WARM_UP; k++) reference_sweep(&system, k % 2);
    for (int p = 0; p < PARTS; p++) {
        double start = clock_now();
        for (int k = 0; k < SWEEPS; k++) reference_sweep(&system, k % 2);
        part[p] = clock_now() - start;
    }
    return crowding() * sort_to_median(PARTS, part);
}

bool reference_concerns(const struct variant *variant)
{
    return variant->place->on_host && !variant->method->idle;
}

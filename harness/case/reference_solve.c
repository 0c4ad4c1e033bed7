#include "harness/case/reference_solve.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/random.h"

/* Matrix of 130 KB, which fits into the caches of a core. */
enum {
    ROWS = 2048,
    ENTRIES = 8,
    WARM_UP = 50,
    PARTS = 11,
    SWEEPS = 15,
    SEED = 8,
    MOST_READINGS = 500
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

/* Collects the readings of a file, ascending, and evenly thinned out if there are many. */
static enum status gather_readings(const struct results *results, double *reading, size_t *count)
{
    enum status status = OK;
    double *all = NULL;
    size_t have = 0;
    *count = 0;
    TRY(allocate(2 * results->nruns, sizeof *all, "times of the reference solve", &all));
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (run->status != CASE_OK || !(run->reference_low > 0 && run->reference_high > 0))
            continue;
        all[have++] = run->reference_low;
        all[have++] = run->reference_high;
    }
    *count = have < MOST_READINGS ? have : MOST_READINGS;
    sort_numbers(have, all);
    for (size_t k = 0; k < *count; k++) reading[k] = all[(2 * k + 1) * have / (2 * *count)];
out:
    free(all);
    return status;
}

enum status reference_range(const struct results *results, double *low, double *high)
{
    double reading[MOST_READINGS];
    size_t count;
    *low = *high = NAN;
    MUST(gather_readings(results, reading, &count));
    if (count) *low = sorted_quantile(count, reading, 0.1);
    if (count) *high = sorted_quantile(count, reading, 0.9);
    return OK;
}

enum status reference_noise(const struct results *base, const struct results *fresh, double *out)
{
    enum status status = OK;
    double before[MOST_READINGS], after[MOST_READINGS], *apart = NULL;
    size_t nbefore, nafter, count = 0;
    *out = NAN;
    TRY(gather_readings(base, before, &nbefore));
    TRY(gather_readings(fresh, after, &nafter));
    if (!nbefore || !nafter) goto out;
    TRY(allocate(nbefore * nafter, sizeof *apart, "times of the reference solve", &apart));
    for (size_t i = 0; i < nbefore; i++)
        for (size_t j = 0; j < nafter; j++)
            apart[count++] = fmax(before[i] / after[j], after[j] / before[i]) - 1;
    sort_numbers(count, apart);
    *out = sorted_quantile(count, apart, 0.99);
out:
    free(apart);
    return status;
}

#include "analysis/compare/reference_noise.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

enum { MOST_READINGS = 500 };

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

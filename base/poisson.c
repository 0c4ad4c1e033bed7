#include "base/poisson.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

/* Let p_k be the probability of k relative to that of the mode: p_(k+1) = p_k mean / (k + 1).
 * Beyond k these ratios fall, so the tail is below a geometric series. p_mode = 1, so the sum of
 * all p_k is at least 1. */
static uint64_t find_last(double mean, uint64_t mode, double epsilon)
{
    double p = 1;
    for (uint64_t k = mode;; k++) {
        double ratio = mean / (double)(k + 1);
        if (ratio < 1 && p * ratio / (1 - ratio) < epsilon) return k;
        p *= ratio;
    }
}

static uint64_t find_first(double mean, uint64_t mode, double epsilon)
{
    double p = 1;
    for (uint64_t k = mode; k > 0; k--) {
        double ratio = (double)k / mean;
        if (ratio < 1 && p * ratio / (1 - ratio) < epsilon) return k;
        p *= ratio;
    }
    return 0;
}

static double sum_weights(const double *weight, uint64_t count, uint64_t mode)
{
    double left = 0, right = 0; /* add small numbers first */
    for (uint64_t k = 0; k < mode; k++) left += weight[k];
    for (uint64_t k = count; k-- > mode;) right += weight[k];
    return left + right;
}

enum status poisson_create(double mean, double epsilon, struct poisson *out)
{
    *out = (struct poisson){0};
    if (!(mean < 0x1p52))
        return fail(ERROR_INPUT, "a Poisson distribution of mean %g is out of reach", mean);
    uint64_t mode = (uint64_t)mean;
    out->first = find_first(mean, mode, epsilon / 2);
    out->last = find_last(mean, mode, epsilon / 2);
    uint64_t count = out->last - out->first + 1, peak = mode - out->first;
    MUST(allocate(count, sizeof *out->weight, "Poisson probabilities", &out->weight));
    double *weight = out->weight;
    weight[peak] = 1;
    for (uint64_t k = peak; k + 1 < count; k++)
        weight[k + 1] = weight[k] * mean / (double)(out->first + k + 1);
    for (uint64_t k = peak; k > 0; k--) weight[k - 1] = weight[k] * (double)(out->first + k) / mean;
    double sum = sum_weights(weight, count, peak);
    for (uint64_t k = 0; k < count; k++) weight[k] /= sum;
    return OK;
}

void poisson_free(struct poisson *poisson)
{
    free(poisson->weight);
    *poisson = (struct poisson){0};
}

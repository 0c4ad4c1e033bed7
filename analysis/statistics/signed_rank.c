#include "analysis/statistics/signed_rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

struct ranked {
    double size; /* distance from the bound */
    int above;
};

static size_t used(size_t count)
{
    return count < SIGNED_RANK_MOST ? count : SIGNED_RANK_MOST;
}

/* Adds a rank. ways[s]: share of the signs of `count` numbers whose doubled ranks above the bound
 * add up to s. */
static void add_rank(size_t twice, size_t *sum, double *ways)
{
    memset(ways + *sum + 1, 0, twice * sizeof *ways);
    *sum += twice;
    for (size_t s = *sum + 1; s-- > 0;)
        ways[s] = 0.5 * (ways[s] + (s >= twice ? ways[s - twice] : 0));
}

/* Ranks are doubled, so that shared ranks of ties are whole numbers. */
static double upper_tail(size_t count, const struct ranked *all, double *ways)
{
    size_t sum = 0, above = 0;
    double tail = 0;
    ways[0] = 1;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && all[end].size == all[first].size;) end++;
        const size_t twice = first + 1 + end;
        for (size_t k = first; k < end; k++) {
            add_rank(twice, &sum, ways);
            above += all[k].above ? twice : 0;
        }
    }
    for (size_t s = sum + 1; s-- > above;) tail += ways[s];
    return fmin(1, tail);
}

enum status signed_rank_above(size_t count, const double *values, double bound, double *p)
{
    enum status status = OK;
    struct ranked *all = NULL;
    double *ways = NULL;
    size_t n = 0;
    count = used(count);
    TRY(allocate(count, sizeof *all, "a test", &all));
    TRY(allocate(count * (count + 1) + 1, sizeof *ways, "a test", &ways));
    for (size_t k = 0; k < count; k++) {
        const double from = values[k] - bound;
        if (from != 0) all[n++] = (struct ranked){fabs(from), from > 0};
    }
    qsort(all, n, sizeof *all, compare_doubles);
    *p = upper_tail(n, all, ways);
out:
    free(all);
    free(ways);
    return status;
}

/* Number of means of pairs that the interval leaves out on each side. */
static enum status left_out(size_t count, size_t *out)
{
    double *ways, below = 0;
    size_t sum = 0, k = 0;
    MUST(allocate(count * (count + 1) + 1, sizeof *ways, "an interval", &ways));
    ways[0] = 1;
    for (size_t rank = 1; rank <= count; rank++) add_rank(rank, &sum, ways);
    while (below + ways[k] <= 0.025) below += ways[k++];
    free(ways);
    *out = k;
    return OK;
}

enum status signed_rank_beyond(size_t count, const double *values, double bound, double *p)
{
    enum status status = OK;
    double *mirrored, above, below;
    MUST(allocate(count, sizeof *mirrored, "a test", &mirrored));
    for (size_t k = 0; k < count; k++) mirrored[k] = -values[k];
    TRY(signed_rank_above(count, values, bound, &above));
    TRY(signed_rank_above(count, mirrored, bound, &below));
    *p = 2 * fmin(above, below);
out:
    free(mirrored);
    return status;
}

enum status signed_rank_centre(size_t count, const double *values, struct centre *out)
{
    double *mean;
    size_t n = 0, k;
    count = used(count);
    MUST(left_out(count, &k));
    MUST(allocate(count * (count + 1) / 2, sizeof *mean, "an interval", &mean));
    for (size_t i = 0; i < count; i++)
        for (size_t j = i; j < count; j++) mean[n++] = 0.5 * (values[i] + values[j]);
    out->estimate = sort_to_median(n, mean);
    out->low = k ? mean[k - 1] : -INFINITY;
    out->high = k ? mean[n - k] : INFINITY;
    free(mean);
    return OK;
}

/* The number that a standard normal variable exceeds with this probability, by bisection. */
static double normal_above(double level)
{
    double low = -40, high = 40;
    for (int k = 0; k < 80; k++) {
        const double middle = 0.5 * (low + high);
        *(0.5 * erfc(middle / sqrt(2)) > level ? &low : &high) = middle;
    }
    return low;
}

/* For normal numbers the test is as good as Student's with 3 / pi of them. */
double signed_rank_count(double level, double deviation, double above)
{
    const double needed = (normal_above(level) + normal_above(0.1)) * deviation / above;
    return ceil(fmax(needed * needed * acos(-1) / 3, 1 - log2(level)));
}

#include "analysis/statistics/hypothesis.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

/* The normal approximation is far too large where few values stand against many. */
enum { MOST_PAIRS = 400, FEW = 8 };

struct ranked {
    double value;
    bool from_x;
};

/* Returns twice U, a whole number, and the sum of t^3 - t over the groups of t equal values. */
static double twice_u(size_t count, const struct ranked *all, double *ties)
{
    double below = 0, twice = 0;
    *ties = 0;
    for (size_t k = 0, end; k < count; k = end) {
        double x = 0, y = 0;
        for (end = k; end < count && all[end].value == all[k].value; end++) {
            x += all[end].from_x;
            y += !all[end].from_x;
        }
        double t = x + y;
        twice += x * (2 * below + y);
        below += y;
        *ties += t * (t * t - 1);
    }
    return twice;
}

/* Sets ways[u] to the number of orders of nx and ny values in which U is u. After Mann and Whitney,
 * the greatest value is an x, which then exceeds all y, or a y: ways(nx, ny, u) = ways(nx - 1, ny,
 * u - ny) + ways(nx, ny - 1, u). Here it is computed row after row as the Gaussian binomial:
 * multiplied by 1 - z^(ny + k), divided by 1 - z^k. */
static void count_ways(size_t nx, size_t ny, double *ways)
{
    size_t pairs = nx * ny;
    memset(ways, 0, (pairs + 1) * sizeof *ways);
    ways[0] = 1;
    for (size_t k = 1; k <= nx; k++) {
        for (size_t u = pairs + 1; u-- > ny + k;) ways[u] -= ways[u - ny - k];
        for (size_t u = k; u <= pairs; u++) ways[u] += ways[u - k];
    }
}

static enum status exact_tails(size_t nx, size_t ny, struct rank_test *out)
{
    size_t pairs = nx * ny, u = (size_t)out->u;
    double *ways, total = 0, at_most = 0, at_least = 0;
    MUST(allocate(pairs + 1, sizeof *ways, "a test", &ways));
    count_ways(nx < ny ? nx : ny, nx < ny ? ny : nx, ways);
    for (size_t k = 0; k <= pairs; k++) total += ways[k];
    for (size_t k = 0; k <= u; k++) at_most += ways[k];
    for (size_t k = 0; k <= pairs - u; k++) at_least += ways[k];
    out->less = at_most / total;
    out->greater = at_least / total;
    free(ways);
    return OK;
}

static void normal_tails(double nx, double ny, double ties, struct rank_test *out)
{
    double n = nx + ny, deviation = sqrt(nx * ny / 12 * (n + 1 - ties / (n * (n - 1))));
    double above = out->u - nx * ny / 2;
    out->greater = out->less = 1;
    if (deviation == 0) return;
    out->greater = 0.5 * erfc((above - 0.5) / deviation / sqrt(2));
    out->less = 0.5 * erfc((-above - 0.5) / deviation / sqrt(2));
}

enum status mann_whitney(size_t nx, const double *x, size_t ny, const double *y,
                         struct rank_test *out)
{
    struct ranked *all;
    double ties;
    MUST(allocate(nx + ny, sizeof *all, "a test", &all));
    for (size_t k = 0; k < nx; k++) all[k] = (struct ranked){x[k], true};
    for (size_t k = 0; k < ny; k++) all[nx + k] = (struct ranked){y[k], false};
    qsort(all, nx + ny, sizeof *all, compare_doubles);
    out->u = twice_u(nx + ny, all, &ties) / 2;
    free(all);
    if (ties == 0 && (nx * ny <= MOST_PAIRS || nx <= FEW || ny <= FEW))
        return exact_tails(nx, ny, out);
    normal_tails((double)nx, (double)ny, ties, out);
    return OK;
}

static int by_target(const void *a, const void *b)
{
    double x = **(double *const *)a, y = **(double *const *)b;
    return (x > y) - (x < y);
}

/* Sets *out (new) to pointers to the values, in their ascending order. */
static enum status sort_pointers(size_t count, double *values, double ***out)
{
    MUST(allocate(count, sizeof **out, "a test", out));
    for (size_t k = 0; k < count; k++) (*out)[k] = &values[k];
    if (count) qsort(*out, count, sizeof **out, by_target);
    return OK;
}

enum status benjamini_hochberg(size_t count, double *p)
{
    double **ascending, least = 1;
    MUST(sort_pointers(count, p, &ascending));
    for (size_t k = count; k-- > 0;) {
        double rate = *ascending[k] * (double)count / (double)(k + 1);
        if (rate < least) least = rate;
        *ascending[k] = least;
    }
    free(ascending);
    return OK;
}

enum status holm(size_t count, double *p)
{
    double **ascending, most = 0;
    MUST(sort_pointers(count, p, &ascending));
    for (size_t k = 0; k < count; k++) {
        most = fmin(1, fmax(most, *ascending[k] * (double)(count - k)));
        *ascending[k] = most;
    }
    free(ascending);
    return OK;
}

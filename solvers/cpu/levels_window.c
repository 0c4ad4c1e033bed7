/* Combination of the iterates of level 0, and the test. */
#include <math.h>
#include <string.h>

#include "solvers/cpu/levels.h"

static uint32_t part_end(uint32_t n, int part)
{
    return (uint32_t)((uint64_t)n * ((uint64_t)part + 1) / LEVEL_PARTS);
}

static uint32_t part_begin(uint32_t n, int part)
{
    return (uint32_t)((uint64_t)n * (uint64_t)part / LEVEL_PARTS);
}

enum { ROWS = 512, LANES = 8 };

/* Dot product in LANES sums side by side, so that additions need not wait for each other. */
static double level_window_dot(uint32_t rows, const double *x, const double *y)
{
    double lane[LANES] = {0}, sum = 0;
    uint32_t i = 0;
    for (; i + LANES <= rows; i += LANES)
        for (int k = 0; k < LANES; k++) lane[k] += x[i + k] * y[i + k];
    for (; i < rows; i++) sum += x[i] * y[i];
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return sum;
}

static double sum_of_sizes(uint32_t rows, const double *x)
{
    double lane[LANES] = {0}, sum = 0;
    uint32_t i = 0;
    for (; i + LANES <= rows; i += LANES)
        for (int k = 0; k < LANES; k++) lane[k] += fabs(x[i + k]);
    for (; i < rows; i++) sum += fabs(x[i]);
    for (int k = 0; k < LANES; k++) sum += lane[k];
    return sum;
}

/* Adds the sums of a few rows, which stay in the cache. */
static void measure_rows(const struct window *w, uint32_t first, uint32_t rows, double *sums)
{
    double change[WINDOW_MOST][ROWS], work[ROWS];
    const double *const diag = w->diag + first, *const x = w->x + first,
                        *const before = w->before + first;
    int at = 4;
    change[0][0] = 0; /* for compilers, which do not know that rows > 0 */
    for (uint32_t i = 0; i < rows; i++) change[0][i] = diag[i] * (x[i] - before[i]);
    for (uint32_t i = 0; w->last && i < rows; i++) work[i] = x[i] - w->last[first + i];
    sums[0] += sum_of_sizes(rows, change[0]);
    if (w->last) sums[2] += sum_of_sizes(rows, work);
    for (uint32_t i = 0; i < rows; i++) work[i] = fabs(before[i]);
    sums[1] += level_window_dot(rows, diag, work);
    sums[3] += sum_of_sizes(rows, x);
    for (int k = 0; k <= w->older; k++) {
        for (uint32_t i = 0; k > 0 && i < rows; i++)
            change[k][i] = diag[i] * w->change[k - 1][first + i];
        for (int l = 0; l <= k; l++) sums[at++] += level_window_dot(rows, change[k], change[l]);
    }
}

static void measure_part(const struct window *w, int part, double *sums)
{
    memset(sums, 0, WINDOW_SUMS * sizeof *sums);
    for (uint32_t first = part_begin(w->n, part), end = part_end(w->n, part), rows; first < end;
         first += rows) {
        rows = end - first < ROWS ? end - first : ROWS;
        measure_rows(w, first, rows, sums);
    }
}

enum status EXPORTED(level_measure)(const struct window *window)
{
    double part[LEVEL_PARTS][WINDOW_SUMS];
#pragma omp parallel for schedule(static) if (team_again(window->n))
    for (int p = 0; p < LEVEL_PARTS; p++) measure_part(window, p, part[p]);
    memset(window->sums, 0, WINDOW_SUMS * sizeof *window->sums);
    for (int p = 0; p < LEVEL_PARTS; p++)
        for (int k = 0; k < WINDOW_SUMS; k++) window->sums[k] += part[p][k];
    return OK;
}

enum status EXPORTED(level_judge)(const struct window *window, double omega, struct test *test)
{
    const double *const sums = window->sums, epsilon = test->epsilon,
                        scale = test->criterion == RELATIVE ? sums[1] : 1;
    if (!window->last || !(sums[0] <= epsilon * omega * scale) ||
        !(sums[2] <= WINDOW_CHANGE * epsilon * sums[3]))
        *test->flag |= TEST_UNSATISFIED;
    return OK;
}

/* With c_0 = 1 - c_1 - .., the minimum of |d^0 + sum c_k (d^k - d^0)| is to find: normal equations
 * of at most three unknowns. */
enum status EXPORTED(level_fit)(const struct window *window)
{
    enum { MOST = WINDOW_MOST - 1 };
    const double *const gram = window->sums + 4;
    const int n = window->older;
    double a[MOST][MOST + 1], *const c = window->coefficient;
    memset(c, 0, WINDOW_MOST * sizeof *c);
    c[0] = 1;
#define GRAM(k, l) gram[(k) >= (l) ? (k) * ((k) + 1) / 2 + (l) : (l) * ((l) + 1) / 2 + (k)]
    for (int k = 0; k < n; k++) {
        for (int l = 0; l < n; l++)
            a[k][l] = GRAM(k + 1, l + 1) - GRAM(k + 1, 0) - GRAM(l + 1, 0) + GRAM(0, 0);
        a[k][n] = GRAM(0, 0) - GRAM(k + 1, 0);
    }
    for (int k = 0; k < n; k++) {
        if (!(a[k][k] > 1e-14 * GRAM(k + 1, k + 1))) return OK;
        for (int i = k + 1; i < n; i++) {
            const double share = a[i][k] / a[k][k];
            for (int j = k; j <= n; j++) a[i][j] -= share * a[k][j];
        }
    }
    double solution[MOST];
    for (int k = n; k-- > 0;) {
        solution[k] = a[k][n];
        for (int j = k + 1; j < n; j++) solution[k] -= a[k][j] * solution[j];
        solution[k] /= a[k][k];
        if (!isfinite(solution[k])) return OK;
    }
    for (int k = 0; k < n; k++) {
        c[k + 1] = solution[k];
        c[0] -= solution[k];
    }
    return OK;
}

static double level_window_clamp(double value, double x)
{
    const double low = x / WINDOW_STEP, high = x * WINDOW_STEP;
    return value > low ? value < high ? value : high : low;
}

static void combine_rows(const struct window *w, uint32_t first, uint32_t end)
{
    const double *const c = w->coefficient;
    for (uint32_t i = first; i < end; i++) {
        const double x = w->x[i], change = x - w->before[i];
        double sum = c[0] * x;
        for (int k = 0; k < w->older; k++) sum += c[k + 1] * w->after[k][i];
        w->x[i] = level_window_clamp(sum, x);
        w->after[w->slot][i] = x;
        w->change[w->slot][i] = change;
    }
}

enum status EXPORTED(level_combine)(const struct window *window)
{
#pragma omp parallel for schedule(static) if (team_again(window->n))
    for (int p = 0; p < LEVEL_PARTS; p++)
        combine_rows(window, part_begin(window->n, p), part_end(window->n, p));
    return OK;
}

/* Exact solution of the coarsest level. Long runs: state k is removed from the chain, the last
 * state first, and flows into it go to the states after it (Grassmann, Taksar and Heyman 1985). A
 * state from which nothing leads to earlier states is the first of its class. */
#include <math.h>
#include <string.h>

#include "solvers/cpu/levels.h"

enum { WIDTH = LEVEL_COARSEST };
#define LEAST 1e-280

/* rate[j * WIDTH + i]: from j to i */
static void fill_rates(const struct level *a, double *rate)
{
    memset(rate, 0, a->n * (size_t)WIDTH * sizeof *rate);
    for (uint32_t i = 0; i < a->n; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            rate[(size_t)a->col[k] * WIDTH + i] = -a->val[k];
}

/* Removes state k. A flow below LEAST counts as none, so that no share is infinite. */
static void take_out(double *rate, uint32_t k)
{
    const double *const from = rate + (size_t)k * WIDTH;
    double sum = 0;
    for (uint32_t j = 0; j < k; j++) sum += from[j];
    for (uint32_t i = 0; i < k; i++) {
        double *const to = rate + (size_t)i * WIDTH, share = sum >= LEAST ? to[k] / sum : 0;
        to[k] = share;
        for (uint32_t j = 0; share > 0 && j < k; j++)
            if (j != i) to[j] += share * from[j];
    }
}

/* Computes x[k] from the earlier entries, and the first state of its class. */
static void put_back(const double *rate, uint32_t k, double *x, uint32_t *class)
{
    double sum = 0;
    class[k] = k;
    for (uint32_t j = 0; j < k; j++) {
        const double share = rate[(size_t)j * WIDTH + k];
        if (share > 0 && class[k] == k) class[k] = class[j];
        sum += x[j] * share;
    }
    x[k] = class[k] == k ? 1 : sum;
    if (x[k] > 1e200)
        for (uint32_t j = 0; j <= k; j++) x[j] *= 1e-200;
}

/* Scales each class to its old sum. A class that is too small for a double beside another one does
 * not change. */
static void keep_sums(uint32_t n, const double *solution, const uint32_t *class, double *x)
{
    double before[WIDTH] = {0}, now[WIDTH] = {0};
    for (uint32_t i = 0; i < n; i++) {
        before[class[i]] += x[i];
        now[class[i]] += solution[i];
    }
    for (uint32_t i = 0; i < n; i++)
        if (now[class[i]] > 0) x[i] = solution[i] / now[class[i]] * before[class[i]];
}

static void solve_long_run(const struct level *a, double *rate)
{
    double solution[WIDTH];
    uint32_t class[WIDTH];
    fill_rates(a, rate);
    for (uint32_t k = a->n; k-- > 1;) take_out(rate, k);
    for (uint32_t k = 0; k < a->n; k++) put_back(rate, k, solution, class);
    keep_sums(a->n, solution, class, a->x);
}

/* LU without pivoting, because A is an M-matrix if the weights are near the answer. If not, an
 * entry can be negative, and then x does not change. */
static void solve_system(const struct level *a, double *dense)
{
    const uint32_t n = a->n;
    double x[WIDTH];
    memset(dense, 0, n * (size_t)WIDTH * sizeof *dense);
    for (uint32_t i = 0; i < n; i++) {
        dense[i * WIDTH + i] = a->diag[i];
        x[i] = a->b[i];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            dense[i * WIDTH + a->col[k]] = a->val[k];
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = k + 1; i < n; i++) {
            const double share = dense[i * WIDTH + k] / dense[k * WIDTH + k];
            if (share == 0) continue;
            for (uint32_t j = k + 1; j < n; j++)
                dense[i * WIDTH + j] -= share * dense[k * WIDTH + j];
            x[i] -= share * x[k];
        }
    for (uint32_t k = n; k-- > 0;) {
        for (uint32_t j = k + 1; j < n; j++) x[k] -= dense[k * WIDTH + j] * x[j];
        x[k] /= dense[k * WIDTH + k];
        if (!(x[k] >= 0 && isfinite(x[k]))) return;
    }
    memcpy(a->x, x, n * sizeof *x);
}

enum status EXPORTED(level_eliminate)(const struct level *level, double *dense)
{
    if (level->b) solve_system(level, dense);
    else solve_long_run(level, dense);
    return OK;
}

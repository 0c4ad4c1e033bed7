/* Combination of the iterates of level 0, and the test. */
#include <cub/block/block_reduce.cuh>

#include "solvers/cuda/levels/each.cuh"
#include "solvers/cuda/levels/levels.h"

enum { PARTS = 256, THREADS = 512, MOST = WINDOW_MOST - 1 };

static_assert(PARTS * WINDOW_SUMS <= DEVICE_WIDTH * DEVICE_PARTS, "parts lie in device_sums");

struct window_sums {
    double at[WINDOW_SUMS];
};

struct plus_sums {
    __device__ window_sums operator()(window_sums a, const window_sums &b) const
    {
        for (int k = 0; k < WINDOW_SUMS; k++) a.at[k] += b.at[k];
        return a;
    }
};

enum { GRAM = 4 /* index of the first product of changes */ };

/* Adds the terms of row i to the sums. */
template <int older>
__device__ static void add_row(const struct window &w, uint32_t i, window_sums *sums)
{
    double change[older + 1];
    const double diag = w.diag[i], before = w.before[i], x = w.x[i];
    int at = GRAM;
    change[0] = diag * (x - before);
#pragma unroll
    for (int k = 1; k <= older; k++) change[k] = diag * w.change[k - 1][i];
    sums->at[0] += fabs(change[0]);
    sums->at[1] += diag * fabs(before);
    if (w.last) sums->at[2] += fabs(x - w.last[i]);
    sums->at[3] += fabs(x);
#pragma unroll
    for (int k = 0; k <= older; k++)
#pragma unroll
        for (int l = 0; l <= k; l++) sums->at[at++] += change[k] * change[l];
}

template <int older>
__global__ static void measure_parts(struct window w, double *part, const int *guard)
{
    typedef cub::BlockReduce<window_sums, THREADS> reduce;
    __shared__ typename reduce::TempStorage storage;
    if (halted(guard)) return;
    window_sums sums = {};
    for (uint64_t i = (uint64_t)blockIdx.x * THREADS + threadIdx.x; i < w.n;
         i += (uint64_t)PARTS * THREADS)
        add_row<older>(w, (uint32_t)i, &sums);
    sums = reduce(storage).Reduce(sums, plus_sums{});
    if (threadIdx.x == 0) ((window_sums *)part)[blockIdx.x] = sums;
}

__global__ static void measure_all(const double *part, double *sums, const int *guard)
{
    typedef cub::BlockReduce<window_sums, PARTS> reduce;
    __shared__ typename reduce::TempStorage storage;
    if (halted(guard)) return;
    const window_sums all =
        reduce(storage).Reduce(((const window_sums *)part)[threadIdx.x], plus_sums{});
    if (threadIdx.x == 0)
        for (int k = 0; k < WINDOW_SUMS; k++) sums[k] = all.at[k];
}

template <int older>
static enum status cuda_window_measure(const struct window *w)
{
    double *const part = device_sums()->part;
    measure_parts<older><<<PARTS, THREADS, 0, device_stream()>>>(*w, part, device_guard());
    MUST(device_launched("measuring"));
    measure_all<<<1, PARTS, 0, device_stream()>>>(part, w->sums, device_guard());
    return device_launched("measuring");
}

enum status cuda_measure(const struct window *w)
{
    static enum status (*const by_older[WINDOW_MOST])(const struct window *) = {
        cuda_window_measure<0>, cuda_window_measure<1>, cuda_window_measure<2>,
        cuda_window_measure<3>};
    return by_older[w->older](w);
}

enum status cuda_judge(const struct window *w, double omega, struct test *test)
{
    const double *const sums = w->sums, bound = test->epsilon * omega,
                        moved = WINDOW_CHANGE * test->epsilon;
    const bool relative = test->criterion == RELATIVE, last = w->last != NULL;
    int *const flag = test->flag;
    return for_each(1, "judging", [=] __device__(uint64_t) {
        const bool balanced = sums[0] <= bound * (relative ? sums[1] : 1);
        if (!last || !balanced || !(sums[2] <= moved * sums[3])) atomicOr(flag, TEST_UNSATISFIED);
    });
}

/* With c_0 = 1 - c_1 - .., the minimum of |d^0 + sum c_k (d^k - d^0)| is to find: normal equations
 * of at most MOST unknowns. */
struct fitting {
    const double *gram;
    int unknowns;
    double a[MOST][MOST + 1];

    __device__ double entry(int k, int l) const
    {
        return k >= l ? gram[k * (k + 1) / 2 + l] : gram[l * (l + 1) / 2 + k];
    }

    __device__ void fill()
    {
        for (int k = 0; k < unknowns; k++) {
            for (int l = 0; l < unknowns; l++)
                a[k][l] = entry(k + 1, l + 1) - entry(k + 1, 0) - entry(l + 1, 0) + entry(0, 0);
            a[k][unknowns] = entry(0, 0) - entry(k + 1, 0);
        }
    }

    /* Returns false if the equations are singular. */
    __device__ bool eliminate()
    {
        for (int k = 0; k < unknowns; k++) {
            if (!(a[k][k] > 1e-14 * entry(k + 1, k + 1))) return false;
            for (int i = k + 1; i < unknowns; i++) {
                const double share = a[i][k] / a[k][k];
                for (int j = k; j <= unknowns; j++) a[i][j] -= share * a[k][j];
            }
        }
        return true;
    }

    __device__ bool solve(double *solution) const
    {
        for (int k = unknowns; k-- > 0;) {
            solution[k] = a[k][unknowns];
            for (int j = k + 1; j < unknowns; j++) solution[k] -= a[k][j] * solution[j];
            solution[k] /= a[k][k];
            if (!isfinite(solution[k])) return false;
        }
        return true;
    }
};

enum status cuda_fit(const struct window *window)
{
    const struct window w = *window;
    return for_each(1, "fitting", [=] __device__(uint64_t) {
        fitting fit = {w.sums + GRAM, w.older, {}};
        double solution[MOST], *const c = w.coefficient;
        for (int k = 0; k < WINDOW_MOST; k++) c[k] = k == 0;
        fit.fill();
        if (!fit.eliminate() || !fit.solve(solution)) return;
        for (int k = 0; k < w.older; k++) {
            c[k + 1] = solution[k];
            c[0] -= solution[k];
        }
    });
}

__device__ static double cuda_window_clamp(double value, double x)
{
    const double low = x / WINDOW_STEP, high = x * WINDOW_STEP;
    return value > low ? value < high ? value : high : low;
}

enum status cuda_combine(const struct window *window)
{
    const struct window w = *window;
    double *const newest = w.after[w.slot], *const newest_change = w.change[w.slot];
    return for_each(w.n, "combining", [=] __device__(uint64_t i) {
        const double *const c = w.coefficient, x = w.x[i], change = x - w.before[i];
        double sum = c[0] * x;
#pragma unroll
        for (int k = 0; k < MOST; k++)
            if (k < w.older) sum += c[k + 1] * w.after[k][i];
        w.x[i] = cuda_window_clamp(sum, x);
        newest[i] = x;
        newest_change[i] = change;
    });
}

#include "prove/systems/sweeps.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/team.h"

static bool has_team(const struct matrix *a)
{
    return team_once(a->off.nnz + a->off.rows);
}

/* Sweeps through rows first .. end - 1. */
static double sweep_part(const struct matrix *a, const double *b, bool backward, uint32_t first,
                         uint32_t end, const double *before, double *x)
{
    double change = 0;
    for (uint32_t at = first; at < end; at++) {
        const uint32_t i = backward ? end - 1 - (at - first) : at;
        double now = b ? b[i] : 0;
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
            const uint32_t j = a->off.col[k];
            now -= a->off.val[k] * (j >= first && j < end ? x : before)[j];
        }
        now /= a->diag[i];
        if (fabs(now - x[i]) > change * now) change = fabs(now - x[i]) / now;
        x[i] = now;
    }
    return change;
}

double rough_sweep(const struct matrix *a, const double *b, bool backward, double *before,
                   double *x)
{
    double change = 0;
#pragma omp parallel reduction(max : change) if (has_team(a))
    {
        const uint64_t n = a->off.rows, thread = (uint64_t)omp_get_thread_num(),
                       threads = (uint64_t)omp_get_num_threads();
        const uint32_t first = (uint32_t)(n * thread / threads),
                       end = (uint32_t)(n * (thread + 1) / threads);
        memcpy(before + first, x + first, (end - first) * sizeof *x);
#pragma omp barrier
        change = sweep_part(a, b, backward, first, end, before, x);
    }
    return change;
}

void rough_sweeps(const struct matrix *a, int count, double *before, double *x)
{
    const int sweeps = count + (has_team(a) ? 2 * (omp_get_max_threads() - 1) : 0);
    for (int k = 0; k < sweeps; k++) rough_sweep(a, NULL, k % 2, before, x);
}

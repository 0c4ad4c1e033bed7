#include "problems/objectives/sums.h"

#include <math.h>

enum { MOST_SWEEPS = 200000 };

double sums_row(const struct sums *s, const double *x, uint32_t i, uint32_t r)
{
    double sum = s->pays[r], stays = 0;
    for (uint64_t k = s->rows->row[r]; k < s->rows->row[r + 1]; k++) {
        if (s->rows->col[k] == i) stays += s->rows->val[k];
        else sum += s->rows->val[k] * x[s->rows->col[k]];
    }
    return stays >= 1 ? -INFINITY : stays > 0 ? sum / (1 - stays) : sum;
}

static double best_of(const struct sums *s, const double *x, uint32_t i)
{
    double best = -INFINITY;
    if (i == s->last) return 0;
    if (s->choice) return sums_row(s, x, i, s->choice[i]);
    best = x[i];
    for (uint32_t r = s->group[i]; r < s->group[i + 1]; r++)
        if (!s->allowed || s->allowed[r]) best = fmax(best, sums_row(s, x, i, r));
    return best;
}

/* Returns the largest change. */
static double share_largest(const struct sums *s, double *x)
{
    double most = 0;
    if (s->choice || !s->component) return 0;
    for (uint32_t k = 0; k < s->components; k++) s->largest[k] = -INFINITY;
    for (uint32_t i = 0; i < s->states; i++)
        if (s->component[i] < s->components)
            s->largest[s->component[i]] = fmax(s->largest[s->component[i]], x[i]);
    for (uint32_t i = 0; i < s->states; i++) {
        if (s->component[i] >= s->components) continue;
        most = fmax(most, s->largest[s->component[i]] - x[i]);
        x[i] = s->largest[s->component[i]];
    }
    return most;
}

/* Returns the largest change. */
static double sweep(const struct sums *s, bool back, double *x)
{
    double most = 0;
    for (uint32_t k = 0; k < s->states; k++) {
        const uint32_t i = back ? s->states - 1 - k : k;
        const double now = best_of(s, x, i);
        if (isinf(now)) continue;
        most = fmax(most, fabs(now - x[i]));
        x[i] = now;
    }
    return fmax(most, share_largest(s, x));
}

double sums_scale(const struct sums *s, const double *x)
{
    double scale = 1;
    for (uint32_t i = 0; i < s->states; i++) scale = fmax(scale, fabs(x[i]));
    return scale;
}

void sums_sweep(const struct sums *s, double *x)
{
    for (int k = 0; k < MOST_SWEEPS; k++) {
        const double change = sweep(s, k % 2 == 0, x), scale = sums_scale(s, x);
        if (change <= 1e-15 * scale || scale > 1e15) return;
    }
}

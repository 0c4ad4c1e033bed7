#include "prove/means/levels.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/means/sweeps.h"

enum { INSTEAD = 4 }; /* sweeps on a coarsest level that is too large for elimination */

/* Smallest weight: states whose probability underflows must join groups, too. */
static const double least_weight = 1e-250;

static const char what[] = "a proof's levels";

static bool has_team(const struct level *level)
{
    return team_once(level->a.off.nnz + level->a.off.n);
}

void levels_free(struct levels *levels)
{
    for (int k = 0; k < levels->count; k++) {
        struct level *level = &levels->level[k];
        double *own[] = {level->excess, level->inverse, level->share, level->residual};
        for (size_t v = 0; v < sizeof own / sizeof *own; v++) free(own[v]);
        level_free_groups(level);
        if (k == 0) continue;
        matrix_free(&level->a);
        free(level->b);
        free(level->x);
    }
    free(levels->dense);
    *levels = (struct levels){0};
}

/* The diagonal plus the off-diagonal entries of a row; 0 if that is only rounding. */
static double find_excess(const struct matrix *a, uint32_t i)
{
    const struct csr *off = &a->off;
    double sum = a->diag[i];
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) sum += off->val[k];
    const double rounded = (double)(off->row[i + 1] - off->row[i] + 1) * DBL_EPSILON * a->diag[i];
    return sum > rounded ? sum : 0;
}

static enum status begin_finest_level(const struct matrix *a, const double *weight,
                                      struct level *out)
{
    const uint32_t n = a->off.n;
    *out = (struct level){.a = *a};
    MUST(allocate(n, sizeof(double), what, &out->excess));
    MUST(allocate(n, sizeof(double), what, &out->inverse));
    MUST(allocate(n, sizeof(double), what, &out->share));
    MUST(allocate(n, sizeof(double), what, &out->residual));
#pragma omp parallel for schedule(static) if (has_team(out))
    for (uint32_t i = 0; i < n; i++) {
        out->excess[i] = find_excess(a, i);
        out->inverse[i] = 1 / a->diag[i];
        out->share[i] = weight[i] > least_weight ? weight[i] : least_weight;
    }
    return OK;
}

/* Replaces dense by its factors L and U, without exchanges of rows. */
static void factorise(uint32_t n, double *dense)
{
    for (uint32_t pivot = 0; pivot < n; pivot++) {
        const double *from = dense + (size_t)pivot * n;
        for (uint32_t i = pivot + 1; i < n; i++) {
            double *row = dense + (size_t)i * n;
            const double share = row[pivot] / from[pivot];
            row[pivot] = share;
            if (share == 0) continue;
            for (uint32_t j = pivot + 1; j < n; j++) row[j] -= share * from[j];
        }
    }
}

static enum status prepare_coarsest(struct levels *levels)
{
    const struct matrix *a = &levels->level[levels->count - 1].a;
    const size_t n = a->off.n;
    if (n > MEANS_LEVEL_COARSEST) return OK;
    MUST(allocate_zeroed(n * n, sizeof *levels->dense, what, &levels->dense));
    for (uint32_t i = 0; i < n; i++) {
        levels->dense[i * n + i] = a->diag[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            levels->dense[i * n + a->off.col[k]] = a->off.val[k];
    }
    factorise((uint32_t)n, levels->dense);
    return OK;
}

/* Turns the levels into those of the transposed matrix. The diagonals stay the same. */
static enum status transpose(const struct matrix *a, struct levels *levels)
{
    levels->transposed = true;
    levels->level[0].a = *a;
    for (int k = 1; k < levels->count; k++) {
        struct csr turned;
        MUST(csr_transpose(&levels->level[k].a.off, &turned));
        csr_free(&levels->level[k].a.off);
        levels->level[k].a.off = turned;
    }
    return OK;
}

enum status levels_create(const struct matrix *a, const struct coarsening *how, struct levels *out)
{
    enum status status = OK;
    bool made = true;
    *out = (struct levels){.count = 1};
    TRY(begin_finest_level(how->dual ? how->dual : a, how->weight, &out->level[0]));
    while (made && out->count < MEANS_LEVELS_MOST) {
        struct level *last = &out->level[out->count - 1];
        if (last->a.off.n <= MEANS_LEVEL_COARSEST) break;
        last[1] = (struct level){0};
        out->count++;
        TRY(level_coarsen(last, last + 1, &made));
        if (!made) out->count--;
    }
    if (how->dual) TRY(transpose(a, out));
    TRY(prepare_coarsest(out));
out:
    if (status != OK) levels_free(out);
    return status;
}

static void solve_coarsest_dense(uint32_t n, const double *dense, const double *b, double *x)
{
    for (uint32_t i = 0; i < n; i++) {
        double sum = b[i];
        for (uint32_t j = 0; j < i; j++) sum -= dense[(size_t)i * n + j] * x[j];
        x[i] = sum;
    }
    for (uint32_t i = n; i-- > 0;) {
        const double *row = dense + (size_t)i * n;
        double sum = x[i];
        for (uint32_t j = i + 1; j < n; j++) sum -= row[j] * x[j];
        x[i] = sum / row[i];
    }
}

static void smooth_rows(const struct level *level, const double *p, double *z)
{
#pragma omp parallel if (has_team(level))
    {
        uint32_t first, end;
        own_rows(level->a.off.n, &first, &end);
        sweep_both_ways(&level->a.off, level->inverse, first, end, p, z);
    }
}

static void find_residual(struct level *level)
{
    const struct matrix *a = &level->a;
    const double *x = level->x;
#pragma omp parallel for schedule(static) if (has_team(level))
    for (uint32_t i = 0; i < a->off.n; i++)
        level->residual[i] = level->b[i] - a->diag[i] * x[i] - row_product(&a->off, i, x);
}

/* Improves x by a sweep on its residual. */
static void smooth_again(struct level *level)
{
    const uint32_t n = level->a.off.n;
    find_residual(level);
    smooth_rows(level, level->residual, level->residual);
#pragma omp parallel for schedule(static) if (has_team(level))
    for (uint32_t i = 0; i < n; i++) level->x[i] += level->residual[i];
}

static void restrict_residual(const struct level *fine, struct level *coarse, bool add)
{
#pragma omp parallel for schedule(static) if (has_team(fine))
    for (uint32_t g = 0; g < coarse->a.off.n; g++) {
        double sum = 0;
        for (uint32_t m = fine->start[g]; m < fine->start[g + 1]; m++) {
            const uint32_t i = fine->member[m];
            sum += add ? fine->residual[i] : fine->share[i] * fine->residual[i];
        }
        coarse->b[g] = sum;
    }
}

static void prolong(struct level *fine, const struct level *coarse, bool shared)
{
#pragma omp parallel for schedule(static) if (has_team(fine))
    for (uint32_t i = 0; i < fine->a.off.n; i++)
        if (fine->group[i] != NO_GROUP)
            fine->x[i] += (shared ? fine->share[i] : 1) * coarse->x[fine->group[i]];
}

static void visit_coarsest(struct levels *levels, struct level *level)
{
    if (levels->dense) {
        solve_coarsest_dense(level->a.off.n, levels->dense, level->b, level->x);
        return;
    }
    smooth_rows(level, level->b, level->x);
    for (int k = 0; k < INSTEAD; k++) smooth_again(level);
}

/* Does a W-cycle from level k on. The finest level visits the next one only once. */
static void visit_level(struct levels *levels, int k)
{
    struct level *level = &levels->level[k], *coarse = level + 1;
    if (k + 1 == levels->count) {
        visit_coarsest(levels, level);
        return;
    }
    smooth_rows(level, level->b, level->x);
    for (int turn = 0; turn < (k == 0 || k + 2 == levels->count ? 1 : 2); turn++) {
        find_residual(level);
        restrict_residual(level, coarse, levels->transposed);
        visit_level(levels, k + 1);
        prolong(level, coarse, levels->transposed);
    }
    smooth_again(level);
}

void levels_apply(struct levels *levels, const double *b, double *x)
{
    struct level *finest = &levels->level[0];
    finest->b = (double *)b;
    finest->x = x;
    visit_level(levels, 0);
    finest->b = finest->x = NULL;
}

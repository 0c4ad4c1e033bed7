#include "prove/means/krylov.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"
#include "prove/means/sweeps.h"

enum vector_name { R, Q, P, V, T, Z };

enum {
    PATIENCE = 100, /* iterations without a new least residual */
    TRIAL = 8,      /* iterations in which the residual must fall to a share of `soon`, without
                       sweeps */
    FEW = 30,       /* iterations to try if levels are possible: these cost as much as building the
                       levels and some iterations with them */
    MANY =
        1 << 17,  /* with this many short rows, levels are used at once: the chain is a long one */
    SHORT_ROW = 4 /* entries, on average */
};

bool levels_always;

static const double soon = 0.05;

/* Residuals can grow by a factor of 1e9 before they fall. Beyond this factor no correct digits of a
 * double are left. */
static const double hopeless = 1e14;

void krylov_free(struct krylov *krylov)
{
    for (int k = 0; k < KRYLOV_VECTORS; k++) free(krylov->vector[k]);
    free(krylov->inverse);
    levels_free(&krylov->levels);
    *krylov = (struct krylov){0};
}

/* Finds the pivots of rows first .. end - 1 for an incomplete factorisation that changes only the
 * diagonal (DILU; exact for tridiagonal matrices), and stores their inverses. above: scratch, the
 * first entry of each row that no later row has used. */
static void find_pivots(const struct krylov *krylov, uint32_t first, uint32_t end, uint64_t *above)
{
    const struct csr *off = &krylov->a->off;
    double *inverse = krylov->inverse;
    for (uint32_t i = first; i < end; i++) {
        double pivot = krylov->a->diag[i];
        uint64_t k = off->row[i];
        for (; k < off->row[i + 1] && off->col[k] < i; k++) {
            const uint32_t j = off->col[k];
            if (j < first) continue;
            while (above[j] < off->row[j + 1] && off->col[above[j]] < i) above[j]++;
            if (above[j] < off->row[j + 1] && off->col[above[j]] == i)
                pivot -= off->val[k] * off->val[above[j]] * inverse[j];
        }
        above[i] = k;
        inverse[i] = 1 / pivot;
    }
}

/* The same with modified pivots, for which M 1 = A 1 (Gustafsson 1978). They are far better for
 * smooth solutions such as times, if no row sum is negative and no pivot is near zero. later:
 * scratch, the sum of each row's entries in later columns. Returns the number of rows that break
 * these conditions. */
static uint32_t modify_pivots(const struct krylov *krylov, uint32_t first, uint32_t end,
                              double *later)
{
    static const double least = 0.01, rounded = 1e-9; /* shares of the diagonal */
    const struct csr *off = &krylov->a->off;
    uint32_t weak = 0;
    for (uint32_t i = first; i < end; i++) {
        const double diag = krylov->a->diag[i];
        double pivot = diag, sum = diag;
        later[i] = 0;
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t j = off->col[k];
            sum += off->val[k];
            if (j > i && j < end) later[i] += off->val[k];
            if (j < i && j >= first) pivot -= off->val[k] * later[j] * krylov->inverse[j];
        }
        const bool sound = pivot / diag >= least && pivot / diag <= 1 && sum / diag >= -rounded;
        weak += !sound;
        krylov->inverse[i] = 1 / (sound ? pivot : least * diag);
    }
    return weak;
}

static enum status begin_sweeps(struct krylov *krylov)
{
    uint64_t *above;
    MUST(allocate(krylov->a->off.n, sizeof *above, "a proof", &above));
#pragma omp parallel if (krylov->team)
    {
        uint32_t first, end;
        own_rows(krylov->a->off.n, &first, &end);
        find_pivots(krylov, first, end, above);
    }
    free(above);
    krylov->pivots = PIVOTS;
    return OK;
}

/* Uses modified pivots. The last row of a closed class has a pivot that vanishes; if more than one
 * row breaks the conditions, uses ordinary pivots. */
static enum status begin_modified(struct krylov *krylov)
{
    uint32_t weak = 0;
#pragma omp parallel reduction(+ : weak) if (krylov->team)
    {
        uint32_t first, end;
        own_rows(krylov->a->off.n, &first, &end);
        weak += modify_pivots(krylov, first, end, krylov->vector[Z]);
    }
    krylov->pivots = MODIFIED_PIVOTS;
    return weak <= 1 ? OK : begin_sweeps(krylov);
}

static enum status begin_levels(struct krylov *krylov)
{
    MUST(levels_create(krylov->a, &krylov->coarsening, &krylov->levels));
    krylov->pivots = LEVELS;
    return OK;
}

static void precondition(struct krylov *krylov, const double *p, double *z)
{
    const uint32_t n = krylov->a->off.n;
    if (krylov->pivots == LEVELS) {
        levels_apply(&krylov->levels, p, z);
        return;
    }
#pragma omp parallel if (krylov->team)
    {
        uint32_t first, end;
        own_rows(n, &first, &end);
        if (krylov->pivots != DIAGONAL)
            sweep_both_ways(&krylov->a->off, krylov->inverse, first, end, p, z);
        else
            for (uint32_t i = first; i < end; i++) z[i] = p[i] * krylov->inverse[i];
    }
}

/* Computes y = A x, *product = with' y and *square = y' y. */
static void krylov_multiply(const struct krylov *krylov, const double *x, double *y,
                            const double *with, double *product, double *square)
{
    const struct matrix *a = krylov->a;
    const struct csr *off = &a->off;
    double xy = 0, yy = 0;
#pragma omp parallel for schedule(static) reduction(+ : xy, yy) if (krylov->team)
    for (uint32_t i = 0; i < off->n; i++) {
        const double sum = a->diag[i] * x[i] + row_product(off, i, x);
        y[i] = sum;
        xy += with[i] * sum;
        yy += sum * sum;
    }
    *product = xy;
    *square = yy;
}

/* Measures products with several threads and with one, and chooses the faster. */
static void choose_team(struct krylov *krylov)
{
    enum { ROUNDS = 2 };
    double **w = krylov->vector, seconds[2] = {0}, unused;
    const uint32_t n = krylov->a->off.n;
    if (!team_once(krylov->a->off.nnz + n)) return;
    for (int k = R; k <= Q; k++) memset(w[k], 0, n * sizeof(double));
    for (int k = 0; k < 2 * ROUNDS; k++) {
        const double start = budget_now();
        krylov->team = k % 2;
        krylov_multiply(krylov, w[R], w[V], w[Q], &unused, &unused);
        seconds[k % 2] += k < 2 ? 0 : budget_now() - start;
    }
    krylov->team = seconds[1] < seconds[0];
}

static bool has_many_short_rows(const struct matrix *a)
{
    return a->off.n >= MANY && a->off.nnz <= SHORT_ROW * (uint64_t)a->off.n;
}

enum status krylov_create(const struct matrix *a, const struct coarsening *coarsening, bool plain,
                          struct krylov *out)
{
    enum status status = OK;
    const uint32_t n = a->off.n;
    *out = (struct krylov){.a = a, .coarsening = *coarsening};
    for (int k = 0; k < KRYLOV_VECTORS; k++)
        TRY(allocate(n, sizeof(double), "a proof", &out->vector[k]));
    TRY(allocate(n, sizeof(double), "a proof", &out->inverse));
    for (uint32_t i = 0; i < n; i++) out->inverse[i] = 1 / a->diag[i];
    choose_team(out);
    if (coarsening->weight && (levels_always || has_many_short_rows(a))) TRY(begin_levels(out));
    else if (!plain) TRY(begin_modified(out));
out:
    if (status != OK) krylov_free(out);
    return status;
}

/* Computes r -= share y and x += share z. Returns the largest |r_i|, or 0 if the aim is met, or NaN
 * if share is not finite. */
static double krylov_half_step(const struct krylov *krylov, const struct aim *aim, double share,
                               const double *y, const double *z, double *r, double *x)
{
    const uint32_t n = krylov->a->off.n;
    double most = 0, size = 0;
#pragma omp parallel for schedule(static) reduction(max : most, size) if (krylov->team)
    for (uint32_t i = 0; i < n; i++) {
        r[i] -= share * y[i];
        x[i] += share * z[i];
        const double here = fabs(r[i]), entry = fabs(x[i]);
        most = here > most ? here : most;
        size = entry > size ? entry : size;
    }
    if (!isfinite(share)) return NAN;
    return most <= fmax(aim->wanted, aim->share * size) ? 0 : most;
}

static double krylov_dot(const struct krylov *krylov, const double *x, const double *y)
{
    const uint32_t n = krylov->a->off.n;
    double sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum) if (krylov->team)
    for (uint32_t i = 0; i < n; i++) sum += x[i] * y[i];
    return sum;
}

/* p = r + beta (p - omega v) */
static void turn(const struct krylov *krylov, double beta, double omega, double **w)
{
    const uint32_t n = krylov->a->off.n;
    double *p = w[P];
    const double *r = w[R], *v = w[V];
#pragma omp parallel for schedule(static) if (krylov->team)
    for (uint32_t i = 0; i < n; i++) p[i] = r[i] + beta * (p[i] - omega * v[i]);
}

/* Does one iteration; returns the same as krylov_half_step(). */
static double krylov_iterate(struct krylov *krylov, const struct aim *aim, double *rho, double *x)
{
    double **w = krylov->vector, qv, unused, ts, tt;
    precondition(krylov, w[P], w[Z]);
    krylov_multiply(krylov, w[Z], w[V], w[Q], &qv, &unused);
    const double alpha = *rho / qv,
                 half = krylov_half_step(krylov, aim, alpha, w[V], w[Z], w[R], x);
    if (!(half > 0)) return half;
    precondition(krylov, w[R], w[Z]);
    krylov_multiply(krylov, w[Z], w[T], w[R], &ts, &tt);
    const double omega = ts / tt, left = krylov_half_step(krylov, aim, omega, w[T], w[Z], w[R], x);
    if (!(left > 0)) return left;
    const double next = krylov_dot(krylov, w[Q], w[R]), beta = next / *rho * (alpha / omega);
    *rho = next;
    turn(krylov, beta, omega, w);
    return isfinite(beta) ? left : NAN;
}

/* Shadow residual of BiCGStab: the first residual plus a small random number in every entry, so
 * that a residual with many zeros causes no breakdown. */
static void shadow(const struct krylov *krylov, double *q)
{
    const uint32_t n = krylov->a->off.n;
    const double little = 0.1 * sqrt(krylov_dot(krylov, q, q) / n);
    for (uint32_t i = 0; i < n; i++) q[i] += little * random_unit(random_bits(1, i, 0));
}

static enum status krylov_run(struct krylov *krylov, const double *b, const struct aim *aim,
                              struct budget *budget, double *x, bool *met)
{
    const uint32_t n = krylov->a->off.n;
    double **w = krylov->vector, least = INFINITY, left = INFINITY, before = 0;
    bool time = true;
    memset(x, 0, n * sizeof *x);
    for (int k = R; k <= P; k++) memcpy(w[k], b, n * sizeof *b);
    shadow(krylov, w[Q]);
    for (uint32_t i = 0; i < n; i++) before = fmax(before, fabs(b[i]));
    double rho = krylov_dot(krylov, w[Q], b);
    const bool few = krylov->coarsening.weight && krylov->levels.count == 0;
    for (int since = 0, k = 1; time && since < PATIENCE && !(few && k > FEW); since++, k++) {
        left = krylov_iterate(krylov, aim, &rho, x);
        if (!(left > 0) || left > hopeless * least) break;
        if (left < 0.9 * least) least = left, since = 0;
        if (krylov->pivots == DIAGONAL && k % TRIAL == 0) {
            if (!(left <= soon * before)) break;
            before = left;
        }
        MUST(budget_check(budget, &time));
    }
    *met = left == 0;
    return OK;
}

/* Switches to the next preconditioner after one has failed. *left: there is one. */
static enum status begin_next(struct krylov *krylov, bool *left)
{
    const bool levels = krylov->coarsening.weight && krylov->levels.count == 0;
    *left = levels || krylov->pivots != PIVOTS;
    if (levels) return krylov->pivots == DIAGONAL ? begin_modified(krylov) : begin_levels(krylov);
    return *left ? begin_sweeps(krylov) : OK;
}

enum status krylov_solve(struct krylov *krylov, const double *b, const struct aim *aim,
                         struct budget *budget, double *x, bool *met)
{
    bool left = true;
    MUST(krylov_run(krylov, b, aim, budget, x, met));
    while (!*met && !budget->spent && left) {
        MUST(begin_next(krylov, &left));
        if (left) MUST(krylov_run(krylov, b, aim, budget, x, met));
    }
    return OK;
}

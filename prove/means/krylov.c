#include "prove/means/krylov.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

enum vector_name { R, Q, P, V, T, Z };

enum { PATIENCE = 100 }; /* iterations without a new least residual */

/* Residuals may well grow by a factor of 1e9 before they fall; beyond this nothing is left of the
 * digits of a double. */
static const double hopeless = 1e14;

void krylov_free(struct krylov *krylov)
{
    for (int k = 0; k < KRYLOV_VECTORS; k++) free(krylov->vector[k]);
    free(krylov->inverse);
    *krylov = (struct krylov){0};
}

/* z = M^-1 p for rows first .. end - 1. */
static void sweep(const struct krylov *krylov, uint32_t first, uint32_t end, const double *p,
                  double *z)
{
    const struct csr *off = &krylov->a->off;
    for (uint32_t i = first; i < end; i++) {
        double sum = p[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1] && off->col[k] < i; k++)
            if (off->col[k] >= first) sum -= off->val[k] * z[off->col[k]];
        z[i] = sum * krylov->inverse[i];
    }
    for (uint32_t i = end; i-- > first;) {
        double sum = 0;
        for (uint64_t k = off->row[i + 1]; k-- > off->row[i] && off->col[k] > i;)
            if (off->col[k] < end) sum += off->val[k] * z[off->col[k]];
        z[i] -= sum * krylov->inverse[i];
    }
}

static void precondition(const struct krylov *krylov, const double *p, double *z)
{
    const uint64_t n = krylov->a->off.n;
#pragma omp parallel if (krylov->team)
    {
        const uint64_t threads = (uint64_t)omp_get_num_threads(),
                       own = (uint64_t)omp_get_thread_num();
        sweep(krylov, (uint32_t)(n * own / threads), (uint32_t)(n * (own + 1) / threads), p, z);
    }
}

/* y = A x; *xy = x' y of another vector x', *yy = y' y. */
static void multiply(const struct krylov *krylov, const double *x, double *y, const double *with,
                     double *product, double *square)
{
    const struct matrix *a = krylov->a;
    const struct csr *off = &a->off;
    double xy = 0, yy = 0;
#pragma omp parallel for schedule(static) reduction(+ : xy, yy) if (krylov->team)
    for (uint32_t i = 0; i < off->n; i++) {
        double sum = a->diag[i] * x[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            sum += off->val[k] * x[off->col[k]];
        y[i] = sum;
        xy += with[i] * sum;
        yy += sum * sum;
    }
    *product = xy;
    *square = yy;
}

/* Times products with a team and without. */
static void choose_team(struct krylov *krylov)
{
    enum { ROUNDS = 3 };
    double **w = krylov->vector, seconds[2] = {0}, unused;
    const uint32_t n = krylov->a->off.n;
    if (!team_once(krylov->a->off.nnz + n)) return;
    for (int k = R; k <= Q; k++) memset(w[k], 0, n * sizeof(double));
    for (int k = 0; k < 2 * ROUNDS; k++) {
        const double start = budget_now();
        krylov->team = k % 2;
        multiply(krylov, w[R], w[V], w[Q], &unused, &unused);
        seconds[k % 2] += k < 2 ? 0 : budget_now() - start;
    }
    krylov->team = seconds[1] < seconds[0];
}

enum status krylov_create(const struct matrix *a, struct krylov *out)
{
    enum status status = OK;
    const uint32_t n = a->off.n;
    *out = (struct krylov){.a = a};
    for (int k = 0; k < KRYLOV_VECTORS; k++)
        TRY(allocate(n, sizeof(double), "a proof", &out->vector[k]));
    TRY(allocate(n, sizeof(double), "a proof", &out->inverse));
    for (uint32_t i = 0; i < n; i++) out->inverse[i] = 1 / a->diag[i];
    choose_team(out);
out:
    if (status != OK) krylov_free(out);
    return status;
}

/* r -= share y, x += share z. Returns the largest |r_i|, or 0 where the aim is met; NaN where the
 * share is no number. */
static double step(const struct krylov *krylov, const struct aim *aim, double share,
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

static double dot(const struct krylov *krylov, const double *x, const double *y)
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

/* Returns what step does. */
static double iterate(struct krylov *krylov, const struct aim *aim, double *rho, double *x)
{
    double **w = krylov->vector, qv, unused, ts, tt;
    precondition(krylov, w[P], w[Z]);
    multiply(krylov, w[Z], w[V], w[Q], &qv, &unused);
    const double alpha = *rho / qv, half = step(krylov, aim, alpha, w[V], w[Z], w[R], x);
    if (!(half > 0)) return half;
    precondition(krylov, w[R], w[Z]);
    multiply(krylov, w[Z], w[T], w[R], &ts, &tt);
    const double omega = ts / tt, left = step(krylov, aim, omega, w[T], w[Z], w[R], x);
    if (!(left > 0)) return left;
    const double next = dot(krylov, w[Q], w[R]), beta = next / *rho * (alpha / omega);
    *rho = next;
    turn(krylov, beta, omega, w);
    return isfinite(beta) ? left : NAN;
}

enum status krylov_solve(struct krylov *krylov, const double *b, const struct aim *aim,
                         struct budget *budget, double *x, bool *met)
{
    const uint32_t n = krylov->a->off.n;
    double **w = krylov->vector, least = INFINITY, left = INFINITY;
    bool time = true;
    memset(x, 0, n * sizeof *x);
    for (int k = R; k <= P; k++) memcpy(w[k], b, n * sizeof *b);
    double rho = dot(krylov, b, b);
    for (int since = 0; time && since < PATIENCE; since++) {
        left = iterate(krylov, aim, &rho, x);
        if (!(left > 0) || left > hopeless * least) break;
        if (left < 0.9 * least) least = left, since = 0;
        MUST(budget_check(budget, &time));
    }
    *met = left == 0;
    return OK;
}

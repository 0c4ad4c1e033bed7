/* The row operations of a layout on the CPU. A layout's file defines, before it includes this,
 *
 *   struct rows                                        its arrays, typed
 *   struct rows rows_of(const struct stored *)
 *   real off_sum(struct rows, uint32_t i, const real *x)   sum over j != i of A_ij x_j
 *   real inverse(struct rows, uint32_t i)                  1 / A_ii
 *
 * and ends with EXPORT_SWEEPS(layout). */
#include "solvers/cpu/real.h"
#include "solvers/solver.h"

static enum status apply(const struct stored *a, const void *x_, void *y_)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_;
    real *restrict y = y_;
#pragma omp parallel for schedule(static)
    for (uint32_t i = 0; i < a->n; i++) y[i] = x[i] / inverse(rows, i) + off_sum(rows, i, x);
    return OK;
}

static enum status residual(const struct stored *a, const void *b_, const void *x_, void *r_)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_, *restrict b = b_;
    real *restrict r = r_;
#pragma omp parallel for schedule(static)
    for (uint32_t i = 0; i < a->n; i++) r[i] = (b ? b[i] : 0) - off_sum(rows, i, x) - x[i] / inverse(rows, i);
    return OK;
}

/* damped is a constant where this is inlined. */
static inline enum status sweep(const struct stored *a, const void *b_, const void *x_, void *next_, real omega,
                                const int damped, struct test *test)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_, *restrict b = b_;
    real *restrict next = next_;
    const real epsilon = test ? (real)test->epsilon : 0;
    const int relative = test && test->criterion == RELATIVE;
    int unsatisfied = !test; /* then there is nothing left to find out */
#pragma omp parallel for schedule(static) reduction(| : unsatisfied)
    for (uint32_t i = 0; i < a->n; i++) {
        real value = ((b ? b[i] : 0) - off_sum(rows, i, x)) * inverse(rows, i);
        if (damped) value = (1 - omega) * x[i] + omega * value;
        if (!unsatisfied) unsatisfied = fails_test(x[i], value, epsilon, relative);
        next[i] = value;
    }
    if (test && unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status jacobi(const struct stored *a, const void *b, const void *x, void *next, double omega,
                          struct test *test)
{
    if (omega == 1) return sweep(a, b, x, next, 1, 0, test);
    return sweep(a, b, x, next, (real)omega, 1, test);
}

#define EXPORT_SWEEPS(layout)                               \
    extern const struct mat_ops EXPORTED(mat_ops_##layout); \
    const struct mat_ops EXPORTED(mat_ops_##layout) = {.apply = apply, .residual = residual, .jacobi = jacobi};

/* The row operations of a layout on the CPU. A layout's file defines, before it includes this,
 *
 *   struct rows                                        its arrays, typed
 *   struct rows rows_of(const struct stored *)
 *   real off_sum(struct rows, uint32_t i, const real *x)   sum over j != i of A_ij x_j
 *   real inverse(struct rows, uint32_t i)                  1 / A_ii
 *
 * and ends with EXPORT_SWEEPS(layout). A layout that sums up several rows faster together than one by one defines, too,
 *
 *   GROUP                                                  how many
 *   void off_sums(const struct rows *, uint32_t first, uint32_t count, const real *x, real sum[GROUP])
 *                                                          of rows first .. first + count - 1, first a multiple of
 * GROUP
 *
 * with off_sum's bits. Sweeps in place ask row by row all the same. */
#include "solvers/cpu/real.h"
#include "solvers/solver.h"

#ifndef GROUP
#define GROUP 1
static inline void off_sums(const struct rows *rows, uint32_t first, uint32_t count, const real *x, real sum[GROUP])
{
    (void)count;
    sum[0] = off_sum(*rows, first, x);
}
#endif

static inline uint32_t group_count(uint32_t n)
{
    return (uint32_t)(((uint64_t)n + GROUP - 1) / GROUP);
}

static inline uint32_t group_end(uint32_t n, uint32_t first)
{
    return GROUP == 1 ? first + 1 : n - first < GROUP ? n : first + GROUP;
}

static enum status apply(const struct stored *a, const void *x_, void *y_)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_;
    real *restrict y = y_;
#pragma omp parallel for schedule(static)
    for (uint32_t g = 0; g < group_count(a->n); g++) {
        uint32_t first = g * GROUP, end = group_end(a->n, first);
        real sum[GROUP];
        off_sums(&rows, first, end - first, x, sum);
        for (uint32_t i = first; i < end; i++) y[i] = x[i] / inverse(rows, i) + sum[i - first];
    }
    return OK;
}

static enum status residual(const struct stored *a, const void *b_, const void *x_, void *r_)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_, *restrict b = b_;
    real *restrict r = r_;
#pragma omp parallel for schedule(static)
    for (uint32_t g = 0; g < group_count(a->n); g++) {
        uint32_t first = g * GROUP, end = group_end(a->n, first);
        real sum[GROUP];
        off_sums(&rows, first, end - first, x, sum);
        for (uint32_t i = first; i < end; i++) r[i] = (b ? b[i] : 0) - sum[i - first] - x[i] / inverse(rows, i);
    }
    return OK;
}

enum formula { JACOBI, JOR, POWER };

/* formula is a constant where this is inlined; factor is omega or the step. */
static inline enum status sweep(const struct stored *a, const void *b_, const void *x_, void *next_, real factor,
                                const enum formula formula, struct test *test)
{
    const struct rows rows = rows_of(a);
    const real *restrict x = x_, *restrict b = b_;
    real *restrict next = next_;
    const real epsilon = test ? (real)test->epsilon : 0;
    const int relative = test && test->criterion == RELATIVE;
    int unsatisfied = !test; /* then there is nothing left to find out */
#pragma omp parallel for schedule(static) reduction(| : unsatisfied)
    for (uint32_t g = 0; g < group_count(a->n); g++) {
        uint32_t first = g * GROUP, end = group_end(a->n, first);
        real sum[GROUP];
        off_sums(&rows, first, end - first, x, sum);
        for (uint32_t i = first; i < end; i++) {
            real value = (b ? b[i] : 0) - sum[i - first];
            if (formula == POWER) value = x[i] + factor * (value - x[i] / inverse(rows, i));
            else value *= inverse(rows, i);
            if (formula == JOR) value = (1 - factor) * x[i] + factor * value;
            if (!unsatisfied) unsatisfied = fails_test(x[i], value, epsilon, relative);
            next[i] = value;
        }
    }
    if (test && unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status jacobi(const struct stored *a, const void *b, const void *x, void *next, double omega,
                          struct test *test)
{
    if (omega == 1) return sweep(a, b, x, next, 1, JACOBI, test);
    return sweep(a, b, x, next, (real)omega, JOR, test);
}

static enum status power(const struct stored *a, const void *b, const void *x, void *next, double step,
                         struct test *test)
{
    return sweep(a, b, x, next, (real)step, POWER, test);
}

/* One sweep in place. */
struct update {
    struct rows rows;
    const real *b;
    real *x;
    int tested;
    real epsilon;
    int relative;
};

static inline void update_row(const struct update *u, uint32_t i, int *unsatisfied)
{
    real old = u->x[i], value = ((u->b ? u->b[i] : 0) - off_sum(u->rows, i, u->x)) * inverse(u->rows, i);
    if (u->tested && !*unsatisfied) *unsatisfied = fails_test(old, value, u->epsilon, u->relative);
    u->x[i] = value;
}

#ifdef _OPENMP
static int update_all(const struct update *u, const struct stored *a, bool descending)
{
    const struct schedule *s = &a->schedule;
    int unsatisfied = 0;
#pragma omp parallel if (s->nsteps > 1) reduction(| : unsatisfied)
    for (uint32_t k = 0; k < s->nsteps; k++) {
        uint32_t step = descending ? s->nsteps - 1 - k : k, first = s->start[step], end = s->start[step + 1];
        if (s->wide[step]) {
#pragma omp for schedule(static)
            for (uint32_t r = first; r < end; r++) update_row(u, s->row[r], &unsatisfied);
        } else {
#pragma omp single
            for (uint32_t r = first; r < end; r++)
                update_row(u, s->row[descending ? end - 1 - (r - first) : r], &unsatisfied);
        }
    }
    return unsatisfied;
}
#else
static int update_all(const struct update *u, const struct stored *a, bool descending)
{
    int unsatisfied = 0;
    for (uint32_t i = 0; i < a->n; i++) update_row(u, descending ? a->n - 1 - i : i, &unsatisfied);
    return unsatisfied;
}
#endif

static enum status gauss_seidel(const struct stored *a, const void *b, void *x, bool descending, struct test *test)
{
    const struct update u = {.rows = rows_of(a),
                             .b = b,
                             .x = x,
                             .tested = test != NULL,
                             .epsilon = test ? (real)test->epsilon : 0,
                             .relative = test && test->criterion == RELATIVE};
    if (update_all(&u, a, descending)) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

#define EXPORT_SWEEPS(layout)                               \
    extern const struct mat_ops EXPORTED(mat_ops_##layout); \
    const struct mat_ops EXPORTED(mat_ops_##layout) = {     \
        .apply = apply, .residual = residual, .jacobi = jacobi, .power = power, .gauss_seidel = gauss_seidel};

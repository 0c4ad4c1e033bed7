/* The row operations of a layout on the CPU. A layout's file defines, before it includes this,
 *
 *   struct rows                                        its arrays, typed
 *   struct rows rows_of(const struct stored *)
 *   real off_sum(struct rows, uint32_t i, const real *x)   sum over j != i of A_ij x_j
 *   pair off_sum_pair(struct rows, uint32_t i, const pair *x)   the same of two vectors
 *   real inverse(struct rows, uint32_t i)                  1 / A_ii
 *
 * and ends with EXPORT_SWEEPS(mat_ops_L) for layout L. This defines the table of its row
 * operations, EXPORTED(mat_ops_L). A layout that sums up several rows faster together than one by
 * one also defines
 *
 *   GROUP                                                  the number of these rows
 *   void off_sums(const struct rows *, enum simd, uint32_t first, uint32_t count,
 *                 const real *x, real sum[GROUP])
 *       the sums of rows first .. first + count - 1; first is a multiple of GROUP; inlined
 *       where the instructions of simd may be used
 *   void inverses(const struct rows *, uint32_t first, uint32_t count, real inverse[GROUP])
 *
 * Both give the same bits as off_sum and inverse. A layout may subtract the products one by one
 * from 0: this gives the bits of 0 - off_sum, and its result is ready earlier. It then defines LESS
 * and
 *
 *   real off_less(struct rows, uint32_t i, const real *x)
 *
 * Sweeps in place always ask row by row. A layout that does not give every thread the same number
 * of rows defines
 *
 *   SHARED                                                 and
 *   struct share rows_share(const struct rows *, uint32_t n)
 *       the rows of the calling thread; with GROUP, its groups of rows
 *
 * A layout that takes the best of choices itself defines BEST, its function for mat_ops.best. One
 * that knows where rows are alike also defines what solvers/cpu/runs.h lists. */
#include "base/team.h"
#include "solvers/cpu/blocks.h"
#include "solvers/cpu/real.h"
#include "solvers/cpu/share.h"
#include "solvers/cpu/simd.h"
#include "solvers/solver.h"

#ifdef GROUP
#define GROUPED 1
#else
#define GROUPED 0
#define GROUP 1
ALWAYS_INLINE void off_sums(const struct rows *rows, enum simd simd, uint32_t first, uint32_t count,
                            const real *x, real sum[GROUP])
{
    (void)simd;
    (void)count;
    sum[0] = off_sum(*rows, first, x);
}

ALWAYS_INLINE void inverses(const struct rows *rows, uint32_t first, uint32_t count,
                            real out[GROUP])
{
    (void)count;
    out[0] = inverse(*rows, first);
}
#endif

static inline uint32_t group_count(uint32_t n)
{
    return (uint32_t)(((uint64_t)n + GROUP - 1) / GROUP);
}

#ifndef SHARED
static inline struct share rows_share(const struct rows *rows, uint32_t n)
{
    (void)rows;
    return share_mine(group_count(n));
}
#endif

/* The result of a row: A x, b - A x, or the next iterate of a method. */
enum formula { APPLY, RESIDUAL, JACOBI, JOR, POWER };

struct pass {
    struct rows rows;
    enum formula formula;
    uint32_t n;
    const real *b, *x; /* b: NULL means zeros */
    real *next;
    real factor; /* omega of JOR, or the step of POWER */
    real epsilon;
    int relative;
};

/* Returns whether one of count rows fails the test. If all changes are far below epsilon, this is
 * found without a branch. */
ALWAYS_INLINE int some_fail(const struct pass *s, uint32_t count, const real *old,
                            const real *value)
{
    int near = 0;
    if (GROUPED) {
        for (uint32_t r = 0; r < count; r++) {
            real bound = s->relative ? s->epsilon * real_abs(old[r]) : s->epsilon;
            near |= !(real_abs(value[r] - old[r]) < bound * (real)0.5);
        }
        if (!near) return 0;
    }
    for (uint32_t r = 0; r < count; r++)
        if (fails_test(old[r], value[r], s->epsilon, s->relative)) return 1;
    return 0;
}

/* Sweeps over rows first .. first + count - 1. */
ALWAYS_INLINE void sweep_group(const struct pass *s, const enum formula formula,
                               const enum simd simd, uint32_t first, uint32_t count,
                               int *unsatisfied)
{
    real sum[GROUP], inverse[GROUP], value[GROUP];
    const real *x = s->x + first, *b = s->b ? s->b + first : NULL;
    real *restrict next = s->next + first;
    off_sums(&s->rows, simd, first, count, s->x, sum);
    inverses(&s->rows, first, count, inverse);
    for (uint32_t r = 0; r < count; r++) value[r] = b ? b[r] : 0;
    for (uint32_t r = 0; r < count; r++) {
        if (formula == APPLY) value[r] = x[r] / inverse[r] + sum[r];
        else if (formula == RESIDUAL) value[r] = value[r] - sum[r] - x[r] / inverse[r];
        else if (formula == POWER)
            value[r] = x[r] + s->factor * (value[r] - sum[r] - x[r] / inverse[r]);
        else value[r] = (value[r] - sum[r]) * inverse[r];
        if (formula == JOR) value[r] = (1 - s->factor) * x[r] + s->factor * value[r];
    }
    if (formula > RESIDUAL && !*unsatisfied) *unsatisfied = some_fail(s, count, x, value);
    for (uint32_t r = 0; r < count; r++) next[r] = value[r];
}

/* Sweeps over rows that do not fill a group. Compiled once and without vector instructions, because
 * these rows cost little. */
__attribute__((noinline)) static int sweep_some(const struct pass *s, uint32_t first,
                                                uint32_t count, int unsatisfied)
{
    sweep_group(s, s->formula, SIMD_PLAIN, first, count, &unsatisfied);
    return unsatisfied;
}

ALWAYS_INLINE int sweep_rows(const struct pass *s, const enum formula formula, const enum simd simd,
                             uint32_t first, uint32_t count, int unsatisfied)
{
    if (GROUPED && count < GROUP) return sweep_some(s, first, count, unsatisfied);
    sweep_group(s, formula, simd, first, GROUP, &unsatisfied);
    return unsatisfied;
}

/* Sweeps over rows first .. end - 1, run after run, without a test. Always returns 1. */
#ifdef RUNS
ALWAYS_INLINE int sweep_runs(const struct pass *s, const enum formula formula, const enum simd simd,
                             uint64_t first, uint64_t end)
{
    struct run run;
    if (end > s->n) end = s->n;
    for (uint64_t at = first; at < end; at += run.rows) {
        run_at(&s->rows, (uint32_t)at, (uint32_t)end, s->x, &run);
        const struct relax how = {.b = s->b ? s->b + at : NULL,
                                  .x = s->x + at,
                                  .next = s->next + at,
                                  .factor = s->factor,
                                  .relaxed = formula == JOR};
        if (run.alike) relax_run[simd](&run, &how);
        else sweep_rows(s, formula, simd, (uint32_t)at, run.rows, 1);
    }
    return 1;
}
enum { HAS_RUNS = 1 };
#else
enum { HAS_RUNS = 0 };
#define sweep_runs(s, formula, simd, first, end) 1
#endif

/* Sweeps over groups of rows and returns whether a row failed the test. If unsatisfied is set
 * already, the rows need no test. */
ALWAYS_INLINE int sweep_groups(const struct pass *s, const enum formula formula,
                               const enum simd simd, struct share groups, int unsatisfied)
{
    for (size_t g = groups.first; g < groups.end; g++) {
        const uint32_t first = (uint32_t)(g * GROUP), left = s->n - first;
        if (HAS_RUNS && unsatisfied && (formula == JACOBI || formula == JOR))
            return sweep_runs(s, formula, simd, first, (uint64_t)groups.end * GROUP);
        unsatisfied = sweep_rows(s, formula, simd, first, left < GROUP ? left : GROUP, unsatisfied);
    }
    return unsatisfied;
}

#define SWEEP(name, target, simd)                                                      \
    target static int name(const struct pass *s, struct share groups, int unsatisfied) \
    {                                                                                  \
        switch (s->formula) {                                                          \
        case APPLY: return sweep_groups(s, APPLY, simd, groups, unsatisfied);          \
        case RESIDUAL: return sweep_groups(s, RESIDUAL, simd, groups, unsatisfied);    \
        case JACOBI: return sweep_groups(s, JACOBI, simd, groups, unsatisfied);        \
        case JOR: return sweep_groups(s, JOR, simd, groups, unsatisfied);              \
        default: return sweep_groups(s, POWER, simd, groups, unsatisfied);             \
        }                                                                              \
    }

typedef int sweep_fn(const struct pass *s, struct share groups, int unsatisfied);

SWEEP(sweep_plain, , SIMD_PLAIN)
#if GROUPED && defined SIMD_BY_TARGET
SWEEP(sweep_avx2, FOR_AVX2, SIMD_AVX2)
SWEEP(sweep_avx512, FOR_AVX512, SIMD_AVX512)
static sweep_fn *const sweeps[NSIMDS] = {sweep_plain, sweep_avx2, sweep_avx512};
#else
static sweep_fn *const sweeps[NSIMDS] = {sweep_plain, sweep_plain, sweep_plain};
#endif

static enum status cpu_sweep(const struct stored *a, enum formula formula, const void *b,
                             const void *x, void *next, double factor, struct test *test)
{
    const struct pass s = {.rows = rows_of(a),
                           .formula = formula,
                           .n = a->n,
                           .b = b,
                           .x = x,
                           .next = next,
                           .factor = (real)factor,
                           .epsilon = test ? (real)test->epsilon : 0,
                           .relative = test && test->criterion == RELATIVE};
    sweep_fn *const function = sweeps[simd_level()];
    int unsatisfied = 0;
#pragma omp parallel reduction(| : unsatisfied) if (team_again(stored_entries(a)))
    unsatisfied |= function(&s, rows_share(&s.rows, s.n), !test);
    if (test && unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status cpu_apply(const struct stored *a, const void *x, void *y)
{
    return cpu_sweep(a, APPLY, NULL, x, y, 0, NULL);
}

static enum status cpu_residual(const struct stored *a, const void *b, const void *x, void *r)
{
    return cpu_sweep(a, RESIDUAL, b, x, r, 0, NULL);
}

static enum status cpu_jacobi(const struct stored *a, const struct rhs *b, const void *x,
                              void *next, double omega, struct test *test)
{
    return cpu_sweep(a, omega == 1 ? JACOBI : JOR, b ? b->entry : NULL, x, next, omega, test);
}

/* Data of several sweeps in one pass (solvers/cpu/blocks.h). */
struct passes {
    struct pass sweep[2]; /* [0]: even sweeps, from next to x; [1]: odd ones, from x to next */
    sweep_fn *function;
};

static int sweep_block(const void *context, unsigned sweep, struct share groups, int unsatisfied)
{
    const struct passes *passes = context;
    return passes->function(&passes->sweep[sweep % 2], groups, unsatisfied);
}

static enum status cpu_jacobi_pass(const struct stored *a, const struct rhs *b, void *x, void *next,
                                   double omega, struct test *test)
{
    const struct pass odd = {.rows = rows_of(a),
                             .formula = omega == 1 ? JACOBI : JOR,
                             .n = a->n,
                             .b = b ? b->entry : NULL,
                             .x = x,
                             .next = next,
                             .factor = (real)omega,
                             .epsilon = test ? (real)test->epsilon : 0,
                             .relative = test && test->criterion == RELATIVE};
    struct passes passes = {.sweep = {odd, odd}, .function = sweeps[simd_level()]};
    passes.sweep[0].x = next;
    passes.sweep[0].next = x;
    const struct blocks blocks = {.groups = group_count(a->n),
                                  .reach = (uint32_t)(((uint64_t)a->reach + GROUP - 1) / GROUP),
                                  .length = BLOCK_ROWS / GROUP,
                                  .sweeps = a->temporal_block,
                                  .tested = test != NULL,
                                  .sweep = sweep_block,
                                  .context = &passes};
    int unsatisfied = 0;
#pragma omp parallel reduction(| : unsatisfied) if (team_again(stored_entries(a)))
    {
        const struct share part = blocks_part(&blocks, share_index(), share_count());
        unsatisfied |= blocks_descend(&blocks, part);
#pragma omp barrier
        unsatisfied |= blocks_join(&blocks, part);
    }
    if (test && unsatisfied) *test->flag |= TEST_UNSATISFIED;
    return OK;
}

static enum status cpu_power(const struct stored *a, const struct rhs *b, const void *x, void *next,
                             double step, struct test *test)
{
    return cpu_sweep(a, POWER, b ? b->entry : NULL, x, next, step, test);
}

/* The product A x together with dot products. Several partial sums (lanes) hide the latency of the
 * additions. */

enum { DOT_LANES = 8 };

struct dots {
    double lane[NDOTS][DOT_LANES];
};

ALWAYS_INLINE void dots_group(const struct pass *s, const enum simd simd, const real *q,
                              uint32_t first, uint32_t count, struct dots *dots)
{
    real sum[GROUP], inverse[GROUP];
    const real *x = s->x + first;
    off_sums(&s->rows, simd, first, count, s->x, sum);
    inverses(&s->rows, first, count, inverse);
    for (uint32_t r = 0; r < count; r++) {
        const real y = x[r] / inverse[r] + sum[r];
        const uint32_t k = r % DOT_LANES;
        dots->lane[DOT_QY][k] += (double)q[first + r] * y;
        dots->lane[DOT_XY][k] += (double)x[r] * y;
        dots->lane[DOT_YY][k] += (double)y * y;
        dots->lane[DOT_QX][k] += (double)q[first + r] * x[r];
        s->next[first + r] = y;
    }
}

__attribute__((noinline)) static void dots_rest(const struct pass *s, const real *q, uint32_t first,
                                                struct dots *dots)
{
    dots_group(s, SIMD_PLAIN, q, first, s->n - first, dots);
}

ALWAYS_INLINE void dots_groups(const struct pass *s, const enum simd simd, const real *q,
                               struct share groups, double out[NDOTS])
{
    struct dots dots = {0};
    for (size_t g = groups.first; g < groups.end; g++) {
        uint32_t first = (uint32_t)(g * GROUP);
        if (GROUPED && s->n - first < GROUP) dots_rest(s, q, first, &dots);
        else dots_group(s, simd, q, first, GROUP, &dots);
    }
    for (int k = 0; k < NDOTS; k++) {
        out[k] = 0;
        for (int l = 0; l < DOT_LANES; l++) out[k] += dots.lane[k][l];
    }
}

typedef void dots_fn(const struct pass *s, const real *q, struct share groups, double out[NDOTS]);

#define DOTS(name, target, simd)                                                      \
    target static void name(const struct pass *s, const real *q, struct share groups, \
                            double out[NDOTS])                                        \
    {                                                                                 \
        dots_groups(s, simd, q, groups, out);                                         \
    }

DOTS(dots_plain, , SIMD_PLAIN)
#if GROUPED && defined SIMD_BY_TARGET
DOTS(dots_avx2, FOR_AVX2, SIMD_AVX2)
DOTS(dots_avx512, FOR_AVX512, SIMD_AVX512)
static dots_fn *const dots_at[NSIMDS] = {dots_plain, dots_avx2, dots_avx512};
#else
static dots_fn *const dots_at[NSIMDS] = {dots_plain, dots_plain, dots_plain};
#endif

/* The sums of the threads are added in the order of the threads. */
static enum status cpu_apply_dots(const struct stored *a, const void *x, void *y, const void *q,
                                  double out[NDOTS])
{
    const struct pass s = {.rows = rows_of(a), .n = a->n, .x = x, .next = y};
    dots_fn *const function = dots_at[simd_level()];
    double part[TEAM_MOST][NDOTS];
    size_t threads = 1;
#pragma omp parallel num_threads(share_threads(TEAM_MOST)) if (team_again(stored_entries(a)))
    {
#pragma omp single
        threads = share_count();
        function(&s, q, rows_share(&s.rows, s.n), part[share_index()]);
    }
    for (int k = 0; k < NDOTS; k++) {
        out[k] = 0;
        for (size_t t = 0; t < threads; t++) out[k] += part[t][k];
    }
    return OK;
}

/* Data of one sweep in place. */
struct update {
    struct rows rows;
    const real *b;
    real *x;
    int tested;
    real epsilon;
    int relative;
};

#ifndef LESS
static inline real off_less(struct rows rows, uint32_t i, const real *x)
{
    return 0 - off_sum(rows, i, x);
}
#endif

static inline void update_row(const struct update *u, uint32_t i, int *unsatisfied)
{
    const real old = u->x[i],
               rest = u->b ? u->b[i] - off_sum(u->rows, i, u->x) : off_less(u->rows, i, u->x),
               value = rest * inverse(u->rows, i);
    if (u->tested && !*unsatisfied) *unsatisfied = fails_test(old, value, u->epsilon, u->relative);
    u->x[i] = value;
}

#ifdef _OPENMP
static int update_all(const struct update *u, const struct stored *a, bool descending)
{
    const struct schedule *s = &a->schedule;
    int unsatisfied = 0;
#pragma omp parallel if (s->nsteps > 1 && team_again(stored_entries(a))) reduction(| : unsatisfied)
    for (uint32_t k = 0; k < s->nsteps; k++) {
        uint32_t step = descending ? s->nsteps - 1 - k : k, first = s->start[step],
                 end = s->start[step + 1];
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

static enum status cpu_gauss_seidel(const struct stored *a, const void *b, void *x, bool descending,
                                    struct test *test)
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

#include "solvers/cpu/bracket_sweep.h"

/* What a layout defines if it takes the best of choices itself. */
#ifndef BEST
#define BEST NULL
#endif

#define EXPORT_SWEEPS(table)                                                  \
    extern const struct mat_ops EXPORTED(table);                              \
    const struct mat_ops EXPORTED(table) = {.apply = cpu_apply,               \
                                            .residual = cpu_residual,         \
                                            .jacobi = cpu_jacobi,             \
                                            .power = cpu_power,               \
                                            .gauss_seidel = cpu_gauss_seidel, \
                                            .jacobi_pass = cpu_jacobi_pass,   \
                                            .pass_alternates = true,          \
                                            .apply_dots = cpu_apply_dots,     \
                                            .bracket = cpu_bracket,           \
                                            .best = BEST};

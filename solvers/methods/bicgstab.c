/* BiCGStab (van der Vorst 1992; GRAPHITE 2012, section 2): r = b - A x, q = p = r, then
 *
 *   alpha = (q.r) / (q.A p)        s = r - alpha A p
 *   stop where every |s_i| is small, with x + alpha p
 *   omega = (A s.s) / (A s.A s)    x = x + alpha p + omega s
 *   r' = s - omega A s             beta = (q.r' / q.r) (alpha / omega)
 *   p = r' + beta (p - omega A p)
 *
 * s takes the place of r. Stopping at s, before omega, is what keeps s = 0 from becoming 0/0; for
 * the same reason every iteration is tested. Any other zero divisor is voted TEST_BROKEN and ends
 * in BREAKDOWN.
 *
 * Beside the two products an iteration reads or writes 18 vectors, one pass a line, where one
 * operation at a time takes 26 (bicgstab_paper.c):
 *
 *   q.v 2      s 3      t.s and t.t 2      x, r', q.r' 7      p 4 */
#include "solvers/methods/bicgstab.h"

#include "solvers/loop.h"
#include "solvers/methods/krylov.h"

bool bicgstab_can_use(const struct mat_ops *mat)
{
    return mat->apply && mat->residual;
}

enum status bicgstab_start(struct solve *s, dot_fn *dot, bool *ended)
{
    void **w = s->work;
    MUST(s->mat->residual(s->a, s->b.entry, s->x, w[R]));
    MUST(s->vec->copy(s->n, w[R], w[Q]));
    MUST(s->vec->copy(s->n, w[R], w[P]));
    MUST(dot(s->n, w[Q], w[R], &s->scalar[RHO]));
    MUST(s->vec->small(s->n, w[R], &s->test));
    MUST(s->place->poll(&s->test));
    *ended = !(s->test.votes & TEST_UNSATISFIED);
    if (*ended) s->outcome = CONVERGED;
    return OK;
}

enum status bicgstab_finish(struct solve *s)
{
    if (s->outcome != CONVERGED || s->iterations == 0) return OK;
    return s->vec->axpy(s->n, 1, &s->scalar[ALPHA], s->work[P], s->x);
}

/* First half of an iteration: up to s, with the test on it. */
static enum status bicgstab_first_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    MUST(s->mat->apply(s->a, w[P], w[V]));
    MUST(s->vec->dot(s->n, w[Q], w[V], &c[QV]));
    MUST(s->vec->divide(&c[RHO], &c[QV], NULL, NULL, &c[ALPHA], &s->test));
    return s->vec->axpy_small(s->n, -1, &c[ALPHA], w[V], w[R], &s->test);
}

static enum status bicgstab_second_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    const struct vec_ops *vec = s->vec;
    MUST(s->mat->apply(s->a, w[R], w[T]));
    MUST(vec->dot_pair(s->n, w[T], w[R], &c[TS]));
    MUST(vec->divide(&c[TS], &c[TT], NULL, NULL, &c[OMEGA], &s->test));
    MUST(vec->iterate(s->n, &c[ALPHA], w[P], &c[OMEGA], w[T], w[Q], s->x, w[R], &c[RHO_NEXT]));
    MUST(vec->divide(&c[RHO_NEXT], &c[RHO], &c[ALPHA], &c[OMEGA], &c[BETA], &s->test));
    MUST(vec->direction(s->n, w[R], &c[BETA], &c[OMEGA], w[V], w[P]));
    return vec->copy_scalar(&c[RHO_NEXT], &c[RHO]);
}

/* One step: from one test to the next. */
static enum status bicgstab_step(struct solve *solve)
{
    enum status status = bicgstab_second_half(solve);
    return status == OK ? bicgstab_first_half(solve) : status;
}

static enum status bicgstab_prepare(struct solve *solve, const struct solve_settings *settings)
{
    if (krylov_is_plain(&solve->options)) return OK;
    return krylov_prepare(solve, settings, PRECONDITIONED_VECTORS);
}

static void bicgstab_dismiss(struct solve *solve)
{
    if (!krylov_is_plain(&solve->options)) krylov_dismiss(solve);
}

static enum status bicgstab_run_by_options(struct solve *solve)
{
    if (!krylov_is_plain(&solve->options)) return bicgstab_run_preconditioned(solve);
    return bicgstab_run(solve, bicgstab_first_half);
}

enum status bicgstab_run(struct solve *solve, step_fn *begin)
{
    bool ended;
    MUST(bicgstab_start(solve, solve->vec->dot, &ended));
    if (!ended) {
        MUST(begin(solve));
        MUST(iteration_done(solve, &ended));
    }
    if (!ended) MUST(solve->place->loop(solve));
    return bicgstab_finish(solve);
}

enum status bicgstab_change(const struct solve *s, double *out)
{
    enum status status = s->vec->change(s->n, s->work[R], NULL, ABSOLUTE, out);
    if (s->test.criterion == RELATIVE) *out /= s->test.scale;
    return status;
}

static enum status bicgstab_change_by_options(const struct solve *solve, double *out)
{
    return (krylov_is_plain(&solve->options) ? bicgstab_change : krylov_change)(solve, out);
}

const struct method method_bicgstab = {
    .name = "bicgstab",
    .title = "BiCGStab, parallel reductions",
    .source = "van der Vorst 1992",
    .nwork = BICGSTAB_WORK,
    .products = 2,
    .passes = 22,
    .nscalars = BICGSTAB_SCALARS,
    .measure = MEASURE_RESIDUAL,
    .by_entries = true,
    .options = krylov_options,
    .own_bytes = sizeof(struct krylov),
    .prepare = bicgstab_prepare,
    .dismiss = bicgstab_dismiss,
    .can_use = bicgstab_can_use,
    .step = bicgstab_step,
    .run = bicgstab_run_by_options,
    .change = bicgstab_change_by_options,
};

/* BiCGStab (van der Vorst 1992; GRAPHITE 2012, section 2): r = b - A x, q = p = r, then
 *
 *   alpha = (q.r) / (q.A p)        s = r - alpha A p         stop where every |s_i| is small, with x + alpha p
 *   omega = (A s.s) / (A s.A s)    x = x + alpha p + omega s
 *   r' = s - omega A s             beta = (q.r' / q.r) (alpha / omega)       p = r' + beta (p - omega A p)
 *
 * s takes the place of r. Stopping at s, before omega, is what keeps s = 0 from becoming 0/0. Any other zero divisor is
 * voted TEST_BROKEN and ends in BREAKDOWN. */
#include "solvers/bicgstab.h"

#include "solvers/loop.h"

enum { R, Q, P, V, T };                                 /* work vectors: V = A p, T = A s */
enum { RHO, RHO_NEXT, ALPHA, OMEGA, BETA, QV, TS, TT }; /* scalars */

bool bicgstab_can_use(const struct mat_ops *mat)
{
    return mat->apply && mat->residual;
}

static enum status start(struct solve *s, dot_fn *dot)
{
    void **w = s->work;
    enum status status = OK;
    TRY(s->mat->residual(s->a, s->b, s->x, w[R]));
    TRY(s->vec->copy(s->n, w[R], w[Q]));
    TRY(s->vec->copy(s->n, w[R], w[P]));
    TRY(dot(s->n, w[Q], w[R], &s->scalar[RHO]));
    TRY(s->vec->small(s->n, w[R], &s->test));
    TRY(s->place->poll(&s->test));
out:
    return status;
}

/* Up to s, with the test on it. */
static enum status first_half(struct solve *s, dot_fn *dot)
{
    void **w = s->work;
    double *c = s->scalar;
    enum status status = OK;
    TRY(s->mat->apply(s->a, w[P], w[V]));
    TRY(dot(s->n, w[Q], w[V], &c[QV]));
    TRY(s->vec->divide(&c[RHO], &c[QV], NULL, NULL, &c[ALPHA], &s->test));
    TRY(s->vec->axpy(s->n, -1, &c[ALPHA], w[V], w[R]));
    TRY(s->vec->small(s->n, w[R], &s->test));
out:
    return status;
}

static enum status second_half(struct solve *s, dot_fn *dot)
{
    void **w = s->work;
    double *c = s->scalar;
    const struct vec_ops *vec = s->vec;
    enum status status = OK;
    TRY(s->mat->apply(s->a, w[R], w[T]));
    TRY(dot(s->n, w[T], w[R], &c[TS]));
    TRY(dot(s->n, w[T], w[T], &c[TT]));
    TRY(vec->divide(&c[TS], &c[TT], NULL, NULL, &c[OMEGA], &s->test));
    TRY(vec->axpy(s->n, 1, &c[ALPHA], w[P], s->x));
    TRY(vec->axpy(s->n, 1, &c[OMEGA], w[R], s->x));
    TRY(vec->axpy(s->n, -1, &c[OMEGA], w[T], w[R]));
    TRY(dot(s->n, w[Q], w[R], &c[RHO_NEXT]));
    TRY(vec->divide(&c[RHO_NEXT], &c[RHO], &c[ALPHA], &c[OMEGA], &c[BETA], &s->test));
    TRY(vec->axpy(s->n, -1, &c[OMEGA], w[V], w[P]));
    TRY(vec->xpay(s->n, w[R], &c[BETA], w[P]));
    TRY(vec->copy_scalar(&c[RHO_NEXT], &c[RHO]));
out:
    return status;
}

enum status bicgstab_run(struct solve *s, dot_fn *dot)
{
    enum status status = OK;
    TRY(start(s, dot));
    bool ended = !(s->test.votes & TEST_UNSATISFIED); /* a start that already solves the system */
    s->outcome = CONVERGED;
    while (!ended) {
        TRY(first_half(s, dot));
        TRY(iteration_done(s, &ended));
        if (!ended) TRY(second_half(s, dot));
        else if (s->outcome == CONVERGED) TRY(s->vec->axpy(s->n, 1, &s->scalar[ALPHA], s->work[P], s->x));
    }
out:
    return status;
}

enum status bicgstab_change(const struct solve *s, double *out)
{
    enum status status = s->vec->change(s->n, s->work[R], NULL, ABSOLUTE, out);
    if (s->test.criterion == RELATIVE) *out /= s->test.scale;
    return status;
}

static enum status run(struct solve *solve)
{
    return bicgstab_run(solve, solve->vec->dot);
}

const struct method method_bicgstab = {
    .name = "bicgstab",
    .title = "BiCGStab, parallel reductions",
    .source = "van der Vorst 1992",
    .nwork = BICGSTAB_WORK,
    .nscalars = BICGSTAB_SCALARS,
    .measure = MEASURE_RESIDUAL,
    .can_use = bicgstab_can_use,
    .run = run,
    .change = bicgstab_change,
};

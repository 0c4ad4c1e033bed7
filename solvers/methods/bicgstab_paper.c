/* BiCGStab as in GRAPHITE 2012: one operation at a time, every dot product by one thread, and the
 * host reads the test in every iteration. bicgstab.c has the formulas. */
#include "solvers/methods/bicgstab.h"

#include "solvers/loop.h"

static enum status bicgstab_paper_first_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    const struct vec_ops *vec = s->vec;
    MUST(s->mat->apply(s->a, w[P], w[V]));
    MUST(vec->dot_one_thread(s->n, w[Q], w[V], &c[QV]));
    MUST(vec->divide(&c[RHO], &c[QV], NULL, NULL, &c[ALPHA], &s->test));
    MUST(vec->axpy(s->n, -1, &c[ALPHA], w[V], w[R]));
    return vec->small(s->n, w[R], &s->test);
}

static enum status bicgstab_paper_second_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    const struct vec_ops *vec = s->vec;
    MUST(s->mat->apply(s->a, w[R], w[T]));
    MUST(vec->dot_one_thread(s->n, w[T], w[R], &c[TS]));
    MUST(vec->dot_one_thread(s->n, w[T], w[T], &c[TT]));
    MUST(vec->divide(&c[TS], &c[TT], NULL, NULL, &c[OMEGA], &s->test));
    MUST(vec->axpy(s->n, 1, &c[ALPHA], w[P], s->x));
    MUST(vec->axpy(s->n, 1, &c[OMEGA], w[R], s->x));
    MUST(vec->axpy(s->n, -1, &c[OMEGA], w[T], w[R]));
    MUST(vec->dot_one_thread(s->n, w[Q], w[R], &c[RHO_NEXT]));
    MUST(vec->divide(&c[RHO_NEXT], &c[RHO], &c[ALPHA], &c[OMEGA], &c[BETA], &s->test));
    MUST(vec->axpy(s->n, -1, &c[OMEGA], w[V], w[P]));
    MUST(vec->xpay(s->n, w[R], &c[BETA], w[P]));
    return vec->copy_scalar(&c[RHO_NEXT], &c[RHO]);
}

static enum status bicgstab_paper_run(struct solve *solve)
{
    bool ended;
    MUST(bicgstab_start(solve, solve->vec->dot_one_thread, &ended));
    while (!ended) {
        MUST(bicgstab_paper_first_half(solve));
        MUST(iteration_done(solve, &ended));
        if (!ended) MUST(bicgstab_paper_second_half(solve));
    }
    return bicgstab_finish(solve);
}

const struct method method_bicgstab_paper = {
    .name = "bicgstab_paper",
    .title = "BiCGStab, dot products by one thread",
    .source = "GRAPHITE 2012, sections 2 and 3",
    .nwork = BICGSTAB_WORK,
    .products = 2,
    .passes = 30,
    .nscalars = BICGSTAB_SCALARS,
    .measure = MEASURE_RESIDUAL,
    .can_use = bicgstab_can_use,
    .run = bicgstab_paper_run,
    .change = bicgstab_change,
};

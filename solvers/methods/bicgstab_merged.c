/* BiCGStab with its reductions merged into the products, and rearranged so that no reduction needs
 * a pass of its own (in the way of Yang and Brent 2002 and of Cools and Vanroose 2017):
 *
 *   v = A p with q.v           alpha = rho / (q.v)      s = r - alpha v
 *   stop where every |s_i| is small
 *   t = A s with t.s, t.t, q.t and q.s
 *   omega = (t.s) / (t.t)      rho' = q.s - omega q.t   beta = (rho' / rho) (alpha / omega)
 *   x = x + alpha p + omega s  r' = s - omega t         p = r' + beta (p - omega v)
 *
 * rho' is q.r', by what r' is and not from it, so that all three vectors change in one pass. Beside
 * the products an iteration reads or writes 13 vectors, one pass a line, where bicgstab takes 18:
 *
 *   q in v = A p 1      s 3      q in t = A s 1      x, r', p 8
 *
 * The iterates are those of bicgstab but for rounding, which may cost an iteration or save one. */
#include "solvers/methods/bicgstab.h"

/* Scalars after those of bicgstab.h: the results of the two products. */
enum { OF_V = BICGSTAB_SCALARS, OF_T = OF_V + NDOTS, MERGED_SCALARS = OF_T + NDOTS };

static bool bicgstab_merged_can_use(const struct mat_ops *mat)
{
    return mat->apply_dots && mat->residual;
}

/* First half of an iteration: up to s, with the test on it. */
static enum status bicgstab_merged_first_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    MUST(s->mat->apply_dots(s->a, w[P], w[V], w[Q], &c[OF_V]));
    MUST(s->vec->divide(&c[RHO], &c[OF_V + DOT_QY], NULL, NULL, &c[ALPHA], &s->test));
    return s->vec->axpy_small(s->n, -1, &c[ALPHA], w[V], w[R], &s->test);
}

static enum status bicgstab_merged_second_half(struct solve *s)
{
    void **w = s->work;
    double *c = s->scalar;
    const struct vec_ops *vec = s->vec;
    MUST(s->mat->apply_dots(s->a, w[R], w[T], w[Q], &c[OF_T]));
    MUST(vec->divide(&c[OF_T + DOT_XY], &c[OF_T + DOT_YY], NULL, NULL, &c[OMEGA], &s->test));
    MUST(vec->combine(&c[OF_T + DOT_QX], &c[OMEGA], &c[OF_T + DOT_QY], &c[RHO_NEXT]));
    MUST(vec->divide(&c[RHO_NEXT], &c[RHO], &c[ALPHA], &c[OMEGA], &c[BETA], &s->test));
    MUST(vec->advance(s->n, &c[ALPHA], &c[OMEGA], &c[BETA], w[T], w[V], s->x, w[R], w[P]));
    return vec->copy_scalar(&c[RHO_NEXT], &c[RHO]);
}

/* One step: from one test to the next. */
static enum status bicgstab_merged_step(struct solve *solve)
{
    enum status status = bicgstab_merged_second_half(solve);
    return status == OK ? bicgstab_merged_first_half(solve) : status;
}

static enum status bicgstab_merged_run(struct solve *solve)
{
    return bicgstab_run(solve, bicgstab_merged_first_half);
}

const struct method method_bicgstab_merged = {
    .name = "bicgstab_merged",
    .title = "BiCGStab, reductions merged into the products",
    .source = "van der Vorst 1992, rearranged as in Yang and Brent 2002",
    .nwork = BICGSTAB_WORK,
    .products = 2,
    .passes = 17,
    .nscalars = MERGED_SCALARS,
    .measure = MEASURE_RESIDUAL,
    .can_use = bicgstab_merged_can_use,
    .step = bicgstab_merged_step,
    .run = bicgstab_merged_run,
    .change = bicgstab_change,
};

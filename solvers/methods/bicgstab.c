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

/* Enqueues many iterations; further ones go on from where these end. */
static enum status bicgstab_recur(struct solve *solve)
{
    struct bicgstab *own = solve->own;
    struct recurrence *how = &own->recurrence;
    MUST(solve->mat->recurrence->run(solve->a, how, &solve->test));
    how->from_x = how->x;
    how->from_best = how->best;
    return OK;
}

/* One step: from one test to the next; or as many as test.burst says, by mat_ops.recurrence. */
static enum status bicgstab_step(struct solve *solve)
{
    if (solve->test.burst) return bicgstab_recur(solve);
    enum status status = bicgstab_second_half(solve);
    return status == OK ? bicgstab_first_half(solve) : status;
}

static enum status bicgstab_why_not(const struct place *place, enum precision precision,
                                    const struct solver_options *options)
{
    const struct preconditioner *kind = krylov_preconditioner(options);
    if (options->loop != LOOP_RESIDENT || !kind->prepare || kind->by_entries) return OK;
    return fail(ERROR_UNSUPPORTED,
                "loop=resident: bicgstab does not have it with precondition=%s, which reads other "
                "rows: use precondition=jacobi, or loop=host",
                kind->name);
}

/* Returns the bound of the test on s, in the precision of the vectors. */
static double small_bound(const struct solve *s)
{
    const double bound = s->test.epsilon * (s->test.criterion == RELATIVE ? s->test.scale : 1);
    return s->a->precision == F32 ? (float)bound : bound;
}

/* loop=resident: the memory of the recurrence. A plain solve's state never changes on the host. */
static enum status bicgstab_open_recurrence(struct solve *s)
{
    struct bicgstab *own = s->own;
    struct recurrence *how = &own->recurrence;
    const bool checked = !krylov_is_plain(&s->options);
    void **w = s->work, **more = own->krylov.vector;
    MUST(bicgstab_why_not(s->place, s->a->precision, &s->options));
    if (!s->mat->recurrence)
        return fail(ERROR_UNSUPPORTED, "loop=resident: layout %s does not have it for bicgstab",
                    s->a->layout->name);
    *how = (struct recurrence){.checked = checked,
                               .from_x = s->x,
                               .x = s->x,
                               .best = checked ? more[BICGSTAB_SPARE] : NULL,
                               .r = w[R],
                               .p = w[P],
                               .v = w[V],
                               .q = w[Q],
                               .y = checked ? more[BICGSTAB_Y] : w[P],
                               .z = checked ? more[BICGSTAB_Z] : w[T],
                               .rho = &s->scalar[RHO],
                               .alpha = &s->scalar[ALPHA]};
    MUST(s->mat->recurrence->open(s->a, how));
    *how->state = (struct recurrence_state){.aim = small_bound(s), .at = AT_SECOND_HALF};
    return OK;
}

static enum status bicgstab_prepare(struct solve *solve, const struct solve_settings *settings)
{
    if (!krylov_is_plain(&solve->options))
        MUST(krylov_prepare(solve, settings, PRECONDITIONED_VECTORS));
    return solve->options.loop == LOOP_RESIDENT ? bicgstab_open_recurrence(solve) : OK;
}

static void bicgstab_dismiss(struct solve *solve)
{
    struct bicgstab *own = solve->own;
    if (own->recurrence.state) solve->mat->recurrence->close(&own->recurrence);
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
    .own_bytes = sizeof(struct bicgstab),
    .recurs = true,
    .why_not = bicgstab_why_not,
    .prepare = bicgstab_prepare,
    .dismiss = bicgstab_dismiss,
    .can_use = bicgstab_can_use,
    .step = bicgstab_step,
    .run = bicgstab_run_by_options,
    .change = bicgstab_change_by_options,
};

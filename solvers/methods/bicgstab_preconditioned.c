/* BiCGStab preconditioned on the right (van der Vorst 1992): with y = M^-1 p and z = M^-1 s,
 *
 *   alpha = (q.r) / (q.A y)        s = r - alpha A y
 *   omega = (A z.s) / (A z.A z)    x = x + alpha y + omega z
 *   r' = s - omega A z             beta = (q.r' / q.r) (alpha / omega)
 *   p = r' + beta (p - omega A y)
 *
 * r is the residual of A x = b itself. Where the recurrence says that an entry of s or r is small
 * enough, the true residual is looked at. A divisor that is zero or not finite, a true residual
 * that is not what the recurrence says, and PATIENCE iterations without a better iterate begin the
 * recurrence anew from the best iterate. The answer is the best iterate. */
#include "solvers/methods/bicgstab.h"

#include <math.h>

#include "solvers/loop.h"

enum {
    PATIENCE = 200, /* iterations without a better iterate */
    TRIES = 4       /* number of consecutive tries that do not halve the residual */
};

/* Largest ratio of the aim at two consecutive checks of the true residual. */
static const double closer = 0.5;

enum verdict { GO_ON, ANEW, END };

struct iteration {
    struct solve *solve;
    struct krylov *own;
    double rho, alpha;
    double aim;     /* the residual of the recurrence must come below this before the true one is
                       checked */
    void *x, *best; /* one of solve->x and BICGSTAB_SPARE each */
    double size;    /* size of the residual of the best iterate */
    uint64_t since; /* iterations since the best iterate */
    bool divisor;   /* the last restart was because of a divisor */
};

static void *other_than(const struct iteration *it, const void *x)
{
    return x == it->solve->x ? it->own->vector[BICGSTAB_SPARE] : it->solve->x;
}

static enum status preconditioned_blend(const struct iteration *it, const struct blend *how)
{
    return it->solve->vec->blend(it->solve->n, how);
}

/* Checks the true residual of x. If it is not small enough yet, either the recurrence must go on,
 * or it is far from the truth: its residual is a millionth of the aim. The residual may be below
 * the new aim at once, because a pinned row has the sum of all other residuals, which may be
 * millions. If only rounding errors may be left, x is the best iterate. */
static enum status preconditioned_check(struct iteration *it, void *x, double claimed,
                                        enum verdict *out)
{
    double size;
    bool met;
    MUST(krylov_check(it->solve, x, &size, &met));
    if (met) {
        it->best = x;
        *out = END;
        it->solve->outcome = CONVERGED;
        return OK;
    }
    it->aim = fmin(claimed, it->aim) * fmin(closer, closer * it->own->bound / size);
    *out = claimed > 1e-6 * it->own->aim ? GO_ON : ANEW;
    if (!isfinite(size) || it->own->rounded) *out = ANEW;
    return it->own->rounded && x != it->best ? it->solve->vec->copy(it->solve->n, x, it->best) : OK;
}

/* Returns whether a quotient is finite and not zero; if not, the recurrence begins anew. */
static bool usable(struct iteration *it, double value, enum verdict *out)
{
    it->divisor = !isfinite(value) || value == 0;
    *out = it->divisor ? ANEW : GO_ON;
    return !it->divisor;
}

/* Every entry of s is small enough, by the recurrence: checks x + alpha y. size: the largest. */
static enum status preconditioned_check_s(struct iteration *it, const void *y, double size,
                                          enum verdict *out)
{
    void *x = other_than(it, it->x);
    if (x == it->best) x = it->own->vector[BICGSTAB_Z];
    MUST(preconditioned_blend(it, &(struct blend){.count = 2,
                                                  .factor = (double[]){1, it->alpha},
                                                  .x = (const void *[]){it->x, y},
                                                  .y = x}));
    return preconditioned_check(it, x, size, out);
}

/* First half of an iteration: from p to s, which replaces r. Ends the solve if s is small enough.
 */
static enum status preconditioned_first_half(struct iteration *it, const void **y,
                                             enum verdict *out)
{
    struct solve *s = it->solve;
    void **w = s->work;
    double qv, size;
    MUST(krylov_apply(s, w[P], it->own->vector[BICGSTAB_Y], w[V], y));
    MUST(preconditioned_blend(
        it, &(struct blend){.y = w[V], .ndots = 1, .with = (const void *[]){w[Q]}, .dot = &qv}));
    it->alpha = it->rho / qv;
    if (!usable(it, it->alpha, out)) return OK;
    MUST(preconditioned_blend(it, &(struct blend){.count = 2,
                                                  .factor = (double[]){1, -it->alpha},
                                                  .x = (const void *[]){w[R], w[V]},
                                                  .y = w[R],
                                                  .largest = &size}));
    return size <= it->aim ? preconditioned_check_s(it, *y, size, out) : OK;
}

/* Second half of an iteration: from s to the next x, r and p. */
static enum status preconditioned_second_half(struct iteration *it, const void *y,
                                              enum verdict *out)
{
    struct solve *s = it->solve;
    void **w = s->work, *x = it->x == it->best ? other_than(it, it->x) : it->x;
    const void *z;
    double ts[2], rho, size;
    MUST(krylov_apply(s, w[R], it->own->vector[BICGSTAB_Z], w[T], &z));
    MUST(preconditioned_blend(
        it,
        &(struct blend){.y = w[T], .ndots = 2, .with = (const void *[]){w[R], w[T]}, .dot = ts}));
    const double omega = ts[0] / ts[1];
    if (!usable(it, omega, out)) return OK;
    MUST(preconditioned_blend(it, &(struct blend){.count = 3,
                                                  .factor = (double[]){1, it->alpha, omega},
                                                  .x = (const void *[]){it->x, y, z},
                                                  .y = x}));
    MUST(preconditioned_blend(it, &(struct blend){.count = 2,
                                                  .factor = (double[]){1, -omega},
                                                  .x = (const void *[]){w[R], w[T]},
                                                  .y = w[R],
                                                  .ndots = 1,
                                                  .with = (const void *[]){w[Q]},
                                                  .dot = &rho,
                                                  .largest = &size}));
    const double beta = rho / it->rho * (it->alpha / omega);
    it->x = x;
    it->rho = rho;
    it->since++;
    if (size < it->size) {
        it->best = x;
        it->size = size;
        it->since = 0;
    }
    if (size <= it->aim) MUST(preconditioned_check(it, x, size, out));
    if (*out != GO_ON || !usable(it, beta, out)) return OK;
    if (it->since >= PATIENCE) *out = ANEW;
    if (*out != GO_ON) return OK;
    return preconditioned_blend(it, &(struct blend){.count = 3,
                                                    .factor = (double[]){beta, 1, -beta * omega},
                                                    .x = (const void *[]){w[P], w[R], w[V]},
                                                    .y = w[P]});
}

/* Counts an iteration that has ended with this verdict. */
static void preconditioned_count(struct iteration *it, enum verdict *out)
{
    bool ended = false;
    it->solve->iterations++;
    if (*out != END) end_otherwise(it->solve, true, &ended);
    if (ended) *out = END;
}

static enum status preconditioned_iterate(struct iteration *it, enum verdict *out)
{
    const void *y;
    MUST(preconditioned_first_half(it, &y, out));
    if (*out == GO_ON) MUST(preconditioned_second_half(it, y, out));
    preconditioned_count(it, out);
    return OK;
}

/* loop=resident */

static struct recurrence *recurrence_of(const struct iteration *it)
{
    struct bicgstab *own = it->solve->own;
    return &own->recurrence;
}

/* The recurrence begins where preconditioned_begin has left it. */
static void preconditioned_enter(const struct iteration *it)
{
    struct recurrence *how = recurrence_of(it);
    how->diagonal = it->own->m.kind->apply ? it->own->m.diagonal : NULL;
    how->pin = it->own->pin;
    how->npins = it->own->nown;
    how->patience = PATIENCE;
    *how->state = (struct recurrence_state){.rho = it->rho, .size = it->size, .at = AT_BEGINNING};
}

/* What the host does within an iteration, where the recurrence has ended for it. */
static enum status preconditioned_decide(struct iteration *it, enum verdict *out)
{
    const struct recurrence *how = recurrence_of(it);
    const struct recurrence_state *now = how->state;
    it->divisor = now->end == ENDED_BY_DIVISOR;
    it->alpha = now->alpha;
    *out = ANEW;
    if (now->end == ENDED_AT_S) return preconditioned_check_s(it, how->y, now->claimed, out);
    if (now->end != ENDED_AT_R) return OK;
    MUST(preconditioned_check(it, it->x, now->claimed, out));
    if (*out != GO_ON || !usable(it, now->beta, out)) return OK;
    if (now->since >= PATIENCE) *out = ANEW;
    return OK;
}

/* Iterations without the host, until it has to decide, or the solve ends. If they go on, the
 * iteration that was interrupted has not ended and is not counted yet. */
static enum status preconditioned_stay(struct iteration *it, enum verdict *out)
{
    struct recurrence *how = recurrence_of(it);
    how->from_x = it->x;
    how->from_best = it->best;
    how->state->aim = it->aim;
    MUST(it->solve->place->loop(it->solve));
    it->x = how->x;
    it->best = how->best;
    if (how->state->end == ENDED_BY_COUNT) {
        *out = END;
        return OK;
    }
    MUST(preconditioned_decide(it, out));
    if (*out != GO_ON) preconditioned_count(it, out);
    return OK;
}

/* Begins the recurrence from the best iterate. again: with another q, so that a breakdown does not
 * occur again. */
static enum status preconditioned_begin(struct iteration *it, bool again, enum verdict *out)
{
    struct solve *s = it->solve;
    void **w = s->work;
    const void *y;
    double size, squares[2];
    it->x = it->best;
    MUST(krylov_residual(s, it->x, w[R], &size));
    it->size = size;
    it->since = 0;
    it->aim = it->own->aim;
    *out = GO_ON;
    if (size <= it->aim) MUST(preconditioned_check(it, it->x, size, out));
    if (*out == ANEW && isfinite(it->own->left)) *out = GO_ON;
    if (*out != GO_ON) return OK;
    MUST(s->vec->copy(s->n, w[R], w[P]));
    MUST(s->vec->copy(s->n, w[R], w[Q]));
    if (again) {
        MUST(krylov_apply(s, w[R], it->own->vector[BICGSTAB_Y], w[V], &y));
        MUST(preconditioned_blend(
            it, &(struct blend){
                    .y = w[V], .ndots = 1, .with = (const void *[]){w[V]}, .dot = squares}));
        MUST(preconditioned_blend(
            it, &(struct blend){
                    .y = w[R], .ndots = 1, .with = (const void *[]){w[R]}, .dot = squares + 1}));
        if (squares[0] > 0)
            MUST(preconditioned_blend(
                it, &(struct blend){.count = 2,
                                    .factor = (double[]){1, sqrt(squares[1] / squares[0])},
                                    .x = (const void *[]){w[Q], w[V]},
                                    .y = w[Q]}));
    }
    return preconditioned_blend(
        it,
        &(struct blend){.y = w[R], .ndots = 1, .with = (const void *[]){w[Q]}, .dot = &it->rho});
}

enum status bicgstab_run_preconditioned(struct solve *solve)
{
    struct iteration it = {.solve = solve, .own = solve->own, .best = solve->x, .aim = INFINITY};
    enum verdict verdict = GO_ON;
    int restarts = 0;
    const bool resident = solve->options.loop == LOOP_RESIDENT;
    double least = INFINITY;
    bool ended;
    MUST(krylov_begin(solve, &ended));
    if (ended) return OK;
    for (int vain = 0; verdict != END; restarts++) {
        MUST(preconditioned_begin(&it, restarts > 0, &verdict));
        vain = it.size <= 0.5 * least ? 0 : vain + 1;
        least = fmin(least, it.size);
        if (verdict != END && vain > TRIES && it.own->rounded)
            return krylov_finish_rounded(solve, it.best);
        if (verdict != END && vain > TRIES) {
            krylov_note_stall(solve, it.size);
            solve->outcome = it.divisor ? BREAKDOWN : MAX_ITERATIONS;
            break;
        }
        if (resident) preconditioned_enter(&it);
        while (verdict == GO_ON)
            MUST(resident ? preconditioned_stay(&it, &verdict)
                          : preconditioned_iterate(&it, &verdict));
    }
    if (restarts > 1)
        krylov_note(solve, "bicgstab began anew %d time%s", restarts - 1, restarts == 2 ? "" : "s");
    return krylov_finish(solve, it.best, solve->outcome);
}

/* GMRES with a preconditioner on the right, restarted (Saad and Schultz 1986): r = b - A x,
 * v_0 = r / |r|, then for j = 0 .. restart - 1
 *
 *   w = A M^-1 v_j without its parts along v_0 .. v_j, v_j+1 = w / |w|
 *
 * and x + M^-1 sum y_j v_j, where y makes |r| least. M is the same in all iterations. w is made
 * orthogonal by classical Gram-Schmidt, whose sums are few passes over memory. Where so
 * much of w is lost that rounding counts, that is done once more (Daniel, Gragg, Kaufman and
 * Stewart 1976). Rotations turn the Hessenberg matrix of the parts into a triangle column by
 * column, so that |r| is known without x.
 *
 * Where |r| says that the residual is small enough, the true one is looked at. The answer is the
 * best iterate at the end of a cycle. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/loop.h"
#include "solvers/methods/krylov.h"
#include "solvers/solve.h"

enum {
    VAIN_CYCLES = 10
}; /* number of consecutive cycles that reduce the residual by less than
      a tenth */

/* One pass of Gram-Schmidt suffices where this share of w . w is left: products with the v_j are
 * then at most some thousand roundings off zero, which GMRES tolerates while |r| is above them. */
static const double KEPT = 1e-6;

/* solve->own. */
struct gmres {
    struct krylov krylov;
    int m;          /* restart */
    double *column; /* m columns of m + 1 numbers: the triangle */
    double *cosine, *sine;
    double *g;         /* m + 1 numbers: the rotated right-hand side */
    double *factor;    /* m + 2 */
    const void **list; /* m + 2 vectors */
};

/* krylov.vector: v_0 .. v_m, another x, and, with a preconditioner, z. */

static void *basis(const struct gmres *own, int j)
{
    return own->krylov.vector[j];
}

static void *spare(const struct gmres *own)
{
    return own->krylov.vector[own->m + 1];
}

static void *preconditioned(const struct gmres *own)
{
    return own->krylov.m.kind->apply ? own->krylov.vector[own->m + 2] : NULL;
}

static enum status gmres_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct gmres *own = solve->own;
    const struct krylov_options *chosen = method_options(&solve->options);
    static const char what[] = "coefficients of gmres";
    const int m = own->m = chosen->restart;
    const bool stores = preconditioners[chosen->precondition]->apply != NULL;
    const size_t wide = (size_t)m + 2;
    MUST(allocate(wide * wide, sizeof *own->column, what, &own->column));
    MUST(allocate(wide, sizeof *own->cosine, what, &own->cosine));
    MUST(allocate(wide, sizeof *own->sine, what, &own->sine));
    MUST(allocate(wide, sizeof *own->g, what, &own->g));
    MUST(allocate(wide, sizeof *own->factor, what, &own->factor));
    MUST(allocate(wide, sizeof *own->list, what, &own->list));
    return krylov_prepare(solve, settings, m + 2 + (stores ? 1 : 0));
}

static void gmres_dismiss(struct solve *solve)
{
    struct gmres *own = solve->own;
    void *owned[] = {own->column, own->cosine, own->sine, own->g, own->factor, own->list};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) free(owned[k]);
    krylov_dismiss(solve);
}

static enum status gmres_blend(struct solve *solve, const struct blend *how)
{
    return solve->vec->blend(solve->n, how);
}

/* Subtracts the parts along v_0 .. v_j from w and adds them to h. *before and *after = w . w */
static enum status take_parts(struct solve *solve, int j, void *w, double *h, double *before,
                              double *after)
{
    struct gmres *own = solve->own;
    double part[BLEND_DOTS];
    own->list[0] = w; /* its own product comes first */
    own->factor[0] = 1;
    for (int first = 0; first < j + 2; first += BLEND_DOTS) {
        const int count = j + 2 - first < BLEND_DOTS ? j + 2 - first : BLEND_DOTS;
        for (int k = first ? 0 : 1; k < count; k++)
            own->list[first + k] = basis(own, first + k - 1);
        MUST(gmres_blend(
            solve,
            &(struct blend){.y = w, .ndots = count, .with = own->list + first, .dot = part}));
        if (!first) *before = part[0];
        for (int k = first ? 0 : 1; k < count; k++) {
            h[first + k - 1] += part[k];
            own->factor[first + k] = -part[k];
        }
    }
    return gmres_blend(solve, &(struct blend){.count = j + 2,
                                              .factor = own->factor,
                                              .x = own->list,
                                              .y = w,
                                              .ndots = 1,
                                              .with = (const void *[]){w},
                                              .dot = after});
}

/* Applies the earlier rotations to the new column, makes its own rotation, and applies that to g.
 */
static void rotate(struct gmres *own, int j, double *h, double below)
{
    for (int k = 0; k < j; k++) {
        const double upper = own->cosine[k] * h[k] + own->sine[k] * h[k + 1];
        h[k + 1] = own->cosine[k] * h[k + 1] - own->sine[k] * h[k];
        h[k] = upper;
    }
    const double length = hypot(h[j], below);
    own->cosine[j] = length > 0 ? h[j] / length : 1;
    own->sine[j] = length > 0 ? below / length : 0;
    h[j] = length;
    own->g[j + 1] = -own->sine[j] * own->g[j];
    own->g[j] *= own->cosine[j];
}

/* Adds a column; *last: the space does not grow any more. */
static enum status extend(struct solve *solve, int j, bool *last)
{
    struct gmres *own = solve->own;
    double *h = own->column + (size_t)j * ((size_t)own->m + 1), first, before, square;
    void *w = basis(own, j + 1);
    const void *at;
    MUST(krylov_apply(solve, basis(own, j), preconditioned(own), w, &at));
    for (int k = 0; k <= j + 1; k++) h[k] = 0;
    MUST(take_parts(solve, j, w, h, &first, &square));
    if (!(square > KEPT * first)) MUST(take_parts(solve, j, w, h, &before, &square));
    *last = !(square > 1e-28 * first);
    const double below = *last ? 0 : sqrt(square);
    rotate(own, j, h, below);
    if (*last) return OK;
    return gmres_blend(
        solve, &(struct blend){
                   .count = 1, .factor = (double[]){1 / below}, .x = (const void *[]){w}, .y = w});
}

/* to = x + M^-1 sum y_k v_k over the first `count` columns, without those that have no pivot. */
static enum status gmres_combine(struct solve *solve, int count, const void *x, void *to)
{
    struct gmres *own = solve->own;
    double *y = own->factor + 1;
    void *sum = own->krylov.scratch, *z = preconditioned(own);
    for (int j = count; j-- > 0;) {
        y[j] = own->g[j];
        for (int k = j + 1; k < count; k++)
            y[j] -= own->column[(size_t)k * ((size_t)own->m + 1) + (size_t)j] * y[k];
        const double pivot = own->column[(size_t)j * ((size_t)own->m + 1) + (size_t)j];
        y[j] = pivot > 0 ? y[j] / pivot : 0;
        own->list[1 + j] = basis(own, j);
    }
    own->list[0] = x;
    own->factor[0] = 1;
    if (!z)
        return gmres_blend(
            solve,
            &(struct blend){.count = count + 1, .factor = own->factor, .x = own->list, .y = to});
    MUST(gmres_blend(
        solve, &(struct blend){.count = count, .factor = y, .x = own->list + 1, .y = sum}));
    MUST(krylov_step(solve, sum, z));
    return gmres_blend(
        solve,
        &(struct blend){
            .count = 2, .factor = (double[]){1, 1}, .x = (const void *[]){x, z}, .y = to});
}

/* Makes one cycle from x; `to` = the iterate at its end. *aim: |r| must come below this. */
static enum status cycle(struct solve *solve, const void *x, void *to, double *aim, bool *ended)
{
    struct gmres *own = solve->own;
    bool last = false, met = false;
    int j = 0;
    while (j < own->m && !last && !*ended) {
        double size;
        MUST(extend(solve, j++, &last));
        solve->iterations++;
        end_otherwise(solve, true, ended);
        const double left = fabs(own->g[j]);
        if (!(left <= *aim) && !last) continue;
        MUST(gmres_combine(solve, j, x, to));
        MUST(krylov_check(solve, to, &size, &met));
        if (met) {
            solve->outcome = CONVERGED;
            *ended = true;
            return OK;
        }
        if (own->krylov.rounded) return OK;
        *aim = fmin(left, *aim) * fmin(0.5, 0.5 * own->krylov.bound / size);
    }
    return gmres_combine(solve, j, x, to);
}

/* Makes v_0 and g for a cycle from x. *length = |r|, *size = its largest entry. */
static enum status gmres_begin_cycle(struct solve *solve, const void *x, double *length,
                                     double *size)
{
    struct gmres *own = solve->own;
    void *r = basis(own, 0);
    MUST(krylov_residual(solve, x, r, size));
    MUST(gmres_blend(
        solve, &(struct blend){.y = r, .ndots = 1, .with = (const void *[]){r}, .dot = length}));
    own->g[0] = *length = sqrt(*length);
    if (!(*length > 0)) return OK;
    return gmres_blend(solve, &(struct blend){.count = 1,
                                              .factor = (double[]){1 / *length},
                                              .x = (const void *[]){r},
                                              .y = r});
}

static enum status gmres_run(struct solve *solve)
{
    struct gmres *own = solve->own;
    double length, size, least = INFINITY;
    void *x = solve->x, *best = x;
    bool ended, met;
    MUST(krylov_begin(solve, &ended));
    if (ended) return OK;
    for (int vain = 0; !ended;) {
        MUST(gmres_begin_cycle(solve, x, &length, &size));
        vain = length <= 0.9 * least ? 0 : vain + 1;
        if (length < least) {
            least = length;
            best = x;
        }
        if (size <= own->krylov.aim) {
            MUST(krylov_check(solve, x, &size, &met));
            if (met) return krylov_finish(solve, x, CONVERGED);
        }
        if (own->krylov.rounded && vain > VAIN_CYCLES) return krylov_finish_rounded(solve, best);
        if (vain > VAIN_CYCLES || !isfinite(length) || length == 0) {
            krylov_note_stall(solve, size);
            return krylov_finish(solve, best, MAX_ITERATIONS);
        }
        /* The test is on entries. They stay about as far below |r| as they are now. */
        double aim = fmin(0.1, own->krylov.aim / size) * length;
        x = best == solve->x ? spare(own) : solve->x;
        MUST(cycle(solve, best, x, &aim, &ended));
    }
    return krylov_finish(solve, x, solve->outcome);
}

const struct method method_gmres = {
    .name = "gmres",
    .title = "GMRES, restarted",
    .source = "Saad and Schultz 1986",
    .products = 1,
    .passes = 22,
    .measure = MEASURE_RESIDUAL,
    .by_entries = true,
    .options = krylov_options,
    .own_bytes = sizeof(struct gmres),
    .prepare = gmres_prepare,
    .dismiss = gmres_dismiss,
    .can_use = krylov_can_use,
    .run = gmres_run,
    .change = krylov_change,
};

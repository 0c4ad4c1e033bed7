#include "solvers/multilevel/additive.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    WIDTH = LEVEL_COARSEST,
    ENTRIES = WIDTH * WIDTH,
    VECTORS = 5, /* vectors of level 0; the other levels together have no more rows, and fewer
                    vectors each */
    CYCLES = 5,  /* cycles that set up a long run */
    INSTEAD = 8  /* sweeps of a smallest level that is too large */
};

static const char what[] = "the smallest level";

/* Creates a level for the inverse. If val is minus the numbers of the inverse, the sum of A_ij x_j
 * is the product with it. */
static enum status create_inverse(const struct place *place, struct additive *a)
{
    struct level *here = &a->here, *there = &a->inverse;
    MUST(place->allocate((WIDTH + 1) * sizeof *there->row, (void **)&there->row));
    MUST(place->allocate(ENTRIES * sizeof *there->col, (void **)&there->col));
    MUST(place->allocate(ENTRIES * sizeof *there->val, (void **)&there->val));
    MUST(place->allocate(WIDTH * sizeof *there->diag, (void **)&there->diag));
    MUST(allocate(WIDTH + 1, sizeof *here->row, what, &here->row));
    MUST(allocate(ENTRIES, sizeof *here->col, what, &here->col));
    MUST(allocate(ENTRIES, sizeof *here->val, what, &here->val));
    MUST(allocate(WIDTH, sizeof *here->diag, what, &here->diag));
    return allocate(ENTRIES, sizeof *a->rate, what, &a->rate);
}

static double *additive_take(struct additive *a, size_t n)
{
    double *first = a->block + a->used;
    if (n > a->room - a->used) return NULL;
    a->used += n;
    return first;
}

enum status additive_create(const struct place *place, const struct matrix *matrix, bool placed,
                            bool long_run, struct additive *out)
{
    enum status status = OK;
    const size_t n = matrix_unknowns(matrix);
    *out = (struct additive){
        .long_run = long_run, .vec = place->vec[F64], .behind = 1, .room = 2 * VECTORS * n};
    TRY(hierarchy_create(place, &(struct finest){.a = matrix, .placed = placed}, 0,
                         &out->cycle.levels));
    TRY(place->allocate(out->room * sizeof *out->block, (void **)&out->block));
    TRY(create_inverse(place, out));
    struct level *fine = &out->cycle.levels.level[0];
    fine->x = additive_take(out, n);
    fine->next = additive_take(out, n);
    fine->b = long_run ? NULL : fine->x;
    out->used = 2 * n;
out:
    if (status != OK) additive_free(out);
    return status;
}

void additive_free(struct additive *a)
{
    const struct place *place = a->cycle.levels.place;
    void *there[] = {a->block, a->inverse.row, a->inverse.col, a->inverse.val, a->inverse.diag},
         *here[] = {a->here.row, a->here.col, a->here.val, a->here.diag, a->rate};
    for (size_t k = 0; k < sizeof there / sizeof *there; k++)
        if (there[k]) place->release(there[k]);
    for (size_t k = 0; k < sizeof here / sizeof *here; k++) free(here[k]);
    if (place) hierarchy_free(&a->cycle.levels);
    *a = (struct additive){0};
}

/* Set-up */

/* Makes all levels for x of level 0, which does not change. */
static enum status freeze(struct hierarchy *h, bool extend)
{
    for (int k = 0; k < h->count || extend; k++) {
        if (extend) MUST(hierarchy_extend(h, k));
        if (k + 1 >= h->count) return OK;
        MUST(h->ops->weigh(&h->level[k], &h->level[k + 1]));
        MUST(h->ops->product(&h->level[k], &h->level[k + 1]));
    }
    return OK;
}

/* Takes the vectors of level k. *placed: false if the block is full; then the level before is the
 * last one. */
static enum status place_correction(struct additive *a, int k, bool *placed)
{
    struct hierarchy *h = &a->cycle.levels;
    struct correction *at = &a->at[k];
    const struct level *level = &h->level[k];
    *at = (struct correction){.r = k > 0 ? additive_take(a, level->n) : NULL,
                              .e = additive_take(a, level->n),
                              .other = additive_take(a, level->n),
                              .damped = additive_take(a, level->n)};
    *placed = (at->r || k == 0) && at->e && at->other && at->damped;
    return *placed ? h->ops->damp(level, CYCLE_OMEGA, at->damped) : OK;
}

/* The smallest level on the host, with its rows in the order of falling x. */
struct dense {
    uint32_t n;
    bool long_run;
    double *rate;       /* rate[j * WIDTH + i] from j to i */
    double diag[WIDTH]; /* the diagonal, later the divisors */
    uint32_t at[WIDTH]; /* position of each row of the level */
};

static void dense_sort_rows(struct dense *d, const double *x)
{
    for (uint32_t i = 0; i < d->n; i++) {
        d->at[i] = 0;
        for (uint32_t j = 0; j < d->n; j++) d->at[i] += x[j] > x[i] || (x[j] == x[i] && j < i);
    }
}

static enum status dense_fetch(struct additive *a, const struct level *level, struct dense *d)
{
    const struct place *place = a->cycle.levels.place;
    struct level *here = &a->here;
    double x[WIDTH];
    memset(d->rate, 0, ENTRIES * sizeof *d->rate);
    MUST(place->get(x, level->x, level->n, sizeof *x));
    dense_sort_rows(d, x);
    MUST(place->get(here->row, level->row, level->n + (size_t)1, sizeof *here->row));
    MUST(place->get(here->col, level->col, level->nnz, sizeof *here->col));
    MUST(place->get(here->val, level->val, level->nnz, sizeof *here->val));
    MUST(place->get(here->diag, level->diag, level->n, sizeof *here->diag));
    for (uint32_t i = 0; i < level->n; i++) {
        d->diag[d->at[i]] = here->diag[i];
        for (uint64_t k = here->row[i]; k < here->row[i + 1]; k++)
            d->rate[d->at[here->col[k]] * WIDTH + d->at[i]] = -here->val[k];
    }
    return OK;
}

/* Eliminates states from the last to the first. The divisor of a state of a long run is the flow
 * out of it to earlier states, so that nothing is subtracted. If this flow is 0, the state is the
 * heaviest of its class, and its entry of e is 0. */
static void dense_eliminate(struct dense *d)
{
    double least[WIDTH];
    for (uint32_t k = 0; k < d->n; k++) least[k] = d->long_run ? 0 : 1e-14 * d->diag[k];
    for (uint32_t k = d->n; k-- > 0;) {
        double *const from = d->rate + k * (size_t)WIDTH;
        if (d->long_run) d->diag[k] = 0;
        for (uint32_t j = 0; j < k && d->long_run; j++) d->diag[k] += from[j];
        if (!(d->diag[k] > least[k])) d->diag[k] = INFINITY;
        for (uint32_t i = 0; i < k; i++) from[i] /= d->diag[k];
        for (uint32_t j = 0; j < k; j++) {
            double *const to = d->rate + j * (size_t)WIDTH;
            for (uint32_t i = 0; i < k; i++)
                if (i != j) to[i] += to[k] * from[i];
            d->diag[j] -= to[k] * from[j];
        }
    }
}

/* e = column c of the inverse: the answer for r = 1 there and 0 elsewhere. */
static void solve_unit(const struct dense *d, uint32_t c, double *e)
{
    memset(e, 0, d->n * sizeof *e);
    e[c] = 1;
    for (uint32_t k = c; k > 0; k--)
        for (uint32_t i = 0; i < k; i++) e[i] += d->rate[k * (size_t)WIDTH + i] * e[k];
    for (uint32_t k = 0; k < d->n; k++) {
        for (uint32_t j = 0; j < k; j++) e[k] += d->rate[j * (size_t)WIDTH + k] * e[j];
        e[k] /= d->diag[k];
    }
}

static void fill_inverse(const struct dense *d, struct level *here)
{
    const uint32_t n = d->n;
    double e[WIDTH];
    for (uint32_t c = 0; c < n; c++) {
        solve_unit(d, d->at[c], e);
        for (uint32_t i = 0; i < n; i++) here->val[i * (size_t)n + c] = -e[d->at[i]];
    }
    for (uint32_t k = 0; k < n * n; k++) here->col[k] = k % n;
    for (uint32_t i = 0; i <= n; i++) here->row[i] = i * (uint64_t)n;
    for (uint32_t i = 0; i < n; i++) here->diag[i] = 1;
}

static enum status invert(struct additive *a, const struct level *level)
{
    const struct place *place = a->cycle.levels.place;
    const struct level *here = &a->here;
    struct level *there = &a->inverse;
    struct dense dense = {.n = level->n, .long_run = a->long_run, .rate = a->rate};
    there->n = level->n <= LEVEL_COARSEST ? level->n : 0;
    there->nnz = there->n * (uint64_t)there->n;
    if (!there->n) return OK;
    MUST(dense_fetch(a, level, &dense));
    dense_eliminate(&dense);
    fill_inverse(&dense, &a->here);
    MUST(place->put(there->row, here->row, (there->n + (size_t)1) * sizeof *here->row));
    MUST(place->put(there->col, here->col, there->nnz * sizeof *here->col));
    MUST(place->put(there->val, here->val, there->nnz * sizeof *here->val));
    MUST(place->put(there->diag, here->diag, there->n * sizeof *here->diag));
    return place->synchronise();
}

/* Prepares the use of the levels. */
static enum status place_levels(struct additive *a)
{
    struct hierarchy *h = &a->cycle.levels;
    bool placed = true;
    a->used = 2 * h->level[0].n;
    for (int k = 0; k < h->count && placed; k++) {
        MUST(place_correction(a, k, &placed));
        if (!placed) h->count = k;
    }
    return invert(a, &h->level[h->count - 1]);
}

enum status additive_set_up(struct additive *a)
{
    const bool long_run = a->long_run;
    for (int k = 0; k < CYCLES && long_run; k++) {
        a->cycle.setting_up = cycle_sets_up(&a->cycle, (uint64_t)k);
        MUST(cycle_make(&a->cycle));
    }
    MUST(freeze(&a->cycle.levels, !long_run));
    return place_levels(a);
}

enum status additive_renew(struct additive *a)
{
    MUST(freeze(&a->cycle.levels, false));
    return place_levels(a);
}

/* Use */

static struct level additive_level(const struct additive *a, int k)
{
    struct level level = a->cycle.levels.level[k];
    level.b = a->at[k].r;
    level.x = a->at[k].e;
    return level;
}

static enum status additive_smooth(struct additive *a, int k, int times)
{
    struct correction *at = &a->at[k];
    enum status status = OK;
    for (int t = 0; t < times && status == OK; t++) {
        struct level level = additive_level(a, k);
        level.next = at->other;
        status = a->cycle.levels.ops->smooth(&level, CYCLE_OMEGA);
        at->other = at->e;
        at->e = level.next;
    }
    return status;
}

static enum status multiply_inverse(const struct additive *a, const struct correction *at)
{
    struct level inverse = a->inverse;
    inverse.x = at->r;
    inverse.next = at->e;
    return a->cycle.levels.ops->smooth(&inverse, 1);
}

/* again: continues from the present e. */
static enum status additive_visit(struct additive *a, int k, bool again)
{
    const struct hierarchy *h = &a->cycle.levels;
    const struct correction *at = &a->at[k];
    const bool last = k + 1 == h->count;
    if (last && a->inverse.n) return multiply_inverse(a, at);
    if (again) MUST(additive_smooth(a, k, 1));
    else MUST(a->vec->quotient(h->level[k].n, at->r, at->damped, at->e));
    if (last) return additive_smooth(a, k, INSTEAD);
    const struct level fine = additive_level(a, k), coarse = additive_level(a, k + 1);
    MUST(h->ops->collect(&fine, &coarse));
    MUST(additive_visit(a, k + 1, false));
    if (k > 0 && k + 2 < h->count) MUST(additive_visit(a, k + 1, true));
    const struct level answer = additive_level(a, k + 1);
    MUST(h->ops->correct(&fine, &answer));
    return additive_smooth(a, k, a->behind);
}

enum status additive_apply(struct additive *a, const double *r)
{
    a->at[0].r = (double *)r;
    return additive_visit(a, 0, false);
}

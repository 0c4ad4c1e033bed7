#include "solvers/methods/krylov.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/solve.h"

#define PRECONDITIONER(name, what) extern const struct preconditioner preconditioner_##name;
#include "solvers/preconditioners.def"
#undef PRECONDITIONER

const struct preconditioner *const preconditioners[] = {
#define PRECONDITIONER(name, what) &preconditioner_##name,
#include "solvers/preconditioners.def"
#undef PRECONDITIONER
    NULL};

static const char *const preconditioner_names[] = {
#define PRECONDITIONER(name, what) #name,
#include "solvers/preconditioners.def"
#undef PRECONDITIONER
    NULL};

/* Sweeps that choose the pins: where the heaviest rows are the same after 6 and 8 sweeps no more
 * are made. Even, so that afterwards the iterate is in the same vector. */
enum { FEW_SWEEPS = 6, MORE_SWEEPS = 8, MOST_SWEEPS = 20 };

static const double omega = 0.9; /* omega of the sweeps */

const struct option krylov_options[] = {
    {OPTION(struct krylov_options, precondition), .title = "what stands before the matrix"
#define PRECONDITIONER(name, what) "; " #name ": " what
#include "solvers/preconditioners.def"
#undef PRECONDITIONER
     ,
     .words = preconditioner_names, .needs = SOLVES},
    {OPTION(struct krylov_options, factors), .title = "precision in which ilu0 keeps L and U",
     OPTION_WORDS("f32", "f64"), .needs = SOLVES},
    {OPTION(struct krylov_options, triangles),
     .title =
         "how a GPU solves with the L and U of ilu0. rows: each row when those that it needs "
         "are there; cusparse: cuSPARSE's SpSV; levels: level by level, with L and U stored in "
         "this order; auto: rows where levels are narrow, levels where they are wide, cusparse "
         "where rows are long besides",
     OPTION_WORDS("auto", "rows", "cusparse", "levels"), .needs = SOLVES | ON_ONE_GPU},
    {OPTION(struct krylov_options, blocks),
     .title = "number of blocks of rows that ilu0 factors apart, so that threads solve with them "
              "side by side. 1: one, and threads share its levels",
     .above = 0, .below = 1025, .fallback = 1, .needs = SOLVES | ON_HOST},
    {OPTION(struct krylov_options, products),
     .title = "what multiplies. auto: L and U of ilu0 where they are the matrix's own beside the "
              "diagonal, so that an entry is read once, not twice; layout: the layout",
     OPTION_WORDS("auto", "layout"), .needs = SOLVES | ON_HOST},
    {OPTION(struct krylov_options, pin),
     .title = "whether a long run keeps one heavy state of each class at its value, so that the "
              "system is not singular. auto: with a preconditioner",
     OPTION_WORDS("auto", "no", "yes"), .needs = SOLVES},
    {OPTION(struct krylov_options, restart),
     .title = "iterations of a cycle, and vectors that it keeps", .above = 0, .below = 1001,
     .fallback = 30, .needs = SOLVES, .only = "gmres"},
    {0}};

static const struct krylov_options *options_of(const struct solver_options *options)
{
    return method_options(options);
}

void krylov_choose(struct solver_options *options, const char *precondition, int restart)
{
    struct krylov_options *own = (struct krylov_options *)&options->method;
    own->restart = restart;
    for (int k = 0; preconditioners[k]; k++)
        if (strcmp(preconditioners[k]->name, precondition) == 0) own->precondition = k;
}

const struct preconditioner *krylov_preconditioner(const struct solver_options *options)
{
    return preconditioners[options_of(options)->precondition];
}

bool krylov_is_plain(const struct solver_options *options)
{
    return !krylov_preconditioner(options)->prepare && options_of(options)->pin != PIN_YES;
}

bool krylov_can_use(const struct mat_ops *mat)
{
    return mat->apply && mat->residual;
}

void krylov_note(struct solve *solve, const char *format, ...)
{
    const size_t used = strlen(solve->note);
    va_list arguments;
    va_start(arguments, format);
    if (used && used + 2 < sizeof solve->note) strcat(solve->note, "; ");
    const size_t at = strlen(solve->note);
    vsnprintf(solve->note + at, sizeof solve->note - at, format, arguments);
    va_end(arguments);
}

void krylov_note_stall(struct solve *solve, double size)
{
    const struct krylov *own = solve->own;
    krylov_note(solve, "the residual stays above %.2g", size);
    if (own->m.kind->stalls) krylov_note(solve, "%s", own->m.kind->stalls);
}

/* Before and after */

static enum status prepare_pins(struct solve *solve, const struct solve_settings *settings)
{
    struct krylov *own = solve->own;
    const size_t rows = settings->nclasses > 1 ? settings->nclasses : 1;
    static const char what[] = "classes";
    MUST(row_classes_create(solve->place, (uint32_t)solve->n, (uint32_t)rows, settings->class_of,
                            &own->classes));
    MUST(solve->place->allocate(rows * sizeof *own->pin, (void **)&own->pin));
    MUST(allocate(rows, sizeof *own->pin_here, what, &own->pin_here));
    MUST(allocate(rows, sizeof *own->pin_own, what, &own->pin_own));
    MUST(allocate(rows, sizeof *own->weight, what, &own->weight));
    MUST(allocate(rows, sizeof *own->mass, what, &own->mass));
    return allocate(rows, sizeof *own->factor, what, &own->factor);
}

static double largest_entry(const struct matrix *a)
{
    double largest = 0;
    if (!matrix_is_stored(a)) return closed_largest(&a->closed);
#pragma omp parallel for reduction(max : largest) if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) largest = fmax(largest, fabs(a->diag[i]));
#pragma omp parallel for reduction(max : largest) if (team_once(a->off.nnz))
    for (uint64_t k = 0; k < a->off.nnz; k++) largest = fmax(largest, fabs(a->off.val[k]));
    return largest;
}

static enum status find_largest(const struct solve *solve, const struct solve_settings *settings,
                                double *out)
{
    const struct matrix *a = settings->matrix;
    double beside = 0;
    if (!settings->placed) {
        *out = largest_entry(a);
        return OK;
    }
    MUST(solve->vec->blend(a->off.rows, &(struct blend){.y = a->diag, .largest = out}));
    MUST(solve->vec->blend(a->off.nnz, &(struct blend){.y = a->off.val, .largest = &beside}));
    *out = fmax(*out, beside);
    return OK;
}

/* Returns an error if the place or the options lack something that preconditioned methods need. */
static enum status check_place(const struct solve *solve)
{
    if (!solve->vec->blend)
        return fail(ERROR_UNSUPPORTED, "method %s cannot be preconditioned at place %s",
                    solve->method->name, solve->place->name);
    if (solve->options.loop == LOOP_GRAPH)
        return fail(ERROR_UNSUPPORTED,
                    "method %s with a preconditioner needs loop=host, because the host decides "
                    "within an iteration",
                    solve->method->name);
    return OK;
}

enum status krylov_prepare(struct solve *solve, const struct solve_settings *settings, int vectors)
{
    struct krylov *own = solve->own;
    const struct krylov_options *chosen = options_of(&solve->options);
    const struct test *test = &solve->test;
    MUST(check_place(solve));
    own->pinned = !solve->b.entry && chosen->pin != PIN_NO &&
                  !(krylov_is_plain(&solve->options) && chosen->pin == PIN_AUTO);
    if (own->pinned && settings->nclasses > 1 && !settings->class_of)
        return fail(ERROR_UNSUPPORTED,
                    "method %s at place %s takes long runs of one closed class, and this one has "
                    "%u: use one process",
                    solve->method->name, solve->place->name, settings->nclasses);
    own->bound = test->epsilon * (test->criterion == RELATIVE ? test->scale : 1);
    MUST(find_largest(solve, settings, &own->largest));
    MUST(allocate_zeroed((size_t)vectors, sizeof *own->vector, "vectors", &own->vector));
    own->vectors = vectors;
    for (int k = 0; k < vectors; k++) MUST(vector_allocate(solve->a, 1, &own->vector[k]));
    MUST(vector_allocate(solve->a, 1, &own->scratch));
    MUST(prepare_pins(solve, settings));
    const bool several = own->classes.count > 1;
    own->m = (struct preconditioning){.kind = preconditioners[chosen->precondition],
                                      .place = solve->place,
                                      .precision = solve->a->precision,
                                      .factors = chosen->factors,
                                      .triangles = chosen->triangles,
                                      .blocks = (uint32_t)chosen->blocks,
                                      .products = chosen->products == PRODUCTS_AUTO &&
                                                  preconditioners[chosen->precondition]->product,
                                      .stored = solve->a,
                                      .a = settings->matrix,
                                      .placed = settings->placed,
                                      .pin = own->pin_here,
                                      .most_pins = own->pinned ? own->classes.count : 0,
                                      .long_run = !solve->b.entry,
                                      .class_of = several ? settings->class_of : NULL,
                                      .classes = &own->classes,
                                      .weight = settings->weight,
                                      .by_rows = settings->by_rows};
    if (own->m.kind->by_rows)
        MUST(matrix_check_stored(settings->matrix, "precondition=", own->m.kind->name,
                                 "use precondition=jacobi"));
    return own->m.kind->prepare ? own->m.kind->prepare(&own->m) : OK;
}

void krylov_dismiss(struct solve *solve)
{
    struct krylov *own = solve->own;
    if (own->m.kind && own->m.kind->dismiss) own->m.kind->dismiss(&own->m);
    for (int k = 0; k < own->vectors; k++)
        if (own->vector[k]) solve->place->release(own->vector[k]);
    free(own->vector);
    if (own->scratch) solve->place->release(own->scratch);
    if (own->pin) solve->place->release(own->pin);
    row_classes_free(solve->place, &own->classes);
    free(own->pin_here);
    free(own->pin_own);
    free(own->weight);
    free(own->mass);
    free(own->factor);
}

/* Pins */

static int pins_ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static enum status krylov_sweep(struct solve *solve, int count)
{
    struct krylov *own = solve->own;
    void *x = solve->x, *next = own->scratch;
    for (int k = 0; k < count; k++) {
        void *before = x;
        MUST(solve->mat->jacobi(solve->a, &solve->b, x, next, omega, NULL));
        x = next;
        next = before;
    }
    return solve->vec->weigh(solve->n, solve->x, &own->classes, own->weight);
}

/* Finds the heaviest row of each class, and *sweeps, the number of sweeps made. */
static enum status find_heaviest(struct solve *solve, int *sweeps)
{
    struct krylov *own = solve->own;
    bool same = !own->m.kind->rough;
    MUST(krylov_sweep(solve, FEW_SWEEPS));
    for (uint32_t c = 0; c < own->classes.count; c++) own->pin_here[c] = own->weight[c].row;
    MUST(krylov_sweep(solve, MORE_SWEEPS - FEW_SWEEPS));
    for (uint32_t c = 0; c < own->classes.count; c++)
        same &= own->pin_here[c] == own->weight[c].row;
    *sweeps = same ? MORE_SWEEPS : MOST_SWEEPS;
    return same ? OK : krylov_sweep(solve, MOST_SWEEPS - MORE_SWEEPS);
}

static enum status put_pins(struct solve *solve)
{
    struct krylov *own = solve->own;
    const uint64_t first = solve->a->first_row;
    own->nown = 0;
    for (uint32_t k = 0; k < own->m.npins; k++)
        if (own->pin_here[k] >= first && own->pin_here[k] - first < solve->n)
            own->pin_own[own->nown++] = own->pin_here[k] - first;
    MUST(solve->place->put(own->pin, own->pin_own, own->nown * sizeof *own->pin));
    return solve->place->synchronise();
}

/* Chooses the row with the largest entry of each class that has rows. */
static enum status choose_pins(struct solve *solve, bool *chosen)
{
    struct krylov *own = solve->own;
    int sweeps;
    MUST(solve->vec->weigh(solve->n, solve->x, &own->classes, own->weight));
    for (uint32_t c = 0; c < own->classes.count; c++) own->mass[c] = own->weight[c].sum;
    MUST(find_heaviest(solve, &sweeps));
    own->m.npins = 0;
    *chosen = true;
    for (uint32_t c = 0; c < own->classes.count; c++) {
        const struct weight *weight = &own->weight[c];
        if (weight->largest == -INFINITY) continue;
        *chosen &= weight->largest > 0 && isfinite(weight->sum);
        own->pin_here[own->m.npins++] = weight->row;
    }
    qsort(own->pin_here, own->m.npins, sizeof *own->pin_here, pins_ascending);
    if (own->m.npins == 1)
        krylov_note(solve, "pinned row %llu, the largest after %d sweeps",
                    (unsigned long long)own->pin_here[0], sweeps);
    else krylov_note(solve, "pinned %u rows, one a class", own->m.npins);
    return put_pins(solve);
}

static enum status set_pins(struct solve *solve, double value, void *y)
{
    const struct krylov *own = solve->own;
    return own->nown ? solve->vec->set(own->nown, own->pin, value, y) : OK;
}

/* Starts from 1 in pinned rows and 0 elsewhere. The JOR iterate would be right to many digits in
 * half of its entries. But from it BiCGStab takes up to a hundred times as many iterations, because
 * its residual is spread over all rows and nowhere small. */
static enum status start_from_pins(struct solve *solve)
{
    struct krylov *own = solve->own;
    double heaviest = 0;
    for (uint32_t c = 0; c < own->classes.count; c++)
        heaviest = fmax(heaviest, own->weight[c].largest);
    own->aim = own->bound / heaviest;
    MUST(solve->vec->copy(solve->n, solve->x, own->scratch));
    own->m.rough = own->scratch;
    MUST(solve->vec->zero(solve->n, solve->x));
    return set_pins(solve, 1, solve->x);
}

enum status krylov_begin(struct solve *solve, bool *ended)
{
    struct krylov *own = solve->own;
    bool chosen = true;
    own->m.npins = own->nown = 0;
    own->rounded = solve->rounded = false;
    own->aim = own->bound;
    *own->m.note = *solve->note = '\0';
    *ended = false;
    if (solve->place->largest) own->largest = solve->place->largest(own->largest);
    if (own->pinned) MUST(choose_pins(solve, &chosen));
    if (!chosen) {
        krylov_note(solve, "no row has a positive entry to be kept");
        solve->outcome = BREAKDOWN;
        *ended = true;
        return OK;
    }
    if (own->pinned) MUST(start_from_pins(solve));
    if (own->m.kind->factor) MUST(own->m.kind->factor(&own->m));
    if (*own->m.note) krylov_note(solve, "%s", own->m.note);
    return OK;
}

/* Products */

enum status krylov_apply(struct solve *solve, const void *v, void *z, void *y, const void **at)
{
    const struct krylov *own = solve->own;
    *at = own->m.kind->apply ? z : v;
    if (own->m.products) {
        MUST(own->m.kind->product(&own->m, v, z, y));
    } else {
        if (own->m.kind->apply) MUST(own->m.kind->apply(&own->m, v, z));
        MUST(solve->mat->apply(solve->a, *at, y));
    }
    return set_pins(solve, 0, y);
}

enum status krylov_step(struct solve *solve, const void *v, void *z)
{
    const struct preconditioning *m = &((const struct krylov *)solve->own)->m;
    return m->products ? m->kind->right(m, v, z) : m->kind->apply(m, v, z);
}

static enum status krylov_measure(struct solve *solve, void *r, double *size)
{
    return solve->vec->blend(solve->n, &(struct blend){.y = r, .largest = size});
}

enum status krylov_residual(struct solve *solve, const void *x, void *r, double *size)
{
    const struct preconditioning *m = &((const struct krylov *)solve->own)->m;
    MUST(solve->mat->residual(solve->a, solve->b.entry, x, r));
    MUST(set_pins(solve, 0, r));
    if (m->products) MUST(m->kind->left(m, r));
    return krylov_measure(solve, r, size);
}

/* Finds factors that scale the classes of x to the sums of the start vector; *most: the largest
 * factor. */
static enum status find_scale(struct solve *solve, const void *x, double *most)
{
    struct krylov *own = solve->own;
    *most = 0;
    MUST(solve->vec->weigh(solve->n, x, &own->classes, own->weight));
    for (uint32_t c = 0; c < own->classes.count; c++) {
        const double factor = own->mass[c] / own->weight[c].sum;
        own->factor[c] = isfinite(factor) && factor > 0 ? factor : 1;
        *most = fmax(*most, own->factor[c]);
    }
    return OK;
}

/* Computes the residual that rounding leaves for any x: a few units in the last place of A x. */
static enum status rounding(struct solve *solve, void *x, double factor, double *out)
{
    const struct krylov *own = solve->own;
    const double unit = solve->a->precision == F32 ? FLT_EPSILON : DBL_EPSILON;
    double size;
    MUST(krylov_measure(solve, x, &size));
    *out = 8 * unit * own->largest * size * factor;
    return OK;
}

enum status krylov_check(struct solve *solve, void *x, double *size, bool *met)
{
    struct krylov *own = solve->own;
    double most = 1, floor;
    if (own->pinned) MUST(find_scale(solve, x, &most));
    MUST(solve->mat->residual(solve->a, solve->b.entry, x, own->scratch));
    MUST(krylov_measure(solve, own->scratch, size));
    own->left = *size *= most;
    *met = *size <= own->bound;
    MUST(rounding(solve, x, most, &floor));
    own->rounded = *size <= floor;
    return OK;
}

enum status krylov_finish(struct solve *solve, const void *x, enum outcome outcome)
{
    struct krylov *own = solve->own;
    double most;
    solve->outcome = outcome;
    if (x != solve->x) MUST(solve->vec->copy(solve->n, x, solve->x));
    if (!own->m.npins) return OK;
    MUST(find_scale(solve, solve->x, &most));
    return solve->vec->rescale(solve->n, own->factor, &own->classes, solve->x);
}

enum status krylov_finish_rounded(struct solve *solve, const void *x)
{
    const struct krylov *own = solve->own;
    solve->rounded = true;
    krylov_note(solve, "the residual is %.2g, as small as rounding lets it be", own->left);
    return krylov_finish(solve, x, CONVERGED);
}

enum status krylov_change(const struct solve *solve, double *out)
{
    const struct krylov *own = solve->own;
    *out = own->left / (solve->test.criterion == RELATIVE ? solve->test.scale : 1);
    return OK;
}

/* Interval iteration: one sweep takes a lower and an upper bound of every entry closer to the
 * answer, in one pass over the matrix, until they are 2 epsilon apart. The answer is the middle. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/loop.h"
#include "solvers/methods/choices.h"
#include "solvers/methods/proving.h"

bool proving_can_use(const struct mat_ops *mat)
{
    return mat->bracket != NULL;
}

static const struct limits {
    double epsilon, least;
} limits[] = {[F32] = {FLT_EPSILON, FLT_MIN}, [F64] = {DBL_EPSILON, DBL_MIN}};

/* Brings the groups of rows that are choices. */
static enum status bring_choices(struct solve *solve, const struct solve_settings *settings)
{
    struct proving *own = solve->own;
    const struct stored *a = solve->a;
    if (!a->ngroups) return OK;
    if (solve->place->cards > 1 || solve->place->ranks)
        return fail(ERROR_UNSUPPORTED,
                    "method %s does not share the rows of decision processes: use place seq, omp "
                    "or cuda",
                    solve->method->name);
    if (!solve->place->on_host && !solve->mat->best)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s has no bounds of decision processes on a GPU: use layout %s, or "
                    "method vi",
                    a->layout->name, layouts[0]->name);
    MUST(choices_bring(solve, settings, false, &own->choices));
    return vector_allocate(a, method_width(solve->method), &own->values);
}

/* Sets the floor: above it, every product of an entry and an upper bound is a normal number. */
enum status proving_prepare(struct solve *solve, const struct solve_settings *settings)
{
    struct proving *own = solve->own;
    const struct stored *a = solve->a;
    const struct limits *real = &limits[a->precision];
    if (a->least == 0)
        return fail(ERROR_UNSUPPORTED, "method %s: the rows of the matrix were not measured",
                    solve->method->name);
    if (a->least < real->least)
        return fail(ERROR_UNSUPPORTED,
                    "method %s in %s: an entry of the matrix is %g, and below %g sums have no "
                    "known error",
                    solve->method->name, precision_names[a->precision], a->least, real->least);
    own->margin = (a->longest + 8.0) * real->epsilon;
    own->floor = 2 * real->least / fmin(1, a->least);
    own->epsilon = settings->epsilon;
    return bring_choices(solve, settings);
}

static void narrow_pair(const double *from, float *to)
{
    to[0] = (float)from[0];
    to[1] = (float)from[1];
    if (to[0] > from[0]) to[0] = nextafterf(to[0], 0);
    if (to[1] < from[1]) to[1] = nextafterf(to[1], INFINITY);
}

enum status proving_put_start(struct solve *solve, const double *pairs)
{
    enum status status = OK;
    struct proving *own = solve->own;
    float *narrow = NULL;
    const size_t bytes = 2 * solve->n * real_size(solve->a->precision);
    const void *from = pairs;
    if (solve->a->precision == F32) {
        TRY(allocate(2 * (size_t)solve->n, sizeof *narrow, "a vector", &narrow));
        for (size_t i = 0; i < solve->n; i++) narrow_pair(pairs + 2 * i, narrow + 2 * i);
        from = narrow;
    }
    TRY(vector_allocate(solve->a, 2, &own->start));
    TRY(solve->place->put(own->start, from, bytes));
    TRY(solve->place->synchronise());
out:
    free(narrow);
    return status;
}

void proving_dismiss(struct solve *solve)
{
    struct proving *own = solve->own;
    if (own->start) solve->place->release(own->start);
    choices_release(solve->place, &own->choices);
    if (own->values) solve->place->release(own->values);
}

struct bracket proving_sweep(struct solve *solve)
{
    const struct proving *own = solve->own;
    return (struct bracket){.rule = own->rule,
                            .x = solve->x,
                            .next = solve->work[0],
                            .margin = own->margin,
                            .floor = own->floor,
                            .bounds = solve->scalar,
                            .choices = own->choices.group ? &own->choices : NULL,
                            .values = own->values,
                            .test = solve->tested ? &solve->test : NULL};
}

enum status proving_step(struct solve *solve)
{
    const struct bracket how = proving_sweep(solve);
    enum status status = solve->mat->bracket(solve->a, &solve->b, &how);
    swap_iterates(solve);
    return status;
}

enum status proving_finish(struct solve *solve, struct shares low, struct shares middle)
{
    const struct vec_ops *vec = solve->vec;
    void *lower = solve->work[0],
         *answer = (char *)lower + solve->n * real_size(solve->a->precision);
    MUST(vec->from_pairs(solve->n, low.first, low.second, solve->x, lower));
    MUST(vec->from_pairs(solve->n, middle.first, middle.second, solve->x, answer));
    return vec->copy(solve->n, answer, solve->x);
}

enum status proving_change(const struct solve *solve, double *out)
{
    return solve->vec->change(solve->n, solve->work[0], solve->x, solve->test.criterion, out);
}

static enum status ii_prepare(struct solve *solve, const struct solve_settings *settings)
{
    enum status status = OK;
    struct proving *own = solve->own;
    double *pairs = NULL;
    TRY(proving_prepare(solve, settings));
    own->rule = BRACKET_INTERVAL;
    TRY(allocate(2 * (size_t)solve->n, sizeof *pairs, "a vector", &pairs));
    for (size_t i = 0; i < solve->n; i++) {
        pairs[2 * i] = settings->lower[i];
        pairs[2 * i + 1] = settings->upper[i];
        if (!(settings->upper[i] <= (solve->a->precision == F32 ? FLT_MAX : DBL_MAX)))
            TRY(fail(ERROR_UNSUPPORTED,
                     "method ii needs an upper bound to start from, and the one known for row %zu "
                     "is %.3g, too large a number for %s: use method ovi",
                     i, settings->upper[i], precision_names[solve->a->precision]));
    }
    TRY(proving_put_start(solve, pairs));
out:
    free(pairs);
    return status;
}

static enum status ii_run(struct solve *solve)
{
    const struct proving *own = solve->own;
    MUST(solve->vec->copy(2 * (size_t)solve->n, own->start, solve->x));
    MUST(solve->place->loop(solve));
    return proving_finish(solve, (struct shares){1, 0}, (struct shares){0.5, 0.5});
}

const struct method method_ii = {
    .name = "ii",
    .title = "interval iteration, from below and above",
    .source = "Haddad and Monmege 2018; Baier et al. CAV 2017",
    .nwork = 1,
    .width = 2,
    .products = 1,
    .passes = 4,
    .only_by_name = true,
    .takes_choices = true,
    .measure = MEASURE_CHANGE,
    .proves = true,
    .moves = true,
    .from_bounds = true,
    .can_use = proving_can_use,
    .own_bytes = sizeof(struct proving),
    .prepare = ii_prepare,
    .dismiss = proving_dismiss,
    .step = proving_step,
    .run = ii_run,
    .change = proving_change,
};

#include "solvers/methods/choices.h"

#include <stdlib.h>

#include "base/intervals/interval_rows.h"
#include "base/memory.h"
#include "solvers/placed.h"

static enum status bring_stay(const struct solve *solve, const struct matrix *a, void **out)
{
    enum status status = OK;
    void *stay = NULL;
    const enum precision precision = solve->a->precision;
    TRY(allocate(a->off.rows, real_size(precision), "a method's state", &stay));
    for (uint32_t c = 0; c < a->off.rows; c++) put_real(precision, stay, c, 1 - a->diag[c]);
    TRY(place_bring(solve->place, stay, a->off.rows * real_size(precision), out));
    TRY(solve->place->synchronise());
out:
    free(stay);
    return status;
}

/* A place of the host uses the matrix itself. */
static enum status bring_intervals(const struct solve *solve, const struct solve_settings *settings,
                                   struct choice_rows *out)
{
    if (!solve->vec->give)
        return fail(ERROR_UNSUPPORTED,
                    "the probabilities are intervals, which vi cannot take at place %s in %s: use "
                    "vi/msr/f64/seq or vi/msr/f64/omp",
                    solve->place->name, precision_names[solve->a->precision]);
    out->intervals = settings->matrix;
    out->nature_largest = settings->nature_largest;
    return interval_order(settings->matrix, &out->order);
}

enum status choices_bring(const struct solve *solve, const struct solve_settings *settings,
                          bool stay, struct choice_rows *out)
{
    const struct matrix *a = settings->matrix;
    void *there = NULL;
    *out = (struct choice_rows){.largest = settings->largest};
    if (!a->group) return OK; /* rows in closed form say themselves which choices there are */
    MUST(place_bring(solve->place, a->group, (a->ngroups + (size_t)1) * sizeof *a->group, &there));
    out->group = there;
    if (a->most) return bring_intervals(solve, settings, out);
    if (!stay || !solve->a->keeps) return OK;
    MUST(bring_stay(solve, a, &there));
    out->stay = there;
    return OK;
}

void choices_release(const struct place *place, struct choice_rows *own)
{
    if (own->group) place->release((void *)own->group);
    if (own->stay) place->release((void *)own->stay);
    free(own->order);
    *own = (struct choice_rows){0};
}

/* Problems whose rows are known in closed form (base/closed/closed.h). */
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "problems/property.h"
#include "problems/source.h"

bool source_is_closed(const struct source *source)
{
    return source->generator && source->generator->closed &&
           source->arguments[MATRIX].choice == MATRIX_NONE;
}

/* One class of all states, of period 1. No state leads to itself. */
static enum status fill_long_run(struct problem *out)
{
    struct steady_value *value = &out->steady;
    const struct closed_rows *closed = &out->system.a.closed;
    out->kind = KIND_STEADY;
    out->range = RANGE_NOT_NEGATIVE;
    out->x0 = 1 / (double)closed->n;
    out->step = 0.99 / closed_largest(closed);
    out->period = 1;
    value->nclasses = 1;
    MUST(allocate(1, sizeof *value->probability, "classes", &value->probability));
    MUST(allocate(1, sizeof *value->probability_low, "classes", &value->probability_low));
    MUST(allocate(1, sizeof *value->probability_high, "classes", &value->probability_high));
    *value->probability = *value->probability_low = *value->probability_high = 1;
    return OK;
}

/* All states are initial, and none has an infinite reward. */
static enum status fill_reward(const struct property *property, struct problem *out)
{
    const struct closed_rows *closed = &out->system.a.closed;
    const uint64_t n = closed->n;
    double *b;
    out->kind = KIND_FIXPOINT;
    out->range = RANGE_NOT_NEGATIVE;
    out->step = 1;
    out->fixpoint.filter = property->filter;
    MUST(allocate(n, 1, "states", &out->fixpoint.initial));
    memset(out->fixpoint.initial, 1, n);
    MUST(allocate(n, sizeof *b, "b", &b));
    out->system.b = b;
    MUST(allocate(n, sizeof *b, "x0", &out->system.x0));
#pragma omp parallel for if (team_once(n))
    for (uint64_t i = 0; i < n; i++) b[i] = out->system.x0[i] = closed_reward(closed, i);
    return OK;
}

enum status open_closed(const struct source *source, const struct property *property,
                        struct problem *out)
{
    const struct generator *generator = source->generator;
    struct closed_rows closed;
    MUST(generator->closed(source->arguments, &closed));
    if (!closed.form)
        return fail(ERROR_INPUT,
                    "%s: matrix=none: the rows of property=%llu have no closed form. Leave out "
                    "matrix=none, or use property=1",
                    generator->name, (unsigned long long)source->arguments[PROPERTY].count);
    if (!out) return OK;
    out->system.a.closed = closed;
    out->states = closed.n;
    out->transitions = closed.transitions;
    out->classes = 1;
    return property->goal ? fill_reward(property, out) : fill_long_run(out);
}

enum status add_closed(const struct source *source, struct problem *out)
{
    const struct generator *generator = source->generator;
    struct matrix *a = &out->system.a;
    if (!generator || !generator->closed || out->solved) return OK;
    return generator->closed(source->arguments, &a->closed);
}

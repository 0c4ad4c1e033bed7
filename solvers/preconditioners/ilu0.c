/* M = (I + L) D (I + U), the incomplete factorisation of A without fill-in (Meijerink and van der
 * Vorst 1977): exact on the entries of A, zero elsewhere. */
#include <math.h>
#include <stdio.h>

#include "solvers/forecast.h"
#include "solvers/preconditioner.h"

static const struct ilu_ops *operations(const struct preconditioning *m)
{
    return m->place->ilu[m->precision];
}

static enum status prepare(struct preconditioning *m)
{
    if (!operations(m))
        return fail(ERROR_UNSUPPORTED, "precondition=ilu0 does not exist at place %s",
                    m->place->name);
    m->ilu = (struct ilu){.a = m->a, .narrow = m->precision == F32 || m->factors == FACTORS_F32};
    return operations(m)->create(&m->ilu);
}

static enum status factor(struct preconditioning *m)
{
    m->ilu.pin = m->pin;
    m->ilu.npins = m->npins;
    MUST(operations(m)->factor(&m->ilu));
    if (m->ilu.replaced)
        snprintf(m->note, sizeof m->note,
                 "ilu0: %u pivots were zero or tiny, the diagonal entries stand there",
                 m->ilu.replaced);
    return OK;
}

static enum status apply(const struct preconditioning *m, const void *r, void *z)
{
    return operations(m)->solve(&m->ilu, r, z);
}

static void dismiss(struct preconditioning *m)
{
    if (operations(m)) operations(m)->destroy(&m->ilu);
}

/* As measured (make bench-auto). */
static void foresee(const struct facts *facts, double times, struct forecast *out)
{
    static const double most = 9, most_long_run = 14, for_in_place = 0.25, base = 15,
                        for_fill = 2.7, for_use = 2.5;
    out->iterations = fmin(facts->long_run ? most_long_run : most,
                           1 + for_in_place * forecast_sweeps(facts, facts->in_place));
    out->set_up += base + for_fill * facts->fill;
    out->cost += times * for_use;
}

const struct preconditioner preconditioner_ilu0 = {.name = "ilu0",
                                                   .prepare = prepare,
                                                   .factor = factor,
                                                   .apply = apply,
                                                   .dismiss = dismiss,
                                                   .foresee = foresee};

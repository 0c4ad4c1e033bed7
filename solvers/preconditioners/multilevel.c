/* A cycle of multilevel aggregation in its additive form (solvers/multilevel/additive.h).
 *
 * The system of a long run is singular, because the equations of each class sum to zero. So the
 * pinned row gets the residual that makes the sum of the residual zero. Then the answer e is moved
 * along the iterate, which the matrix maps to about zero, until the pinned row has 0. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/multilevel/additive.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/preconditioner.h"
#include "solvers/solve.h"

struct levels {
    struct additive additive;
    double *r; /* in place memory; NULL: nothing is pinned */
    /* for each class, on the host: weight: the sum of r; factor: multiple of the iterate that is
     * added to e */
    struct weight *weight;
    double *factor, *pinned; /* pinned: the iterate's entry */
};

static enum status preconditioner_multilevel_prepare(struct preconditioning *m)
{
    const size_t n = m->a->off.n, classes = m->most_pins;
    static const char what[] = "a multilevel preconditioner";
    struct levels *own;
    if (m->place->cards > 1)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=multilevel keeps its levels on one GPU and cannot run at place "
                    "%s: use method multilevel, or precondition=jacobi",
                    m->place->name);
    MUST(multilevel_check(m->place, m->precision, m->a, m->long_run));
    MUST(allocate_zeroed(1, sizeof *own, what, &m->own));
    own = m->own;
    MUST(additive_create(m->place, m->a, m->long_run, &own->additive));
    if (!classes) return OK;
    MUST(m->place->allocate(n * sizeof *own->r, (void **)&own->r));
    MUST(allocate(classes, sizeof *own->weight, what, &own->weight));
    MUST(allocate(classes, sizeof *own->factor, what, &own->factor));
    return allocate(classes, sizeof *own->pinned, what, &own->pinned);
}

/* Sets x to 1 everywhere, by x / x for the positive diagonal. */
static enum status set_to_one(const struct additive *a, double *x)
{
    const struct level *fine = &a->cycle.levels.level[0];
    return a->vec->quotient(fine->n, fine->diag, fine->diag, x);
}

static enum status preconditioner_multilevel_factor(struct preconditioning *m)
{
    struct levels *own = m->own;
    const struct vec_ops *vec = m->place->vec[F64];
    double *x = own->additive.cycle.levels.level[0].x;
    if (m->long_run) MUST(vec->copy(m->a->off.n, m->rough, x));
    else MUST(set_to_one(&own->additive, x));
    MUST(additive_set_up(&own->additive));
    x = own->additive.cycle.levels.level[0].x;
    for (uint32_t k = 0; k < m->npins; k++)
        MUST(m->place->get(&own->pinned[k], x + m->pin[k], 1, sizeof *x));
    return OK;
}

static uint32_t class_of(const struct preconditioning *m, uint32_t k)
{
    return m->class_of ? m->class_of[m->pin[k]] : 0;
}

/* Makes the sum of r over each class zero. */
static enum status balance(const struct preconditioning *m, const void *r)
{
    const struct levels *own = m->own;
    const struct vec_ops *vec = m->place->vec[F64];
    MUST(vec->weigh(m->a->off.n, r, m->classes, own->weight));
    MUST(vec->copy(m->a->off.n, r, own->r));
    for (uint32_t k = 0; k < m->npins; k++) {
        double *const value = &own->factor[class_of(m, k)];
        *value = -own->weight[class_of(m, k)].sum;
        MUST(m->place->put(own->r + m->pin[k], value, sizeof *value));
    }
    return OK;
}

/* z = e, moved along the iterate of each class. */
static enum status preconditioner_multilevel_move(const struct preconditioning *m, const double *e,
                                                  double *z)
{
    static const double zero = 0;
    const struct levels *own = m->own;
    const struct vec_ops *vec = m->place->vec[F64];
    const size_t n = m->a->off.n;
    for (uint32_t k = 0; k < m->npins; k++) {
        double *const factor = &own->factor[class_of(m, k)];
        MUST(m->place->get(factor, e + m->pin[k], 1, sizeof *e));
        *factor /= -own->pinned[k];
    }
    MUST(vec->copy(n, own->additive.cycle.levels.level[0].x, z));
    MUST(vec->rescale(n, own->factor, m->classes, z));
    MUST(vec->blend(
        n, &(struct blend){
               .count = 2, .factor = (double[]){1, 1}, .x = (const void *[]){z, e}, .y = z}));
    for (uint32_t k = 0; k < m->npins; k++) MUST(m->place->put(z + m->pin[k], &zero, sizeof zero));
    return OK;
}

static enum status preconditioner_multilevel_apply(const struct preconditioning *m, const void *r,
                                                   void *z)
{
    struct levels *own = m->own;
    if (m->npins) MUST(balance(m, r));
    MUST(additive_apply(&own->additive, m->npins ? own->r : r));
    if (m->npins) return preconditioner_multilevel_move(m, own->additive.at[0].e, z);
    return m->place->vec[F64]->copy(m->a->off.n, own->additive.at[0].e, z);
}

static void preconditioner_multilevel_dismiss(struct preconditioning *m)
{
    struct levels *own = m->own;
    if (!own) return;
    if (own->r) m->place->release(own->r);
    free(own->weight);
    free(own->factor);
    free(own->pinned);
    additive_free(&own->additive);
    free(own);
    m->own = NULL;
}

const struct preconditioner preconditioner_multilevel = {
    .name = "multilevel",
    .by_rows = true,
    .prepare = preconditioner_multilevel_prepare,
    .factor = preconditioner_multilevel_factor,
    .apply = preconditioner_multilevel_apply,
    .dismiss = preconditioner_multilevel_dismiss};

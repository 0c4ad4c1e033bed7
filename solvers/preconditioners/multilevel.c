/* A cycle of multilevel aggregation in its additive form (solvers/multilevel/additive.h).
 *
 * The system of a long run is singular, because the equations of each class sum to zero. So the
 * pinned row gets the residual that makes the sum of the residual zero. Then the answer e is moved
 * along the iterate, which the matrix maps to about zero, until the pinned row has 0. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/multilevel/additive.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/placed.h"
#include "solvers/preconditioner.h"
#include "solvers/solve.h"

/* As measured on tandem queues: with 5 sweeps there are a third of the iterations that 1 takes. */
enum { BEHIND_WEIGHED = 5 };

struct levels {
    struct additive additive;
    double *r; /* in place memory; NULL: nothing is pinned, and rows have no weights */
    /* If rows have weights: the matrix whose rows or columns are multiplied by them, in which val
     * and diag are owned, where the matrix is; n numbers of scratch on the host, unless the rows
     * are in place memory; there, one divided by each weight; and whether the levels are made */
    struct matrix scaled;
    double *number, *divisor;
    bool made;
    /* for each class, on the host: weight: the sum of r; factor: multiple of the iterate that is
     * added to e */
    struct weight *weight;
    double *factor, *pinned; /* pinned: the iterate's entry */
};

/* Makes the matrix whose rows, or columns, are multiplied by the weights in own->number. An entry
 * in the column of a row without entries becomes 0, so that this row unites with no other. */
static void scale_by_weights(const struct preconditioning *m, struct levels *own)
{
    const struct csr *off = &m->a->off;
    const double *w = own->number;
#pragma omp parallel for if (team_once(off->nnz))
    for (uint32_t i = 0; i < off->rows; i++) {
        own->scaled.diag[i] = m->a->diag[i] * w[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            const uint32_t j = off->col[k];
            const bool alone = off->row[j] == off->row[j + 1];
            own->scaled.off.val[k] = alone ? 0 : off->val[k] * w[m->by_rows ? i : j];
        }
    }
}

/* Sets x, in place memory, to 1 everywhere: the diagonal divided by itself. */
static enum status set_to_ones(const struct preconditioning *m, double *x)
{
    return m->place->vec[F64]->quotient(m->a->off.rows, m->a->diag, m->a->diag, x);
}

static enum status allocate_scaled(const struct preconditioning *m, struct matrix *out)
{
    static const char what[] = "a multilevel preconditioner";
    const struct csr *off = &m->a->off;
    out->off = *off;
    out->off.val = out->diag = NULL;
    if (m->placed) {
        MUST(m->place->allocate(off->rows * sizeof *out->diag, (void **)&out->diag));
        return m->place->allocate(off->nnz * sizeof *out->off.val, (void **)&out->off.val);
    }
    MUST(allocate(off->rows, sizeof *out->diag, what, &out->diag));
    return allocate_large(off->nnz, sizeof *out->off.val, what, &out->off.val);
}

/* Begins with equal weights, by which rows unite: by others few pairs would be the best for both of
 * their rows. */
static enum status prepare_weights(const struct preconditioning *m, struct levels *own)
{
    static const char what[] = "a multilevel preconditioner";
    const size_t n = m->a->off.rows;
    MUST(allocate_scaled(m, &own->scaled));
    MUST(m->place->allocate(n * sizeof *own->r, (void **)&own->r));
    MUST(m->place->allocate(n * sizeof *own->divisor, (void **)&own->divisor));
    if (m->placed) {
        MUST(set_to_ones(m, own->divisor));
        return m->place->placed->weigh(m->a, own->divisor, m->by_rows, &own->scaled);
    }
    MUST(allocate(n, sizeof *own->number, what, &own->number));
    for (size_t i = 0; i < n; i++) own->number[i] = 1;
    scale_by_weights(m, own);
    return OK;
}

/* Gives the levels their weights, which are in place memory. */
static enum status put_placed_weights(const struct preconditioning *m, struct levels *own)
{
    const struct vec_ops *vec = m->place->vec[F64];
    const size_t n = m->a->off.rows;
    MUST(vec->copy(n, m->weight, own->r));
    MUST(m->place->placed->raise(n, LEVEL_FLOOR, own->r));
    MUST(m->place->placed->weigh(m->a, own->r, m->by_rows, &own->scaled));
    MUST(set_to_ones(m, own->divisor));
    MUST(vec->quotient(n, own->divisor, own->r, own->divisor));
    return additive_renew(&own->additive);
}

/* Gives the levels their weights. */
static enum status put_weights(const struct preconditioning *m, struct levels *own)
{
    const struct place *place = m->place;
    const struct csr *off = &own->scaled.off;
    const struct level *fine = &own->additive.cycle.levels.level[0];
#pragma omp parallel for if (team_once(off->rows))
    for (uint32_t i = 0; i < off->rows; i++) own->number[i] = fmax(m->weight[i], LEVEL_FLOOR);
    scale_by_weights(m, own);
    MUST(place->synchronise());
    if (!place->on_host) {
        MUST(place->put(fine->val, off->val, off->nnz * sizeof *off->val));
        MUST(place->put(fine->diag, own->scaled.diag, off->rows * sizeof *fine->diag));
    }
#pragma omp parallel for if (team_once(off->rows))
    for (uint32_t i = 0; i < off->rows; i++) own->number[i] = 1 / own->number[i];
    MUST(place->put(own->divisor, own->number, off->rows * sizeof *own->number));
    MUST(place->synchronise());
    return additive_renew(&own->additive);
}

static enum status preconditioner_multilevel_prepare(struct preconditioning *m)
{
    const size_t n = matrix_unknowns(m->a), classes = m->most_pins;
    static const char what[] = "a multilevel preconditioner";
    struct levels *own;
    if (m->place->cards > 1)
        return fail(ERROR_UNSUPPORTED,
                    "precondition=multilevel keeps its levels on one GPU and cannot run at place "
                    "%s: use method multilevel, or precondition=jacobi",
                    m->place->name);
    if (!m->placed) MUST(multilevel_check(m->place, m->precision, m->a, m->long_run));
    else if (m->a->off.nnz >= NO_ENTRY)
        return fail(ERROR_UNSUPPORTED, "multilevel needs fewer than 2^32 - 1 entries");
    MUST(allocate_zeroed(1, sizeof *own, what, &m->own));
    own = m->own;
    const bool weighed = m->weight && !m->long_run;
    if (weighed) MUST(prepare_weights(m, own));
    MUST(additive_create(m->place, weighed ? &own->scaled : m->a, m->placed, m->long_run,
                         &own->additive));
    if (weighed) own->additive.behind = BEHIND_WEIGHED;
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
    if (own->made) return OK;
    own->made = own->divisor != NULL;
    if (m->long_run) MUST(vec->copy(matrix_unknowns(m->a), m->rough, x));
    else MUST(set_to_one(&own->additive, x));
    MUST(additive_set_up(&own->additive));
    if (own->divisor) MUST((m->placed ? put_placed_weights : put_weights)(m, own));
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
    MUST(vec->weigh(matrix_unknowns(m->a), r, m->classes, own->weight));
    MUST(vec->copy(matrix_unknowns(m->a), r, own->r));
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
    const size_t n = matrix_unknowns(m->a);
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
    const struct vec_ops *vec = m->place->vec[F64];
    const size_t n = m->a->off.rows;
    const bool scale_r = own->divisor && m->by_rows, scale_e = own->divisor && !m->by_rows;
    if (m->npins) MUST(balance(m, r));
    if (scale_r) MUST(vec->quotient(n, r, own->divisor, own->r));
    MUST(additive_apply(&own->additive, m->npins || scale_r ? own->r : r));
    const double *e = own->additive.at[0].e;
    if (m->npins) return preconditioner_multilevel_move(m, e, z);
    return scale_e ? vec->quotient(n, e, own->divisor, z) : vec->copy(n, e, z);
}

static void preconditioner_multilevel_dismiss(struct preconditioning *m)
{
    struct levels *own = m->own;
    if (!own) return;
    if (own->r) m->place->release(own->r);
    if (own->divisor) m->place->release(own->divisor);
    free(own->number);
    void *const scaled[] = {own->scaled.off.val, own->scaled.diag};
    for (int k = 0; k < 2; k++)
        if (m->placed && scaled[k]) m->place->release(scaled[k]);
        else free(scaled[k]);
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
    .rough = true,
    .prepare = preconditioner_multilevel_prepare,
    .factor = preconditioner_multilevel_factor,
    .apply = preconditioner_multilevel_apply,
    .dismiss = preconditioner_multilevel_dismiss};

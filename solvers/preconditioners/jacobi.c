/* M = the diagonal of A. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/preconditioner.h"
#include "solvers/solve.h"

static enum status preconditioner_jacobi_prepare(struct preconditioning *m)
{
    const struct matrix *a = m->a;
    const uint64_t n = m->stored->n;
    const bool stored = matrix_is_stored(a);
    enum status status = OK;
    void *here = NULL;
    TRY(vector_allocate(m->stored, 1, &m->diagonal));
    if (m->placed) {
        TRY(m->place->copy(m->diagonal, a->diag, n * sizeof *a->diag));
        goto out;
    }
    TRY(allocate(n, real_size(m->precision), "a preconditioner", &here));
#pragma omp parallel for if (team_once(n))
    for (uint64_t i = 0; i < n; i++)
        put_real(m->precision, here, i, stored ? a->diag[i] : closed_row_diagonal(&a->closed, i));
    TRY(m->place->put(m->diagonal, here, n * real_size(m->precision)));
    TRY(m->place->synchronise());
out:
    free(here);
    return status;
}

static enum status preconditioner_jacobi_apply(const struct preconditioning *m, const void *r,
                                               void *z)
{
    return m->place->vec[m->precision]->quotient(m->stored->n, r, m->diagonal, z);
}

static void preconditioner_jacobi_dismiss(struct preconditioning *m)
{
    if (m->diagonal) m->place->release(m->diagonal);
    m->diagonal = NULL;
}

const struct preconditioner preconditioner_jacobi = {
    .name = "jacobi",
    .by_entries = true,
    .stalls = "an iteration tells a row of its neighbours only: try precondition=multilevel",
    .prepare = preconditioner_jacobi_prepare,
    .apply = preconditioner_jacobi_apply,
    .dismiss = preconditioner_jacobi_dismiss};

#include "certify/rows.h"

#include "base/team.h"
#include "certify/nearest.h"

/* A row in closed form that is summed up. */
struct row {
    const struct row_check *check;
    double own;
    struct row_sums sums;
};

static void add_entry(void *context, uint64_t column, double value)
{
    struct row *row = context;
    const struct row_check *c = row->check;
    row_check_entry(c, row->own, c->reading.balanced, value, c->x[column], &row->sums);
}

static struct row_proof prove_closed_row(const struct row_check *c, uint64_t i)
{
    const struct closed_rows *closed = &c->a.closed;
    const unsigned kind = closed_row_kind(closed, i);
    const struct row_at at = {c->x[i], closed_diagonal(closed, kind), c->slack ? c->slack[kind] : 0,
                              c->by ? c->by[i] : closed_weight(closed, i)};
    struct row row = {.check = c, .own = at.own, .sums = NO_SUMS};
    if (!c->reading.balanced) row_check_own(c, &at, false, &row.sums);
    closed_row(closed, i, add_entry, &row);
    if (c->reading.balanced) row_check_own(c, &at, row.sums.entries > 0, &row.sums);
    return row_check_close(c, i, &at, &row.sums);
}

DOUBLES struct row_proof prove_row(const struct row_check *c, uint64_t i)
{
    if (!matrix_is_stored(&c->a)) return prove_closed_row(c, i);
    const struct row_at at = row_check_at(c, i);
    struct row_sums sums = NO_SUMS;
    row_check_add(c, i, 0, 1, &sums);
    return row_check_close(c, i, &at, &sums);
}

typedef struct row_proof prove_row_fn(const struct row_check *c, uint64_t i);

/* Both give the same bits. A call of C's fma() takes longer than the processor's instruction. */
static struct row_proof prove_by_call(const struct row_check *c, uint64_t i)
{
    return prove_row(c, i);
}

#ifdef __x86_64__
__attribute__((target("fma"))) static struct row_proof prove_by_fma(const struct row_check *c,
                                                                    uint64_t i)
{
    return prove_row(c, i);
}
#endif

static prove_row_fn *row_prover(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("fma")) return prove_by_fma;
#endif
    return prove_by_call;
}

/* All rows are of one class: they are shared between threads. */
static void prove_all(const struct row_check *c, struct row_proof *proof)
{
    const uint64_t n = matrix_rows(&c->a);
    prove_row_fn *prove = row_prover();
#pragma omp parallel if (team_once(matrix_entries(&c->a) + n))
    {
        TO_NEAREST;
        struct row_proof mine = NO_PROOF;
#pragma omp for schedule(static)
        for (uint64_t i = 0; i < n; i++) {
            const struct row_proof row = prove(c, i);
            row_proof_merge(&mine, &row);
        }
#pragma omp critical
        row_proof_merge(proof, &mine);
    }
}

void rows_prove(const struct row_check *check, const struct classes *classes,
                struct row_proof *proof)
{
    TO_NEAREST;
    prove_row_fn *prove = row_prover();
    for (uint32_t k = 0; k < classes->count; k++) proof[k] = (struct row_proof)NO_PROOF;
    if (classes->count == 1) prove_all(check, proof);
    for (uint64_t i = 0; classes->count > 1 && i < matrix_rows(&check->a); i++) {
        const struct row_proof row = prove(check, i);
        row_proof_merge(&proof[classes->of[i]], &row);
    }
    for (uint32_t k = 0; k < classes->count; k++)
        row_proof_finish(check->rule, check->scale ? check->scale[k] : 0, &proof[k]);
}

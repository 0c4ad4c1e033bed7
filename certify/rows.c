#include "certify/rows.h"

#include "base/sparse/rows.h"
#include "base/team.h"
#include "certify/nearest.h"

DOUBLES struct row_proof prove_row(const struct row_check *c, uint64_t i)
{
    struct row_reader row;
    struct row_sums sums = NO_SUMS;
    row_read(&c->a, i, &row);
    const struct row_at at = {c->x[i], row.diagonal, c->slack ? c->slack[row.kind] : 0,
                              c->by                       ? c->by[i]
                              : c->rule == CHECK_LONG_RUN ? closed_weight(&c->a.closed, i)
                                                          : 0};
    const bool balanced = c->reading.balanced && row.count > 0;
    row_check_own(c, &at, balanced, &sums);
    do
        for (uint64_t k = 0; k < row.count; k++)
            row_check_entry(c, at.own, balanced, row.val[k], c->x[row.base + row.col[k]], &sums);
    while (row_read_more(&row));
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

#include "prove/sides/policies.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "certify/double_sums.h"
#include "prove/systems/refine.h"

enum { MOST_ROUNDS = 60 };

/* The chain of a scheduler. */
struct chain {
    const struct policies *of;
    struct matrix a;
    double *b;
    double *ones; /* rows may unite in coarser chains */
};

static void chain_close(struct chain *c)
{
    matrix_free(&c->a);
    free(c->b);
    free(c->ones);
}

static enum status chain_open(const struct policies *p, const uint32_t *choice, struct chain *c)
{
    const struct csr *off = &p->a->off;
    const uint32_t n = (uint32_t)matrix_unknowns(p->a);
    uint64_t count = 0;
    *c = (struct chain){.of = p};
    for (uint32_t i = 0; i < n; i++) count += off->row[choice[i] + 1] - off->row[choice[i]];
    MUST(matrix_allocate(n, count, &c->a));
    MUST(allocate(n, sizeof *c->b, "a proof", &c->b));
    MUST(allocate(n, sizeof *c->ones, "a proof", &c->ones));
    for (uint32_t i = 0; i < n; i++) c->ones[i] = 1;
    count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t first = off->row[choice[i]], end = off->row[choice[i] + 1];
        double sum = 0;
        c->a.off.row[i] = count;
        for (uint64_t k = first; k < end; k++) {
            c->a.off.col[count] = off->col[k];
            c->a.off.val[count++] = off->val[k];
            sum -= off->val[k];
        }
        c->a.diag[i] = p->balanced && first < end ? sum : p->a->diag[choice[i]];
        c->b[i] = p->b[choice[i]];
    }
    c->a.off.row[n] = count;
    return OK;
}

static double largest_of(uint32_t n, const double *x)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* b - A x of a row of unknown i. */
static double left_over(const struct policies *p, uint32_t row, uint32_t i, const double *x)
{
    const struct csr *off = &p->a->off;
    const bool alone = off->row[row] == off->row[row + 1];
    struct double_sum sum = {p->b[row], 0, 0};
    if (!p->balanced || alone) add_product(&sum, -p->a->diag[row], x[i]);
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        add_flow(&sum, off->val[k], p->balanced ? x[i] : 0, -x[off->col[k]]);
    return sum.head + sum.tail;
}

static double tolerance_of(const struct policies *p, const double *x)
{
    return p->tolerance + p->share * largest_of((uint32_t)matrix_unknowns(p->a), x);
}

struct excess_with {
    const struct policies *p;
    const uint32_t *choice;
};

static enum status residual_excess(void *with, const double *x, double *out)
{
    const struct excess_with *e = with;
    double most = 0;
    for (uint32_t i = 0; i < matrix_unknowns(e->p->a); i++)
        most = fmax(most, fabs(left_over(e->p, e->choice[i], i, x)));
    *out = most / tolerance_of(e->p, x);
    if (isnan(*out)) *out = most == 0 ? 0 : INFINITY;
    return OK;
}

static enum status evaluate(const struct policies *p, const uint32_t *choice, double *x)
{
    enum status status = OK;
    struct chain chain;
    struct excess_with with = {p, choice};
    bool order = true;
    double reached;
    TRY(chain_open(p, choice, &chain));
    const struct refinement how = {.a = &chain.a,
                                   .b = chain.b,
                                   .balanced = p->balanced,
                                   .excess = residual_excess,
                                   .with = &with,
                                   .first = fmax(p->share, 1e-6),
                                   .begun = true,
                                   .order = &order,
                                   .coarsening = {chain.ones, true},
                                   .budget = p->budget};
    TRY(refine(&how, x, &reached));
out:
    chain_close(&chain);
    return status;
}

/* Replaces choices. Returns whether there was a better one. */
static bool replace(const struct policies *p, const double *x, uint32_t *choice)
{
    const double least = 4 * tolerance_of(p, x);
    bool any = false;
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++) {
        double best = least;
        const uint32_t now = choice[i];
        for (uint32_t r = matrix_first_row(p->a, i); r < matrix_first_row(p->a, i + 1); r++) {
            const double more = left_over(p, r, i, x) * (p->largest ? 1 : -1);
            if (r == now || !(more > best)) continue;
            best = more;
            choice[i] = r;
            any = true;
        }
    }
    return any;
}

enum status policies_improve(const struct policies *p, uint32_t *choice, double *x)
{
    for (int k = 0; k < MOST_ROUNDS && !p->budget->spent; k++) {
        MUST(evaluate(p, choice, x));
        if (!replace(p, x, choice)) return OK;
    }
    return OK;
}

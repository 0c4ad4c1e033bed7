#include "solvers/policies/policies.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/policies/shorter.h"

enum { MOST_ROUNDS = 60 };

static enum status chain_open(const struct policies *p, const uint32_t *choice,
                              struct linear *chain)
{
    const struct csr *off = &p->a->off;
    const uint32_t n = (uint32_t)matrix_unknowns(p->a);
    struct matrix *a = &chain->a;
    uint64_t count = 0;
    for (uint32_t i = 0; i < n; i++) count += off->row[choice[i] + 1] - off->row[choice[i]];
    MUST(matrix_allocate(n, count, a));
    MUST(allocate(n, sizeof *chain->b, "a chain", &chain->b));
    count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t first = off->row[choice[i]], end = off->row[choice[i] + 1];
        double sum = 0;
        a->off.row[i] = count;
        for (uint64_t k = first; k < end; k++) {
            a->off.col[count] = off->col[k];
            a->off.val[count++] = off->val[k];
            sum -= off->val[k];
        }
        a->diag[i] = p->balanced && first < end ? sum : p->a->diag[choice[i]];
        chain->b[i] = p->b ? p->b[choice[i]] : 0;
    }
    a->off.row[n] = count;
    return OK;
}

double policies_tolerance(const struct policies *p, uint64_t n, const double *x)
{
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return p->tolerance + p->share * most;
}

double row_left_over(const struct matrix *a, const double *b, bool balanced, uint32_t row,
                     uint32_t i, const double *x)
{
    const uint64_t first = a->off.row[row], end = a->off.row[row + 1];
    const bool flows = balanced && first < end;
    const long double own = flows ? x[i] : 0;
    long double sum = b ? b[row] : 0;
    if (!flows) sum -= (long double)a->diag[row] * x[i];
    for (uint64_t k = first; k < end; k++) sum -= a->off.val[k] * (x[a->off.col[k]] - own);
    return (double)sum;
}

/* The row of unknown i that is better than `now` by the most, and by more than `least`; else `now`.
 */
static uint32_t better_row(const struct policies *p, const double *x, uint32_t i, uint32_t now,
                           double least)
{
    uint32_t choice = now;
    for (uint32_t r = matrix_first_row(p->a, i); r < matrix_first_row(p->a, i + 1); r++) {
        const double left = row_left_over(p->a, p->b, p->balanced, r, i, x),
                     more = p->largest ? left : -left;
        if (r == now || !(more > least)) continue;
        least = more;
        choice = r;
    }
    return choice;
}

/* The most by which a row of the policy is off. */
static double largest_residual(const struct policies *p, const double *x, const uint32_t *choice)
{
    double most = 0;
#pragma omp parallel for reduction(max : most) if (team_once(p->a->off.nnz))
    for (uint32_t i = 0; i < matrix_unknowns(p->a); i++)
        most = fmax(most, fabs(row_left_over(p->a, p->b, p->balanced, choice[i], i, x)));
    return most;
}

/* Replaces rows. Returns whether there was a better one. */
static bool replace(const struct policies *p, const double *x, uint32_t *choice)
{
    const uint64_t n = matrix_unknowns(p->a);
    const double least = 4 * fmax(policies_tolerance(p, n, x), largest_residual(p, x, choice));
    int any = 0;
#pragma omp parallel for reduction(| : any) if (team_once(p->a->off.nnz))
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t now = choice[i];
        choice[i] = better_row(p, x, i, now, least);
        any |= choice[i] != now;
    }
    return any;
}

/* Improves x, where it pays without the rows that have one way on. */
static enum status solve_shorter(const struct policies *p, const struct linear *chain, double *x,
                                 bool *ends)
{
    enum status status = OK;
    struct shorter s;
    double *y = NULL;
    bool made = false;
    TRY(shorter_make(chain, p->balanced, &s, &made));
    if (made) {
        TRY(allocate(s.system.a.off.rows, sizeof *y, "a chain", &y));
        shorter_begin(&s, x, y);
        TRY(p->solve(p->with, &s.system, y, ends));
        shorter_end(&s, y, x);
    }
out:
    free(y);
    shorter_free(&s);
    return status == OK && !made ? p->solve(p->with, chain, x, ends) : status;
}

enum status policies_improve(const struct policies *p, uint32_t *choice, double *x,
                             uint32_t *rounds)
{
    bool ends = false, any = true;
    for (int k = 0; k < MOST_ROUNDS && any && !ends; k++) {
        struct linear chain = {0};
        enum status status = chain_open(p, choice, &chain);
        if (status == OK) status = solve_shorter(p, &chain, x, &ends);
        linear_free(&chain);
        MUST(status);
        if (rounds) ++*rounds;
        any = !ends && replace(p, x, choice);
    }
    return OK;
}

#include "problems/answer_bounds.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

static enum status check_row(const struct linear *s, uint32_t i)
{
    const struct csr *off = &s->a.off;
    if (s->b[i] < 0)
        return fail(ERROR_UNSUPPORTED,
                    "b is %g in row %u: methods that stop by proof need numbers that are not "
                    "negative",
                    s->b[i], i);
    if (!(s->a.diag[i] > 0 && s->a.diag[i] <= 1))
        return fail(ERROR_UNSUPPORTED,
                    "the diagonal is %g in row %u: methods that stop by proof need it above 0, and "
                    "at most 1",
                    s->a.diag[i], i);
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
        if (off->val[k] > 0)
            return fail(ERROR_UNSUPPORTED,
                        "entry (%u, %u) of the matrix is %g: methods that stop by proof need "
                        "entries beside the diagonal that are not positive",
                        i, off->col[k], off->val[k]);
    return OK;
}

static enum status answer_bounds_check(const struct problem *problem, const struct linear *system)
{
    if (problem->kind != KIND_FIXPOINT)
        return fail(ERROR_UNSUPPORTED,
                    "the method is for reachability probabilities and expected rewards, and this "
                    "problem is %s",
                    problem_kind_names[problem->kind]);
    for (uint32_t i = 0; i < system->a.off.rows; i++) MUST(check_row(system, i));
    return OK;
}

static bool row_is_stated(const struct csr *off, uint32_t i)
{
    return off->row[i] == off->row[i + 1];
}

/* Walks backward along entries from marked rows. */
struct walk {
    struct csr incoming; /* transpose of the off-diagonal entries */
    uint32_t *queue, end;
    uint8_t *seen;
};

static void walk_push(struct walk *w, uint32_t i)
{
    if (!w->seen[i]) w->queue[w->end++] = i;
    w->seen[i] = 1;
}

static enum status walk_begin(const struct csr *off, struct walk *w)
{
    *w = (struct walk){0};
    MUST(csr_transpose(off, &w->incoming));
    MUST(allocate(off->rows, sizeof *w->queue, "a search", &w->queue));
    return allocate_zeroed(off->rows, 1, "a search", &w->seen);
}

static void walk_end(struct walk *w)
{
    csr_free(&w->incoming);
    free(w->queue);
    free(w->seen);
}

/* w->seen = rows from which a row with b > 0 can be reached. */
static void find_positive(const struct linear *s, struct walk *w)
{
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        if (s->b[i] > 0) walk_push(w, i);
    for (uint32_t at = 0; at < w->end; at++) {
        uint32_t j = w->queue[at];
        for (uint64_t k = w->incoming.row[j]; k < w->incoming.row[j + 1]; k++)
            walk_push(w, w->incoming.col[k]);
    }
}

/* leaving (one for each row, zeros before) = lower bounds of the probability of leaving the
 * component for ever. Walks backward from the states that can leave it directly; a state uses the
 * bounds of those that were found before. */
static void find_leaving(const struct linear *s, const uint32_t *component, struct walk *w,
                         double *leaving)
{
    const struct csr *off = &s->a.off, *in = &w->incoming;
    for (uint32_t i = 0; i < off->rows; i++) {
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            if (component[off->col[k]] != component[i]) leaving[i] -= off->val[k] / s->a.diag[i];
        if (leaving[i] > 0) walk_push(w, i);
    }
    for (uint32_t at = 0; at < w->end; at++) {
        uint32_t t = w->queue[at];
        w->seen[t] = 2; /* done */
        for (uint64_t k = in->row[t]; k < in->row[t + 1]; k++) {
            uint32_t i = in->col[k];
            if (component[i] != component[t] || w->seen[i] == 2) continue;
            leaving[i] -= in->val[k] / s->a.diag[i] * leaving[t];
            walk_push(w, i);
        }
    }
}

/* *out = the sum of rewards times expected visits, increased by the possible rounding errors. */
static enum status bound_rewards(const struct linear *s, double *out)
{
    enum status status = OK;
    const struct csr *off = &s->a.off;
    struct walk w;
    uint32_t *component = NULL, count;
    double *leaving = NULL, sum = 0;
    TRY(walk_begin(off, &w));
    TRY(strong_components(off, &component, &count));
    TRY(allocate_zeroed(off->rows, sizeof *leaving, "a bound", &leaving));
    find_leaving(s, component, &w, leaving);
    for (uint32_t i = 0; i < off->rows; i++)
        if (!row_is_stated(off, i) && s->b[i] > 0) sum += s->b[i] / s->a.diag[i] / leaving[i];
    *out = sum * (1 + 1e-6);
out:
    walk_end(&w);
    free(component);
    free(leaving);
    return status;
}

enum status answer_bounds_find(const struct problem *problem, const struct linear *system,
                               struct answer_bounds *out)
{
    enum status status = OK;
    const uint32_t n = matrix_unknowns(&system->a);
    struct walk w = {0};
    double most = 1;
    *out = (struct answer_bounds){0};
    MUST(answer_bounds_check(problem, system));
    TRY(walk_begin(&system->a.off, &w));
    if (problem->range != RANGE_PROBABILITY) TRY(bound_rewards(system, &most));
    TRY(allocate_zeroed(n, sizeof *out->lower, "bounds", &out->lower));
    TRY(allocate_zeroed(n, sizeof *out->upper, "bounds", &out->upper));
    find_positive(system, &w);
    for (uint32_t i = 0; i < n; i++) {
        if (row_is_stated(&system->a.off, i)) out->lower[i] = system->b[i] / system->a.diag[i];
        out->upper[i] = row_is_stated(&system->a.off, i) ? out->lower[i] : w.seen[i] ? most : 0;
    }
out:
    walk_end(&w);
    if (status != OK) answer_bounds_free(out);
    return status;
}

void answer_bounds_free(struct answer_bounds *bounds)
{
    free(bounds->lower);
    free(bounds->upper);
    *bounds = (struct answer_bounds){0};
}

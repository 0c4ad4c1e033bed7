#include "problems/answer_bounds.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/component_order.h"
#include "base/sparse/choices_graph.h"
#include "base/sparse/transpose.h"

/* The rows that count: of the smallest reward those of one scheduler, with which all paths end;
 * otherwise all. */
struct counted {
    const struct linear *s;
    const uint32_t *choice; /* for each unknown; NULL: all rows */
};

static uint32_t first_counted(const struct counted *of, uint32_t i)
{
    return of->choice ? of->choice[i] : matrix_first_row(&of->s->a, i);
}

static uint32_t end_counted(const struct counted *of, uint32_t i)
{
    return of->choice ? of->choice[i] + 1 : matrix_first_row(&of->s->a, i + 1);
}

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
    if (problem->kind != KIND_FIXPOINT && problem->kind != KIND_OPTIMUM)
        return fail(ERROR_UNSUPPORTED,
                    "the method is for reachability probabilities and expected rewards, and this "
                    "problem is %s",
                    problem_kind_names[problem->kind]);
    for (uint32_t i = 0; i < system->a.off.rows; i++) MUST(check_row(system, i));
    return OK;
}

/* Walks backward along entries from marked unknowns. */
struct walk {
    struct csr incoming; /* for each unknown, the rows that read it, with their entries */
    uint32_t *queue, end;
    uint8_t *seen;
};

static void walk_push(struct walk *w, uint32_t i)
{
    if (!w->seen[i]) w->queue[w->end++] = i;
    w->seen[i] = 1;
}

static enum status walk_begin(const struct matrix *a, struct walk *w)
{
    const uint32_t n = (uint32_t)matrix_unknowns(a);
    struct csr off = a->off;
    *w = (struct walk){0};
    MUST(transpose(&(struct transposition){.rows = n}, &off, false, &w->incoming));
    MUST(allocate(n, sizeof *w->queue, "a search", &w->queue));
    return allocate_zeroed(n, 1, "a search", &w->seen);
}

static void walk_end(struct walk *w)
{
    csr_free(&w->incoming);
    free(w->queue);
    free(w->seen);
}

/* Row r of unknown i reaches a row with b > 0, if so. */
static void hit_row(struct walk *w, bool reaches, uint32_t r, uint32_t i, uint8_t *hit,
                    uint32_t *left)
{
    if (!reaches || hit[r] || !left[i]) return;
    hit[r] = 1;
    if (--left[i] == 0) walk_push(w, i);
}

/* w->seen = unknowns from which a row with b > 0 can be reached, or is reached whatever is chosen
 * (always): the value of others is 0. */
static enum status find_positive(const struct linear *s, bool always, struct walk *w)
{
    enum status status = OK;
    const struct matrix *a = &s->a;
    uint8_t *hit = NULL;   /* rows that reach one */
    uint32_t *left = NULL; /* for each unknown, rows that may not */
    TRY(allocate_zeroed(a->off.rows, 1, "a search", &hit));
    TRY(allocate(matrix_unknowns(a), sizeof *left, "a search", &left));
    for (uint32_t i = 0; i < matrix_unknowns(a); i++) {
        left[i] = always ? matrix_first_row(a, i + 1) - matrix_first_row(a, i) : 1;
        for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++)
            hit_row(w, s->b[r] > 0, r, i, hit, left);
    }
    for (uint32_t at = 0; at < w->end; at++) {
        const uint32_t j = w->queue[at];
        for (uint64_t k = w->incoming.row[j]; k < w->incoming.row[j + 1]; k++) {
            const uint32_t r = w->incoming.col[k];
            hit_row(w, true, r, (uint32_t)row_owner(a, r), hit, left);
        }
    }
out:
    free(hit);
    free(left);
    return status;
}

/* The least of the counted rows of i. */
static double least_leaving(const struct counted *of, const double *leaving, uint32_t i)
{
    double least = INFINITY;
    for (uint32_t r = first_counted(of, i); r < end_counted(of, i); r++)
        least = fmin(least, leaving[r]);
    return least;
}

/* leaving (one for each row, zeros before) = lower bounds of the probability of leaving the
 * component for ever. Walks backward from the unknowns all of whose rows can leave it directly; a
 * row uses the bounds of the unknowns that were found before. */
static void find_leaving(const struct counted *of, const uint32_t *component, struct walk *w,
                         double *leaving)
{
    const struct matrix *a = &of->s->a;
    const struct csr *off = &a->off, *in = &w->incoming;
    for (uint32_t i = 0; i < matrix_unknowns(a); i++) {
        for (uint32_t r = first_counted(of, i); r < end_counted(of, i); r++)
            for (uint64_t k = off->row[r]; k < off->row[r + 1]; k++)
                if (component[off->col[k]] != component[i]) leaving[r] -= off->val[k] / a->diag[r];
        if (least_leaving(of, leaving, i) > 0) walk_push(w, i);
    }
    for (uint32_t at = 0; at < w->end; at++) {
        const uint32_t t = w->queue[at];
        const double from_here = least_leaving(of, leaving, t);
        w->seen[t] = 2; /* done */
        for (uint64_t k = in->row[t]; k < in->row[t + 1]; k++) {
            const uint32_t r = in->col[k], i = (uint32_t)row_owner(a, r);
            if (component[i] != component[t] || w->seen[i] == 2) continue;
            leaving[r] -= in->val[k] / a->diag[r] * from_here;
            if (least_leaving(of, leaving, i) > 0) walk_push(w, i);
        }
    }
}

/* *out = the sum of rewards times expected visits, increased by the possible rounding errors. */
static enum status sum_rewards(const struct counted *of, double *out)
{
    enum status status = OK;
    const struct linear *s = of->s;
    struct walk w;
    struct components components = {0};
    double *leaving = NULL, sum = 0;
    TRY(walk_begin(&s->a, &w));
    TRY(components_find(&s->a, &components));
    TRY(allocate_zeroed(s->a.off.rows, sizeof *leaving, "a bound", &leaving));
    find_leaving(of, components.of, &w, leaving);
    for (uint32_t i = 0; i < matrix_unknowns(&s->a); i++) {
        double most = 0;
        for (uint32_t r = first_counted(of, i); r < end_counted(of, i); r++)
            most = fmax(most, s->b[r] / s->a.diag[r]);
        if (!matrix_is_stated(&s->a, i) && most > 0) sum += most / least_leaving(of, leaving, i);
    }
    *out = sum * (1 + 1e-6);
out:
    walk_end(&w);
    components_free(&components);
    free(leaving);
    return status;
}

static bool is_smallest(const struct problem *problem)
{
    return problem->kind == KIND_OPTIMUM && !problem->optimum.largest;
}

/* The smallest reward is at most that of any scheduler with which all paths end. */
static enum status bound_rewards(const struct problem *problem, const struct linear *system,
                                 double *out)
{
    enum status status = OK;
    uint32_t *choice = NULL;
    bool ends = true;
    const bool smallest = is_smallest(problem);
    if (smallest) TRY(allocate(matrix_unknowns(&system->a), sizeof *choice, "a bound", &choice));
    if (smallest) TRY(choices_that_end(&system->a, choice, &ends));
    if (ends) TRY(sum_rewards(&(struct counted){system, choice}, out));
    else *out = INFINITY;
out:
    free(choice);
    return status;
}

enum status answer_bounds_find(const struct problem *problem, const struct linear *system,
                               struct answer_bounds *out)
{
    enum status status = OK;
    const struct matrix *a = &system->a;
    const uint32_t n = (uint32_t)matrix_unknowns(a);
    struct walk w = {0};
    double most = 1;
    *out = (struct answer_bounds){0};
    MUST(answer_bounds_check(problem, system));
    TRY(walk_begin(a, &w));
    if (problem->range != RANGE_PROBABILITY) TRY(bound_rewards(problem, system, &most));
    TRY(allocate_zeroed(n, sizeof *out->lower, "bounds", &out->lower));
    TRY(allocate_zeroed(n, sizeof *out->upper, "bounds", &out->upper));
    TRY(find_positive(system, is_smallest(problem), &w));
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t row = matrix_first_row(a, i);
        if (matrix_is_stated(a, i)) out->lower[i] = system->b[row];
        out->upper[i] = matrix_is_stated(a, i) ? out->lower[i] : w.seen[i] ? most : 0;
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

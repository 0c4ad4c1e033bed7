#include "problems/decisions/equations.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/intervals/interval_rows.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"

void kept_free(struct kept *kept)
{
    free(kept->allowed);
    free(kept->component);
    free(kept->stays);
    quotient_free(&kept->quotient);
}

enum status keep_all(const struct chain *chain, const uint8_t *open, struct kept *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain), rows = chain->transitions.rows;
    TRY(allocate_large(rows, 1, "choices", &out->allowed));
    TRY(allocate_zeroed(rows, 1, "choices", &out->stays));
    TRY(allocate(n, sizeof *out->component, "states", &out->component));
#pragma omp parallel for schedule(static) if (team_once(rows))
    for (uint32_t i = 0; i < n; i++) {
        out->component[i] = NO_CLASS;
        for (uint32_t c = chain_row(chain, i); c < chain_row(chain, i + 1); c++)
            out->allowed[c] = open[i] || c == chain_row(chain, i);
    }
    TRY(quotient_create(&(struct choices){&chain->transitions, chain->group, n, out->allowed},
                        out->component, out->stays, &out->quotient));
out:
    return status;
}

/* How the rows of states become equations. */
struct writing {
    const struct csr *from;
    const uint32_t *row; /* of `from`, for each row; NULL: all of them, in order */
    const struct quotient *quotient;
    const uint8_t *open; /* for each new state */
    const double *upper; /* of intervals: for each entry of `from`; else NULL */
    struct matrix *to;
};

static uint32_t old_row(const struct writing *w, uint32_t r)
{
    return w->row ? w->row[r] : r;
}

/* Counts the entries of state i's rows beside the diagonal. */
static void count_rows(const struct writing *w, uint32_t i)
{
    const struct csr *from = w->from;
    for (uint32_t r = w->quotient->group[i]; r < w->quotient->group[i + 1]; r++) {
        const uint32_t old = old_row(w, r);
        uint64_t count = 0;
        for (uint64_t k = from->row[old]; w->open[i] && k < from->row[old + 1]; k++)
            count += from->col[k] != i;
        w->to->off.row[r + 1] = count;
    }
}

/* Puts an entry where its column belongs among those from the first-th on. Returns that place. */
static uint64_t insert_entry(struct csr *off, uint64_t first, uint64_t at, uint32_t col, double val)
{
    for (; at > first && off->col[at - 1] > col; at--) {
        off->col[at] = off->col[at - 1];
        off->val[at] = off->val[at - 1];
    }
    off->col[at] = col;
    off->val[at] = val;
    return at;
}

/* Makes row r of state i that of its choice in an interval model (interval_rows.h), or x_i = value.
 */
static void write_intervals(const struct writing *w, uint32_t r, uint32_t i)
{
    const struct csr *from = w->from;
    struct matrix *a = w->to;
    const uint32_t old = old_row(w, r);
    const uint64_t first = a->off.row[r];
    uint64_t at = first;
    double *stay = a->stay + 2 * (size_t)r;
    stay[0] = stay[1] = 0;
    for (uint64_t k = from->row[old]; w->open[i] && k < from->row[old + 1]; k++) {
        const double least = fmin(1, from->val[k]), most = fmin(1, w->upper[k]);
        if (from->col[k] == i) {
            stay[0] = least, stay[1] = most;
            continue;
        }
        const uint64_t place = insert_entry(&a->off, first, at, from->col[k], -least);
        for (uint64_t m = at++; m > place; m--) a->most[m] = a->most[m - 1];
        a->most[place] = most;
    }
    a->diag[r] = at == first && stay[1] > 0 ? 0 : 1;
}

/* Makes row r of state i the equation of its choice, or x_i = value. The diagonal is 1 if and only
 * if there is no self-loop. */
static void write_row(const struct writing *w, uint32_t r, uint32_t i)
{
    const struct csr *from = w->from;
    struct csr *off = &w->to->off;
    const uint32_t old = old_row(w, r);
    const uint64_t first = off->row[r];
    uint64_t at = first;
    double leaves = 0;
    bool stays = false;
    for (uint64_t k = from->row[old]; w->open[i] && k < from->row[old + 1]; k++) {
        stays |= from->col[k] == i;
        if (from->col[k] != i) insert_entry(off, first, at++, from->col[k], -from->val[k]);
    }
    for (uint64_t k = first; k < at; k++) leaves -= off->val[k];
    w->to->diag[r] = stays ? fmin(leaves, 1 - DBL_EPSILON / 2) : 1;
}

static void write_rows(const struct writing *w)
{
    struct csr *off = &w->to->off;
    const uint32_t *group = w->quotient->group, states = w->quotient->states;
    const bool shared = team_once(w->from->nnz);
    off->row[0] = 0;
#pragma omp parallel for schedule(static) if (shared)
    for (uint32_t i = 0; i < states; i++) count_rows(w, i);
    for (uint32_t r = 0; r < off->rows; r++) off->row[r + 1] += off->row[r];
    off->nnz = off->row[off->rows];
#pragma omp parallel for schedule(static) if (shared)
    for (uint32_t i = 0; i < states; i++)
        for (uint32_t r = group[i]; r < group[i + 1]; r++) {
            if (w->upper) write_intervals(w, r, i);
            else write_row(w, r, i);
        }
}

static uint64_t entries_of(const struct quotient *q, const struct csr *old)
{
    uint64_t entries = 0;
#pragma omp parallel for reduction(+ : entries) if (team_once(q->rows))
    for (uint32_t r = 0; r < q->rows; r++) entries += old->row[q->row[r] + 1] - old->row[q->row[r]];
    return entries;
}

/* b: what each row pays, and the values of states that are not open. */
static enum status write_constants(const struct chain *chain, const double *reward,
                                   const struct quotient *q, const uint8_t *open,
                                   const double *value, double **b)
{
    MUST(allocate_large(q->rows, sizeof **b, "b", b));
#pragma omp parallel for schedule(static) if (team_once(q->rows))
    for (uint32_t r = 0; r < q->rows; r++) (*b)[r] = reward ? reward[q->row[r]] : 0;
#pragma omp parallel for schedule(static) if (q->same && team_once(q->rows))
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (!open[i]) (*b)[q->group[q->state[i]]] = value[i];
    return OK;
}

/* *rows (new), *upper (new; zeroed if there are no intervals) = the rows of the quotient. */
static enum status merge_rows(const struct chain *chain, const struct quotient *q, struct csr *rows,
                              struct csr *upper)
{
    struct csr above = chain->transitions;
    above.val = chain->upper;
    MUST(quotient_rows(q, &chain->transitions, rows));
    return chain->upper ? quotient_rows(q, &above, upper) : OK;
}

enum status write_equations(const struct chain *chain, const double *reward,
                            const struct quotient *q, const uint8_t *open, const double *value,
                            struct linear *out)
{
    enum status status = OK;
    uint8_t *is_open = NULL;
    struct csr rows = {0}, upper = {0};
    struct matrix *a = &out->a;
    const uint32_t states = q->states;
    const bool kept = quotient_keeps_rows(q, &chain->transitions);
    TRY(allocate(states, 1, "states", &is_open));
#pragma omp parallel for schedule(static) if (q->same && team_once(states))
    for (uint32_t i = 0; i < chain_states(chain); i++) is_open[q->state[i]] = open[i];
    if (!kept) TRY(merge_rows(chain, q, &rows, &upper));
    const uint64_t entries = kept ? entries_of(q, &chain->transitions) : rows.nnz;
    TRY(matrix_allocate(q->rows, entries, a));
    TRY(allocate_large((size_t)states + 1, sizeof *a->group, "states", &a->group));
    copy_large(a->group, q->group, ((size_t)states + 1) * sizeof *q->group);
    a->ngroups = states;
    if (chain->upper) {
        TRY(allocate(entries, sizeof *a->most, "upper bounds", &a->most));
        TRY(allocate(2 * (size_t)q->rows, sizeof *a->stay, "upper bounds", &a->stay));
    }
    TRY(progress_hook_check());
    write_rows(&(struct writing){kept ? &chain->transitions : &rows, kept ? q->row : NULL, q,
                                 is_open, kept ? chain->upper : upper.val, a});
    TRY(progress_hook_check());
    TRY(write_constants(chain, reward, q, open, value, &out->b));
out:
    csr_free(&rows);
    csr_free(&upper);
    free(is_open);
    return status;
}

enum status take_initial_unknowns(const struct chain *chain, enum filter filter,
                                  struct problem *out)
{
    const uint32_t n = chain_states(chain), unknowns = out->system.a.ngroups,
                   *unknown_of = out->optimum.unknown_of;
    uint8_t *initial;
    MUST(take_initial(chain, filter, out));
    initial = out->fixpoint.initial;
    out->fixpoint.initial = NULL;
    enum status status = allocate_zeroed(unknowns, 1, "states", &out->fixpoint.initial);
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < (status == OK ? n : 0); i++) {
        if (!initial[i]) continue;
#pragma omp atomic write
        out->fixpoint.initial[unknown_of[i]] = 1;
    }
    free(initial);
    out->start = out->start < n ? unknown_of[out->start] : 0;
    return status;
}

/* How far the sum of a row is from 1, beyond rounding. */
static double share_of_sums(const struct csr *rows)
{
    double share = 0;
#pragma omp parallel for schedule(static) reduction(max : share) if (team_once(rows->nnz))
    for (uint32_t r = 0; r < rows->rows; r++) {
        double sum = 0;
        for (uint64_t k = rows->row[r]; k < rows->row[r + 1]; k++) sum += rows->val[k];
        const double off = fabs(sum - 1), length = (double)(rows->row[r + 1] - rows->row[r]);
        if (off > length * DBL_EPSILON) share = fmax(share, 1.01 * off);
    }
    return share;
}

struct reading reading_of_choices(const struct chain *chain, const double *reward)
{
    return (struct reading){.entry = share_of_sums(&chain->transitions),
                            .constant = share_of_products(chain, reward),
                            .balanced = true};
}

/* Returns whether the numbers surely sum to at most 1 (sign 1), or to at least 1 (sign -1). */
static bool sum_is_beside_1(const double *x, uint64_t count, double sign)
{
    struct close_sum sum = {-sign, 0, 0};
    for (uint64_t k = 0; k < count; k++) close_sum_add(&sum, sign * x[k]);
    return sum.head + sum.tail <= -((double)count + 8) * DBL_EPSILON * sum.lost;
}

static void widen_by(double *least, double *most, uint64_t count, double share)
{
    for (uint64_t k = 0; k < count; k++) {
        least[k] *= 1 - share;
        most[k] = fmin(1, most[k] * (1 + share));
    }
}

void widen_intervals(struct chain *chain, struct widened_rows *out)
{
    const struct csr *rows = &chain->transitions;
    for (uint32_t r = 0; r < rows->rows; r++) {
        const uint64_t count = rows->row[r + 1] - rows->row[r];
        double *least = rows->val + rows->row[r], *most = chain->upper + rows->row[r], share = 0;
        for (double more = 2 * DBL_EPSILON;
             !sum_is_beside_1(least, count, 1) || !sum_is_beside_1(most, count, -1); more *= 2) {
            widen_by(least, most, count, more);
            share += 1.01 * more;
        }
        out->rows += share > 0;
        out->share = fmax(out->share, share);
    }
}

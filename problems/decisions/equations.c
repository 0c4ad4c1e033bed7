#include "problems/decisions/equations.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/intervals/interval_rows.h"
#include "base/memory.h"

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
    TRY(allocate(rows, 1, "choices", &out->allowed));
    TRY(allocate_zeroed(rows, 1, "choices", &out->stays));
    TRY(allocate(n, sizeof *out->component, "states", &out->component));
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

/* Makes row r of state i that of its choice in an interval model (interval_rows.h), or x_i = value.
 */
static void write_intervals(const struct csr *from, const double *upper, uint32_t r, uint32_t i,
                            bool open, struct matrix *a)
{
    struct csr *off = &a->off;
    uint64_t at = off->row[r];
    double *stay = a->stay + 2 * (size_t)r;
    stay[0] = stay[1] = 0;
    for (uint64_t k = from->row[r]; open && k < from->row[r + 1]; k++) {
        const double most = fmin(1, upper[k]);
        if (from->col[k] == i) {
            stay[0] = fmin(1, from->val[k]), stay[1] = most;
            continue;
        }
        off->col[at] = from->col[k];
        off->val[at] = -fmin(1, from->val[k]);
        a->most[at++] = most;
    }
    off->row[r + 1] = at;
    a->diag[r] = at == off->row[r] && stay[1] > 0 ? 0 : 1;
}

/* Makes row r of state i the equation of its choice, or x_i = value. The diagonal is 1 if and only
 * if there is no self-loop. */
static void write_row(const struct csr *from, uint32_t r, uint32_t i, bool open, struct csr *off,
                      double *diag)
{
    uint64_t at = off->row[r];
    double leaves = 0;
    bool stays = false;
    for (uint64_t k = from->row[r]; open && k < from->row[r + 1]; k++) {
        stays |= from->col[k] == i;
        if (from->col[k] == i) continue;
        off->col[at] = from->col[k];
        off->val[at++] = -from->val[k];
        leaves += from->val[k];
    }
    off->row[r + 1] = at;
    *diag = open && stays ? fmin(leaves, 1 - DBL_EPSILON / 2) : 1;
}

/* The upper bounds of the rows. */
static enum status quotient_upper(const struct chain *chain, const struct quotient *q,
                                  struct csr *out)
{
    struct csr upper = chain->transitions;
    upper.val = chain->upper;
    return quotient_rows(q, &upper, out);
}

static enum status write_rows(const struct chain *chain, const struct quotient *q,
                              const uint8_t *is_open, struct matrix *a)
{
    enum status status = OK;
    struct csr rows = {0}, upper = {0};
    TRY(quotient_rows(q, &chain->transitions, &rows));
    TRY(matrix_allocate(rows.rows, rows.nnz, a));
    if (chain->upper) {
        TRY(quotient_upper(chain, q, &upper));
        TRY(allocate(rows.nnz, sizeof *a->most, "upper bounds", &a->most));
        TRY(allocate(2 * (size_t)rows.rows, sizeof *a->stay, "upper bounds", &a->stay));
    }
    a->off.row[0] = 0;
    for (uint32_t i = 0; i < q->states; i++)
        for (uint32_t r = q->group[i]; r < q->group[i + 1]; r++) {
            if (chain->upper) write_intervals(&rows, upper.val, r, i, is_open[i], a);
            else write_row(&rows, r, i, is_open[i], &a->off, &a->diag[r]);
        }
    a->off.nnz = a->off.row[rows.rows];
out:
    csr_free(&rows);
    csr_free(&upper);
    return status;
}

enum status write_equations(const struct chain *chain, const double *reward,
                            const struct quotient *q, const uint8_t *open, const double *value,
                            struct linear *out)
{
    enum status status = OK;
    uint8_t *is_open = NULL;
    struct matrix *a = &out->a;
    const uint32_t states = q->states;
    TRY(allocate(states, 1, "states", &is_open));
    for (uint32_t i = 0; i < chain_states(chain); i++) is_open[q->state[i]] = open[i];
    TRY(write_rows(chain, q, is_open, a));
    TRY(allocate((size_t)states + 1, sizeof *a->group, "states", &a->group));
    memcpy(a->group, q->group, ((size_t)states + 1) * sizeof *q->group);
    a->ngroups = states;
    TRY(allocate_zeroed(q->rows, sizeof *out->b, "b", &out->b));
    for (uint32_t r = 0; r < q->rows && reward; r++) out->b[r] = reward[q->row[r]];
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (!open[i]) out->b[q->group[q->state[i]]] = value[i];
out:
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
    for (uint32_t i = 0; status == OK && i < n; i++)
        out->fixpoint.initial[unknown_of[i]] |= initial[i];
    free(initial);
    out->start = out->start < n ? unknown_of[out->start] : 0;
    return status;
}

/* How far the sum of a row is from 1, beyond rounding. */
static double share_of_sums(const struct csr *rows)
{
    double share = 0;
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

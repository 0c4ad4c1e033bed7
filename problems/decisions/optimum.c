/* The largest or smallest probability or expected reward of a decision process.
 *
 * A search of the graph decides what needs no numbers: states where the value is 0, 1 or infinite.
 * Where the rest would have several solutions, the least of which is not found from below (the
 * smallest reward, with choices that pay nothing) or the largest not from above (the largest
 * probability), end components become one state each. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "problems/property.h"

/* Sets of states, one byte each. */
struct decided {
    uint8_t *goal, *through, *no, *yes;
    uint8_t *open; /* neither: the value is to be found */
};

static void decided_free(struct decided *d)
{
    free(d->goal);
    free(d->through);
    free(d->no);
    free(d->yes);
    free(d->open);
}

/* A reward is finite where the goal is certain: for all schedulers, or for some. */
static enum status find_decided(const struct chain *chain, const struct property *property,
                                const struct choices *c, struct decided *out)
{
    const uint32_t n = chain_states(chain);
    const bool reward = property->reward != NULL, largest = property->largest != reward;
    MUST(label_states(chain, property->goal, &out->goal));
    MUST(states_to_pass(chain, property, &out->through));
    MUST(certain_choices(c, out->through, out->goal, largest, &out->no, &out->yes));
    MUST(allocate(n, 1, "states", &out->open));
    for (uint32_t i = 0; i < n; i++)
        out->open[i] = is_undecided(reward, out->goal[i], out->no[i], out->yes[i]);
    return OK;
}

/* Whether a choice may be part of a best scheduler: with the smallest reward, it must not lead to
 * where the goal may be missed. A decided state keeps its first row. */
static enum status find_allowed(const struct chain *chain, const struct property *property,
                                const struct decided *d, uint8_t **out)
{
    const struct csr *rows = &chain->transitions;
    const bool sure = property->reward && !property->largest;
    MUST(allocate_zeroed(rows->rows, 1, "choices", out));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t c = chain_row(chain, i); c < chain_row(chain, i + 1); c++) {
            (*out)[c] = d->open[i] || c == chain_row(chain, i);
            for (uint64_t k = rows->row[c]; sure && d->open[i] && k < rows->row[c + 1]; k++)
                (*out)[c] &= d->yes[rows->col[k]];
        }
    return OK;
}

/* What becomes of the states and choices: components are one state each. */
struct kept {
    uint8_t *allowed; /* rows that are kept, if they do not stay in a component */
    uint32_t *component;
    uint8_t *stays;
    struct quotient quotient;
};

static void kept_free(struct kept *kept)
{
    free(kept->allowed);
    free(kept->component);
    free(kept->stays);
    quotient_free(&kept->quotient);
}

/* Drops choices of open states that lead nowhere else and are not among those that stay for
 * nothing: they pay for ever. */
static void drop_idle(const struct chain *chain, const struct decided *d, struct kept *kept)
{
    const struct csr *rows = &chain->transitions;
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        const uint32_t own = kept->component[i];
        for (uint32_t c = chain_row(chain, i); d->open[i] && c < chain_row(chain, i + 1); c++) {
            bool leaves = kept->stays[c];
            for (uint64_t k = rows->row[c]; k < rows->row[c + 1]; k++) {
                const uint32_t to = rows->col[k];
                leaves |= to != i && (own == NO_CLASS || kept->component[to] != own);
            }
            kept->allowed[c] &= leaves;
        }
    }
}

/* End components that become one state: of open states for the largest probability, and of choices
 * that pay nothing for the smallest reward. Elsewhere there are none in open states, or they do no
 * harm. */
static enum status find_components(const struct chain *chain, const struct property *property,
                                   const struct decided *d, struct kept *out)
{
    enum status status = OK;
    const struct csr *rows = &chain->transitions;
    uint8_t *unpaid = NULL, *inside = NULL;
    uint32_t count;
    const uint32_t n = chain_states(chain);
    const bool reward = property->reward != NULL, merges = property->largest != reward;
    TRY(allocate(rows->rows, 1, "choices", &unpaid));
    TRY(allocate(n, 1, "states", &inside));
    for (uint32_t i = 0; i < n; i++) inside[i] = merges && d->open[i];
    for (uint32_t c = 0; c < rows->rows; c++)
        unpaid[c] = out->allowed[c] && !(reward && property->reward[c] != 0);
    TRY(end_components(&(struct choices){rows, chain->group, n, unpaid}, inside, &out->component,
                       &count, &out->stays));
    drop_idle(chain, d, out);
    TRY(quotient_create(&(struct choices){rows, chain->group, n, out->allowed}, out->component,
                        out->stays, &out->quotient));
out:
    free(unpaid);
    free(inside);
    return status;
}

/* Keeps each state as it is; of a state that is not open its first row. */
static enum status keep_all(const struct chain *chain, const uint8_t *open, struct kept *out)
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

/* Makes row r of state i the equation of its choice, or x_i = value. */
static void write_row(const struct csr *from, uint32_t r, uint32_t i, bool open, struct csr *off,
                      double *diag)
{
    uint64_t at = off->row[r];
    double leaves = 0;
    for (uint64_t k = from->row[r]; open && k < from->row[r + 1]; k++) {
        if (from->col[k] == i) continue;
        off->col[at] = from->col[k];
        off->val[at++] = -from->val[k];
        leaves += from->val[k];
    }
    off->row[r + 1] = at;
    *diag = open ? leaves : 1;
}

/* *out = the equations of what was kept. open: one byte for each state of the chain; the others are
 * stated, with these values. */
static enum status write_equations(const struct chain *chain, const double *reward,
                                   const struct quotient *q, const uint8_t *open,
                                   const double *value, struct linear *out)
{
    enum status status = OK;
    struct csr rows = {0};
    uint8_t *is_open = NULL;
    struct matrix *a = &out->a;
    const uint32_t states = q->states;
    TRY(allocate(states, 1, "states", &is_open));
    for (uint32_t i = 0; i < chain_states(chain); i++) is_open[q->state[i]] = open[i];
    TRY(quotient_rows(q, &chain->transitions, &rows));
    TRY(matrix_allocate(rows.rows, rows.nnz, a));
    TRY(allocate((size_t)states + 1, sizeof *a->group, "states", &a->group));
    memcpy(a->group, q->group, ((size_t)states + 1) * sizeof *q->group);
    a->ngroups = states;
    a->off.row[0] = 0;
    for (uint32_t i = 0; i < states; i++)
        for (uint32_t r = q->group[i]; r < q->group[i + 1]; r++)
            write_row(&rows, r, i, is_open[i], &a->off, &a->diag[r]);
    a->off.nnz = a->off.row[rows.rows];
    TRY(allocate_zeroed(rows.rows, sizeof *out->b, "b", &out->b));
    for (uint32_t r = 0; r < q->rows && reward; r++) out->b[r] = reward[q->row[r]];
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (!open[i]) out->b[q->group[q->state[i]]] = value[i];
out:
    csr_free(&rows);
    free(is_open);
    return status;
}

/* The value of each state that the search decided, and 0. */
static enum status find_values(const struct property *property, uint32_t n, const struct decided *d,
                               double **out)
{
    MUST(allocate_zeroed(n, sizeof **out, "values", out));
    for (uint32_t i = 0; i < n && !property->reward; i++) (*out)[i] = d->yes[i];
    return OK;
}

static enum status write_system(const struct chain *chain, const struct property *property,
                                const struct decided *d, struct problem *out)
{
    enum status status = OK;
    struct kept kept = {0};
    double *value = NULL;
    struct linear *s = &out->system;
    const uint32_t n = chain_states(chain);
    TRY(find_allowed(chain, property, d, &kept.allowed));
    TRY(find_components(chain, property, d, &kept));
    TRY(find_values(property, n, d, &value));
    TRY(write_equations(chain, property->reward, &kept.quotient, d->open, value, s));
    TRY(allocate_zeroed(kept.quotient.states, sizeof *s->x0, "x0", &s->x0));
    for (uint32_t i = 0; i < n; i++) s->x0[kept.quotient.state[i]] = value[i];
    out->optimum.unknown_of = kept.quotient.state;
    kept.quotient.state = NULL;
out:
    free(value);
    kept_free(&kept);
    return status;
}

/* All states and choices; only the goal and what must not be passed is stated. */
static enum status write_original(const struct chain *chain, const struct property *property,
                                  const struct decided *d, struct problem *out)
{
    enum status status = OK;
    const uint32_t n = chain_states(chain);
    uint8_t *open = NULL;
    double *value = NULL;
    struct kept kept = {0};
    TRY(allocate(n, 1, "states", &out->optimum.stated));
    TRY(allocate(n, 1, "states", &open));
    TRY(allocate_zeroed(n, sizeof *value, "values", &value));
    for (uint32_t i = 0; i < n; i++) {
        open[i] = !d->goal[i] && !(d->through && !d->through[i]);
        out->optimum.stated[i] = !open[i];
        value[i] = !property->reward && d->goal[i];
    }
    TRY(keep_all(chain, open, &kept));
    TRY(write_equations(chain, property->reward, &kept.quotient, open, value,
                        &out->optimum.original));
out:
    free(open);
    free(value);
    kept_free(&kept);
    return status;
}

/* Initial and infinite unknowns. Several initial states may be one unknown: of them all the least
 * or the largest value is asked. */
static enum status take_facts(const struct chain *chain, const struct property *property,
                              const struct decided *d, struct problem *out)
{
    const uint32_t n = chain_states(chain), unknowns = out->system.a.ngroups,
                   *unknown_of = out->optimum.unknown_of;
    uint8_t *initial;
    MUST(take_initial(chain, property->filter, out));
    initial = out->fixpoint.initial;
    out->fixpoint.initial = NULL;
    enum status status = allocate_zeroed(unknowns, 1, "states", &out->fixpoint.initial);
    for (uint32_t i = 0; status == OK && i < n; i++)
        out->fixpoint.initial[unknown_of[i]] |= initial[i];
    free(initial);
    MUST(status);
    out->start = out->start < n ? unknown_of[out->start] : 0;
    out->solved = true;
    for (uint32_t i = 0; i < n; i++) out->solved = out->solved && !d->open[i];
    if (!property->reward) return OK;
    MUST(allocate_zeroed(unknowns, 1, "states", &out->fixpoint.infinite));
    for (uint32_t i = 0; i < n; i++) out->fixpoint.infinite[unknown_of[i]] |= !d->yes[i];
    return OK;
}

/* Probabilities mean themselves over their sum, which numbers of few digits miss. */
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

enum status reduce_optimum(struct chain *chain, const struct property *property,
                           struct problem *out)
{
    enum status status = OK;
    struct decided d = {0};
    const struct choices c = {&chain->transitions, chain->group, chain_states(chain), NULL};
    out->kind = KIND_OPTIMUM;
    out->range = property->reward ? RANGE_NOT_NEGATIVE : RANGE_PROBABILITY;
    out->optimum.largest = property->largest;
    out->step = 1;
    out->reading = (struct reading){.entry = share_of_sums(&chain->transitions),
                                    .constant = share_of_products(chain, property->reward),
                                    .balanced = true};
    TRY(find_decided(chain, property, &c, &d));
    TRY(write_system(chain, property, &d, out));
    TRY(write_original(chain, property, &d, out));
    TRY(take_facts(chain, property, &d, out));
out:
    decided_free(&d);
    return status;
}

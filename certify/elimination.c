/* Answers by elimination of states without a subtraction (Grassmann, Taksar, Heyman 1985), for
 * chains so stiff that no weights of doubles prove anything. All numbers are rates to other states,
 * rates that leave, and payments, none of them negative; so each operation keeps their relative
 * errors, and Theorem 17 (docs/proofs.md) says what these do to the answer. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/check.h"
#include "certify/double_sums.h"
#include "certify/nearest.h"

enum { MOST_STATES = 1024 };

static const double unit = 0x1p-53;

struct elimination {
    uint32_t n;               /* states, which are rows with entries */
    uint32_t *row, *state_of; /* row of each state; state of each row, or n */
    double *rate;             /* n by n: from a state to another one */
    double *leave, *paid;     /* of each state */
    double *out;              /* of each eliminated state: the sum of its rates */
    uint32_t *order;          /* states, as they were eliminated */
    bool *gone;
    double log; /* at most the logarithm of the answer's factor of error */
    bool fails;
};

static void elimination_free(struct elimination *e)
{
    void *all[] = {e->row, e->state_of, e->rate, e->leave, e->paid, e->out, e->order, e->gone};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) free(all[k]);
}

static enum status elimination_allocate(const struct matrix *a, struct elimination *e)
{
    const uint32_t rows = a->off.rows;
    for (uint32_t i = 0; i < rows; i++) e->n += !matrix_row_is_alone(a, i);
    e->fails = e->n > MOST_STATES;
    if (e->fails) return OK;
    const size_t n = e->n;
    MUST(allocate(rows, sizeof *e->state_of, "a proof", &e->state_of));
    MUST(allocate(n, sizeof *e->row, "a proof", &e->row));
    MUST(allocate_zeroed(n * n, sizeof *e->rate, "a proof", &e->rate));
    MUST(allocate_zeroed(n, sizeof *e->leave, "a proof", &e->leave));
    MUST(allocate_zeroed(n, sizeof *e->paid, "a proof", &e->paid));
    MUST(allocate(n, sizeof *e->out, "a proof", &e->out));
    MUST(allocate(n, sizeof *e->order, "a proof", &e->order));
    return allocate_zeroed(n, sizeof *e->gone, "a proof", &e->gone);
}

/* x, which is not negative and has a known relative error, or nothing is proven. */
static double known(struct elimination *e, double x)
{
    if (!(x == 0 || (x >= DBL_MIN && isfinite(x)))) e->fails = true;
    return x;
}

/* The result of an operation on numbers of which none is 0: it may not be lost below the normal
 * numbers. */
static double not_lost(struct elimination *e, double x)
{
    if (x == 0) e->fails = true;
    return known(e, x);
}

static double product(struct elimination *e, double x, double y)
{
    return x == 0 || y == 0 ? 0 : not_lost(e, x * y);
}

static double quotient(struct elimination *e, double x, double y)
{
    return x == 0 ? 0 : not_lost(e, x / y);
}

/* Rows without entries have their answers; the others are the states. */
static void number_states(const struct matrix *a, const double *b, struct elimination *e, double *x)
{
    uint32_t state = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        const bool alone = matrix_row_is_alone(a, i);
        e->state_of[i] = alone ? e->n : state;
        if (!alone) e->row[state++] = i;
        else x[i] = b ? quotient(e, b[i], a->diag[i]) : 0;
    }
}

/* What a row's diagonal has more than the sum of its rates; *share: its relative error. The sums of
 * what each addition lost are off by at most 2 m u times their sizes. */
static double slack_of_row(struct elimination *e, const struct matrix *a, uint32_t i, double *share)
{
    double head = a->diag[i], tail = 0, size = 0;
    const double terms = (double)(a->off.row[i + 1] - a->off.row[i]) + 2;
    *share = 0;
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
        const double sum = head + a->off.val[k], lost = lost_by(head, a->off.val[k], sum);
        head = sum, tail += lost, size += fabs(lost);
    }
    const double slack = head + tail, error = 4 * terms * unit * size + unit * fabs(slack);
    if (slack == 0 && size == 0) return 0;
    *share = 1.01 * error / slack;
    if (!(slack > 0 && *share < 0x1p-20)) e->fails = true;
    return known(e, slack);
}

/* Reads a state's row. *share: how far its numbers may be off, relative to themselves. */
static void read_state(struct elimination *e, const struct matrix *a, const struct reading *reading,
                       const double *b, const double *x, uint32_t state, double *share)
{
    const uint32_t i = e->row[state];
    double of_slack = 0;
    e->paid[state] = b ? known(e, b[i]) : 0;
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
        const uint32_t j = a->off.col[k], to = e->state_of[j];
        const double rate = known(e, -a->off.val[k]);
        if (to < e->n) e->rate[(size_t)state * e->n + to] = rate;
        else {
            e->leave[state] += rate;
            e->paid[state] += product(e, rate, known(e, x[j]));
        }
    }
    if (!reading->balanced) {
        e->leave[state] += slack_of_row(e, a, i, &of_slack);
        if (reading->entry > 0) e->fails = true; /* it may be any number then */
    }
    const double terms = (double)(a->off.row[i + 1] - a->off.row[i]) + 4;
    *share = 1.01 * (terms * unit + reading->entry + reading->constant + of_slack);
}

/* Numbers that are off by this share of themselves, in a system of `states` states, change its
 * answer by a factor of which this is at most the logarithm. */
static double log_of_change(double share, double states)
{
    return states * 2.02 * share;
}

static void read_system(struct elimination *e, const struct matrix *a,
                        const struct reading *reading, const double *b, const double *x)
{
    double most = 0;
    for (uint32_t s = 0; s < e->n && !e->fails; s++) {
        double share;
        read_state(e, a, reading, b, x, s, &share);
        most = fmax(most, share);
    }
    if (!(most < 0x1p-10)) e->fails = true;
    e->log = log_of_change(most, e->n);
}

static uint32_t terms_of(const struct elimination *e, uint32_t state)
{
    const double *rate = e->rate + (size_t)state * e->n;
    uint32_t terms = e->leave[state] > 0;
    for (uint32_t j = 0; j < e->n; j++) terms += !e->gone[j] && j != state && rate[j] > 0;
    return terms;
}

/* The remaining state with the fewest rates, of which terms has the numbers. */
static uint32_t next_state(const struct elimination *e, const uint32_t *terms)
{
    uint32_t best = e->n;
    for (uint32_t s = 0; s < e->n; s++)
        if (!e->gone[s] && (best == e->n || terms[s] < terms[best])) best = s;
    return best;
}

/* Leads what enters state k to where k leads. */
static void pass_on(struct elimination *e, uint32_t k, uint32_t i)
{
    double *to = e->rate + (size_t)i * e->n;
    const double *from = e->rate + (size_t)k * e->n;
    if (to[k] == 0) return;
    const double share = quotient(e, to[k], e->out[k]);
    for (uint32_t j = 0; j < e->n; j++)
        if (!e->gone[j] && j != i && from[j] > 0) to[j] += product(e, share, from[j]);
    e->leave[i] += product(e, share, e->leave[k]);
    e->paid[i] += product(e, share, e->paid[k]);
}

static void eliminate(struct elimination *e, uint32_t *terms)
{
    for (uint32_t s = 0; s < e->n; s++) terms[s] = terms_of(e, s);
    for (uint32_t step = 0; step < e->n && !e->fails; step++) {
        const uint32_t k = next_state(e, terms);
        const double *rate = e->rate + (size_t)k * e->n, count = terms[k];
        double out = e->leave[k];
        e->gone[k] = true;
        e->order[step] = k;
        for (uint32_t j = 0; j < e->n; j++)
            if (!e->gone[j]) out += rate[j];
        if (!(known(e, out) > 0)) e->fails = true; /* it never ends */
        e->out[k] = out;
        for (uint32_t i = 0; i < e->n && !e->fails; i++) {
            if (e->gone[i] || e->rate[(size_t)i * e->n + k] == 0) continue;
            pass_on(e, k, i);
            terms[i] = terms_of(e, i);
        }
        e->log += log_of_change(1.01 * (count + 3) * unit, e->n - step - 1) +
                  2.02 * (2 * count + 4) * unit;
    }
}

/* From the last state to the first: what it is paid, and the answers of where it leads. */
static void fill_in(struct elimination *e, double *x)
{
    for (uint32_t s = 0; s < e->n; s++) e->gone[s] = false;
    for (uint32_t step = e->n; step-- && !e->fails;) {
        const uint32_t k = e->order[step];
        const double *rate = e->rate + (size_t)k * e->n;
        double sum = e->paid[k];
        for (uint32_t j = 0; j < e->n; j++)
            if (e->gone[j]) sum += product(e, rate[j], x[e->row[j]]);
        x[e->row[k]] = quotient(e, known(e, sum), e->out[k]);
        e->gone[k] = true;
    }
}

enum status certify_elimination(const struct matrix *a, const struct reading *reading,
                                const double *b, double *x, double *share)
{
    enum status status = OK;
    struct elimination e = {0};
    uint32_t *terms = NULL;
    *share = INFINITY;
    if (a->group || !matrix_is_stored(a)) return OK;
    TO_NEAREST;
    TRY(elimination_allocate(a, &e));
    if (e.fails) goto out;
    TRY(allocate(e.n, sizeof *terms, "a proof", &terms));
    number_states(a, b, &e, x);
    read_system(&e, a, reading, b, x);
    if (!e.fails) eliminate(&e, terms);
    if (!e.fails) fill_in(&e, x);
    if (!e.fails && e.log < 0x1p-10) *share = settled(1.01 * e.log + 2 * unit);
out:
    free(terms);
    elimination_free(&e);
    return status;
}

/* The formulas of certify/check.h in double-double sums, row by row, for C and CUDA. Each row is
 * summed by `lanes` callers, whose sums are then merged; what the rows of a class prove is merged
 * in turn. Internal to certify/; certify/double_sums.h has the rounding. */
#pragma once

#include "base/sparse/csr.h"
#include "certify/check.h"
#include "certify/double_sums.h"

enum row_rule {
    CHECK_WEIGHTS, /* x = v; out = drift; holds: v proves */
    CHECK_ANSWER, /* x = answer, b or NULL, by = drift; most = below, above; holds: A is positive */
    CHECK_SLACK,  /* a: transposed; x NULL; out = slack; most[0]: entries of a row */
    CHECK_TIMES,  /* a: transposed; x = v; most[0] = scale; count: rows without a drift */
    CHECK_LONG_RUN, /* x = answer, by = v, slack; moved, mass, count: rows */
    CHECK_AVERAGE   /* a: transposed; x = w, b = reward; most = -low, high; count: rows */
};

struct row_check {
    enum row_rule rule;
    struct matrix a;
    struct reading reading;
    const double *x, *b, *by, *slack;
    double longest, slack_share; /* of struct times */
    double *out;                 /* one a row */
};

struct row_sums {
    struct double_sum sum;
    int32_t positive; /* whether no entry beside the diagonal is */
};

/* What rows prove together. */
struct row_proof {
    double most[2], moved;
    struct double_sum mass;
    uint32_t count;
    int32_t holds;
};

#define NO_SUMS      \
    {                \
        {0, 0, 0}, 1 \
    }
#define NO_PROOF                                   \
    {                                              \
        {-INFINITY, -INFINITY}, 0, {0, 0, 0}, 0, 1 \
    }

DOUBLES double row_entries(const struct matrix *a, uint32_t i)
{
    return (double)(a->off.row[i + 1] - a->off.row[i]);
}

/* With `compare`, of <A> in place of A. */
DOUBLES void add_entries(const struct row_check *c, uint32_t i, bool compare, uint32_t lane,
                         uint32_t lanes, struct row_sums *sums)
{
    const struct csr *off = &c->a.off;
    const double own = c->x[i], diagonal = c->a.diag[i];
    const bool balanced = c->reading.balanced && off->row[i] < off->row[i + 1];
    if (lane == 0 && !balanced) add_product(&sums->sum, compare ? fabs(diagonal) : diagonal, own);
    for (uint64_t k = off->row[i] + lane; k < off->row[i + 1]; k += lanes) {
        const double val = off->val[k], other = c->x[off->col[k]],
                     signed_other = compare || signbit(val) ? -other : other;
        sums->positive &= signbit(val) != 0;
        if (balanced) add_flow(&sums->sum, fabs(val), own, signed_other);
        else add_product(&sums->sum, fabs(val), signed_other);
    }
}

/* What leaves i: rates times x_i - x_j, or rates alone. */
DOUBLES void add_rates(const struct row_check *c, uint32_t i, uint32_t lane, uint32_t lanes,
                       struct row_sums *sums)
{
    const struct csr *off = &c->a.off;
    for (uint64_t k = off->row[i] + lane; k < off->row[i + 1]; k += lanes)
        if (c->x) add_flow(&sums->sum, -off->val[k], c->x[i], -c->x[off->col[k]]);
        else add_double(&sums->sum, -off->val[k]);
}

/* Minus what leads to i less what leaves it, by the rates of the diagonal and of the slack. */
DOUBLES void add_balance(const struct row_check *c, uint32_t i, uint32_t lane, uint32_t lanes,
                         struct row_sums *sums)
{
    const struct csr *off = &c->a.off;
    if (lane == 0) {
        add_product(&sums->sum, c->a.diag[i], c->x[i]);
        add_product(&sums->sum, c->slack[i], c->x[i]);
    }
    for (uint64_t k = off->row[i] + lane; k < off->row[i + 1]; k += lanes)
        add_product(&sums->sum, off->val[k], c->x[off->col[k]]);
}

/* The share of row i that is caller `lane`'s. */
DOUBLES void row_check_add(const struct row_check *c, uint32_t i, uint32_t lane, uint32_t lanes,
                           struct row_sums *sums)
{
    switch (c->rule) {
    case CHECK_WEIGHTS: add_entries(c, i, true, lane, lanes, sums); break;
    case CHECK_ANSWER: add_entries(c, i, false, lane, lanes, sums); break;
    case CHECK_LONG_RUN: add_balance(c, i, lane, lanes, sums); break;
    default: add_rates(c, i, lane, lanes, sums);
    }
}

DOUBLES void row_sums_merge(struct row_sums *sums, const struct row_sums *more)
{
    add_double_sum(&sums->sum, &more->sum);
    sums->positive &= more->positive;
}

DOUBLES double or_infinite(double x)
{
    return fabs(x) <= DBL_MAX ? x : INFINITY;
}

DOUBLES void prove_drift(const struct row_check *c, uint32_t i, const struct double_sum *sum,
                         struct row_proof *out)
{
    const double entries = row_entries(&c->a, i), v = c->x[i],
                 error = double_sum_error(sum, entries + 1, entries > 0 ? c->reading.entry : 0),
                 drift = double_sum_below(sum, error);
    c->out[i] = drift;
    out->holds = !signbit(v) && isfinite(v) && isfinite(drift) &&
                 (entries > 0 ? drift > 0 : c->a.diag[i] != 0);
}

/* What a share of numbers of this size is, at most. */
DOUBLES double share_of(double share, double size)
{
    return multiply_up(multiply_up(1.05, share), size);
}

/* Residuals of one sign, as multiples of the drift. */
DOUBLES double residual_ratio(double residual, double drift)
{
    if (residual <= 0) return 0;
    return drift > 0 ? or_infinite(divide_up(residual, drift)) : INFINITY;
}

DOUBLES void prove_error(const struct row_check *c, uint32_t i, const struct row_sums *sums,
                         struct row_proof *out)
{
    const double entries = row_entries(&c->a, i), b = c->b ? c->b[i] : 0;
    const bool alone = !(entries > 0);
    struct double_sum whole = sums->sum;
    out->holds = sums->positive && c->a.diag[i] > 0;
    if (alone && c->a.diag[i] == 1 && b - c->x[i] == 0) return;
    add_double(&whole, -b);
    const double moved = add_up(share_of(c->reading.entry, sums->sum.size),
                                share_of(c->reading.constant, fabs(b))),
                 error = add_up(double_sum_error(&whole, entries + 2, 0), alone ? 0 : moved);
    const bool known = error <= DBL_MAX;
    out->most[0] = known ? residual_ratio(double_sum_above(&whole, error), c->by[i]) : INFINITY;
    out->most[1] = known ? residual_ratio(-double_sum_below(&whole, error), c->by[i]) : INFINITY;
}

DOUBLES void prove_slack(const struct row_check *c, uint32_t i, const struct double_sum *rates,
                         struct row_proof *out)
{
    struct double_sum whole = *rates;
    add_double(&whole, -c->a.diag[i]);
    c->out[i] = whole.size < DBL_MAX / 8 ? add_nearest(whole.head, whole.tail) : INFINITY;
    out->most[0] = row_entries(&c->a, i);
}

DOUBLES void prove_time(const struct row_check *c, uint32_t i, const struct double_sum *sum,
                        struct row_proof *out)
{
    const double error = double_sum_error(sum, row_entries(&c->a, i), c->reading.entry),
                 least = double_sum_below(sum, error), v = c->x[i];
    if (signbit(v) || !isfinite(v)) out->most[0] = INFINITY;
    else if (least > 0) out->most[0] = or_infinite(divide_up(1, least));
    else out->count = 1;
}

/* The slack is off by slack_share of it and the diagonal, and by its last rounding. */
DOUBLES void prove_flow(const struct row_check *c, uint32_t i, const struct double_sum *sum,
                        struct row_proof *out)
{
    const double x = fabs(c->x[i]), slack = fabs(c->slack[i]),
                 rates = add_up(fabs(c->a.diag[i]), slack),
                 off = add_up(add_up(multiply_up(c->slack_share, rates),
                                     multiply_up(2 * DBL_EPSILON, slack)),
                              multiply_up(2 * (c->longest + 8), DBL_MIN)),
                 sum_error = double_sum_error(sum, row_entries(&c->a, i) + 2, c->reading.entry),
                 error = add_up(sum_error, multiply_up(off, x)),
                 residual = fmax(double_sum_above(sum, error), -double_sum_below(sum, error));
    const bool known = error <= DBL_MAX && !signbit(c->by[i]);
    out->moved = known ? or_infinite(multiply_up(residual, c->by[i])) : INFINITY;
    out->count = 1;
    add_double(&out->mass, c->x[i]);
}

DOUBLES void prove_average(const struct row_check *c, uint32_t i, const struct double_sum *back,
                           struct row_proof *out)
{
    struct double_sum whole = *back;
    add_double(&whole, -c->b[i]);
    const double moved = add_up(share_of(c->reading.entry, back->size),
                                share_of(c->reading.constant, fabs(c->b[i]))),
                 error = add_up(double_sum_error(&whole, row_entries(&c->a, i) + 1, 0), moved);
    out->most[0] = error <= DBL_MAX ? double_sum_above(&whole, error) : INFINITY;
    out->most[1] = error <= DBL_MAX ? -double_sum_below(&whole, error) : INFINITY;
    out->count = 1;
}

/* What row i proves, once all of its sums are merged. */
DOUBLES struct row_proof row_check_close(const struct row_check *c, uint32_t i,
                                         const struct row_sums *sums)
{
    struct row_proof out = NO_PROOF;
    switch (c->rule) {
    case CHECK_WEIGHTS: prove_drift(c, i, &sums->sum, &out); break;
    case CHECK_ANSWER: prove_error(c, i, sums, &out); break;
    case CHECK_SLACK: prove_slack(c, i, &sums->sum, &out); break;
    case CHECK_TIMES: prove_time(c, i, &sums->sum, &out); break;
    case CHECK_LONG_RUN: prove_flow(c, i, &sums->sum, &out); break;
    case CHECK_AVERAGE: prove_average(c, i, &sums->sum, &out); break;
    }
    return out;
}

DOUBLES void row_proof_merge(struct row_proof *proof, const struct row_proof *more)
{
    for (int k = 0; k < 2; k++) proof->most[k] = fmax(proof->most[k], more->most[k]);
    proof->moved = add_up(proof->moved, more->moved);
    add_double_sum(&proof->mass, &more->mass);
    proof->count += more->count;
    proof->holds &= more->holds;
}

/* Once all rows of a class are merged: below and above are most[0] and most[1], scale and distance
 * are most[0]. scale: that of the class, of long runs. */
DOUBLES void row_proof_finish(enum row_rule rule, double scale, struct row_proof *proof)
{
    double *most = proof->most;
    const double either = fmax(fmax(most[0], most[1]), 0.0),
                 least = double_sum_below(&proof->mass,
                                          double_sum_error(&proof->mass, proof->count, 0)),
                 moved = multiply_up(multiply_up(2, proof->moved), scale);
    if (rule == CHECK_ANSWER)
        for (int k = 0; k < 2; k++) most[k] = proof->holds ? fmax(most[k], 0.0) : either;
    else if (rule == CHECK_TIMES) most[0] = proof->count > 1 ? INFINITY : either;
    else if (rule == CHECK_LONG_RUN)
        most[0] = least > 0 ? or_infinite(divide_up(moved, least)) : INFINITY;
}

/* times->slack_share of CHECK_SLACK, in any rounding mode: 8.4 (longest + 9)^2 u^2 is enough. */
static inline double slack_share_of_doubles(double longest)
{
    return 4 * (longest + 9) * (longest + 9) * DBL_EPSILON * DBL_EPSILON;
}

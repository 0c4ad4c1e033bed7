/* The formulas of certify/check.h, row by row, for C and CUDA. A row is summed up entry by entry,
 * by one caller or by several, whose sums are then merged; what the rows of a class prove is merged
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
    CHECK_AVERAGE   /* a: transposed; x = w, b = reward; most = -low, high */
};

struct row_check {
    enum row_rule rule;
    struct matrix a;
    struct reading reading;
    const double *x, *b, *by, *slack;
    double longest, slack_share; /* of struct times */
    double *out;                 /* one for each row */
    const double *scale;         /* from struct times: one for each class; NULL: not needed */
};

/* Values of row i other than its entries: x_i, the diagonal, slack_i and by_i. */
struct row_at {
    double own, diagonal, slack, by;
};

struct row_sums {
    struct double_sum sum;
    int32_t positive; /* true if no off-diagonal entry is positive */
    uint32_t entries;
};

/* Results of several rows together. */
struct row_proof {
    double most[2], moved;
    struct double_sum mass;
    uint64_t count;
    int32_t holds;
};

#define NO_SUMS         \
    {                   \
        {0, 0, 0}, 1, 0 \
    }
#define NO_PROOF                                   \
    {                                              \
        {-INFINITY, -INFINITY}, 0, {0, 0, 0}, 0, 1 \
    }

/* Values of row i of a stored matrix. */
DOUBLES struct row_at row_check_at(const struct row_check *c, uint64_t i)
{
    const struct row_at at = {c->x ? c->x[i] : 0, c->a.diag[i], c->slack ? c->slack[i] : 0,
                              c->by ? c->by[i] : 0};
    return at;
}

/* Adds the terms of row i that do not come from off-diagonal entries. balanced: the diagonal is the
 * sum of the sizes of the row's entries. For CHECK_WEIGHTS the matrix is <A> instead of A. */
DOUBLES void row_check_own(const struct row_check *c, const struct row_at *at, bool balanced,
                           struct row_sums *sums)
{
    const bool row_of_a = c->rule == CHECK_WEIGHTS || c->rule == CHECK_ANSWER;
    if (row_of_a && !balanced)
        add_product(&sums->sum, c->rule == CHECK_WEIGHTS ? fabs(at->diagonal) : at->diagonal,
                    at->own);
    if (c->rule != CHECK_LONG_RUN) return;
    add_product(&sums->sum, at->diagonal, at->own);
    add_product(&sums->sum, at->slack, at->own);
}

/* Adds an entry of the row; other: x at the entry's column. Long runs: the entry is minus the rate
 * into i. Times and averages: the entry is minus a rate out of i, and counts times x_i - x_j.
 * Slack: the rate alone. */
DOUBLES void row_check_entry(const struct row_check *c, double own, bool balanced, double val,
                             double other, struct row_sums *sums)
{
    const double size = fabs(val),
                 signed_other = c->rule == CHECK_WEIGHTS || signbit(val) ? -other : other;
    sums->entries++;
    switch (c->rule) {
    case CHECK_WEIGHTS:
    case CHECK_ANSWER:
        sums->positive &= signbit(val) != 0;
        if (balanced) add_flow(&sums->sum, size, own, signed_other);
        else add_product(&sums->sum, size, signed_other);
        break;
    case CHECK_SLACK: add_double(&sums->sum, -val); break;
    case CHECK_LONG_RUN: add_product(&sums->sum, val, other); break;
    case CHECK_TIMES:
    case CHECK_AVERAGE: add_flow(&sums->sum, -val, own, -other); break;
    }
}

/* The share of a stored row i that is caller `lane`'s. */
DOUBLES void row_check_add(const struct row_check *c, uint64_t i, uint32_t lane, uint32_t lanes,
                           struct row_sums *sums)
{
    const struct csr *off = &c->a.off;
    const struct row_at at = row_check_at(c, i);
    const bool balanced = c->reading.balanced && off->row[i] < off->row[i + 1];
    if (lane == 0) row_check_own(c, &at, balanced, sums);
    for (uint64_t k = off->row[i] + lane; k < off->row[i + 1]; k += lanes)
        row_check_entry(c, at.own, balanced, off->val[k],
                        c->rule == CHECK_SLACK ? 0 : c->x[off->col[k]], sums);
}

DOUBLES void row_sums_merge(struct row_sums *sums, const struct row_sums *more)
{
    add_double_sum(&sums->sum, &more->sum);
    sums->positive &= more->positive;
    sums->entries += more->entries;
}

DOUBLES void prove_drift(const struct row_check *c, uint64_t i, const struct row_at *at,
                         const struct row_sums *sums, struct row_proof *out)
{
    const bool alone = sums->entries == 0;
    const double v = at->own,
                 error = double_sum_error(&sums->sum, (double)sums->entries + 1,
                                          alone ? 0 : c->reading.entry),
                 drift = double_sum_below(&sums->sum, error);
    c->out[i] = drift;
    out->holds =
        !signbit(v) && isfinite(v) && isfinite(drift) && (alone ? at->diagonal != 0 : drift > 0);
}

/* Upper bound of `share` of numbers with this sum of sizes. */
DOUBLES double share_of(double share, double size)
{
    return multiply_up(multiply_up(1.05, share), size);
}

/* A residual of one sign as a multiple of the drift. */
DOUBLES double residual_ratio(double residual, double drift)
{
    if (residual <= 0) return 0;
    return drift > 0 ? or_infinite(divide_up(residual, drift)) : INFINITY;
}

/* Returns whether a row without entries is x_i = b_i, and x has exactly this value. */
DOUBLES bool is_stated(double diagonal, double b, double x)
{
    return diagonal == 1 && b - x == 0;
}

DOUBLES void prove_error(const struct row_check *c, uint64_t i, const struct row_at *at,
                         const struct row_sums *sums, struct row_proof *out)
{
    const double b = c->b ? c->b[i] : 0;
    const bool alone = sums->entries == 0;
    struct double_sum whole = sums->sum;
    out->holds = sums->positive && at->diagonal > 0;
    if (alone && is_stated(at->diagonal, b, at->own)) return;
    add_double(&whole, -b);
    const double moved = add_up(share_of(c->reading.entry, sums->sum.size),
                                share_of(c->reading.constant, fabs(b))),
                 error = add_up(double_sum_error(&whole, (double)sums->entries + 2, 0),
                                alone ? 0 : moved);
    const bool known = error <= DBL_MAX;
    out->most[0] = known ? residual_ratio(double_sum_above(&whole, error), at->by) : INFINITY;
    out->most[1] = known ? residual_ratio(-double_sum_below(&whole, error), at->by) : INFINITY;
}

/* Sum of the rates minus the diagonal. */
DOUBLES double slack_of_rates(const struct double_sum *rates, double diagonal)
{
    struct double_sum whole = *rates;
    add_double(&whole, -diagonal);
    return whole.size < DBL_MAX / 8 ? add_nearest(whole.head, whole.tail) : INFINITY;
}

/* share: of struct reading, for entries. v: the time of the state. */
DOUBLES void prove_time(const struct row_sums *sums, double share, double v, struct row_proof *out)
{
    const double error = double_sum_error(&sums->sum, (double)sums->entries, share),
                 least = double_sum_below(&sums->sum, error);
    if (signbit(v) || !isfinite(v)) out->most[0] = INFINITY;
    else if (least > 0) out->most[0] = or_infinite(divide_up(1, least));
    else out->count = 1;
}

/* The slack has an error of slack_share of its size and the diagonal's, plus that of its last
 * rounding. */
DOUBLES void prove_flow(const struct row_check *c, const struct row_at *at,
                        const struct row_sums *sums, struct row_proof *out)
{
    const double x = fabs(at->own), slack = fabs(at->slack),
                 rates = add_up(fabs(at->diagonal), slack),
                 off = add_up(add_up(multiply_up(c->slack_share, rates),
                                     multiply_up(2 * DBL_EPSILON, slack)),
                              multiply_up(2 * (c->longest + 8), DBL_MIN)),
                 sum_error =
                     double_sum_error(&sums->sum, (double)sums->entries + 2, c->reading.entry),
                 error = add_up(sum_error, multiply_up(off, x)),
                 residual = fmax(double_sum_above(&sums->sum, error),
                                 -double_sum_below(&sums->sum, error));
    const bool known = error <= DBL_MAX && !signbit(at->by);
    out->moved = known ? or_infinite(multiply_up(residual, at->by)) : INFINITY;
    out->count = 1;
    add_double(&out->mass, at->own);
}

DOUBLES void prove_average(const struct row_check *c, uint64_t i, const struct row_sums *back,
                           struct row_proof *out)
{
    struct double_sum whole = back->sum;
    add_double(&whole, -c->b[i]);
    const double moved = add_up(share_of(c->reading.entry, back->sum.size),
                                share_of(c->reading.constant, fabs(c->b[i]))),
                 error = add_up(double_sum_error(&whole, (double)back->entries + 1, 0), moved);
    out->most[0] = error <= DBL_MAX ? double_sum_above(&whole, error) : INFINITY;
    out->most[1] = error <= DBL_MAX ? -double_sum_below(&whole, error) : INFINITY;
}

/* Result of row i, after all of its sums are merged. */
DOUBLES struct row_proof row_check_close(const struct row_check *c, uint64_t i,
                                         const struct row_at *at, const struct row_sums *sums)
{
    struct row_proof out = NO_PROOF;
    switch (c->rule) {
    case CHECK_WEIGHTS: prove_drift(c, i, at, sums, &out); break;
    case CHECK_ANSWER: prove_error(c, i, at, sums, &out); break;
    case CHECK_SLACK:
        c->out[i] = slack_of_rates(&sums->sum, at->diagonal);
        out.most[0] = (double)sums->entries;
        break;
    case CHECK_TIMES: prove_time(sums, c->reading.entry, at->own, &out); break;
    case CHECK_LONG_RUN: prove_flow(c, at, sums, &out); break;
    case CHECK_AVERAGE: prove_average(c, i, sums, &out); break;
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

/* Computes the final values after all rows of a class are merged: below and above are most[0] and
 * most[1]; scale and distance are most[0]. scale: of the class, only used for long runs. */
DOUBLES void row_proof_finish(enum row_rule rule, double scale, struct row_proof *proof)
{
    double *most = proof->most;
    const double either = fmax(fmax(most[0], most[1]), 0.0),
                 least = double_sum_below(&proof->mass,
                                          double_sum_error(&proof->mass, (double)proof->count, 0)),
                 moved = multiply_up(multiply_up(2, proof->moved), scale);
    if (rule == CHECK_ANSWER)
        for (int k = 0; k < 2; k++) most[k] = proof->holds ? fmax(most[k], 0.0) : either;
    else if (rule == CHECK_TIMES) most[0] = proof->count > 1 ? INFINITY : either;
    else if (rule == CHECK_LONG_RUN)
        most[0] = least > 0 ? or_infinite(divide_up(moved, least)) : INFINITY;
}

/* times->slack_share, in any rounding mode: 8.4 (longest + 9)^2 u^2 is enough. */
static inline double share_of_slack(double longest)
{
    return 4 * (longest + 9) * (longest + 9) * DBL_EPSILON * DBL_EPSILON;
}

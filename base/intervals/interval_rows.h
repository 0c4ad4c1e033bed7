/* Rows of intervals (struct matrix with `most`): row r of unknown i stands for all distributions p
 * with
 *     -off.val[k] <= p_k <= most[k]                   for its entries k
 *     stay[2 r] <= p <= stay[2 r + 1]                 for staying in i
 * that sum to 1. All these numbers but those for staying are above 0. diag is 1, or 0 in a row
 * without entries that stays; a stated unknown has no entries and diag 1.
 *
 * The best of them for numbers x has all lower bounds, and gives the rest to the entries in the
 * order of x, the best ones first, as far as their upper bounds allow (Givan, Leach, Dean 2000). */
#pragma once

#include "base/sparse/csr.h"

/* A sum of doubles: head + tail, which is off by at most `lost` times DBL_EPSILON for each term
 * (Knuth's TwoSum). */
struct close_sum {
    double head, tail, lost;
};

static inline void close_sum_add(struct close_sum *sum, double x)
{
    const double head = sum->head + x, of_x = head - sum->head,
                 error = (sum->head - (head - of_x)) + (x - of_x);
    sum->head = head;
    sum->tail += error;
    sum->lost += 2 * (error < 0 ? -error : error);
}

static inline double least_of(const struct matrix *a, uint64_t k)
{
    return -a->off.val[k];
}

/* *order (new): for each row a place for each entry and one for staying, in the order in which the
 * rest was given out last. Errors: ERROR_HOST_MEMORY. */
enum status interval_order(const struct matrix *a, uint32_t **order);

/* What the entries of a row get beside their lower bounds, for numbers x, of which `own` is that of
 * the unknown: the sum of p x, and that of p. And the probability of staying. */
struct given {
    double sum, weight, stays;
};

/* largest: the sum is as large as it can be, else as small. order: of interval_order; only the
 * places of this row are used, and the last order makes the next one cheap. */
struct given interval_give(const struct matrix *a, uint32_t row, double own, const double *x,
                           bool largest, uint32_t *order);

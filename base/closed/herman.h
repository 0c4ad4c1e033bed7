/* The expected steps of generator herman, a ring of `size` processes, until one token is left:
 * (1 - P(i,i)) x_i - sum over j of P(i,j) x_j = 1, and x_i = 0 where there is one token.
 *
 * The bits of i are those of the processes, the first being the highest. A process has a token
 * where its bit equals that of its predecessor, and draws a new bit then. Others copy it. */
#pragma once

#include "base/closed/closed.h"

/* STABLE: one token. EQUAL: all bits are equal, and the state has a self-loop. OTHER: all other
 * rows. */
enum { HERMAN_STABLE, HERMAN_EQUAL, HERMAN_OTHER, HERMAN_KINDS };

/* Successors of a row, ascending: `copied` together with any subset of the bits in `drawn`. */
struct herman_row {
    uint64_t copied, drawn;
    unsigned tokens;
};

CLOSED_FUNCTION double herman_power(unsigned k) /* 2^-k */
{
    return 1.0 / (double)((uint64_t)1 << k);
}

/* 2^size states have as many tokens as the 3^size + 1 transitions say; 2 size of them are stable,
 * with two transitions each, and two may stay as they are. */
CLOSED_FUNCTION struct closed_rows herman_closed(uint64_t size)
{
    struct closed_rows closed = closed_of(CLOSED_herman);
    uint64_t power = 1;
    for (uint64_t k = 0; k < size; k++) power *= 3;
    closed.n = (uint64_t)1 << size;
    closed.transitions = power + 1;
    closed.nnz = closed.transitions - 4 * size - 2;
    closed.size = size;
    return closed;
}

CLOSED_FUNCTION struct herman_row herman_row_at(uint64_t size, uint64_t i)
{
    const uint64_t all = ((uint64_t)1 << size) - 1, before = i >> 1 | (i & 1) << (size - 1);
    struct herman_row row;
    row.drawn = ~(i ^ before) & all;
    row.copied = before & ~row.drawn;
    row.tokens = 0;
    for (uint64_t left = row.drawn; left; left &= left - 1) row.tokens++;
    return row;
}

/* Returns the subset of `drawn` after this one; 0 after the last. */
CLOSED_FUNCTION uint64_t herman_next(const struct herman_row *row, uint64_t subset)
{
    return (subset - row->drawn) & row->drawn;
}

CLOSED_FUNCTION unsigned herman_kind_of(uint64_t size, const struct herman_row *row)
{
    return row->tokens == 1 ? HERMAN_STABLE : row->tokens == size ? HERMAN_EQUAL : HERMAN_OTHER;
}

CLOSED_FUNCTION unsigned herman_kind(const struct closed_rows *closed, uint64_t i)
{
    const struct herman_row row = herman_row_at(closed->size, i);
    return herman_kind_of(closed->size, &row);
}

CLOSED_FUNCTION double herman_diagonal(const struct closed_rows *closed, unsigned kind)
{
    return kind == HERMAN_EQUAL ? 1 - herman_power((unsigned)closed->size) : 1;
}

/* Each step counts 1 until one token is left. */
CLOSED_FUNCTION double herman_reward(const struct closed_rows *closed, uint64_t i)
{
    return herman_kind(closed, i) == HERMAN_STABLE ? 0 : 1;
}

CLOSED_FUNCTION double herman_largest(const struct closed_rows *closed)
{
    return herman_diagonal(closed, HERMAN_OTHER);
}

/* Weights: with g_1 .. g_k the distances from each token to the next one around the ring, the sum
 * of g_a g_b g_c over all a < b < c with b - a and c - b odd; and 1, so that answers may be rounded
 * where one token is left. For three tokens at distances a, b and c the exact number of steps is
 * 4 a b c / size.
 *
 * A step changes neighbouring distances with covariance -1/4, others independently, and the third
 * moments are zero. Each g_c stands beside (k - 1) / 2 pairs of neighbours, so the sum loses
 * size (k - 1) / 8 on average. Where tokens meet, a distance is 0, and its neighbours become one:
 * that leaves the sum as it is, for no term has both. */
CLOSED_FUNCTION double herman_weight(const struct closed_rows *closed, uint64_t i)
{
    const struct herman_row row = herman_row_at(closed->size, i);
    const uint64_t drawn = row.drawn;
    uint64_t single[2] = {0, 0}, pair[2] = {0, 0}, sum = 0;
    uint64_t first = 0, at; /* bits */
    while (!(drawn >> first & 1)) first++;
    at = first;
    for (unsigned k = 0; k < row.tokens; k++) {
        uint64_t next = at + 1;
        while (next < closed->size && !(drawn >> next & 1)) next++;
        const uint64_t gap = (next < closed->size ? next : closed->size + first) - at;
        const unsigned own = k % 2, other = 1 - own;
        sum += gap * pair[other];
        pair[own] += gap * single[other];
        single[own] += gap;
        at = next;
    }
    return (double)(sum + 1);
}

CLOSED_FUNCTION uint64_t herman_reach(const struct closed_rows *closed)
{
    return closed->n - 1;
}

/* Questions 1 to 4 of generator consensus: n processes and a counter from 0 to 2 (k + 1) n.
 *
 * The counter is 1 to range - 1 in all states that are reached. States come in lines of these
 * counters. The number of a line has a digit below 6 for each process, the first being the lowest:
 * its location, together with its coin where that matters. So a choice of a process leads to the
 * same counter or to a neighbouring one of another line, and that line is the same for all counters
 * of a line. Only a process that checks goes to one of three lines, by the counter. */
#pragma once

#include "base/closed/choices.h"

enum { CONSENSUS_DIGITS = 6, CONSENSUS_MOST = 10 /* processes */ };

/* Digits: it flips; it writes, with its coin; it checks; it has finished, with its coin. */
enum {
    CONSENSUS_FLIPS,
    CONSENSUS_WRITES_TAILS,
    CONSENSUS_WRITES_HEADS,
    CONSENSUS_CHECKS,
    CONSENSUS_TAILS,
    CONSENSUS_HEADS
};

enum { CONSENSUS_ALL_HEADS = 1, CONSENSUS_DISAGREE, CONSENSUS_MOST_STEPS, CONSENSUS_LEAST_STEPS };

/* What the digits of a line say. */
struct consensus_line {
    uint32_t all, flipping, heads_to_write, tails_to_write; /* processes; flipping: or writing */
    uint32_t tails, heads;                                  /* that have finished */
};

/* State i, and its next choice: that of `process` or a later one, whose digits are those of `left`.
 * `stride`: how many states are from one of its digits to the next. */
struct consensus_at {
    struct consensus_line of;
    uint64_t i, stride;
    uint32_t range, counter, left, process;
};

CLOSED_FUNCTION uint32_t consensus_range(const struct closed_rows *closed)
{
    return (uint32_t)(2 * (closed->process.extent + 1) * closed->size);
}

/* Counters of a line. */
CLOSED_FUNCTION uint32_t consensus_width(const struct closed_rows *closed)
{
    return consensus_range(closed) - 1;
}

CLOSED_FUNCTION struct consensus_line consensus_line_of(uint32_t processes, uint32_t line)
{
    struct consensus_line of = {processes, 0, 0, 0, 0, 0};
    for (uint32_t p = 0; p < processes; p++) {
        const uint32_t digit = line % CONSENSUS_DIGITS;
        line /= CONSENSUS_DIGITS;
        of.flipping += digit < CONSENSUS_CHECKS;
        of.tails_to_write += digit == CONSENSUS_WRITES_TAILS;
        of.heads_to_write += digit == CONSENSUS_WRITES_HEADS;
        of.tails += digit == CONSENSUS_TAILS;
        of.heads += digit == CONSENSUS_HEADS;
    }
    return of;
}

CLOSED_FUNCTION bool consensus_line_is_final(const struct consensus_line *of)
{
    return of->tails + of->heads == of->all;
}

/* The counters that are reached with these digits are those of first .. last, and if all have
 * finished, only those at most n, if one has tails, and at least range - n, if one has heads.
 *
 * Flipping processes will write, and the next write leads a counter near an end to where they
 * check. So, with F that flip or write, T and H that have finished with tails and heads:
 * 1 + H + F <= counter <= range - 1 - T - F. Each choice keeps this. A write changes the counter
 * and F by 1. A check that finishes does so only near the own end, far from the other one. A check
 * that does not adds 1 to F, which then is n - T - H at most, while n < counter < range - n. */
CLOSED_FUNCTION uint32_t consensus_first(const struct consensus_line *of)
{
    return 1 + of->heads + of->flipping;
}

CLOSED_FUNCTION uint32_t consensus_last(const struct consensus_line *of, uint32_t range)
{
    return range - 1 - of->tails - of->flipping;
}

CLOSED_FUNCTION bool consensus_line_reaches(const struct consensus_line *of, uint32_t range,
                                            uint32_t counter)
{
    if (counter < consensus_first(of) || counter > consensus_last(of, range)) return false;
    return !consensus_line_is_final(of) || (counter <= of->all && of->tails > 0) ||
           (counter >= range - of->all && of->heads > 0);
}

/* The value of a line where all have finished. */
CLOSED_FUNCTION double consensus_value(const struct closed_rows *closed,
                                       const struct consensus_line *of)
{
    if (closed->process.question == CONSENSUS_ALL_HEADS) return of->tails == 0;
    if (closed->process.question == CONSENSUS_DISAGREE) return of->tails > 0 && of->heads > 0;
    return 0;
}

CLOSED_FUNCTION struct consensus_at consensus_at(const struct closed_rows *closed, uint64_t i)
{
    const uint32_t width = consensus_width(closed);
    struct consensus_at at;
    at.left = i <= UINT32_MAX ? (uint32_t)i / width : (uint32_t)(i / width);
    at.counter = (uint32_t)(i - (uint64_t)at.left * width) + 1;
    at.of = consensus_line_of((uint32_t)closed->size, at.left);
    at.i = i;
    at.stride = width;
    at.range = width + 1;
    at.process = 0;
    return at;
}

CLOSED_FUNCTION bool consensus_is_reached(const struct consensus_at *at)
{
    return consensus_line_reaches(&at->of, at->range, at->counter);
}

CLOSED_FUNCTION bool consensus_has_choices(const struct consensus_at *at)
{
    return !consensus_line_is_final(&at->of) && consensus_is_reached(at);
}

CLOSED_FUNCTION double consensus_stated(const struct closed_rows *closed,
                                        const struct consensus_at *at)
{
    return consensus_is_reached(at) ? consensus_value(closed, &at->of) : 0;
}

/* Where a process that checks goes to. */
CLOSED_FUNCTION uint32_t consensus_checked(uint32_t all, uint32_t range, uint32_t counter)
{
    if (counter <= all) return CONSENSUS_TAILS;
    return counter >= range - all ? CONSENSUS_HEADS : CONSENSUS_FLIPS;
}

CLOSED_FUNCTION bool consensus_next(struct consensus_at *at, struct closed_choice *out)
{
    if (at->process == 0 && !consensus_has_choices(at)) return false;
    for (; at->process < at->of.all; at->process++) {
        const uint32_t digit = at->left % CONSENSUS_DIGITS;
        const uint64_t stride = at->stride;
        at->left /= CONSENSUS_DIGITS;
        at->stride *= CONSENSUS_DIGITS;
        if (digit > CONSENSUS_CHECKS) continue;
        const uint64_t flips = at->i - digit * stride;
        out->count = 1;
        out->val[0] = 1;
        if (digit == CONSENSUS_FLIPS) {
            out->count = 2;
            out->val[0] = out->val[1] = 0.5;
            out->col[0] = flips + CONSENSUS_WRITES_TAILS * stride;
            out->col[1] = flips + CONSENSUS_WRITES_HEADS * stride;
        } else if (digit == CONSENSUS_CHECKS) {
            out->col[0] = flips + consensus_checked(at->of.all, at->range, at->counter) * stride;
        } else {
            out->col[0] = flips + CONSENSUS_CHECKS * stride;
            if (digit == CONSENSUS_WRITES_HEADS) out->col[0]++;
            else out->col[0]--;
        }
        at->process++;
        return true;
    }
    return false;
}

/* Weights: let v be the counter after all writes that are due, and d its distance from the middle
 * m. 3 (m^2 - d^2) loses 3 by each flip, on average, and does not change otherwise. Beside it each
 * process has 1 where it flips, 3 where it writes and 2 where it checks. So the sum loses 1 by a
 * flip, 1 by a write, and at least 1 by a check. These are whole numbers, exact in doubles. */
CLOSED_FUNCTION double consensus_weight(const struct closed_rows *closed,
                                        const struct consensus_at *at)
{
    const struct consensus_line *of = &at->of;
    const int64_t middle = at->range / 2, writing = of->heads_to_write + of->tails_to_write,
                  due = (int64_t)of->heads_to_write - (int64_t)of->tails_to_write,
                  apart = (int64_t)at->counter + due - middle,
                  checking = (int64_t)of->all - of->flipping - of->tails - of->heads,
                  flips = (int64_t)of->flipping - writing;
    if (!consensus_has_choices(at)) return 0;
    return (double)(3 * (middle * middle - apart * apart) + flips + 3 * writing + 2 * checking);
}

/* Adds the reached states of all lines with these numbers of processes. A third of those that flip
 * or write flips, and has two successors. */
CLOSED_FUNCTION void consensus_count(const struct consensus_line *of, uint64_t lines,
                                     struct closed_rows *closed)
{
    const uint32_t range = consensus_range(closed), moving = of->all - of->tails - of->heads;
    uint64_t counters = 0;
    for (uint32_t counter = 1; counter < range; counter++)
        counters += consensus_line_reaches(of, range, counter);
    closed->process.states += lines * counters;
    closed->process.choices += lines * counters * (moving ? moving : 1); /* "done" stays */
    closed->nnz += lines * counters * moving + lines * counters * of->flipping / 3;
    if (!moving) closed->transitions += lines * counters;
}

CLOSED_FUNCTION struct closed_rows consensus_closed(uint64_t processes, uint64_t k,
                                                    uint64_t question)
{
    struct closed_rows closed = closed_of(CLOSED_consensus);
    const uint32_t all = (uint32_t)processes;
    uint64_t lines = 1, below[CONSENSUS_MOST + 1][CONSENSUS_MOST + 1] = {{1}};
    closed.size = processes;
    closed.process.extent = k;
    closed.process.question = question;
    closed.process.initial = consensus_range(&closed) / 2 - 1;
    closed.process.largest = question == CONSENSUS_DISAGREE || question == CONSENSUS_MOST_STEPS;
    closed.process.pays = question >= CONSENSUS_MOST_STEPS;
    for (uint32_t p = 0; p < all; p++) lines *= CONSENSUS_DIGITS;
    closed.n = lines * consensus_width(&closed);
    for (uint32_t m = 1; m <= all; m++) /* m over j */
        for (uint32_t j = 0; j <= m; j++)
            below[m][j] = below[m - 1][j] + (j ? below[m - 1][j - 1] : 0);
    for (uint32_t tails = 0; tails <= all; tails++)
        for (uint32_t heads = 0; heads <= all - tails; heads++)
            for (uint32_t flipping = 0; flipping <= all - tails - heads; flipping++) {
                const struct consensus_line of = {all, flipping, 0, 0, tails, heads};
                lines = below[all][tails] * below[all - tails][heads] *
                        below[all - tails - heads][flipping];
                for (uint32_t p = 0; p < flipping; p++) lines *= 3;
                consensus_count(&of, lines, &closed);
            }
    closed.transitions += closed.nnz;
    return closed;
}

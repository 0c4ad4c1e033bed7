/* Long run of generator tandem, two queues of capacity c: E_i x_i = sum over j of R(j,i) x_j.
 *
 * Rows come in lines of c + 1, one for each number of customers in the second queue. In line 0 the
 * first queue is empty. In line 2 f - 1 it has f customers and its server is in phase 1; in line 2
 * f the server is in phase 2. So the rows of a line are alike, except the first and the last. */
#pragma once

#include "base/closed/closed.h"

enum { TANDEM_ENTRIES = 4, TANDEM_KINDS = 32 };

struct tandem_state {
    uint64_t first, second; /* customers in each queue */
    bool late;              /* phase 2 */
};

CLOSED_FUNCTION struct closed_rows tandem_closed(uint64_t c)
{
    struct closed_rows closed = closed_of(CLOSED_tandem);
    closed.n = (2 * c + 1) * (c + 1);
    closed.nnz = closed.transitions = 7 * c * c + 3 * c - 1;
    closed.size = c;
    return closed;
}

CLOSED_FUNCTION struct tandem_state tandem_state_of(uint64_t c, uint64_t i)
{
    const uint64_t line = i / (c + 1);
    struct tandem_state state;
    state.first = (line + 1) / 2;
    state.second = i - line * (c + 1);
    state.late = line > 0 && line % 2 == 0;
    return state;
}

/* A kind says which transitions leave a state. */
enum {
    TANDEM_SERVES_FIRST = 1,
    TANDEM_SERVES_SECOND = 2,
    TANDEM_CHANGES_PHASE = 4,
    TANDEM_ARRIVES = 8,
    TANDEM_LATE = 16,
    /* states with all transitions, by phase */
    TANDEM_INNER = TANDEM_LATE - 1,
    TANDEM_INNER_LATE = TANDEM_INNER - TANDEM_CHANGES_PHASE + TANDEM_LATE
};

CLOSED_FUNCTION unsigned tandem_kind_of(uint64_t c, struct tandem_state s)
{
    return (s.first > 0 && s.second < c ? TANDEM_SERVES_FIRST : 0) |
           (s.second > 0 ? TANDEM_SERVES_SECOND : 0) |
           (s.first > 0 && !s.late ? TANDEM_CHANGES_PHASE : 0) |
           (s.first < c ? TANDEM_ARRIVES : 0) | (s.late ? TANDEM_LATE : 0);
}

CLOSED_FUNCTION unsigned tandem_kind(const struct closed_rows *closed, uint64_t i)
{
    return tandem_kind_of(closed->size, tandem_state_of(closed->size, i));
}

/* Sum of the rates, in the order of the successors' numbers, as the stored matrix adds them. */
CLOSED_FUNCTION double tandem_diagonal(const struct closed_rows *closed, unsigned kind)
{
    double sum = 0;
    if (kind & TANDEM_SERVES_FIRST) sum += kind & TANDEM_LATE ? 2 : 1.8;
    if (kind & TANDEM_SERVES_SECOND) sum += 4;
    if (kind & TANDEM_CHANGES_PHASE) sum += 0.2;
    if (kind & TANDEM_ARRIVES) sum += 4.0 * (double)closed->size;
    return sum;
}

/* Customers in both queues. */
CLOSED_FUNCTION double tandem_reward(const struct closed_rows *closed, uint64_t i)
{
    const struct tandem_state state = tandem_state_of(closed->size, i);
    return (double)(state.first + state.second);
}

/* Largest exit rate: that of a state with all transitions. With c = 1 there is no such state; then
 * the state with a customer only in the second queue has the largest rate. */
CLOSED_FUNCTION double tandem_largest(const struct closed_rows *closed)
{
    const double inner = tandem_diagonal(closed, TANDEM_INNER),
                 late = tandem_diagonal(closed, TANDEM_INNER_LATE);
    if (closed->size == 1) return tandem_diagonal(closed, TANDEM_SERVES_SECOND | TANDEM_ARRIVES);
    return inner > late ? inner : late;
}

/* Times to the state with a full first queue in phase 1 and an empty second one. With s customers
 * in the second queue and f in the first, v = c s + (c - f), and 2 c + 1 more in phase 2. Each
 * transition changes v by a whole number, so what v loses on average is plain:
 *
 *   f = c, phase 1, 0 < s < c   4 c - 1.8 (c + 1) - 0.2 (2 c + 1) = 1.8 c - 2
 *   f = c, phase 1, s = c       4 c - 0.2 (2 c + 1)               = 3.6 c - 0.2
 *   f = c, phase 2, s = 0       2 (2 c + 1 - (c + 1))             = 2 c
 *   0 < f < c, phase 1, s = 0   4 c - 1.8 (c + 1) - 0.2 (2 c + 1) = 1.8 c - 2
 *
 * and no less elsewhere; with c = 1 the first and the last do not exist. */
CLOSED_FUNCTION double tandem_weight(const struct closed_rows *closed, uint64_t i)
{
    const uint64_t c = closed->size;
    const struct tandem_state s = tandem_state_of(c, i);
    return (double)(c * s.second + (c - s.first) + (s.late ? 2 * c + 1 : 0));
}

/* Largest distance of an entry from the diagonal: service of the first queue in phase 2. */
CLOSED_FUNCTION uint64_t tandem_reach(const struct closed_rows *closed)
{
    return 3 * (closed->size + 1) - 1;
}

/* Row i, and the number of rows from i on that are alike: their entries have the same distances
 * from the diagonal and the same values, and their diagonals are equal. */
struct tandem_row {
    unsigned kind;
    uint32_t count;
    int64_t offset[TANDEM_ENTRIES]; /* column - i, ascending */
    double value[TANDEM_ENTRIES];
    uint64_t alike;
};

CLOSED_FUNCTION void tandem_add(struct tandem_row *row, int64_t offset, double rate)
{
    row->offset[row->count] = offset;
    row->value[row->count++] = -rate;
}

/* Computes row i. Its entries are the transitions that lead to state i: arrival, change of phase,
 * service of the second queue, and service of the first queue in either phase. */
CLOSED_FUNCTION void tandem_row_at(uint64_t c, uint64_t i, struct tandem_row *out)
{
    const struct tandem_state s = tandem_state_of(c, i);
    const int64_t width = (int64_t)c + 1;
    out->kind = tandem_kind_of(c, s);
    out->count = 0;
    out->alike = s.second == 0 || s.second == c ? 1 : c - s.second;
    if (s.first > 1 || (s.first == 1 && !s.late))
        tandem_add(out, s.first > 1 ? -2 * width : -width, 4.0 * (double)c);
    if (s.late) tandem_add(out, -width, 0.2);
    if (s.second < c) tandem_add(out, 1, 4);
    if (s.late || s.second == 0 || s.first == c) return;
    tandem_add(out, s.first > 0 ? 2 * width - 1 : width - 1, 1.8);
    tandem_add(out, s.first > 0 ? 3 * width - 1 : 2 * width - 1, 2);
}

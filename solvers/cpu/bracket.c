/* The rules of mat_ops.bracket, row by row. Loops over rows have no branches, so that compilers
 * make vectors of them. */
#include "solvers/cpu/bracket.h"

#define EPSILON ((real)(PREC == 32 ? 0x1p-23 : 0x1p-52))

static inline real least(real a, real b)
{
    return a < b ? a : b;
}

static inline real most(real a, real b)
{
    return a > b ? a : b;
}

/* s = b - sum of a row, rounded to a side and divided by A_ii. */
struct sides {
    real below, above, floor;
};

static inline struct sides sides_of(const struct bracket *how)
{
    return (struct sides){(real)(1 - how->margin), (real)(1 + how->margin), (real)how->floor};
}

static inline real down(const struct sides *sides, real s, real inverse)
{
    return s < sides->floor ? 0 : s * inverse * sides->below;
}

static inline real up(const struct sides *sides, real s, real inverse)
{
    return s > 0 ? most(s, sides->floor) * inverse * sides->above : 0;
}

static inline real b_of(const struct bracket_rows *rows, uint32_t r)
{
    return rows->b ? rows->b[r] : 0;
}

/* The largest high - low that the test accepts is share * low + apart. */
struct nearness {
    real share, apart;
};

static inline struct nearness nearness_of(const struct test *test, double times)
{
    if (!test) return (struct nearness){0, INFINITY};
    const real width = (real)(times * test->epsilon);
    return test->criterion == RELATIVE ? (struct nearness){width, 0} : (struct nearness){0, width};
}

static int lower_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const real *restrict x = rows->x;
    real *restrict next = rows->next;
    const int relative = how->test && how->test->criterion == RELATIVE;
    const real epsilon = how->test ? (real)how->test->epsilon : INFINITY;
    int failed = 0;
    for (uint32_t r = 0; r < rows->count; r++)
        next[r] = most(x[r], down(&sides, b_of(rows, r) - rows->sum[r], rows->inverse[r]));
    for (uint32_t r = 0; r < rows->count && !failed; r++)
        failed = fails_test(x[r], next[r], epsilon, relative);
    return failed ? TEST_UNSATISFIED | TEST_MOVED : 0;
}

static int interval_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const struct nearness near = nearness_of(how->test, 2);
    const real *restrict x = rows->x, *restrict sum = rows->sum;
    real *restrict next = rows->next;
    int apart = 0, moved = 0;
    for (uint32_t r = 0; r < rows->count; r++) {
        const real b = b_of(rows, r), inverse = rows->inverse[r];
        const real low = most(x[2 * r], down(&sides, b - sum[2 * r], inverse));
        const real high = least(x[2 * r + 1], up(&sides, b - sum[2 * r + 1], inverse));
        apart |= !(high - low <= near.share * low + near.apart);
        moved |= (low != x[2 * r]) | (high != x[2 * r + 1]);
        next[2 * r] = low;
        next[2 * r + 1] = high;
    }
    return (apart ? TEST_UNSATISFIED : 0) | (moved ? TEST_MOVED : 0);
}

static int optimistic_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const real *restrict x = rows->x, *restrict sum = rows->sum;
    real *restrict next = rows->next;
    int rises = 0, falls = 0, crosses = 0;
    for (uint32_t r = 0; r < rows->count; r++) {
        const real b = b_of(rows, r), inverse = rows->inverse[r], guess = x[2 * r + 1];
        const real low = most(x[2 * r], down(&sides, b - sum[2 * r], inverse));
        const real high = up(&sides, b - sum[2 * r + 1], inverse);
        rises |= !(high <= guess);
        falls |= high < guess;
        crosses |= low > high;
        next[2 * r] = low;
        next[2 * r + 1] = least(guess, high);
    }
    return (rises ? TEST_UNSATISFIED : 0) | (falls ? TEST_MOVED : 0) | (crosses ? TEST_BROKEN : 0);
}

/* What x / (1 - y) of a row says of all rows, with y rounded down and up. */
static inline void bound_by_row(double x, double y, double grown, double lift,
                                struct bracket_found *found)
{
    const double x_low = x * (1 - grown) - lift, y_low = y * (1 - grown) - lift;
    const double x_high = x * (1 + grown), y_high = y * (1 + grown), room = 8 * (double)0x1p-52;
    const double low = y_low < 0 ? x_low : y_low < 1 ? x_low / (1 - y_low) : 0;
    const double high = y_high < 1 ? x_high / (1 - y_high) * (1 + room) : INFINITY;
    const double safe = low > 0 ? low * (1 - room) : 0;
    found->low = safe < found->low ? safe : found->low;
    found->high = high > found->high ? high : found->high;
}

static int steps_rows(const struct bracket *how, const struct bracket_rows *rows,
                      struct bracket_found *found)
{
    const real floor = (real)how->floor, *restrict x = rows->x, *restrict sum = rows->sum;
    const struct nearness near = nearness_of(how->test, 2);
    const double low = how->bounds[0], high = how->bounds[1];
    real *restrict next = rows->next;
    int apart = !(high < (double)INFINITY);
    for (uint32_t r = 0; r < rows->count; r++) {
        const real s = b_of(rows, r) - sum[2 * r], t = most(-sum[2 * r + 1], floor);
        const int iterated = x[2 * r + 1] > 0;
        const real sure = s > 0 ? most(s, floor) * rows->inverse[r] : 0;
        const real left = iterated ? t * rows->inverse[r] : 0;
        next[2 * r] = sure;
        next[2 * r + 1] = left;
        if (!iterated) continue;
        const double from = (sure + low * left) * (1 - how->grown) - how->lift * (1 + low);
        const double to = (sure + high * left) * (1 + how->grown);
        apart |= !(to - from <= (double)near.share * from + (double)near.apart);
        bound_by_row(sure, left, how->grown, how->lift, found);
    }
    return apart ? TEST_UNSATISFIED : 0;
}

static void average_rows(const struct bracket *how, const struct bracket_rows *rows,
                         struct bracket_found *found)
{
    const real omega = (real)how->omega, g = (real)how->bounds[0], margin = (real)how->margin;
    const real *restrict x = rows->x, *restrict sum = rows->sum, *restrict inverse = rows->inverse;
    const real floor = (real)how->floor;
    real *restrict next = rows->next, low = INFINITY, high = -INFINITY;
    for (uint32_t r = 0; r < rows->count; r++) {
        const real b = b_of(rows, r), own = x[r] / inverse[r];
        const real e = b - own - sum[r];
        const real off = margin * (real_abs(b) + real_abs(own) + real_abs(sum[r])) + floor;
        low = least(low, e - off);
        high = most(high, e + off);
        next[r] = x[r] + omega * most(0, e - g) * inverse[r];
    }
    if (low < (real)found->low) found->low = low;
    if (high > (real)found->high) found->high = high;
}

void EXPORTED(bracket_rows)(const struct bracket *how, const struct bracket_rows *rows,
                            struct bracket_found *found)
{
    switch (how->rule) {
    case BRACKET_LOWER: found->votes |= lower_rows(how, rows); break;
    case BRACKET_INTERVAL: found->votes |= interval_rows(how, rows); break;
    case BRACKET_OPTIMISTIC: found->votes |= optimistic_rows(how, rows); break;
    case BRACKET_STEPS: found->votes |= steps_rows(how, rows, found); break;
    case BRACKET_AVERAGE: average_rows(how, rows, found); break;
    }
}

void EXPORTED(bracket_join)(struct bracket_found *found, const struct bracket_found *more)
{
    found->votes |= more->votes;
    found->low = more->low < found->low ? more->low : found->low;
    found->high = more->high > found->high ? more->high : found->high;
}

/* The bounds of BRACKET_STEPS hold where those before do; an average is in every interval. */
void EXPORTED(bracket_end)(const struct bracket *how, const struct bracket_found *found)
{
    double *bounds = how->bounds;
    int votes = found->votes;
    if (how->rule >= BRACKET_STEPS) {
        if (found->low > bounds[0] && found->low < (double)INFINITY) bounds[0] = found->low;
        if (found->high < bounds[1] && found->high > -(double)INFINITY) bounds[1] = found->high;
    }
    if (how->rule == BRACKET_AVERAGE && how->test) {
        const double share = how->test->criterion == RELATIVE ? fabs(bounds[0]) : 1;
        if (!(bounds[1] - bounds[0] <= how->test->epsilon * share)) votes |= TEST_UNSATISFIED;
    }
    if (how->test) *how->test->flag |= votes;
}

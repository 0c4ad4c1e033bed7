/* The rules of mat_ops.bracket, row by row. Loops over rows have no branches, so that compilers
 * make vectors of them. */
#include "solvers/cpu/bracket.h"

#include "base/team.h"
#include "solvers/cpu/simd.h"

#if defined __GNUC__ && !defined __clang__
#pragma GCC optimize("no-trapping-math") /* lets the compiler compute both sides of a choice */
#endif

#define EPSILON ((real)(PREC == 32 ? 0x1p-23 : 0x1p-52))

static inline real least(real a, real b)
{
    return a < b ? a : b;
}

static inline real most(real a, real b)
{
    return a > b ? a : b;
}

/* Bounds of a row: s = b - sum, rounded to one side and divided by A_ii. The products are always
 * computed, because compilers cannot vectorise a product that only one side of a choice needs. */
struct sides {
    real below, above, floor;
};

static inline struct sides sides_of(const struct bracket *how)
{
    return (struct sides){(real)(1 - how->margin), (real)(1 + how->margin), (real)how->floor};
}

static inline real down(const struct sides *sides, real s, real inverse)
{
    const real value = s * inverse * sides->below;
    return s < sides->floor ? 0 : value;
}

static inline real up(const struct sides *sides, real s, real inverse)
{
    const real value = most(s, sides->floor) * inverse * sides->above;
    return s > 0 ? value : 0;
}

/* Pairs and their sums, with the two numbers in separate arrays. */
struct split {
    real x[BRACKET_ROWS], y[BRACKET_ROWS], first[BRACKET_ROWS], second[BRACKET_ROWS];
};

ALWAYS_INLINE void split_pairs(uint32_t count, const real *restrict pairs, real *restrict x,
                               real *restrict y)
{
    for (uint32_t r = 0; r < count; r++) {
        x[r] = pairs[2 * r];
        y[r] = pairs[2 * r + 1];
    }
}

ALWAYS_INLINE void split_rows(const struct bracket_rows *rows, struct split *out)
{
    split_pairs(rows->count, rows->x, out->x, out->y);
    split_pairs(rows->count, rows->sum, out->first, out->second);
}

ALWAYS_INLINE void join_rows(const struct split *from, const struct bracket_rows *rows)
{
    real *restrict next = rows->next;
    for (uint32_t r = 0; r < rows->count; r++) {
        next[2 * r] = from->x[r];
        next[2 * r + 1] = from->y[r];
    }
}

/* The test accepts high - low up to share * low + apart. */
struct nearness {
    real share, apart;
};

static inline struct nearness nearness_of(const struct test *test, double times)
{
    if (!test) return (struct nearness){0, INFINITY};
    const real width = (real)(times * test->epsilon);
    return test->criterion == RELATIVE ? (struct nearness){width, 0} : (struct nearness){0, width};
}

/* An integer of the size of a real, so that vectors of both have the same number of lanes. */
#if PREC == 32
typedef int32_t flag;
#else
typedef int64_t flag;
#endif

/* BRACKET_LOWER. If an earlier row has failed the test, these rows need no test. */
ALWAYS_INLINE int lower_rows(const struct bracket *how, const struct bracket_rows *rows, int failed)
{
    const struct sides sides = sides_of(how);
    const real *restrict b = rows->b, *restrict inverse = rows->inverse;
    const real *restrict x = rows->x, *restrict sum = rows->sum;
    real *restrict next = rows->next;
    const int relative = how->test && how->test->criterion == RELATIVE;
    const real epsilon = how->test ? (real)how->test->epsilon : INFINITY;
    for (uint32_t r = 0; r < rows->count; r++)
        next[r] = most(x[r], down(&sides, b[r] - sum[r], inverse[r]));
    for (uint32_t r = 0; r < rows->count && !failed; r++)
        failed = fails_test(x[r], next[r], epsilon, relative);
    return failed ? TEST_UNSATISFIED | TEST_MOVED : 0;
}

ALWAYS_INLINE int interval_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const struct nearness near = nearness_of(how->test, 2);
    const real *restrict b = rows->b, *restrict inverse = rows->inverse;
    struct split at;
    flag apart = 0, moved = 0;
    split_rows(rows, &at);
    for (uint32_t r = 0; r < rows->count; r++) {
        const real x = at.x[r], y = at.y[r];
        const real low = most(x, down(&sides, b[r] - at.first[r], inverse[r]));
        const real high = least(y, up(&sides, b[r] - at.second[r], inverse[r]));
        apart |= high - low <= near.share * low + near.apart ? 0 : 1;
        moved |= (low - x) + (y - high) > 0 ? 1 : 0;
        at.x[r] = low;
        at.y[r] = high;
    }
    join_rows(&at, rows);
    return (apart ? TEST_UNSATISFIED : 0) | (moved ? TEST_MOVED : 0);
}

ALWAYS_INLINE int optimistic_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const real *restrict b = rows->b, *restrict inverse = rows->inverse;
    struct split at;
    flag rises = 0, falls = 0, crosses = 0;
    split_rows(rows, &at);
    for (uint32_t r = 0; r < rows->count; r++) {
        const real guess = at.y[r];
        const real low = most(at.x[r], down(&sides, b[r] - at.first[r], inverse[r]));
        const real high = up(&sides, b[r] - at.second[r], inverse[r]);
        rises |= high <= guess ? 0 : 1;
        falls |= high < guess ? 1 : 0;
        crosses |= low > high ? 1 : 0;
        at.x[r] = low;
        at.y[r] = least(guess, high);
    }
    join_rows(&at, rows);
    return (rises ? TEST_UNSATISFIED : 0) | (falls ? TEST_MOVED : 0) | (crosses ? TEST_BROKEN : 0);
}

/* Bounds from x / (1 - y) of one row, with x and y rounded down and up. 0 or infinity if the row
 * gives no bound. */
static inline double row_low(double x, double y)
{
    const double quotient = x / (1 - y);
    return y < 1 && x > 0 ? quotient : 0;
}

static inline double row_high(double x, double y)
{
    const double quotient = x / (1 - y);
    return y < 1 ? quotient : (double)INFINITY;
}

/* Computes next. Rows that do not change keep y = 0, and the others keep y > 0. */
ALWAYS_INLINE void take_steps(const struct bracket *how, const struct bracket_rows *rows,
                              struct split *at)
{
    const real floor = (real)how->floor, *restrict b = rows->b, *restrict inverse = rows->inverse;
    split_rows(rows, at);
    for (uint32_t r = 0; r < rows->count; r++) {
        const real s = b[r] - at->first[r], sure = most(s, floor) * inverse[r];
        const real left = most(-at->second[r], floor) * inverse[r];
        at->x[r] = s > 0 ? sure : 0;
        at->y[r] = at->y[r] > 0 ? left : 0;
    }
    join_rows(at, rows);
}

ALWAYS_INLINE int steps_rows(const struct bracket *how, const struct bracket_rows *rows,
                             struct bracket_found *found)
{
    const struct nearness near = nearness_of(how->test, 2);
    const int bounded = how->bounds[1] < (double)INFINITY;
    const double low = how->bounds[0], high = bounded ? how->bounds[1] : low, lift = how->lift;
    const double less = 1 - how->grown, more = 1 + how->grown, room = 8 * (double)0x1p-52;
    double below[BRACKET_ROWS], above[BRACKET_ROWS], least_low = INFINITY,
                                                     most_high = -(double)INFINITY;
    int64_t apart = !bounded;
    struct split at;
    take_steps(how, rows, &at);
    for (uint32_t r = 0; r < rows->count; r++) {
        const double x = at.x[r], y = at.y[r];
        const double from = (x + low * y) * less - lift * (1 + low), to = (x + high * y) * more;
        const double wide = to - from - ((double)near.share * from + (double)near.apart);
        const double one = row_low(x * less - lift, y * less - lift),
                     two = row_high(x * more, y * more);
        below[r] = y > 0 ? one : (double)INFINITY;
        above[r] = y > 0 ? two : -(double)INFINITY;
        apart |= (y > 0 ? wide : 0) > 0 ? 1 : 0;
    }
    for (uint32_t r = 0; r < rows->count; r++) {
        least_low = below[r] < least_low ? below[r] : least_low;
        most_high = above[r] > most_high ? above[r] : most_high;
    }
    if (least_low * (1 - room) < found->low) found->low = least_low * (1 - room);
    if (most_high * (1 + room) > found->high) found->high = most_high * (1 + room);
    return apart ? TEST_UNSATISFIED : 0;
}

ALWAYS_INLINE void average_rows(const struct bracket *how, const struct bracket_rows *rows,
                                struct bracket_found *found)
{
    const real omega = (real)how->omega, g = (real)how->bounds[0], margin = (real)how->margin;
    const real *restrict x = rows->x, *restrict sum = rows->sum, *restrict inverse = rows->inverse;
    const real *restrict b = rows->b;
    const real floor = (real)how->floor;
    real *restrict next = rows->next, low = INFINITY, high = -INFINITY;
    for (uint32_t r = 0; r < rows->count; r++) {
        const real own = x[r] / inverse[r], e = b[r] - own - sum[r];
        const real off = margin * (real_abs(b[r]) + real_abs(own) + real_abs(sum[r])) + floor;
        low = least(low, e - off);
        high = most(high, e + off);
        next[r] = x[r] + omega * (e - g) * inverse[r];
    }
    if (low < (real)found->low) found->low = low;
    if (high > (real)found->high) found->high = high;
}

/* The values of rows that are choices, on their sides. */
ALWAYS_INLINE void value_rows(const struct bracket *how, const struct bracket_rows *rows)
{
    const struct sides sides = sides_of(how);
    const bool steps = how->rule == BRACKET_STEPS;
    const real floor = (real)how->floor, *restrict b = rows->b, *restrict inverse = rows->inverse;
    const real *restrict sum = rows->sum;
    real *restrict next = rows->next;
    if (!bracket_has_pairs(how->rule)) {
        for (uint32_t r = 0; r < rows->count; r++)
            next[r] = down(&sides, b[r] - sum[r], inverse[r]);
        return;
    }
    for (uint32_t r = 0; r < rows->count; r++) {
        const real s = b[r] - sum[2 * r];
        const real sure = s > 0 ? most(s, floor) * inverse[r] : 0;
        next[2 * r] = steps ? sure : down(&sides, s, inverse[r]);
        next[2 * r + 1] = steps ? most(-sum[2 * r + 1], floor) * inverse[r]
                                : up(&sides, b[r] - sum[2 * r + 1], inverse[r]);
    }
}

#define RULES(name, target)                                                             \
    target static void name(const struct bracket *how, const struct bracket_rows *rows, \
                            struct bracket_found *found)                                \
    {                                                                                   \
        if (how->choices) {                                                             \
            value_rows(how, rows);                                                      \
            return;                                                                     \
        }                                                                               \
        switch (how->rule) {                                                            \
        case BRACKET_LOWER: found->votes |= lower_rows(how, rows, found->votes); break; \
        case BRACKET_INTERVAL: found->votes |= interval_rows(how, rows); break;         \
        case BRACKET_OPTIMISTIC: found->votes |= optimistic_rows(how, rows); break;     \
        case BRACKET_STEPS: found->votes |= steps_rows(how, rows, found); break;        \
        case BRACKET_AVERAGE: average_rows(how, rows, found); break;                    \
        }                                                                               \
    }

typedef void rules_fn(const struct bracket *how, const struct bracket_rows *rows,
                      struct bracket_found *found);

RULES(rules_plain, )
#ifdef SIMD_BY_TARGET
RULES(rules_avx2, FOR_AVX2)
RULES(rules_avx512, FOR_AVX512)
static rules_fn *const rules[NSIMDS] = {rules_plain, rules_avx2, rules_avx512};
#else
static rules_fn *const rules[NSIMDS] = {rules_plain, rules_plain, rules_plain};
#endif

void EXPORTED(bracket_rows)(const struct bracket *how, const struct bracket_rows *rows,
                            struct bracket_found *found)
{
    rules[simd_level()](how, rows, found);
}

/* The best of `count` rows, for each of their `width` numbers by itself. */
static inline void best_of(const real *value, uint32_t count, unsigned width, bool largest,
                           real *out)
{
    for (unsigned k = 0; k < width; k++) {
        real best = value[k];
        for (uint32_t c = 1; c < count; c++) {
            const real other = value[c * width + k];
            if (largest ? other > best : other < best) best = other;
        }
        out[k] = best;
    }
}

/* Returns whether x + y times the bound is better in pair a; of equal ones, that with the better x,
 * then the better y. So a pair that is worse in both is never best, whatever is rounded. */
static inline bool is_better(const real *a, const real *b, double bound, bool largest)
{
    double of_a = (double)a[0] + bound * (double)a[1], of_b = (double)b[0] + bound * (double)b[1];
    if (bound == (double)INFINITY) of_a = (double)a[1], of_b = (double)b[1];
    if (of_a != of_b) return largest ? of_a > of_b : of_a < of_b;
    const int k = a[0] == b[0];
    return largest ? a[k] > b[k] : a[k] < b[k];
}

/* The pair that is best with this bound. Raises *decision to where another one becomes best. */
static inline void best_of_steps(const real *value, uint32_t count, double bound, bool largest,
                                 real *out, double *decision)
{
    const double room = 8 * (double)0x1p-52;
    const real *best = value;
    for (uint32_t c = 1; c < count; c++)
        if (is_better(value + 2 * c, best, bound, largest)) best = value + 2 * c;
    for (uint32_t c = 0; c < count; c++) {
        const double x = (double)value[2 * c] - (double)best[0],
                     y = (double)best[1] - (double)value[2 * c + 1];
        if (!(x > 0 && y > 0)) continue;
        const double at = largest ? x / y * (1 + room) : -(x / y * (1 - room));
        if (at > *decision) *decision = at;
    }
    out[0] = best[0];
    out[1] = best[1];
}

/* The best values become sums of rows without b. */
static void best_block(const struct bracket *how, size_t first, const struct bracket_rows *block,
                       real *sum, struct bracket_found *found)
{
    const struct choice_rows *of = how->choices;
    const unsigned width = 1 + bracket_has_pairs(how->rule);
    const double bound = how->rule == BRACKET_STEPS ? how->bounds[of->largest] : 0;
    for (uint32_t r = 0; r < block->count; r++) {
        const uint32_t row = of->group[first + r], count = of->group[first + r + 1] - row;
        const real *value = (const real *)how->values + (size_t)row * width;
        if (how->rule == BRACKET_STEPS)
            best_of_steps(value, count, bound, of->largest, sum + 2 * r, &found->decision);
        else best_of(value, count, width, of->largest, sum + (size_t)r * width);
    }
    for (size_t k = 0; k < (size_t)block->count * width; k++) sum[k] = -sum[k];
}

void EXPORTED(bracket_best)(const struct bracket *how, size_t n, struct bracket_found *found)
{
    const unsigned width = 1 + bracket_has_pairs(how->rule);
    struct bracket plain = *how;
    plain.choices = NULL;
    plain.margin = plain.floor = 0; /* the values are on their sides */
#pragma omp parallel if (team_again(how->choices->group[n]))
    {
        struct bracket_found mine = NOTHING_FOUND;
        real sum[2 * BRACKET_ROWS], ones[BRACKET_ROWS];
        static const real zeros[BRACKET_ROWS];
        for (uint32_t r = 0; r < BRACKET_ROWS; r++) ones[r] = 1;
#pragma omp for schedule(static)
        for (size_t first = 0; first < n; first += BRACKET_ROWS) {
            const struct bracket_rows block = {
                .count = n - first < BRACKET_ROWS ? (uint32_t)(n - first) : BRACKET_ROWS,
                .b = zeros,
                .x = (const real *)how->x + first * width,
                .sum = sum,
                .inverse = ones,
                .next = (real *)how->next + first * width};
            best_block(how, first, &block, sum, &mine);
            EXPORTED(bracket_rows)(&plain, &block, &mine);
        }
#pragma omp critical
        EXPORTED(bracket_join)(found, &mine);
    }
}

void EXPORTED(bracket_join)(struct bracket_found *found, const struct bracket_found *more)
{
    found->votes |= more->votes;
    found->decision = more->decision > found->decision ? more->decision : found->decision;
    found->low = more->low < found->low ? more->low : found->low;
    found->high = more->high > found->high ? more->high : found->high;
}

/* Keeps the bounds of best rows on their side of the decision value. */
static void heed_decision(const struct bracket *how, struct bracket_found *found)
{
    const bool largest = how->choices->largest;
    double *decision = &how->bounds[2];
    if (found->decision > *decision) *decision = found->decision;
    if (largest && found->high < *decision) found->high = *decision;
    if (!largest && found->low > -*decision) found->low = -*decision;
}

/* Bounds of BRACKET_STEPS hold if the earlier ones hold; an average lies in every interval. So both
 * can be narrowed. */
void EXPORTED(bracket_end)(const struct bracket *how, const struct bracket_found *all)
{
    double *bounds = how->bounds;
    struct bracket_found found = *all;
    int votes = found.votes;
    if (how->choices && how->rule == BRACKET_STEPS) heed_decision(how, &found);
    if (bracket_narrows(how->rule)) {
        if (found.low > bounds[0] && found.low < (double)INFINITY) bounds[0] = found.low;
        if (found.high < bounds[1] && found.high > -(double)INFINITY) bounds[1] = found.high;
    }
    if (how->rule == BRACKET_AVERAGE && how->test) {
        const double share = how->test->criterion == RELATIVE ? fabs(bounds[0]) : 1;
        if (!(bounds[1] - bounds[0] <= how->test->epsilon * share)) votes |= TEST_UNSATISFIED;
    }
    if (how->test) *how->test->flag |= votes;
}

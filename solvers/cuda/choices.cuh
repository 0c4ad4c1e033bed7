/* Rows that are choices (struct choice_rows), summed up and compared in one kernel. A block takes
 * CHOICE_THREADS unknowns, whose rows follow each other. Each thread sums up rows of the block, two
 * at a time, and leaves their values in shared memory. Then each thread takes the best of its own
 * unknown. So a row has a thread wherever rows are, as in a sweep of a chain, and no value goes
 * through memory. For layouts with the constant `choices`, whose rows a thread can read entry by
 * entry (sweeps.cuh). */
#pragma once

#include "solvers/cuda/bracket.cuh"

/* True if rows of the layout may be choices here. */
template <class L, class = void>
struct has_choices {
    enum { value = false };
};

template <class L>
struct has_choices<L, decltype((void)L::choices)> {
    enum { value = true };
};

enum {
    CHOICE_THREADS = 256,
    CHOICE_RESIDENT = 1536, /* threads that an SM must hold: 40 registers each */
    BRACKET_RESIDENT = 1024,
    CHOICE_BYTES = 1 << 14, /* shared memory for values of rows */
    ROWS_TOGETHER = 1,      /* rows of a thread, and entries of each, whose loads are in flight */
    ENTRIES_TOGETHER = 2    /* together */
};

static inline unsigned choice_blocks(size_t n)
{
    return (unsigned)((n + CHOICE_THREADS - 1) / CHOICE_THREADS);
}

/* shared[k * CHOICE_THREADS] = value(c + k * CHOICE_THREADS, sum of that row) for ROWS_TOGETHER
 * rows, without rows from `last` on. */
template <class L, class V, class Value>
__device__ inline void sum_rows(const L &layout, uint32_t c, uint32_t last, const V *x, V *shared,
                                const Value &value)
{
    typedef typename number_of<V>::type real;
    uint32_t at[ROWS_TOGETHER], end[ROWS_TOGETHER];
    V sum[ROWS_TOGETHER] = {};
    bool more = false;
#pragma unroll
    for (int r = 0; r < ROWS_TOGETHER; r++) {
        const bool there = last - c > r * CHOICE_THREADS;
        at[r] = there ? layout.begin(c + r * CHOICE_THREADS) : 0;
        end[r] = there ? layout.end(c + r * CHOICE_THREADS) : 0;
    }
#pragma unroll
    for (int r = 0; r < ROWS_TOGETHER; r++) more |= at[r] < end[r];
#pragma unroll 1
    while (more) {
        real entry[ROWS_TOGETHER][ENTRIES_TOGETHER];
        V xs[ROWS_TOGETHER][ENTRIES_TOGETHER];
#pragma unroll
        for (int r = 0; r < ROWS_TOGETHER; r++)
#pragma unroll
            for (int e = 0; e < ENTRIES_TOGETHER; e++)
                if (at[r] + e < end[r]) {
                    uint32_t column;
                    entry[r][e] = layout.entry(at[r] + e, &column);
                    xs[r][e] = x[column];
                }
        more = false;
#pragma unroll
        for (int r = 0; r < ROWS_TOGETHER; r++) {
#pragma unroll
            for (int e = 0; e < ENTRIES_TOGETHER; e++)
                if (at[r] + e < end[r]) sum[r] += entry[r][e] * xs[r][e];
            at[r] += ENTRIES_TOGETHER;
            more |= at[r] < end[r];
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS_TOGETHER; r++)
        if (last - c > r * CHOICE_THREADS)
            shared[r * CHOICE_THREADS] = value(c + r * CHOICE_THREADS, sum[r]);
}

/* The rows of the unknown that a thread takes in a block of unknowns, and those of the block. */
struct choice_range {
    uint32_t first, end, block_first, block_end;

    __device__ choice_range(const uint32_t *group, size_t n, uint32_t block)
    {
        const size_t from = (size_t)block * CHOICE_THREADS, i = from + threadIdx.x,
                     to = from + CHOICE_THREADS;
        block_first = group[from];
        block_end = group[to < n ? to : n];
        first = i < n ? group[i] : block_end;
        end = i < n ? group[i + 1] : block_end;
    }
};

/* Calls take(c, value(c, sum)) for the thread's own rows in order. All threads of a block call it.
 */
template <class L, class V, class Value, class Take>
__device__ inline void block_rows(const L &layout, const choice_range &rows, const V *x,
                                  const Value &value, Take &&take)
{
    enum { MANY = CHOICE_BYTES / sizeof(V) };
    __shared__ V shared[MANY];
#pragma unroll 1
    for (uint32_t base = rows.block_first, count; base < rows.block_end; base += count) {
        count = rows.block_end - base < MANY ? rows.block_end - base : MANY;
#pragma unroll 1
        for (uint32_t k = threadIdx.x; k < count; k += ROWS_TOGETHER * CHOICE_THREADS)
            sum_rows(layout, base + k, base + count, x, shared + k, value);
        __syncthreads();
        const uint32_t from = rows.first > base ? rows.first : base,
                       to = rows.end < base + count ? rows.end : base + count;
        for (uint32_t c = from; c < to; c++) take(c, shared[c - base]);
        __syncthreads();
    }
}

template <class L, enum vote V, class real>
__global__ void __launch_bounds__(CHOICE_THREADS, CHOICE_RESIDENT / CHOICE_THREADS)
    best_choices(L layout, size_t n, struct choice_rows of, bool keeps, next_row<real> rhs,
                 const real *x, real *next, uint32_t *row, real epsilon, bool relative, int *flag,
                 const int *guard)
{
    if (halted(guard)) return;
    const voting<V> votes(flag);
    const size_t i = (size_t)blockIdx.x * CHOICE_THREADS + threadIdx.x;
    const choice_range rows(of.group, n, blockIdx.x);
    const bool tested = flag && !votes.known;
    const real *stay = (const real *)of.stay, own = i < n && (stay || tested) ? x[i] : 0;
    uint32_t at = rows.first;
    real best = 0;
    block_rows(
        layout, rows, x,
        [&](uint32_t c, real sum) {
            const real y = rhs.b_of(c) - sum;
            return keeps ? y * layout.inverse_of(c) : y;
        },
        [&](uint32_t c, real y) {
            const real value = choice_value(stay, c, y, own);
            if (c != rows.first && (of.largest ? !(value > best) : !(value < best))) return;
            best = value;
            at = c;
        });
    if (i < n && row) row[i] = at;
    if (i < n) store_past_l1(next + i, best);
    votes.cast(i < n && tested && fails_test(own, best, epsilon, relative));
}

/* mat_ops.best */
template <class L, class real>
static enum status choices_best(const struct stored *a, const struct rhs *b,
                                const struct choice_rows *of, const void *x, void *next,
                                uint32_t *row, struct test *test)
{
    const size_t n = stored_unknowns(a);
    auto *kernel = test && test->vote == VOTE_STORE ? best_choices<L, VOTE_STORE, real>
                                                    : best_choices<L, VOTE_BLOCK, real>;
    if (n == 0) return OK;
    kernel<<<choice_blocks(n), CHOICE_THREADS, 0, device_stream()>>>(
        L(a), n, *of, a->keeps, next_row<real>(a, b), (const real *)x, (real *)next, row,
        test ? (real)test->epsilon : 0, test && test->criterion == RELATIVE,
        test ? test->flag : NULL, device_guard());
    return device_launched("best of choices");
}

/* Brackets. The values of rows are on their sides, as value_rows in solvers/cpu/bracket.c makes
 * them. */
template <class real>
struct choice_values : bracket_sides<real> {
    bool steps;

    choice_values(const struct stored *a, const struct rhs *b, const struct bracket *how)
        : bracket_sides<real>(a, b, how), steps(how->rule == BRACKET_STEPS)
    {
    }

    __device__ real of(real b, real inverse, real sum) const
    {
        return this->down(b - sum, inverse);
    }

    __device__ number_pair<real> of(real b, real inverse, const number_pair<real> &sum) const
    {
        const real s = b - sum.low;
        if (!steps) return {this->down(s, inverse), this->up(b - sum.high, inverse)};
        return {s > 0 ? max(s, this->floor) * inverse : 0, max(-sum.high, this->floor) * inverse};
    }
};

struct choices_found : bracket_found {
    double decision; /* bounds[2] of these unknowns, if the largest is best; else its negative */

    __device__ choices_found() : decision(-INFINITY) {}
};

struct join_choices {
    __device__ choices_found operator()(choices_found a, const choices_found &b) const
    {
        const bracket_found both = join_found()(a, b);
        (bracket_found &)a = both;
        a.decision = fmax(a.decision, b.decision);
        return a;
    }
};

template <class real>
__device__ inline void take_better(bool largest, bool first, real value, real &best)
{
    if (first || (largest ? value > best : value < best)) best = value;
}

template <class real>
__device__ inline void take_better(bool largest, bool first, const number_pair<real> &value,
                                   number_pair<real> &best)
{
    take_better(largest, first, value.low, best.low);
    take_better(largest, first, value.high, best.high);
}

/* As is_better in solvers/cpu/bracket.c. */
template <class real>
__device__ inline bool is_better(const number_pair<real> &a, const number_pair<real> &b,
                                 double bound, bool largest)
{
    double of_a = (double)a.low + bound * (double)a.high,
           of_b = (double)b.low + bound * (double)b.high;
    if (bound == (double)INFINITY) of_a = a.high, of_b = b.high;
    if (of_a != of_b) return largest ? of_a > of_b : of_a < of_b;
    if (a.low != b.low) return largest ? a.low > b.low : a.low < b.low;
    return largest ? a.high > b.high : a.high < b.high;
}

/* Raises *decision to where `other` becomes as good as the best pair. */
template <class real>
__device__ inline void raise_decision(const number_pair<real> &best, const number_pair<real> &other,
                                      bool largest, double &decision)
{
    const double room = 8 * 0x1p-52, x = (double)other.low - (double)best.low,
                 y = (double)best.high - (double)other.high;
    if (x > 0 && y > 0)
        decision = fmax(decision, largest ? x / y * (1 + room) : -(x / y * (1 - room)));
}

template <class real>
__device__ inline real negated(real value)
{
    return -value;
}

template <class real>
__device__ inline number_pair<real> negated(const number_pair<real> &value)
{
    return {-value.low, -value.high};
}

/* How a rule takes the best of an unknown's rows, and whether it keeps their values, because it
 * needs all of them once the best is known. */
template <class Rule>
struct choice_rule {
    enum { keeps_values = false };

    template <class V>
    static __device__ void take(const Rule &, bool largest, bool first, const V &value, V &best)
    {
        take_better(largest, first, value, best);
    }

    template <class V>
    static __device__ void look_back(bool, const choice_range &, const V *, const V &, double &)
    {
    }
};

template <class real>
struct choice_rule<steps_rule<real>> {
    enum { keeps_values = true };
    typedef number_pair<real> pair;

    static __device__ void take(const steps_rule<real> &rule, bool largest, bool first,
                                const pair &value, pair &best)
    {
        if (first || is_better(value, best, rule.bounds[largest], largest)) best = value;
    }

    static __device__ void look_back(bool largest, const choice_range &rows, const pair *kept,
                                     const pair &best, double &decision)
    {
        for (uint32_t c = rows.first; c < rows.end; c++)
            raise_decision(best, kept[c], largest, decision);
    }
};

/* The best values go through the rule as sums of rows without b. Otherwise as bracket_rows. */
template <class L, class real, class Rule>
__global__ void __launch_bounds__(CHOICE_THREADS, BRACKET_RESIDENT / CHOICE_THREADS)
    bracket_choices(L layout, size_t n, uint32_t blocks, struct choice_rows of, bool keeps,
                    choice_values<real> values, Rule rule, const typename Rule::vector *x,
                    typename Rule::vector *next, typename Rule::vector *kept, int *flag,
                    struct device_sums *sums, choices_found *all, const int *guard)
{
    typedef typename Rule::vector vector;
    typedef choice_rule<Rule> choice;
    if (halted(guard)) return;
    choices_found found;
    for (uint32_t block = blockIdx.x; block < blocks; block += gridDim.x) {
        const size_t i = (size_t)block * CHOICE_THREADS + threadIdx.x;
        const choice_range rows(of.group, n, block);
        vector best = {};
        block_rows(
            layout, rows, x,
            [&](uint32_t c, const vector &sum) {
                const vector value =
                    values.of(values.b_of(c), keeps ? layout.inverse_of(c) : 1, sum);
                if (choice::keeps_values) kept[c] = value;
                return value;
            },
            [&](uint32_t c, const vector &value) {
                choice::take(rule, of.largest, c == rows.first, value, best);
            });
        if (i >= n) continue;
        choice::look_back(of.largest, rows, kept, best, found.decision);
        store_past_l1(next + i, rule.next(0, x[i], 1, negated(best), found));
    }
    if (Rule::narrows) {
        grid_reduction<CHOICE_THREADS>(found, join_choices(), sums, all);
        return;
    }
    __syncwarp();
    int votes = 0;
    for (int bit = 1; bit <= TEST_MOVED; bit *= 2)
        if (__any_sync(~0u, found.votes & bit)) votes |= bit;
    if (flag && threadIdx.x % 32 == 0 && votes & ~*(volatile int *)flag) atomicOr(flag, votes);
}

/* Keeps the bounds of best rows on their side of the decision value, and casts the votes. */
static __global__ void choices_end(const choices_found *all, double *bounds, bool largest,
                                   int *flag, const int *guard)
{
    if (halted(guard)) return;
    choices_found found = *all;
    const double decision = fmax(bounds[2], found.decision);
    bounds[2] = decision;
    if (largest) found.high = fmax(found.high, decision);
    else found.low = fmin(found.low, -decision);
    if (found.low > bounds[0] && found.low < (double)INFINITY) bounds[0] = found.low;
    if (found.high < bounds[1] && found.high > -(double)INFINITY) bounds[1] = found.high;
    if (flag && found.votes) *flag |= found.votes;
}

template <class L, class real, class Rule>
static enum status choices_sweep(const struct stored *a, const struct rhs *b,
                                 const struct bracket *how)
{
    typedef typename Rule::vector vector;
    enum status status = OK;
    struct bracket plain = *how;
    struct device_sums *sums = device_sums();
    choices_found *all = (choices_found *)sums->part;
    const size_t n = stored_unknowns(a);
    int *flag = how->test ? how->test->flag : NULL;
    unsigned blocks = choice_blocks(n), most = blocks;
    plain.margin = plain.floor = 0; /* the values are on their sides */
    if (Rule::narrows) {
        TRY(grid_capacity(bracket_choices<L, real, Rule>, CHOICE_THREADS, &most));
        if (most > DEVICE_PARTS) most = DEVICE_PARTS;
        if (most > blocks) most = blocks;
    }
    bracket_choices<L, real, Rule><<<most, CHOICE_THREADS, 0, device_stream()>>>(
        L(a), n, blocks, *how->choices, a->keeps, choice_values<real>(a, b, how),
        Rule(a, NULL, &plain), (const vector *)how->x, (vector *)how->next, (vector *)how->values,
        flag, sums, all, device_guard());
    TRY(device_launched("bracket of choices"));
    if (!Rule::narrows) goto out;
    choices_end<<<1, 1, 0, device_stream()>>>(all, how->bounds, how->choices->largest, flag,
                                              device_guard());
    TRY(device_launched("end of choices"));
out:
    return status;
}

/* mat_ops.bracket with choices */
template <class L, class real>
static enum status choices_rules(const struct stored *a, const struct rhs *b,
                                 const struct bracket *how)
{
    if (stored_unknowns(a) == 0) return OK;
    switch (how->rule) {
    case BRACKET_LOWER: return choices_sweep<L, real, lower_rule<real>>(a, b, how);
    case BRACKET_INTERVAL: return choices_sweep<L, real, interval_rule<real>>(a, b, how);
    case BRACKET_OPTIMISTIC: return choices_sweep<L, real, optimistic_rule<real>>(a, b, how);
    case BRACKET_STEPS: return choices_sweep<L, real, steps_rule<real>>(a, b, how);
    default: return fail(ERROR_UNSUPPORTED, "an average of choices is not known");
    }
}

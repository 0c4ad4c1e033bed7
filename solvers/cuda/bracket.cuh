/* mat_ops.bracket on CUDA: sweeps whose sums are rounded to known sides (solvers/operations.h). A
 * rule is a functor that computes one row. Its type `vector` is a number, or a pair of numbers for
 * rules that have pairs. */
#pragma once

#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"
#include "solvers/cuda/grid.cuh"
#include "solvers/cuda/pair.cuh"
#include "solvers/cuda/reduce.cuh"
#include "solvers/cuda/row_operations.cuh"
#include "solvers/cuda/rows_per_thread.cuh"

/* Stores a pair, as store_past_l1 in row_operations.cuh stores a number. */
template <class real>
__device__ inline void store_past_l1(number_pair<real> *to, const number_pair<real> &value)
{
#if defined(__CUDA_ARCH__)
    if (sizeof(real) == 8)
        asm volatile("st.global.L1::no_allocate.v2.b64 [%0], {%1, %2};" ::"l"(to),
                     "l"(__double_as_longlong(value.low)), "l"(__double_as_longlong(value.high)));
    else
        asm volatile("st.global.L1::no_allocate.v2.b32 [%0], {%1, %2};" ::"l"(to),
                     "r"(__float_as_int((float)value.low)), "r"(__float_as_int((float)value.high)));
#else
    *to = value;
#endif
}

/* Bounds and votes that a thread has found in its rows. */
struct bracket_found {
    double low, high;
    int votes;

    __device__ bracket_found() : low(INFINITY), high(-INFINITY), votes(0) {}
};

struct join_found {
    __device__ bracket_found operator()(bracket_found a, const bracket_found &b) const
    {
        a.low = fmin(a.low, b.low);
        a.high = fmax(a.high, b.high);
        a.votes |= b.votes;
        return a;
    }
};

/* Members that all rules read. The test of a rule accepts high - low up to share * low + apart. */
template <class real>
struct bracket_sides : next_row<real> {
    real below, above, floor, share, apart;

    bracket_sides(const struct stored *a, const struct rhs *b, const struct bracket *how)
        : next_row<real>(a, b), below((real)(1 - how->margin)), above((real)(1 + how->margin)),
          floor((real)how->floor), share(0), apart(INFINITY)
    {
        if (!how->test) return;
        const bool relative = how->test->criterion == RELATIVE;
        const real width = (real)(2 * how->test->epsilon);
        share = relative ? width : 0;
        apart = relative ? 0 : width;
    }

    __device__ real down(real s, real inverse) const
    {
        return s < floor ? 0 : s * inverse * below;
    }

    __device__ real up(real s, real inverse) const
    {
        return s > 0 ? max(s, floor) * inverse * above : 0;
    }
};

template <class real>
struct lower_rule : bracket_sides<real> {
    typedef real vector;
    enum { narrows = false };
    real epsilon;
    bool relative;

    lower_rule(const struct stored *a, const struct rhs *b, const struct bracket *how)
        : bracket_sides<real>(a, b, how),
          epsilon(how->test ? (real)how->test->epsilon : (real)INFINITY),
          relative(how->test && how->test->criterion == RELATIVE)
    {
    }

    __device__ real next(real b, real old, real inverse, real sum, bracket_found &found) const
    {
        const real value = max(old, this->down(b - sum, inverse));
        if (!found.votes && fails_test(old, value, epsilon, relative))
            found.votes = TEST_UNSATISFIED | TEST_MOVED;
        return value;
    }
};

template <class real>
struct interval_rule : bracket_sides<real> {
    typedef number_pair<real> vector;
    enum { narrows = false };
    using bracket_sides<real>::bracket_sides;

    __device__ vector next(real b, vector old, real inverse, vector sum, bracket_found &found) const
    {
        const real low = max(old.low, this->down(b - sum.low, inverse)),
                   high = min(old.high, this->up(b - sum.high, inverse));
        if (!(high - low <= this->share * low + this->apart)) found.votes |= TEST_UNSATISFIED;
        if (low != old.low || high != old.high) found.votes |= TEST_MOVED;
        return {low, high};
    }
};

template <class real>
struct optimistic_rule : bracket_sides<real> {
    typedef number_pair<real> vector;
    enum { narrows = false };
    using bracket_sides<real>::bracket_sides;

    __device__ vector next(real b, vector old, real inverse, vector sum, bracket_found &found) const
    {
        const real low = max(old.low, this->down(b - sum.low, inverse)),
                   high = this->up(b - sum.high, inverse);
        if (!(high <= old.high)) found.votes |= TEST_UNSATISFIED;
        if (high < old.high) found.votes |= TEST_MOVED;
        if (low > high) found.votes |= TEST_BROKEN;
        return {low, min(old.high, high)};
    }
};

/* Narrows the bounds by x / (1 - y) of a row, with y rounded down and up. */
template <class real>
struct steps_rule : bracket_sides<real> {
    typedef number_pair<real> vector;
    enum { narrows = true };
    const double *bounds;
    double grown, lift;

    steps_rule(const struct stored *a, const struct rhs *b, const struct bracket *how)
        : bracket_sides<real>(a, b, how), bounds(how->bounds), grown(how->grown), lift(how->lift)
    {
    }

    __device__ void narrow(double x, double y, bracket_found &found) const
    {
        const double room = 8 * 0x1p-52, x_low = x * (1 - grown) - lift,
                     y_low = y * (1 - grown) - lift, x_high = x * (1 + grown),
                     y_high = y * (1 + grown);
        const double low = y_low < 0 ? x_low : y_low < 1 ? x_low / (1 - y_low) : 0;
        const double high = y_high < 1 ? x_high / (1 - y_high) * (1 + room) : (double)INFINITY;
        found.low = fmin(found.low, low > 0 ? low * (1 - room) : 0);
        found.high = fmax(found.high, high);
    }

    __device__ vector next(real b, vector old, real inverse, vector sum, bracket_found &found) const
    {
        const real s = b - sum.low;
        const real sure = s > 0 ? max(s, this->floor) * inverse : 0;
        if (!(old.high > 0)) return {sure, 0};
        const real left = max(-sum.high, this->floor) * inverse;
        const double low = bounds[0], high = bounds[1];
        const double from = (sure + low * left) * (1 - grown) - lift * (1 + low),
                     to = (sure + high * left) * (1 + grown);
        if (!(to - from <= (double)this->share * from + (double)this->apart))
            found.votes |= TEST_UNSATISFIED;
        narrow(sure, left, found);
        return {sure, left};
    }
};

template <class real>
struct average_rule : bracket_sides<real> {
    typedef real vector;
    enum { narrows = true };
    const double *bounds;
    real omega, margin;

    average_rule(const struct stored *a, const struct rhs *b, const struct bracket *how)
        : bracket_sides<real>(a, b, how), bounds(how->bounds), omega((real)how->omega),
          margin((real)how->margin)
    {
    }

    __device__ real next(real b, real old, real inverse, real sum, bracket_found &found) const
    {
        const real own = old / inverse, e = b - own - sum;
        const real off = margin * (fabs(b) + fabs(own) + fabs(sum)) + this->floor;
        found.low = fmin(found.low, (double)(e - off));
        found.high = fmax(found.high, (double)(e + off));
        return old + omega * (e - (real)bounds[0]) * inverse;
    }
};

template <class real, class Rule>
struct bracket_each {
    typedef typename Rule::vector vector;
    const Rule &rule;
    const vector *old;
    vector *next;
    bracket_found &found;

    __device__ void operator()(uint32_t i, real inverse, const vector &sum) const
    {
        store_past_l1(next + i, rule.next(rule.b_of(i), old[i], inverse, sum, found));
    }

    /* The other values of rows i, i + 32, ..., which are loaded before the sums of these rows. */
    template <int ROWS>
    struct several_rows {
        const bracket_each &each;
        uint32_t i;
        uint64_t marks;
        vector was[ROWS];

        __device__ void operator()(const real inverse[ROWS], const vector sum[ROWS]) const
        {
            real b[ROWS];
            vector *to = each.next + i;
            each.rule.template b_of<ROWS>(i, marks, b);
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                store_past_l1(to + 32 * r,
                              each.rule.next(b[r], was[r], inverse[r], sum[r], each.found));
        }
    };

    template <int ROWS>
    __device__ several_rows<ROWS> several(uint32_t i) const
    {
        several_rows<ROWS> rows = {*this, i, rule.marks_near(i)};
        const vector *its = old + i;
#pragma unroll
        for (int r = 0; r < ROWS; r++) rows.was[r] = its[32 * r];
        return rows;
    }
};

/* Partial results of blocks or cards are stored as bracket_found in device_sums. */
static_assert(sizeof(bracket_found) <= NDOTS * sizeof(double) && (int)NDOTS == (int)DEVICE_WIDTH,
              "it lies in device_sums, and where several cards leave their sums");

/* Number of threads of a layout that an SM must hold: pairs take more registers than numbers. */
template <class L>
struct bracket_resident {
    enum { value = rows_per_thread<L>::resident < 1024 ? rows_per_thread<L>::resident : 1024 };
};

/* Computes the rows by a rule. A rule that narrows bounds writes the result of all blocks to `all`;
 * the grid is then no larger than the card. With other rules each warp casts its own vote. */
template <class L, class real, class Rule>
__global__ void __launch_bounds__(L::threads, bracket_resident<L>::value / L::threads)
    bracket_rows(L layout, uint32_t blocks, Rule rule, const typename Rule::vector *x,
                 const typename Rule::vector *old, typename Rule::vector *next, int *flag,
                 struct device_sums *sums, bracket_found *all, const int *guard)
{
    if (halted(guard)) return;
    bracket_found found;
    for (uint32_t block = blockIdx.x; block < blocks; block += gridDim.x)
        layout.rows(block, x, bracket_each<real, Rule>{rule, old, next, found});
    if (Rule::narrows) {
        grid_reduction<L::threads>(found, join_found(), sums, all);
        return;
    }
    __syncwarp();
    int votes = 0;
    for (int bit = 1; bit <= TEST_MOVED; bit *= 2)
        if (__any_sync(~0u, found.votes & bit)) votes |= bit;
    if (flag && threadIdx.x % 32 == 0 && votes & ~*(volatile int *)flag) atomicOr(flag, votes);
}

/* The test of the bounds: how close they must be, and whether they are tested at all
 * (BRACKET_AVERAGE only). */
struct bracket_goal {
    bool tested, relative;
    double epsilon;
};

static __global__ void bracket_end(const double (*found)[NDOTS], int parts, double *bounds,
                                   bracket_goal goal, int *flag, const int *guard)
{
    if (halted(guard)) return;
    bracket_found all;
    for (int k = 0; k < parts; k++) all = join_found()(all, *(const bracket_found *)found[k]);
    if (all.low > bounds[0] && all.low < (double)INFINITY) bounds[0] = all.low;
    if (all.high < bounds[1] && all.high > -(double)INFINITY) bounds[1] = all.high;
    const double share = goal.relative ? fabs(bounds[0]) : 1;
    if (goal.tested && !(bounds[1] - bounds[0] <= goal.epsilon * share))
        all.votes |= TEST_UNSATISFIED;
    if (flag && all.votes) *flag |= all.votes;
}

/* Narrows the bounds to the results of all parts, and casts their votes. */
static inline enum status bracket_narrow(const double (*found)[NDOTS], int parts,
                                         const struct bracket *how)
{
    const struct test *test = how->test;
    const bracket_goal goal = {test && how->rule == BRACKET_AVERAGE,
                               test && test->criterion == RELATIVE, test ? test->epsilon : 0};
    bracket_end<<<1, 1, 0, device_stream()>>>(found, parts, how->bounds, goal,
                                              test ? test->flag : NULL, device_guard());
    return device_launched("bracket_end");
}

template <class real, class L, class Rule>
static enum status bracket_sweep(const struct stored *a, const L &rows, const Rule &rule,
                                 const struct bracket *how)
{
    typedef typename Rule::vector vector;
    enum status status = OK;
    const struct test *test = how->test;
    struct device_sums *sums = device_sums();
    double *all = how->found ? how->found : sums->part;
    int *flag = test ? test->flag : NULL;
    unsigned blocks = rows.blocks(a->n), most = blocks;
    const vector *x = (const vector *)how->x;
    if (a->n == 0 && !how->found) return OK;
    if (Rule::narrows) {
        TRY(grid_capacity(bracket_rows<L, real, Rule>, L::threads, &most));
        if (most > DEVICE_PARTS) most = DEVICE_PARTS;
        if (most > blocks) most = blocks ? blocks : 1;
    }
    bracket_rows<L, real, Rule><<<most, L::threads, 0, device_stream()>>>(
        rows, blocks, rule, x, x + a->first_row, (vector *)how->next + a->first_row, flag, sums,
        (bracket_found *)all, device_guard());
    TRY(device_launched("bracket"));
    if (Rule::narrows && !how->found) TRY(bracket_narrow((const double(*)[NDOTS])all, 1, how));
out:
    return status;
}

/* True if rows() of a layout accepts pairs. */
template <class L, class real, class = void>
struct has_pairs {
    enum { value = false };
};

struct no_pair_each {
    template <class real>
    __device__ void operator()(uint32_t, real, number_pair<real>) const
    {
    }
};

template <class L, class real>
struct has_pairs<L, real,
                 decltype((void)std::declval<const L &>().rows(0u, (const number_pair<real> *)0,
                                                               no_pair_each()))> {
    enum { value = true };
};

template <class L, class real>
static enum status bracket_rules(const struct stored *a, const struct rhs *b,
                                 const struct bracket *how)
{
    const L rows(a);
    switch (how->rule) {
    case BRACKET_LOWER: return bracket_sweep<real>(a, rows, lower_rule<real>(a, b, how), how);
    case BRACKET_INTERVAL: return bracket_sweep<real>(a, rows, interval_rule<real>(a, b, how), how);
    case BRACKET_OPTIMISTIC:
        return bracket_sweep<real>(a, rows, optimistic_rule<real>(a, b, how), how);
    case BRACKET_STEPS: return bracket_sweep<real>(a, rows, steps_rule<real>(a, b, how), how);
    default: return bracket_sweep<real>(a, rows, average_rule<real>(a, b, how), how);
    }
}

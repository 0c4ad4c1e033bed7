/* The kernels of a layout on CUDA. A layout's file defines
 *
 *   template <class real> struct L              its arrays, typed; passed to kernels by value
 *     L(const struct stored *)
 *     uint32_t n
 *     template <class V, class Each> __device__ void rows(uint32_t block, const V *x, Each each)
 *
 * where rows() calls each(i, inverse, sum) once for every row i of the matrix, over all of
 * blocks(n) blocks: inverse is 1 / A_ii, sum the off-diagonal part of (A x)_i; V is real, or a pair
 * of them (pair.cuh). A layout whose x can be real only has no bracket operation. In a part of a
 * matrix, i counts from the first row of the part, and x has the columns of the whole. The function
 * unsigned blocks(n) and the constant `threads` give the size of the launch; a CUDA block may take
 * the rows of several blocks in turn. The file ends with EXPORT_SWEEPS(f32, f64, L). f32 and f64
 * are the names of the layout's two tables of row operations, such as mat_ops_msr_cuda_f32. An
 * operation is one functor (row_operations.cuh). A layout whose threads take several rows in turn
 * needs more than 40 registers for them; its constant `resident` is the number of threads that an
 * SM must hold, and its warps vote without waiting for each other. A layout whose sweep is so short
 * that the wait for one load matters defines the constant `brief`.
 *
 * A layout whose rows a thread can read one by one can also sweep in place (in_place.cuh). It has
 *
 *     void one_row(uint32_t i, const real *x, Each each) const     does what rows() does, for row i
 *
 * A layout whose rows a thread can read entry by entry can also make many sweeps in one kernel
 * (resident.cuh). It also has
 *
 *     uint32_t begin(uint32_t i) const, end(uint32_t i) const            the entries of row i
 *     real entry(uint32_t k, uint32_t *column) const, inverse_of(uint32_t i) const
 *
 * If rows may also be stored level by level, it has sweep_by_level() and what
 * level_order/sweep.cuh asks for; build.c says by_level.
 *
 * Such a layout can also make many iterations of BiCGStab in one kernel, if it ends with
 * EXPORT_RECURRING_SWEEPS(f32, f64, L) (recurrence/recurrence.cuh).
 *
 * If these entries of one row follow those of the row before, it has the constant `choices`: then
 * rows may be choices, of which a thread takes all that an unknown has (choices.cuh).
 *
 * A layout that needs other work for x before its rows also has `enum status prepare(const real *x)
 * const`, which enqueues that work. A layout that needs upkeep ends with EXPORT_KEPT_SWEEPS(f32,
 * f64, L, upkeep). A layout with several sweeps in one pass ends with EXPORT_PASSED_SWEEPS(f32,
 * f64, L, T): members open and close of the template T are its upkeep, member pass is the
 * operation. */
#pragma once

#include <type_traits>
#include <utility>

#include "solvers/cuda/bracket.cuh"
#include "solvers/cuda/choices.cuh"
#include "solvers/cuda/convergence.cuh"
#include "solvers/cuda/device.h"
#include "solvers/cuda/in_place.cuh"
#include "solvers/cuda/reduce.cuh"
#include "solvers/cuda/resident.cuh"
#include "solvers/cuda/row_operations.cuh"
#include "solvers/cuda/rows_per_thread.cuh"

/* Returns how many pieces a block gets, if warps take `pieces` pieces: at most most_turns per warp,
 * and so many that the at_once blocks which the card holds are equally busy. */
static inline uint32_t pieces_of_block(uint32_t pieces, uint32_t at_once, uint32_t warps,
                                       uint32_t most_turns)
{
    const uint32_t waves = pieces / (at_once * warps * most_turns) + 1, blocks = waves * at_once;
    return pieces > blocks ? (pieces + blocks - 1) / blocks : 1;
}

template <class L, class real, class Each>
__global__ void each_row(L layout, const real *x, Each each, const int *guard)
{
    if (halted(guard)) return;
    layout.rows(blockIdx.x, x, each);
}

/* True if the sweep of a layout is `brief`. */
template <class L, class = void>
struct is_brief {
    enum { value = false };
};

template <class L>
struct is_brief<L, decltype((void)L::brief)> {
    enum { value = true };
};

/* Returns whether the selected card holds all n rows at once, in a sweep that is `brief`. */
template <class L>
static inline bool in_first_wave(uint64_t n)
{
    return is_brief<L>::value && n <= device_multiprocessors() * rows_per_thread<L>::resident;
}

/* Kernel of a sweep. at_once: the card holds all rows at once, in a sweep that is `brief`. Then it
 * does not load values that its rows would have to wait for and that only save work: the votes so
 * far, and the marks of b. b is zero in entries that the marks leave out. */
template <class L, class real, enum vote V, class Next, bool at_once>
__global__ void __launch_bounds__(L::threads, rows_per_thread<L>::resident / L::threads)
    next_rows(L layout, Next next_of, const real *x, const real *old, real *__restrict__ next,
              real epsilon, bool relative, int *flag, const int *guard)
{
    enum { in_turn = rows_per_thread<L>::in_turn };
    if (in_turn && halted(guard)) return;
    const voting<V, in_turn ? GATHER_IN_WORD : GATHER_AT_BARRIER, at_once> votes(flag);
    if (!in_turn && halted(guard)) return; /* loaded together with the votes so far */
    if (at_once) next_of.marks = NULL;
    bool unsatisfied = votes.known || !flag;
    layout.rows(blockIdx.x, x,
                next_each<real, Next>{next_of, old, next, epsilon, relative, unsatisfied});
    votes.cast(unsatisfied);
}

/* Number of threads that an SM must hold for apply_dots, which adds up four sums and so takes eight
 * registers more than a sweep. */

template <class L>
struct dots_resident {
    enum { value = rows_per_thread<L>::resident < 1280 ? rows_per_thread<L>::resident : 1280 };
};

struct dots {
    double sum[NDOTS];
};

struct plus_dots {
    __device__ dots operator()(dots a, const dots &b) const
    {
        for (int k = 0; k < NDOTS; k++) a.sum[k] += b.sum[k];
        return a;
    }
};

/* The product, and the sums over the rows of all blocks that a thread has taken. The grid is no
 * larger than the card, so one reduction at the end is enough. own: the entries of x that belong to
 * the rows. */
template <class L, class real>
__global__ void __launch_bounds__(L::threads, dots_resident<L>::value / L::threads)
    dots_rows(L layout, uint32_t blocks, const real *x, const real *own, const real *q, real *y,
              struct device_sums *sums, dots *out, const int *guard)
{
    if (halted(guard)) return;
    dots mine = {};
    for (uint32_t block = blockIdx.x; block < blocks; block += gridDim.x)
        layout.rows(block, x, [&](uint32_t i, real inverse, real sum) {
            real value = own[i] / inverse + sum;
            double at = own[i], in = q[i], is = value;
            y[i] = value;
            mine.sum[DOT_QY] += in * is;
            mine.sum[DOT_XY] += at * is;
            mine.sum[DOT_YY] += is * is;
            mine.sum[DOT_QX] += in * at;
        });
    grid_reduction<L::threads>(mine, plus_dots(), sums, out);
}

/* Calls rows.prepare(x) if a layout has it; an int argument prefers this overload. */
template <class L, class real>
static auto rows_prepare(const L &rows, const real *x, int) -> decltype(rows.prepare(x))
{
    return rows.prepare(x);
}

template <class L, class real>
static enum status rows_prepare(const L &, const real *, long)
{
    return OK;
}

/* True if a layout has begin(). */
template <class L, class = void>
struct has_entries {
    enum { value = false };
};

template <class L>
struct has_entries<L, decltype((void)std::declval<const L &>().begin(0u))> {
    enum { value = true };
};

struct no_each {
    template <class real>
    __device__ void operator()(uint32_t, real, real) const
    {
    }
};

/* True if a layout has one_row(). */
template <class L, class real, class = void>
struct has_one_row {
    enum { value = false };
};

template <class L, class real>
struct has_one_row<
    L, real, decltype((void)std::declval<const L &>().one_row(0u, (const real *)0, no_each()))> {
    enum { value = true };
};

/* True if a layout has sweep_by_level(). */
template <class L, class = void>
struct has_levels {
    enum { value = false };
};

template <class L>
struct has_levels<L, decltype((void)&L::sweep_by_level)> {
    enum { value = true };
};

template <class L, class real, class Next>
static enum status burst(const L &rows, const Next &next_of, const void *x, void *next,
                         const struct test *test, std::true_type)
{
    return resident_sweeps(rows, next_of, (real *)x, (real *)next, test);
}

template <class L, class real, class Next>
static enum status burst(const L &, const Next &, const void *, void *, const struct test *,
                         std::false_type)
{
    return fail(ERROR_UNSUPPORTED, "this layout makes one sweep at a time");
}

template <template <class> class L, class real>
struct sweeps {
    typedef L<real> layout;
    enum {
        bursts = has_entries<layout>::value,
        one_by_one = has_one_row<layout, real>::value,
        paired = has_pairs<layout, real>::value
    };

    /* Returns the address in a vector where the rows of a part begin. */
    static real *own(const struct stored *a, const void *vector)
    {
        return vector ? (real *)vector + a->first_row : NULL;
    }

    template <class Each>
    static enum status launch(const struct stored *a, const void *x, Each each, const char *name)
    {
        layout rows(a);
        if (a->n == 0) return OK;
        enum status status = rows_prepare(rows, (const real *)x, 0);
        if (status != OK) return status;
        each_row<<<rows.blocks(a->n), layout::threads, 0, device_stream()>>>(rows, (const real *)x,
                                                                             each, device_guard());
        return device_launched(name);
    }

    static enum status apply(const struct stored *a, const void *x, void *y)
    {
        return launch(a, x, apply_row<real>{own(a, x), own(a, y)}, "apply");
    }

    static enum status residual(const struct stored *a, const void *b, const void *x, void *r)
    {
        return launch(a, x, residual_row<real>{own(a, b), own(a, x), own(a, r)}, "residual");
    }

    static enum status apply_dots(const struct stored *a, const void *x, void *y, const void *q,
                                  double *out)
    {
        enum status status = OK;
        layout rows(a);
        unsigned blocks = rows.blocks(a->n), most = 0;
        if (a->n) TRY(rows_prepare(rows, (const real *)x, 0));
        TRY(grid_capacity(dots_rows<layout, real>, layout::threads, &most));
        if (most > DEVICE_PARTS) most = DEVICE_PARTS;
        if (most > blocks) most = blocks ? blocks : 1;
        dots_rows<layout, real><<<most, layout::threads, 0, device_stream()>>>(
            rows, blocks, (const real *)x, own(a, x), own(a, q), own(a, y), device_sums(),
            (dots *)out, device_guard());
        TRY(device_launched("apply_dots"));
out:
        return status;
    }

    template <enum vote V, class Next>
    static enum status sweep(const struct stored *a, Next next_of, const void *x, void *next,
                             struct test *test, const char *name)
    {
        layout rows(a);
        if (a->n == 0) return OK;
        enum status status = rows_prepare(rows, (const real *)x, 0);
        if (status != OK) return status;
        enum { brief = is_brief<layout>::value };
        auto *kernel = in_first_wave<layout>(a->n) ? next_rows<layout, real, V, Next, brief>
                                                   : next_rows<layout, real, V, Next, false>;
        kernel<<<rows.blocks(a->n), layout::threads, 0, device_stream()>>>(
            rows, next_of, (const real *)x, own(a, x), own(a, next), test ? (real)test->epsilon : 0,
            test && test->criterion == RELATIVE, test ? test->flag : NULL, device_guard());
        return device_launched(name);
    }

    template <class Next>
    static enum status vote_sweep(const struct stored *a, Next next_of, const void *x, void *next,
                                  struct test *test, const char *name)
    {
        if (test && test->burst)
            return burst<layout, real>(layout(a), next_of, x, next, test,
                                       std::integral_constant<bool, bursts>());
        return test && test->vote == VOTE_STORE
                   ? sweep<VOTE_STORE>(a, next_of, x, next, test, name)
                   : sweep<VOTE_BLOCK>(a, next_of, x, next, test, name);
    }

    static enum status jacobi(const struct stored *a, const struct rhs *b, const void *x,
                              void *next, double omega, struct test *test)
    {
        if (omega == 1) return vote_sweep(a, jacobi_row<real>{{a, b}}, x, next, test, "jacobi");
        return vote_sweep(a, jor_row<real>{{a, b}, (real)omega}, x, next, test, "jor");
    }

    static enum status power(const struct stored *a, const struct rhs *b, const void *x, void *next,
                             double step, struct test *test)
    {
        return vote_sweep(a, power_row<real>{{a, b}, (real)step}, x, next, test, "power");
    }

    static enum status seidel_by_level(const struct stored *a, const void *b, void *x,
                                       bool descending, struct test *test, std::true_type)
    {
        return layout::sweep_by_level(a, (const real *)b, (real *)x, descending, test);
    }

    static enum status seidel_by_level(const struct stored *a, const void *, void *, bool,
                                       struct test *, std::false_type)
    {
        return fail(ERROR_UNSUPPORTED, "layout %s has no rows level by level", a->layout->name);
    }

    /* For layouts with one_row. Not for parts: their rows would have to wait for rows of another
     * card. */
    static enum status gauss_seidel(const struct stored *a, const void *b, void *x, bool descending,
                                    struct test *test)
    {
        typedef row_update<layout, real> update;
        if (a->n == 0) return OK;
        if (!a->schedule.row)
            return seidel_by_level(a, b, x, descending, test,
                                   std::integral_constant<bool, has_levels<layout>::value>());
        const update row = {layout(a),
                            (const real *)b,
                            (real *)x,
                            test != NULL,
                            test && test->criterion == RELATIVE,
                            test ? (real)test->epsilon : 0};
        const device_levels levels(a->schedule, descending);
        int *flag = test ? test->flag : NULL;
        return test && test->vote == VOTE_STORE
                   ? in_place_sweep<update, VOTE_STORE>(row, levels, a->schedule.widest, flag)
                   : in_place_sweep<update, VOTE_BLOCK>(row, levels, a->schedule.widest, flag);
    }

    static enum status choices(const struct stored *a, const struct rhs *b,
                               const struct bracket *how, std::true_type)
    {
        return choices_rules<layout, real>(a, b, how);
    }

    static enum status choices(const struct stored *a, const struct rhs *, const struct bracket *,
                               std::false_type)
    {
        return fail(ERROR_UNSUPPORTED, "layout %s has no bounds of choices on a GPU",
                    a->layout->name);
    }

    static enum status bracket(const struct stored *a, const struct rhs *b,
                               const struct bracket *how)
    {
        if (how->choices)
            return choices(a, b, how, std::integral_constant<bool, has_choices<layout>::value>());
        return bracket_rules<layout, real>(a, b, how);
    }

    typedef decltype(mat_ops::best) best;

    static constexpr best best_operation(std::true_type)
    {
        return choices_best<layout, real>;
    }

    static constexpr best best_operation(std::false_type)
    {
        return NULL;
    }

    typedef decltype(&bracket) bracketing;

    static constexpr bracketing bracket_operation(std::true_type)
    {
        return bracket;
    }

    static constexpr bracketing bracket_operation(std::false_type)
    {
        return NULL;
    }

    typedef decltype(&gauss_seidel) in_place;

    static constexpr in_place in_place_operation(std::true_type)
    {
        return gauss_seidel;
    }

    static constexpr in_place in_place_operation(std::false_type)
    {
        return NULL;
    }
};

#define EXPORT_SWEEPS_OF(table, L, real, upkeep, pass, recurrence)        \
    extern "C" const struct mat_ops table;                                \
    extern "C" const struct mat_ops table = {                             \
        sweeps<L, real>::apply,                                           \
        sweeps<L, real>::residual,                                        \
        sweeps<L, real>::jacobi,                                          \
        sweeps<L, real>::power,                                           \
        sweeps<L, real>::in_place_operation(                              \
            std::integral_constant<bool, sweeps<L, real>::one_by_one>()), \
        upkeep,                                                           \
        NULL,                                                             \
        sweeps<L, real>::bursts,                                          \
        pass,                                                             \
        sweeps<L, real>::apply_dots,                                      \
        sweeps<L, real>::bracket_operation(                               \
            std::integral_constant<bool, sweeps<L, real>::paired>()),     \
        false,                                                            \
        sweeps<L, real>::best_operation(                                  \
            std::integral_constant<bool, has_choices<L<real>>::value>()), \
        recurrence};

#define EXPORT_KEPT_SWEEPS(f32, f64, L, upkeep)         \
    EXPORT_SWEEPS_OF(f32, L, float, upkeep, NULL, NULL) \
    EXPORT_SWEEPS_OF(f64, L, double, upkeep, NULL, NULL)

#define EXPORT_SWEEPS(f32, f64, L) EXPORT_KEPT_SWEEPS(f32, f64, L, {})

#define EXPORT_PASSED_SWEEPS_OF(table, L, T, real)                                         \
    static constexpr struct upkeep table##_upkeep = {NULL, T<real>::open, T<real>::close}; \
    EXPORT_SWEEPS_OF(table, L, real, table##_upkeep, T<real>::pass, NULL)

#define EXPORT_PASSED_SWEEPS(f32, f64, L, T)  \
    EXPORT_PASSED_SWEEPS_OF(f32, L, T, float) \
    EXPORT_PASSED_SWEEPS_OF(f64, L, T, double)

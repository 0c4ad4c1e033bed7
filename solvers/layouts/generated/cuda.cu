/* Rows made from their closed form (base/closed/closed.h), by code of its own beside cpu.c.
 *
 * tandem: a thread has one number of customers in the second queue, and walks up the first queue:
 * what it has read for one number of customers there is what the next one's rows need. Nothing is
 * divided on the way. A block has 256 neighbouring columns of such lines. Of what a row reads only
 * the next line is new; the rest is in registers or in L1.
 *
 * herman: a thread has a row, and counts through its successors.
 *
 * Choices: a thread has a state, and reads its choices one after the other. Neighbouring states
 * mostly have the same choices, whose successors are neighbours, too (consensus: the states of a
 * line). */
#include "solvers/cuda/sweeps.cuh"

extern "C" {
#include "base/closed/consensus.h"
#include "base/closed/herman.h"
#include "base/closed/tandem.h"
#include "solvers/layouts/generated/generated.h"
}

/* Lines have the numbers of base/closed/tandem.h: 2 f - 1 and 2 f for f customers in the first
 * queue, 0 for none. */
template <class real>
struct generated_tandem {
    enum { threads = 256, resident = 1024, MOST_STEPS = 64 };
    uint64_t n, first_row; /* rows of a part, and its first row */
    uint64_t first;        /* customers in the first queue in its first row */
    uint32_t last; /* and in its last row */
    uint32_t c, width, across, down, steps;
    real arrival; /* rate */
    const real *inverse;

    /* Chooses the number of blocks so that the card is full until the end, with at most MOST_STEPS
     * steps per block. */
    explicit generated_tandem(const struct stored *a)
        : n(a->n), first_row(a->first_row), c((uint32_t)generated_rows(a)->size), width(c + 1),
          across((width - 1) / threads + 1), arrival((real)(4.0 * c)),
          inverse((const real *)a->array[GENERATED_INVERSE].data)
    {
        const uint64_t at_once = device_multiprocessors() * resident / threads;
        first = tandem_state_of(c, first_row).first;
        last = n ? tandem_state_of(c, first_row + n - 1).first : (uint32_t)first;
        const uint64_t all = last - first + 1,
                       least = (all - 1) / MOST_STEPS + 1,
                       waves = (least * across - 1) / at_once + 1;
        uint64_t walks = waves * at_once / across;
        if (walks < least) walks = least;
        if (walks > all) walks = all;
        steps = (uint32_t)((all - 1) / walks + 1);
        down = (uint32_t)((all - 1) / steps + 1);
    }

    unsigned blocks(uint32_t) const
    {
        return across * down;
    }

    /* Reciprocal diagonal of a state on an edge, which does not have all transitions. */
    __device__ real edge_inverse(uint32_t f, uint32_t s, bool late) const
    {
        tandem_state state = {f, s, late};
        return inverse[tandem_kind_of(c, state)];
    }

    template <class Each>
    struct own_rows {
        const generated_tandem &a;
        Each each;

        template <class V>
        __device__ void operator()(uint64_t i, real inverse, V sum) const
        {
            i -= a.first_row;
            if (i < a.n) each((uint32_t)i, inverse, sum);
        }
    };

    /* Values of a thread for the states with f customers in the first queue, in either phase. */
    template <class V>
    struct two {
        V early, late;
    };

    template <class V>
    __device__ two<V> read(const V *x, uint64_t i, uint32_t f) const
    {
        two<V> its = {};
        if (f > c) return its;
        its.early = x[i];
        if (f > 0) its.late = x[i + width];
        return its;
    }

    __device__ uint64_t line(uint32_t f) const /* the line of phase 1 */
    {
        return f ? (uint64_t)(2 * f - 1) * width : 0;
    }

    /* The values for f + 2 are loaded one step before they are used. */
    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        const uint32_t s = block % across * threads + threadIdx.x;
        const uint64_t begin = first + (uint64_t)(block / across) * steps;
        const uint32_t end = (uint32_t)(begin + steps - 1 < last ? begin + steps - 1 : last);
        const own_rows<Each> mine = {*this, each};
        const bool inside = s > 0 && s < c;
        if (s >= width) return;
        const real inner = inverse[TANDEM_INNER], inner_late = inverse[TANDEM_INNER_LATE];
        uint32_t f = (uint32_t)begin;
        two<V> before = f ? read(x, line(f - 1) + s, f - 1) : two<V>{},
               here = read(x, line(f) + s, f), next = read(x, line(f + 1) + s, f + 1);
#pragma unroll 1
        for (; f <= end; f++) {
            const uint64_t i = line(f) + s, above = line(f + 1) + s;
            const bool whole = inside && f > 0 && f < c;
            const two<V> after = read(x, line(f + 2) + s, f + 2);
            V sum = {}, sum_late = {};
            if (f > 0) sum += -arrival * before.early;
            if (s < c) sum += (real)-4 * x[i + 1];
            if (s > 0 && f < c) {
                sum += (real)-1.8 * x[above - 1];
                sum += (real)-2 * x[above + width - 1];
            }
            mine(i, whole ? inner : edge_inverse(f, s, false), sum);
            if (f > 0) {
                if (f > 1) sum_late += -arrival * before.late;
                sum_late += (real)-0.2 * here.early;
                if (s < c) sum_late += (real)-4 * x[i + width + 1];
                mine(i + width, whole ? inner_late : edge_inverse(f, s, true), sum_late);
            }
            before = here;
            here = next;
            next = after;
        }
    }
};

template <class real>
struct generated_herman {
    enum { threads = 256 };
    uint32_t n;
    uint64_t first_row, size;
    const real *inverse;

    explicit generated_herman(const struct stored *a)
        : n((uint32_t)a->n), first_row(a->first_row), size(generated_rows(a)->size),
          inverse((const real *)a->array[GENERATED_INVERSE].data)
    {
    }

    static unsigned blocks(uint32_t n)
    {
        return (unsigned)((n + (uint64_t)threads - 1) / threads);
    }

    template <class V, class Each>
    __device__ void rows(uint32_t block, const V *x, Each each) const
    {
        const uint64_t at = (uint64_t)block * threads + threadIdx.x, i = first_row + at;
        if (at >= n) return;
        const herman_row row = herman_row_at(size, i);
        const real value = -(real)herman_power(row.tokens);
        V sum = {};
        uint64_t subset = row.tokens == 1 ? row.drawn : 0; /* a stable row has no entries */
        for (bool more = row.tokens > 1; more; more = subset != 0) {
            const uint64_t column = row.copied | subset;
            if (column != i) sum += value * x[column];
            subset = herman_next(&row, subset);
        }
        each((uint32_t)at, inverse[herman_kind_of(size, &row)], sum);
    }
};

/* Operations of sweeps<> for the matrix's closed form. Kernels have 32-bit row numbers within a
 * piece of the rows, so a larger matrix takes several pieces one after another. */

enum : uint64_t { PIECE_ROWS = (uint64_t)1 << 31 };

template <class real, class Call>
static enum status of_form(const struct stored *a, Call call)
{
    switch (generated_rows(a)->form) {
#define CLOSED(name)    \
    case CLOSED_##name: \
        return call(a, sweeps<generated_##name, real>());
#include "base/closed/closed.def"
#undef CLOSED
    default: return fail(ERROR_UNSUPPORTED, "these rows have no closed form");
    }
}

/* Choices of a form, by the functions that base/closed/choices.h lists. */
#define CHOICES(name)                                                               \
    struct choices_of_##name {                                                      \
        typedef struct name##_at at;                                                \
        static __device__ at begin(const closed_rows &closed, uint64_t i)           \
        {                                                                           \
            return name##_at(&closed, i);                                           \
        }                                                                           \
        static __device__ bool has_choices(const at &state)                         \
        {                                                                           \
            return name##_has_choices(&state);                                      \
        }                                                                           \
        static __device__ bool next(at &state, closed_choice &out)                  \
        {                                                                           \
            return name##_next(&state, &out);                                       \
        }                                                                           \
        static __device__ double stated(const closed_rows &closed, const at &state) \
        {                                                                           \
            return name##_stated(&closed, &state);                                  \
        }                                                                           \
    };
#include "base/closed/choices.def"
#undef CHOICES

enum { BEST_THREADS = 256 };

/* The best value of state i; *at: the number of its first best choice. */
template <class Form, class real>
__device__ inline real best_choice(const closed_rows &closed, uint64_t i, const real *x,
                                   uint32_t *at)
{
    typename Form::at state = Form::begin(closed, i);
    const real pays = (real)closed.process.pays;
    const bool largest = closed.process.largest;
    real best = 0;
    closed_choice choice;
    *at = 0;
    if (!Form::has_choices(state)) return (real)Form::stated(closed, state);
    for (uint32_t c = 0; Form::next(state, choice); c++) {
        real sum = (real)choice.val[0] * x[choice.col[0]];
        if (choice.count == CHOICE_ENTRIES) sum += (real)choice.val[1] * x[choice.col[1]];
        const real value = pays + sum;
        if (c && (largest ? !(value > best) : !(value < best))) continue;
        best = value;
        *at = c;
    }
    return best;
}

template <class Form, enum vote V, class real>
__global__ void __launch_bounds__(BEST_THREADS)
    best_of_states(closed_rows closed, const real *x, real *next, uint32_t *row, real epsilon,
                   bool relative, int *flag, const int *guard)
{
    if (halted(guard)) return;
    const voting<V> votes(flag);
    const uint64_t i = (uint64_t)blockIdx.x * BEST_THREADS + threadIdx.x;
    const bool inside = i < closed.n, tested = flag && !votes.known;
    real old = 0, best = 0;
    if (inside) {
        uint32_t at;
        best = best_choice<Form>(closed, i, x, &at);
        if (tested) old = x[i];
        if (row) row[i] = at;
        store_past_l1(next + i, best);
    }
    votes.cast(inside && tested && fails_test(old, best, epsilon, relative));
}

template <class Form, class real>
static enum status best_sweep(const closed_rows *closed, const void *x, void *next, uint32_t *row,
                              struct test *test)
{
    auto *kernel = test && test->vote == VOTE_STORE ? best_of_states<Form, VOTE_STORE, real>
                                                    : best_of_states<Form, VOTE_BLOCK, real>;
    const uint64_t blocks = (closed->n + BEST_THREADS - 1) / BEST_THREADS;
    kernel<<<(unsigned)blocks, BEST_THREADS, 0, device_stream()>>>(
        *closed, (const real *)x, (real *)next, row, test ? (real)test->epsilon : 0,
        test && test->criterion == RELATIVE, test ? test->flag : NULL, device_guard());
    return device_launched("best of choices");
}

template <class real, class Call>
static enum status by_pieces(const struct stored *a, Call call)
{
    enum status status = OK;
    if (a->n <= UINT32_MAX) return of_form<real>(a, call);
    for (uint64_t first = 0; first < a->n && status == OK; first += PIECE_ROWS) {
        struct stored piece = *a;
        piece.first_row = a->first_row + first;
        piece.n = a->n - first < PIECE_ROWS ? a->n - first : PIECE_ROWS;
        status = of_form<real>(&piece, call);
    }
    return status;
}

__global__ void add_dots(const double *more, double *out, const int *guard)
{
    if (!halted(guard)) out[threadIdx.x] += more[threadIdx.x];
}

template <class real>
struct generated {
    static enum status apply(const struct stored *a, const void *x, void *y)
    {
        return by_pieces<real>(
            a, [=](const struct stored *rows, auto form) { return form.apply(rows, x, y); });
    }

    static enum status residual(const struct stored *a, const void *b, const void *x, void *r)
    {
        return by_pieces<real>(
            a, [=](const struct stored *rows, auto form) { return form.residual(rows, b, x, r); });
    }

    static enum status jacobi(const struct stored *a, const struct rhs *b, const void *x,
                              void *next, double omega, struct test *test)
    {
        return by_pieces<real>(a, [=](const struct stored *rows, auto form) {
            return form.jacobi(rows, b, x, next, omega, test);
        });
    }

    static enum status power(const struct stored *a, const struct rhs *b, const void *x, void *next,
                             double step, struct test *test)
    {
        return by_pieces<real>(a, [=](const struct stored *rows, auto form) {
            return form.power(rows, b, x, next, step, test);
        });
    }

    /* out has the sums of the first piece; those of other pieces are first written beside it. */
    static enum status apply_dots(const struct stored *a, const void *x, void *y, const void *q,
                                  double *out)
    {
        double *more = (double *)a->array[GENERATED_DOTS].data;
        const uint64_t begin = a->first_row;
        return by_pieces<real>(a, [=](const struct stored *rows, auto form) {
            const bool is_first = rows->first_row == begin;
            enum status status = form.apply_dots(rows, x, y, q, is_first ? out : more);
            if (status != OK || is_first) return status;
            add_dots<<<1, NDOTS, 0, device_stream()>>>(more, out, device_guard());
            return device_launched("apply_dots");
        });
    }

    static enum status best(const struct stored *a, const struct rhs *, const struct choice_rows *,
                            const void *x, void *next, uint32_t *row, struct test *test)
    {
        const closed_rows *closed = generated_rows(a);
        switch (closed->form) {
#define CHOICES(name)   \
    case CLOSED_##name: \
        return best_sweep<choices_of_##name, real>(closed, x, next, row, test);
#include "base/closed/choices.def"
#undef CHOICES
        default: return fail(ERROR_UNSUPPORTED, "these rows have no choices");
        }
    }

    static enum status bracket(const struct stored *a, const struct rhs *b,
                               const struct bracket *how)
    {
        if (a->n > UINT32_MAX)
            return fail(ERROR_UNSUPPORTED, "methods that prove take n below 2^32, and n = %llu",
                        (unsigned long long)a->n);
        return of_form<real>(
            a, [=](const struct stored *rows, auto form) { return form.bracket(rows, b, how); });
    }
};

#define EXPORT_GENERATED(table, real)                                     \
    extern "C" const struct mat_ops table;                                \
    extern "C" const struct mat_ops table = {generated<real>::apply,      \
                                             generated<real>::residual,   \
                                             generated<real>::jacobi,     \
                                             generated<real>::power,      \
                                             NULL,                        \
                                             {},                          \
                                             NULL,                        \
                                             false,                       \
                                             NULL,                        \
                                             generated<real>::apply_dots, \
                                             generated<real>::bracket,    \
                                             false,                       \
                                             generated<real>::best,       \
                                             NULL};

EXPORT_GENERATED(mat_ops_generated_cuda_f32, float)
EXPORT_GENERATED(mat_ops_generated_cuda_f64, double)

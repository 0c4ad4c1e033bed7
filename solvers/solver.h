/* The axes of a variant and the tables that join them. Read this first.
 *
 *   method     how to iterate             struct method   one plain-C file each, written against
 * the tables below layout     how rows are stored        struct layout   a list of arrays, a
 * builder, row operations per place precision  float, double, uint32_t    enum precision  storage
 * and arithmetic of matrix and vectors place      where arrays live and run  struct place memory,
 * loop, vector operations
 *
 * The members of each axis stand in methods.def, layouts.def and places.def, one line each;
 * solvers/registry.c makes the tables from them. A NULL operation means "not supported".
 *
 * Every system is A x = b with a non-zero diagonal. The steady state of a chain is the system with
 * b = 0. The exception are methods on graphs, TASK_CYCLE, with layouts and a precision of their
 * own: solvers/search/search.h. "Place memory" below is memory from place->allocate; the host may
 * not touch it directly. */
#ifndef WARPMARK_SOLVERS_SOLVER_H
#define WARPMARK_SOLVERS_SOLVER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/sparse/csr.h"
#include "base/status.h"
#include "solvers/schedule.h"

/* U32 is for graphs alone. */
enum precision { F32, F64, NREALS, U32 = NREALS, NPRECISIONS };

/* How an iteration ended: data, never an error. */
enum outcome { CONVERGED, MAX_ITERATIONS, DIVERGED, BREAKDOWN, STOPPED };

enum criterion { RELATIVE, ABSOLUTE };

enum { MAX_ARRAYS = 12, MAX_WORK = 8, MAX_SCALARS = 16 };

/* Options of a variant, written in its method's brackets: jacobi[vote=store]. One field each,
 * described in registry.c.
 */
enum vote { VOTE_BLOCK, VOTE_STORE, VOTE_HOST };
enum loop { LOOP_HOST, LOOP_GRAPH, LOOP_RESIDENT };
enum exchange { EXCHANGE_PEER, EXCHANGE_STAGED };
enum halves { HALVES_SHUFFLE, HALVES_SHARED };
enum walking { WALK_ROW, WALK_SLICE };
enum orientation { ORIENTATION_SUCC, ORIENTATION_PRED };
enum ordering { ORDERING_INVERSE, ORDERING_FORWARD };
enum sweeping { SWEEPS_JACOBI, SWEEPS_INPLACE };
enum storage { STORAGE_FULL, STORAGE_F32 };
enum denormals { DENORMALS_AUTO, DENORMALS_FLUSH, DENORMALS_KEEP };
enum fault {
    FAULT_NONE,
    FAULT_SEGFAULT,
    FAULT_ABORT,
    FAULT_EXIT,
    FAULT_HANG,
    FAULT_HOG,
    FAULT_NAN,
    FAULT_WRONG,
    FAULT_STDOUT,
    FAULT_CLOSE
};

struct solver_options {
    enum vote
        vote; /* how a CUDA sweep reports that it has not converged, or that the host finds out */
    enum loop loop;         /* who decides on CUDA whether another iteration is needed */
    enum exchange exchange; /* how several cards get the entries of x that they do not own */
    unsigned check;         /* the test is made every so many iterations, at least 1 */
    double omega;           /* relaxation of jor */
    enum halves halves; /* how a CUDA warp adds the two halves of a row, in layouts that split it */
    int elements;       /* entries a thread of sscan's scan; 0: CUB's scan */
    int algorithm;      /* of cusparse: CUSPARSE_SPMV_CSR_ALG1 or 2 */
    int slice;          /* rows a slice of cusparse_sell */
    int rows;           /* rows a CUDA thread of pattern has at most */
    enum walking walk;  /* what the threads of a CUDA warp go through together in sdia */
    enum orientation orientation; /* whether map propagates from successors or from predecessors */
    enum ordering ordering;       /* which of two vertices is the larger one to map */
    enum sweeping sweeps;         /* whether a sweep of map reads what it writes */
    int temporal_block;           /* sweeps of jacobi in one pass over memory, at least 1 */
    enum storage storage; /* what delta16 stores values in: the precision of the solve, or f32 */
    enum denormals denormals; /* whether a solve on the CPU takes denormal numbers for zero */
    bool on_the_fly;          /* a search generates the graph itself (harness/case/on_the_fly.h) */
    enum fault fault;         /* what method null does wrong, ... */
    unsigned after;           /* ... in the solve after so many, and in all that follow */
    double cost;              /* s, that a solve of method null takes, ... */
    double slow;              /* ... longer by so many percent */
};

/* A scratch array holds nothing until a row operation writes to it; only device places have it. */
struct array {
    void *data;
    size_t bytes; /* BYTES_UNKNOWN: of scratch that upkeep.open sizes */
    bool scratch;
};

#define BYTES_UNKNOWN SIZE_MAX

/* How far an entry of any row is from the diagonal where rows are laid out in lines of `width`
 * (solvers/layouts/pattern/tiles.h). */
struct stencil {
    uint32_t width; /* 0: not looked for, or none fits */
    uint32_t up, down, left, right;
};

/* One matrix in one layout, on the host after layout->build, in place memory after stored_upload.
 */
struct stored {
    const struct layout *layout;
    const struct place *place; /* NULL while on the host */
    enum precision precision;
    struct solver_options options; /* those of a layout and of the exchange are looked up here */
    bool for_gpu;                  /* built for a place that is not on the host */
    uint32_t n;
    uint32_t columns; /* n; of a part: those of the whole */
    uint64_t nnz;     /* off-diagonal entries that a sweep reads */
    struct array array[MAX_ARRAYS];
    struct schedule
        schedule; /* where stored_schedule was called for it, else zeroed; where the arrays are */
    void *state;  /* what upkeep.open made, or NULL */
    /* where the matrix did not fit the layout asked for and `layout` is another, or where it does
     * not allow what options ask for: why; else "" */
    char note[160];
    struct stencil
        stencil;    /* where it allows options.temporal_block sweeps in one pass; else zeroed */
    uint32_t line;  /* rows of a line, where a sweep by lines reads x less often
                       (solvers/layouts/pattern/walk.h);          else 0 */
    uint32_t ahead; /* how far behind the diagonal the last entry of a row is at most, where there
                       are lines */
    /* At places of several cards: a part of the rows a card (solvers/parts.h), and no arrays. */
    int nparts;
    struct stored *part;
    /* Of a part: which row of the whole its row 0 is, and the columns, ascending uint32_t, that
     * other parts own. */
    uint32_t first_row;
    struct array halo;
};

/* What a sweep reads and writes, for base/team.h. */
static inline uint64_t stored_entries(const struct stored *stored)
{
    return stored->nnz + stored->n;
}

/* b of A x = b, in place memory. */
struct rhs {
    void *entry;     /* n entries; NULL: zeros */
    uint32_t *marks; /* which groups of them are not all zero (solvers/groups.h); NULL: not known */
};

/* What a place reports of a burst. */
struct burst_report {
    unsigned done;   /* sweeps that ran */
    int votes;       /* 0 where a test was satisfied, else TEST_UNSATISFIED */
    bool not_finite; /* the last iterate has an entry that is not finite: then set, else left alone
                      */
    uint64_t began, ended; /* by the place's clock, in ns */
};

/* Several sweeps by one call of an operation, where mat_ops.bursts says so; each second one goes
 * from next back to x. A test that is satisfied ends it. */
struct burst {
    unsigned sweeps; /* at most */
    unsigned check;  /* the test is made every so many */
    bool test_last;  /* and after the last */
    struct burst_report *report;
};

/* The convergence test of one solve. Operations that take it only cast votes, TEST_* bits, where
 * they run; place->poll brings them to the host and clears them. */
struct test {
    enum criterion criterion;
    double epsilon;
    double scale;   /* what a relative test of a residual divides by; tests of a change divide entry
                       by entry */
    enum vote vote; /* how CUDA sweeps vote */
    int *flag;      /* place memory: the votes since the last poll */
    int votes;      /* on the host: what the last poll brought */
    const struct burst *burst; /* NULL: an operation is one sweep */
};

enum {
    TEST_UNSATISFIED = 1,
    TEST_BROKEN = 2,         /* a division by zero */
    TEST_FOUND = TEST_BROKEN /* of a search: an accepting cycle */
};

enum { DOT_QY, DOT_XY, DOT_YY, DOT_QX, NDOTS };

/* What row operations need beside arrays that stored_upload can bring, so that they need not
 * allocate. All may be NULL.
 */
struct upkeep {
    /* OK, or ERROR_UNSUPPORTED with the reason why the operations cannot run though their place can
     * be used */
    enum status (*available)(void);
    /* a is at its place: allocates its arrays of unknown size, and what else is to lie in a->state
     */
    enum status (*open)(struct stored *a);
    /* frees a->state; also after open has failed halfway */
    void (*close)(struct stored *a);
};

struct map_ops;
struct owcty_ops;

/* Per layout, place and precision. x, y, b, next: n entries in place memory; b, and a struct rhs,
 * may be NULL and is zero then. Where a is a part they have as many as the whole matrix, and only
 * those of the part's rows are written. Nothing is allocated and nothing waited for: all work is
 * enqueued where the place's is, and a CUDA graph can capture it; not so at places of several
 * cards. */
struct mat_ops {
    /* y = A x */
    enum status (*apply)(const struct stored *a, const void *x, void *y);
    /* r = b - A x */
    enum status (*residual)(const struct stored *a, const void *b, const void *x, void *r);
    /* next_i = (1 - omega) x_i + omega (b_i - sum_{j != i} A_ij x_j) / A_ii, with the test |next_i
     * - x_i| (/ |x_i| where relative) < epsilon fused in; 0/0 is ignored, an entry that leaves zero
     * fails the relative test (PRISM's termination). omega = 1 is Jacobi, without the arithmetic of
     * the relaxation. test = NULL: no test. */
    enum status (*jacobi)(const struct stored *a, const struct rhs *b, const void *x, void *next,
                          double omega, struct test *test);
    /* next_i = x_i + step (b - A x)_i, with the same test */
    enum status (*power)(const struct stored *a, const struct rhs *b, const void *x, void *next,
                         double step, struct test *test);
    /* x_i = (b_i - sum_{j != i} A_ij x_j) / A_ii in place, row after row, ascending or descending;
     * the test compares each entry with what it was before the sweep. Where the place takes rows
     * side by side, as a->schedule says. */
    enum status (*gauss_seidel)(const struct stored *a, const void *b, void *x, bool descending,
                                struct test *test);
    struct upkeep upkeep;
    /* Of graphs (solvers/search/search.h) */
    const struct map_ops *map;
    const struct owcty_ops *owcty;
    bool walked; /* one core, whose memory a method may read edge by edge */
    bool bursts; /* jacobi and power heed test->burst (loop=resident) */
    /* a->options.temporal_block sweeps of jacobi, without relaxation, in one pass over memory where
     * a->stencil allows it; the same iterates. The test is that of the last sweep, the ones before
     * have none. NULL: not to be had. */
    enum status (*jacobi_pass)(const struct stored *a, const struct rhs *b, const void *x,
                               void *next, struct test *test);
    /* y = A x, and in the same pass over memory out[DOT_QY] = q . y, out[DOT_XY] = x . y,
     * out[DOT_YY] = y . y and out[DOT_QX] = q . x, accumulated in double. NULL: not to be had. */
    enum status (*apply_dots)(const struct stored *a, const void *x, void *y, const void *q,
                              double out[NDOTS]);
};

/* Per place and precision. Scalars are doubles in place memory, so that an iteration need not wait
 * for the host. */
struct vec_ops {
    /* y = 0 */
    enum status (*zero)(size_t n, void *y);
    /* y = x */
    enum status (*copy)(size_t n, const void *x, void *y);
    /* y += sign * *scale * x */
    enum status (*axpy)(size_t n, double sign, const double *scale, const void *x, void *y);
    /* y = x + *scale * y */
    enum status (*xpay)(size_t n, const void *x, const double *scale, void *y);
    /* *out = x . y, accumulated in double by a parallel reduction */
    enum status (*dot)(size_t n, const void *x, const void *y, double *out);
    /* the same by a single thread (GRAPHITE 2012) */
    enum status (*dot_one_thread)(size_t n, const void *x, const void *y, double *out);
    /* *out = (*a / *b) * (*c / *d); c = d = NULL leaves the second factor out. A zero divisor or a
     * result that is not finite votes TEST_BROKEN and stores 0. */
    enum status (*divide)(const double *a, const double *b, const double *c, const double *d,
                          double *out, struct test *test);
    /* *out = *a */
    enum status (*copy_scalar)(const double *a, double *out);
    /* the test |x_i| <= epsilon * scale (scale 1 where absolute) for every entry */
    enum status (*small)(size_t n, const void *x, struct test *test);
    /* axpy, with the test of small on what it leaves in y */
    enum status (*axpy_small)(size_t n, double sign, const double *scale, const void *x, void *y,
                              struct test *test);
    /* out[0] = x . y, out[1] = x . x, as dot sums */
    enum status (*dot_pair)(size_t n, const void *x, const void *y, double out[2]);
    /* BiCGStab's step to the next iterate: x += *alpha p + *omega r, r -= *omega t, *out = q . r of
     * the new r */
    enum status (*iterate)(size_t n, const double *alpha, const void *p, const double *omega,
                           const void *t, const void *q, void *x, void *r, double *out);
    /* BiCGStab's next direction: p = r + *beta (p - *omega v) */
    enum status (*direction)(size_t n, const void *r, const double *beta, const double *omega,
                             const void *v, void *p);
    /* *out (host) = largest change from x to y as mat_ops.jacobi measures it; y = NULL: largest
     * |x_i|. Waits for the place. */
    enum status (*change)(size_t n, const void *x, const void *y, enum criterion criterion,
                          double *out);
    /* *out (host) = whether every entry is finite; waits for the place */
    enum status (*finite)(size_t n, const void *x, bool *out);
    /* What comes with mat_ops.apply_dots, and is NULL where that is. *out = *a - *b * *c */
    enum status (*combine)(const double *a, const double *b, const double *c, double *out);
    /* iterate and direction in one pass, without the dot product: x += *alpha p + *omega r, r -=
     * *omega t, p = r + *beta (p - *omega v) of the new r */
    enum status (*advance)(size_t n, const double *alpha, const double *omega, const double *beta,
                           const void *t, const void *v, void *x, void *r, void *p);
};

struct solve;
struct graph_loop;
struct resident;
struct host_vote;

/* Enqueues one iteration of a method, or solve->sweeps of them, its test last; a test only where
 * solve->tested. It may swap x with work[0] and leaves every other pointer where it is. On a device
 * it waits for nothing, so that it can be captured. */
typedef enum status step_fn(struct solve *solve);

/* A card as CUDA knows it. */
struct card_identity {
    char name[256];
    char bus[32]; /* PCI address, "0000:1b:00.0": how other libraries find the same card */
};

struct place {
    const char *name;
    const char *title;
    bool on_host;                 /* place memory is host memory, and put and get copy within it */
    enum schedule_kind scheduled; /* the stored.schedule that sweeps in place need here */
    /* GPUs; 0 on the host. Several of them share the rows of a matrix, and an allocation is one of
     * that size on each. put brings the same to all; get takes of count elements those from each
     * card that part_start (halo.h) gives it.
     */
    int cards;
    const struct place *member;   /* several cards: the place that one card is by itself, ... */
    enum status (*select)(int k); /* ... which is card k from now on; callers select card 0 again */
    const struct mat_ops
        *mat; /* several cards: for every layout that can be divided and that member has */
    /* OK where the place can be used now; else ERROR_ENVIRONMENT (no device) or ERROR_UNSUPPORTED
     * (not built in) */
    enum status (*probe)(void);
    /* OK where these options can be used now, the probe having succeeded; else ERROR_UNSUPPORTED.
     * NULL: all can */
    enum status (*permits)(const struct solver_options *options);
    /* one line about the hardware, cut to size; NULL on the host */
    enum status (*describe)(char *buffer, size_t size);
    /* card k of all that CUDA lists, whether this place uses it or not, the probe having succeeded;
     * NULL on the host */
    enum status (*identify)(int k, struct card_identity *out);
    enum status (*allocate)(size_t bytes, void **out);
    void (*release)(void *p);
    enum status (*put)(void *to, const void *from_host, size_t bytes);
    enum status (*get)(void *to_host, const void *from, size_t count, size_t size);
    /* within the place, the way its vendor does it; for measuring what is possible. NULL: not
     * measured there */
    enum status (*copy)(void *to, const void *from, size_t bytes);
    /* puts other data into all caches of the place, whose size is asked for once; enqueued. NULL:
     * cannot be done there. ERROR_UNSUPPORTED where the caches' size is unknown */
    enum status (*flush)(void);
    enum status (*synchronise)(void);
    /* Whether all threads of the place take denormal numbers for zero from now on, reading and
     * writing them; *before: whether they did. entries: of the work, for base/team.h; threads that
     * start later do as the calling one. ERROR_UNSUPPORTED where that is to change and cannot.
     * NULL: never, as on CUDA */
    enum status (*flush_denormals)(bool flush, uint64_t entries, bool *before);
    /* test->votes = *test->flag, *test->flag = 0; waits for the place */
    enum status (*poll)(struct test *test);
    /* vote=host: solve->test.votes is what a comparison of x with work[0], the iterate before, on
     * the host says; solve has not counted this iteration yet. Waits for the place. NULL on the
     * host */
    enum status (*compare)(struct solve *solve);
    /* What loop needs besides: prepare is called by solve_create when all else is there, dismiss by
     * solve_free, also after a prepare that failed or never came. NULL: nothing. */
    enum status (*prepare)(struct solve *solve);
    void (*dismiss)(struct solve *solve);
    /* repeats solve->step until an outcome is reached: counts iterations on, sets outcome */
    enum status (*loop)(struct solve *solve);
    /* the place's own clock around what is enqueued between the two calls, in seconds; NULL where
     * it has none */
    enum status (*span_begin)(void);
    enum status (*span_end)(double *seconds);
    const struct vec_ops *vec[NPRECISIONS]; /* NULL for U32 */
};

struct product;

struct layout {
    const char *name;
    const char *title;
    const char *array_names[MAX_ARRAYS]; /* ends at the first NULL */
    const char
        *absence; /* why places on the host, or all others, lack this layout, where they do */
    bool chooses; /* stores a matrix in the layout of its choice, always, and has no row operations
                     of its own */
    bool in_library; /* a vendor's library sums up its rows: there is no fingerprint of its code */
    bool divisible;  /* takes a part of the rows, whose columns may be n or above, and has apply,
                      * residual, jacobi, power
                      */
    /* Into how many sums a sweep deals a row's entries in turn, in the order of the row, so that
     * its result is that of a plain loop to the last bit (tests/solvers/test_sweeps.c); 2 takes the
     * option halves. 0: another order. */
    int sums;
    /* fills the host arrays of out and declares its scratch (layout, precision, options, n, nnz are
     * set already); ERROR_UNSUPPORTED with the reason where this matrix does not fit the layout,
     * unless stored_instead() stores it in another */
    enum status (*build)(const struct matrix *a, struct stored *out);
    enum status (*store)(const struct product *product,
                         struct stored *out); /* a layout of graphs has this instead */
};

/* Everything that one run of a method needs; solve_create allocates it all, so that run() allocates
 * nothing. */
struct solve {
    const struct stored *a;
    const struct place *place;
    const struct mat_ops *mat;
    const struct vec_ops *vec;
    uint32_t n;
    struct rhs b;         /* owned */
    void *x;              /* the iterate; the answer afterwards. A step may swap it with work[0] */
    void *first_x;        /* which of the two x is before the first step */
    void *work[MAX_WORK]; /* method->nwork vectors */
    double *scalar;       /* method->nscalars doubles in place memory */
    struct test test;
    bool tested;             /* whether the step at hand makes the test */
    unsigned temporal_block; /* iterations that a step can make: options.temporal_block where the
                         matrix allows it, else 1 */
    unsigned sweeps;         /* those of the step at hand: at_once or 1 */
    struct solver_options options;
    step_fn *step;               /* the method's */
    struct graph_loop *graph;    /* loop=graph: the steps as place->prepare captured them */
    struct resident *resident;   /* loop=resident: what place->prepare made */
    struct host_vote *host_vote; /* vote=host: what place->prepare made */
    double step_size;            /* of the power method on this problem */
    uint64_t steps;              /* TASK_STEPS and TASK_TIME: how many to take */
    uint64_t first_weight;       /* TASK_TIME: the first step with a weight */
    double *weight;              /* TASK_TIME: of steps first_weight .. steps, in place memory */
    uint64_t max_iterations;
    const volatile sig_atomic_t *stop; /* non-zero: end with STOPPED; NULL: never */
    uint64_t iterations;               /* that ran, the last one included */
    enum outcome outcome;
    /* TASK_CYCLE */
    uint32_t *word; /* method->nwords numbers in place memory */
    uint64_t outer; /* rounds of map, of one or more iterations each */
    bool found;     /* an accepting cycle; valid where the outcome is CONVERGED */
};

/* What a method's stopping test measures, for the check after timing (harness/case/verify.h). */
enum measure { MEASURE_CHANGE, MEASURE_RESIDUAL };

/* Which entries a row sees within one iteration: those before it, or new ones of the rows above or
 * below it. */
enum sweep { SWEEP_AT_ONCE, SWEEP_ASCENDING, SWEEP_DESCENDING };

/* What a method does to A x = b from x0: solve it; or take a given number of steps x' = x + step (b
 * - A x); or as many as a time takes, weighted by their probabilities. Or it searches a graph for
 * an accepting cycle. */
enum task { TASK_SOLVE, TASK_STEPS, TASK_TIME, TASK_CYCLE };

struct method {
    const char *name;
    const char *title;
    const char *source; /* paper and section, or the program whose behaviour it follows */
    int nwork, nscalars, nwords;
    int products, passes; /* of an iteration: times that it reads the matrix, and a vector beside b
                             or writes one */
    bool only_by_name;    /* patterns do not match it: it tests the harness, or is for bounded
                             properties only */
    enum task task;
    enum measure measure;
    bool idle;     /* computes nothing: what time it takes is the clock's */
    bool undamped; /* its iterates rotate for ever on a periodic chain's long run */
    bool relaxed;  /* takes the option omega; one step of its map changes omega times what Jacobi's
                      would */
    bool stepped;  /* its map is x + step (b - A x), with the problem's step */
    bool bursts;   /* its step is one operation that can make several sweeps */
    enum sweep sweep;
    bool by_components; /* it is walk_components, so that its verdict is checked by walk_nested */
    bool (*can_use)(
        const struct mat_ops *mat); /* whether the row operations that it calls are there */
    const char *absence;            /* why they are not, where that can be said of all */
    step_fn *step; /* what place->loop repeats; NULL where run does without place->loop */
    enum status (*run)(struct solve *solve); /* allocates nothing, prints nothing */
    /* TASK_SOLVE only: *out = what the test measured at the end, or measures in one more iteration
     * where the one before is gone; after run and outside the timed region. The answer has been
     * downloaded. */
    enum status (*change)(const struct solve *solve, double *out);
    /* TASK_CYCLE only, after a run that found: *out = an accepting vertex on a cycle, NO_VERTEX
     * where there is none after all. May compute on the host. */
    enum status (*witness)(const struct solve *solve, const struct product *product, uint32_t *out);
};

#endif

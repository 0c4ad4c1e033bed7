/* The axes of a variant and the tables that join them. Read this first.
 *
 *   method     how to iterate             struct method   one plain-C file each, written against the tables below
 *   layout     how rows are stored        struct layout   a list of arrays, a builder, row operations per place
 *   precision  float or double            enum precision  storage and arithmetic of matrix and vectors
 *   place      where arrays live and run  struct place    memory, loop, vector operations
 *
 * The members of each axis stand in methods.def, layouts.def and places.def, one line each; solvers/registry.c makes
 * the tables from them. A NULL operation means "not supported".
 *
 * Every system is A x = b with a non-zero diagonal. The steady state of a chain is the system with b = 0.
 * "Place memory" below is memory from place->allocate; the host may not touch it directly. */
#ifndef WARPMARK_SOLVERS_SOLVER_H
#define WARPMARK_SOLVERS_SOLVER_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/csr.h"
#include "base/status.h"

enum precision { F32, F64, NPRECISIONS };

/* How an iteration ended: data, never an error. */
enum outcome { CONVERGED, MAX_ITERATIONS, DIVERGED, BREAKDOWN, STOPPED };

enum criterion { RELATIVE, ABSOLUTE };

enum { MAX_ARRAYS = 6, MAX_WORK = 8, MAX_SCALARS = 8 };

/* Options of a method, written in its brackets: jacobi[vote=store]. One field each, described in options.def. */
enum vote { VOTE_BLOCK, VOTE_STORE };
enum halves { HALVES_SHUFFLE, HALVES_SHARED };

struct solver_options {
    enum vote vote;     /* how a CUDA sweep reports that it has not converged */
    enum halves halves; /* how a CUDA warp adds the two halves of a row, in layouts that split it */
    double omega;       /* relaxation of jor */
};

struct array {
    void *data;
    size_t bytes;
};

/* One matrix in one layout, on the host after layout->build, in place memory after stored_upload. */
struct stored {
    const struct layout *layout;
    const struct place *place; /* NULL while on the host */
    enum precision precision;
    uint32_t n;
    uint64_t nnz; /* off-diagonal entries that a sweep reads */
    struct array array[MAX_ARRAYS];
    enum halves halves; /* HALVES_SHUFFLE until the caller sets it */
    char note[160];     /* where the matrix did not fit the layout asked for and `layout` is another: why; else "" */
};

/* The convergence test of one solve. Operations that take it only cast votes, TEST_* bits, where they run; place->poll
 * brings them to the host and clears them. */
struct test {
    enum criterion criterion;
    double epsilon;
    double scale;   /* what a relative test of a residual divides by; tests of a change divide entry by entry */
    enum vote vote; /* how CUDA sweeps vote */
    int *flag;      /* place memory: the votes since the last poll */
    int votes;      /* on the host: what the last poll brought */
};

enum { TEST_UNSATISFIED = 1, TEST_BROKEN = 2 /* a division by zero */ };

/* Per layout, place and precision. x, y, b, next: n entries in place memory; b may be NULL and is zero then. */
struct mat_ops {
    /* y = A x */
    enum status (*apply)(const struct stored *a, const void *x, void *y);
    /* r = b - A x */
    enum status (*residual)(const struct stored *a, const void *b, const void *x, void *r);
    /* next_i = (1 - omega) x_i + omega (b_i - sum_{j != i} A_ij x_j) / A_ii, with the test |next_i - x_i| (/ |x_i|
     * where relative) < epsilon fused in; 0/0 is ignored, an entry that leaves zero fails the relative test (PRISM's
     * termination). omega = 1 is Jacobi, without the arithmetic of the relaxation. */
    enum status (*jacobi)(const struct stored *a, const void *b, const void *x, void *next, double omega,
                          struct test *test);
};

/* Per place and precision. Scalars are doubles in place memory, so that an iteration need not wait for the host. */
struct vec_ops {
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
    /* *out = (*a / *b) * (*c / *d); c = d = NULL leaves the second factor out. A zero divisor or a result that is not
     * finite votes TEST_BROKEN and stores 0. */
    enum status (*divide)(const double *a, const double *b, const double *c, const double *d, double *out,
                          struct test *test);
    /* *out = *a */
    enum status (*copy_scalar)(const double *a, double *out);
    /* the test |x_i| <= epsilon * scale (scale 1 where absolute) for every entry */
    enum status (*small)(size_t n, const void *x, struct test *test);
    /* *out (host) = largest change from x to y as mat_ops.jacobi measures it; y = NULL: largest |x_i|. Waits for the
     * place. */
    enum status (*change)(size_t n, const void *x, const void *y, enum criterion criterion, double *out);
    /* *out (host) = whether every entry is finite; waits for the place */
    enum status (*finite)(size_t n, const void *x, bool *out);
};

struct solve;

/* Enqueues one iteration of a method. */
typedef enum status step_fn(struct solve *solve);

struct place {
    const char *name;
    const char *title;
    bool on_host; /* place memory is host memory, and put and get copy within it */
    /* OK where the place can be used now; else ERROR_ENVIRONMENT (no device) or ERROR_UNSUPPORTED (not built in) */
    enum status (*probe)(void);
    /* one line about the hardware, cut to size; NULL on the host */
    enum status (*describe)(char *buffer, size_t size);
    enum status (*allocate)(size_t bytes, void **out);
    void (*release)(void *p);
    enum status (*put)(void *to, const void *from_host, size_t bytes);
    enum status (*get)(void *to_host, const void *from, size_t bytes);
    enum status (*synchronise)(void);
    /* test->votes = *test->flag, *test->flag = 0; waits for the place */
    enum status (*poll)(struct test *test);
    /* repeats step until an outcome is reached: sets iterations and outcome */
    enum status (*loop)(struct solve *solve, step_fn *step);
    /* the place's own clock around what is enqueued between the two calls, in seconds; NULL where it has none */
    enum status (*span_begin)(void);
    enum status (*span_end)(double *seconds);
    const struct vec_ops *vec[NPRECISIONS];
};

struct layout {
    const char *name;
    const char *title;
    const char *array_names[MAX_ARRAYS]; /* ends at the first NULL */
    bool halves;                         /* splits rows in two and so takes the option halves */
    /* fills the host arrays of out (layout, precision, n, nnz are set already); ERROR_UNSUPPORTED with the reason where
     * this matrix does not fit the layout, unless stored_instead() stores it in another */
    enum status (*build)(const struct matrix *a, struct stored *out);
};

/* Everything that one run of a method needs; solve_create allocates it all, so that run() allocates nothing. */
struct solve {
    const struct stored *a;
    const struct place *place;
    const struct mat_ops *mat;
    const struct vec_ops *vec;
    uint32_t n;
    void *b;              /* place memory; NULL = zeros */
    void *x;              /* the iterate; the answer afterwards. A method may swap it with a work vector */
    void *work[MAX_WORK]; /* method->nwork vectors */
    double *scalar;       /* method->nscalars doubles in place memory */
    struct test test;
    struct solver_options options;
    uint64_t max_iterations;
    const volatile sig_atomic_t *stop; /* non-zero: end with STOPPED; NULL: never */
    uint64_t iterations;               /* that ran, the last one included */
    enum outcome outcome;
};

/* What a method's stopping test measures, for the check after timing (harness/verify.h). */
enum measure { MEASURE_CHANGE, MEASURE_RESIDUAL };

struct method {
    const char *name;
    const char *title;
    const char *source; /* paper and section, or the program whose behaviour it follows */
    int nwork, nscalars;
    bool only_by_name; /* patterns do not match it: it tests the harness, not a solver */
    enum measure measure;
    bool undamped; /* its iterates rotate for ever on a periodic chain's long run */
    bool relaxed;  /* takes the option omega; one step of its map changes omega times what Jacobi's would */
    bool (*can_use)(const struct mat_ops *mat); /* whether the row operations that it calls are there */
    enum status (*run)(struct solve *solve);    /* allocates nothing, prints nothing */
    /* *out = what the test measured at the end, after run and outside the timed region */
    enum status (*change)(const struct solve *solve, double *out);
};

#endif

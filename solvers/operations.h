/* Operations that layouts and places offer and that methods call: row operations of a layout at a
 * place, vector operations of a place. A NULL operation means "not supported". "Place memory" is
 * memory from place->allocate; the host may not touch it directly. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "solvers/options.h"
#include "solvers/row_classes.h"

/* Precisions of numbers. U32 is for graphs only. */
enum precision { F32, F64, NREALS, U32 = NREALS, NPRECISIONS };

/* The outcome of a solve: data, never an error. */
enum outcome { CONVERGED, MAX_ITERATIONS, DIVERGED, BREAKDOWN, STOPPED };

enum criterion { RELATIVE, ABSOLUTE };

struct recurrence_ops;
struct stored;
struct search_ops;

/* The vector b of A x = b, in place memory. */
struct rhs {
    void *entry;     /* n entries; NULL: zeros */
    uint32_t *marks; /* marks of the groups of entries that are not all zero (solvers/groups.h);
                        NULL: not known */
};

/* Report of a place about a burst. */
struct burst_report {
    unsigned done;         /* number of sweeps that ran */
    int votes;             /* 0 if a test was satisfied, else TEST_UNSATISFIED */
    bool not_finite;       /* set to true if the last iterate has an entry that is not finite, else
                              left alone */
    uint64_t began, ended; /* times of the place's clock, in ns */
};

/* Several sweeps in one call of an operation, if mat_ops.bursts is set; every second one goes from
 * next back to x. A satisfied test ends the burst. */
struct burst {
    unsigned sweeps; /* maximum number of sweeps */
    unsigned check;  /* number of sweeps from test to test */
    bool test_last;  /* true if the last sweep is also tested */
    struct burst_report *report;
};

/* The convergence test of one solve. Operations that take it only cast votes, TEST_* bits, at the
 * place where they run; place->poll brings the votes to the host and clears them. */
struct test {
    enum criterion criterion;
    double epsilon;
    double scale;   /* divisor of a relative test of a residual; tests of a change divide entry
                       by entry */
    enum vote vote; /* how CUDA sweeps vote */
    int *flag;      /* place memory: the votes since the last poll */
    int votes;      /* on the host: the votes of the last poll */
    const struct burst *burst; /* NULL: an operation is one sweep */
};

enum {
    TEST_UNSATISFIED = 1,
    TEST_BROKEN = 2,          /* a division by zero */
    TEST_FOUND = TEST_BROKEN, /* in a search: an accepting cycle was found */
    TEST_MOVED = 4            /* for methods with method.moves: it is useful to go on */
};

/* Sweeps whose sums are rounded to known sides (down or up). Let f(x)_i = (b_i - sum_{j != i} A_ij
 * x_j) / A_ii with A_ij <= 0 beside the diagonal, A_ii > 0, b >= 0 and x >= 0. All terms of f then
 * have one sign, so f has a relative error of at most `margin` in any order of additions. The
 * rounding mode of the processor is not changed.
 *
 *   down s = 0 if s < floor, else s (1 - margin) / A_ii
 *   up s   = 0 if s = 0, else max(s, floor) (1 + margin) / A_ii
 *
 * with s = b_i - sum. Vectors of pairs have the two numbers of a row side by side.
 *
 * If rows are choices, f(x)_i is the best of the rows of unknown i, for both numbers of a pair. */
enum bracket_rule {
    /* n entries. next = max(x, down f(x)), with the test of jacobi; a vote is TEST_UNSATISFIED and
     * TEST_MOVED */
    BRACKET_LOWER,
    /* n pairs (low, high). next_low = max(low, down f(low)), next_high = min(high, up f(high)).
     * TEST_UNSATISFIED unless high - low <= 2 epsilon (times low where relative) everywhere;
     * TEST_MOVED where a number changes */
    BRACKET_INTERVAL,
    /* n pairs (v, u). next_v = max(v, down f(v)), u' = up f(u), next_u = min(u, u').
     * TEST_UNSATISFIED where some u' > u, TEST_MOVED where some u' < u, TEST_BROKEN where some
     * next_v > u' */
    BRACKET_OPTIMISTIC,
    /* n pairs (x, y); y = 0 marks rows that do not change, except by b. next_x = f(x), next_y =
     * f(y) without b; both have a relative error of at most `grown`, and are at most `lift` too
     * large. bounds: narrowed to hold min and max x / (1 - y) over the other rows. TEST_UNSATISFIED
     * unless x + low y and x + high y, with the bounds before the sweep, are as close as
     * BRACKET_INTERVAL asks for. Of choices the row is best that has the largest x + high y, or the
     * smallest x + low y. That holds for smaller high, or larger low, up to bounds[2], and the
     * bounds are not narrowed beyond it (Quatmann and Katoen's decision value) */
    BRACKET_STEPS,
    /* n entries of w; A and b may have any signs. e = b - A w, next = w + omega (e - low) / A_ii.
     * bounds: narrowed to hold min and max e, rounded to the safe side. TEST_UNSATISFIED unless
     * then high - low <= epsilon (times |low| if relative) */
    BRACKET_AVERAGE
};

enum { BRACKET_BOUNDS = 3 };

static inline bool bracket_has_pairs(enum bracket_rule rule)
{
    return rule != BRACKET_LOWER && rule != BRACKET_AVERAGE;
}

static inline bool bracket_narrows(enum bracket_rule rule)
{
    return rule == BRACKET_STEPS || rule == BRACKET_AVERAGE;
}

/* Rows that are choices: unknown i owns rows group[i] .. group[i + 1] - 1. In place memory. */
struct choice_rows {
    const uint32_t *group;
    const void
        *stay;    /* for each row: the share of x_i that it keeps, p_ii = 1 - A_ii; NULL: none */
    bool largest; /* the best row has the largest value, else the smallest */
    const struct matrix *intervals; /* rows of intervals (base/intervals/interval_rows.h), and which
                                       distribution they mean for their value; NULL: numbers. At
                                       places of the host, in f64, without `stay` */
    bool nature_largest;
    uint32_t *order; /* of interval_order */
};

struct bracket {
    enum bracket_rule rule;
    const void *x;
    void *next;
    double margin, floor;
    double grown, lift; /* BRACKET_STEPS */
    double omega;       /* BRACKET_AVERAGE; for it floor is the largest loss of a sum by
                           underflow */
    double *bounds;     /* place memory: low, high; BRACKET_STEPS and BRACKET_AVERAGE */
    const struct choice_rows *choices; /* without `stay`; NULL: each row has an unknown.
                                          At places of the host and of one GPU */
    void *values;      /* with choices: place memory for as many numbers of each row as x has of an
                          unknown */
    double *found;     /* for a part on one of several cards: NDOTS doubles for the bounds of
                          its rows, which the place joins; NULL: none */
    struct test *test; /* NULL: no test */
};

enum { DOT_QY, DOT_XY, DOT_YY, DOT_QX, NDOTS };

/* Set-up of row operations beyond the arrays that stored_upload copies, so that the operations need
 * not allocate. All members may be NULL. */
struct upkeep {
    /* Returns OK, or ERROR_UNSUPPORTED with the reason why the operations cannot run although their
     * place can be used */
    enum status (*available)(void);
    /* Allocates, for a at its place, its arrays of unknown size, and further data in a->state */
    enum status (*open)(struct stored *a);
    /* frees a->state; also called after open has failed halfway */
    void (*close)(struct stored *a);
};

/* Row operations of a layout at a place in a precision. x, y, b, next: n entries in place memory.
 * b, and a struct rhs, may be NULL, which means zero. If a is a part, vectors have as many entries
 * as the whole matrix, and only those of the part's rows are written. The operations allocate
 * nothing and wait for nothing: they enqueue their work in the place's stream, and a CUDA graph can
 * capture it. This is not so at places of several cards. */
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
     * the test compares each entry with its value before the sweep. If the place takes rows side by
     * side, it does so in the order of a->schedule. */
    enum status (*gauss_seidel)(const struct stored *a, const void *b, void *x, bool descending,
                                struct test *test);
    struct upkeep upkeep;
    const struct search_ops *search; /* operations on graphs (solvers/search/search.h) */
    bool bursts;                     /* jacobi and power heed test->burst (loop=resident) */
    /* a->temporal_block sweeps of jacobi in one pass over memory, if that is not 0; it gives the
     * same iterates. The last sweep has the test, the earlier ones have none. NULL: there is none.
     */
    enum status (*jacobi_pass)(const struct stored *a, const struct rhs *b, void *x, void *next,
                               double omega, struct test *test);
    /* y = A x, and in the same pass over memory out[DOT_QY] = q . y, out[DOT_XY] = x . y,
     * out[DOT_YY] = y . y and out[DOT_QX] = q . x, accumulated in double. NULL: there is none. */
    enum status (*apply_dots)(const struct stored *a, const void *x, void *y, const void *q,
                              double out[NDOTS]);
    /* One sweep by how->rule */
    enum status (*bracket)(const struct stored *a, const struct rhs *b, const struct bracket *how);
    /* True: a pass (jacobi_pass) overwrites x and leaves its last two iterates; the iterate after s
     * sweeps is in next if s is odd, else in x. False: the last iterate is in next, the first one
     * in x */
    bool pass_alternates;
    /* For rows that are choices: what vec_ops.best makes of the values that jacobi with omega = 1
     * makes of x, with the same bits, in one pass without an array for the values. NULL: there is
     * none. */
    enum status (*best)(const struct stored *a, const struct rhs *b, const struct choice_rows *of,
                        const void *x, void *next, uint32_t *row, struct test *test);
    /* many iterations of BiCGStab in one call (methods/recurrence.h). NULL: there is none */
    const struct recurrence_ops *recurrence;
};

enum { BLEND_DOTS = 8 };

/* A blend of vectors: y = sum of factor[k] x[k] entry by entry, where y may be x[0]; count = 0: y
 * does not change. Then results for the new y: dot[k] = with[k] . y, and *largest = max |y_i|, NaN
 * if an entry is NaN. The sums have the same bits for every number of threads. */
struct blend {
    int count;
    const double *factor;
    const void *const *x;
    void *y;
    int ndots; /* at most BLEND_DOTS */
    const void *const *with;
    double *dot, *largest; /* on the host; largest: NULL if it is not needed */
};

/* For one class of rows: the sum of its entries, its largest entry, and a row with it. */
struct weight {
    double sum, largest;
    uint64_t row;
};

/* Vector operations of a place in a precision. Scalars are doubles in place memory, so that an
 * iteration need not wait for the host. */
struct vec_ops {
    /* y = 0 */
    enum status (*zero)(size_t n, void *y);
    /* y = x; n is twice the number of pairs if they have pairs */
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
    /* the test |x_i| <= epsilon * scale (absolute: epsilon) for every entry */
    enum status (*small)(size_t n, const void *x, struct test *test);
    /* axpy, with the test of `small` on the new y */
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
    /* *out (host) = true if every entry is finite, for n rows with `width` entries each; waits for
     * the place */
    enum status (*finite)(size_t n, unsigned width, const void *x, bool *out);
    /* Operations for use with mat_ops.apply_dots; NULL if that is NULL. *out = *a - *b * *c */
    enum status (*combine)(const double *a, const double *b, const double *c, double *out);
    /* iterate and direction in one pass, without the dot product: x += *alpha p + *omega r, r -=
     * *omega t, p = r + *beta (p - *omega v) of the new r */
    enum status (*advance)(size_t n, const double *alpha, const double *omega, const double *beta,
                           const void *t, const void *v, void *x, void *r, void *p);
    /* Operations for use with mat_ops.bracket. out_i = alpha p_i + beta q_i for the pairs (p, q) */
    enum status (*from_pairs)(size_t n, double alpha, double beta, const void *pairs, void *out);
    /* pairs_i = (x_i, factor x_i + more) */
    enum status (*to_pairs)(size_t n, const void *x, double factor, double more, void *pairs);
    /* Operations for preconditioned methods; NULL if the place does not have them. They wait if the
     * host gets a result. blend: see struct blend */
    enum status (*blend)(size_t n, const struct blend *how);
    /* y_i = x_i / d_i */
    enum status (*quotient)(size_t n, const void *x, const void *d, void *y);
    /* y_i = value for these rows; `rows` is in place memory */
    enum status (*set)(uint32_t count, const uint64_t *rows, double value, void *y);
    /* out[c] = the weight of class c; out is on the host */
    enum status (*weigh)(size_t n, const void *x, const struct row_classes *classes,
                         struct weight *out);
    /* x_i *= factor[c], where c is the class of row i; factor is on the host */
    enum status (*rescale)(size_t n, const double *factor, const struct row_classes *classes,
                           void *x);
    /* next_i = the best value of unknown i: of stay_c x_i + (1 - stay_c) y_c over its rows c, with
     * the test of mat_ops.jacobi. row_i (NULL: not wanted) = the first row that has it. y_c is what
     * jacobi with omega = 1 makes of x. NULL: the place cannot */
    enum status (*best)(size_t n, const struct choice_rows *of, const void *y, const void *x,
                        void *next, uint32_t *row, struct test *test);
    /* y_c becomes the value of row c, from what jacobi with omega = 1 makes of x with the lower
     * bounds of its intervals. NULL: the place, or the precision, has no intervals */
    enum status (*give)(size_t n, const struct choice_rows *of, const void *x, void *y);
};

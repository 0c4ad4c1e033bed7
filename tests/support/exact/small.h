/* Small random systems and chains for tests that know the exact solution, and vectors from
 * anywhere. All is drawn from the seed (tests/support/seed.h). */
#pragma once

#include "base/sparse/csr.h"

enum { SMALL_MOST = 8 };

struct small {
    uint64_t row[SMALL_MOST + 1];
    uint32_t col[SMALL_MOST * SMALL_MOST];
    double val[SMALL_MOST * SMALL_MOST], diag[SMALL_MOST], b[SMALL_MOST];
    struct matrix a; /* of these */
};

/* Fills s from its dense form: what is not 0 beside the diagonal, and the diagonal. */
void small_set(struct small *s, uint32_t n, double dense[][SMALL_MOST]);

/* A x = b of one of these kinds. */
enum small_kind {
    SMALL_CHAIN,     /* a fixpoint: rates of up to 24 decades, goals, rewards of any sign, leaks */
    SMALL_REDUCIBLE, /* a walk that hardly ever ends */
    SMALL_DOMINANT,  /* any signs, a diagonal that is hardly larger than its row */
    SMALL_ANY,       /* no diagonal to speak of; often singular */
    SMALL_APART,     /* many rows without entries beside the diagonal */
    SMALL_EXTREME,   /* from the smallest to the largest double */
    SMALL_KINDS
};
void small_draw(struct small *s, enum small_kind kind);

/* Closed classes, 1 to 3, as the system of long runs (certify/check.h): rates of up to 24 decades,
 * some of them periodic, some nearly reducible. The diagonal is what the rates sum to, or anything.
 */
void small_draw_classes(struct small *s, uint32_t class_of[SMALL_MOST], uint32_t *classes);

/* Returns the number of cases to make: `few`, times $WARPMARK_CASES if that is set (make
 * check-long). */
int small_cases(int few);

/* Up to `decades` above or below 1, evenly in the logarithm. */
double draw_decades(double decades);
double draw_sign(void);

/* n numbers at x become something else, in one of SMALL_CHANGES ways: off by 1e-16 .. 1 of
 * themselves, floats, one entry off, in another order, in another scale, others altogether, NaN...
 */
enum { SMALL_CHANGES = 10 };
void small_change(double *x, uint32_t n, int how);

/* Computes in rounding mode `mode`; from 4 on, denormal numbers are zero in vector registers. */
enum { ROUNDINGS = 8 };
void rounding_begin(int mode);
void rounding_end(void);

/* The check of an answer: on the host, in f64, from the problem's own matrix, after timing. */
#pragma once

#include <stdbool.h>

#include "problems/problem.h"
#include "prove/prove.h"
#include "solvers/solver.h"

struct verdict {
    bool finite;     /* every entry is */
    double change;   /* what one more step changes, in the measure of the method's own test */
    double residual; /* max |b - A x| / max |b|; steady: max |A x| / max A_ii x_i */
    double error; /* max |x - answer| / max |answer| where the problem knows its answer, else NaN */
};

/* How an answer was computed, as far as its check depends on it. */
struct checked {
    enum measure measure;
    enum criterion criterion;
    enum precision precision;
    double relaxation; /* MEASURE_CHANGE: one step of the method changes this times what a Jacobi
                          sweep would; 1 for Jacobi */
    bool flushed;      /* denormal numbers were taken for zero */
    double step;       /* MEASURE_CHANGE: above 0 where it changes this times b - A x instead */
    enum sweep sweep;
    const uint32_t *sequence; /* sweeps in place: the rows in the order in which the method numbers
                                 them; NULL: as the problem does */
    double *work;             /* sweeps in place: n numbers, overwritten */
    double *sizes; /* MEASURE_EITHER without b: a number for each closed class, overwritten */
};

/* MEASURE_CHANGE: the change of one step of the method. Entries below the smallest normal number of
 * the precision have no relative accuracy left (the tails of long-run distributions underflow), so
 * they are judged absolutely. Where denormal numbers were taken for zero, that begins 2^40 times
 * higher: a term below the smallest normal number is missing in a sum, times the ratio of two
 * rates, and is to be small beside the entry. MEASURE_RESIDUAL: max |b - A x|, divided by
 * problem_scale where the criterion is relative. MEASURE_BALANCE: the sum of |b - A x| over all
 * rows, divided by that of A_ii x_i where the criterion is relative. In these two, what rounding
 * can leave of a row's |b - A x| does not count. MEASURE_EITHER, of programs that have a test of
 * their own: the smaller of change and residual. Without b an answer may have any size, and each
 * closed class its own: that residual is divided by the largest A_ii x_i of the class. Where the
 * criterion is absolute, both are for a class that sums to 1, if it sums to less. */
struct verdict verify_answer(const struct problem *problem, const struct checked *by,
                             const double *x);

/* The same where rows are made (matrix_is_made), a piece at a time, of methods without sweeps in
 * place and engines. Errors: those of make_rows; ERROR_INTERRUPTED. */
enum status verify_made(const struct problem *problem, const struct checked *by, const double *x,
                        struct verdict *out);

/* For bounded problems: all steps once more, by a plain loop in f64 with the problem's own matrix;
 * for a time, with Poisson probabilities whose truncation is below rounding. change = the largest
 * difference of an entry, over the largest entry; residual = NaN. Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status verify_steps(const struct problem *problem, const double *x, struct verdict *out);

/* The same against an answer that is known. */
struct verdict verify_same(const struct problem *problem, const double *x, const double *wanted);

/* Long runs with one closed class: [low, high] has the value, as certify_average proves it with the
 * answer w of a method that yields an interval. check: of the problem as stored. Errors: those of
 * the check. */
enum status verify_average(const struct problem *problem, struct check *check, const double *w,
                           double *low, double *high);

/* Largest error that is accepted in an answer: 10 epsilon (f32: at least 1e-4). */
double verdict_tolerance(enum precision precision, double epsilon);

/* Returns whether a verdict is acceptable: the answer is finite, and one more step changes it by at
 * most verdict_tolerance. */
bool verdict_accepts(const struct verdict *verdict, enum precision precision, double epsilon);

/* How far x (one number a row) is outside of problem->range: of probabilities as it is, else as a
 * share of max |x_i|. *row: the row that is farthest outside; untouched where the result is 0. */
double answer_range_excess(const struct problem *problem, const double *x, uint64_t *row);

/* Checks an answer after timing: on the host, in f64, with the problem's own matrix. */
#pragma once

#include <stdbool.h>

#include "problems/problem.h"
#include "prove/prove.h"
#include "solvers/solver.h"

struct verdict {
    bool finite;     /* all entries are finite */
    double change;   /* change by one more step, in the measure of the method's own test */
    double residual; /* max |b - A x| / max |b|; steady: max |A x| / max A_ii x_i */
    double error;    /* max |x - answer| / max |answer| if the problem knows its answer, else NaN */
};

/* How an answer was computed, as far as its check depends on it. */
struct checked {
    enum measure measure;
    enum criterion criterion;
    enum precision precision;
    double relaxation; /* MEASURE_CHANGE: change by one step of the method, over that by a Jacobi
                          sweep; 1 for Jacobi */
    bool flushed;      /* denormal numbers were taken for zero */
    double step;       /* MEASURE_CHANGE: if above 0, a step changes x by this times b - A x
                          instead */
    enum sweep sweep;
    const uint32_t *sequence; /* sweeps in place: the rows in the order of the method; NULL: in that
                                 of the problem */
    double *work;             /* sweeps in place: n numbers, overwritten */
    double *sizes; /* MEASURE_EITHER without b: a number for each closed class, overwritten */
};

/* Checks an answer.
 *
 * MEASURE_CHANGE: the change by one step of the method. Entries below the smallest normal number of
 * the precision have no relative accuracy left (the tails of long-run distributions underflow), so
 * they are judged absolutely. If denormal numbers were taken for zero, that begins 2^40 times
 * higher: a sum may lack a term below the smallest normal number, times the ratio of two rates, and
 * that must be small beside the entry.
 *
 * MEASURE_RESIDUAL: max |b - A x|, divided by problem_scale if the criterion is relative.
 * MEASURE_BALANCE: the sum of |b - A x| over all rows, divided by that of A_ii x_i if the criterion
 * is relative. In these two, the part of a row's |b - A x| that rounding can explain does not
 * count.
 *
 * MEASURE_EITHER, for programs that have a test of their own: the smaller of change and residual.
 * Without b an answer may have any size, also in each closed class: its residual is divided by the
 * largest A_ii x_i of the class. If the criterion is absolute, both are for a class that sums to 1,
 * if it sums to less.
 *
 * Sweeps in place, and MEASURE_EITHER without b, need rows that are stored. Errors: those of
 * row_pieces_next; ERROR_INTERRUPTED. */
enum status verify_answer(const struct problem *problem, const struct checked *by, const double *x,
                          struct verdict *out);

/* Checks answers of decision processes by one more step of value iteration, by a plain loop with
 * the problem's own matrix. by: criterion, precision and flushed are read, as for MEASURE_CHANGE.
 */
enum status verify_best(const struct problem *problem, const struct checked *by, const double *x,
                        struct verdict *out);

/* Checks answers of bounded problems: makes all steps once more, by a plain loop in f64 with the
 * problem's own matrix; for a time bound, with Poisson probabilities whose truncation is below
 * rounding. change = the largest difference of an entry, over the largest entry; residual = NaN.
 * Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status verify_steps(const struct problem *problem, const double *x, struct verdict *out);

/* The same with a known answer. */
struct verdict verify_same(const struct problem *problem, const double *x, const double *wanted);

/* For long runs with one closed class: [low, high] contains the value, as certify_average proves it
 * from the answer w of a method that yields an interval. check: of the problem as stored. Errors:
 * those of the check. */
enum status verify_average(const struct problem *problem, struct check *check, const double *w,
                           double *low, double *high);

/* Largest error that is accepted in an answer: 10 epsilon (f32: at least 1e-4). */
double verdict_tolerance(enum precision precision, double epsilon);

/* Returns whether a verdict is acceptable: the answer is finite, and one more step changes it by at
 * most verdict_tolerance. */
bool verdict_accepts(const struct verdict *verdict, enum precision precision, double epsilon);

/* Distance of x (one number for each row) from problem->range: for probabilities as it is, else as
 * a share of max |x_i|. *row: the row that is farthest outside; unchanged if the result is 0. */
double answer_range_excess(const struct problem *problem, const double *x, uint64_t *row);

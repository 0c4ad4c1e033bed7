/* The check behind every proven bound (docs/proofs.md has the theorems). It trusts no solver:
 * vectors may come from anywhere. Every bound that it returns holds in exact arithmetic, or is
 * infinite.
 *
 * Rounding: sums are computed in two doubles (certify/double_sums.h), with the same formulas as on
 * a GPU. The distance of each sum from the exact one is bounded by its number of terms and the sum
 * of their sizes, and is then added on the safe side. The caller's rounding mode does not matter,
 * nor does it matter whether denormal numbers count as zero (certify/nearest.h).
 *
 * Rows may exist in closed form only (base/closed/closed.h), except for certify_average and
 * certify_steps. Then they are computed when they are read, and there may be more than 2^32. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/csr.h"

/* Intervals around the stored numbers that the proof must cover. All fields 0: the stored numbers
 * are exact. */
struct reading {
    double entry;    /* bound of the relative error of each off-diagonal entry */
    double constant; /* the same for b and for rewards, in rows with off-diagonal entries */
    bool balanced; /* in such rows the diagonal is exactly the sum of the sizes of the off-diagonal
                      entries, whatever number is stored */
};

/* Multiples of weights v: the exact x_i lies in [answer_i - below v_i, answer_i + above v_i]. */
struct bound {
    double below, above;
};

/* Linear systems A x = b. <A> is |a_ii| on the diagonal and -|a_ij| beside it.
 *
 * drift (n numbers) = <A> v, rounded down; for n weights v. Returns whether v proves that A has an
 * inverse: v >= 0 without a sign, and drift > 0 in every row that has entries beside the diagonal.
 */
bool certify_weights(const struct matrix *a, const struct reading *reading, const double *v,
                     double *drift);

/* Bounds the distance of answer (n numbers) from the exact x, given the drift of weights that
 * certify_weights accepted. b: NULL is zeros. Infinite if no bound is known. */
struct bound certify_answer(const struct matrix *a, const struct reading *reading, const double *b,
                            const double *drift, const double *answer);

/* x (n numbers) = the answer of A x = b, by elimination. Each x_i is off by at most *share times
 * itself. *share is infinite, and x has no meaning, where numbers are negative, off the diagonal
 * positive, or too small, where a state of a row never ends, and for more than 1,024 rows with
 * entries. b: NULL is zeros. Errors: ERROR_HOST_MEMORY. */
enum status certify_elimination(const struct matrix *a, const struct reading *reading,
                                const double *b, double *x, double *share);

/* Long runs: pi Q = 0, sum 1, in each closed class. a is the system of problems/steady.c: the
 * off-diagonal entries of a row are minus the rates into its state. The diagonal is not used,
 * because the exit rate of a state is the sum of its rates. of: the class of each row. */
struct classes {
    uint32_t count;
    const uint32_t *of; /* NULL for rows in closed form: there is one class */
};

/* Results of certify_times for a chain. */
struct times {
    double *scale; /* for each class: scale v_i is at least the expected time from i to the state
                      where v is 0; infinite if v proves nothing */
    double *slack; /* for each row (in closed form: for each kind of diagonal): the sum of the rates
                      minus the diagonal */
    uint64_t longest;   /* largest number of rates of a state */
    double slack_share; /* error of slack, relative to its size plus the diagonal's, in addition to
                           its rounding to a double */
};

/* Fills times->scale (one for each class) and times->slack, which the caller has allocated. v: n
 * numbers without a negative sign. For rows in closed form v is NULL, here and below, and
 * closed_weight is used. Errors: ERROR_HOST_MEMORY. */
enum status certify_times(const struct matrix *a, const struct reading *reading,
                          const struct classes *classes, const double *v, struct times *times);

/* The same for rows in closed form, of which there may be many. go_on is called every few
 * milliseconds, by one thread at a time. If it returns false, the scale is infinite. NULL: the
 * check runs to its end. */
enum status certify_closed_times(const struct closed_rows *closed, const struct reading *reading,
                                 bool (*go_on)(void *with), void *with, struct times *times);

/* distance (one for each class) = a bound on the sum of |answer_i / mass - pi_i| over the class;
 * mass: the sum of its answers. v, times: as in certify_times. Errors: ERROR_HOST_MEMORY. */
enum status certify_long_run(const struct matrix *a, const struct reading *reading,
                             const struct classes *classes, const double *v,
                             const struct times *times, const double *answer, double *distance);

/* [low, high] (one for each class) = an interval that contains the long-run average of the rewards
 * (n numbers); w: any n numbers. It is narrow if reward + Q w is nearly constant. It is empty for a
 * class without rows. Errors: ERROR_HOST_MEMORY. */
enum status certify_average(const struct matrix *a, const struct reading *reading,
                            const struct classes *classes, const double *reward, const double *w,
                            double *low, double *high);

/* Decision processes whose choices exist in closed form only (base/closed/choices.h;
 * docs/proofs.md, Theorem 14). It is as certify/optimum.h, and reads each choice when it needs it.
 * The weights are in closed form, too.
 *
 * *drift = the least drift of all choices, rounded down. Returns whether the weights prove that
 * there is exactly one x, and closed_starts_well. */
bool certify_closed_choices(const struct closed_rows *closed, double *drift);

/* Returns whether the initial state is among states that no choice leaves. Then nothing depends on
 * the others. */
bool closed_starts_well(const struct closed_rows *closed);

/* Bounds the distance of answer (n numbers) from x as multiples of the weights. drift: from
 * certify_closed_choices, which accepted them. Infinite if no bound is known. */
struct bound certify_closed_distance(const struct closed_rows *closed, double drift,
                                     const double *answer);

/* Bounded properties: steps x' = x + step (b - A x) from x0. Their number is `steps`. If that is 0,
 * the number is Poisson distributed with mean time / step, and the result is the solution of dx/dt
 * = b - A x at this time. */
struct walk_of_steps {
    double step;
    struct reading reading; /* balanced: if the diagonal of step A is 1 in a row, its state has no
                               self-loop; constant: of b */
    uint64_t steps;
    double time;
    double off;   /* x0 is within this of the exact start, in each entry of a row that may change */
    bool largest; /* of groups of rows, the largest result of a step counts; else the smallest */
    bool (*go_on)(void *with); /* called before each step; false: stop, and the radius is infinite.
                                  NULL: all steps are taken */
    void *with;
};

/* x (n numbers) = the result. The error of each entry is at most *radius; it is infinite if the
 * steps of `time` let entries grow by themselves (b may add to them). Errors: ERROR_HOST_MEMORY;
 * ERROR_INTERRUPTED. */
enum status certify_steps(const struct matrix *a, const double *b, const double *x0,
                          const struct walk_of_steps *walk, double *x, double *radius);

/* The same in plain doubles, where no number is negative (certify/plain_steps.c): the error of each
 * entry is at most *share times v (n numbers, 0 in entries that never change). *share is infinite
 * if it would be more than wanted, and where such numbers are not given; then x and v have no
 * meaning. Rows may have groups; a step then takes the best row of each. Errors: as above. */
enum status certify_plain_steps(const struct matrix *a, const double *b, const double *x0,
                                const struct walk_of_steps *walk, double wanted, double *x,
                                double *v, double *share);

/* *out (new, one byte for each unknown): 1 if x_i is exactly 0 after `steps` steps x' = x + step (b
 * - A x) from x0, because no path of non-zero entries leads from row i to a positive number
 * (certify/zeros.c). UINT64_MAX: after any number of steps with any step, and in the limit. All
 * bytes are 0 if the signs are not those of probabilities and rewards. Rows may have groups, where
 * steps are fewer: then the largest or the smallest result of a step counts. Errors:
 * ERROR_HOST_MEMORY. */
enum status certify_zeros(const struct matrix *a, const double *b, const double *x0, double step,
                          bool largest, uint64_t steps, uint8_t **out);

/* Arithmetic for callers that compute further with bounds. */
enum side { BELOW, ABOVE };

/* x + a b, rounded to this side; infinite there where a b is no number. */
double certify_add_product(double x, double a, double b, enum side side);

/* a / b, rounded up; 0 where a is not positive, and infinite where b is not. */
double certify_share(double a, double b);

/* Measures how well this machine measures: compares solves with themselves, and checks the host's
 * clock. */
#pragma once

#include "analysis/compare/compare.h"
#include "harness/machine/noise.h"
#include "store/results.h"

enum { NSELFCHECKS = 2 };

#define MOST_NOISE 0.25 /* with more noise, no comparison means anything */

/* A solve that was measured 2 * pairs times, each as a case of its own. The k-th case was compared
 * with the (pairs + k)-th, so that changes within half the time show. */
struct selfcheck {
    const char *source, *variant;
    size_t pairs;
    double typical, most; /* median and 99th percentile of |ratio - 1| */
    size_t called;        /* number of pairs that were called faster or slower at the default
                             margin */
};

struct selfcheck_report {
    struct selfcheck check[NSELFCHECKS];
    struct noise noise; /* floor: the largest `most` */
};

/* Runs for about this many seconds, half for each solve, with at least MIN_PAIRS pairs of each.
 * command: for the record. *results has all cases. Errors: ERROR_INTERRUPTED; ERROR_ENVIRONMENT if
 * a solve did not end well, or the floor is above MOST_NOISE; those of run_experiment. */
enum status selfcheck_run(double seconds, const char *command, struct selfcheck_report *out,
                          struct results *results);

/* Parts of it. selfcheck_cases measures count cases that solve source by variant; all must be ok.
 * The other compares the k-th case of one with the j-th of another, whatever their code. Errors: as
 * above. */
enum status selfcheck_cases(const char *source, const char *variant, size_t count,
                            const char *command, struct results *out);
enum status selfcheck_compare(const struct results *base, size_t k, const struct results *fresh,
                              size_t j, double margin, struct compared_case *out);

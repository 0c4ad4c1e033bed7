/* How well this machine measures: solves compared with themselves, and the host's clock. */
#pragma once

#include "harness/compare/compare.h"
#include "harness/machine/noise.h"
#include "harness/store/results.h"

enum { NSELFCHECKS = 2 };

#define MOST_NOISE 0.25 /* no comparison means anything beyond it */

/* One solve, measured 2 * pairs times, each as a case of its own; the k-th was compared with the
 * (pairs + k)-th, so that what changes within half the time shows. */
struct selfcheck {
    const char *source, *variant;
    size_t pairs;
    double typical, most; /* median and 99th percentile of |ratio - 1| */
    size_t called;        /* how many pairs were called faster or slower at the default margin */
};

struct selfcheck_report {
    struct selfcheck check[NSELFCHECKS];
    struct noise noise; /* floor: the greatest `most` */
};

/* Runs for about so many seconds, half for each solve, at least MIN_PAIRS pairs of each. command:
 * for the record. *results has all cases. Errors: ERROR_INTERRUPTED; ERROR_ENVIRONMENT where a
 * solve did not end well, or the floor is above MOST_NOISE; those of run_experiment. */
enum status selfcheck_run(double seconds, const char *command, struct selfcheck_report *out,
                          struct results *results);

/* The parts of it: count cases that solve source by variant, all ok; and the k-th of one against
 * the j-th of another, without regard to the code. Errors: as above. */
enum status selfcheck_cases(const char *source, const char *variant, size_t count,
                            const char *command, struct results *out);
enum status selfcheck_compare(const struct results *base, size_t k, const struct results *fresh,
                              size_t j, double margin, struct compared_case *out);

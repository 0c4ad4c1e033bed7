/* How well this machine measures: solves compared with themselves, and the host's clock. */
#ifndef WARPMARK_HARNESS_SELFCHECK_H
#define WARPMARK_HARNESS_SELFCHECK_H

#include "harness/noise.h"
#include "harness/results.h"

enum { NSELFCHECKS = 2 };

/* One solve, measured 2 * pairs times, each as a case of its own; the k-th was compared with the (pairs + k)-th, so
 * that what changes within half the time shows. */
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

/* Runs for about so many seconds, half for each solve, at least MIN_PAIRS pairs of each. command: for the record.
 * *results has all cases. Errors: ERROR_INTERRUPTED; ERROR_ENVIRONMENT where a solve did not end well; those of
 * run_experiment. */
enum status selfcheck_run(double seconds, const char *command, struct selfcheck_report *out, struct results *results);

/* Of clock_now(): *resolution the least step that was seen, *overhead the time of one reading. */
void clock_quality(double *resolution, double *overhead);

#endif

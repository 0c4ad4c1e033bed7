/* The parts of measuring a case, for case.c: the preparation, one timed solve, and the check of its
 * answer. If something is wrong with the case, they end it by measurement_end; errors that they
 * return end it, too. */
#pragma once

#include "harness/case/case.h"

/* Ends the case with a status, a reason, and the notes of the layout and the solve. */
__attribute__((format(printf, 3, 4))) enum status
measurement_end(struct measurement *m, enum case_status status, const char *format, ...);

struct solve_settings measurement_settings(const struct measurement *m);

/* Builds the layout, uploads it and allocates, all in limited time. Ends a case that needs no
 * solve: its reduction has solved it, or its method cannot converge. */
enum status measurement_prepare(struct measurement *m);

/* Longest time, in s, for the preparation of a solve, and for an engine to give its answer: the
 * timeout of a solve, but at least 10 s. */
double limit_beside_solve(const struct measurement *m);

/* Solves from x0 between two readings of the clocks, with nothing else in between. */
enum status timed_solve(struct measurement *m, struct result_sample *sample, bool *timed_out);

/* Counts in further solves, if the settings want it: after the last sample, so that no reading
 * disturbs a timing. Stores means, and why the rest could not be counted. Errors:
 * ERROR_HOST_MEMORY. */
enum status count_case(struct measurement *m);

/* Records the solve's iterations. A solve that came to no answer ends the case. */
enum status take_outcome(struct measurement *m, bool timed_out);

/* Downloads the answer and checks it, unless it is the same as the one that was checked last.
 * before: iterations of the solve before, MISSING: there was none; a different number ends the
 * case. */
enum status verify_case(struct measurement *m, uint64_t before);

/* Share of the entries that are exactly zero. */
double share_of_zeros(uint64_t n, const double *x);

/* Returns whether this process itself solves, not an engine or ranks. */
bool solves_here(const struct measurement *m);

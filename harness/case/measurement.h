/* The parts of measuring a case, for case.c: what comes before the first solve, one timed solve,
 * and the check of its answer. All end the case by measurement_end where something is wrong with
 * it; what they return are errors, which end the case too. */
#pragma once

#include "harness/case/case.h"

/* Ends the case with a status, a reason, and what is noted of the layout and the solve. */
__attribute__((format(printf, 3, 4))) enum status
measurement_end(struct measurement *m, enum case_status status, const char *format, ...);

struct solve_settings measurement_settings(const struct measurement *m);

/* Builds the layout, uploads it and allocates, all in limited time. Ends a case that needs no
 * solve: its reduction has solved it, or its method cannot converge. */
enum status measurement_prepare(struct measurement *m);

/* s, that what comes before the first solve may take, and an engine until it has given its answer:
 * the timeout of a solve, but not less than 10 s. */
double limit_beside_solve(const struct measurement *m);

/* One solve from x0 between two readings of the clocks; nothing else stands between them. */
enum status timed_solve(struct measurement *m, struct result_sample *sample, bool *timed_out);

/* Records the solve's iterations. A solve that came to no answer ends the case. */
enum status take_outcome(struct measurement *m, bool timed_out);

/* Downloads what the solve came to and checks it, unless it is what the check before was of.
 * before: the iterations of the solve before, MISSING: of none; another number ends the case. */
enum status verify_case(struct measurement *m, uint64_t before);

/* The share of the entries that are exactly zero. */
double share_of_zeros(uint64_t n, const double *x);

/* Returns whether this process itself solves, not an engine or ranks. */
bool solves_here(const struct measurement *m);

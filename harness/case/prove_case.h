/* Proves error bounds for the answers of a case, from the proof of its problem (prove/prove.h). */
#pragma once

#include "prove/prove.h"
#include "store/results.h"

struct measurement;

/* Returns the proof that the settings ask for; its width is 0 if they want none. If an error bound
 * is required, the proof is ten times narrower than that. The default prove_time is
 * MOST_PROVE_TIME here. */
struct prove_settings proof_wanted(const struct settings *settings);

/* Returns the place if it is one GPU that works, or that of one of its GPUs if it has several, and
 * the problem is so large that its proof gains from it; else NULL, the host. place may be NULL. */
const struct place *place_of_proof(const struct problem *problem, const struct place *place);

/* Calls use with check. If its device fails, calls it with a check on the host, now and later, and
 * *refused (NULL at first; the caller frees it) says why. Errors: those of use, except a device's;
 * ERROR_HOST_MEMORY. */
typedef enum status check_use(struct check *check, void *with);
enum status use_check(struct check *check, check_use *use, void *with, char **refused);

/* The same with the check of the case, on the GPU if the case runs on one. It keeps the system
 * until the case ends; all calls have the same subject. proof_note says what was refused. */
enum status use_check_of_case(struct measurement *m, const struct check_subject *subject,
                              check_use *use, void *with);

/* Makes the late proof of the case, if there is one that is not made yet, with this answer (one
 * number for each row), or NULL. Errors: those of the proof. */
enum status prove_late(struct measurement *m, const double *answer);

/* Adds the time since `start` to the time of checks, without that of a late proof. */
void add_check_time(struct measurement *m, double start);

/* Bounds the error of an answer (one number for each row) that is acceptable otherwise, and stores
 * it in run.error_bound, value_low, value_high and proof_note; the worst answer of a case counts.
 * Ends the case if a required error is not proven. Errors: ERROR_HOST_MEMORY. */
enum status prove_case(struct measurement *m, const double *answer);

/* Bounds the error of the value only, which lies between low and high, relative to the larger of
 * them. Ends the case as prove_case does. */
enum status prove_value(struct measurement *m, double low, double high);

/* Returns whether error_bound is that of the value, by prove_value. */
bool proven_of_value_alone(const struct result_run *run);

/* Ends a successful case without a checked answer, if an error bound is required. */
enum status prove_unchecked(struct measurement *m);

/* Returns whether answers of bounded problems can be compared with the reference answer of the
 * proof: its own error must be below a hundredth of tolerance, relative to the largest entry. */
bool proof_is_reference(const struct measurement *m, double tolerance);

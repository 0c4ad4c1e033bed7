/* Proofs of answers: any method may find the vectors, once for each problem, and the check
 * (certify/check.h) turns them into bounds. A bound that the check does not confirm is not used. */
#pragma once

#include "certify/checker.h"
#include "problems/problem.h"

struct place;

struct prove_settings {
    double width;   /* wanted width: proven error of the reference answer, relative to its largest
                       entry (long runs: in the 1-norm), and half the width of the value's interval,
                       relative to the value. 0: no proof is wanted */
    double seconds; /* approximate time limit; results proven by then are kept */
    const struct place *place; /* where systems are solved; NULL: one core or all of the host, and
                                  so if the place cannot be used, or fails. The note says why */
    const double *candidate;   /* a number for each unknown, such as the answer of a solve, that may
                                  be the reference answer or close to it; NULL: there is none */
    bool model; /* true: the proof covers all numbers that the roundings of problem.model can
                   turn into the stored ones; false: only the stored numbers */
};

#define DEFAULT_PROVE_SETTINGS       \
    {                                \
        .width = 1e-9, .seconds = 60 \
    }

/* Fills problem->proof. If nothing can be proven, sets only its note and its seconds. There are no
 * proofs for products. For rows in closed form there is no reference answer x, and the numbers are
 * those of the closed form (proof.by_residual). Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status prove_problem(struct problem *problem, const struct prove_settings *settings);

/* Only checks a proof. problem->proof has a reference answer x (n finite numbers) and any of the
 * vectors v, w, y and u; of an optimum without steps it has low, high and rank instead. None of
 * them is trusted. Sets all other fields but `seconds` from these vectors (model: as above). For
 * bounded properties the steps are repeated, without the vectors (width: the one that was wanted).
 * If the vectors prove nothing, sets x to NULL and explains why in the note. Errors:
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status prove_check(struct problem *problem, bool model, double width);

/* Number of entries of the vectors that prove_check takes: one for each unknown or, of an optimum
 * without steps, for each state. */
uint64_t proof_length(const struct problem *problem);

/* *choice (new) = for each state of an optimum a choice, 0, 1, ...; together they are a scheduler
 * that keeps the proven bound of the best value. It does not follow the largest numbers, which can
 * lead in circles. Errors: ERROR_UNSUPPORTED if the best choice depends on the steps that are left,
 * or nothing is proven; ERROR_HOST_MEMORY. */
enum status optimum_scheduler(const struct problem *problem, uint32_t **choice);

/* Returns whether the proof bounds answers, by a reference answer or by their residuals. */
bool proof_bounds_answers(const struct problem_proof *proof);

/* Proven facts about one answer. */
struct proven {
    double error;     /* bound on its distance from the exact answer, relative to the largest exact
                         entry (long runs: 1-norm, the largest of the classes); infinite: none is
                         known */
    double low, high; /* interval that contains the value of the property; NaN: none is known */
};

/* Bounds the error of an answer (one number for each row) with problem->proof: by its residual and,
 * if there is a reference answer, by its distance from that. Uses the smaller bound. Needs at most
 * one pass over the matrix. Errors: ERROR_HOST_MEMORY. */
enum status prove_answer(const struct problem *problem, const double *answer, struct proven *out);

/* The same with a check of prove_subject, which is open or has only `by` and `subject` so far.
 * Errors: also those of its checker. */
enum status prove_answer_by(struct check *check, const struct problem *problem,
                            const double *answer, struct proven *out);

/* The system and the vectors with which answers are checked; borrowed from problem and its
 * proof. */
struct check_subject prove_subject(const struct problem *problem);

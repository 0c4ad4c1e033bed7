/* Proofs of answers: vectors from any solver, made once a problem, which the check
 * (certify/check.h) turns into bounds. A bound that the check does not confirm is not used. */
#pragma once

#include "certify/checker.h"
#include "problems/problem.h"

struct prove_settings {
    double width;   /* wanted: a proven error of the reference answer, relative to its largest entry
                       (long runs: in the 1-norm), and half the width of the value's interval,
                       relative to the value. 0: none is wanted */
    double seconds; /* that it may take, about; what is proven by then is kept */
    bool model;     /* each number stands for the interval of all that become it by the
                       roundings of problem.model; false: for itself */
};

#define DEFAULT_PROVE_SETTINGS       \
    {                                \
        .width = 1e-9, .seconds = 60 \
    }

/* Fills problem->proof. Where nothing can be proven, only its note and its seconds. Products have
 * no proof. Of rows in closed form there is no reference answer x, and the numbers are read as the
 * form has them (proof.by_residual). Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status prove_problem(struct problem *problem, const struct prove_settings *settings);

/* The check alone. problem->proof has a reference answer x (n finite numbers), and of its other
 * vectors v, w, y and u, or not; all may be anybody's. Sets the rest but for seconds, from these
 * alone, with what the matrix stands for (model: as above). Bounded properties take their steps
 * again, without the vectors. Where the vectors prove nothing, x is NULL afterwards, and the note
 * says why. Errors: ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status prove_check(struct problem *problem, bool model);

/* Whether something is proven of answers: by a reference answer, or by their residuals. */
bool proof_bounds_answers(const struct problem_proof *proof);

/* What is proven of one answer. */
struct proven {
    double error; /* its distance from the exact one at most, relative to the largest exact entry
                     (long runs: 1-norm, the largest of the classes); infinite: nothing is known */
    double low, high; /* the value of the property lies within; NaN: nothing is known */
};

/* The bound on an answer (one number a row), from problem->proof: by its residual, and by its
 * distance from the reference answer, if there is one; the smaller counts. One pass over the matrix
 * at most. Errors: ERROR_HOST_MEMORY. */
enum status prove_answer(const struct problem *problem, const double *answer, struct proven *out);

/* The same by a check of prove_subject, which was opened, or has only `by` and `subject` so far.
 * Errors: those of its checker, too. */
enum status prove_answer_by(struct check *check, const struct problem *problem,
                            const double *answer, struct proven *out);

/* What answers are held against. It borrows from problem and its proof. */
struct check_subject prove_subject(const struct problem *problem);

/* The vectors of a proof, made on one GPU from the rows that its check has there
 * (certify/checker.h). Nothing but vectors travels. Nobody need believe them, either: the check has
 * rows of its own, which no solver writes.
 *
 * Each sets *found to whether the solve met its aim; then the check says what the vector proves.
 * Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED; those of the place and of check->by->rows. Internal
 * to prove/. */
#pragma once

#include "certify/checker.h"
#include "problems/problem.h"
#include "prove/systems/row_scale.h"
#include "prove/systems/budget.h"

/* Returns whether proofs can be made at a place (NULL: the host) by these functions. */
bool card_can(const struct place *place);

/* v = the times of a long run to the pinned states, of a system whose rows have this scale. rough:
 * an answer, in place memory, whose entries have the right size beside those around it; NULL: the
 * chain mixes fast. */
enum status card_times(struct check *check, const struct row_scale *scale, const double *rough,
                       struct budget *budget, double *v, bool *found);

/* *rough (new, in place memory) = what so many sweeps of JOR make of 1 in each row of a long run;
 * or rough_sweeps (prove/systems/sweeps.h) of its start vector, on the host. */
enum status card_rough_answer(struct check *check, const struct place *place, int sweeps,
                              double **rough);
enum status card_rough_in_place(const struct linear *system, const struct place *place, int sweeps,
                                double **rough);
void card_release(const struct place *place, double *rough); /* accepts NULL */

/* Adds to x the answer of a solve that should reduce its residual to the factor `aim`. Where it
 * does not get there, x may be better or worse, or stays as it was. pinned: the states of a long
 * run whose entries stay as they are; otherwise NULL. */
enum status card_refine(struct check *check, const struct problem *problem,
                        const struct pinned *pinned, double aim, struct budget *budget, double *x);

/* x = an answer of the problem's system with a relative residual below epsilon. */
enum status card_answer(struct check *check, const struct problem *problem, double epsilon,
                        struct budget *budget, double *x, bool *found);

/* v with <A> v = wanted, up to `off` in each row; for a matrix A = <A>. */
enum status card_weights(struct check *check, const double *wanted, double off,
                         struct budget *budget, double *v, bool *found);

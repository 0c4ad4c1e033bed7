/* The vector of a proof is in closed form, too (closed_weight); the check decides whether it proves
 * anything. So no system is solved here. A long run stores nothing for each row. */
#include "prove/closed.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/rows.h"
#include "base/team.h"
#include "prove/systems/card.h"

static bool has_time(void *with)
{
    const struct budget *budget = with;
    return progress_hook_call("proving", 0, 0) && budget_now() < budget->end;
}

static enum status take_times(struct problem *problem, struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const struct matrix *a = &problem->system.a;
    bool left;
    MUST(allocate(1, sizeof *proof->times.scale, "a proof", &proof->times.scale));
    MUST(allocate(closed_kinds(&a->closed), sizeof *proof->times.slack, "a proof",
                  &proof->times.slack));
    MUST(certify_closed_times(&a->closed, &proof->reading, has_time, budget, &proof->times));
    proof->by_residual = isfinite(proof->times.scale[0]);
    return proof->by_residual ? OK : budget_check(budget, &left);
}

static enum status take_weights(struct problem *problem, struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const struct matrix *a = &problem->system.a;
    const uint64_t n = matrix_rows(a);
    MUST(allocate(n, sizeof *proof->v, "a proof", &proof->v));
    MUST(allocate(n, sizeof *proof->drift, "a proof", &proof->drift));
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) proof->v[i] = closed_weight(&a->closed, i);
    proof->by_residual = certify_weights(a, &proof->reading, proof->v, proof->drift);
    return OK;
}

static enum status take_choices(struct problem *problem, struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const struct closed_rows *closed = &problem->system.a.closed;
    struct check check = {.by = checkers[card_can(budget->place) ? checker_count - 1 : 0],
                          .subject.a = &problem->system.a};
    MUST(allocate(closed->n, sizeof *proof->v, "a proof", &proof->v));
#pragma omp parallel for schedule(static) if (team_once(closed->n))
    for (uint64_t i = 0; i < closed->n; i++) proof->v[i] = closed_choices_weight(closed, i);
    const enum status status =
        check.by->closed_choices(&check, &proof->least_drift, &proof->by_residual);
    check_close(&check);
    return status;
}

enum status prove_closed(struct problem *problem, struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const char *name = closed_names[problem->system.a.closed.form];
    MUST((problem->kind == KIND_STEADY    ? take_times
          : problem->kind == KIND_OPTIMUM ? take_choices
                                          : take_weights)(problem, budget));
    if (proof->by_residual)
        snprintf(proof->note, sizeof proof->note, "by the residual, and a vector in closed form");
    else if (budget->spent)
        snprintf(proof->note, sizeof proof->note,
                 "the check of the vector in closed form takes longer than a proof may");
    else
        snprintf(proof->note, sizeof proof->note,
                 "the closed form of %s has no vector v that the check takes", name);
    return OK;
}

#include "prove/prove.h"

#include <math.h>
#include <stdio.h>

enum status prove_problem(struct problem *problem, const struct prove_settings *settings)
{
    (void)settings;
    snprintf(problem->proof.note, sizeof problem->proof.note, "no proof is made for %s problems",
             problem_kind_names[problem->kind]);
    problem->proof.value_low = problem->proof.value_high = NAN;
    return OK;
}

enum status prove_answer(const struct problem *problem, const double *answer, struct proven *out)
{
    (void)problem, (void)answer;
    *out = (struct proven){.error = INFINITY, .low = NAN, .high = NAN};
    return OK;
}

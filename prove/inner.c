/* Proofs of the questions inside a question, as narrow as doubles allow. */
#include "problems/questions/inner.h"

#include "prove/prove.h"
#include "prove/value.h"

static const struct prove_settings narrow = {.width = 1e-13, .seconds = 60};

enum status prove_inner(struct problem *problem, double *low, double *high)
{
    MUST(prove_problem(problem, &narrow));
    if (problem->kind == KIND_STEADY) {
        *low = problem->proof.value_low;
        *high = problem->proof.value_high;
    } else {
        value_of_rows(problem, low, high);
    }
    return OK;
}

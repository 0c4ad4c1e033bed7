#include "prove/reading.h"

#include "certify/reading.h"

void reading_choose(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *written = problem_written(problem);
    const struct reading of_model = reading_of_model(&written->a, written->b, problem->model);
    proof->model = model && of_model.entry > 0;
    proof->reading = proof->model ? of_model : problem->reading;
}

const char *reading_note(const struct problem *problem, bool model)
{
    const struct linear *written = problem_written(problem);
    const bool chain = problem->kind == KIND_FIXPOINT || problem->kind == KIND_STEADY,
               known = problem->model.entry > 0 && numbers_are_normal(&written->a, written->b);
    if (problem->proof.model)
        return "for the model: each number is off by half a unit in its last place at most";
    if (!model || !chain || !matrix_is_stored(&written->a)) return "for the matrix as stored";
    if (problem->steady.unbalanced || known)
        return "for the matrix as stored, as its rows do not sum to one";
    return "for the matrix as stored, as a number is off by much of itself: it is too small for a "
           "double, or what others leave";
}

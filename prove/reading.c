#include "prove/reading.h"

#include <stdio.h>
#include <string.h>

#include "certify/reading.h"

void reading_choose(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *written = problem_written(problem);
    const struct reading of_model = reading_of_model(&written->a, written->b, problem->model);
    proof->model = model && of_model.entry > 0;
    proof->reading = proof->model ? of_model : problem->reading;
}

static const char *reading_note(const struct problem *problem, bool model)
{
    const struct linear *written = problem_written(problem);
    const bool chain = problem->kind == KIND_FIXPOINT || problem->kind == KIND_STEADY,
               known = problem->model.entry > 0 && numbers_are_normal(&written->a, written->b);
    if (problem->proof.model)
        return "for the model: each number is off by half a unit in its last place at most";
    if (!model || !chain || !matrix_is_stored(&written->a)) return "for the matrix as stored";
    if (problem->divided.rows || known)
        return "for the matrix as stored, as its rows do not sum to one";
    return "for the matrix as stored, as a number is off by much of itself: it is too small for a "
           "double, or what others leave";
}

void write_reading(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    const struct divided_rows *divided = &problem->divided;
    snprintf(proof->note, sizeof proof->note, "%s", reading_note(problem, model));
    const size_t used = strlen(proof->note);
    if (divided->rows)
        snprintf(proof->note + used, sizeof proof->note - used, "; %u %s 1%+.3g", divided->rows,
                 divided->rows == 1 ? "row was divided by its sum,"
                                    : "rows were divided by their sums, such as",
                 divided->sum - 1);
}

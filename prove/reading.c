#include "prove/reading.h"

#include <stdio.h>
#include <string.h>

#include "certify/reading.h"

/* Rows that the proof is about. */
static const struct linear *proven_rows(const struct problem *problem)
{
    return problem->kind == KIND_OPTIMUM ? &problem->optimum.original : problem_written(problem);
}

void reading_choose(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *written = proven_rows(problem);
    struct reading of_model = {0};
    if (model) of_model = reading_of_model(&written->a, written->b, problem->model);
    proof->model = of_model.entry > 0;
    proof->reading = proof->model ? of_model : problem->reading;
}

/* Describes how numbers of the model can have become the stored ones. */
static void write_roundings(const struct reading *model, char *out, size_t size)
{
    const unsigned long long entry = reading_roundings(model->entry),
                             constant = reading_roundings(model->constant);
    snprintf(out, size, "for every model whose numbers become the stored ones in %s%llu rounding%s",
             entry == 1 ? "" : "at most ", entry, entry == 1 ? "" : "s");
    const size_t used = strlen(out);
    if (constant && constant != entry)
        snprintf(out + used, size - used, ", rewards in %llu", constant);
}

/* Describes a proof for the stored numbers, and why it is not for the model. */
static const char *stored_note(const struct problem *problem, bool model)
{
    const struct linear *written = proven_rows(problem);
    const bool chain = problem->kind == KIND_FIXPOINT || problem->kind == KIND_STEADY ||
                       problem->kind == KIND_OPTIMUM;
    if (written->a.most) return "for the intervals as stored";
    if (!model || !chain || !matrix_is_stored(&written->a)) return "for the matrix as stored";
    const bool known = problem->model.entry > 0 && numbers_are_normal(&written->a, written->b);
    if (problem->divided.rows || known)
        return "for the matrix as stored, as its rows do not sum to one";
    return "for the matrix as stored, as a number is off by much of itself: it is too small for a "
           "double, or what others leave";
}

void write_reading(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    const struct divided_rows *divided = &problem->divided;
    if (proof->model) write_roundings(&problem->model, proof->note, sizeof proof->note);
    else snprintf(proof->note, sizeof proof->note, "%s", stored_note(problem, model));
    const struct widened_rows *widened = &problem->optimum.widened;
    const size_t used = strlen(proof->note);
    if (widened->rows)
        snprintf(proof->note + used, sizeof proof->note - used,
                 "; %u %s widened by %.2g or less, as nothing between the bounds sums to 1",
                 widened->rows, widened->rows == 1 ? "row was" : "rows were", widened->share);
    if (divided->rows)
        snprintf(proof->note + used, sizeof proof->note - used, "; %u %s 1%+.3g", divided->rows,
                 divided->rows == 1 ? "row was divided by its sum,"
                                    : "rows were divided by their sums, such as",
                 divided->sum - 1);
}

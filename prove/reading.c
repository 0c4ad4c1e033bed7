#include "prove/reading.h"

#include <float.h>
#include <math.h>

static const double half_unit = DBL_EPSILON / 2; /* of the last place, relative */

static uint64_t longest_row(const struct csr *a)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < a->n; i++)
        if (a->row[i + 1] - a->row[i] > most) most = a->row[i + 1] - a->row[i];
    return most;
}

/* Whether rows with entries beside the diagonal sum to 0, but for rounding. */
static bool is_balanced(const struct matrix *a)
{
    const double most = (double)(longest_row(&a->off) + 8) * DBL_EPSILON;
    for (uint32_t i = 0; i < a->off.n; i++) {
        long double sum = a->diag[i];
        const uint64_t first = a->off.row[i], end = a->off.row[i + 1];
        for (uint64_t k = first; k < end; k++) sum += a->off.val[k];
        if (first < end && !(fabsl(sum) <= most)) return false;
    }
    return true;
}

/* A fixpoint's entry is R / E: R and each rate of E are off by half a unit, E by its sum's
 * roundings (a row, and a self-loop, which is not stored), the quotient by one more. A constant is
 * a reward through E; the reward may itself be a sum of products over a row. */
static struct reading reading_of_model(const struct problem *problem)
{
    if (!matrix_is_stored(&problem->system.a)) return (struct reading){0};
    const double longest = (double)longest_row(&problem->system.a.off) + 1;
    if (problem->kind == KIND_STEADY && !problem->steady.unbalanced)
        return (struct reading){.entry = half_unit, .constant = (longest + 2) * half_unit};
    if (problem->kind != KIND_FIXPOINT || !is_balanced(&problem->system.a))
        return (struct reading){0};
    return (struct reading){.entry = 1.01 * (longest + 3) * half_unit,
                            .constant = 1.01 * (2 * longest + 6) * half_unit,
                            .balanced = true};
}

void reading_choose(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    proof->reading = model ? reading_of_model(problem) : problem->reading;
    proof->model = model && proof->reading.entry > 0;
    if (!proof->model) proof->reading = problem->reading;
}

const char *reading_note(const struct problem *problem, bool model)
{
    if (problem->proof.model)
        return "for the model: each number is off by half a unit in its last place at most";
    const bool reduced = problem->kind == KIND_FIXPOINT && !problem->solved;
    if (model && (reduced || problem->steady.unbalanced))
        return "for the matrix as stored, as its rows do not sum to one";
    return "for the matrix as stored";
}

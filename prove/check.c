/* Checks the vectors of a proof without trusting them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "prove/averages.h"
#include "prove/linear.h"
#include "prove/optimum.h"
#include "prove/prove.h"
#include "prove/reading.h"
#include "prove/small_value.h"

/* Discards the reference answer; nothing else of the proof is used without it. */
static enum status proves_nothing(struct problem_proof *proof, const char *why)
{
    free(proof->x);
    proof->x = NULL;
    snprintf(proof->note, sizeof proof->note, "%s", why);
    return OK;
}

static enum status check_weights(struct problem *problem)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *s = problem_written(problem);
    if (!proof->v) return proves_nothing(proof, "there are no weights");
    MUST(allocate(matrix_unknowns(&s->a), sizeof *proof->drift, "a proof", &proof->drift));
    if (!certify_weights(&s->a, &proof->reading, proof->v, proof->drift))
        return proves_nothing(proof, "the weights v have <A> v <= 0 somewhere");
    proof->bound = certify_answer(&s->a, &proof->reading, s->b, proof->drift, proof->x);
    struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    if (proof->y && proof->u) MUST(small_value_check(problem, &value));
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

/* What weights do not prove, elimination may. */
static enum status check_linear(struct problem *problem, bool model, double width)
{
    MUST(check_weights(problem));
    MUST(prove_by_elimination(problem, width));
    if (!problem->proof.note[0]) write_reading(problem, model);
    return OK;
}

/* Intersects two intervals of each class's average: from the answer, and from w. */
static enum status check_average(const struct problem *problem, const struct classes *classes,
                                 struct interval *average)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    double *low = NULL, *high = NULL;
    MUST(averages_of_answer(problem, proof->x, proof->distance, average));
    if (!proof->w) return OK;
    TRY(allocate(classes->count, sizeof *low, "a proof", &low));
    TRY(allocate(classes->count, sizeof *high, "a proof", &high));
    TRY(certify_average(&problem->system.a, &proof->reading, classes, problem->steady.weight,
                        proof->w, low, high));
    for (uint32_t c = 0; c < classes->count; c++)
        if (low[c] <= high[c])
            average[c] = interval_meet(average[c], (struct interval){low[c], high[c]});
out:
    free(low);
    free(high);
    return status;
}

static enum status check_long_run(struct problem *problem)
{
    enum status status = OK;
    struct problem_proof *proof = &problem->proof;
    const struct matrix *a = &problem->system.a;
    const struct classes classes = {problem->steady.nclasses, problem->steady.class_of};
    struct interval *average = NULL;
    if (!proof->v) return proves_nothing(proof, "there are no times to a state");
    TRY(allocate(classes.count, sizeof *proof->times.scale, "a proof", &proof->times.scale));
    TRY(allocate(a->off.rows, sizeof *proof->times.slack, "a proof", &proof->times.slack));
    TRY(allocate(classes.count, sizeof *proof->distance, "a proof", &proof->distance));
    TRY(allocate(classes.count, sizeof *average, "a proof", &average));
    TRY(certify_times(a, &proof->reading, &classes, proof->v, &proof->times));
    for (uint32_t c = 0; c < classes.count; c++)
        if (!isfinite(proof->times.scale[c])) {
            status = proves_nothing(proof, "v is no time to a state of each class");
            goto out;
        }
    TRY(certify_long_run(a, &proof->reading, &classes, proof->v, &proof->times, proof->x,
                         proof->distance));
    TRY(check_average(problem, &classes, average));
    if (proof->y && proof->u) TRY(small_value_check(problem, average));
    const struct interval value = value_of_classes(problem, average);
    proof->value_low = value.low, proof->value_high = value.high;
out:
    free(average);
    return status;
}

/* Steps of choices exist in plain doubles alone, however wide the result is. */
static enum status check_optimum(struct problem *problem, bool model)
{
    struct problem_proof *proof = &problem->proof;
    if (problem->steps) return prove_steps(problem, INFINITY, NULL);
    free(proof->x);
    free(proof->v);
    proof->x = proof->v = NULL;
    if (!proof->low || !proof->high || !proof->rank)
        return proves_nothing(proof, "there are no bounds of states");
    if (problem->optimum.bias && (!proof->w || !proof->level))
        return proves_nothing(proof, "there are no biases of states");
    return optimum_check(problem, model);
}

static enum status check_problem_kind(struct problem *problem, bool model, double width)
{
    switch (problem->kind) {
    case KIND_LINEAR:
    case KIND_FIXPOINT: return check_linear(problem, model, width);
    case KIND_STEADY: return check_long_run(problem);
    case KIND_BOUNDED: return prove_steps(problem, width, NULL);
    case KIND_OPTIMUM: return check_optimum(problem, model);
    default: return proves_nothing(&problem->proof, "a graph has none");
    }
}

enum status prove_check(struct problem *problem, bool model, double width)
{
    struct problem_proof *proof = &problem->proof;
    proof->value_low = proof->value_high = NAN;
    reading_choose(problem, model);
    write_reading(problem, model);
    if (!proof->x && (problem->kind != KIND_OPTIMUM || problem->steps))
        return proves_nothing(proof, "there is no answer");
    MUST(check_problem_kind(problem, model, width));
    if (!(proof->value_low <= proof->value_high)) proof->value_low = proof->value_high = NAN;
    return OK;
}

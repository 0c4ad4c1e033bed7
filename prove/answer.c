/* Bounds the error of any answer with the proof of its problem. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "certify/distance.h"
#include "prove/averages.h"
#include "prove/linear.h"
#include "prove/prove.h"
#include "prove/value.h"

static double widest_error(const struct bound *bound, double weight)
{
    const double widest = fmax(bound->below, bound->above);
    return widest == 0 ? 0 : certify_add_product(0, widest, weight, ABOVE);
}

/* Returns whether a pass over the matrix for the residual can improve the bound. It cannot if the
 * answer is the reference itself, nor if it is far from it: then the bound from the distance is at
 * most `times` the distance. */
static bool residual_may_help(double distance, double error_of_reference, double times)
{
    return distance != 0 &&
           !(isfinite(distance) && (times - 1) * distance >= error_of_reference);
}

static enum status bound_linear(const struct problem *problem, const double *answer,
                                struct check *check, struct proven *out)
{
    const struct problem_proof *proof = &problem->proof;
    const struct linear *s = &problem->system;
    const uint32_t n = matrix_unknowns(&s->a);
    const struct look look = distance_at_most(n, answer, proof->x, proof->v);
    const double distance = look.distance, of_reference = widest_error(&proof->bound, look.weight),
                 least = of_reference <= look.size / 1024
                             ? certify_add_product(look.size, -1, of_reference, BELOW)
                             : least_size(n, proof->x, &proof->bound, proof->v);
    double error = certify_add_product(distance, 1, of_reference, ABOVE);
    if (proof->drift && residual_may_help(distance, of_reference, 1.25)) {
        struct bound own;
        MUST(check->by->answer(check, answer, &own));
        const struct interval value = value_at_initial(problem, answer, &own, proof->v),
                              known = {proof->value_low, proof->value_high},
                              both = interval_meet(known, value);
        error = fmin(error, widest_error(&own, look.weight));
        if (isfinite(own.below + own.above)) out->low = both.low, out->high = both.high;
    }
    out->error = certify_share(error, least);
    return OK;
}

/* The same without a reference. The rows may exist in closed form only. */
static enum status bound_linear_alone(const struct problem *problem, const double *answer,
                                      struct check *check, struct proven *out)
{
    const double *v = problem->proof.v;
    const uint64_t n = problem_unknowns(problem);
    struct bound own;
    if (problem->kind == KIND_OPTIMUM)
        MUST(check->by->closed_distance(check, problem->proof.least_drift, answer, &own));
    else MUST(check->by->answer(check, answer, &own));
    if (!isfinite(own.below + own.above)) return OK;
    const struct interval value = value_at_initial(problem, answer, &own, v);
    const double error = largest_error(n, &own, v), least = least_size(n, answer, &own, v);
    out->error = certify_share(error, least);
    out->low = value.low, out->high = value.high;
    return OK;
}

static enum status bound_long_run(const struct problem *problem, const double *answer,
                                  struct check *check, struct proven *out)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    const struct steady_value *steady = &problem->steady;
    const struct classes classes = {steady->nclasses, steady->class_of};
    struct interval *average = NULL;
    double *distance = NULL, *from_reference = NULL, *off = NULL, *rounding = NULL;
    bool any = false, narrower = false;
    TRY(allocate(classes.count, sizeof *distance, "a proof", &distance));
    TRY(allocate(classes.count, sizeof *average, "a proof", &average));
    TRY(allocate(classes.count, sizeof *from_reference, "a proof", &from_reference));
    TRY(allocate(classes.count, sizeof *off, "a proof", &off));
    TRY(allocate(classes.count, sizeof *rounding, "a proof", &rounding));
    const bool same = !memcmp(answer, proof->x, problem_unknowns(problem) * sizeof *answer);
    if (!same)
        TRY(distance_in_sum(problem_unknowns(problem), &classes, answer, proof->x, off, rounding));
    for (uint32_t c = 0; c < classes.count; c++) {
        distance[c] = from_reference[c] = INFINITY;
        if (same) distance[c] = proof->distance[c];
        if (same || steady->probability[c] == 0) continue;
        from_reference[c] = certify_add_product(off[c], 1, proof->distance[c], ABOVE);
        any = any || residual_may_help(off[c], proof->distance[c] + rounding[c], 4);
    }
    if (any) TRY(check->by->long_run(check, answer, distance));
    out->error = 0;
    for (uint32_t c = 0; c < classes.count; c++) {
        distance[c] = fmin(distance[c], from_reference[c]);
        narrower |= steady->probability[c] > 0 && distance[c] < proof->distance[c];
        if (steady->probability[c] > 0) out->error = fmax(out->error, distance[c]);
    }
    if (!narrower) goto out; /* the reference bounds the averages at least as well */
    TRY(averages_of_answer(problem, answer, distance, average));
    const struct interval known = {out->low, out->high},
                          both = interval_meet(known, value_of_classes(problem, average));
    out->low = both.low, out->high = both.high;
out:
    free(distance);
    free(from_reference);
    free(average);
    free(off);
    free(rounding);
    return status;
}

/* The same without a reference. */
static enum status bound_long_run_alone(const struct problem *problem, const double *answer,
                                        struct check *check, struct proven *out)
{
    enum status status = OK;
    const struct steady_value *steady = &problem->steady;
    const uint32_t count = steady->nclasses;
    struct interval *average = NULL;
    double *distance = NULL, most = 0;
    TRY(allocate(count, sizeof *distance, "a proof", &distance));
    TRY(allocate(count, sizeof *average, "a proof", &average));
    TRY(check->by->long_run(check, answer, distance));
    for (uint32_t c = 0; c < count; c++)
        if (steady->probability[c] > 0) most = fmax(most, distance[c]);
    if (!isfinite(most)) goto out;
    TRY(averages_of_answer(problem, answer, distance, average));
    const struct interval value = value_of_classes(problem, average);
    *out = (struct proven){most, value.low, value.high};
out:
    free(distance);
    free(average);
    return status;
}

bool proof_bounds_answers(const struct problem_proof *proof)
{
    return proof->x || proof->by_residual;
}

struct check_subject prove_subject(const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    const struct linear *written = problem_written(problem);
    struct check_subject subject = {
        .a = &written->a, .reading = proof->reading, .b = written->b, .drift = proof->drift};
    if (problem->kind != KIND_STEADY) return subject;
    subject.classes = (struct classes){problem->steady.nclasses, problem->steady.class_of};
    subject.v = proof->v;
    subject.times = &proof->times;
    return subject;
}

enum status prove_answer_by(struct check *check, const struct problem *problem,
                            const double *answer, struct proven *out)
{
    const struct problem_proof *proof = &problem->proof;
    const bool steady = problem->kind == KIND_STEADY;
    *out = (struct proven){INFINITY, proof->value_low, proof->value_high};
    if (proof->by_residual)
        return (steady ? bound_long_run_alone : bound_linear_alone)(problem, answer, check, out);
    if (!proof->x) return OK;
    if (steady) return bound_long_run(problem, answer, check, out);
    return bound_linear(problem, answer, check, out);
}

enum status prove_answer(const struct problem *problem, const double *answer, struct proven *out)
{
    struct check host = {.by = checkers[0], .subject = prove_subject(problem)};
    return prove_answer_by(&host, problem, answer, out);
}

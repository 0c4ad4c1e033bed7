#include "prove/small_value.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "certify/pinned.h"
#include "prove/relative.h"
#include "prove/weights.h"

/* The system that y and u belong to: that of the problem, or that of a long run with one pinned
 * state in each class. */
struct subject {
    const struct matrix *a;
    const double *b;
    struct reading reading;
    struct pinned pinned;
    double *own_b;
};

/* Pins the states to which v has the times. */
static enum status pin_states(const struct problem *problem, struct subject *out)
{
    const uint32_t n = problem_unknowns(problem);
    const struct classes classes = {problem->steady.nclasses, problem->steady.class_of};
    MUST(allocate(n, sizeof *out->own_b, "a proof", &out->own_b));
    for (uint32_t i = 0; i < n; i++) out->own_b[i] = -problem->proof.v[i];
    MUST(pinned_create(&problem->system.a, &classes, out->own_b, &out->pinned));
    for (uint32_t i = 0; i < n; i++) out->own_b[i] = is_pinned_row(&out->pinned, &classes, i);
    out->a = &out->pinned.into;
    out->b = out->own_b;
    out->reading =
        reading_of_pinned(&problem->system.a, &problem->proof.times, problem->proof.reading);
    return OK;
}

static enum status subject_create(const struct problem *problem, struct subject *out)
{
    const struct linear *s = problem_written(problem);
    *out = (struct subject){.a = &s->a, .b = s->b, .reading = problem->proof.reading};
    return problem->kind == KIND_STEADY ? pin_states(problem, out) : OK;
}

static void subject_free(struct subject *subject)
{
    pinned_free(&subject->pinned);
    free(subject->own_b);
}

/* Returns whether the signs are right; otherwise no entry is known to be positive. */
static bool is_positive(const struct subject *subject)
{
    if (!subject->b || !is_compared(subject->a)) return false;
    for (uint32_t i = 0; i < subject->a->off.rows; i++)
        if (subject->b[i] < 0) return false;
    return true;
}

enum status small_value_find(struct problem *problem, double width, struct budget *budget)
{
    enum status status = OK;
    struct problem_proof *proof = &problem->proof;
    struct relative_solution found = {0};
    struct subject subject;
    TRY(subject_create(problem, &subject));
    if (!is_positive(&subject)) goto out;
    TRY(relative_solve(subject.a, &subject.reading, subject.b, proof->x, 0.4 * width, budget,
                       &found));
    if (!isfinite(found.bound.below + found.bound.above)) goto out;
    proof->y = found.x;
    proof->u = found.v;
    found = (struct relative_solution){0};
out:
    relative_solution_free(&found);
    subject_free(&subject);
    return status;
}

static struct interval small_value_entry(const struct problem_proof *proof,
                                         const struct bound *bound, uint32_t i)
{
    const struct interval entry = certify_entry(proof->y[i], bound, proof->u[i]);
    return (struct interval){fmax(entry.low, 0), entry.high};
}

static struct interval average_of_class(const struct problem *problem, const struct bound *bound,
                                        uint32_t class)
{
    const struct steady_value *steady = &problem->steady;
    struct entries_known known = {0};
    for (uint32_t i = 0; i < problem_unknowns(problem); i++)
        if (steady->class_of[i] == class)
            entries_known_add(&known, small_value_entry(&problem->proof, bound, i),
                              steady->weight[i]);
    return entries_known_average(&known, problem->proof.reading.constant);
}

/* Intersects both intervals; if `found` is NaN, returns `known`. */
static struct interval meet_known(struct interval known, struct interval found)
{
    return found.low <= found.high ? interval_meet(known, found) : known;
}

enum status small_value_check(const struct problem *problem, struct interval *value)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    double *drift = NULL;
    struct subject subject;
    TRY(subject_create(problem, &subject));
    TRY(allocate(problem_unknowns(problem), sizeof *drift, "a proof", &drift));
    if (!is_positive(&subject) || !certify_weights(subject.a, &subject.reading, proof->u, drift))
        goto out;
    const struct bound bound =
        certify_answer(subject.a, &subject.reading, subject.b, drift, proof->y);
    if (!isfinite(bound.below + bound.above)) goto out;
    if (problem->kind != KIND_STEADY)
        *value = meet_known(*value, value_at_initial(problem, proof->y, &bound, proof->u));
    for (uint32_t c = 0; problem->kind == KIND_STEADY && c < problem->steady.nclasses; c++)
        if (subject.pinned.state[c] != NO_CLASS)
            value[c] = meet_known(value[c], average_of_class(problem, &bound, c));
out:
    free(drift);
    subject_free(&subject);
    return status;
}

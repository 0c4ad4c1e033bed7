#include "prove/linear.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/candidate.h"
#include "prove/systems/refine.h"
#include "prove/small_value.h"
#include "prove/value.h"
#include "prove/weights.h"

struct search {
    struct problem *problem;
    double width;
    const double *candidate; /* NULL: there is none, or it is of no use */
};

static double linear_share(double part, double whole)
{
    return part == 0 || isnan(part) ? 0 : part / fabs(whole);
}

double excess_of_bound(struct problem *problem, const double *x, double width)
{
    struct problem_proof *proof = &problem->proof;
    const uint64_t n = problem_unknowns(problem);
    const struct interval value = value_at_initial(problem, x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
    const double error = largest_error(n, &proof->bound, proof->v),
                 size = least_size(n, x, &(struct bound){0, 0}, NULL);
    double excess = linear_share(error, size);
    if (value_has_width(problem) && isfinite(value.low) && isfinite(value.high))
        excess =
            fmax(excess, linear_share(0.5 * (value.high - value.low), problem_value(problem, x)));
    return excess / width;
}

/* Excess of x (see refine.h). */
static enum status linear_excess(void *with, const double *x, double *out)
{
    const struct search *s = with;
    struct problem_proof *proof = &s->problem->proof;
    const struct linear *system = problem_written(s->problem);
    proof->bound = certify_answer(&system->a, &proof->reading, system->b, proof->drift, x);
    *out = excess_of_bound(s->problem, x, s->width);
    return OK;
}

/* Rows x_i = b_i get their exact value; all others 0. */
static void state_rows(const struct linear *s, double *x)
{
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        x[i] = s->a.off.row[i] == s->a.off.row[i + 1] && s->b ? s->b[i] / s->a.diag[i] : 0;
}

bool is_time(const struct linear *s, double *each)
{
    double same = 0;
    *each = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        const bool stated = s->a.off.row[i] == s->a.off.row[i + 1];
        const double b = s->b ? s->b[i] : 0;
        if (!stated && same == 0) same = b;
        if (b != (stated ? 0 : same)) return false;
    }
    if (same > 0) *each = same;
    return same > 0;
}

/* Starts from the weights. Rows x_i = 0 have small weights that are not 0; where rows sum to zero,
 * all other weights are too large by the same amount. */
static void take_times(const struct linear *s, const double *v, double each, double *x)
{
    double least = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        if (s->a.off.row[i] == s->a.off.row[i + 1]) least = v[i];
    for (uint32_t i = 0; i < s->a.off.rows; i++)
        if (s->a.off.row[i] < s->a.off.row[i + 1]) x[i] = each * (v[i] - least);
}

static bool is_narrow(const struct problem_proof *proof, double width)
{
    const double size = fmax(fabs(proof->value_low), fabs(proof->value_high));
    return isnan(proof->value_low) || proof->value_low == proof->value_high ||
           0.5 * (proof->value_high - proof->value_low) <= width * size;
}

/* Returns the factor by which the first solve should reduce the residual. An error can be larger
 * than its residual by the ratio of v and the drift. The largest |x_i| is at least that of the rows
 * x_i = b_i, and at least any |b_i| divided by the sum of all |A_ij| in its row. */
static double linear_first_aim(void *with, const double *residual)
{
    const struct search *s = with;
    const struct problem_proof *proof = &s->problem->proof;
    const struct linear *system = problem_written(s->problem);
    const struct matrix *a = &system->a;
    double most = 0, largest = 0, size = 0, left = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double sum = fabs(a->diag[i]);
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) sum += fabs(a->off.val[k]);
        largest = fmax(largest, proof->v[i]);
        left = fmax(left, fabs(residual[i]));
        size = fmax(size, fabs(proof->x[i]));
        if (system->b) size = fmax(size, fabs(system->b[i]) / sum);
        if (a->off.row[i] < a->off.row[i + 1]) most = fmax(most, 1 / proof->drift[i]);
    }
    return 0.3 * width_aimed_at(s->width) * size / (most * largest * left);
}

static void swap(double **a, double **b)
{
    double *other = *a;
    *a = *b;
    *b = other;
}

/* Replaces x and v by y and u if these also give the smaller error over all entries. */
static void take_better(struct problem_proof *proof, const struct linear *s)
{
    const double before = largest_error(matrix_unknowns(&s->a), &proof->bound, proof->v);
    for (int turn = 0; turn < 2; turn++) {
        swap(&proof->x, &proof->y);
        swap(&proof->v, &proof->u);
        const bool accepted = certify_weights(&s->a, &proof->reading, proof->v, proof->drift);
        proof->bound = certify_answer(&s->a, &proof->reading, s->b, proof->drift, proof->x);
        if (accepted && largest_error(matrix_unknowns(&s->a), &proof->bound, proof->v) < before)
            return;
    }
}

/* x = the candidate, but for rows x_i = b_i. *good: the check finds that no system has to be
 * solved. A candidate that is not close is dropped. */
static enum status try_candidate(struct search *s, struct budget *budget, bool *good)
{
    const struct linear *system = problem_written(s->problem);
    double *x = s->problem->proof.x, excess;
    *good = false;
    if (!s->candidate) return OK;
    for (uint32_t i = 0; i < system->a.off.rows; i++)
        if (system->a.off.row[i] < system->a.off.row[i + 1]) x[i] = s->candidate[i];
    MUST(linear_excess(s, x, &excess));
    *good = excess < 1;
    budget->led |= candidate_is_close(s->width, excess);
    if (candidate_is_close(s->width, excess)) return OK;
    s->candidate = NULL;
    state_rows(system, x);
    return OK;
}

/* Finds x. each: from is_time, or 0. */
static enum status find_x(struct search *search, bool order, double each, struct budget *budget)
{
    struct problem_proof *proof = &search->problem->proof;
    const struct linear *s = problem_written(search->problem);
    double reached;
    bool good;
    MUST(allocate(matrix_unknowns(&s->a), sizeof *proof->x, "a proof", &proof->x));
    state_rows(s, proof->x);
    MUST(try_candidate(search, budget, &good));
    if (good) return OK;
    const bool by_times = each > 0 && !search->candidate;
    if (by_times) take_times(s, proof->v, each, proof->x);
    const struct refinement how = {.a = &s->a,
                                   .b = s->b,
                                   .balanced = proof->reading.balanced,
                                   .excess = linear_excess,
                                   .with = search,
                                   .first_aim = linear_first_aim,
                                   .begun = by_times,
                                   .order = &order,
                                   .budget = budget};
    return refine(&how, proof->x, &reached);
}

/* Finds the reference answer. */
static enum status find_reference(struct search *search, bool order, double each,
                                  struct budget *budget)
{
    struct problem *problem = search->problem;
    struct problem_proof *proof = &problem->proof;
    MUST(find_x(search, order, each, budget));
    struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
    if (!value_has_width(problem) || is_narrow(proof, search->width) || budget->spent) return OK;
    MUST(small_value_find(problem, search->width, budget));
    if (proof->y) {
        MUST(small_value_check(problem, &value));
        take_better(proof, problem_written(problem));
    }
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

/* Takes the weights from the candidate if that is a time. *accepted: the check accepts them. A
 * candidate whose weights are not accepted is dropped. */
static void try_weights(struct search *search, double each, struct budget *budget, bool *accepted)
{
    struct problem_proof *proof = &search->problem->proof;
    const struct matrix *a = &problem_written(search->problem)->a;
    *accepted = false;
    if (!search->candidate || each == 0) return;
    weights_of_times(a, search->candidate, each, proof->v);
    *accepted = weights_do(a, &proof->reading, proof->v, proof->drift);
    budget->led |= *accepted;
    if (!*accepted) search->candidate = NULL;
}

enum status prove_by_elimination(struct problem *problem, double width)
{
    enum status status = OK;
    struct problem_proof *proof = &problem->proof;
    const struct reading reading = proof->reading;
    const struct linear *s = problem_written(problem);
    const uint32_t n = matrix_unknowns(&s->a);
    const bool model = proof->model;
    double *x = NULL, share;
    if (!proof_is_wider(problem, width)) return OK;
    TRY(allocate(n, sizeof *x, "a proof", &x));
    TRY(certify_elimination(&s->a, &reading, s->b, x, &share));
    if (!(share <= width) && (proof->x || isinf(share))) goto out;
    problem_forget_proof(problem);
    *proof = (struct problem_proof){
        .reading = reading, .model = model, .x = x, .bound = {share, share}};
    x = NULL;
    TRY(allocate(n, sizeof *proof->v, "a proof", &proof->v));
    memcpy(proof->v, proof->x, n * sizeof *proof->v);
    const struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
out:
    free(x);
    return status;
}

enum status prove_linear(struct problem *problem, const struct prove_settings *settings,
                         struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *s = problem_written(problem);
    const struct matrix *a = &s->a;
    struct search search = {problem, settings->width, candidate_of(settings, a)};
    bool accepted, order = true;
    double each;
    const double first = is_time(s, &each) ? 0.1 * settings->width : rough_weights;
    MUST(allocate(matrix_unknowns(a), sizeof *proof->v, "a proof", &proof->v));
    MUST(allocate(matrix_unknowns(a), sizeof *proof->drift, "a proof", &proof->drift));
    try_weights(&search, each, budget, &accepted);
    if (!accepted)
        MUST(find_weights(a, &proof->reading, first, budget, proof->v, proof->drift, &accepted,
                          &order));
    if (accepted) return find_reference(&search, order, each, budget);
    snprintf(proof->note, sizeof proof->note, "%s",
             budget->spent ? "no weights v with <A> v > 0 were found in the time that it may take"
                           : "no weights v with <A> v > 0 were found: the matrix is singular or "
                             "nearly so, or too far from diagonally dominant");
    return OK;
}

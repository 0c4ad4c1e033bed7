#include "prove/long_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "certify/pinned.h"
#include "prove/averages.h"
#include "prove/candidate.h"
#include "prove/systems/refine.h"
#include "prove/systems/row_scale.h"
#include "prove/small_value.h"
#include "prove/systems/sweeps.h"

struct run {
    struct problem *problem;
    struct classes classes;
    struct pinned pinned;
    struct budget *budget;
    double width;
    const double *candidate;  /* NULL: there is none, or it is of no use */
    struct row_scale scale;   /* for pinned.out_of */
    double *weight;           /* one for each row of pinned.out_of: a rough answer */
    double *b;                /* right-hand side of the system that is being solved */
    double *distance;         /* one for each class */
    double *low, *high;       /* one for each class, from certify_average */
    struct interval *average; /* one for each class */
};

static enum status allocate_run(struct run *run)
{
    const uint32_t n = problem_unknowns(run->problem), classes = run->classes.count;
    struct problem_proof *proof = &run->problem->proof;
    MUST(allocate(n, sizeof *run->b, "a proof", &run->b));
    MUST(allocate(n, sizeof *run->weight, "a proof", &run->weight));
    MUST(allocate(classes, sizeof *run->low, "a proof", &run->low));
    MUST(allocate(classes, sizeof *run->high, "a proof", &run->high));
    MUST(allocate(classes, sizeof *run->average, "a proof", &run->average));
    MUST(allocate(n, sizeof *proof->v, "a proof", &proof->v));
    MUST(allocate(n, sizeof *proof->x, "a proof", &proof->x));
    MUST(allocate(n, sizeof *proof->times.slack, "a proof", &proof->times.slack));
    MUST(allocate(classes, sizeof *proof->times.scale, "a proof", &proof->times.scale));
    return allocate(classes, sizeof *proof->distance, "a proof", &proof->distance);
}

static void free_run(struct run *run)
{
    pinned_free(&run->pinned);
    free(run->b);
    free(run->weight);
    free(run->scale.rate);
    free(run->low);
    free(run->high);
    free(run->average);
}

static bool has_rows(const struct run *run, uint32_t class)
{
    return run->pinned.state[class] != NO_CLASS;
}

static void unscale_rows(struct run *run)
{
    for (uint32_t i = 0; i < problem_unknowns(run->problem); i++)
        run->weight[i] /= row_scale_of(&run->scale, i);
    row_scale_undo(&run->scale, &run->pinned.out_of);
}

/* Makes a rough answer. It shows a state that is often visited. */
static void sweep_roughly(struct run *run, double *x)
{
    enum { SWEEPS = 10 };
    const struct linear *s = &run->problem->system;
    memcpy(x, s->x0, matrix_unknowns(&s->a) * sizeof *x);
    rough_sweeps(&s->a, SWEEPS, run->b, x);
}

/* Pins the largest entry of x in each class. *fits: all of these are positive. */
static enum status pin_largest(struct run *run, const double *x, bool *fits)
{
    *fits = true;
    MUST(pinned_create(&run->problem->system.a, &run->classes, x, &run->pinned));
    for (uint32_t c = 0; c < run->classes.count; c++)
        *fits &= !has_rows(run, c) || x[run->pinned.state[c]] > 0;
    return OK;
}

/* Pins states by the candidate, or by a rough answer if that is of no use. x = an answer whose
 * entries have the right size, each of them: of small entries, a candidate may have only
 * rounding. */
static enum status pin_states(struct run *run, double *x)
{
    const struct matrix *a = &run->problem->system.a;
    struct balance balance = {INFINITY, INFINITY};
    bool fits = false;
    if (run->candidate) balance = candidate_balance(a, run->candidate);
    if (balance.all <= 1e-3) MUST(pin_largest(run, run->candidate, &fits));
    run->budget->led |= fits;
    if (!fits) {
        pinned_free(&run->pinned);
        run->candidate = NULL;
    }
    if (fits && balance.each <= 0.5) memcpy(x, run->candidate, matrix_unknowns(a) * sizeof *x);
    else sweep_roughly(run, x);
    return fits ? OK : pin_largest(run, x, &fits);
}

/* The first answer is 1 in the pinned states and 0 elsewhere: its residual is large in few rows,
 * and BiCGStab needs a fifth of the iterations that it needs from a rough answer. */
static void begin_answer(const struct run *run, double *x)
{
    for (uint32_t i = 0; i < problem_unknowns(run->problem); i++)
        x[i] = is_pinned_row(&run->pinned, &run->classes, i);
}

static enum status begin_proof_run(struct run *run)
{
    double *x = run->problem->proof.x;
    MUST(pin_states(run, x));
    MUST(row_scale_create(run->problem, &run->pinned, x, &run->scale));
    row_scale_apply(&run->scale, &run->pinned.out_of);
    for (uint32_t i = 0; i < problem_unknowns(run->problem); i++)
        run->weight[i] = x[i] * row_scale_of(&run->scale, i);
    begin_answer(run, x);
    return OK;
}

/* Excess of times v (see refine.h), roughly: the largest |b - A v|. certify_times decides in the
 * end. */
static enum status excess_of_times(void *with, const double *v, double *out)
{
    const struct run *run = with;
    const struct matrix *a = &run->pinned.out_of;
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max \
                                                    : most) if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        double sum = run->b[i] - a->diag[i] * v[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            sum -= a->off.val[k] * v[a->off.col[k]];
        sum = fabs(sum);
        most = sum <= most ? most : isnan(sum) ? INFINITY : sum;
    }
    *out = most / 0.7;
    return OK;
}

static enum status find_times(struct run *run, bool *found)
{
    struct problem_proof *proof = &run->problem->proof;
    const uint32_t n = problem_unknowns(run->problem);
    double reached;
    for (uint32_t i = 0; i < n; i++) run->b[i] = !is_pinned_row(&run->pinned, &run->classes, i);
    memset(proof->v, 0, n * sizeof *proof->v);
    const struct refinement how = {.a = &run->pinned.out_of,
                                   .b = run->b,
                                   .excess = excess_of_times,
                                   .with = run,
                                   .first = 0.5,
                                   .coarsening = {run->weight, true},
                                   .budget = run->budget};
    MUST(refine(&how, proof->v, &reached));
    MUST(certify_times(&run->problem->system.a, &proof->reading, &run->classes, proof->v,
                       &proof->times));
    *found = true;
    for (uint32_t c = 0; c < run->classes.count; c++) *found &= isfinite(proof->times.scale[c]);
    return OK;
}

static double largest_distance(const struct run *run)
{
    double most = 0;
    for (uint32_t c = 0; c < run->classes.count; c++)
        if (has_rows(run, c) && !(run->problem->proof.distance[c] <= most))
            most = run->problem->proof.distance[c];
    return most;
}

static double widest_average(const struct run *run)
{
    return widest_interval(run->classes.count, run->average);
}

static enum status excess_of_answer(void *with, const double *x, double *out)
{
    const struct run *run = with;
    const struct problem_proof *proof = &run->problem->proof;
    MUST(certify_long_run(&run->problem->system.a, &proof->reading, &run->classes, proof->v,
                          &proof->times, x, proof->distance));
    *out = largest_distance(run) / run->width;
    MUST(averages_of_answer(run->problem, x, proof->distance, run->average));
    *out = fmax(*out, widest_average(run) / run->width);
    return OK;
}

/* Returns the factor by which the first residual should be reduced, for all classes together. */
static double first_aim(void *with, const double *residual)
{
    const struct run *run = with;
    const struct problem_proof *proof = &run->problem->proof;
    double moved = 0, mass = 0;
    for (uint32_t i = 0; i < problem_unknowns(run->problem); i++) {
        moved += fabs(residual[i]) * proof->v[i] * proof->times.scale[run->classes.of[i]];
        mass += fabs(proof->x[i]);
    }
    return 0.01 * width_aimed_at(run->width) * mass / moved;
}

/* x = the candidate, with 1 in the pinned states. *good: the check finds that no system has to be
 * solved. A candidate that is not close is dropped. */
static enum status try_candidate(struct run *run, double *x, bool *good)
{
    double excess;
    *good = false;
    if (!run->candidate) return OK;
    for (uint32_t i = 0; i < problem_unknowns(run->problem); i++)
        x[i] = run->candidate[i] / run->candidate[run->pinned.state[run->classes.of[i]]];
    MUST(excess_of_answer(run, x, &excess));
    *good = excess < 1;
    if (!candidate_is_close(run->width, excess)) begin_answer(run, x);
    return OK;
}

static enum status find_answer(struct run *run)
{
    struct problem_proof *proof = &run->problem->proof;
    const uint32_t n = problem_unknowns(run->problem);
    double reached;
    bool good;
    MUST(try_candidate(run, proof->x, &good));
    if (good) return OK;
    for (uint32_t i = 0; i < n; i++) run->b[i] = is_pinned_row(&run->pinned, &run->classes, i);
    const struct refinement how = {.a = &run->pinned.into,
                                   .b = run->b,
                                   .excess = excess_of_answer,
                                   .with = run,
                                   .first_aim = first_aim,
                                   .coarsening = {run->weight, false},
                                   .budget = run->budget};
    return refine(&how, proof->x, &reached);
}

static enum status excess_of_average(void *with, const double *w, double *out)
{
    struct run *run = with;
    MUST(certify_average(&run->problem->system.a, &run->problem->proof.reading, &run->classes,
                         run->problem->steady.weight, w, run->low, run->high));
    *out = 0;
    for (uint32_t c = 0; c < run->classes.count; c++) {
        const double middle = 0.5 * (run->average[c].low + run->average[c].high);
        if (!has_rows(run, c) || run->high[c] == run->low[c]) continue;
        *out = fmax(*out, 0.5 * (run->high[c] - run->low[c]) / fabs(middle) / run->width);
    }
    return OK;
}

/* Improves the averages with vectors w, if the distance bounds the value too loosely. */
static enum status narrow_averages(struct run *run)
{
    struct problem *problem = run->problem;
    const uint32_t n = problem_unknowns(problem);
    double reached;
    MUST(allocate_zeroed(n, sizeof *problem->proof.w, "a proof", &problem->proof.w));
    for (uint32_t i = 0; i < n; i++) {
        const struct interval *g = &run->average[run->classes.of[i]];
        run->b[i] = is_pinned_row(&run->pinned, &run->classes, i)
                        ? 0
                        : problem->steady.weight[i] - 0.5 * (g->low + g->high);
    }
    const struct refinement how = {.a = &run->pinned.out_of,
                                   .b = run->b,
                                   .excess = excess_of_average,
                                   .with = run,
                                   .first = 1e-3,
                                   .coarsening = {run->weight, true},
                                   .budget = run->budget};
    MUST(refine(&how, problem->proof.w, &reached));
    for (uint32_t c = 0; c < run->classes.count; c++)
        if (has_rows(run, c))
            run->average[c] =
                interval_meet(run->average[c], (struct interval){run->low[c], run->high[c]});
    return OK;
}

static enum status find_value(struct run *run)
{
    struct problem_proof *proof = &run->problem->proof;
    MUST(averages_of_answer(run->problem, proof->x, proof->distance, run->average));
    if (widest_average(run) > run->width && !run->budget->spent) MUST(narrow_averages(run));
    if (widest_average(run) > run->width && !run->budget->spent) {
        MUST(small_value_find(run->problem, run->width, run->budget));
        if (proof->y) MUST(small_value_check(run->problem, run->average));
    }
    const struct interval value = value_of_classes(run->problem, run->average);
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

enum status prove_long_run(struct problem *problem, const struct prove_settings *settings,
                           struct budget *budget)
{
    enum status status = OK;
    struct run run = {.problem = problem,
                      .classes = {problem->steady.nclasses, problem->steady.class_of},
                      .budget = budget,
                      .width = settings->width,
                      .candidate = candidate_of(settings, &problem->system.a)};
    bool found;
    TRY(allocate_run(&run));
    TRY(begin_proof_run(&run));
    TRY(find_times(&run, &found));
    unscale_rows(&run);
    if (!found && !budget->spent) TRY(find_times(&run, &found));
    if (found) {
        TRY(find_answer(&run));
        TRY(find_value(&run));
    } else {
        free(problem->proof.x);
        problem->proof.x = NULL;
        snprintf(problem->proof.note, sizeof problem->proof.note, "%s",
                 budget->spent
                     ? "no times to a state of each class were found in the time that it may take"
                     : "the times to a state of each class are too long for double precision");
    }
out:
    free_run(&run);
    return status;
}

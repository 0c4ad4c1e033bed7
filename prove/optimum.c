#include "prove/optimum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/choices_graph.h"
#include "base/team.h"
#include "certify/intervals.h"
#include "certify/optimum.h"
#include "prove/candidate.h"
#include "prove/reading.h"
#include "prove/sides/gains.h"
#include "prove/sides/sides.h"
#include "prove/value.h"

/* The process as it was read, and its choices. */
struct original {
    struct optimum of;
    struct choices choices;
};

static struct original original_of(const struct problem *problem)
{
    const struct linear *all = &problem->optimum.original;
    return (struct original){
        .of = {.a = &all->a,
               .reading = problem->proof.reading,
               .b = all->b,
               .stated = problem->optimum.stated,
               .largest = problem->optimum.largest,
               .nature_largest = problem->optimum.nature_largest,
               .rewards = problem->range == RANGE_NOT_NEGATIVE && !problem->optimum.bias,
               .gain = problem->optimum.bias != NULL},
        .choices = {&all->a.off, all->a.group, (uint32_t)matrix_unknowns(&all->a), NULL}};
}

/* Numbers of unknowns become those of states. */
static void lift(const struct problem *problem, const struct original *o, const double *x,
                 double *out)
{
#pragma omp parallel for schedule(static) if (team_once(o->choices.states))
    for (uint32_t i = 0; i < o->choices.states; i++)
        out[i] = o->of.stated[i] ? o->of.b[first_choice(&o->choices, i)]
                                 : x[problem->optimum.unknown_of[i]];
}

/* Ranks of the side that needs them, along rows that hold: from above for rewards, else from
 * below. */
static enum status find_ranks(const struct problem *problem, const struct original *o,
                              uint32_t **rank)
{
    enum status status = OK;
    const struct problem_proof *proof = &problem->proof;
    const enum side side = o->of.rewards ? ABOVE : BELOW;
    const bool every = (side == ABOVE) == o->of.largest;
    const enum approach way = every           ? BY_EVERY_CHOICE
                              : side == ABOVE ? BY_SURE_CHOICE
                                              : BY_SOME_CHOICE;
    struct choices choices = o->choices;
    uint8_t *holds = NULL, *through = NULL;
    TRY(allocate(o->of.a->off.rows, 1, "a proof", &holds));
    TRY(allocate(choices.states, 1, "a proof", &through));
    certify_choices(&o->of, side == ABOVE ? proof->high : proof->low, side, NULL, holds);
#pragma omp parallel for schedule(static) if (team_once(o->of.a->off.rows))
    for (uint32_t i = 0; i < choices.states; i++) {
        through[i] = 1;
        for (uint32_t r = first_choice(&choices, i); every && r < first_choice(&choices, i + 1);
             r++)
            through[i] &= holds[r];
    }
    if (!every) choices.allowed = holds;
    TRY(choices_rank(&choices, way, through, o->of.stated, rank));
out:
    free(holds);
    free(through);
    return status;
}

/* Ranks of states whose value is infinite: for the largest, the distance to states from which the
 * goal may be missed for ever. */
static enum status find_infinite_ranks(const struct original *o, uint32_t **rank)
{
    enum status status = OK;
    uint8_t *through = NULL, *no = NULL, *yes = NULL;
    if (!o->of.largest) return choices_stage(&o->choices, o->of.stated, rank);
    TRY(allocate(o->choices.states, 1, "a proof", &through));
    for (uint32_t i = 0; i < o->choices.states; i++) through[i] = !o->of.stated[i];
    TRY(certain_choices(&o->choices, NULL, o->of.stated, false, &no, &yes));
    TRY(choices_rank(&o->choices, BY_SOME_CHOICE, through, no, rank));
out:
    free(through);
    free(no);
    free(yes);
    return status;
}

static bool is_infinite(const struct problem *problem, uint32_t state)
{
    const uint8_t *infinite = problem->fixpoint.infinite;
    return infinite && infinite[problem->optimum.unknown_of[state]];
}

static bool any_infinite(const struct problem *problem)
{
    const uint8_t *infinite = problem->fixpoint.infinite;
    const uint64_t n = infinite ? problem_unknowns(problem) : 0;
    int any = false;
#pragma omp parallel for schedule(static) reduction(| : any) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) any |= infinite[i];
    return any;
}

/* The vectors of all states, which the check takes. */
static enum status make_vectors(struct problem *problem, const struct sides *sides)
{
    enum status status = OK;
    struct problem_proof *proof = &problem->proof;
    const struct original o = original_of(problem);
    uint32_t *infinite = NULL;
    TRY(allocate_large(o.choices.states, sizeof *proof->low, "a proof", &proof->low));
    TRY(allocate_large(o.choices.states, sizeof *proof->high, "a proof", &proof->high));
    lift(problem, &o, sides->low, proof->low);
    lift(problem, &o, sides->high, proof->high);
    TRY(find_ranks(problem, &o, &proof->rank));
    if (!any_infinite(problem)) return OK;
    TRY(find_infinite_ranks(&o, &infinite));
    for (uint32_t i = 0; i < o.choices.states; i++)
        if (is_infinite(problem, i)) proof->rank[i] = infinite[i];
out:
    free(infinite);
    return status;
}

/* What the check proves of the vectors. */
struct proven_sides {
    bool above, below;
};

/* Returns whether the bounds say of the same states as the search that their value is infinite. */
static bool infinite_as_known(const struct problem *problem, uint32_t states)
{
    int same = true;
#pragma omp parallel for schedule(static) reduction(& : same) if (team_once(states))
    for (uint32_t i = 0; i < states; i++)
        same &= (problem->proof.low[i] == INFINITY) == is_infinite(problem, i);
    return same;
}

static struct proven_sides check_vectors(const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    const struct original o = original_of(problem);
    if (o.of.gain) {
        const struct gains below = gains_of_side(problem, BELOW),
                           above = gains_of_side(problem, ABOVE);
        return (struct proven_sides){.above = certify_gains(&o.of, ABOVE, &above),
                                     .below = certify_gains(&o.of, BELOW, &below)};
    }
    return (struct proven_sides){.above = certify_above(&o.of, proof->high, proof->rank),
                                 .below = certify_below(&o.of, proof->low, proof->rank) &&
                                          infinite_as_known(problem, o.choices.states)};
}

/* Numbers of a side that the check refused become those that hold of every process. */
static void take_what_is_known(struct problem *problem, struct proven_sides proven)
{
    const bool at_most_1 = problem->range == RANGE_PROBABILITY && problem->proof.reading.balanced;
    const uint32_t states = (uint32_t)matrix_unknowns(&problem->optimum.original.a);
#pragma omp parallel for schedule(static) if (team_once(states))
    for (uint32_t i = 0; i < states; i++) {
        if (!proven.above) problem->proof.high[i] = at_most_1 ? 1 : INFINITY;
        if (!proven.below) problem->proof.low[i] = 0;
    }
}

/* *at = the smaller one of *at and x (BELOW), or the larger one. Threads may share *at. */
static void join(double *at, double x, enum side side)
{
    double there;
    __atomic_load(at, &there, __ATOMIC_RELAXED);
    while ((side == BELOW ? x < there : x > there) &&
           !__atomic_compare_exchange(at, &there, &x, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        continue;
}

/* The intervals of all states that are one unknown, together. Where they are infinite, which the
 * problem knows, and where there are no states, it is 0. */
static void join_intervals(const struct problem *problem, double *low, double *high)
{
    const struct problem_proof *proof = &problem->proof;
    const uint64_t n = problem_unknowns(problem);
    const uint32_t states = (uint32_t)matrix_unknowns(&problem->optimum.original.a),
                   *unknown_of = problem->optimum.unknown_of;
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) low[i] = INFINITY, high[i] = 0;
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < states; i++) {
        join(&low[unknown_of[i]], proof->low[i], BELOW);
        join(&high[unknown_of[i]], proof->high[i], ABOVE);
    }
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint64_t i = 0; i < n; i++)
        if (low[i] == INFINITY) low[i] = high[i] = 0;
}

static enum status take_answer(struct problem *problem)
{
    struct problem_proof *proof = &problem->proof;
    const uint64_t n = problem_unknowns(problem);
    MUST(allocate_large(n, sizeof *proof->x, "a proof", &proof->x));
    MUST(allocate_large(n, sizeof *proof->v, "a proof", &proof->v));
    join_intervals(problem, proof->x, proof->v);
    certify_middles(n, proof->x, proof->v);
    proof->bound = (struct bound){1, 1};
    const struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

static void write_refused(struct problem *problem, bool model, struct proven_sides proven)
{
    char *note = problem->proof.note;
    const size_t room = sizeof problem->proof.note;
    if (proven.above && proven.below) return;
    if (proven.above || proven.below) write_reading(problem, model);
    snprintf(note + strlen(note), room - strlen(note), "%sthe check refuses the bounds from %s",
             proven.above || proven.below ? "; " : "",
             proven.above   ? "below"
             : proven.below ? "above"
                            : "below and from above");
}

enum status optimum_check(struct problem *problem, bool model)
{
    const struct proven_sides proven = check_vectors(problem);
    MUST(progress_hook_check());
    write_refused(problem, model, proven);
    if ((!proven.above && !proven.below) || (!proven.below && any_infinite(problem))) return OK;
    take_what_is_known(problem, proven);
    return take_answer(problem);
}

enum status prove_optimum(struct problem *problem, const struct prove_settings *settings,
                          struct budget *budget)
{
    enum status status = OK;
    struct sides sides = {0};
    const double *candidate = candidate_of(settings, &problem->system.a);
    if (problem->optimum.bias) {
        const struct original o = original_of(problem);
        TRY(gains_find(problem, &o.of, candidate, settings->width, budget));
        TRY(optimum_check(problem, settings->model));
        goto out;
    }
    TRY(sides_find(problem, candidate, settings->width, budget, &sides));
    TRY(make_vectors(problem, &sides));
    TRY(optimum_check(problem, settings->model));
out:
    sides_free(&sides);
    return status;
}

uint64_t proof_length(const struct problem *problem)
{
    return problem->kind == KIND_OPTIMUM && !problem->steps
               ? matrix_unknowns(&problem->optimum.original.a)
               : problem_unknowns(problem);
}

/* choice[i] = a row of a state of which nothing is proven: for the smallest reward one with which
 * the goal is certain, if there is one. */
static enum status choose_any(const struct original *o, uint32_t *choice)
{
    uint32_t *rank;
    for (uint32_t i = 0; i < o->choices.states; i++) choice[i] = first_choice(&o->choices, i);
    if (!o->of.rewards || o->of.largest) return OK;
    MUST(choices_rank(&o->choices, BY_SURE_CHOICE, NULL, o->of.stated, &rank));
    choices_descend(&o->choices, BY_SURE_CHOICE, rank, choice);
    free(rank);
    for (uint32_t i = 0; i < o->choices.states; i++)
        if (choice[i] == NO_ROW) choice[i] = first_choice(&o->choices, i);
    return OK;
}

/* By Theorems 10 to 13 of docs/proofs.md, the rows that prove the bounds of the better side are a
 * scheduler that keeps them. */
static enum status choose_proven(const struct problem *problem, const struct original *o,
                                 uint32_t *choice)
{
    const struct problem_proof *proof = &problem->proof;
    const enum side side = o->of.largest ? BELOW : ABOVE;
    const double *x = side == BELOW ? proof->low : proof->high;
    uint8_t *holds;
    MUST(allocate(o->of.a->off.rows, 1, "a scheduler", &holds));
    if (o->of.gain) {
        const struct gains gains = gains_of_side(problem, side);
        certify_gain_choices(&o->of, side, &gains, holds);
    } else certify_choices(&o->of, x, side, proof->rank, holds);
    for (uint32_t i = 0; i < o->choices.states; i++) {
        const bool claims = o->of.gain || (side == BELOW ? x[i] > 0 : x[i] < INFINITY);
        for (uint32_t r = first_choice(&o->choices, i + 1);
             claims && r-- > first_choice(&o->choices, i);)
            if (holds[r]) choice[i] = r;
        choice[i] -= first_choice(&o->choices, i);
    }
    free(holds);
    return progress_hook_check();
}

enum status optimum_scheduler(const struct problem *problem, uint32_t **choice)
{
    enum status status = OK;
    const struct original o = original_of(problem);
    *choice = NULL;
    if (problem->kind != KIND_OPTIMUM)
        return fail(ERROR_UNSUPPORTED, "only one question about an MDP has a best scheduler");
    MUST(problem_needs_matrix(problem, "a scheduler"));
    if (problem->system.a.most)
        return fail(ERROR_UNSUPPORTED, "the probabilities are intervals: its own value would not "
                                       "be proven");
    if (problem->steps)
        return fail(ERROR_UNSUPPORTED,
                    "the best choice depends on the steps that are left, so a scheduler of one "
                    "choice for each state has another value");
    if (!problem->proof.x)
        return fail(ERROR_UNSUPPORTED, "nothing is proven, so none is known to be good");
    TRY(allocate(o.choices.states, sizeof **choice, "a scheduler", choice));
    TRY(choose_any(&o, *choice));
    TRY(choose_proven(problem, &o, *choice));
out:
    if (status == OK) return OK;
    free(*choice);
    *choice = NULL;
    return status;
}

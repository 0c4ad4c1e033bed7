#include "prove/prove.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/card_proof.h"
#include "prove/closed.h"
#include "prove/linear.h"
#include "prove/long_run.h"
#include "prove/optimum.h"
#include "prove/systems/budget.h"
#include "prove/reading.h"
#include "prove/value.h"

static bool has_time(void *with)
{
    struct budget *budget = with;
    budget->spent = budget_now() >= budget->end;
    return !budget->spent;
}

static enum status walk_proves_nothing(struct problem_proof *proof)
{
    free(proof->x);
    free(proof->v);
    proof->x = proof->v = NULL;
    snprintf(proof->note, sizeof proof->note,
             "the steps of a decision process are proven in plain doubles alone, and that is not "
             "narrow enough here");
    return OK;
}

/* In plain doubles where that will do; choices are in no others, however wide that is. */
static enum status walk_steps(struct problem *problem, const struct walk_of_steps *walk,
                              double width)
{
    struct problem_proof *proof = &problem->proof;
    const struct linear *s = &problem->system;
    const uint32_t n = matrix_unknowns(&s->a);
    double error = INFINITY;
    free(proof->x);
    free(proof->v);
    proof->x = proof->v = NULL;
    MUST(allocate(n, sizeof *proof->x, "a proof", &proof->x));
    MUST(allocate(n, sizeof *proof->v, "a proof", &proof->v));
    MUST(certify_plain_steps(&s->a, s->b, s->x0, walk, s->a.group ? INFINITY : width, proof->x,
                             proof->v, &error));
    if (isinf(error) && s->a.group) return walk_proves_nothing(proof);
    if (isinf(error)) {
        free(proof->v);
        proof->v = NULL;
        MUST(certify_steps(&s->a, s->b, s->x0, walk, proof->x, &error));
    }
    proof->bound = (struct bound){error, error};
    return OK;
}

enum status prove_steps(struct problem *problem, double width, struct budget *budget)
{
    struct problem_proof *proof = &problem->proof;
    const struct walk_of_steps walk = {.step = problem->step,
                                       .reading = proof->reading,
                                       .steps = problem->solved ? 1 /* nothing moves */
                                                                : problem->steps,
                                       .time = problem->time,
                                       .off = problem->asked.off,
                                       .largest = problem->optimum.largest,
                                       .go_on = budget ? has_time : NULL,
                                       .with = budget};
    MUST(walk_steps(problem, &walk, width));
    if (budget && budget->spent) {
        free(proof->x);
        proof->x = NULL;
        snprintf(proof->note, sizeof proof->note, "its steps take longer than a proof may");
        return OK;
    }
    if (!proof->x) return OK;
    const struct interval value = value_at_initial(problem, proof->x, &proof->bound, proof->v);
    proof->value_low = value.low, proof->value_high = value.high;
    return OK;
}

/* Proves it by a host's means; systems are solved at the place of the budget. */
static enum status prove_on_host(struct problem *problem, const struct prove_settings *settings,
                                 struct budget *budget)
{
    if (!matrix_is_stored(&problem->system.a)) return prove_closed(problem, budget);
    switch (problem->kind) {
    case KIND_LINEAR:
    case KIND_FIXPOINT: return prove_linear(problem, settings, budget);
    case KIND_STEADY: return prove_long_run(problem, settings, budget);
    case KIND_BOUNDED: return prove_steps(problem, settings->width, budget);
    case KIND_OPTIMUM:
        return problem->steps ? prove_steps(problem, settings->width, budget)
                              : prove_optimum(problem, settings, budget);
    default:
        snprintf(problem->proof.note, sizeof problem->proof.note,
                 "no proof is made for %s problems", problem_kind_names[problem->kind]);
        return OK;
    }
}

static bool is_infinite(const struct problem *problem)
{
    return problem->proof.value_low == INFINITY;
}

/* Explains for the note why the bound is wider than wanted; "" if it is not. */
static const char *why_wider(const struct problem *problem, double width,
                             const struct budget *budget)
{
    if (is_infinite(problem) && problem->asked.known)
        return "; the value is infinite: a part of it is, or its divisor is 0";
    if (is_infinite(problem)) return "; the value is infinite: the goal may be missed";
    if (problem->asked.range || !problem->proof.x || !proof_is_wider(problem, width)) return "";
    return budget->spent ? "; wider than wanted, as its time ran out"
                         : "; wider than wanted, as double precision limits it";
}

static void write_note(struct problem *problem, const struct prove_settings *settings,
                       const struct budget *budget, const char *refused)
{
    struct problem_proof *proof = &problem->proof;
    const bool open = !proof->note[0];
    if (open) write_reading(problem, settings->model);
    const size_t used = strlen(proof->note);
    snprintf(proof->note + used, sizeof proof->note - used, "%s%s",
             open ? why_wider(problem, settings->width, budget) : "", refused);
}

typedef enum status make_proof(struct problem *, const struct prove_settings *, struct budget *);

/* Whether one proof is worse than another: by its value, and if both are as narrow as wanted there,
 * by its answer. */
static bool is_worse(struct proof_widths of, struct proof_widths than, double wanted)
{
    const double value = fmax(of.value, wanted), best = fmax(than.value, wanted);
    return value > best || (value == best && of.answer > than.answer);
}

/* Makes a proof, and keeps it unless the one before was better. */
static enum status try_proof(struct problem *problem, const struct prove_settings *settings,
                             struct budget *budget, make_proof *make)
{
    const struct problem_proof before = problem->proof;
    const struct proof_widths widths = proof_widths(problem);
    problem->proof = (struct problem_proof){.value_low = NAN, .value_high = NAN};
    reading_choose(problem, settings->model);
    const enum status status = make(problem, settings, budget);
    const bool worse = status != OK || is_worse(proof_widths(problem), widths, settings->width);
    const struct problem_proof made = problem->proof;
    problem->proof = worse ? made : before;
    problem_forget_proof(problem);
    problem->proof = worse ? before : made;
    return status;
}

/* By the candidate, and then without it if that did not lead to what is wanted. */
static enum status try_candidate_first(struct problem *problem,
                                       const struct prove_settings *settings,
                                       struct budget *budget, make_proof *make)
{
    struct prove_settings alone = *settings;
    alone.candidate = NULL;
    budget->led = false;
    MUST(try_proof(problem, settings, budget, make));
    if (!budget->led || budget->spent || !proof_is_wider(problem, settings->width)) return OK;
    return try_proof(problem, &alone, budget, make);
}

/* Ways to a proof, in the order in which they are tried until it is narrow enough. */
static const struct {
    make_proof *make;
    bool at_place; /* whether systems are solved at the place of the settings */
} ways[] = {{prove_on_card, true}, {prove_on_host, true}, {prove_on_host, false}};

enum { WAYS = sizeof ways / sizeof *ways };

/* Whether a host need not try to prove more than a card has. A small chain takes it a tenth of a
 * second; of a large one, it seldom proves more than a card that fell a little short. */
static bool host_need_not_try(const struct problem *problem, double width)
{
    enum { MANY = 1 << 19 /* entries */, LITTLE = 100 };
    const struct csr *off = &problem->system.a.off;
    return !proof_is_wider(problem, off->nnz + off->rows >= MANY ? LITTLE * width : width);
}

/* Proves it at the place, or on the host where that proves more: each way may take half of the time
 * that is left. */
static enum status prove_at_card(struct problem *problem, const struct prove_settings *settings,
                                 struct budget *budget)
{
    const double end = budget->end;
    for (int k = 0; k < WAYS; k++) {
        const double now = budget_now();
        if (k > 0 && (now >= end || host_need_not_try(problem, settings->width))) break;
        budget->end = k + 1 < WAYS ? now + 0.5 * (end - now) : end;
        budget->spent = false;
        budget->place = ways[k].at_place ? settings->place : NULL;
        MUST(try_candidate_first(problem, settings, budget, ways[k].make));
    }
    return OK;
}

static enum status prove_at_place(struct problem *problem, const struct prove_settings *settings,
                                  struct budget *budget)
{
    const double end = budget->end;
    if (card_proves(problem, budget->place)) MUST(prove_at_card(problem, settings, budget));
    else MUST(try_candidate_first(problem, settings, budget, prove_on_host));
    budget->spent = budget_now() >= end;
    const bool linear = problem->kind == KIND_LINEAR || problem->kind == KIND_FIXPOINT;
    return linear && matrix_is_stored(&problem->system.a) && !budget->spent
               ? prove_by_elimination(problem, settings->width)
               : OK;
}

/* The same at the place that the settings name, or on the host if that fails. refused: why it does,
 * for the note; "" if it does not. */
static enum status prove_somewhere(struct problem *problem, const struct prove_settings *settings,
                                   struct budget *budget, size_t room, char *refused)
{
    const struct budget all = *budget;
    *refused = '\0';
    budget->place = settings->place;
    enum status status = budget_probe(budget);
    if (status == OK) status = prove_at_place(problem, settings, budget);
    if (!settings->place || !is_of_device(status)) return status;
    snprintf(refused, room, "; made on the host: %s", fail_message());
    *budget = all;
    return prove_at_place(problem, settings, budget);
}

enum status prove_problem(struct problem *problem, const struct prove_settings *settings)
{
    struct problem_proof *proof = &problem->proof;
    const double start = budget_now();
    struct budget budget = budget_of(settings->seconds);
    char refused[100];
    problem_forget_proof(problem);
    proof->value_low = proof->value_high = NAN;
    if (!(settings->width > 0)) {
        snprintf(proof->note, sizeof proof->note, "no proof was wanted");
        return OK;
    }
    const enum status status = prove_somewhere(problem, settings, &budget, sizeof refused, refused);
    if (status == OK) write_note(problem, settings, &budget, refused);
    proof->seconds = budget_now() - start;
    return status;
}

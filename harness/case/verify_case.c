#include "harness/case/measurement.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/team.h"
#include "harness/probe/error_estimate.h"
#include "harness/case/prove_case.h"
#include "harness/case/verify.h"
#include "harness/case/verify_cycle.h"
#include "harness/engines/engine_solve.h"
#include "harness/ranks/remote.h"

/* Gets the answer. Undoing the order counts as part of the layout. */
static enum status take_answer(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    double start = clock_now();
    if (is_remote(m->variant->method)) MUST(remote_fetch(&m->solve));
    MUST(solve_download(&m->solve, built_layout_target(&m->built, m->answer)));
    double downloaded = clock_now();
    built_layout_undo(&m->built, m->answer);
    if (!isnan(run->download)) return OK;
    run->download = downloaded - start;
    if (m->built.sequence) run->layout += clock_now() - downloaded;
    return OK;
}

double share_of_zeros(uint64_t n, const double *x)
{
    uint64_t zeros = 0;
#pragma omp parallel for reduction(+ : zeros) if (team_once(n))
    for (uint64_t i = 0; i < n; i++) zeros += x[i] == 0;
    return n ? (double)zeros / (double)n : NAN;
}

/* Functions that check the answers of a task. */
struct task_check {
    enum status (*run)(struct measurement *m);
    enum status (*compare)(struct measurement *m, struct verdict *out); /* NULL: the task has no
                                                                           x */
    bool exact;        /* compare knows the exact answer, so verdict.change is the error */
    const char *wrong; /* text for a wrong answer */
};

static const struct task_check *check_of(const struct measurement *m);

static enum status end_outside(struct measurement *m, uint64_t row)
{
    const bool probability = m->problem->range == RANGE_PROBABILITY;
    return measurement_end(
        m, CASE_WRONG,
        "entry %" PRIu64 " of the answer is %.6g: %s, by more than 10 times epsilon = %g", row,
        m->answer[row],
        probability ? "a probability must lie between 0 and 1" : "it must not be negative",
        m->settings->epsilon);
}

/* Records the error of an accepted answer; the worst answer of a case counts. The error is
 * estimated if none is proven. */
static enum status accept_answer(struct measurement *m, const struct verdict *verdict)
{
    struct result_run *run = &m->out->run;
    double error = verdict->change;
    run->value = problem_value(m->problem, m->answer);
    MUST(prove_case(m, m->answer));
    if (m->ended) return OK;
    if (!check_of(m)->exact) {
        error = NAN;
        if (isnan(run->error_bound)) MUST(error_estimate(m->problem, m->answer, &error));
    }
    run->estimated_error = fmax(run->estimated_error, error);
    run->doubtful |= fmax(proven_error(run), isnan(run->error_bound) ? run->estimated_error : 0) >
                     verdict_tolerance(m->variant->precision, m->settings->epsilon);
    return OK;
}

/* Proves the error of an answer that fails the check; the case ends as wrong all the same. */
static enum status prove_wrong(struct measurement *m)
{
    m->out->run.value = problem_value(m->problem, m->answer);
    return prove_case(m, m->answer);
}

/* Decides the case by the verdict and the entries of the answer. An engine that reports convergence
 * is wrong if its answer has entries that are not finite. */
static enum status judge_answer(struct measurement *m, const struct verdict *verdict)
{
    const enum precision precision = m->variant->precision;
    const double epsilon = m->settings->epsilon;
    uint64_t row;
    if (!verdict->finite)
        return measurement_end(m, m->variant->method->engine ? CASE_WRONG : CASE_DIVERGED,
                               "the answer has entries that are not finite numbers");
    const bool accepted = verdict_accepts(verdict, precision, epsilon),
               outside = answer_range_excess(m->problem, m->answer, &row) >
                         verdict_tolerance(precision, epsilon);
    if (m->variant->method->engine && (outside || !accepted)) MUST(prove_wrong(m));
    if (outside) return end_outside(m, row);
    if (accepted) return accept_answer(m, verdict);
    if (m->solve.rounded)
        return measurement_end(m, CASE_NOT_CONVERGED,
                               "rounding in %s keeps the residual above epsilon = %g",
                               precision_names[precision], epsilon);
    return measurement_end(m, CASE_WRONG, "%s by %.3g, more than 10 times epsilon = %g",
                           check_of(m)->wrong, verdict->change, epsilon);
}

static enum status one_more_step(struct measurement *m, struct verdict *out)
{
    const struct method *method = m->variant->method;
    struct checked by = {.measure = method->measure,
                         .criterion = m->settings->criterion,
                         .precision = m->variant->precision,
                         .relaxation = method_relaxation(method, &m->variant->options),
                         .flushed = solve_flushes(&m->solve),
                         .step = method->stepped ? m->problem->step : 0,
                         .sweep = method->sweep,
                         .sequence = m->built.sequence,
                         .work = m->verified};
    MUST(allocate((size_t)m->problem->steady.nclasses + 1, sizeof *by.sizes, "a check", &by.sizes));
    const enum status status = verify_answer(m->problem, &by, m->answer, out);
    free(by.sizes);
    return status;
}

static enum status one_more_best(struct measurement *m, struct verdict *out)
{
    return verify_best(m->problem,
                       &(struct checked){.criterion = m->settings->criterion,
                                         .precision = m->variant->precision,
                                         .flushed = solve_flushes(&m->solve)},
                       m->answer, out);
}

static enum status all_steps(struct measurement *m, struct verdict *out)
{
    enum status status = OK;
    if (proof_is_reference(m, verdict_tolerance(m->variant->precision, m->settings->epsilon)))
        *out = verify_same(m->problem, m->answer, m->problem->proof.x);
    else status = verify_steps(m->problem, m->answer, out);
    if (status == OK) m->out->run.change = out->change;
    return status;
}

/* Checks the entries of an answer. An answer that is bit for bit the last checked one needs no
 * second check. */
static enum status verify_entries(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    const size_t n = problem_unknowns(m->problem), bytes = n * sizeof *m->answer;
    struct verdict verdict;
    MUST(take_answer(m));
    if (isnan(run->change) && m->variant->method->change)
        MUST(m->variant->method->change(&m->solve, &run->change));
    if (m->any_verified && m->verified && !memcmp(m->answer, m->verified, bytes)) return OK;
    MUST(prove_late(m, m->answer));
    MUST(check_of(m)->compare(m, &verdict));
    if (m->verified) memcpy(m->verified, m->answer, bytes);
    run->residual = verdict.residual;
    run->error = verdict.error;
    run->zeros = share_of_zeros(n, m->answer);
    m->any_verified = true;
    return judge_answer(m, &verdict);
}

struct interval_to_make {
    const struct problem *problem;
    const double *w;
    double low, high;
};

static enum status make_interval(struct check *check, void *with)
{
    struct interval_to_make *it = with;
    return verify_average(it->problem, check, it->w, &it->low, &it->high);
}

/* Checks methods that yield an interval of the value: makes the interval again from their
 * answer. */
static enum status verify_interval(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    const double tolerance = verdict_tolerance(m->variant->precision, m->settings->epsilon);
    struct interval_to_make made = {m->problem, m->answer, NAN, NAN};
    MUST(take_answer(m));
    MUST(prove_late(m, NULL));
    struct check_subject subject = prove_subject(m->problem);
    subject.reading = m->problem->reading;
    MUST(m->variant->method->change(&m->solve, &run->change));
    MUST(use_check_of_case(m, &subject, make_interval, &made));
    const double low = made.low, high = made.high;
    m->any_verified = true;
    run->value = low + (high - low) / 2;
    run->residual = high - low > 0 ? (high - low) / fmax(fabs(low), fabs(high)) : 0;
    if (!(run->residual <= tolerance))
        return measurement_end(m, CASE_WRONG,
                               "the value lies within [%.17g, %.17g], and that is wider than 10 "
                               "times epsilon = %g",
                               low, high, m->settings->epsilon);
    return prove_value(m, low, high);
}

/* Distance of the value from its proven interval; NaN: nothing is proven. */
static double value_apart(const struct problem_proof *proof, double value)
{
    if (!proof->x || isnan(proof->value_low)) return NAN;
    return fmax(0, fmax(proof->value_low - value, value - proof->value_high));
}

static enum status end_off(struct measurement *m, double low, double high)
{
    struct result_run *run = &m->out->run;
    run->error = fabs(run->value - run->reference) / fabs(run->reference);
    MUST(prove_value(m, low, high));
    return measurement_end(m, CASE_WRONG,
                           "the value is %.17g, and the exact one lies within [%.17g, %.17g]: "
                           "it is off by %.3g of it",
                           run->value, low, high, run->error);
}

/* Checks engines that return only the value of the property. An infinite value is possible, too. */
static enum status verify_value(struct measurement *m, double value)
{
    struct result_run *run = &m->out->run;
    const struct problem_proof *proof = &m->problem->proof;
    const bool known = m->problem->range != RANGE_ANY && m->settings->prove > 0 && proof->x;
    const double low = proof->value_low, high = proof->value_high,
                 apart = known ? value_apart(proof, value) : NAN,
                 size = m->settings->criterion == RELATIVE ? fmax(fabs(low), fabs(high)) : 1;
    run->value = value;
    if (!isnan(apart)) {
        run->reference = problem_value(m->problem, proof->x);
        run->value_low = low;
        run->value_high = high;
    }
    if (isnan(value) || (isinf(value) && value != problem_value(m->problem, m->problem->system.x0)))
        return measurement_end(m, CASE_WRONG, "the value is not a finite number: %g", value);
    if (isinf(value) || isnan(apart)) return OK;
    m->any_verified = true;
    if (apart > verdict_tolerance(m->variant->precision, m->settings->epsilon) * size)
        return end_off(m, low, high);
    return prove_value(m, low, high);
}

/* Ends the case if the engine does not give its answer in time. */
static enum status fetch_in_time(struct measurement *m, bool *alone, double *value)
{
    const double limit = limit_beside_solve(m);
    interrupt_arm(limit);
    const enum status status = engine_fetch(&m->solve, alone, value);
    if (!interrupt_disarm()) return status;
    return measurement_end(m, CASE_TIMEOUT, "stopped after %g s, before the engine gave its answer",
                           limit);
}

/* Checks the answer of an engine: a vector, as for any other method, or only the value. */
static enum status verify_engine(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct engine_times times;
    bool alone;
    double value, start = clock_now();
    MUST(fetch_in_time(m, &alone, &value));
    if (m->ended) return OK;
    const double fetched = clock_now() - start;
    engine_times_of(&m->solve, &times);
    run->engine_cpu = times.cpu;
    run->engine_memory = times.peak > 0 ? (uint64_t)times.peak : MISSING;
    const bool first = isnan(run->download);
    if (alone) MUST(prove_late(m, NULL));
    const enum status status = alone ? verify_value(m, value) : verify_entries(m);
    if (first) run->download = alone ? fetched : run->download + fetched;
    return status;
}

static enum status check_verdict(struct measurement *m, const struct search_answer *answer)
{
    struct result_run *run = &m->out->run;
    struct cycle_verdict verdict;
    const struct product *product =
        m->problem->product.n ? &m->problem->product : &m->fly.part.product;
    MUST(verify_cycle(product, m->variant->method, answer, &verdict));
    m->any_verified = true;
    m->found = *answer;
    run->verdict = answer->cycle ? CYCLE_FOUND : CYCLE_NONE;
    if (verdict.fault)
        return measurement_end(m, CASE_WRONG, "verdict %s: %s", cycle_names[run->verdict],
                               verdict.fault);
    run->lasso_prefix = answer->cycle ? verdict.prefix : MISSING;
    run->lasso_cycle = answer->cycle ? verdict.cycle : MISSING;
    return OK;
}

static enum status take_verdict(struct measurement *m, struct search_answer *out)
{
    struct result_run *run = &m->out->run;
    if (!m->variant->options.on_the_fly)
        return search_answer(&m->solve, m->variant->method, &m->problem->product, out);
    run->fly_vertices = m->fly.part.states;
    run->fly_edges = m->fly.part.transitions;
    run->fly_rounds = m->fly.rounds;
    *out = m->fly.answer;
    return OK;
}

/* Checks the verdict of a search. The same verdict by the same vertex needs no second check. */
static enum status verify_search(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct search_answer answer;
    double start = clock_now();
    MUST(take_verdict(m, &answer));
    if (isnan(run->download)) run->download = clock_now() - start;
    if (m->variant->method->step) {
        run->outer = m->variant->options.on_the_fly ? m->fly.outer : search_of(&m->solve)->outer;
        run->sweeps = m->solve.iterations;
    }
    bool known = m->any_verified && !memcmp(&answer, &m->found, sizeof answer);
    return known ? OK : check_verdict(m, &answer);
}

static const struct task_check *check_of(const struct measurement *m)
{
    static const char steps[] = "the same steps in f64 on the host give an answer that differs",
                      step[] = "one more step in f64 changes the answer";
    static const struct task_check checks[] = {
        [TASK_SOLVE] = {verify_entries, one_more_step, false, step},
        [TASK_BEST] = {verify_entries, one_more_best, false, step},
        [TASK_STEPS] = {verify_entries, all_steps, true, steps},
        [TASK_TIME] = {verify_entries, all_steps, true, steps},
        [TASK_CYCLE] = {.run = verify_search},
    };
    static const struct task_check interval = {.run = verify_interval},
                                   engine = {verify_engine, one_more_step, false, step},
                                   best = {verify_engine, one_more_best, false, step},
                                   bounded = {verify_engine, all_steps, true, steps};
    if (m->variant->method->engine && m->problem->kind == KIND_OPTIMUM) return &best;
    if (m->variant->method->engine) return m->problem->kind == KIND_BOUNDED ? &bounded : &engine;
    if (m->variant->method->interval) return &interval;
    return &checks[m->problem->kind == KIND_OPTIMUM ? TASK_BEST : m->variant->method->task];
}

enum status verify_case(struct measurement *m, uint64_t before)
{
    enum status status = OK;
    const double start = clock_now();
    TRY(check_of(m)->run(m));
    if (!m->ended && solve_repeats(&m->solve) && before != MISSING && before != m->solve.iterations)
        TRY(measurement_end(
            m, CASE_WRONG,
            "the number of iterations changes from sample to sample: %llu, then %llu",
            (unsigned long long)before, (unsigned long long)m->solve.iterations));
out:
    add_check_time(m, start);
    return status;
}

#include "harness/case/measurement.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/progress_hook.h"
#include "harness/case/choose_variant.h"
#include "harness/case/fingerprint.h"
#include "harness/case/prove_case.h"
#include "harness/engines/engine_solve.h"
#include "harness/ranks/remote.h"
#include "solvers/loop.h"
#include "solvers/registry.h"

/* Bytes that an iteration reads and writes: the matrix in its layout, b, and the vectors that the
 * method's operations use. If a pass over them makes several iterations, it is an iteration's
 * share. */
static uint64_t traffic_of(const struct measurement *m, uint64_t bytes)
{
    const struct method *method = m->variant->method;
    const struct stored *stored = &m->built.stored;
    const struct mat_ops *mat = find_mat_ops(stored->layout, m->variant->place, stored->precision);
    const uint64_t number = real_size(m->variant->precision),
                   row_passes = mat && best_at_once(mat, stored) ? 0 : method->row_passes,
                   of_rows = row_passes + (m->built.b && method->products == 1),
                   numbers =
                       (uint64_t)method->passes * stored_unknowns(stored) + of_rows * stored->n;
    uint64_t at_once = stored->temporal_block ? stored->temporal_block : 1;
    return ((uint64_t)method->products * bytes + numbers * number) / at_once;
}

struct solve_settings measurement_settings(const struct measurement *m)
{
    struct solve_settings settings = built_settings(m->problem, m->variant, &m->built);
    settings.criterion = m->settings->criterion;
    settings.scale = problem_scale(m->problem);
    settings.epsilon = m->settings->epsilon;
    settings.max_iterations = m->settings->max_iterations;
    settings.stop = &interrupt_solve;
    return settings;
}

/* Prepares a search on the fly; all phases are part of the solve. */
static enum status prepare_on_the_fly(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    run->layout = run->upload = run->download = 0;
    enum status status = problem_check_growing(m->problem->source);
    if (status == OK) sensors_open(m->variant->place, &m->sensors);
    return status;
}

/* Iterations of a block: a multiple of the iterations between two tests, so that a block has its
 * share of the tests of a solve. 0: samples are whole solves. That is so for methods whose
 * iterations do not all cost the same, or whose number is known beforehand. */
static uint64_t iterations_of_block(const struct measurement *m)
{
    const uint64_t wanted = m->settings->iterations, check = test_interval(&m->variant->options);
    if (m->variant->method->task != TASK_SOLVE || m->variant->method->engine || !wanted ||
        wanted >= m->settings->max_iterations)
        return 0;
    uint64_t most = (wanted + check - 1) / check * check;
    return most < m->settings->max_iterations ? most : 0;
}

/* Takes over the engine's time to open the problem. The bytes that it stores are unknown. */
static void learn_of_engine(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct engine_times times;
    if (!m->variant->method->engine) return;
    engine_times_of(&m->solve, &times);
    run->upload = times.open;
    run->bytes = run->traffic = MISSING;
}

/* Lets the ranks of a place solve; another method stands in here. */
static enum status leave_to_ranks(struct variant *variant)
{
    struct fingerprint identity;
    char *name;
    if (!variant->place->ranks) return OK;
    MUST(fingerprint_of_program(&identity));
    MUST(variant_name(variant, &name));
    const enum status status =
        remote_stand_in(name, identity.text, &variant->method, &variant->layout, &variant->place);
    free(name);
    return status;
}

static void learn_of_ranks(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct remote_facts facts;
    if (!is_remote(m->variant->method)) return;
    remote_facts_of(&m->solve, &facts);
    run->layout += facts.layout;
    run->upload = facts.upload;
    run->bytes = facts.bytes;
    run->traffic = traffic_of(m, run->bytes);
}

/* Returns whether an answer is kept to compare the next one with it. Very large answers are not. */
static bool compares_answers(const struct measurement *m)
{
    const struct matrix *a = &m->problem->system.a;
    return matrix_is_stored(a) || (m->settings->max_samples > 1 && matrix_rows(a) <= UINT32_MAX);
}

static enum status lay_out_and_upload(struct measurement *m)
{
    if (m->variant->options.on_the_fly) return prepare_on_the_fly(m);
    const size_t n = problem_unknowns(m->problem);
    struct result_run *run = &m->out->run;
    double start = clock_now();
    MUST(build_layout_check(m->problem, m->variant));
    MUST(choose_variant(m->problem, m->variant, m->settings->epsilon, &m->built, &m->choice));
    m->variant = &m->choice.variant;
    MUST(leave_to_ranks(&m->choice.variant));
    if (!m->choice.uploaded) MUST(build_layout(m->problem, m->variant, &m->built));
    run->layout = clock_now() - start - m->choice.upload;
    run->upload = m->choice.upload;
    start = clock_now();
    if (!m->choice.uploaded) MUST(stored_upload(m->variant->place, &m->built.stored));
    run->upload += clock_now() - start;
    run->bytes = stored_bytes(&m->built.stored); /* with scratch arrays that only the place can
                                                    size */
    run->traffic = traffic_of(m, run->bytes);
    struct solve_settings settings = measurement_settings(m);
    MUST(solve_create(&m->built.stored, m->variant->method, m->built.b, &settings, &m->solve));
    learn_of_engine(m);
    learn_of_ranks(m);
    MUST(allocate(n, sizeof *m->answer, "an answer", &m->answer));
    if (compares_answers(m)) MUST(allocate(n, sizeof *m->verified, "an answer", &m->verified));
    sensors_open(m->variant->place, &m->sensors);
    m->block = iterations_of_block(m);
    m->undecided = m->block > 0;
    return OK;
}

/* Ends a case whose problem was solved by its reduction: no iteration, no sample. An engine is not
 * even asked, since the value would not be its own. */
static enum status already_solved(struct measurement *m)
{
    if (m->variant->method->engine)
        return measurement_end(m, CASE_UNSUPPORTED,
                               "the transitions alone decide the value, so there is nothing to ask "
                               "engine %s: use a method of warpmark, such as %s",
                               m->variant->method->name,
                               m->problem->kind == KIND_OPTIMUM ? "vi" : "jacobi");
    m->out->run.iterations = 0;
    m->out->run.change = 0;
    m->out->run.residual = 0;
    m->out->run.zeros = share_of_zeros(problem_unknowns(m->problem), m->problem->system.x0);
    m->out->run.value = problem_value(m->problem, m->problem->system.x0);
    double start = clock_now();
    MUST(prove_late(m, m->problem->system.x0));
    MUST(prove_case(m, m->problem->system.x0));
    add_check_time(m, start);
    if (m->ended) return OK;
    return measurement_end(m, CASE_OK, "%s", solved_why(m->problem));
}

/* Refuses undamped Jacobi on a periodic chain: its iterates would cycle for ever
 * (problems/steady.c). */
static enum status refuse_hopeless(struct measurement *m)
{
    const struct problem *problem = m->problem;
    if (!m->variant->method->undamped || problem->kind != KIND_STEADY ||
        m->settings->criterion != RELATIVE || !(problem->jacobi_limit >= m->settings->epsilon) ||
        m->settings->force)
        return OK;
    int damped = 0;
    while (!methods[damped]->relaxation) damped++;
    m->out->run.iterations = 0;
    return measurement_end(m, CASE_NOT_CONVERGED,
                           "%s cannot converge here (period %u, its relative change tends to %.3g, "
                           "not below epsilon = %g): use %s",
                           m->variant->method->name, problem->period, problem->jacobi_limit,
                           m->settings->epsilon, methods[damped]->name);
}

double limit_beside_solve(const struct measurement *m)
{
    enum { LEAST_LIMIT = 10 };
    return fmax(m->settings->timeout, LEAST_LIMIT);
}

enum status measurement_prepare(struct measurement *m)
{
    MUST(variant_check(m->variant));
    if (m->problem->solved) return already_solved(m);
    MUST(refuse_hopeless(m));
    if (m->ended) return OK;
    const double limit = limit_beside_solve(m);
    interrupt_arm(limit);
    progress_hook_set(NULL, &interrupt_solve);
    enum status status = lay_out_and_upload(m);
    progress_hook_set(NULL, NULL);
    bool timed_out = interrupt_disarm();
    interrupt_timer_off();
    if (!timed_out) return status;
    const char *why = is_remote(m->variant->method) ? remote_start_note() : "";
    return measurement_end(m, CASE_TIMEOUT, "stopped after %g s, before the first solve%s%s", limit,
                           *why ? "; " : "", why);
}

#include "tests/support/known/proven_values.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/clock.h"
#include "generators/model.h"
#include "harness/case/case.h"
#include "harness/case/prove_case.h"
#include "harness/case/verify.h"
#include "tests/support/cmocka.h"

enum { MOST_VARIANTS = 64 };

static const struct {
    const char *generator, *parameters[NSIZES];
} sizes[] = {
    {"random_dd", {"n=60,density=0.2", "n=1000,density=0.02", "n=2000,density=0.01"}},
    {"identity", {"n=3", "n=100", "n=1000"}},
    {"tandem", {"c=3", "c=15", "c=31"}},
    {"herman", {"n=3", "n=7", "n=9"}},
    {"cluster", {"n=2", "n=6", "n=12"}},
    {"kanban", {"t=1", "t=2", "t=2"}},
    {"fms", {"n=1", "n=2", "n=3"}},
    {"polling", {"n=3", "n=7", "n=9"}},
    {"cell", {"n=10", "n=60", "n=300"}},
    {"knacl", {"n1=4,n2=6,n3=3", "", "n1=30,n2=30,n3=30"}},
    {"dice", {"", "", ""}},
    {"brp", {"n=4,max=2", "n=16,max=2", "n=64,max=3"}},
    {"leader_sync", {"n=3,k=3", "n=4,k=4", "n=5,k=4"}},
    {"embedded", {"max=1", "max=3", "max=5"}},
    {"two_dice", {"", "choices=union", ""}},
    {"firewire", {"delay=1", "delay=2,fast=0.4", "delay=4"}},
    {"biased_die", {"n=19,weights=1:3:3:3", "n=198,weights=1:2:3", "n=667"}},
    {"quicksort", {"length=4,depth=2", "length=5,depth=3", "length=6,depth=4"}},
    {"markov", {"n=100", "n=1000,shape=banded", "n=5000,shape=blocks"}},
    {"haddad_monmege", {"n=5", "n=12", "n=16"}},
};

struct answered {
    struct variant variant;
    unsigned count; /* answers that are proven and not doubtful */
    unsigned wrong; /* those that the check of the answer refuses */
};

static struct answered answered[MOST_VARIANTS];
static int nanswered;

/* Not what a card lacks, or a method that says so at omp: at place seq each has to answer
 * something.
 */
static void add_variant(const struct method *method, const struct place *place,
                        const struct option_entry *option, int value)
{
    assert_true(nanswered < MOST_VARIANTS);
    struct variant *variant = &answered[nanswered++].variant;
    *variant = (struct variant){.method = method,
                                .layout = find_layout(method->chooses ? "auto" : "msr"),
                                .order = ORDER_NATIVE,
                                .precision = F64,
                                .place = place};
    variant->options = default_options(method, variant->layout);
    if (option) option_set(option, value, &variant->options);
    const bool may_lack = !place->on_host || (method->why_not && place != places[0]);
    if (may_lack && variant_check(variant) != OK) nanswered--;
}

/* The option of a method, if it has one of that name. */
static bool find_option(const struct method *method, const char *name, struct option_entry *out)
{
    for (*out = (struct option_entry){0}; option_next(out);)
        if (!strcmp(out->option->name, name) &&
            option_applies(out, method, find_layout("msr"), places[0]))
            return true;
    return false;
}

static void list_method(const struct method *method, const struct place *place)
{
    struct option_entry option;
    if (method->task == TASK_CYCLE || method->task == TASK_BEST || method->idle) return;
    if (!find_option(method, "precondition", &option)) add_variant(method, place, NULL, 0);
    else
        for (int word = 0; option.option->words[word]; word++)
            add_variant(method, place, &option, word);
}

static void list_on_host(void)
{
    for (int k = 0; k < 2 * method_count; k++) list_method(methods[k / 2], places[k % 2]);
}

static void list_on_card(const struct place *card)
{
    for (int k = 0; k < method_count; k++) list_method(methods[k], card);
}

static struct settings one_solve(void)
{
    struct settings settings = default_settings;
    settings.epsilon = 1e-8;
    settings.max_iterations = 1000;
    settings.timeout = 100;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.throttle_retries = 0;
    return settings;
}

/* How far the value is from the proven interval, as a share of it; linear systems have no value. */
static double share_outside(const struct problem_proof *proof, double value)
{
    const double low = proof->value_low, high = proof->value_high;
    if (isnan(low) || (low <= value && value <= high)) return 0;
    const double share = fmax(low - value, value - high) / fmax(fabs(low), fabs(high));
    return isnan(share) ? INFINITY : share;
}

static bool is_refusal(enum case_status status)
{
    return status == CASE_UNSUPPORTED || status == CASE_NOT_CONVERGED || status == CASE_DIVERGED ||
           status == CASE_WRONG;
}

/* "": nothing is wrong with it. */
static const char *fault_of(const struct problem *problem, const struct variant *variant,
                            const struct settings *settings, const struct result_run *run)
{
    const struct problem_proof *proof = &problem->proof;
    const double off = share_outside(proof, run->value),
                 tolerance = verdict_tolerance(F64, settings->epsilon);
    if (run->status == CASE_INACCURATE)
        return *run->note && share_outside(proof, run->value) >= 0.5 ? "" : "not inaccurate";
    if (run->status != CASE_OK && !is_refusal(run->status)) return "not an outcome of a method";
    if (run->status != CASE_OK)
        return *run->note && isnan(run->error_bound) ? "" : "refused without a reason";
    if (run->proof != PROOF_CERTIFIED && !*run->proof_note)
        return "no reason why nothing is proven";
    if (run->value_low > proof->value_high || run->value_high < proof->value_low)
        return "two proofs that contradict each other";
    if (variant->method->proves && !(off <= 1.001 * settings->epsilon))
        return "not what it promises";
    if (run->doubtful) return strstr(run->note, "doubtful") ? "" : "a doubt without a note";
    if (!(off <= tolerance)) return "a wrong value that is not marked";
    if (run->error_bound > tolerance) return "a larger proven error that is not marked";
    if (run->error > run->error_bound + DBL_EPSILON) return "a proven error that is too small";
    return "";
}

static void check_variant(const struct problem *problem, const struct settings *settings,
                          struct answered *at)
{
    struct case_result result;
    char *name;
    assert_ok(case_measure(problem, &at->variant, settings, clock_now(), &result));
    const struct result_run *run = &result.run;
    const char *fault = fault_of(problem, &at->variant, settings, run);
    if (*fault) {
        assert_ok(variant_name(&at->variant, &name));
        fail_msg("%s, %s: %s: %s, %s; value %.17g, proven %.3g, [%.17g, %.17g]", problem->source,
                 name, fault, case_status_names[run->status], run->note, run->value,
                 run->error_bound, problem->proof.value_low, problem->proof.value_high);
    }
    at->count += run->status == CASE_OK && run->proof == PROOF_CERTIFIED && !run->doubtful;
    at->wrong += run->status == CASE_WRONG;
    case_result_free(&result);
}

static void check_source(const char *source)
{
    struct problem problem;
    const struct settings settings = one_solve();
    const struct prove_settings proof = proof_wanted(&settings);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &proof));
    if (!problem.proof.x) fail_msg("%s: nothing is proven: %s", source, problem.proof.note);
    for (int k = 0; k < nanswered; k++) check_variant(&problem, &settings, &answered[k]);
    problem_free(&problem);
}

static const char *parameters_of(const struct generator *generator, enum size size)
{
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        if (!strcmp(sizes[k].generator, generator->name)) return sizes[k].parameters[size];
    fail_msg("no sizes of %s are known here", generator->name);
    return NULL;
}

static void check_generator(const struct generator *generator, enum size size)
{
    if (generator->model && !generator->model->properties[0].title) return; /* an MDP alone */
    const char *parameters = parameters_of(generator, size);
    char source[256];
    int used = snprintf(source, sizeof source, "%s:%s", generator->name, parameters);
    const struct model_property none[2] = {{.title = ""}},
                                *of = generator->model ? generator->model->properties : none;
    for (int k = 0; of[k].title; k++) {
        if (generator->model)
            snprintf(source + used, sizeof source - (size_t)used, "%sproperty=%d",
                     *parameters ? "," : "", k + 1);
        check_source(source);
    }
}

static void check_generators(enum size size)
{
    for (int k = 0; k < generator_count; k++)
        if (!generators[k]->kripke) check_generator(generators[k], size);
}

void check_values(enum size size)
{
    if (!nanswered) list_on_host();
    check_generators(size);
}

void check_values_on_card(const struct place *card, enum size size)
{
    if (!nanswered) list_on_card(card);
    check_generators(size);
}

void check_all_answered(unsigned least)
{
    for (int k = 0; k < nanswered; k++) {
        char *name;
        assert_ok(variant_name(&answered[k].variant, &name));
        if (answered[k].count < least || 10 * answered[k].wrong > answered[k].count)
            fail_msg("%s: %u answers are proven, and %u are wrong", name, answered[k].count,
                     answered[k].wrong);
        free(name);
    }
}

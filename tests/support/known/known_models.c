#include "tests/support/known/known_models.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct instance open_instance(const char *source)
{
    struct instance instance = {0};
    char name[64];
    size_t length = strcspn(source, ":");
    snprintf(name, sizeof name, "%.*s", (int)length, source);
    instance.generator = find_generator(name);
    const char *parameters = source[length] ? source + length + 1 : "";
    if (instance.generator &&
        generator_arguments(instance.generator, parameters, instance.arguments) != OK)
        fail_msg("%s: %s", source, fail_message());
    return instance;
}

struct chain explore_instance(const struct instance *instance)
{
    struct chain chain;
    const struct model *model = instance->generator->model;
    if (explore(instance->generator->name, model, instance->arguments, model->rewards, true,
                &chain) != OK)
        fail_msg("%s", fail_message());
    return chain;
}

static void check_size(const struct known_size *known)
{
    struct instance instance = open_instance(known->source);
    if (!instance.generator) skip();
    struct chain chain = explore_instance(&instance);
    const uint32_t choices = chain.group ? chain.transitions.rows : 0;
    if (chain_states(&chain) != known->states || chain.transitions.nnz != known->transitions ||
        choices != known->choices)
        fail_msg("%s: %u states, %u choices, %llu transitions; PRISM: %u, %u, %llu", known->source,
                 chain_states(&chain), choices, (unsigned long long)chain.transitions.nnz,
                 known->states, known->choices, (unsigned long long)known->transitions);
    chain_free(&chain);
}

struct case_result solve_source(const char *source, const char *variant_name,
                                const struct settings *settings)
{
    struct problem problem;
    struct variant variant;
    struct case_result result = {0};
    if (variant_parse(variant_name, &variant) != OK || problem_open(source, &problem) != OK ||
        case_measure(&problem, &variant, settings, clock_now(), &result) != OK)
        fail_msg("%s: %s", source, fail_message());
    problem_free(&problem);
    return result;
}

struct settings once(void)
{
    struct settings settings = default_settings;
    settings.epsilon = 1e-6;
    settings.criterion = RELATIVE;
    settings.max_iterations = 20000;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    return settings;
}

void check_count(const struct known_count *known, const char *place)
{
    char variant[64];
    struct settings settings = once();
    if (!find_method(known->method)) skip();
    snprintf(variant, sizeof variant, "%s/msr/f64/%s", known->method, place);
    struct case_result result = solve_source(known->source, variant, &settings);
    const struct result_run *run = &result.run;
    enum case_status wanted = known->iterations ? CASE_OK : CASE_NOT_CONVERGED;
    bool same_count = known->iterations == 0 || run->iterations == known->iterations;
    bool same_value = isnan(known->value) ||
                      fabs(run->value - known->value) <= 1e-9 * fmax(1, fabs(known->value));
    if (run->status != wanted || !same_count || !same_value)
        fail_msg("%s, %s: %s, %llu iterations, value %.15g; PRISM: %llu, %.15g", known->source,
                 variant, case_status_names[run->status], (unsigned long long)run->iterations,
                 run->value, (unsigned long long)known->iterations, known->value);
    case_result_free(&result);
}

int run_rows(const char *group, CMUnitTestFunction test, const void *rows, size_t size,
             size_t count)
{
    for (size_t k = 0; k < count; k++) {
        const char *row = (const char *)rows + k * size;
        list_test(test, row, "%s", *(char *const *)row);
    }
    return run_listed(group, NULL, NULL);
}

void sizes_are_prisms(void **state)
{
    check_size(*state);
}

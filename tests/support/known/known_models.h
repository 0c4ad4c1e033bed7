/* What is known about models: their sizes, and PRISM's iteration counts and values. */
#ifndef WARPMARK_TESTS_SUPPORT_KNOWN_KNOWN_MODELS_H
#define WARPMARK_TESTS_SUPPORT_KNOWN_KNOWN_MODELS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/explore.h"
#include "harness/case/case.h"
#include "harness/util/clock.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/expected.h"

struct known_size {
    const char *source;
    uint32_t states;
    uint64_t transitions;
};

/* Jacobi or JOR in double precision, relative, epsilon 1e-6. */
struct known_count {
    const char *source, *method;
    uint64_t iterations; /* 0: never converges */
    double value;        /* NaN: not known */
};

/* An instance of a generator, as a source names it. */
struct instance {
    const struct generator *generator;
    union argument arguments[MAX_ARGUMENTS];
};

/* generator is NULL where the registry has none of that name, and a failure where the parameters
 * are wrong. */
static inline struct instance open_instance(const char *source)
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

/* The chain of an instance, which must have a model, with all its rewards. */
static inline struct chain explore_instance(const struct instance *instance)
{
    struct chain chain;
    const struct model *model = instance->generator->model;
    if (explore(instance->generator->name, model, instance->arguments, model->rewards, &chain) !=
        OK)
        fail_msg("%s", fail_message());
    return chain;
}

static inline void check_size(const struct known_size *known)
{
    struct instance instance = open_instance(known->source);
    if (!instance.generator) skip();
    struct chain chain = explore_instance(&instance);
    if (chain.transitions.n != known->states || chain.transitions.nnz != known->transitions)
        fail_msg("%s: %u states, %llu transitions; PRISM: %u, %llu", known->source,
                 chain.transitions.n, (unsigned long long)chain.transitions.nnz, known->states,
                 (unsigned long long)known->transitions);
    chain_free(&chain);
}

static inline struct case_result solve_source(const char *source, const char *variant_name,
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

/* One untimed solve as PRISM does it. */
static inline struct settings once(void)
{
    struct settings settings = default_settings;
    settings.epsilon = 1e-6;
    settings.criterion = RELATIVE;
    settings.max_iterations = 20000;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    return settings;
}

static inline void check_count(const struct known_count *known, const char *place)
{
    char variant[64];
    struct settings settings = once();
    if (!method_named(known->method)) skip();
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

/* A group of tests, one a row; the first member of a row is a text that names the test, and *state
 * is the row. */
static inline int run_rows(const char *group, CMUnitTestFunction test, const void *rows,
                           size_t size, size_t count)
{
    struct CMUnitTest *tests = calloc(count, sizeof *tests);
    if (!tests) return 1;
    for (size_t k = 0; k < count; k++) {
        char *row = (char *)rows + k * size;
        tests[k] =
            (struct CMUnitTest){.name = *(char **)row, .test_func = test, .initial_state = row};
    }
    int failed = _cmocka_run_group_tests(group, tests, count, NULL, NULL);
    free(tests);
    return failed;
}

#define RUN_ROWS(group, test, rows) \
    run_rows(group, test, rows, sizeof *(rows), sizeof(rows) / sizeof *(rows))

static inline void sizes_are_prisms(void **state)
{
    check_size(*state);
}

#endif

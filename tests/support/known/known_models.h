/* Known data of models: their sizes, and PRISM's iteration counts and values. */
#pragma once

#include "base/process/clock.h"
#include "generators/explore.h"
#include "harness/case/case.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/expected.h"
#include "tests/support/listed.h"

struct known_size {
    const char *source;
    uint32_t states;
    uint64_t transitions;
    uint32_t choices; /* of a decision process; 0: it is a chain */
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
struct instance open_instance(const char *source);

/* The chain of an instance, which must have a model, with all its rewards. */
struct chain explore_instance(const struct instance *instance);

struct case_result solve_source(const char *source, const char *variant_name,
                                const struct settings *settings);

/* One untimed solve as PRISM does it. */
struct settings once(void);

void check_count(const struct known_count *known, const char *place);

/* A group of tests, one a row; the first member of a row is a text that names the test, and *state
 * is the row. */
int run_rows(const char *group, CMUnitTestFunction test, const void *rows, size_t size,
             size_t count);

#define RUN_ROWS(group, test, rows) \
    run_rows(group, test, rows, sizeof *(rows), sizeof(rows) / sizeof *(rows))

void sizes_are_prisms(void **state);

/* What tests of operations share: a target is a layout, or none, at a place and in a precision,
 * with vectors that come and go in its precision, and one list of tests, made from the registries.
 */
#ifndef WARPMARK_TESTS_SUPPORT_OPERATIONS_H
#define WARPMARK_TESTS_SUPPORT_OPERATIONS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

struct target {
    char name[64];
    const struct layout *layout; /* NULL for vector operations */
    const struct place *place;
    enum precision precision;
};

static inline double tolerance(const struct target *t)
{
    return t->precision == F32 ? 2e-5 : 1e-13;
}

static inline void assert_near(const struct target *t, double got, double wanted, double size,
                               const char *what, uint32_t i)
{
    if (!(fabs(got - wanted) <= tolerance(t) * (1 + size)))
        fail_msg("%s, seed %llu: %s entry %u is %.17g, not %.17g", t->name,
                 (unsigned long long)seed, what, i, got, wanted);
}

static inline void assert_ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static inline void skip_without(const struct target *t)
{
    if (t->place->probe() != OK) skip();
}

/* Vectors between host and place, in the precision of the target. */

static inline size_t bytes_of(const struct target *t, size_t n)
{
    return n * (t->precision == F32 ? sizeof(float) : sizeof(double));
}

static inline void *upload(const struct target *t, size_t n, const double *from)
{
    void *there = NULL;
    float *narrow = malloc((n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    for (size_t i = 0; i < n; i++) narrow[i] = (float)from[i];
    assert_ok(t->place->allocate(bytes_of(t, n), &there));
    assert_ok(
        t->place->put(there, t->precision == F32 ? (const void *)narrow : from, bytes_of(t, n)));
    assert_ok(t->place->synchronise());
    free(narrow);
    return there;
}

static inline void download(const struct target *t, size_t n, const void *there, double *to)
{
    float *narrow = malloc((n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    assert_ok(t->place->get(t->precision == F32 ? (void *)narrow : to, there, n, bytes_of(t, 1)));
    if (t->precision == F32)
        for (size_t i = 0; i < n; i++) to[i] = narrow[i];
    free(narrow);
}

/* A vector of NaN: whatever an operation does not write stays visible. */
static inline void *poisoned(const struct target *t, size_t n)
{
    double *nan_vector = malloc((n + 1) * sizeof *nan_vector);
    assert_non_null(nan_vector);
    for (size_t i = 0; i < n; i++) nan_vector[i] = NAN;
    void *there = upload(t, n, nan_vector);
    free(nan_vector);
    return there;
}

static inline struct test new_test(const struct target *t, enum criterion criterion, double epsilon,
                                   enum vote vote)
{
    struct test test = {.criterion = criterion, .epsilon = epsilon, .scale = 1, .vote = vote};
    const int none = 0;
    assert_ok(t->place->allocate(sizeof *test.flag, (void **)&test.flag));
    assert_ok(t->place->put(test.flag, &none, sizeof none));
    assert_ok(t->place->synchronise());
    return test;
}

/* One list of tests from the registries. */

enum { MAX_TESTS = 512 };

static struct CMUnitTest listed[MAX_TESTS];
static struct target targets[MAX_TESTS];
static char names[MAX_TESTS][128];
static size_t nlisted;

static inline void add(const char *what, CMUnitTestFunction run, const struct layout *layout,
                       const struct place *place, int bits)
{
    struct target *t = &targets[nlisted];
    *t = (struct target){.layout = layout, .place = place, .precision = (enum precision)bits};
    snprintf(t->name, sizeof t->name, "%s/%s/%s", layout ? layout->name : "vectors",
             precision_names[bits], place->name);
    snprintf(names[nlisted], sizeof names[0], "%s: %s", what, t->name);
    listed[nlisted] =
        (struct CMUnitTest){.name = names[nlisted], .test_func = run, .initial_state = t};
    nlisted++;
}

#endif

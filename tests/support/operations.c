#include "tests/support/operations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static double tolerance(const struct target *t)
{
    return t->precision == F32 ? 2e-5 : 1e-13;
}

void assert_near(const struct target *t, double got, double wanted, double size, const char *what,
                 uint32_t i)
{
    if (!(fabs(got - wanted) <= tolerance(t) * (1 + size)))
        fail_msg("%s, seed %llu: %s entry %u is %.17g, not %.17g", t->name,
                 (unsigned long long)seed, what, i, got, wanted);
}

void skip_without(const struct target *t)
{
    if (t->place->probe() != OK) skip();
}

static size_t bytes_of(const struct target *t, size_t n)
{
    return n * (t->precision == F32 ? sizeof(float) : sizeof(double));
}

static const struct stored *rows;

void vectors_are_of(const struct stored *of)
{
    rows = of;
}

static enum status new_vector(const struct target *t, size_t n, void **out)
{
    return rows && (n == rows->n || n == 2 * rows->n) ? vector_allocate(rows, n / rows->n, out)
                                                      : t->place->allocate(bytes_of(t, n), out);
}

void *upload(const struct target *t, size_t n, const double *from)
{
    void *there = NULL;
    float *narrow = malloc((n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    for (size_t i = 0; i < n; i++) narrow[i] = (float)from[i];
    assert_ok(new_vector(t, n, &there));
    assert_ok(
        t->place->put(there, t->precision == F32 ? (const void *)narrow : from, bytes_of(t, n)));
    assert_ok(t->place->synchronise());
    free(narrow);
    return there;
}

static void download_rows(const struct target *t, size_t n, size_t width, const void *there,
                          double *to)
{
    float *narrow = malloc((width * n + 1) * sizeof *narrow);
    assert_non_null(narrow);
    assert_ok(
        t->place->get(t->precision == F32 ? (void *)narrow : to, there, n, bytes_of(t, width)));
    if (t->precision == F32)
        for (size_t i = 0; i < width * n; i++) to[i] = narrow[i];
    free(narrow);
}

void download(const struct target *t, size_t n, const void *there, double *to)
{
    download_rows(t, n, 1, there, to);
}

void download_pairs(const struct target *t, size_t n, const void *there, double *to)
{
    download_rows(t, n, 2, there, to);
}

void *poisoned(const struct target *t, size_t n)
{
    double *nan_vector = malloc((n + 1) * sizeof *nan_vector);
    assert_non_null(nan_vector);
    for (size_t i = 0; i < n; i++) nan_vector[i] = NAN;
    void *there = upload(t, n, nan_vector);
    free(nan_vector);
    return there;
}

struct test new_test(const struct target *t, enum criterion criterion, double epsilon,
                     enum vote vote)
{
    struct test test = {.criterion = criterion, .epsilon = epsilon, .scale = 1, .vote = vote};
    const int none = 0;
    assert_ok(t->place->allocate(sizeof *test.flag, (void **)&test.flag));
    assert_ok(t->place->put(test.flag, &none, sizeof none));
    assert_ok(t->place->synchronise());
    return test;
}

void list_target(const char *what, CMUnitTestFunction run, const struct layout *layout,
                 const struct place *place, int bits)
{
    static struct target *last;
    struct target *t = malloc(sizeof *t);
    if (!t) abort();
    *t = (struct target){
        .before = last, .layout = layout, .place = place, .precision = (enum precision)bits};
    last = t;
    snprintf(t->name, sizeof t->name, "%s/%s/%s", layout ? layout->name : "vectors",
             precision_names[bits], place->name);
    list_test(run, t, "%s: %s", what, t->name);
}

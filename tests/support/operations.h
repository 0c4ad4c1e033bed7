/* Common parts of tests of operations. A target is a layout, or none, at a place and in a
 * precision, with vectors that are uploaded and downloaded in its precision. */
#pragma once

#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

struct target {
    struct target *before; /* in a list of all that are listed */
    char name[64];
    const struct layout *layout; /* NULL for vector operations */
    const struct place *place;
    enum precision precision;
};

void assert_near(const struct target *t, double got, double wanted, double size, const char *what,
                 uint32_t i);
void skip_without(const struct target *t);

/* Vectors between host and place, in the precision of the target. */

/* Those that come are vectors of these rows from now on, if they have one or two numbers a row, as
 * several cards need it; NULL: of none. */
void vectors_are_of(const struct stored *rows);

void *upload(const struct target *t, size_t n, const double *from);
void download(const struct target *t, size_t n, const void *there, double *to);
void download_pairs(const struct target *t, size_t n, const void *there, double *to);

/* A vector of NaN: whatever an operation does not write stays visible. */
void *poisoned(const struct target *t, size_t n);

struct test new_test(const struct target *t, enum criterion criterion, double epsilon,
                     enum vote vote);

/* Lists a test of a target. */
void list_target(const char *what, CMUnitTestFunction run, const struct layout *layout,
                 const struct place *place, int bits);

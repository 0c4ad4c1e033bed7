/* Tests that are listed at run time: one for each member of a registry, each variant that patterns
 * name, or each row of a table. There is one list a program. */
#pragma once

#include "harness/case/variant.h"
#include "tests/support/cmocka.h"

/* Adds a test to the list: its name is `format` filled in, and state becomes its *state. */
void list_test(CMUnitTestFunction run, const void *state, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Runs and clears the list; returns the exit code of main. Either fixture may be NULL. */
int run_listed(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown);

/* A new array of the variants that the program's arguments name, or, without arguments, the
 * patterns, which end with NULL. Ends the program with a message where a pattern is wrong. */
struct variant *listed_variants(int argc, char **argv, char *const *patterns, size_t *count);

/* Returns the name of a variant, newly allocated. */
char *name_of(const struct variant *variant);

#include "tests/support/listed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct CMUnitTest *tests;
static size_t ntests;

void list_test(CMUnitTestFunction run, const void *state, const char *format, ...)
{
    char name[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    tests = realloc(tests, (ntests + 1) * sizeof *tests);
    if (!tests) abort();
    tests[ntests++] =
        (struct CMUnitTest){.name = strdup(name), .test_func = run, .initial_state = (void *)state};
}

int run_listed(const char *group, CMFixtureFunction setup, CMFixtureFunction teardown)
{
    int failed = _cmocka_run_group_tests(group, tests, ntests, setup, teardown);
    while (ntests) free((char *)tests[--ntests].name);
    free(tests);
    tests = NULL;
    return failed;
}

struct variant *listed_variants(int argc, char **argv, char *const *patterns, size_t *count)
{
    struct variant *variants;
    size_t given = argc > 1 ? (size_t)argc - 1 : 0;
    if (given) patterns = argv + 1;
    while (argc <= 1 && patterns[given]) given++;
    if (variants_expand(given, patterns, &variants, count) == OK) return variants;
    fprintf(stderr, "%s\n", fail_message());
    exit(1);
}

char *name_of(const struct variant *variant)
{
    char *name;
    if (variant_name(variant, &name) != OK) abort();
    return name;
}

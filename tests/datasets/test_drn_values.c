/* Values of variables in the comments of DRN files, as Storm writes them. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/formats/drn/drn.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

#define HEAD "@type: DTMC\n@nr_states\n3\n@model\n"
#define STATE0 "state 0 init\n"
#define ROW0 "\taction 0\n\t\t1 : 0.5\n\t\t2 : 0.5\n"
#define STATE1 "state 1\n"
#define ROW1 "\taction 0\n\t\t1 : 1\n"
#define STATE2 "state 2\n"
#define ROW2 "\taction 0\n\t\t2 : 1\n"
#define FILE_OF(a, b, c) HEAD STATE0 a ROW0 STATE1 b ROW1 STATE2 c ROW2

static const struct drn_values_case {
    const char *text;
    const char *variables; /* NULL: none are known */
    int32_t values[6];
} cases[] = {
    {FILE_OF("//[s=7\t& d=-1]\n", "//[s=0\t& d=2]\n", "//[s=-3\t& d=4]\n"),
     "(s,d)",
     {7, 0, -3, -1, 2, 4}},
    {FILE_OF("//[x=1]\n", "//[x=2]\n", "//[x=3]\n"), "(x)", {1, 2, 3}},
    /* a truth, with and without its name where it is true */
    {FILE_OF("//[!b\t& c]\n", "//[\t& !c]\n", "//[b\t& c]  \n"), "(b,c)", {0, 1, 1, 1, 0, 1}},
    {FILE_OF("//[\t& x=4]\n", "//[\t& x=5]\n", "//[\t& x=6]\n"), "(x)", {4, 5, 6}},
    {FILE_OF("//[x=0\t& b]\n", "//[x=1\t& !b]\n", "//[x=0\t& ]\n"), "(x,b)", {0, 1, 0, 1, 0, 1}},
    {FILE_OF("//[]\n", "//[]\n", "//[]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n//[x=9]\n", "//[x=2]\n", "// more\n//[x=3]\n"), "(x)", {1, 2, 3}},
    {FILE_OF("//[x=2147483647]\n", "//[x=-2147483648]\n", "//[x=0]\n"),
     "(x)",
     {INT32_MAX, INT32_MIN, 0}},
    /* comments without such values */
    {FILE_OF("//[x=1]\n", "//[x]\n", "//[x=0]\n"), NULL, {0}},
    {FILE_OF("//[x]\n", "//[x=1]\n", "//[!x]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[]\n", "//[x=0]\n"), NULL, {0}},
    {FILE_OF("", "//[x=2]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=2]\n", ""), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[y=2]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[xx=2]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=2\t& y=1]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=1/2]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=0.5]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[!x=1]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=2147483648]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x=2\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[a,b=2]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[x=1]\n", "//[x y]\n", "//[x=3]\n"), NULL, {0}},
    {FILE_OF("//[!]\n", "//[x]\n", "//[!x]\n"), NULL, {0}},
};

static void check_values(const struct drn_values_case *one)
{
    struct chain chain;
    scratch_write("model.drn", one->text);
    if (drn_read_chain(scratch_path("model.drn"), CHAIN_UNKNOWN, &chain) != OK)
        fail_msg("%s: %s", one->text, fail_message());
    assert_true(chain_sound(&chain, 1e-12));
    if (!one->variables) {
        assert_null(chain.variables);
        assert_null(chain.values);
    } else {
        size_t count = 1;
        if (!chain.values) fail_msg("no values: %s", one->text);
        assert_string_equal(chain.variables, one->variables);
        for (const char *at = one->variables; *at; at++) count += *at == ',';
        assert_memory_equal(chain.values, one->values, 3 * count * sizeof *one->values);
        for (size_t k = 0; k < count; k++) /* b and c are truths */
            assert_int_equal(chain.truths[k], strchr("bc", one->variables[2 * k + 1]) != NULL);
    }
    chain_free(&chain);
}

static void values_are_read(void **state)
{
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        check_values(&cases[k]);
    }
}

/* One comment announces more values than the file has bytes. */
static void few_bytes_need_little_memory(void **state)
{
    enum { VARIABLES = 150000, STATES = 1000000 };
    struct chain chain;
    char *text = NULL;
    assert_int_equal(append_text(&text, "@type: DTMC\n@nr_states\n%d\n@model\n", STATES), OK);
    assert_int_equal(append_text(&text, "state 0 init\n//[x=0"), OK);
    for (int k = 1; k < VARIABLES; k++) assert_int_equal(append_text(&text, "\t& x=0"), OK);
    assert_int_equal(append_text(&text, "]\n"), OK);
    for (int k = 0; k < 8; k++) assert_int_equal(append_text(&text, "%*s\n", STATES, ""), OK);
    scratch_write("model.drn", text);
    free(text);
    assert_int_equal(drn_read_chain(scratch_path("model.drn"), CHAIN_UNKNOWN, &chain), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "ends after 1 of 1000000 states"));
}

static void allocations_may_fail(void **state)
{
    struct chain chain;
    scratch_write("model.drn", cases[0].text);
    assert_memory_refused(15, drn_read_chain(scratch_path("model.drn"), CHAIN_UNKNOWN, &chain));
    chain_free(&chain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_read),
                                       cmocka_unit_test(few_bytes_need_little_memory),
                                       cmocka_unit_test(allocations_may_fail)};
    return cmocka_run_group_tests_name("values in drn", tests, scratch_create, scratch_remove);
}

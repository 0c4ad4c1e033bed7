/* harness/script/shape.h and script_settings.h: values that come from Lua are checked in C,
 * independent of check.lua. */
#include <lauxlib.h>
#include <lua.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/script/script_settings.h"
#include "harness/script/shape.h"
#include "tests/support/cmocka.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A state with the value of a Lua expression on top of its stack. */
static lua_State *value_of(const char *expression)
{
    char text[2000];
    lua_State *L = luaL_newstate();
    snprintf(text, sizeof text, "return %s", expression);
    if (luaL_loadstring(L, text) || lua_pcall(L, 0, 1, 0)) fail_msg("%s", lua_tostring(L, -1));
    return L;
}

struct taken {
    char *text, *name;
    double real;
    uint64_t whole, *list;
    size_t count;
};

struct number {
    uint64_t n;
};

SHAPE(number, number, PART(WHOLE, number, n, .least = 1, .most = 9));
SHAPE(taken, taken, PART(OPTIONAL, taken, text), PART(TEXT, taken, name), PART(REAL, taken, real),
      PART(WHOLE, taken, whole, .least = 1, .most = 1000), PART_LIST(taken, list, count, &number));

static void values(void **state)
{
    static const struct {
        const char *table, *message; /* NULL: fine */
    } cases[] = {
        {"{ name = 'x', real = 0.5, whole = 3, list = { { n = 1 }, { n = 9 } } }", NULL},
        {"{ name = 'x', text = 'y', real = 1, whole = 3.0 }", NULL},
        {"{ real = 1 }", "'name' is nil where a text is expected"},
        {"{ name = 1 }", "'name' is number where a text is expected"},
        {"{ name = 'x', text = {} }", "'text' is table where a text is expected"},
        {"{ name = 'x', real = '1' }", "'real' is string where a number is expected"},
        {"{ name = 'x', real = 0/0 }", "'real' is number where a number is expected"},
        {"{ name = 'x', real = 1, whole = 1.5 }",
         "'whole' is number where a whole number is expected"},
        {"{ name = 'x', real = 1, whole = 0 }", "'whole' is not from 1 to 1000"},
        {"{ name = 'x', real = 1, whole = -1 }", "'whole' is not from 1 to 1000"},
        {"{ name = 'x', real = 1, whole = 1, list = 3 }",
         "'list' is number where a list is expected"},
        {"{ name = 'x', real = 1, whole = 1, list = { 3 } }",
         "'n' is nil where a whole number is expected"},
        {"{ name = 'x', real = 1, whole = 1, list = { {} } }",
         "'n' is nil where a whole number is expected"},
        {"3", "'name' is nil where a text is expected"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct taken out = {0};
        lua_State *L = value_of(cases[k].table);
        enum status status = shape_take(L, &taken, &out);
        assert_int_equal(lua_gettop(L), 1);
        assert_int_equal(status, cases[k].message ? ERROR_INPUT : OK);
        if (cases[k].message) assert_string_equal(fail_message(), cases[k].message);
        else assert_int_equal(out.whole, 3);
        free(out.text);
        free(out.name);
        free(out.list);
        lua_close(L);
    }
}

#define SOLVE                                                                                \
    "solve = { epsilon = 1e-6, max_iterations = 9, criterion = 'absolute', require = 1e-4, " \
    "prove = 0, prove_time = 60 }"
#define MEASURE                                                                                  \
    "warmup = 1, min_samples = 1, max_samples = 2, max_ci = 0.5, max_time = 1, iterations = 0, " \
    "timeout = 1, "                                                                              \
    "memory = 0, seed = 1, copy_samples = 0, throttle_retries = 1, count_iterations = true, "    \
    "throttle = 'any', counters = true, "

static void settings(void **state)
{
    static const struct {
        const char *table, *message;
    } cases[] = {
        {"{ " SOLVE ", measure = { " MEASURE "interleave = 1, processes = 1, cache = 'cold' } }",
         NULL},
        {"{ " SOLVE ", measure = { " MEASURE "interleave = 1, processes = 1, cache = 'zzz' } }",
         "'cache' has no value 'zzz'"},
        {"{ " SOLVE ", measure = { " MEASURE "interleave = 1, processes = 1, cache = {} } }",
         "'cache' has no value ''"},
        {"{ " SOLVE ", measure = { " MEASURE "interleave = 0, processes = 1 } }",
         "'interleave' is not from 1 to 1000"},
        {"{ " SOLVE ", measure = { " MEASURE "interleave = 1, processes = 1001 } }",
         "'processes' is not from 1 to 1000"},
        {"{ solve = { epsilon = 0 } }", "'epsilon' is not above zero"},
        {"{ solve = 3 }", "'epsilon' is nil where a number is expected"},
        {"{}", "'epsilon' is nil where a number is expected"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct settings out = default_settings;
        lua_State *L = value_of(cases[k].table);
        enum status status = settings_take(L, &out);
        assert_int_equal(status, cases[k].message ? ERROR_INPUT : OK);
        if (cases[k].message) assert_string_equal(fail_message(), cases[k].message);
        else {
            assert_true(out.cache == CACHE_COLD && out.max_iterations == 9 && out.max_ci == 0.5);
            assert_true(out.require == 1e-4 && out.prove == 0 && out.prove_time == 60);
        }
        assert_int_equal(lua_gettop(L), 1);
        lua_close(L);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values), cmocka_unit_test(settings)};
    return cmocka_run_group_tests_name("from_lua", tests, NULL, NULL);
}

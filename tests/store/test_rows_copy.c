#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "store/columns.h"
#include "tests/support/cmocka.h"

#define TEXT(literal) \
    (char[])          \
    {                 \
        literal       \
    }

static void test_axes(void **state)
{
    const struct axis_value axes[2] = {{TEXT("n"), 0.1, NULL}, {TEXT("kind"), NAN, TEXT("ring")}};
    struct axis_value *copy;
    assert_int_equal(axes_copy(2, axes, &copy), OK);
    assert_string_equal(copy[0].name, "n");
    assert_true(copy[0].number == 0.1 && isnan(copy[1].number));
    assert_null(copy[0].text);
    assert_string_equal(copy[1].text, "ring");
    assert_ptr_not_equal(copy[1].text, axes[1].text);
    axes_free(copy, 2);
}

static void test_figures(void **state)
{
    const struct figure figure = {.id = TEXT("a"),
                                  .title = TEXT("b"),
                                  .kind = TEXT("c"),
                                  .x = TEXT("d"),
                                  .y = TEXT("e"),
                                  .by = TEXT("f"),
                                  .facet = TEXT("g"),
                                  .where = TEXT("h"),
                                  .log = TEXT("i")};
    struct figure *copy;
    assert_int_equal(rows_copy(GROUP_FIGURES, 1, &figure, &copy), OK);
    const char *const texts[] = {copy->id, copy->title, copy->kind,  copy->x,  copy->y,
                                 copy->by, copy->facet, copy->where, copy->log};
    for (size_t k = 0; k < 9; k++) assert_string_equal(texts[k], ((char[]){(char)('a' + k), '\0'}));
    rows_free(GROUP_FIGURES, copy, 1);
}

static void test_tables(void **state)
{
    const struct table table = {.id = TEXT("a"),
                                .title = TEXT("b"),
                                .rows = TEXT("c"),
                                .columns = TEXT("d"),
                                .value = TEXT("e")};
    struct table *copy;
    assert_int_equal(rows_copy(GROUP_TABLES, 1, &table, &copy), OK);
    const char *const texts[] = {copy->id, copy->title, copy->rows, copy->columns, copy->value};
    for (size_t k = 0; k < 5; k++) assert_string_equal(texts[k], ((char[]){(char)('a' + k), '\0'}));
    assert_null(copy->where);
    rows_free(GROUP_TABLES, copy, 1);
}

static void test_claims_and_bundle(void **state)
{
    const struct claim claim = {
        .id = TEXT("a"), .text = TEXT("b"), .verdict = VERDICT_HOLDS, .numbers = TEXT("e")};
    const struct bundled bundled = {TEXT("c"), TEXT("d")};
    struct claim *claims;
    struct bundled *bundle;
    assert_int_equal(rows_copy(GROUP_CLAIMS, 1, &claim, &claims), OK);
    assert_int_equal(rows_copy(GROUP_BUNDLE, 1, &bundled, &bundle), OK);
    assert_string_equal(claims->id, "a");
    assert_string_equal(claims->text, "b");
    assert_int_equal(claims->verdict, VERDICT_HOLDS);
    assert_string_equal(claims->numbers, "e");
    assert_string_equal(bundle->name, "c");
    assert_string_equal(bundle->text, "d");
    rows_free(GROUP_CLAIMS, claims, 1);
    rows_free(GROUP_BUNDLE, bundle, 1);
}

static void test_nothing(void **state)
{
    struct table *copy, zeroed = {0};
    assert_int_equal(rows_copy(GROUP_TABLES, 0, NULL, &copy), OK);
    rows_free(GROUP_TABLES, copy, 0);
    rows_free(GROUP_TABLES, NULL, 5);
    assert_int_equal(rows_copy(GROUP_TABLES, 1, &zeroed, &copy), OK);
    rows_free(GROUP_TABLES, copy, 1);
}

static void test_no_memory(void **state)
{
    const struct table tables[2] = {{.id = TEXT("a"), .where = TEXT("b")}, {.rows = TEXT("c")}};
    struct table *copy;
    for (long successes = 0; successes <= 4; successes++) {
        enum status status = refused_after(successes, rows_copy(GROUP_TABLES, 2, tables, &copy));
        assert_int_equal(status, successes < 4 ? ERROR_HOST_MEMORY : OK);
        if (status != OK) assert_null(copy);
    }
    rows_free(GROUP_TABLES, copy, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes),    cmocka_unit_test(test_figures),
        cmocka_unit_test(test_tables),  cmocka_unit_test(test_claims_and_bundle),
        cmocka_unit_test(test_nothing), cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("spec", tests, NULL, NULL);
}

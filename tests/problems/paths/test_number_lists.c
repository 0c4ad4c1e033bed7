/* Lists of numbers have one number each, whatever else is added. */
#include <string.h>

#include "problems/paths/number_lists.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { LISTS = 3000 };

/* List k: its digits to base 7, so that short ones are parts of longer ones. */
static size_t list_of(uint32_t k, uint32_t list[8])
{
    size_t length = 0;
    for (; k; k /= 7) list[length++] = k % 7;
    return length;
}

static void lists_are_numbered_once(void **state)
{
    struct number_lists lists = {0};
    uint32_t list[8], number, numbers[LISTS];
    for (uint32_t k = 0; k < LISTS; k++) {
        assert_ok(number_lists_add(&lists, list, list_of(k, list), &numbers[k]));
        assert_int_equal(numbers[k], k);
        const uint32_t before = (uint32_t)draw(k + 1);
        assert_ok(number_lists_add(&lists, list, list_of(before, list), &number));
        assert_int_equal(number, numbers[before]);
    }
    assert_int_equal(lists.count, LISTS);
    for (uint32_t k = 0; k < LISTS; k++) {
        const size_t length = list_of(k, list);
        assert_int_equal(number_list_length(&lists, k), length);
        assert_memory_equal(number_list(&lists, k), list, length * sizeof *list);
    }
    number_lists_free(&lists);
    assert_int_equal(lists.count, 0);
}

static void results_are_remembered(void **state)
{
    struct memo memo = {.pairs.width = 2};
    uint32_t at;
    for (uint32_t k = 0; k < LISTS; k++) {
        assert_ok(memo_find(&memo, k % 50, k / 50, &at));
        assert_int_equal(memo.result[at], UNKNOWN_RESULT);
        memo.result[at] = k;
    }
    for (uint32_t k = 0; k < LISTS; k++) {
        assert_ok(memo_find(&memo, k % 50, k / 50, &at));
        assert_int_equal(memo.result[at], k);
    }
    memo_free(&memo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lists_are_numbered_once),
                                       cmocka_unit_test(results_are_remembered)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

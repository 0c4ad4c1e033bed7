/* The values of all methods against proofs, on every system that generators make, at two sizes. */
#include "tests/support/cmocka.h"
#include "tests/support/known/proven_values.h"

static void test_small(void **state)
{
    check_values(SIZE_SMALL);
}

static void test_larger(void **state)
{
    check_values(SIZE_LARGER);
    check_all_answered(10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small), cmocka_unit_test(test_larger)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

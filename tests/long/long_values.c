/* The values of all methods against proofs, on larger systems that generators make. */
#include "tests/support/cmocka.h"
#include "tests/support/known/proven_values.h"

static void test_long(void **state)
{
    check_values(SIZE_LONG);
    check_all_answered(5); /* of one size: few are bounded properties */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_long)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SIGKILL at random moments; bench_kill does the same more often. */
#include "tests/support/cmocka.h"
#include "tests/support/results/kills.h"
#include "tests/support/seed.h"

static void test_kills(void **state)
{
    struct kills kills = {
        .wanted = 10, .most = 4, .problems = 3, .variants = 2, .nsamples = 12, .longest = 0.5};
    kill_runs(&kills);
    if (*kills.wrong) fail_msg("%s", kills.wrong);
    assert_true(kills.done >= kills.wanted && kills.runs > 0 && kills.files > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kills)};
    seed_begin();
    return cmocka_run_group_tests_name("kill", tests, NULL, NULL);
}

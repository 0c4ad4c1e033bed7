/* The time limit of a solve, and what a signal of the user leaves behind. */
#include "harness/interrupt.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness/clock.h"

static void test_deadline(void **state)
{
    (void)state;
    double start = clock_now();
    interrupt_arm(0.02);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    double elapsed = clock_now() - start;
    assert_true(interrupt_disarm());
    assert_true(elapsed >= 0.02 && elapsed < 20);
    assert_int_equal(interrupt_solve, 0);
    assert_false(interrupted());
}

static void test_in_time(void **state)
{
    (void)state;
    const double limits[] = {1, 1e9, 1e300, INFINITY};
    for (int k = 0; k < 4; k++) {
        interrupt_arm(limits[k]);
        assert_int_equal(interrupt_solve, 0);
        assert_false(interrupt_disarm());
    }
}

/* A limit too short for the clock strikes all the same. */
static void test_no_time(void **state)
{
    (void)state;
    double start = clock_now();
    interrupt_arm(1e-12);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    assert_true(interrupt_disarm());
}

static void test_file_limit(void **state)
{
    (void)state;
    interrupt_install();
    raise(SIGXFSZ);
    assert_false(interrupted());
}

/* The last test: an interrupt is for good. */
static void test_user(void **state)
{
    (void)state;
    interrupt_install();
    interrupt_arm(1000);
    raise(SIGTERM);
    assert_true(interrupted());
    assert_int_equal(interrupt_solve, 1);
    assert_false(interrupt_disarm());
    assert_int_equal(interrupt_solve, 1);
    interrupt_arm(1000);
    assert_int_equal(interrupt_solve, 1);
    assert_false(interrupt_disarm());
    struct sigaction action;
    assert_int_equal(sigaction(SIGTERM, NULL, &action), 0);
    assert_true(action.sa_handler == SIG_DFL); /* so that a second one ends the program */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadline),   cmocka_unit_test(test_in_time), cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_file_limit), cmocka_unit_test(test_user),
    };
    return cmocka_run_group_tests_name("interrupt", tests, NULL, NULL);
}

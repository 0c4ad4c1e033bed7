/* The time limit of a solve, and the state after a signal of the user. */
#include <math.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "tests/support/cmocka.h"

static void test_deadline(void **state)
{
    double start = clock_now();
    interrupt_arm(0.02);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    double elapsed = clock_now() - start;
    assert_true(interrupt_disarm());
    assert_true(elapsed >= 0.02 && elapsed < 20);
    assert_int_equal(interrupt_solve, 0);
    assert_false(interrupted());
}

/* The timer of the first solve, which ends before the limit of the second, does not stop the
 * second; the second's own timer does. */
static void test_later_solve(void **state)
{
    interrupt_arm(0.02);
    interrupt_disarm();
    double start = clock_now();
    interrupt_arm(0.1);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    double elapsed = clock_now() - start;
    assert_true(interrupt_disarm());
    assert_true(elapsed >= 0.1 && elapsed < 20);
}

/* The timer of a solve with a long limit does not delay that of a solve with a short one. */
static void test_shorter_limit(void **state)
{
    interrupt_arm(1000);
    assert_false(interrupt_disarm());
    double start = clock_now();
    interrupt_arm(0.02);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    assert_true(interrupt_disarm());
    assert_true(clock_now() - start < 20);
}

/* A timer that ends between two solves, or was turned off, does not shorten the limit of the next
 * one. */
static void test_between_solves(void **state)
{
    for (int off = 0; off < 2; off++) {
        interrupt_arm(0.01);
        interrupt_disarm();
        if (off) interrupt_timer_off();
        for (double end = clock_now() + 0.05; clock_now() < end;) continue;
        assert_int_equal(interrupt_solve, 0);
        double start = clock_now();
        interrupt_arm(0.02);
        while (!interrupt_solve && clock_now() < start + 20) continue;
        double elapsed = clock_now() - start;
        assert_true(interrupt_disarm());
        assert_true(elapsed >= 0.02 && elapsed < 20);
    }
}

static void test_in_time(void **state)
{
    const double limits[] = {1, 1e9, 1e300, INFINITY};
    for (int k = 0; k < 4; k++) {
        interrupt_arm(limits[k]);
        assert_int_equal(interrupt_solve, 0);
        assert_false(interrupt_disarm());
    }
}

/* A limit that is too short for the clock stops the solve, too. */
static void test_no_time(void **state)
{
    double start = clock_now();
    interrupt_arm(1e-12);
    while (!interrupt_solve && clock_now() < start + 20) continue;
    assert_true(interrupt_disarm());
}

static void test_file_limit(void **state)
{
    interrupt_install();
    raise(SIGXFSZ);
    assert_false(interrupted());
}

/* The last test: an interrupt is for good. */
static void test_user(void **state)
{
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
}

/* Sends itself both signals, one of them after `wait` seconds; returns how the process ended
 * (wait(2)). */
static int end_of_twice(int first, int second, double wait)
{
    int how = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        interrupt_install();
        raise(first);
        for (double end = clock_now() + wait; clock_now() < end;) continue;
        raise(second);
        _exit(interrupted() ? 7 : 8);
    }
    assert_int_equal(waitpid(child, &how, 0), child);
    return how;
}

static void test_user_twice(void **state)
{
    static const int both[] = {SIGINT, SIGTERM};
    for (int k = 0; k < 4; k++) {
        int how = end_of_twice(both[k / 2], both[k % 2], 0);
        assert_true(WIFEXITED(how));
        assert_int_equal(WEXITSTATUS(how), 7);
    }
    int how = end_of_twice(SIGINT, SIGTERM, 1.1);
    assert_true(WIFSIGNALED(how));
    assert_int_equal(WTERMSIG(how), SIGTERM);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_deadline),      cmocka_unit_test(test_later_solve),
        cmocka_unit_test(test_shorter_limit), cmocka_unit_test(test_between_solves),
        cmocka_unit_test(test_in_time),       cmocka_unit_test(test_no_time),
        cmocka_unit_test(test_file_limit),    cmocka_unit_test(test_user_twice),
        cmocka_unit_test(test_user),
    };
    return cmocka_run_group_tests_name("interrupt", tests, NULL, NULL);
}

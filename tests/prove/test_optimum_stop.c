/* Decision processes are opened and proven until a question whether to stop is answered with yes:
 * the first, the second, and so on. */
#include <signal.h>
#include <stdio.h>

#include "base/progress_hook.h"
#include "base/team.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

/* Probabilities and rewards, the largest and the smallest; sweeps, policies and averages. */
static const char *const sources[] = {"csma:n=2,k=2,property=1",
                                      "csma:n=2,k=2,property=2",
                                      "consensus:n=2,k=8,property=1",
                                      "consensus:n=2,k=8,property=3",
                                      "consensus:n=2,k=2,prop=R{\"steps\"}max=?[S]",
                                      "firewire_abst:delay=3,property=1",
                                      "israeli_jalfon:n=4,choices=mdp"};

enum { SOURCES = sizeof sources / sizeof *sources };

static volatile sig_atomic_t stop;
static long asked, most;

static void count_questions(const char *what, uint64_t done, uint64_t total)
{
    (void)what, (void)done, (void)total;
    if (++asked >= most) stop = 1;
}

static void watch(long questions)
{
    stop = 0, asked = 0, most = questions;
    progress_hook_set(count_questions, &stop);
}

/* Of many questions, only some of the later ones stop the work. */
static long after(long k)
{
    return k + 1 + k / 8;
}

static void opening_stops(void **state)
{
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        enum status status = ERROR_INTERRUPTED;
        long k = 0;
        while (status != OK) {
            struct problem problem;
            watch(k = after(k));
            status = problem_open(sources[s], &problem);
            progress_hook_set(NULL, NULL);
            if (status != OK && status != ERROR_INTERRUPTED) fail_msg("%s", fail_message());
            assert_int_equal(status == ERROR_INTERRUPTED, stop);
            if (status == OK) problem_free(&problem);
        }
        printf("%s: opened after %ld questions\n", sources[s], asked);
        assert_true(asked > 4);
    }
}

static void proofs_stop(void **state)
{
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        enum status status = ERROR_INTERRUPTED;
        struct problem problem;
        long k = 0;
        assert_ok(problem_open(sources[s], &problem));
        while (status != OK) {
            watch(k = after(k));
            status = prove_problem(&problem, &settings);
            progress_hook_set(NULL, NULL);
            if (status != OK && status != ERROR_INTERRUPTED) fail_msg("%s", fail_message());
            assert_int_equal(status == ERROR_INTERRUPTED, stop);
        }
        printf("%s: proven after %ld questions\n", sources[s], asked);
        assert_non_null(problem.proof.x);
        assert_true(asked > 4);
        problem_free(&problem);
    }
}

/* Without time for any iteration, what is proven still holds. */
static void proofs_without_time_hold(void **state)
{
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    (void)state;
    for (int s = 0; s < SOURCES; s++) {
        struct problem problem;
        assert_ok(problem_open(sources[s], &problem));
        settings.seconds = 60;
        assert_ok(prove_problem(&problem, &settings));
        const double low = problem.proof.value_low, high = problem.proof.value_high;
        settings.seconds = 0;
        assert_ok(prove_problem(&problem, &settings));
        printf("%s: [%.17g, %.17g], %s\n", sources[s], problem.proof.value_low,
               problem.proof.value_high, problem.proof.note);
        if (problem.proof.x)
            assert_true(problem.proof.value_low <= high && problem.proof.value_high >= low);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(opening_stops),
                                       cmocka_unit_test(proofs_stop),
                                       cmocka_unit_test(proofs_without_time_hold)};
    int failed = cmocka_run_group_tests_name("stops", tests, NULL, NULL);
    team_always = true;
    failed += cmocka_run_group_tests_name("stops, in teams", tests, NULL, NULL);
    return failed;
}

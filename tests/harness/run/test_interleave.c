/* Cases that take turns, and processes that continue with the next case. */
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/output/missing.h"
#include "base/process/clock.h"
#include "harness/case/reference_solve.h"
#include "harness/process/builder.h"
#include "harness/run/interleave.h"
#include "problems/pack.h"
#include "tests/support/cmocka.h"

enum { TURNS = 5 };

static struct settings settings;
static struct variant variant;
static struct resting_workers resting;
static int problem;

/* The problem is made in a child, because OpenMP does not survive later forks. */
static int set_up(void **state)
{
    char source[] = "random_dd:n=40";
    const struct prove_settings proof = DEFAULT_PROVE_SETTINGS;
    struct result_problem made = {.source = source};
    settings = default_settings;
    settings.min_samples = settings.max_samples = 3;
    settings.throttle_retries = 0;
    settings.max_time = 1e6;
    if (problem_pack_create(&problem) != OK ||
        build_problem(problem, INFINITY, &proof, &made) != OK)
        return -1;
    free(made.kind);
    return variant_parse("jacobi/msr/f64/seq", &variant) == OK ? 0 : -1;
}

/* Events that the listener received. */
struct heard {
    int ended[TURNS], waited[TURNS];
    const char *why;
    pid_t kills; /* process to kill when the next turn begins; 0: none */
};

static void begins(void *listener, size_t k)
{
    struct heard *heard = listener;
    (void)k;
    if (heard->kills) kill(heard->kills, SIGKILL);
    heard->kills = 0;
}

static void waits(void *listener, size_t k, const char *why)
{
    struct heard *heard = listener;
    heard->waited[k]++;
    heard->why = why;
}

static enum status hear(void *listener, size_t k, bool ended)
{
    struct heard *heard = listener;
    heard->ended[k] += ended;
    return OK;
}

static void take_turns(const struct settings *with, struct heard *heard, size_t count,
                       const struct turn *turn)
{
    const struct turns turns = {.job = {.problem = problem,
                                        .settings = with,
                                        .run_started = clock_now(),
                                        .resting = &resting},
                                .memory = INFINITY,
                                .listener = heard,
                                .begins = begins,
                                .waits = waits,
                                .heard = hear};
    assert_int_equal(measure_in_turns(&turns, count, turn), OK);
}

static void measure(uint64_t at_a_time, struct heard *heard, struct case_result *result)
{
    struct turn turn[TURNS];
    settings.interleave = at_a_time;
    for (int k = 0; k < TURNS; k++)
        turn[k] = (struct turn){.variant = &variant, .result = &result[k], .rests = true};
    take_turns(&settings, heard, TURNS, turn);
    for (int k = 0; k < TURNS; k++) {
        if (result[k].run.status != CASE_OK) fail_msg("%s", result[k].run.note);
        assert_int_equal(heard->ended[k], 1);
        heard->ended[k] = 0;
        assert_int_equal(result[k].run.sample_count, 3);
        assert_true(result[k].run.residual == result[0].run.residual);
    }
}

static void free_results(struct case_result *result)
{
    for (int k = 0; k < TURNS; k++) case_result_free(&result[k]);
}

/* One process after another takes all cases, with as many processes as take turns. */
static void test_processes_go_on(void **state)
{
    struct case_result result[TURNS];
    struct heard heard = {0};
    for (uint64_t at_a_time = 1; at_a_time <= 2; at_a_time++) {
        measure(at_a_time, &heard, result);
        assert_int_equal(resting.count, at_a_time);
        const pid_t pid = resting.worker[0].process.pid;
        free_results(result);
        measure(at_a_time, &heard, result);
        free_results(result);
        assert_int_equal(resting.count, at_a_time);
        assert_true(resting.worker[0].process.pid == pid || resting.worker[1].process.pid == pid);
        resting_workers_end(&resting);
        assert_int_equal(kill(pid, 0), -1);
    }
}

/* Counters may slow a process down, so it measures no other case. */
static void test_counted_processes_end(void **state)
{
    struct case_result result[TURNS];
    struct heard heard = {0};
    settings.counters = true;
    measure(2, &heard, result);
    settings.counters = false;
    assert_int_equal(resting.count, 0);
    for (int k = 0; k < TURNS; k++) assert_true(result[k].run.counted_solves > 0);
    free_results(result);
}

/* A process that crashes at its second case costs no case: that is measured again, in a new one. */
static void test_crash_of_a_used_process(void **state)
{
    struct case_result result[TURNS];
    struct heard heard = {0};
    int waited = 0;
    measure(1, &heard, result);
    free_results(result);
    heard.kills = resting.worker[0].process.pid;
    measure(1, &heard, result);
    for (int k = 0; k < TURNS; k++) waited += heard.waited[k];
    assert_int_equal(waited, 1);
    assert_string_equal(heard.why, "crashed in a process that had measured another case");
    free_results(result);
    resting_workers_end(&resting);
}

/* A process that died while it was idle is replaced without a message. */
static void test_death_at_rest(void **state)
{
    struct case_result result[TURNS];
    struct heard heard = {0};
    measure(2, &heard, result);
    free_results(result);
    for (int k = 0; k < 2; k++) {
        const pid_t pid = resting.worker[k].process.pid;
        siginfo_t end;
        kill(pid, SIGKILL);
        assert_int_equal(waitid(P_PID, (id_t)pid, &end, WEXITED | WNOWAIT), 0);
    }
    measure(2, &heard, result);
    for (int k = 0; k < TURNS; k++) assert_int_equal(heard.waited[k], 0);
    free_results(result);
    resting_workers_end(&resting);
}

/* A process whose case ended badly is not kept. */
static void test_bad_end(void **state)
{
    struct worker_job job = {.problem = problem,
                             .variant = &variant,
                             .settings = &settings,
                             .run_started = clock_now(),
                             .resting = &resting};
    const struct block all = {.seconds = INFINITY, .samples = UINT64_MAX};
    struct settings few = settings;
    struct case_result result;
    struct worker worker;
    for (int bad = 0; bad < 2; bad++) {
        few.max_iterations = bad ? 1 : settings.max_iterations;
        job.settings = &few;
        assert_int_equal(worker_open(&job, &result, &worker), OK);
        assert_int_equal(worker.reused, bad);
        assert_int_equal(worker_await(&worker), OK);
        assert_int_equal(worker_begin(&worker, INFINITY, 0), OK);
        assert_int_equal(worker_block(&worker, &all), OK);
        assert_int_equal(result.run.status, bad ? CASE_NOT_CONVERGED : CASE_OK);
        worker_release(&worker);
        assert_int_equal(worker_stop(&worker), OK);
        assert_int_equal(resting.count, !bad);
        case_result_free(&result);
    }
}

/* Blocks of iterations are timed, and not counted: but for the turns that ask for whole solves, or
 * for their number. */
static void test_whole_and_counted(void **state)
{
    struct settings blocks = settings;
    struct case_result result[3];
    struct heard heard = {0};
    struct turn turn[3];
    blocks.iterations = 2;
    blocks.count_iterations = false;
    blocks.interleave = 3;
    for (int k = 0; k < 3; k++)
        turn[k] = (struct turn){&variant, &result[k], .whole = k == 1, .counted = k == 2};
    take_turns(&blocks, &heard, 3, turn);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(result[k].run.status, CASE_OK);
        assert_int_equal(result[k].run.extrapolated, k != 1);
        assert_int_equal(result[k].sample[0].iterations, k == 1 ? MISSING : 2);
    }
    assert_int_equal(result[0].run.iterations, MISSING);
    assert_true(result[1].run.iterations > 2);
    assert_int_equal(result[2].run.iterations, result[1].run.iterations);
    for (int k = 0; k < 3; k++) case_result_free(&result[k]);
}

/* The reference solve is measured every half second: two readings are never equal. */
static void test_reference_solve(void **state)
{
    struct settings longer = settings;
    struct case_result result;
    struct heard heard = {0};
    const struct turn turn = {.variant = &variant, .result = &result};
    const double now = reference_time();
    longer.max_samples = 1000000000;
    longer.max_ci = 1e-12;
    longer.max_time = 1.2;
    take_turns(&longer, &heard, 1, &turn);
    assert_int_equal(result.run.status, CASE_OK);
    assert_true(result.run.reference_low > now / 50);
    assert_true(result.run.reference_low < result.run.reference_high);
    assert_true(result.run.reference_high < now * 50);
    case_result_free(&result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_and_counted), cmocka_unit_test(test_reference_solve),
        cmocka_unit_test(test_counted_processes_end),
        cmocka_unit_test(test_processes_go_on), cmocka_unit_test(test_crash_of_a_used_process),
        cmocka_unit_test(test_death_at_rest), cmocka_unit_test(test_bad_end)};
    return cmocka_run_group_tests_name("interleave", tests, set_up, NULL);
}

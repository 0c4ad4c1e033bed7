/* Messages of a worker and their handling, whatever it sends or does; errands. */
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/process_tree.h"
#include "harness/process/builder.h"
#include "harness/process/run_in_child.h"
#include "harness/process/worker.h"
#include "problems/pack.h"
#include "tests/support/cmocka.h"

static struct settings settings;
static struct variant variant;
static struct worker_job job = {.variant = &variant, .settings = &settings};

/* The problem is made in a child, because OpenMP does not survive later forks. */
static int set_up(void **state)
{
    char source[] = "random_dd:n=40";
    const struct prove_settings proof = DEFAULT_PROVE_SETTINGS;
    struct result_problem problem = {.source = source};
    settings = default_settings;
    settings.min_samples = settings.max_samples = 5;
    settings.throttle_retries = 0;
    settings.max_time = 1e6;
    job.run_started = clock_now();
    if (problem_pack_create(&job.problem) != OK ||
        build_problem(job.problem, INFINITY, &proof, &problem) != OK)
        return -1;
    free(problem.kind);
    return problem.n == 40 && variant_parse("jacobi/msr/f64/omp", &variant) == OK ? 0 : -1;
}

/* All three parts of starting a worker. */
static enum status start(process_body *body, struct case_result *result, struct worker *worker)
{
    enum status status = worker_open_as(body, &job, result, worker);
    if (status == OK) status = worker_await(worker);
    return status == OK ? worker_begin(worker, INFINITY, 0) : status;
}

static void check_ended(const struct worker *worker, enum case_status status, const char *note)
{
    const struct result_run *run = &worker->result->run;
    assert_true(worker->ended);
    if (run->status != status || strncmp(run->note, note, strlen(note)))
        fail_msg("%s: %s", case_status_names[run->status], run->note);
}

/* Three blocks of two samples: the third is cut off by the settings. */
static void test_blocks(void **state)
{
    static const struct block two = {.seconds = INFINITY, .samples = 2};
    static const uint64_t counts[] = {2, 4, 5};
    struct case_result result;
    struct worker worker;
    assert_int_equal(start(worker_serve, &result, &worker), OK);
    assert_false(worker.ended);
    assert_true(result.run.layout > 0 && result.run.bytes > 0 && result.run.sample_count == 0);
    assert_true(worker.used > 0);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(worker_block(&worker, &two), OK);
        assert_int_equal(result.run.sample_count, counts[k]);
        assert_int_equal(worker.ended, k == 2);
    }
    for (int k = 1; k < 5; k++)
        assert_true(result.sample[k].started > result.sample[k - 1].started);
    check_ended(&worker, CASE_OK, "");
    assert_int_equal(result.run.stop_reason, STOP_MAX_SAMPLES);
    assert_int_equal(result.run.warmup, 1);
    assert_int_equal(worker_block(&worker, &two), OK); /* nothing happens any more */
    assert_int_equal(worker_stop(&worker), OK);
    check_ended(&worker, CASE_OK, "");
    case_result_free(&result);
}

/* Several open at a time; one that has ended stays until it is released, and all are gone when they
 * are stopped. */
static void test_several(void **state)
{
    static const struct block all = {.seconds = INFINITY, .samples = UINT64_MAX};
    struct case_result result[3];
    struct worker worker[3];
    pid_t pid[3];
    for (int k = 0; k < 3; k++) {
        assert_int_equal(worker_open(&job, &result[k], &worker[k]), OK);
        pid[k] = worker[k].process.pid;
    }
    for (int k = 0; k < 3; k++) assert_int_equal(worker_await(&worker[k]), OK);
    for (int k = 0; k < 3; k++) {
        assert_true(!worker[k].ended && worker[k].used > 0 && isnan(result[k].run.layout));
        assert_int_equal(worker_begin(&worker[k], INFINITY, 0), OK);
        assert_true(!worker[k].ended && result[k].run.layout > 0);
    }
    for (int k = 0; k < 3; k++) {
        assert_int_equal(worker_block(&worker[k], &all), OK);
        check_ended(&worker[k], CASE_OK, "");
        assert_int_equal(waitpid(pid[k], NULL, WNOHANG), 0); /* it lives */
    }
    for (int k = 0; k < 3; k++) worker_release(&worker[k]);
    for (int k = 0; k < 3; k++) {
        assert_int_equal(worker_stop(&worker[k]), OK);
        assert_int_equal(kill(pid[k], 0), -1);
        check_ended(&worker[k], CASE_OK, "");
        case_result_free(&result[k]);
    }
}

/* A worker that is killed before it has begun. */
static void test_killed_early(void **state)
{
    struct case_result result;
    struct worker worker;
    assert_int_equal(worker_open(&job, &result, &worker), OK);
    assert_int_equal(worker_await(&worker), OK);
    kill(worker.process.pid, SIGKILL);
    assert_int_equal(worker_begin(&worker, INFINITY, 0), OK);
    check_ended(&worker, CASE_CRASHED, "its process was killed by SIGKILL (Killed)");
    assert_int_equal(worker_stop(&worker), OK);
    case_result_free(&result);
}

/* A worker that is stopped before its end. */
static void test_stopped(void **state)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    struct case_result result;
    struct worker worker;
    assert_int_equal(start(worker_serve, &result, &worker), OK);
    assert_int_equal(worker_block(&worker, &one), OK);
    pid_t pid = worker.process.pid;
    assert_int_equal(worker_stop(&worker), OK);
    check_ended(&worker, CASE_INTERRUPTED, "interrupted after 1 sample");
    assert_int_equal(result.run.sample_count, 1);
    assert_int_equal(kill(pid, 0), -1);
    case_result_free(&result);
}

/* A worker that is killed between two blocks. */
static void test_killed(void **state)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    struct case_result result;
    struct worker worker;
    assert_int_equal(start(worker_serve, &result, &worker), OK);
    kill(worker.process.pid, SIGKILL);
    assert_int_equal(worker_block(&worker, &one), OK);
    check_ended(&worker, CASE_CRASHED, "its process was killed by SIGKILL (Killed)");
    assert_int_equal(worker_stop(&worker), OK);
    case_result_free(&result);
}

/* Processes that are no workers */

static void says_nothing(void *argument, int channel, int fd)
{
    (void)argument, (void)channel, (void)fd;
}

static void prints_and_leaves(void *argument, int channel, int fd)
{
    (void)argument, (void)channel, (void)fd;
    printf("first\nthe \033[31mlast\xff line\n\n");
    fflush(stdout);
    _exit(7);
}

static void closes_and_stays(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    close(channel);
    for (;;) pause();
}

static void sends_unknown_kind(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    record_send(channel, 77, 3, "abc");
    for (;;) pause();
}

static void sends_bytes(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    send(channel, "not a record", 12, 0);
    for (;;) pause();
}

/* As worker.c numbers its records. */
enum { READY, BEGIN, SAMPLES = 3, STATE };

static void get_ready(int channel)
{
    static struct record record;
    record_send(channel, READY, 0, NULL);
    record_receive(channel, &record);
    if (record.kind != BEGIN) _exit(9);
}

static void sends_state_for_ready(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    record_send(channel, STATE, 0, NULL);
    for (;;) pause();
}

static void sends_long_ready(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    record_send(channel, READY, 1, "x");
    for (;;) pause();
}

static void sends_odd_samples(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    get_ready(channel);
    record_send(channel, SAMPLES, sizeof(struct result_sample) + 1,
                (char[sizeof(struct result_sample) + 1]){0});
    for (;;) pause();
}

static void sends_empty_state(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    get_ready(channel);
    record_send(channel, STATE, 0, NULL);
    for (;;) pause();
}

/* A state whose fields are all ones: no status, no such number of samples, a note without end. */
static void sends_wild_state(void *argument, int channel, int fd)
{
    (void)argument, (void)fd;
    static unsigned char ones[4096];
    memset(ones, 0xff, sizeof ones);
    get_ready(channel);
    for (size_t size = 1000; size < 2000; size++) record_send(channel, STATE, size, ones);
    for (;;) pause();
}

/* As worker.c sends it. */
struct state {
    struct result_run run;
    char note[1024], proof_note[512], counter_note[1024];
};

enum {
    SOUND,
    BAD_STATUS,
    BAD_REASON,
    BAD_COUNT,
    ENDLESS_NOTE,
    ENDLESS_PROOF_NOTE,
    ENDLESS_COUNTER_NOTE,
    NSPOILT
};

/* argument: a struct worker_job, whose settings say what is spoilt. */
static void sends_spoilt_state(void *argument, int channel, int fd)
{
    static struct state sent;
    const uint64_t spoilt = ((const struct worker_job *)argument)->settings->seed;
    (void)fd;
    sent.run = result_run_unknown();
    sent.run.sample_count = spoilt == BAD_COUNT;
    if (spoilt == BAD_STATUS) sent.run.status = NCASE_STATUSES;
    if (spoilt == BAD_REASON) sent.run.stop_reason = NSTOP_REASONS;
    if (spoilt == ENDLESS_NOTE) memset(sent.note, 'x', sizeof sent.note);
    if (spoilt == ENDLESS_PROOF_NOTE) memset(sent.proof_note, 'x', sizeof sent.proof_note);
    if (spoilt == ENDLESS_COUNTER_NOTE) memset(sent.counter_note, 'x', sizeof sent.counter_note);
    get_ready(channel);
    record_send(channel, STATE, sizeof sent, &sent);
    for (;;) pause();
}

/* One thing is wrong with each, and with the first nothing. */
static void test_spoilt_states(void **state)
{
    for (settings.seed = SOUND; settings.seed < NSPOILT; settings.seed++) {
        struct case_result result;
        struct worker worker;
        assert_int_equal(start(sends_spoilt_state, &result, &worker), OK);
        if (settings.seed == SOUND) assert_false(worker.ended);
        else check_ended(&worker, CASE_CRASHED, "its process sent data that is not a result");
        assert_int_equal(worker_stop(&worker), OK);
        case_result_free(&result);
    }
    settings.seed = default_settings.seed;
}

static void test_garbage(void **state)
{
    static const struct {
        process_body *body;
        const char *note;
    } cases[] = {
        {says_nothing, "its process closed its connection too early"},
        {prints_and_leaves,
         "its process ended with exit code 7; the last line it printed: the  [31mlast\xef\xbf\xbd "
         "line"},
        {closes_and_stays, "its process closed its connection too early"},
        {sends_unknown_kind, "its process sent data that is not a result"},
        {sends_bytes, "its process closed its connection too early"},
        {sends_state_for_ready, "its process sent data that is not a result"},
        {sends_long_ready, "its process sent data that is not a result"},
        {sends_odd_samples, "its process sent data that is not a result"},
        {sends_empty_state, "its process sent data that is not a result"},
        {sends_wild_state, "its process sent data that is not a result"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct case_result result;
        struct worker worker;
        assert_int_equal(start(cases[k].body, &result, &worker), OK);
        check_ended(&worker, CASE_CRASHED, cases[k].note);
        assert_int_equal(worker_stop(&worker), OK);
        case_result_free(&result);
    }
}

/* Errands */

static enum status reply(void *argument, int fd, struct record *out)
{
    (void)fd;
    printf("this goes to standard error\n");
    out->size =
        (uint32_t)snprintf((char *)out->bytes, sizeof out->bytes, "%s", (const char *)argument);
    return OK;
}

static enum status refuse(void *argument, int fd, struct record *out)
{
    (void)argument, (void)fd, (void)out;
    return (fail)(ERROR_INPUT, "no such thing"); /* not cmocka's */
}

static enum status crash(void *argument, int fd, struct record *out)
{
    (void)argument, (void)fd, (void)out;
    abort();
}

static enum status take_memory(void *argument, int fd, struct record *out)
{
    (void)argument, (void)fd, (void)out;
    for (char *more; (more = malloc(1 << 20));) {
        memset(more, 1, 1 << 20);
        usleep(1000);
    }
    return OK;
}

static void test_errands(void **state)
{
    static struct record out;
    assert_int_equal(run_in_child("a reply", reply, "hello", -1, INFINITY, &out), OK);
    assert_int_equal(out.size, 5);
    assert_memory_equal(out.bytes, "hello", 5);
    assert_int_equal(run_in_child("a refusal", refuse, NULL, -1, INFINITY, &out), ERROR_INPUT);
    assert_string_equal(fail_message(), "no such thing");
    assert_int_equal(run_in_child("a crash", crash, NULL, -1, INFINITY, &out), ERROR_CRASHED);
    assert_string_equal(fail_message(), "a crash: its process was killed by SIGABRT (Aborted)");
    assert_int_equal(
        run_in_child("a meal", take_memory, NULL, -1, process_memory(getpid()) + 1e8, &out),
        ERROR_HOST_MEMORY);
    assert_memory_equal(fail_message(), "a meal takes more memory than ", 30);
}

/* If an allocation fails on our side, there is an error and no process remains. */
static void test_allocations(void **state)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    enum status status = ERROR_HOST_MEMORY;
    bool lacks = true;
    for (long k = 0; status != OK || lacks; k++) {
        struct case_result result;
        struct worker worker;
        memory_fail_after(k);
        status = start(worker_serve, &result, &worker);
        while (status == OK && !worker.ended) status = worker_block(&worker, &one);
        memory_fail_after(-1);
        assert_int_equal(worker_stop(&worker), OK);
        assert_int_equal(worker.process.pid, 0);
        lacks = result.run.status == CASE_OOM_HOST || result.run.status == CASE_CRASHED;
        case_result_free(&result);
        assert_true(k < 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks),        cmocka_unit_test(test_several),
        cmocka_unit_test(test_killed_early),  cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_killed),        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_errands),       cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_spoilt_states),
    };
    return cmocka_run_group_tests_name("worker", tests, set_up, NULL);
}

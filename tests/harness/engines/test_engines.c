/* Engines that fail in every way: each case gets its status and one clear line, none takes longer
 * than its limit, and no process remains. tests/engines/faulty.c is the engine. */
#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/output/missing.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/case/prove_case.h"
#include "harness/engines/engine_process.h"
#include "harness/engines/engines.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

static char folder[PATH_MAX]; /* of the engines */

static int set_up(void **state)
{
    const ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    assert_true(length > 0);
    folder[length] = '\0';
    char *here = strstr(folder, "/tests/harness/");
    assert_non_null(here);
    strcpy(here, "/tests/engines");
    setenv("WARPMARK_ENGINES", folder, 1);
    return scratch_create(state);
}

static struct settings one_sample(void)
{
    struct settings settings = default_settings;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 2;
    settings.max_time = 1e6;
    settings.timeout = 1;
    return settings;
}

static void measure(const char *source, const char *name, struct case_result *out)
{
    const struct settings settings = one_sample();
    const struct prove_settings proof = proof_wanted(&settings);
    struct problem problem;
    struct variant variant;
    assert_int_equal(problem_open(source, &problem), OK);
    assert_int_equal(prove_problem(&problem, &proof), OK);
    if (variant_parse(name, &variant) != OK) fail_msg("%s", fail_message());
    assert_int_equal(case_measure(&problem, &variant, &settings, clock_now(), out), OK);
    problem_free(&problem);
}

/* Returns whether any process runs the engine. */
static bool one_is_left(void)
{
    char engine[PATH_MAX + 16], path[64], program[PATH_MAX];
    bool found = false;
    snprintf(engine, sizeof engine, "%s/faulty", folder);
    DIR *all = opendir("/proc");
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        snprintf(path, sizeof path, "/proc/%.16s/exe", entry->d_name);
        const ssize_t length = readlink(path, program, sizeof program - 1);
        if (length <= 0) continue;
        program[length] = '\0';
        found |= !strcmp(program, engine);
    }
    if (all) closedir(all);
    return found;
}

static void assert_none_left(const char *fault)
{
    for (double start = clock_now(); one_is_left(); usleep(1000))
        if (clock_now() > start + 5) fail_msg("%s: a process is left", fault);
}

static const struct fault {
    const char *name;
    enum case_status status;
    const char *note;
} faults[] = {
    {"none", CASE_OK, ""},
    {"exit", CASE_CRASHED,
     "engine faulty: it ended too early, with exit code 3; its last line of errors: I am leaving"},
    {"abort", CASE_CRASHED, "engine faulty: it was killed by SIGABRT (Aborted)"},
    {"hang", CASE_TIMEOUT, "stopped after 1 s"},
    {"flood", CASE_CRASHED, "engine faulty: its answer to solve has no \"outcome\""},
    {"no-outcome", CASE_CRASHED, "engine faulty: its answer to solve has no \"outcome\""},
    {"error", CASE_CRASHED, "engine faulty: singular (this error was its answer to solve)"},
    {"answer-error", CASE_CRASHED, "engine faulty: no space (this error was its answer to answer)"},
    {"answer-hang", CASE_TIMEOUT, "stopped after 10 s, before the engine gave its answer"},
    {"unable", CASE_UNSUPPORTED, "engine faulty: too big"},
    {"endless", CASE_CRASHED, "engine faulty: it sent a line of more than a million bytes"},
    {"babble", CASE_TIMEOUT, "stopped after 1 s"},
    {"garbage", CASE_CRASHED, "engine faulty: it sent what is no JSON object:  Iteration 1: res"},
    {"list", CASE_CRASHED, "engine faulty: it sent what is no JSON object: [1, 2]"},
    {"size", CASE_CRASHED,
     "engine faulty: its answer has 81 bytes, and 10 numbers of 8 bytes are 80"},
    {"no-answer", CASE_CRASHED, "engine faulty: its answer is missing: "},
    {"nan", CASE_WRONG, "the answer has entries that are not finite numbers"},
    {"lie", CASE_WRONG, "one more step in f64 changes the answer by"},
    {"limit", CASE_NOT_CONVERGED, "engine faulty: no convergence within its limit"},
    {"diverged", CASE_DIVERGED, "engine faulty: it diverged"},
    {"failed", CASE_NOT_CONVERGED, "engine faulty: it failed; a zero pivot"},
    {"refuse", CASE_UNSUPPORTED, "engine faulty: I do not like this matrix"},
    {"word", CASE_CRASHED, "engine faulty: its outcome 'fine' is none of"},
    {"stale", CASE_CRASHED, "engine faulty: it answered another sample"},
    {"deaf", CASE_OK, ""},
    {"child", CASE_OK, ""},
    {"close", CASE_CRASHED, "engine faulty: it closed its output"},
};

static void test_faults(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        const struct fault *fault = &faults[k];
        struct case_result result;
        char name[80];
        snprintf(name, sizeof name, "faulty[fault=%s]/sparse/f64/seq", fault->name);
        const double start = clock_now(), most = strcmp(fault->name, "answer-hang") ? 10 : 15;
        measure("identity:n=10", name, &result);
        if (result.run.status != fault->status || !strstr(result.run.note, fault->note))
            fail_msg("%s: %s: %s", fault->name, case_status_names[result.run.status],
                     result.run.note);
        if (!strcmp(fault->name, "lie")) assert_float_equal(result.run.error_bound, 1, 1e-6);
        if (strchr(result.run.note, '\n')) fail_msg("%s: more than one line", fault->name);
        if (clock_now() - start > most) fail_msg("%s takes %g s", fault->name, clock_now() - start);
        case_result_free(&result);
        assert_none_left(fault->name);
    }
}

/* Both clocks, CPU time, memory; what an engine counts; f32 and omp as it says. */
static void test_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"faulty/sparse/f64/seq", "faulty/sparse/f64/omp",
                                        "faulty/sparse+bfs/f64/seq",
                                        "faulty[fault=exit,after=5]/sparse/f32/seq"};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct case_result result;
        measure("identity:n=10", names[k], &result);
        assert_int_equal(result.run.status, CASE_OK);
        assert_int_equal(result.run.sample_count, 2);
        assert_int_equal(result.run.iterations, 3);
        assert_true(result.run.bytes == MISSING && result.run.traffic == MISSING);
        assert_true(result.sample[1].engine == 0.25 && result.sample[1].host < 0.25);
        assert_true(result.run.engine_cpu >= 0 && result.run.engine_memory > 10000);
        assert_true(result.run.upload > 0 && result.run.download > 0);
        assert_int_equal(result.run.proof, PROOF_CERTIFIED);
        case_result_free(&result);
    }
}

/* If an engine gives no vector, the proof of the problem judges its value. The value of dice is
 * 1/6. */
static void test_values(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        enum case_status status;
        const char *note;
    } cases[] = {
        {"value", CASE_OK, ""},
        {"wrong-value", CASE_WRONG, "the value is 0.25, and the exact one lies within [0.16"},
        {"nan-value", CASE_WRONG, "the value is not a finite number: nan"},
        {"infinite-value", CASE_WRONG, "the value is not a finite number: -inf"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct case_result result;
        char name[80];
        snprintf(name, sizeof name, "faulty[fault=%s]/sparse/f64/seq", cases[k].name);
        measure("dice", name, &result);
        if (result.run.status != cases[k].status || !strstr(result.run.note, cases[k].note))
            fail_msg("%s: %s: %s", cases[k].name, case_status_names[result.run.status],
                     result.run.note);
        if (k == 0) assert_true(result.run.value == 1.0 / 6 && result.run.error_bound < 1e-8);
        if (k == 1) assert_float_equal(result.run.error, 0.5, 1e-6);
        if (k == 1) assert_true(result.run.error_bound >= 0.5 && result.run.error_bound < 0.50001);
        if (k > 1) assert_true(isnan(result.run.error_bound));
        if (k > 0) assert_int_equal(result.run.proof, PROOF_NONE);
        assert_true(result.run.value_low <= 1.0 / 6 && result.run.value_high >= 1.0 / 6);
        case_result_free(&result);
    }
}

static void refused(const char *name, enum status status, const char *message)
{
    struct variant variant;
    enum status got = variant_parse(name, &variant);
    if (got == OK) got = variant_check(&variant);
    if (got != status || !strstr(fail_message(), message))
        fail_msg("%s: %d: %s", name, got, fail_message());
}

static void test_names(void **state)
{
    (void)state;
    refused("faulty/msr/f64/seq", ERROR_INPUT, "engines go with layout sparse");
    refused("jacobi/sparse/f64/seq", ERROR_INPUT, "engines go with layout sparse");
    refused("faulty[fault=x]/sparse/f64/seq", ERROR_INPUT, "fault=x: unknown value");
    refused("faulty[after=100]/sparse/f64/seq", ERROR_INPUT, "after=100: needs a whole number");
    refused("faulty[denormals=keep]/sparse/f64/seq", ERROR_INPUT, "does not apply");
    refused("faulty/sparse/f64/cuda",
            places[2]->probe() == OK ? ERROR_UNSUPPORTED : places[2]->probe(), "");
    refused("nothing/sparse/f64/seq", ERROR_INPUT,
            "unknown method 'nothing' (known: `warpmark list methods`, `warpmark list engines`)");
    refused("../faulty/sparse/f64/seq", ERROR_INPUT, "");
    refused("old/sparse/f64/seq", ERROR_ENVIRONMENT,
            "it speaks protocol 2, and this warpmark speaks protocol 1");
    refused("dead/sparse/f64/seq", ERROR_UNSUPPORTED, "a library is missing");
    refused("dead[unknown=1]/sparse/f64/seq", ERROR_UNSUPPORTED, "a library is missing");
    refused("lacking/sparse/f64/seq", ERROR_UNSUPPORTED, "libsolve is not installed");
}

/* The message about an engine that sends nothing: possible reasons. */
static void test_silence(void **state)
{
    (void)state;
    char path[PATH_MAX + 16];
    const char *line;
    struct engine_process process;
    snprintf(path, sizeof path, "%s/faulty", folder);
    assert_int_equal(engine_start("faulty", path, NULL, 0, &process), OK);
    assert_int_equal(engine_receive(&process, 0.125, NULL, &line), ERROR_INTERRUPTED);
    assert_string_equal(fail_message(),
                        "engine faulty: it gave no answer in 0.125 s; does it flush its output?");
    engine_end(&process, 0);
}

static void test_all(void **state)
{
    (void)state;
    const struct engine_entry *entries;
    size_t count, usable = 0;
    assert_int_equal(engines_load(&entries, &count), OK);
    for (size_t k = 0; k < count; k++) usable += entries[k].engine && !*entries[k].engine->missing;
    assert_true(count == 4 && usable == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faults),  cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_values),  cmocka_unit_test(test_names),
        cmocka_unit_test(test_silence), cmocka_unit_test(test_all)};
    return cmocka_run_group_tests_name("engines", tests, set_up, scratch_remove);
}

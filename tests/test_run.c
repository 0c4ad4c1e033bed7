/* Whole runs of experiments made by hand: every case of the plan has a row, whatever happened. */
#include "harness/run.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/memory.h"
#include "harness/clock.h"
#include "harness/interrupt.h"
#include "tests/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct run_request all = {.command = "warpmark run test.lua"};

/* An experiment on the stack; nothing in it is to be freed. */
static struct experiment experiment_of(size_t nproblems, struct experiment_problem *problems, size_t nvariants,
                                       char **variants)
{
    struct experiment e = {.name = "test",
                           .title = "A test",
                           .paper = "",
                           .path = "test.lua",
                           .script = "return {}",
                           .options = "n=1\n",
                           .nproblems = nproblems,
                           .problems = problems,
                           .nvariants = nvariants,
                           .variants = variants,
                           .settings = default_settings};
    e.settings.min_samples = e.settings.max_samples = 2;
    e.settings.max_time = 1e6;
    return e;
}

static void run_all(const struct experiment *experiment, struct results *out)
{
    if (run_experiment(experiment, &all, out) != OK) fail_msg("%s", fail_message());
}

/* One row a problem and variant, in that order, with its samples behind those of the row before. */
static void check_rows(const struct results *r)
{
    uint64_t samples = 0;
    assert_int_equal(r->nruns, r->nproblems * r->nvariants);
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        assert_int_equal(run->problem, k / r->nvariants);
        assert_int_equal(run->variant, k % r->nvariants);
        assert_int_equal(run->sample_offset, samples);
        assert_non_null(run->note);
        assert_int_equal(run->sample_count != 0, run->status == CASE_OK);
        samples += run->sample_count;
    }
    assert_int_equal(samples, r->nsamples);
    for (size_t k = 0; k < r->nsamples; k++) {
        assert_int_equal(r->samples[k].order, k);
        assert_true(r->samples[k].started > 0 && r->samples[k].started < r->wall);
    }
    assert_true(r->wall > 0 && r->overhead > 0 && r->overhead < r->wall);
}

static void test_every_case(void **state)
{
    (void)state;
    struct axis_value axes[] = {{"n", 20, NULL}, {"shape", NAN, "round"}};
    struct experiment_problem problems[] = {{"random_dd:n=20,density=0.5", "twenty", 2, axes},
                                            {"identity:n=3", "identity:n=3", 0, NULL}};
    char *variants[] = {"jacobi/msr/f64/{seq,omp}", "bicgstab/msr/f64/seq"};
    struct experiment e = experiment_of(2, problems, 2, variants);
    struct results r;
    run_all(&e, &r);
    check_rows(&r);
    assert_int_equal(r.nvariants, 3);
    assert_string_equal(r.variants[1].name, "jacobi/msr/f64/omp");
    assert_string_equal(r.variants[1].place, "omp");
    assert_string_equal(r.problems[0].label, "twenty");
    assert_string_equal(r.problems[0].kind, "linear");
    assert_int_equal(r.problems[0].naxes, 2);
    assert_string_equal(r.problems[0].axes[1].text, "round");
    assert_int_equal(r.problems[0].n, 20);
    assert_int_equal(r.problems[0].nnz, 190);
    assert_true(r.problems[0].row_min <= 9 && r.problems[0].row_max >= 10 && r.problems[0].row_max < 20);
    assert_true(r.problems[0].generate > 0);
    assert_int_equal(r.problems[1].row_max, 0);
    for (size_t k = 0; k < r.nruns; k++) assert_int_equal(r.runs[k].status, CASE_OK);
    assert_int_equal(r.nsamples, 12);
    assert_false(r.interrupted);
    assert_int_equal(run_exit_code(&e, &r), 0);
    results_free(&r);
}

static void test_head(void **state)
{
    (void)state;
    struct experiment_problem problems[] = {{"identity", "identity", 0, NULL}};
    char *variants[] = {"null/msr/f64/seq"};
    struct figure figure = {.id = "f", .kind = "lines", .x = "n", .y = "solve", .by = "variant", .log = ""};
    struct table table = {.id = "t", .rows = "n", .columns = "variant", .value = "solve"};
    struct experiment e = experiment_of(1, problems, 1, variants);
    struct results r;
    e.quick = true;
    e.nfigures = e.ntables = 1;
    e.figures = &figure;
    e.tables = &table;
    run_all(&e, &r);
    assert_string_equal(r.name, "test");
    assert_string_equal(r.script, "return {}");
    assert_string_equal(r.options, "n=1\n");
    assert_string_equal(r.command, all.command);
    assert_true(r.quick && *r.git_commit && r.nmachine && r.nbuild);
    assert_int_equal(strlen(r.started), strlen("2026-03-04T05:06:07+0000"));
    assert_true(strcmp(r.started, r.ended) <= 0);
    assert_int_equal(r.settings.max_samples, 2);
    assert_int_equal(r.nfigures, 1);
    assert_string_equal(r.figures[0].x, "n");
    assert_int_equal(r.ntables, 1);
    assert_string_equal(r.tables[0].rows, "n");
    results_free(&r);
}

/* A file that is there but cannot be read as a problem: its cases are skipped, with the reason, and the others run. */
static void test_broken_problem(void **state)
{
    (void)state;
    scratch_write("broken.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n");
    char path[1024];
    snprintf(path, sizeof path, "%s", scratch_path("broken.mtx"));
    struct experiment_problem problems[] = {
        {"identity", "first", 0, NULL}, {path, "broken", 0, NULL}, {"random_dd:n=5", "last", 0, NULL}};
    char *variants[] = {"jacobi/msr/{f32,f64}/seq"};
    struct experiment e = experiment_of(3, problems, 1, variants);
    struct results r;
    run_all(&e, &r);
    check_rows(&r);
    for (size_t k = 0; k < r.nruns; k++) {
        bool broken = r.runs[k].problem == 1;
        assert_int_equal(r.runs[k].status, broken ? CASE_SKIPPED : CASE_OK);
        if (!broken) continue;
        assert_non_null(strstr(r.runs[k].note, "broken.mtx:3: "));
        assert_int_equal(r.runs[k].iterations, MISSING);
        assert_true(isnan(r.runs[k].layout) && isnan(r.runs[k].started) && isnan(r.runs[k].value));
    }
    assert_string_equal(r.problems[1].kind, "");
    assert_int_equal(r.problems[1].n, MISSING);
    assert_true(isnan(r.problems[1].generate));
    assert_int_equal(run_exit_code(&e, &r), 1);
    results_free(&r);
}

/* Plans that cannot be are refused before anything is measured. */
static void test_refused(void **state)
{
    (void)state;
    struct experiment_problem good[] = {{"identity", "identity", 0, NULL}};
    struct experiment_problem unknown[] = {{"identity", "identity", 0, NULL}, {"idantity", "x", 0, NULL}};
    struct experiment_problem absent[] = {{"./absent.mtx", "x", 0, NULL}};
    char *variants[] = {"null/msr/f64/seq"}, *wrong[] = {"null/msr/f64/seq", "nul/msr/f64/seq"};
    const struct run_request none = {.command = "", .variants = "jacobi/*"};
    const struct {
        struct experiment experiment;
        const struct run_request *request;
        const char *message;
    } cases[] = {
        {experiment_of(2, unknown, 1, variants), &all, "unknown generator 'idantity', did you mean 'identity'?"},
        {experiment_of(1, absent, 1, variants), &all, "./absent.mtx: No such file or directory"},
        {experiment_of(1, good, 2, wrong), &all,
         "variant 'nul/msr/f64/seq': unknown method 'nul', did you mean 'null'?"},
        {experiment_of(1, good, 1, variants), &none, "--variants jacobi/*: matches none of the script's 1 variants"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct results r;
        assert_int_equal(run_experiment(&cases[k].experiment, cases[k].request, &r), ERROR_INPUT);
        if (strncmp(fail_message(), cases[k].message, strlen(cases[k].message))) fail_msg("%s", fail_message());
        assert_true(!r.name && !r.runs && !r.problems && r.nruns == 0);
        results_free(&r);
    }
}

static void test_wanted_variants(void **state)
{
    (void)state;
    struct experiment_problem problems[] = {{"identity", "identity", 0, NULL}};
    char *variants[] = {"{null,jacobi}/msr/{f32,f64}/seq"};
    const struct experiment e = experiment_of(1, problems, 1, variants);
    const struct run_request request = {.command = "", .variants = "*/f64/*"};
    struct results r;
    assert_int_equal(run_experiment(&e, &request, &r), OK);
    check_rows(&r);
    assert_int_equal(r.nvariants, 2);
    assert_string_equal(r.variants[0].name, "null/msr/f64/seq");
    assert_string_equal(r.variants[1].name, "jacobi/msr/f64/seq");
    results_free(&r);
}

static void test_expected(void **state)
{
    (void)state;
    struct experiment_problem problems[] = {{"random_dd:n=5", "p", 0, NULL}};
    char *variants[] = {"{null,jacobi}/msr/f64/seq"}, *expected[] = {"timeout", "wrong"};
    struct experiment e = experiment_of(1, problems, 1, variants);
    struct results r;
    run_all(&e, &r);
    check_rows(&r);
    assert_int_equal(r.runs[0].status, CASE_WRONG);
    assert_int_equal(r.runs[1].status, CASE_OK);
    assert_int_equal(run_exit_code(&e, &r), 2);
    e.expected = expected;
    e.nexpected = 1;
    assert_int_equal(run_exit_code(&e, &r), 2);
    e.nexpected = 2;
    assert_int_equal(run_exit_code(&e, &r), 0);
    results_free(&r);
}

/* What each status does to the exit code, alone and after a problem that could not be opened. */
static void test_exit_codes(void **state)
{
    (void)state;
    const struct experiment e = {0};
    char kind[] = "linear", none[] = "";
    for (int status = 0; status < NCASE_STATUSES; status++) {
        bool harmless =
            status == CASE_OK || status == CASE_UNSUPPORTED || status == CASE_NO_DEVICE || status == CASE_SKIPPED;
        struct result_run run = {.status = (enum case_status)status};
        struct result_problem problem = {.kind = kind};
        struct results r = {.nruns = 1, .runs = &run, .nproblems = 1, .problems = &problem};
        assert_int_equal(run_exit_code(&e, &r), harmless ? 0 : 2);
        problem.kind = none;
        assert_int_equal(run_exit_code(&e, &r), harmless ? 1 : 2);
        r.interrupted = true;
        assert_int_equal(run_exit_code(&e, &r), 130);
    }
}

static void test_allocations(void **state)
{
    (void)state;
    struct axis_value axes[] = {{"n", 20, NULL}, {"shape", NAN, "round"}};
    struct experiment_problem problems[] = {{"random_dd:n=5", "p", 2, axes}, {"identity", "q", 0, NULL}};
    char *variants[] = {"{null,jacobi}/msr/f64/seq"};
    struct figure figure = {.id = "f", .kind = "lines", .x = "n", .y = "solve", .by = "variant", .log = ""};
    struct experiment e = experiment_of(2, problems, 1, variants);
    enum status status = ERROR_HOST_MEMORY;
    long k;
    e.nfigures = 1;
    e.figures = &figure;
    for (k = 0; status != OK; k++) {
        struct results r;
        memory_fail_after(k);
        status = run_experiment(&e, &all, &r);
        memory_fail_after(-1);
        if (status == OK) check_rows(&r);
        else assert_true(status == ERROR_HOST_MEMORY && !r.name && !r.runs);
        results_free(&r);
    }
    assert_true(k > 100);
}

/* Sends this process SIGTERM after a while. */
static pid_t signal_later(unsigned microseconds)
{
    pid_t child = fork();
    if (child != 0) return child;
    usleep(microseconds);
    kill(getppid(), SIGTERM);
    _exit(0);
}

/* The last test: an interrupt is for good. The second problem's iterates go round in a circle for ever. */
static void test_interrupted(void **state)
{
    (void)state;
    static const enum case_status expected[] = {CASE_OK,          CASE_OK,          CASE_INTERRUPTED,
                                                CASE_INTERRUPTED, CASE_INTERRUPTED, CASE_INTERRUPTED};
    scratch_write("turns.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 -1\n2 2 1\n");
    char path[1024];
    snprintf(path, sizeof path, "%s", scratch_path("turns.mtx"));
    struct experiment_problem problems[] = {
        {"identity", "first", 0, NULL}, {path, "endless", 0, NULL}, {"random_dd:n=5", "last", 0, NULL}};
    char *variants[] = {"{jacobi,bicgstab}/msr/f64/seq"}, *interrupted_is_fine[] = {"interrupted"};
    struct experiment e = experiment_of(3, problems, 1, variants);
    struct results r;
    e.settings.max_iterations = UINT64_MAX;
    e.expected = interrupted_is_fine;
    e.nexpected = 1;
    interrupt_install();
    double start = clock_now();
    pid_t child = signal_later(500000);
    run_all(&e, &r);
    assert_true(clock_now() - start < 60);
    waitpid(child, NULL, 0);
    check_rows(&r);
    assert_true(r.interrupted);
    for (size_t k = 0; k < r.nruns; k++) assert_int_equal(r.runs[k].status, expected[k]);
    assert_non_null(strstr(r.runs[2].note, "interrupted in iteration "));
    assert_true(r.runs[2].iterations > 0 && r.runs[2].iterations != MISSING);
    for (size_t k = 3; k < r.nruns; k++) assert_string_equal(r.runs[k].note, "not started");
    assert_string_equal(r.problems[1].kind, "linear");
    assert_string_equal(r.problems[2].kind, "");
    assert_int_equal(run_exit_code(&e, &r), 130);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_case),      cmocka_unit_test(test_head),
        cmocka_unit_test(test_broken_problem),  cmocka_unit_test(test_refused),
        cmocka_unit_test(test_wanted_variants), cmocka_unit_test(test_expected),
        cmocka_unit_test(test_exit_codes),      cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_interrupted),
    };
    return cmocka_run_group_tests_name("run", tests, scratch_create, scratch_remove);
}

#define _GNU_SOURCE /* sched_setaffinity */
/* Whole runs of experiments made by hand: every case of the plan has a row, whatever happened. */
#include <dirent.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/run/run.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct run_request all = {.command = "warpmark run test.lua"};

/* An experiment on the stack; nothing in it is to be freed. */
static struct experiment experiment_of(size_t nproblems, struct experiment_problem *problems,
                                       size_t nvariants, char **variants)
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
    e.settings.throttle_retries = 0;
    e.settings.max_time = 1e6;
    return e;
}

static void run_all(const struct experiment *experiment, struct results *out)
{
    if (run_experiment(experiment, &all, out) != OK) fail_msg("%s", fail_message());
}

/* Checks that there is one row for each problem, variant and process, in this order, with its
 * samples after those of the row before. Every sample has its number in the order in which they
 * began. */
static void check_rows(const struct results *r)
{
    uint64_t samples = 0, processes = r->settings.processes;
    double *started = calloc(r->nsamples + 1, sizeof *started);
    assert_int_equal(r->nruns, r->nproblems * r->nvariants * processes);
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        assert_int_equal(run->problem, k / processes / r->nvariants);
        assert_int_equal(run->variant, k / processes % r->nvariants);
        assert_int_equal(run->process, k % processes);
        assert_int_equal(run->sample_offset, samples);
        assert_non_null(run->note);
        if (run->status != CASE_OK) assert_int_equal(run->sample_count, 0);
        else assert_true(run->sample_count > 0);
        samples += run->sample_count;
    }
    assert_int_equal(samples, r->nsamples);
    for (size_t k = 0; k < r->nsamples; k++) {
        const struct result_sample *sample = &r->samples[k];
        assert_true(sample->order < r->nsamples && started[sample->order] == 0);
        assert_true(sample->started > 0 && sample->started < r->wall);
        started[sample->order] = sample->started;
    }
    for (size_t k = 1; k < r->nsamples; k++) assert_true(started[k - 1] < started[k]);
    assert_true(r->wall > 0 && r->overhead > 0 && r->overhead < r->wall);
    free(started);
}

static void test_every_case(void **state)
{
    struct axis_value axes[] = {{"n", 20, NULL}, {"shape", NAN, "round"}};
    struct experiment_problem problems[] = {
        {.source = "random_dd:n=20,density=0.5", .label = "twenty", .naxes = 2, .axes = axes},
        {.source = "identity:n=3", .label = "identity:n=3"}};
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
    assert_true(r.problems[0].row_min <= 9 && r.problems[0].row_max >= 10 &&
                r.problems[0].row_max < 20);
    double share = r.problems[0].diagonal_share; /* there are 38 diagonals at most */
    assert_true(share > 16.0 / 38 && share < 1);
    assert_true(isnan(r.problems[1].diagonal_share));
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
    struct experiment_problem problems[] = {{.source = "identity", .label = "identity"}};
    char *variants[] = {"null/msr/f64/seq"};
    struct figure figure = {
        .id = "f", .kind = "lines", .x = "n", .y = "solve", .by = "variant", .log = ""};
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

/* A file that is there but cannot be read as a problem: its cases are skipped, with the reason, and
 * the others run. */
static void test_broken_problem(void **state)
{
    scratch_write("broken.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 x\n");
    char path[1024];
    snprintf(path, sizeof path, "%s", scratch_path("broken.mtx"));
    struct experiment_problem problems[] = {{.source = "identity", .label = "first"},
                                            {.source = path, .label = "broken"},
                                            {.source = "random_dd:n=5", .label = "last"}};
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

/* Invalid plans are refused before anything is measured. */
static void test_refused(void **state)
{
    struct experiment_problem good[] = {{.source = "identity", .label = "identity"}};
    struct experiment_problem unknown[] = {{.source = "identity", .label = "identity"},
                                           {.source = "idantity", .label = "x"}};
    struct experiment_problem absent[] = {{.source = "./absent.mtx", .label = "x"}};
    char *variants[] = {"null/msr/f64/seq"}, *wrong[] = {"null/msr/f64/seq", "nul/msr/f64/seq"};
    const struct run_request none = {.command = "", .variants = "jacobi/*"};
    const struct {
        struct experiment experiment;
        const struct run_request *request;
        const char *message;
    } cases[] = {
        {experiment_of(2, unknown, 1, variants), &all,
         "test.lua: unknown generator 'idantity', did you mean 'identity'?"},
        {experiment_of(1, absent, 1, variants), &all,
         "test.lua: ./absent.mtx: No such file or directory"},
        {experiment_of(1, good, 2, wrong), &all,
         "test.lua: variants[2]: variant 'nul/msr/f64/seq': unknown method 'nul', did you mean "
         "'null'?"},
        {experiment_of(1, good, 1, variants), &none,
         "--variants jacobi/*: matches none of the script's 1 variants, such as null/msr/f64/seq"},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct results r;
        assert_int_equal(run_experiment(&cases[k].experiment, cases[k].request, &r), ERROR_INPUT);
        if (strncmp(fail_message(), cases[k].message, strlen(cases[k].message)))
            fail_msg("%s", fail_message());
        assert_true(!r.name && !r.runs && !r.problems && r.nruns == 0);
        results_free(&r);
    }
}

static void test_wanted_variants(void **state)
{
    struct experiment_problem problems[] = {{.source = "identity", .label = "identity"}};
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
    struct experiment_problem problems[] = {{.source = "random_dd:n=5", .label = "p"}};
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

/* The effect of each status on the exit code, alone and after a problem that could not be opened.
 */
static void test_exit_codes(void **state)
{
    const struct experiment e = {0};
    char kind[] = "linear", none[] = "";
    for (int status = 0; status < NCASE_STATUSES; status++) {
        bool harmless = status == CASE_OK || status == CASE_UNSUPPORTED ||
                        status == CASE_NO_DEVICE || status == CASE_SKIPPED;
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

/* Returns whether a process had too little memory. */
static bool lacks_memory(const struct results *r)
{
    for (size_t k = 0; k < r->nruns; k++)
        if (r->runs[k].status == CASE_OOM_HOST) return true;
    return false;
}

/* Lack of memory in the process of a case ends the case; lack of memory in this process ends the
 * run. */
static void test_allocations(void **state)
{
    struct axis_value axes[] = {{"n", 20, NULL}, {"shape", NAN, "round"}};
    struct experiment_problem problems[] = {
        {.source = "identity", .label = "p", .naxes = 2, .axes = axes},
        {.source = "identity:n=2", .label = "q"}};
    char *variants[] = {"{null,jacobi}/msr/f64/seq"};
    struct figure figure = {
        .id = "f", .kind = "lines", .x = "n", .y = "solve", .by = "variant", .log = ""};
    struct experiment e = experiment_of(2, problems, 1, variants);
    enum status status;
    bool lacks;
    long k = 0, ended = 0;
    e.nfigures = 1;
    e.figures = &figure;
    do {
        struct results r;
        status = refused_after(k++, run_experiment(&e, &all, &r));
        lacks = status == OK && lacks_memory(&r);
        if (status == OK) check_rows(&r);
        else assert_true(status == ERROR_HOST_MEMORY && !r.name && !r.runs);
        ended += lacks;
        results_free(&r);
    } while (status != OK || lacks);
    assert_true(k > 100);
}

/* Variants that take as long as 250 samples need several turns. */
static struct experiment in_turns(struct experiment_problem *problem, char **variant)
{
    struct experiment e = experiment_of(1, problem, 1, variant);
    e.settings.min_samples = e.settings.max_samples = 250;
    e.settings.throttle_retries = 0;
    return e;
}

static struct experiment_problem one_problem[] = {{.source = "identity", .label = "identity"}};
static char *of_a_millisecond[] = {"null[cost=0.001]/{msr,wl,hwl,sscan}/f64/seq"};

/* Finds the positions of a run's first and last sample in the order of all samples. */
static void span(const struct results *r, size_t run, uint64_t *first, uint64_t *last)
{
    const struct result_sample *samples = r->samples + r->runs[run].sample_offset;
    *first = samples[0].order;
    *last = samples[r->runs[run].sample_count - 1].order;
}

/* Samples of one case lie between those of another, unless cases follow one another. */
static void test_turns(void **state)
{
    struct experiment e = in_turns(one_problem, of_a_millisecond);
    for (e.settings.interleave = 1; e.settings.interleave <= 4; e.settings.interleave *= 2) {
        struct results r;
        size_t group = e.settings.interleave;
        run_all(&e, &r);
        check_rows(&r);
        for (size_t a = 0; a < 4; a++) {
            for (size_t b = 0; b < 4; b++) {
                uint64_t first[2], last[2];
                span(&r, a, &first[0], &last[0]);
                span(&r, b, &first[1], &last[1]);
                bool mixed = first[0] < last[1] && first[1] < last[0];
                assert_int_equal(mixed, a / group == b / group);
            }
        }
        results_free(&r);
    }
}

/* The reference solve is measured beside cases that processors compute. */
static void test_reference_solve(void **state)
{
    struct experiment_problem problem = {.source = "identity:n=10", .label = "a"};
    char *variants[] = {"jacobi/msr/f64/seq", "null/msr/f64/seq", "jacobi/msr/f64/omp"};
    struct experiment e = experiment_of(1, &problem, COUNT(variants), variants);
    struct results r;
    run_all(&e, &r);
    for (size_t k = 0; k < r.nruns; k++) {
        const struct result_run *run = &r.runs[k];
        assert_int_equal(run->status, CASE_OK);
        if (k == 1) assert_true(isnan(run->reference_low) && isnan(run->reference_high));
        else assert_true(run->reference_low > 0 && run->reference_low <= run->reference_high);
    }
    results_free(&r);
}

/* Beside another program on the same core, half the time is spent waiting. What is too short for
 * the kernel's clock is unknown. */
static void test_waited(void **state)
{
    struct experiment_problem problem = {.source = "identity:n=10", .label = "a"};
    char *variants[] = {"null[cost=0.2]/msr/f64/seq", "null/msr/f64/seq"};
    struct experiment e = experiment_of(1, &problem, COUNT(variants), variants);
    struct results r;
    cpu_set_t all_cores, one_core;
    if (access("/proc/self/schedstat", R_OK) != 0) skip();
    assert_int_equal(sched_getaffinity(0, sizeof all_cores, &all_cores), 0);
    int core = 0;
    while (!CPU_ISSET(core, &all_cores)) core++;
    CPU_ZERO(&one_core);
    CPU_SET(core, &one_core);
    assert_int_equal(sched_setaffinity(0, sizeof one_core, &one_core), 0);
    const pid_t rival = fork();
    if (rival == 0)
        for (;;) continue;
    run_all(&e, &r);
    kill(rival, SIGKILL);
    waitpid(rival, NULL, 0);
    sched_setaffinity(0, sizeof all_cores, &all_cores);
    assert_true(r.runs[0].waited > 0.1 && r.runs[0].waited < 1);
    assert_true(isnan(r.runs[1].waited));
    results_free(&r);
}

/* The seed decides the order of the first turns. */
static void test_seed(void **state)
{
    struct experiment e = in_turns(one_problem, of_a_millisecond);
    uint64_t order[6][4];
    int differ = 0;
    e.settings.min_samples = e.settings.max_samples = 2;
    e.settings.throttle_retries = 0;
    for (int k = 0; k < 6; k++) {
        struct results r;
        e.settings.seed = (uint64_t)k / 2;
        run_all(&e, &r);
        for (size_t v = 0; v < 4; v++) order[k][v] = r.samples[r.runs[v].sample_offset].order;
        assert_int_equal(r.runs[3].seed, e.settings.seed);
        if (k % 2) assert_memory_equal(order[k], order[k - 1], sizeof *order);
        else if (k > 0) differ += memcmp(order[k], order[k - 1], sizeof *order) != 0;
        results_free(&r);
    }
    assert_true(differ > 0);
}

static void test_processes(void **state)
{
    struct experiment_problem problems[] = {{.source = "identity", .label = "identity"},
                                            {.source = "random_dd:n=9", .label = "p"}};
    char *variants[] = {"jacobi/msr/{f32,f64}/seq"};
    struct experiment e = experiment_of(2, problems, 1, variants);
    struct results r;
    e.settings.processes = 3;
    run_all(&e, &r);
    check_rows(&r);
    assert_int_equal(r.nruns, 12);
    assert_int_equal(r.nsamples, 24);
    for (size_t k = 1; k < 12; k++)
        if (k % 3) assert_true(r.runs[k].started > r.runs[k - 1].started);
    results_free(&r);
}

/* The costly variant is skipped on the larger problems, in any order of problems; each process has
 * its row. */
static void test_dominated(void **state)
{
    struct axis_value axes[] = {{"n", 7, NULL}, {"n", 3, NULL}, {"n", 5, NULL}};
    struct experiment_problem problems[] = {
        {.source = "identity:n=7", .label = "seven", .naxes = 1, .axes = &axes[0]},
        {.source = "identity:n=3", .label = "three", .naxes = 1, .axes = &axes[1]},
        {.source = "identity:n=5", .label = "five", .naxes = 1, .axes = &axes[2]}};
    char *variants[] = {"null/msr/f64/seq", "null[cost=0.2]/msr/f64/seq"};
    struct experiment e = experiment_of(3, problems, 2, variants);
    struct results r;
    e.settings.processes = 2;
    e.skip_axis = "n";
    e.skip_budget = 0.1;
    run_all(&e, &r);
    check_rows(&r);
    assert_string_equal(r.skip_axis, "n");
    assert_true(r.skip_budget == 0.1);
    for (size_t k = 0; k < r.nruns; k++) {
        const struct result_run *run = &r.runs[k];
        bool spared = run->variant == 1 && run->problem != 1;
        if (run->variant == 0 && run->status == CASE_SKIPPED) fail_msg("%s", run->note);
        assert_int_equal(run->status, spared ? CASE_SKIPPED : CASE_OK);
        assert_non_null(strstr(run->note, spared ? " at n = 3, more than 100 ms" : ""));
        if (spared) assert_true(run->sample_count == 0 && isnan(run->started));
    }
    assert_true(r.samples[r.runs[8].sample_offset].order >
                r.samples[r.runs[4].sample_offset].order);
    assert_true(r.samples[r.runs[0].sample_offset].order >
                r.samples[r.runs[8].sample_offset].order);
    assert_int_equal(run_exit_code(&e, &r), 0);
    results_free(&r);
}

/* Questions inside others are on a line of their own. */
static void test_dominated_inside(void **state)
{
    char out[] = "out", question[] = "identity:n=3";
    struct axis_value axes[] = {{"n", 3, NULL}, {"n", 5, NULL}};
    struct experiment_problem problems[] = {
        {.source = question, .label = out, .naxes = 1, .axes = &axes[0]},
        {.source = "identity:n=5", .label = "inside", .inside = out, .naxes = 1, .axes = &axes[1]}};
    char *variants[] = {"null[cost=0.2]/msr/f64/seq"};
    struct experiment e = experiment_of(2, problems, 1, variants);
    struct results r;
    e.skip_axis = "n";
    e.skip_budget = 0.1;
    run_all(&e, &r);
    assert_string_equal(r.problems[1].inside, "out");
    for (size_t k = 0; k < r.nruns; k++) assert_int_equal(r.runs[k].status, CASE_OK);
    results_free(&r);
}

/* A problem without remaining cases is not made, and this is no error. */
static void test_not_made(void **state)
{
    struct axis_value axes[] = {{"n", 3, NULL}, {"n", 5, NULL}};
    struct experiment_problem problems[] = {
        {.source = "identity:n=3", .label = "three", .naxes = 1, .axes = &axes[0]},
        {.source = "identity:n=5", .label = "five", .naxes = 1, .axes = &axes[1]}};
    char *variants[] = {"null[cost=0.2]/msr/f64/seq"};
    struct experiment e = experiment_of(2, problems, 1, variants);
    struct results r;
    e.skip_axis = "n";
    e.skip_budget = 0.1;
    run_all(&e, &r);
    assert_string_equal(r.problems[0].kind, "linear");
    assert_string_equal(r.problems[1].kind, "");
    assert_int_equal(run_exit_code(&e, &r), 0);
    results_free(&r);
}

static void test_faults(void **state)
{
    static const struct {
        const char *fault;
        enum case_status status;
        const char *note;
    } expected[] = {
        {"none", CASE_OK, ""},
#ifdef __SANITIZE_ADDRESS__ /* which reports it, and ends the process */
        {"segfault", CASE_CRASHED, "its process ended with exit code 1"},
#else
        {"segfault", CASE_CRASHED, "its process was killed by SIGSEGV"},
#endif
        {"abort", CASE_CRASHED, "its process was killed by SIGABRT"},
        {"exit", CASE_CRASHED, "its process ended with exit code "},
        {"hang", CASE_TIMEOUT, "killed: it did not stop at its timeout of 0.5 s"},
        {"hog", CASE_OOM_HOST, "killed: it took "},
        {"nan", CASE_DIVERGED, "the answer has entries that are not finite numbers"},
        {"wrong", CASE_WRONG, "one more step in f64 changes the answer by "},
        {"stdout", CASE_OK, ""},
        {"close", CASE_CRASHED, "its process ended with exit code 1"},
    };
    char names[2 * COUNT(expected)][64], *variants[2 * COUNT(expected)];
    struct experiment e = experiment_of(1, one_problem, 2 * COUNT(expected), variants);
    struct results r;
    for (size_t k = 0; k < 2 * COUNT(expected); k++) {
        snprintf(names[k], sizeof names[k], "null[fault=%s,after=%zu]/msr/f64/seq",
                 expected[k / 2].fault, k % 2 * 2);
        variants[k] = names[k];
    }
    e.settings.timeout = 0.5;
#ifdef __SANITIZE_ADDRESS__
    e.settings.memory = 2000000000; /* the sanitizer takes 200 MB of it in every process */
#else
    e.settings.memory = 100000000;
#endif
    run_all(&e, &r);
    for (size_t k = 0; k < r.nruns; k++) {
        const struct result_run *run = &r.runs[k];
        if (run->status != expected[k / 2].status ||
            strncmp(run->note, expected[k / 2].note, strlen(expected[k / 2].note)))
            fail_msg("%s: %s: %s", r.variants[k].name, case_status_names[run->status], run->note);
        assert_true(run->status == CASE_OK || isnan(run->value));
        assert_int_equal(run->stop_reason, run->status == CASE_OK ? STOP_MAX_SAMPLES : STOP_FAILED);
    }
    assert_int_equal(r.nruns, 2 * COUNT(expected));
    assert_int_equal(run_exit_code(&e, &r), 2);
    assert_non_null(strstr(r.runs[6].note, "I am leaving"));
    results_free(&r);
}

/* A problem whose construction kills the process: its cases are crashed, or have the status of that
 * end, and the others run. */
static void test_limits_of_making(void **state)
{
    struct experiment_problem problems[] = {
        {.source = "random_dd:n=3000,density=0.9", .label = "large"},
        {.source = "identity", .label = "small"}};
    char *variants[] = {"null/msr/f64/seq"};
    struct experiment e = experiment_of(2, problems, 1, variants);
    struct results r;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* its own memory is above any limit */
#endif
    e.settings.memory = 20000000;
    run_all(&e, &r);
    assert_int_equal(r.runs[0].status, CASE_OOM_HOST);
    assert_non_null(strstr(r.runs[0].note, "takes more memory than 20.0 MB"));
    assert_int_equal(r.runs[1].status, CASE_OK);
    results_free(&r);
}

/* This process has only one thread, because a fork keeps only the calling one. Other processes do
 * the work that needs threads. The last test but one. */
static void test_one_thread(void **state)
{
    int threads = 0;
    DIR *folder = opendir("/proc/self/task");
    assert_non_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) threads += *entry->d_name != '.';
    closedir(folder);
    assert_int_equal(threads, 1);
}

/* A solve of half a ms against one whose time grows with n; the third variant has nothing to do
 * with it. */
static struct crossover by_size = {.id = (char[]){"size"},
                                   .axis = (char[]){"n"},
                                   .a = (char[]){"null[cost=0.0005]/msr/f64/seq"},
                                   .b = (char[]){"jacobi/msr/f64/seq"},
                                   .source = (char[]){"identity:n={n}"},
                                   .from = 1000,
                                   .to = 4000000,
                                   .within = 0.5,
                                   .whole = true,
                                   .points = 8};
enum { SEARCH_PROCESSES = 3 };
static char *for_sizes[] = {"{null[cost=0.0005],jacobi}/msr/f64/seq", "power/msr/f64/seq"};

/* The first points as wm.crossover makes them, and an ordinary problem before. */
static struct experiment search_of_sizes(void)
{
    static struct axis_value axes[2][2] = {{{"n", 1000, NULL}, {"crossover", NAN, "size"}},
                                           {{"n", 4000000, NULL}, {"crossover", NAN, "size"}}};
    static struct experiment_problem problems[] = {
        {.source = "identity", .label = "identity"},
        {.source = "identity:n=1000", .label = "size n=1000", .naxes = 2, .axes = axes[0]},
        {.source = "identity:n=4000000", .label = "size n=4000000", .naxes = 2, .axes = axes[1]}};
    struct experiment e = experiment_of(3, problems, 2, for_sizes);
    e.settings.min_samples = e.settings.max_samples = 12;
    e.settings.throttle_retries = 0;
    e.settings.processes = SEARCH_PROCESSES;
    e.ncrossovers = 1;
    e.crossovers = &by_size;
    return e;
}

/* Points are added where the two come near each other; all have rows for the two variants, and
 * those alone. */
static void check_search(const struct results *r)
{
    const struct result_crossover *c = r->crossovers;
    assert_int_equal(r->ncrossovers, 1);
    assert_int_equal(c->state, CROSSING_FOUND);
    assert_string_equal(c->below, by_size.b);
    assert_true(1000 < c->low && c->low <= c->at && c->at <= c->high && c->high < 4000000);
    assert_int_equal(c->points, r->nproblems - 1);
    assert_true(c->points > 2 && c->points <= 8);
    const size_t before = r->nvariants * SEARCH_PROCESSES;
    assert_int_equal(r->nruns, before + 2 * SEARCH_PROCESSES * c->points);
    for (size_t k = before; k < r->nruns; k++) {
        assert_int_equal(r->runs[k].problem, 1 + (k - before) / (2 * SEARCH_PROCESSES));
        assert_string_not_equal(r->variants[r->runs[k].variant].name, "power/msr/f64/seq");
        assert_int_equal(r->runs[k].status, CASE_OK);
        assert_int_equal(r->runs[k].sample_count, 12);
    }
    for (size_t p = 3; p < r->nproblems; p++) {
        const struct result_problem *problem = &r->problems[p];
        char label[64];
        assert_string_equal(problem->axes[0].name, "n");
        snprintf(label, sizeof label, "size n=%.0f", problem->axes[0].number);
        assert_string_equal(problem->label, label);
        assert_int_equal(problem->n, problem->axes[0].number);
        for (size_t q = 1; q < p; q++)
            assert_string_not_equal(problem->label, r->problems[q].label);
    }
}

static void test_crossover(void **state)
{
    struct experiment e = search_of_sizes();
    struct results r, again;
    struct recording recording = {0};
    struct run_request request = all;
    char path[1024];
    snprintf(path, sizeof path, "%s", scratch_path("crossover.h5"));
    request.record.output = path;
    request.recording = &recording;
    if (run_experiment(&e, &request, &r) != OK || recording_write(&recording, &r) != OK)
        fail_msg("%s", fail_message());
    recording_free(&recording);
    check_search(&r);
    request.record.resume = true; /* nothing is left to be measured */
    if (run_experiment(&e, &request, &again) != OK) fail_msg("%s", fail_message());
    recording_free(&recording);
    check_search(&again);
    assert_int_equal(again.nsamples, r.nsamples);
    assert_true(again.crossovers[0].at == r.crossovers[0].at &&
                again.crossovers[0].high == r.crossovers[0].high);
    results_free(&again);
    results_free(&r);
}

static void test_refused_crossovers(void **state)
{
    char unknown[] = "jacoby/msr/f64/seq", other[] = "bicgstab/msr/f64/seq";
    char whole_only[] = "identity:n={n}";
    const struct run_request some = {.command = "", .variants = "jacobi/*"};
    const struct {
        char *a, *source;
        const struct run_request *request;
        const char *message;
    } cases[] = {
        {unknown, NULL, &all,
         "test.lua: crossover size: a: variant 'jacoby/msr/f64/seq': unknown method 'jacoby'"},
        {other, NULL, &all,
         "test.lua: crossover size: a = bicgstab/msr/f64/seq is none of the 3 variants of this "
         "run"},
        {NULL, NULL, &some,
         "test.lua: crossover size: a = null[cost=0.0005]/msr/f64/seq is none of the 1 variants of "
         "this run"},
        {by_size.b, NULL, &all, "test.lua: crossover size: a and b are both jacobi/msr/f64/seq"},
        {NULL, whole_only, &all, "test.lua: crossover size: "},
    };
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct experiment e = search_of_sizes();
        struct crossover crossover = by_size;
        struct results r;
        e.crossovers = &crossover;
        if (cases[k].a) crossover.a = cases[k].a;
        if (cases[k].source) crossover.source = cases[k].source, crossover.whole = false;
        assert_int_equal(run_experiment(&e, cases[k].request, &r), ERROR_INPUT);
        if (strncmp(fail_message(), cases[k].message, strlen(cases[k].message)))
            fail_msg("%s", fail_message());
        if (cases[k].source)
            assert_non_null(strstr(fail_message(), "; if its axis has whole numbers only"));
        assert_true(!r.name && !r.problems && !r.crossovers);
    }
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

/* The last test: an interrupt is for good. The second problem's iterates go round in a circle for
 * ever. */
static void test_interrupted(void **state)
{
    static const enum case_status expected[] = {
        CASE_OK, CASE_OK, CASE_INTERRUPTED, CASE_INTERRUPTED, CASE_INTERRUPTED, CASE_INTERRUPTED};
    scratch_write(
        "turns.mtx",
        "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 1\n2 1 -1\n2 2 1\n");
    char path[1024];
    snprintf(path, sizeof path, "%s", scratch_path("turns.mtx"));
    struct experiment_problem problems[] = {{.source = "identity", .label = "first"},
                                            {.source = path, .label = "endless"},
                                            {.source = "random_dd:n=5", .label = "last"}};
    char *variants[] = {"{jacobi,bicgstab}/msr/f64/seq"}, *interrupted_is_fine[] = {"interrupted"};
    struct experiment e = experiment_of(3, problems, 1, variants);
    struct results r;
    e.settings.max_iterations = UINT64_MAX;
    e.settings.prove = 0;
    e.settings.interleave = 1;
    e.expected = interrupted_is_fine;
    e.nexpected = 1;
    interrupt_install();
    double start = clock_now();
    pid_t child = signal_later(1500000);
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
        cmocka_unit_test(test_every_case),
        cmocka_unit_test(test_head),
        cmocka_unit_test(test_broken_problem),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_wanted_variants),
        cmocka_unit_test(test_expected),
        cmocka_unit_test(test_exit_codes),
        cmocka_unit_test(test_allocations),
        cmocka_unit_test(test_turns),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_reference_solve),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_dominated),
        cmocka_unit_test(test_dominated_inside),
        cmocka_unit_test(test_not_made),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_limits_of_making),
        cmocka_unit_test(test_crossover),
        cmocka_unit_test(test_refused_crossovers),
        cmocka_unit_test(test_one_thread),
        cmocka_unit_test(test_waited),
        cmocka_unit_test(test_interrupted),
    };
    return cmocka_run_group_tests_name("run", tests, scratch_create, scratch_remove);
}

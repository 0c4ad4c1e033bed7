#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/results.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/results_files.h"

/* Writes, reads back, and compares. */
static void round_trip(const struct results *results)
{
    struct results back;
    const char *path = scratch_path("round.h5");
    write_ok(path, results);
    assert_int_not_equal(access(scratch_path("round.h5.tmp"), F_OK), 0);
    read_ok(path, &back);
    assert_true(same_results(results, &back));
    results_free(&back);
}

static void test_round_trip(void **state)
{
    for (uint64_t trial = 0; trial < 40; trial++) {
        struct results results;
        draw_results(seed + trial, trial, 12, &results);
        round_trip(&results);
        results_free(&results);
    }
}

static void test_empty(void **state)
{
    struct results results = {0}, back;
    write_ok(scratch_path("empty.h5"), &results);
    read_ok(scratch_path("empty.h5"), &back);
    assert_string_equal(back.name, "");
    assert_int_equal(back.nruns + back.nproblems + back.nsamples + back.nmachine + back.nfigures,
                     0);
    results_free(&back);
    results_free(&results);
    results_free(&results);
}

static void test_missing_values(void **state)
{
    struct results results, back;
    draw_results(seed, 2, 0, &results);
    struct result_run *run = &results.runs[0];
    run->iterations = run->bytes = MISSING;
    run->value = run->change = NAN;
    write_ok(scratch_path("missing.h5"), &results);
    read_ok(scratch_path("missing.h5"), &back);
    assert_true(back.runs[0].iterations == MISSING && back.runs[0].bytes == MISSING);
    assert_true(isnan(back.runs[0].value) && isnan(back.runs[0].change));
    assert_int_equal(back.runs[0].sample_count, 0);
    results_free(&back);
    results_free(&results);
}

/* Numbers among texts come back as texts, so that nothing is lost. */
static void test_mixed_axis(void **state)
{
    struct axis_value number = {(char[]){"size"}, 0.1, NULL},
                      text = {(char[]){"size"}, NAN, (char[]){"auto"}};
    struct result_problem problems[3] = {
        {.naxes = 1, .axes = &number}, {.naxes = 1, .axes = &text}, {.naxes = 0}};
    struct results results = {.nproblems = 3, .problems = problems}, back;
    write_ok(scratch_path("mixed.h5"), &results);
    read_ok(scratch_path("mixed.h5"), &back);
    assert_string_equal(back.problems[0].axes[0].text, "0.10000000000000001");
    assert_true(isnan(back.problems[0].axes[0].number));
    assert_string_equal(back.problems[1].axes[0].text, "auto");
    assert_int_equal(back.problems[2].naxes, 0);
    results_free(&back);
}

static void test_large(void **state)
{
    struct results results;
    draw_results(seed, 60, 1000, &results); /* some 20000 samples: chunked */
    free(results.script);
    free(results.runs[0].note);
    assert_int_equal(allocate(200001, 1, "a script", &results.script), OK);
    for (size_t k = 0; k < 200000; k++) results.script[k] = (char)(' ' + k % 90);
    results.script[200000] = '\0';
    assert_int_equal(copy_text(results.script, &results.runs[0].note), OK);
    round_trip(&results);
    results_free(&results);
}

static void assert_unchanged(const char *path, const char *bytes, size_t size)
{
    size_t now;
    char *content = slurp(path, &now);
    assert_int_equal(now, size);
    assert_memory_equal(content, bytes, size);
    free(content);
}

static void test_same_bytes(void **state)
{
    struct results results;
    size_t size;
    draw_results(seed, 20, 1500, &results);
    write_ok(scratch_path("first.h5"), &results);
    sleep(1); /* the resolution of times in HDF5 */
    write_ok(scratch_path("second.h5"), &results);
    char *bytes = slurp(scratch_path("first.h5"), &size);
    assert_unchanged(scratch_path("second.h5"), bytes, size);
    free(bytes);
    results_free(&results);
}

static void test_full_disk(void **state)
{
    struct results results, other;
    size_t size;
    struct rlimit before;
    const char *path = scratch_path("full.h5"), *temporary = scratch_path("full.h5.tmp");
    draw_results(seed, 5, 5, &results);
    draw_results(seed + 1, 9, 9, &other);
    write_ok(path, &other);
    char *bytes = slurp(path, &size);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    for (rlim_t limit = 0; limit < 16384; limit = 2 * limit + 1) {
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, before.rlim_max});
        enum status status = results_write(path, &results);
        setrlimit(RLIMIT_FSIZE, &before);
        assert_int_equal(status, ERROR_IO);
        assert_non_null(strstr(fail_message(), "full.h5"));
        assert_non_null(strstr(fail_message(), "File too large"));
        assert_int_not_equal(access(temporary, F_OK), 0);
        assert_unchanged(path, bytes, size);
    }
    free(bytes);
    write_ok(path, &results);
    results_free(&results);
    results_free(&other);
}

/* Writing and probing refuse this path with this reason, and leave nothing. */
static void unwritable(const char *path, const char *reason)
{
    struct results results = {0};
    char temporary[600];
    snprintf(temporary, sizeof temporary, "%s.tmp", path);
    for (int probe = 0; probe < 2; probe++) {
        assert_int_equal(probe ? results_probe(path, true) : results_write(path, &results),
                         ERROR_IO);
        assert_non_null(strstr(fail_message(), path));
        if (!strstr(fail_message(), reason))
            fail_msg("'%s' does not say '%s'", fail_message(), reason);
        assert_int_not_equal(access(temporary, F_OK), 0);
    }
}

static void test_unwritable(void **state)
{
    unwritable(scratch_path("nowhere/x.h5"), "No such file or directory");
    unwritable(scratch_path("."), "not a regular file");
    const char *pipe = scratch_path("pipe.h5");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    unwritable(pipe, "not a regular file");
    refused(pipe, ERROR_IO, pipe, "not a regular file");
}

static void test_probe(void **state)
{
    struct results results = {0};
    const char *path = scratch_path("probe.h5");
    assert_int_equal(results_probe(path, true), OK);
    assert_int_not_equal(access(path, F_OK), 0);
    assert_int_not_equal(access(scratch_path("probe.h5.tmp"), F_OK), 0);
    write_ok(path, &results);
    assert_int_equal(results_probe(path, true), OK);
    struct results back;
    read_ok(path, &back);
    results_free(&back);
}

/* A name without a folder, and a file of another that is called like a temporary one. */
static void test_relative_path(void **state)
{
    char before[1024];
    struct results results = {0}, back;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(scratch_folder), 0);
    scratch_write("relative.h5.tmp", "left over");
    enum status written = results_write("relative.h5", &results),
                read = results_read("relative.h5", &back);
    assert_int_equal(chdir(before), 0);
    assert_int_equal(written, OK);
    assert_int_equal(read, OK);
    assert_int_equal(access(scratch_path("relative.h5.tmp"), F_OK), 0);
    results_free(&back);
}

static void test_no_memory(void **state)
{
    struct results results, back;
    char path[600], temporary[600];
    snprintf(path, sizeof path, "%s", scratch_path("memory.h5"));
    snprintf(temporary, sizeof temporary, "%s", scratch_path("memory.h5.tmp"));
    draw_results(seed, 3, 3, &results);
    enum status status = ERROR_HOST_MEMORY;
    long successes;
    for (successes = 0; status != OK; successes++) {
        status = refused_after(successes, results_write(path, &results));
        assert_int_not_equal(access(temporary, F_OK), 0);
        assert_int_equal(access(path, F_OK) == 0, status == OK);
    }
    assert_true(successes > (long)ncolumns);
    status = ERROR_HOST_MEMORY;
    assert_memory_refused((long)ncolumns, results_read(path, &back));
    assert_true(same_results(&results, &back));
    results_free(&back);
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),     cmocka_unit_test(test_empty),
        cmocka_unit_test(test_missing_values), cmocka_unit_test(test_mixed_axis),
        cmocka_unit_test(test_large),          cmocka_unit_test(test_same_bytes),
        cmocka_unit_test(test_full_disk),      cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_probe),          cmocka_unit_test(test_relative_path),
        cmocka_unit_test(test_no_memory),      cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("results", tests, create_with_seed, scratch_remove);
}

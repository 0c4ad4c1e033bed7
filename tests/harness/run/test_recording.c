#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/run/recording.h"
#include "store/results_diff.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/journals.h"
#include "tests/support/results/results_files.h"

static char output[600], journal_path[620];

/* Random results of an experiment with one process a case, and nothing in the scratch folder. */
static void draw_run(uint64_t with_seed, struct results *results)
{
    draw_recorded(with_seed, 14, 5, results);
    results->settings.processes = 1;
    free(results->script_sha256);
    results->script_sha256 = NULL;
    for (size_t k = 0; k < results->nsamples; k++)
        results->samples[k].order = k, results->samples[k].started = 0.25;
    for (size_t k = 0; k < results->nruns; k++) results->runs[k].started = 0.5;
    results->wall = 1e9;
    scratch_clear();
    snprintf(output, sizeof output, "%s", scratch_path("r.h5"));
    snprintf(journal_path, sizeof journal_path, "%s.journal", output);
}

static struct results plan_to_begin(const struct results *results)
{
    struct results plan = plan_of(results);
    assert_int_equal(copy_text("a new start", &plan.started), OK);
    return plan;
}

static void plan_free(struct results *plan)
{
    free(plan->started);
    free(plan->runs);
}

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

/* Records the runs of the cases that are wanted, as they stand in results; at most `most` of them.
 */
static void measure(struct recording *recording, const struct results *results, size_t most)
{
    for (size_t k = 0; k < results->nproblems; k++)
        if (recording_wants_problem(recording, k))
            ok(journal_problem(&recording->journal, k, &results->problems[k]));
    for (size_t k = 0; k < results->nruns && most > 0; k++) {
        const struct result_run *run = &results->runs[k];
        if (!recording_wants(recording, run->problem, run->variant)) continue;
        most--;
        if (run->sample_count) {
            struct result_sample *samples = results->samples + run->sample_offset;
            ok(journal_samples(&recording->journal, run->problem, run->variant, run->process,
                               run->sample_count, samples));
        }
        ok(journal_run(&recording->journal, run));
        ok(recording_pause(recording, results));
    }
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* From the plan to the file; the journal stays where it should. */
static void test_whole_run(void **state)
{
    for (int trial = 0; trial < 8; trial++) {
        struct results results, out, back;
        struct recording recording;
        draw_run(seed + (uint64_t)trial, &results);
        results.interrupted = trial % 2;
        struct results plan = plan_to_begin(&results);
        const struct recording_request request = {.output = output, .keep_journal = trial & 2};
        ok(recording_begin(&request, &plan, &recording));
        assert_true(is_there(journal_path));
        measure(&recording, &results, SIZE_MAX);
        ok(recording_end(&recording, &results, &out));
        assert_false(is_there(output));
        ok(recording_write(&recording, &out));
        assert_int_equal(is_there(journal_path), results.interrupted || request.keep_journal);
        read_ok(output, &back);
        free(results.started);
        assert_int_equal(copy_text("a new start", &results.started), OK);
        free(results.script_sha256);
        assert_int_equal(copy_text("", &results.script_sha256), OK);
        assert_true(same_results(&results, &out) && same_results(&results, &back));
        results_free(&out);
        results_free(&back);
        recording_free(&recording);
        plan_free(&plan);
        results_free(&results);
    }
}

/* A file every interval, which holds what is there by then. */
static void test_checkpoints(void **state)
{
    struct results results, back;
    struct recording recording;
    for (draw_run(seed++, &results); results.nruns < 3 || results.runs[results.nruns - 1].process;
         draw_run(seed++, &results))
        results_free(&results);
    struct results plan = plan_to_begin(&results);
    ok(recording_begin(&(struct recording_request){.output = output, .checkpoint = 1e-9}, &plan,
                       &recording));
    measure(&recording, &results, results.nruns - 1);
    read_ok(output, &back);
    assert_true(back.interrupted && back.nruns == results.nruns);
    assert_string_equal(back.runs[back.nruns - 1].note, "not started");
    assert_true(same_real(back.overhead, results.overhead));
    results_free(&back);
    recording_free(&recording);
    assert_true(is_there(journal_path));
    plan_free(&plan);

    plan = plan_to_begin(&results);
    scratch_clear();
    ok(recording_begin(&(struct recording_request){.output = output}, &plan, &recording));
    measure(&recording, &results, SIZE_MAX);
    assert_false(is_there(output));
    recording_free(&recording);
    plan_free(&plan);
    results_free(&results);
}

static bool is_failed(enum case_status status)
{
    return status == CASE_NO_DEVICE || status == CASE_TIMEOUT || status == CASE_OOM_HOST ||
           status == CASE_OOM_DEVICE || status == CASE_CRASHED || status == CASE_CUDA_ERROR;
}

/* Returns whether the first `done` runs contain all runs of the case, and none to repeat. Where
 * processes are added until the interval is narrow, the last one says that it is. */
static bool finished(const struct results *r, const struct result_run *of, size_t done, bool retry)
{
    bool any = false, ok = true, narrow = true;
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        if (run->problem != of->problem || run->variant != of->variant) continue;
        if (k < done && (run->status == CASE_INTERRUPTED || (retry && is_failed(run->status))))
            return false;
        any |= k < done;
        if (k < done) ok &= run->status == CASE_OK, narrow = !isnan(run->width);
    }
    return any && !(r->settings.width > 0 && ok && !narrow);
}

/* A run is interrupted at a random point and continued, from the journal or from the file. Cases
 * that had finished are not run again, the others are, and at the end all results are there. */
static void resume_once(uint64_t with_seed, bool from_file, bool retry)
{
    struct results results, out;
    struct recording recording;
    const char *column;
    draw_run(with_seed, &results);
    struct results plan = plan_to_begin(&results);
    const size_t done = draw(results.nruns + 1);
    struct recording_request request = {.output = output, .checkpoint = from_file ? 1e-9 : 0};
    ok(recording_begin(&request, &plan, &recording));
    measure(&recording, &results, done);
    recording_free(&recording);
    plan_free(&plan);
    if (from_file && done) unlink(journal_path);

    plan = plan_to_begin(&results);
    request.resume = true;
    request.retry_failed = retry;
    ok(recording_begin(&request, &plan, &recording));
    assert_string_equal(plan.started, "a new start");
    for (size_t k = 0; k < results.nruns; k++) {
        const struct result_run *run = &results.runs[k];
        assert_int_equal(recording_wants(&recording, run->problem, run->variant),
                         !finished(&results, run, done, retry));
    }
    measure(&recording, &results, SIZE_MAX);
    ok(recording_end(&recording, &results, &out));
    ok(recording_write(&recording, &out));
    assert_true(out.nruns <= results.nruns);
    for (size_t k = 0, j = 0; k < out.nruns; k++) {
        while (results.runs[j].problem != out.runs[k].problem ||
               results.runs[j].variant != out.runs[k].variant ||
               results.runs[j].process != out.runs[k].process)
            j++;
        ok(run_difference(&out, &out.runs[k], &results, &results.runs[j], &column));
        if (column) fail_msg("%s differs", column);
    }
    ok(results_check("out", &out));
    results_free(&out);
    recording_free(&recording);
    plan_free(&plan);
    results_free(&results);
}

static void test_resume(void **state)
{
    for (uint64_t trial = 0; trial < 24; trial++) resume_once(seed + trial, trial & 1, trial & 2);
}

/* Times and places of the samples go on where those before ended; what began stays when it did. */
static void test_resumed_clock(void **state)
{
    struct results results;
    struct recording recording;
    for (draw_run(seed++, &results); !results.nsamples; draw_run(seed++, &results))
        results_free(&results);
    struct results plan = plan_to_begin(&results);
    results.overhead = 2;
    ok(recording_begin(&(struct recording_request){.output = output}, &plan, &recording));
    measure(&recording, &results, SIZE_MAX);
    ok(journal_mark(&recording.journal, &results, false));
    recording_free(&recording);
    free(plan.started);
    assert_int_equal(copy_text("another", &plan.started), OK);
    ok(recording_begin(&(struct recording_request){.output = output, .resume = true}, &plan,
                       &recording));
    assert_string_equal(plan.started, "a new start");
    assert_true(recording.elapsed == 1e9 && recording.overhead == 2 &&
                recording.order == results.nsamples);
    recording_free(&recording);
    plan_free(&plan);
    results_free(&results);
}

static void refused_to_begin(struct recording_request request, struct results *plan,
                             const char *part)
{
    struct recording recording;
    request.output = output;
    assert_int_equal(recording_begin(&request, plan, &recording), ERROR_INPUT);
    if (!strstr(fail_message(), part) || strchr(fail_message(), '\n'))
        fail_msg("'%s' lacks '%s'", fail_message(), part);
    recording_free(&recording);
}

/* Another process holds the journal until it is told to go. */
static void refused_while_running(struct results *plan)
{
    int ready[2], done[2], code;
    char byte = 0;
    assert_int_equal(pipe(ready) | pipe(done), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct journal journal;
        close(done[1]);
        if (journal_lock(journal_path, &journal) != OK || write(ready[1], "", 1) != 1) _exit(1);
        _exit(read(done[0], &byte, 1) < 0);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    refused_to_begin((struct recording_request){0}, plan, "another run");
    refused_to_begin((struct recording_request){.resume = true}, plan, "another run");
    close(done[0]), close(done[1]), close(ready[0]), close(ready[1]);
    assert_int_equal(waitpid(pid, &code, 0), pid);
}

static void test_refusals(void **state)
{
    struct results results;
    struct recording recording;
    for (draw_run(seed++, &results); results.nruns < 2 || results.runs[1].process;
         draw_run(seed++, &results))
        results_free(&results);
    results.settings.require = NAN, results.settings.prove = 1e-9;
    struct results plan = plan_to_begin(&results), other;
    refused_to_begin((struct recording_request){.resume = true}, &plan, "neither");
    ok(recording_begin(&(struct recording_request){.output = output}, &plan, &recording));
    measure(&recording, &results, SIZE_MAX);
    recording_free(&recording);
    refused_to_begin((struct recording_request){0}, &plan, "--resume");
    refused_while_running(&plan);

    other = plan;
    other.script = (char[]){"return 'another'"};
    refused_to_begin((struct recording_request){.resume = true, .force = true}, &other,
                     "the scripts differ");
    other = plan;
    other.settings.max_samples++;
    refused_to_begin((struct recording_request){.resume = true, .force = true}, &other,
                     "the settings differ");
    other = plan;
    other.settings.require = 1e-6;
    refused_to_begin((struct recording_request){.resume = true, .force = true}, &other,
                     "the settings differ");
    other = plan;
    other.settings.prove = 0;
    refused_to_begin((struct recording_request){.resume = true, .force = true}, &other,
                     "the settings differ");
    other = plan;
    other.git_commit = (char[]){"abc"};
    refused_to_begin((struct recording_request){.resume = true}, &other,
                     "the commits of warpmark differ");
    ok(recording_begin(&(struct recording_request){.output = output, .resume = true, .force = true},
                       &other, &recording));
    plan.started = other.started;
    recording_free(&recording);
    struct fact key = {(char[]){"key"}, (char[]){"another machine"}};
    other = plan;
    other.machine = &key;
    other.nmachine = 1;
    refused_to_begin((struct recording_request){.resume = true}, &other, "the machines differ");
    plan_free(&plan);
    results_free(&results);
}

/* A journal that was killed before its plan was whole. */
static void test_blank_journal(void **state)
{
    struct results results;
    struct recording recording;
    draw_run(seed, &results);
    struct results plan = plan_to_begin(&results);
    scratch_write("r.h5.journal", "");
    refused_to_begin((struct recording_request){0}, &plan, "--resume");
    ok(recording_begin(&(struct recording_request){.output = output, .resume = true}, &plan,
                       &recording));
    assert_int_equal(recording.nkept, 0);
    for (size_t k = 0; k < results.nruns; k++)
        assert_true(recording_wants(&recording, results.runs[k].problem, results.runs[k].variant));
    recording_free(&recording);
    plan_free(&plan);
    results_free(&results);
}

/* If resuming a run fails, the journal of the earlier run does not change. */
static void test_failing_resume(void **state)
{
    struct results results;
    struct recording recording;
    struct rlimit before;
    size_t size, now;
    draw_run(seed, &results);
    struct results plan = plan_to_begin(&results);
    ok(recording_begin(&(struct recording_request){.output = output}, &plan, &recording));
    measure(&recording, &results, results.nruns / 2);
    recording_free(&recording);
    char *bytes = slurp(journal_path, &size);
    const struct recording_request request = {.output = output, .resume = true};
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    enum status status = ERROR_HOST_MEMORY;
    for (long successes = 0; status != OK; successes++) {
        bool disk = successes % 2;
        if (disk)
            setrlimit(RLIMIT_FSIZE, &(struct rlimit){(rlim_t)successes * 16, before.rlim_max});
        else memory_fail_after(successes / 2);
        status = recording_begin(&request, &plan, &recording);
        memory_fail_after(-1);
        setrlimit(RLIMIT_FSIZE, &before);
        recording_free(&recording);
        if (status == OK) break;
        assert_int_equal(status, disk ? ERROR_IO : ERROR_HOST_MEMORY);
        char *unchanged = slurp(journal_path, &now);
        assert_int_equal(now, size);
        assert_memory_equal(unchanged, bytes, size);
        free(unchanged);
        assert_false(is_there(scratch_path("r.h5.journal.tmp")));
    }
    free(bytes);
    plan_free(&plan);
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_run),      cmocka_unit_test(test_checkpoints),
        cmocka_unit_test(test_resume),         cmocka_unit_test(test_resumed_clock),
        cmocka_unit_test(test_refusals),       cmocka_unit_test(test_blank_journal),
        cmocka_unit_test(test_failing_resume), cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("recording", tests, create_with_seed, scratch_remove);
}

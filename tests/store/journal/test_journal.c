#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

#include "store/journal/journal.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/journals.h"
#include "tests/support/results/results_files.h"

static void read_journal_ok(const char *path, struct journal_found *found, struct results *out)
{
    if (journal_read(path, found, out) != OK) fail_msg("%s", fail_message());
}

/* A path in the scratch folder, where nothing is. */
static const char *fresh(const char *name)
{
    const char *path = scratch_path(name);
    unlink(path);
    return path;
}

static void test_round_trip(void **state)
{
    for (uint64_t trial = 0; trial < 60; trial++) {
        struct results results, back;
        struct journal_found found;
        draw_recorded(seed + trial, trial, 12, &results);
        const char *path = fresh("round.journal");
        assert_int_equal(write_journal(path, &results, NULL), OK);
        read_journal_ok(path, &found, &back);
        assert_true(found.planned && found.ended && found.ignored == 0);
        assert_true(same_results(&results, &back));
        results_free(&back);
        results_free(&results);
    }
}

/* In memory, and read back from what is open. */
static void test_in_memory(void **state)
{
    struct results results, back;
    struct journal journal;
    draw_recorded(seed, 20, 9, &results);
    struct results plan = plan_of(&results);
    assert_int_equal(journal_create(NULL, &plan, &journal), OK);
    assert_int_equal(record_all(&journal, &results, NULL), OK);
    assert_int_equal(journal_results(&journal, &back), OK);
    assert_true(same_results(&results, &back));
    results_free(&back);
    journal_close(&journal);
    journal_close(&journal);
    struct journal zeroed = {0};
    journal_close(&zeroed);
    assert_true(fcntl(0, F_GETFD) >= 0); /* a zeroed one is not standard input */
    free(plan.runs);
    results_free(&results);
}

/* Of an end that is recorded again the last counts. */
static void test_recorded_again(void **state)
{
    struct results results, back;
    struct journal journal;
    size_t found = 0;
    draw_recorded(seed, 20, 9, &results);
    struct results plan = plan_of(&results);
    struct result_run *run = &results.runs[results.nruns - 1];
    assert_int_equal(journal_create(NULL, &plan, &journal), OK);
    assert_int_equal(journal_samples(&journal, run->problem, run->variant, run->process,
                                     run->sample_count, run_samples(&results, run)),
                     OK);
    for (run->width = 2; run->width > 0.5; run->width /= 2)
        assert_int_equal(journal_run(&journal, run), OK);
    assert_int_equal(journal_run(&journal, run), OK);
    assert_int_equal(journal_results(&journal, &back), OK);
    for (size_t k = 0; k < back.nruns; k++) {
        if (run_compare(run, &back.runs[k])) continue;
        found++;
        assert_true(back.runs[k].width == 0.5 && back.runs[k].sample_count == run->sample_count);
        assert_string_equal(back.runs[k].note, run->note);
    }
    assert_int_equal(found, 1);
    results_free(&back);
    journal_close(&journal);
    free(plan.runs);
    results_free(&results);
}

/* Before its first record a case has not begun; with samples and without an end it was interrupted.
 */
static void test_unfinished(void **state)
{
    struct results results, back;
    struct journal journal;
    struct journal_found found;
    struct result_sample samples[3];
    draw_results(seed, 0, 0, &results);
    struct result_run cases[2] = {{.problem = 0, .variant = 0},
                                  {.problem = results.nproblems - 1, .variant = 1}};
    if (results.nvariants < 2) cases[1].variant = 0;
    const size_t ncases = results.nproblems > 1 || results.nvariants > 1 ? 2 : 1;
    struct results plan = results;
    plan.runs = cases;
    plan.nruns = ncases;
    plan.wall = 1;
    for (int k = 0; k < 3; k++) {
        samples[k] = result_sample_unknown();
        samples[k].started = 10 + k, samples[k].host = 0.5, samples[k].order = (uint64_t)k;
    }
    const char *path = fresh("unfinished.journal");
    assert_int_equal(journal_create(path, &plan, &journal), OK);
    assert_int_equal(journal_copy_bandwidth(&journal, 0, 5e9), OK);
    assert_int_equal(journal_samples(&journal, 0, 0, 0, 2, samples), OK);
    assert_int_equal(journal_samples(&journal, 0, 0, 0, 1, samples + 2), OK);
    journal_close(&journal);
    read_journal_ok(path, &found, &back);
    assert_true(found.planned && !found.ended && back.interrupted && back.wall == 12.5);
    assert_int_equal(back.nruns, ncases);
    assert_int_equal(back.runs[0].status, CASE_INTERRUPTED);
    assert_int_equal(back.runs[0].sample_count, 3);
    assert_true(back.runs[0].copy_bandwidth == 5e9 && back.runs[0].started == 10);
    assert_true(back.samples[2].started == 12);
    if (ncases == 2) {
        assert_int_equal(back.runs[1].status, CASE_INTERRUPTED);
        assert_string_equal(back.runs[1].note, "not started");
        assert_int_equal(back.runs[1].problem, results.nproblems - 1);
        assert_int_equal(back.runs[1].sample_count, 0);
    }
    results_free(&back);
    results_free(&results);
}

static size_t ended_runs(const struct results *r)
{
    size_t count = 0;
    for (size_t k = 0; k < r->nruns; k++)
        count +=
            strcmp(r->runs[k].note, "not started") && strncmp(r->runs[k].note, "the run ended", 13);
    return count;
}

/* Reads a damaged journal, of which the first `good` bytes at most can be right: everything up to
 * the last record that ends there comes back, and nothing else. */
static void check_prefix(const struct recorded *log, const struct results *results, uint64_t good,
                         uint64_t size)
{
    struct results back;
    struct journal_found found;
    size_t last = 0;
    if (journal_read(scratch_path("damaged.journal"), &found, &back) != OK) {
        assert_true(good < sizeof(struct journal_header));
        assert_non_null(strstr(fail_message(), "damaged.journal"));
        return;
    }
    if (good < log->size[0]) {
        assert_true(!found.planned && back.nproblems == 0 && back.nruns == 0);
        return;
    }
    while (last + 1 < log->count && log->size[last + 1] <= good) last++;
    assert_true(found.planned && found.bytes == size);
    assert_int_equal(found.ignored, size - log->size[last]);
    assert_int_equal(found.ended, last + 1 == log->count);
    assert_int_equal(back.nsamples, log->samples[last]);
    assert_int_equal(ended_runs(&back), log->runs[last]);
    assert_true(same_text(back.name, results->name) && back.nproblems == log->problems[last]);
    results_free(&back);
}

static char *damageable(struct results *results, struct recorded *log, size_t *size)
{
    const char *path = fresh("whole.journal");
    draw_recorded(seed, 8, 6, results);
    for (size_t k = 0; k < results->nruns; k++) { /* ended_runs counts by it */
        free(results->runs[k].note);
        assert_int_equal(copy_text("ended", &results->runs[k].note), OK);
    }
    memset(log, 0, sizeof *log);
    assert_int_equal(write_journal(path, results, log), OK);
    char *bytes = slurp(path, size);
    assert_int_equal(*size, log->size[log->count - 1]);
    return bytes;
}

static void test_truncation(void **state)
{
    static struct recorded log;
    struct results results;
    size_t size;
    char *bytes = damageable(&results, &log, &size);
    for (size_t length = 0; length <= size; length++) {
        scratch_write_bytes("damaged.journal", bytes, length);
        check_prefix(&log, &results, length, length);
    }
    free(bytes);
    results_free(&results);
}

static void test_bit_flips(void **state)
{
    static struct recorded log;
    struct results results;
    size_t size;
    char *bytes = damageable(&results, &log, &size);
    for (int trial = 0; trial < 4000; trial++) {
        size_t at = draw(trial % 2 ? size : 2000 < size ? 2000 : size);
        char bit = (char)(1 << draw(8));
        bytes[at] ^= bit;
        scratch_write_bytes("damaged.journal", bytes, size);
        check_prefix(&log, &results, at, size);
        bytes[at] ^= bit;
    }
    free(bytes);
    results_free(&results);
}

static void test_no_memory(void **state)
{
    struct results results, back;
    struct journal_found found;
    enum status status = ERROR_HOST_MEMORY;
    draw_recorded(seed, 6, 4, &results);
    struct results plan = plan_of(&results);
    for (long successes = 0; status != OK; successes++) {
        struct journal journal;
        const char *path = fresh("memory.journal");
        memory_fail_after(successes);
        status = journal_create(path, &plan, &journal);
        if (status == OK) status = journal_problem(&journal, 0, &results.problems[0]);
        if (status == OK && results.nruns) status = journal_run(&journal, &results.runs[0]);
        if (status == OK) status = journal_mark(&journal, &results, true);
        journal_close(&journal);
        memory_fail_after(-1);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
        if (access(path, F_OK) == 0) {
            read_journal_ok(path, &found, &back);
            assert_true(found.planned && found.ignored == 0);
            results_free(&back);
        }
    }
    const char *path = fresh("memory.journal");
    assert_int_equal(write_journal(path, &results, NULL), OK);
    status = ERROR_HOST_MEMORY;
    long successes;
    for (successes = 0; status != OK; successes++) {
        status = refused_after(successes, journal_read(path, &found, &back));
        assert_true(status == OK || (status == ERROR_HOST_MEMORY && !back.problems && !back.runs));
    }
    assert_true(successes > 20 && same_results(&results, &back));
    results_free(&back);
    free(plan.runs);
    results_free(&results);
}

/* If the disk is full, the present record is refused in one line, and the earlier records stay. */
static void test_full_disk(void **state)
{
    static struct recorded log;
    struct results results, back;
    struct journal_found found;
    struct rlimit before;
    struct stat file;
    draw_recorded(seed, 20, 30, &results);
    struct results plan = plan_of(&results);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    bool refused_plan = false, refused_record = false;
    for (rlim_t limit = 0; limit < 32768; limit = limit * 5 / 4 + 1) {
        struct journal journal;
        const char *path = fresh("full.journal");
        memset(&log, 0, sizeof log);
        setrlimit(RLIMIT_FSIZE, &(struct rlimit){limit, before.rlim_max});
        enum status status = journal_create(path, &plan, &journal);
        bool created = status == OK;
        if (created) status = record_all(&journal, &results, &log);
        setrlimit(RLIMIT_FSIZE, &before);
        if (created) assert_int_equal(journal.size, log.size[log.count - 1]);
        journal_close(&journal);
        refused_plan |= !created;
        refused_record |= created && status != OK;
        if (status != OK) {
            assert_int_equal(status, ERROR_IO);
            assert_non_null(strstr(fail_message(), "full.journal: File too large"));
        }
        if (!created) {
            assert_int_not_equal(access(path, F_OK), 0);
            continue;
        }
        assert_int_equal(stat(path, &file), 0);
        assert_true(file.st_size == (off_t)log.size[log.count - 1]);
        read_journal_ok(path, &found, &back);
        assert_true(found.ignored == 0 && found.ended == (status == OK));
        assert_int_equal(back.nsamples, log.samples[log.count - 1]);
        results_free(&back);
    }
    assert_true(refused_plan && refused_record);
    free(plan.runs);
    results_free(&results);
}

static void refuses(const char *path, enum status code, const char *part)
{
    struct results back;
    struct journal_found found;
    assert_int_equal(journal_read(path, &found, &back), code);
    if (!strstr(fail_message(), path) || !strstr(fail_message(), part) ||
        strchr(fail_message(), '\n'))
        fail_msg("'%s' names not '%s'", fail_message(), part);
    assert_true(!found.planned && !back.problems);
}

static void test_refusals(void **state)
{
    struct results results, back;
    struct journal journal;
    struct journal_found found;
    draw_recorded(seed, 3, 3, &results);
    const char *path = fresh("refused.journal");
    refuses(path, ERROR_IO, "No such file");
    refuses(scratch_folder, ERROR_IO, "not a regular file");
    scratch_write("refused.journal", "return { name = 'no journal' }\n");
    refuses(path, ERROR_DAMAGED, "not a journal");
    scratch_write("refused.journal", "x");
    refuses(path, ERROR_DAMAGED, "not a journal");
    scratch_write("refused.journal", "");
    read_journal_ok(path, &found, &back);
    assert_true(!found.planned);

    struct journal_header header = journal_header();
    header.schema[0] = 7;
    scratch_write_bytes("refused.journal", &header, sizeof header);
    refuses(path, ERROR_DAMAGED, "damaged");
    header.checksum =
        (uint32_t)crc32_z(0, (unsigned char *)&header, offsetof(struct journal_header, checksum));
    scratch_write_bytes("refused.journal", &header, sizeof header);
    refuses(path, ERROR_DAMAGED, "schema 7.13");

    assert_int_equal(journal_create(path, &results, &journal), ERROR_IO);
    assert_non_null(strstr(fail_message(), "File exists"));
    assert_int_equal(journal_create(scratch_path("nowhere/x"), &results, &journal), ERROR_IO);
    assert_int_equal(journal_lock(scratch_path("absent"), &journal), ERROR_IO);
    results_free(&results);
}

/* Another process cannot take it while it is open, and can afterwards. */
static bool other_process_locks(const char *path)
{
    int code;
    pid_t pid = fork();
    if (pid == 0) {
        struct journal journal;
        enum status status = journal_lock(path, &journal);
        _exit(status == OK                                                     ? 0
              : status == ERROR_INPUT && strstr(fail_message(), "another run") ? 1
                                                                               : 2);
    }
    assert_true(pid > 0 && waitpid(pid, &code, 0) == pid && WIFEXITED(code));
    assert_int_not_equal(WEXITSTATUS(code), 2);
    return WEXITSTATUS(code) == 0;
}

static void test_lock(void **state)
{
    struct results results, back;
    struct journal journal;
    draw_recorded(seed, 3, 3, &results);
    struct results plan = plan_of(&results);
    const char *path = fresh("locked.journal");
    assert_int_equal(journal_create(path, &plan, &journal), OK);
    assert_int_equal(record_all(&journal, &results, NULL), OK);
    assert_false(other_process_locks(path));
    assert_int_equal(journal_results(&journal, &back), OK);
    results_free(&back);
    assert_false(other_process_locks(path));
    const char *moved = fresh("moved.journal");
    assert_int_equal(journal_rename(&journal, moved), OK);
    assert_false(other_process_locks(moved));
    assert_int_not_equal(access(path, F_OK), 0);
    journal_close(&journal);
    assert_true(other_process_locks(moved));
    free(plan.runs);
    results_free(&results);
}

/* Records on the disk */

/* Replaces the function of the C library: counts calls, and fails if disk_error is set. */
static int disk_syncs, disk_error;
int fdatasync(int fd)
{
    disk_syncs++;
    errno = disk_error;
    return disk_error || fcntl(fd, F_GETFD) < 0 ? -1 : 0;
}

/* Records are brought to the disk once a second, and before the journal takes its name; an error of
 * the disk is an error. */
static void test_disk(void **state)
{
    struct results results;
    struct journal journal;
    char moved[600];
    draw_recorded(seed, 3, 3, &results);
    struct results plan = plan_of(&results);
    disk_syncs = 0;
    assert_ok(journal_create(fresh("disk.journal"), &plan, &journal));
    assert_ok(journal_mark(&journal, &results, false));
    int before = disk_syncs;
    assert_ok(journal_sync(&journal));
    assert_int_equal(disk_syncs, before);
    journal.synced -= 1;
    assert_ok(journal_sync(&journal));
    assert_int_equal(disk_syncs, before + 1);
    assert_ok(journal_mark(&journal, &results, false));
    snprintf(moved, sizeof moved, "%s", fresh("moved.journal"));
    assert_ok(journal_rename(&journal, moved));
    assert_int_equal(disk_syncs, before + 2);
    assert_ok(journal_mark(&journal, &results, false));
    disk_error = EIO;
    assert_int_equal(journal_rename(&journal, moved), ERROR_IO);
    assert_non_null(strstr(fail_message(), strerror(EIO)));
    disk_error = 0;
    journal_close(&journal);
    free(plan.runs);
    results_free(&results);
}

static void test_acknowledgement(void **state)
{
    struct results results;
    size_t size, lines = 0;
    draw_recorded(seed, 12, 9, &results);
    FILE *file = fopen(scratch_path("acknowledged"), "w");
    assert_non_null(file);
    journal_acknowledge(fileno(file));
    enum status status = write_journal(fresh("told.journal"), &results, NULL);
    journal_acknowledge(-1);
    fclose(file);
    assert_int_equal(status, OK);
    char *text = slurp(scratch_path("acknowledged"), &size);
    for (char *line = text; (line = strchr(line, '\n')); line++) lines++;
    assert_int_equal(lines, results.nsamples);
    free(text);
    results_free(&results);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),      cmocka_unit_test(test_in_memory),
        cmocka_unit_test(test_unfinished),      cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_bit_flips),       cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_full_disk),       cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_recorded_again),  cmocka_unit_test(test_lock),
        cmocka_unit_test(test_acknowledgement), cmocka_unit_test(test_disk),
    };
    return cmocka_run_group_tests_name("journal", tests, create_with_seed, scratch_remove);
}

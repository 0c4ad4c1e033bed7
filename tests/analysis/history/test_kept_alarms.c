#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/history/kept_alarms.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/made_results.h"
#include "tests/support/scratch.h"

#define HEAD "warpmark alarms 1\n"
#define GOOD \
    "acknowledged\t2026-11-28\tslower\t2026-11-21T03:00:00+0000\t1.1\tbox\tp\tv\trelative\tnote"

/* Two nights of a case. */
static struct history_run runs[] = {
    {.file = (char[]){"1.h5"}, .started = (char[]){"2026-11-20T03:00:00+0000"}, .time = 1000},
    {.file = (char[]){"2.h5"}, .started = (char[]){"2026-11-21T03:00:00+0000"}, .time = 2000},
    {.file = (char[]){"3.h5"}, .started = (char[]){"2026-11-22T03:00:00+0000"}, .time = 3000},
};
static char machine[] = "box;\n2 cores", source[][4] = {"p", "q\tr"}, variant[] = "v";
static struct point points[] = {{.run = 0}, {.run = 1}, {.run = 2, .status = CASE_CRASHED}};
static struct series series[2];
static struct history history;

static void add(struct finding finding)
{
    made(reallocate(&history.findings, history.nfindings + 1, sizeof finding, "findings"));
    history.findings[history.nfindings++] = finding;
}

static struct finding step(size_t s, double change)
{
    return (struct finding){
        .series = s, .after = 1, .change = change, .worse = true, .fresh = true, .alarm = true};
}

static int begin(void **state)
{
    int64_t time;
    scratch_clear();
    for (size_t k = 0; k < 3; k++) {
        assert_true(history_time(runs[k].started, &time));
        runs[k].time = time;
    }
    for (size_t s = 0; s < 2; s++)
        series[s] = (struct series){.machine = machine,
                                    .problem = source[0],
                                    .source = source[s],
                                    .variant = variant,
                                    .epsilon = 1e-6,
                                    .npoints = 3,
                                    .points = points};
    history = (struct history){
        .folder = scratch_folder, .nruns = 3, .runs = runs, .nseries = 2, .series = series};
    return 0;
}

static int end(void **state)
{
    free(history.findings);
    kept_alarms_free(history.kept, history.nkept);
    return 0;
}

static void keep(size_t finding, enum kept_verdict verdict, const char *note)
{
    made(kept_alarms_add(&history, 1, &(struct kept_note){finding, verdict, note}));
}

static void expect_text(size_t finding, const char *start, const char *end_of_text)
{
    char *text;
    made(kept_text(&history.findings[finding], &text));
    if (strncmp(text, start, strlen(start)) != 0 || !strstr(text, end_of_text))
        fail_msg("'%s' is not '%s ... %s'", text, start, end_of_text);
    free(text);
}

static void test_round_trip(void **state)
{
    add(step(0, 1.1));
    add(step(1, 1.2));
    made(kept_alarms_apply(&history));
    assert_true(history.findings[0].alarm && !history.findings[0].kept);
    keep(0, KEPT_NOT_CONFIRMED, "a\tb\nc");
    keep(1, KEPT_CONFIRMED, "");
    made(kept_alarms_apply(&history));
    assert_int_equal(history.nkept, 2);
    assert_true(history.findings[0].alarm && history.findings[0].series == 1); /* alarms first */
    assert_int_equal(history.findings[0].kept->verdict, KEPT_CONFIRMED);
    expect_text(0, "confirmed 20", "");
    assert_false(history.findings[1].alarm);
    expect_text(1, "not confirmed 20", ": a b c");
    assert_string_equal(history.findings[1].kept->machine, "box; 2 cores");
    assert_true(history.findings[1].kept->change == 1.1);

    keep(0, KEPT_ACKNOWLEDGED, "known"); /* the newest line counts */
    made(kept_alarms_apply(&history));
    assert_false(history.findings[0].alarm || history.findings[1].alarm);
    expect_text(0, "acknowledged 20", ": known");
}

/* Keeps an alarm, and changes it. */
static bool is_kept(struct finding before, struct finding after)
{
    history.nfindings = 0;
    unlink(scratch_path(KEPT_ALARMS_NAME));
    add(before);
    keep(0, KEPT_ACKNOWLEDGED, "");
    history.nfindings = 0;
    add(after);
    made(kept_alarms_apply(&history));
    return !history.findings[0].alarm;
}

static void test_other_changes(void **state)
{
    struct finding other = step(0, 1.1);
    assert_true(is_kept(step(0, 1.1), step(0, 1.1)));
    assert_true(is_kept(step(0, 1.1), step(0, 1.2)));
    assert_false(is_kept(step(0, 1.1), step(0, 1.3))); /* it has grown */
    assert_false(is_kept(step(0, 1.1), step(1, 1.1)));
    other.after = 2;
    assert_true(is_kept(step(0, 1.1), other));
    other.kind = FOUND_FAILURE, other.change = NAN;
    assert_false(is_kept(step(0, 1.1), other));
    assert_true(is_kept(other, other));
    series[0].epsilon = 1e-8;
    made(kept_alarms_apply(&history));
    assert_true(history.findings[0].alarm);
    other = step(0, 1.1);
    other.alarm = false;
    assert_true(is_kept(step(0, 1.1), other)); /* it is none */
    assert_null(history.findings[0].kept);
}

static void test_later_runs(void **state)
{
    enum { RUNS = 12 };
    struct history_run many[RUNS];
    struct point each[RUNS];
    for (int k = 0; k < RUNS; k++) {
        many[k] = runs[1];
        many[k].time += k * 86400;
        each[k] = (struct point){.run = (size_t)k};
    }
    history.runs = many, history.nruns = series[0].npoints = RUNS, series[0].points = each;
    for (size_t k = 0; k < RUNS; k++) {
        struct finding later = step(0, 1.1), first = step(0, 1.1);
        first.after = 0;
        later.after = k;
        assert_int_equal(is_kept(first, later), k <= HISTORY_DOUBT);
    }
    history.runs = runs, history.nruns = 3;
}

/* Processes that write at the same time lose no line. */
static void test_writers(void **state)
{
    enum { WRITERS = 6, LINES = 5 };
    add(step(0, 1.1));
    for (int k = 0; k < WRITERS; k++) {
        if (fork() != 0) continue;
        for (int line = 0; line < LINES; line++) keep(0, KEPT_ACKNOWLEDGED, "from a process");
        _exit(0);
    }
    for (int k = 0, how; k < WRITERS; k++) assert_true(wait(&how) > 0 && how == 0);
    made(kept_alarms_apply(&history));
    assert_int_equal(history.nkept, WRITERS * LINES);
}

static void expect_wrong(const char *text, const char *why)
{
    struct kept_alarm *kept;
    size_t count;
    scratch_write(KEPT_ALARMS_NAME, text);
    const enum status status = kept_alarms_read(scratch_path(KEPT_ALARMS_NAME), &kept, &count);
    if (status != ERROR_INPUT) fail_msg("%.200s: not refused", text);
    assert_null(kept);
    assert_int_equal(count, 0);
    if (!strstr(fail_message(), why)) fail_msg("'%s' has no '%s'", fail_message(), why);
}

static void test_damaged(void **state)
{
    struct kept_alarm *kept;
    size_t count;
    char *text = NULL;
    scratch_write(KEPT_ALARMS_NAME, HEAD "# text\n\n" GOOD "\n" GOOD);
    made(kept_alarms_read(scratch_path(KEPT_ALARMS_NAME), &kept, &count));
    assert_int_equal(count, 2);
    kept_alarms_free(kept, count);

    expect_wrong("", "line 1");
    expect_wrong("warpmark alarms 2\n", "line 1");
    expect_wrong(HEAD GOOD "\tmore\n", "line 2 needs 10 fields");
    expect_wrong(HEAD "\n" GOOD "\nacknowledged\t2026-11-28\n", "line 4 needs 10 fields");
    expect_wrong(HEAD "un" GOOD, "line 2 begins with none of");
    expect_wrong(HEAD GOOD "\r\n", "control");
    expect_wrong(HEAD "confirmed\t2026-1-28\ts\t2026-11-21\t1\tb\tp\tv\ts\t", "no day");
    expect_wrong(HEAD "confirmed\t2026-11-28\ts\tnever\t1\tb\tp\tv\ts\t", "no time");
    expect_wrong(HEAD "confirmed\t2026-11-28\ts\t2026-11-21\t0\tb\tp\tv\ts\t", "no ratio");
    expect_wrong(HEAD "confirmed\t2026-11-28\ts\t2026-11-21\tnan\tb\tp\tv\ts\t", "no ratio");
    made(format_text(&text, HEAD GOOD "%070000d", 0));
    expect_wrong(text, "too long");
    free(text);
    scratch_write_bytes(KEPT_ALARMS_NAME, HEAD "#\0\n", sizeof HEAD + 2);
    assert_int_equal(kept_alarms_read(scratch_path(KEPT_ALARMS_NAME), &kept, &count), ERROR_INPUT);

    add(step(0, 1.1)); /* a damaged file is not replaced */
    assert_int_equal(kept_alarms_add(&history, 1, &(struct kept_note){0, KEPT_CONFIRMED, ""}),
                     ERROR_INPUT);
    assert_int_equal(kept_alarms_apply(&history), ERROR_INPUT);
    assert_true(history.findings[0].alarm);
}

static void test_no_memory_for_alarms(void **state)
{
    add(step(0, 1.1));
    keep(0, KEPT_ACKNOWLEDGED, "");
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        memory_fail_after(k);
        status = kept_alarms_apply(&history);
        if (status == OK)
            status = kept_alarms_add(&history, 1, &(struct kept_note){0, KEPT_CONFIRMED, ""});
        memory_fail_after(-1);
        assert_true(status == OK || status == ERROR_HOST_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, begin, end),
        cmocka_unit_test_setup_teardown(test_other_changes, begin, end),
        cmocka_unit_test_setup_teardown(test_later_runs, begin, end),
        cmocka_unit_test_setup_teardown(test_writers, begin, end),
        cmocka_unit_test_setup_teardown(test_damaged, begin, end),
        cmocka_unit_test_setup_teardown(test_no_memory_for_alarms, begin, end),
    };
    return cmocka_run_group_tests_name("kept_alarms", tests, scratch_create, scratch_remove);
}

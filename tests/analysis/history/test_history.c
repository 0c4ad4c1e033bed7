#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/history.h"
#include "analysis/history/history_print.h"
#include "plots/history/history_plot.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/made_results.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#define BOX "box; 2 cores"

/* 1 with noise of 1 % */
static double about_one(void)
{
    return exp(0.01 * draw_normal());
}

static struct history_request request;

/* The examples have the same noise in every run: a rule that is wrong once in twenty would
 * otherwise fail one of them some day. test_false_alarms counts how often it is wrong, with this
 * program's seed. */
static int begin(void **state)
{
    draw_from(1);
    scratch_clear();
    request = (struct history_request){
        .folder = scratch_folder, .since = INT64_MIN, .margin = 0.02, .newest = 7};
    return 0;
}

/* A night's results; its commit changes every fourth night. */
static struct results night(int day)
{
    char started[40], commit[20];
    snprintf(started, sizeof started, "2026-%02d-%02dT03:00:00+0100", 1 + day / 28, 1 + day % 28);
    snprintf(commit, sizeof commit, "c%d", day / 4);
    return made_results(started, commit, BOX, "gcc");
}

static void write_night(int day, struct results *results)
{
    char name[20];
    snprintf(name, sizeof name, "%03d.h5", 999 - day); /* names say nothing about time */
    made(results_write(scratch_path(name), results));
    results_free(results);
}

static struct history judged(void)
{
    struct history history;
    if (history_read(&request, &history) != OK) fail_msg("%s", fail_message());
    assert_int_equal(history_judge(&request, &history), OK);
    return history;
}

static void write_series(int nights, double (*seconds)(int day))
{
    for (int day = 0; day < nights; day++) {
        struct results results = night(day);
        made_case(&results, "p", "v", CASE_OK, seconds(day) * about_one());
        made_case(&results, "q", "v", CASE_OK, 2 * about_one());
        write_night(day, &results);
    }
}

static double steady(int day)
{
    (void)day;
    return 1e-3;
}

static double new_step(int day)
{
    return day < 36 ? 1e-3 : 1.1e-3;
}

static double old_step(int day)
{
    return day < 20 ? 1e-3 : 1.1e-3;
}

static double faster(int day)
{
    return day < 36 ? 1e-3 : 0.8e-3;
}

static double drift(int day)
{
    return 1e-3 * (1 + 0.004 * day);
}

static void test_order_and_series(void **state)
{
    write_series(10, steady);
    struct history history = judged();
    assert_int_equal(history.nruns, 10);
    assert_int_equal(history.nseries, 2);
    for (size_t k = 0; k < 10; k++) {
        assert_true(k == 0 || history.runs[k - 1].time < history.runs[k].time);
        assert_int_equal(history.series[0].points[k].run, k);
        assert_int_equal(history.series[0].points[k].samples, MADE_SAMPLES);
    }
    assert_string_equal(history.runs[0].file, "999.h5");
    assert_string_equal(history.series[1].problem, "q");
    assert_int_equal(history.nfindings, 0);
    history_free(&history);
}

static void test_new_step(void **state)
{
    write_series(40, new_step);
    struct history history = judged();
    assert_int_equal(history.nfindings, 1);
    const struct finding *f = &history.findings[0];
    assert_true(f->kind == FOUND_STEP && f->worse && f->fresh && f->alarm && f->series == 0);
    assert_in_range(f->after, 35, 37);
    assert_true(f->change > 1.07 && f->change < 1.13 && f->adjusted <= HISTORY_FALSE &&
                f->p <= f->adjusted);
    assert_int_equal(f->before + 1, f->after);
    history_free(&history);
}

/* Good news, and less than the margin are no alarm. */
static void test_no_alarms(void **state)
{
    static const struct {
        double (*seconds)(int day);
        double margin;
        bool found, fresh, worse;
    } cases[] = {{faster, 0.02, true, true, false}, {new_step, 0.15, false, false, false}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        begin(NULL);
        request.margin = cases[k].margin;
        write_series(40, cases[k].seconds);
        struct history history = judged();
        assert_int_equal(history.nfindings, cases[k].found);
        if (cases[k].found) {
            const struct finding *f = &history.findings[0];
            assert_true(!f->alarm && f->fresh == cases[k].fresh && f->worse == cases[k].worse &&
                        f->adjusted == 1);
        }
        history_free(&history);
    }
}

static double back_again(int day)
{
    return day < 20 || day >= 40 ? 1e-3 : 1.1e-3;
}

/* An old step stays an alarm, whatever `newest` is, until the case is as fast as before. */
static void test_until_back(void **state)
{
    request.newest = 1;
    write_series(40, old_step);
    struct history history = judged();
    assert_int_equal(history.nfindings, 1);
    assert_true(history.findings[0].alarm && history.findings[0].fresh &&
                history.findings[0].back == MISSING && history.findings[0].after == 20);
    history_free(&history);
    write_series(60, back_again);
    history = judged();
    assert_int_equal(history.nfindings, 2);
    const struct finding *f = &history.findings[1];
    assert_true(f->worse && !f->alarm && !f->fresh && f->after == 20 && f->back == 40);
    assert_true(!history.findings[0].worse && history.findings[0].back == MISSING);
    history_free(&history);
}

static void test_drift(void **state)
{
    write_series(40, drift);
    struct history history = judged();
    assert_int_equal(history.nfindings, 1);
    const struct finding *f = &history.findings[0];
    assert_true(f->kind == FOUND_DRIFT && f->worse && f->alarm);
    assert_true(f->change > 1.1 && f->change < 1.22 && f->before == 0 && f->after == 39);
    assert_string_equal(finding_word(&history, f), "drifts slower");
    history_free(&history);
}

/* The noise floor of the newest run is also a margin. */
static void test_noise_floor(void **state)
{
    write_series(39, new_step);
    struct results results = night(39);
    made(reallocate(&results.machine, 3, sizeof *results.machine, "facts"));
    results.machine[results.nmachine++] = (struct fact){made_text("noise_floor"), made_text("0.2")};
    made_case(&results, "p", "v", CASE_OK, 1.1e-3);
    made_case(&results, "q", "v", CASE_OK, 2);
    write_night(39, &results);
    struct history history = judged();
    assert_int_equal(history.nfindings, 0);
    assert_true(history.series[0].margin == 0.2);
    history_free(&history);
}

/* Sets the code of a case by night, and says whether the step at night 36 is an alarm. */
static bool alarm_with_code(const char *before, const char *after)
{
    begin(NULL);
    for (int day = 0; day < 40; day++) {
        struct results results = night(day);
        struct result_run *run =
            made_case(&results, "p", "v", CASE_OK, new_step(day) * about_one());
        free(run->fingerprint);
        run->fingerprint = made_text(day < 36 ? before : after);
        write_night(day, &results);
    }
    struct history history = judged();
    assert_int_equal(history.nfindings, 1);
    assert_true(history.findings[0].alarm != history.findings[0].same_code);
    bool alarm = history.findings[0].alarm;
    history_free(&history);
    return alarm;
}

static void test_same_code(void **state)
{
    assert_true(alarm_with_code("a1", "b2"));
    assert_true(alarm_with_code("", ""));
    assert_false(alarm_with_code("a1", "a1"));
}

/* crashed for two nights, after which another night says nothing; a case that never was ok did not
 * become worse. */
static void test_failures(void **state)
{
    for (int day = 0; day < 12; day++) {
        struct results results = night(day);
        made_case(&results, "a", "v",
                  day < 9    ? CASE_OK
                  : day < 11 ? CASE_CRASHED
                             : CASE_INTERRUPTED,
                  1);
        made_case(&results, "b", "v", CASE_NOT_CONVERGED, 1);
        made_case(&results, "c", "v", day < 9 ? CASE_OK : CASE_UNSUPPORTED, 1);
        made_case(&results, "d", "v", day == 5 ? CASE_WRONG : CASE_OK, 1);
        made_case(&results, "e", "v", day < 3 ? CASE_OK : CASE_WRONG, 1);
        write_night(day, &results);
    }
    struct history history = judged();
    assert_int_equal(history.nfindings, 2);
    const struct finding *f = history.findings;
    assert_true(f[0].kind == FOUND_FAILURE && f[0].alarm && f[0].series == 0 && f[0].before == 8 &&
                f[0].after == 9);
    assert_string_equal(finding_word(&history, f), "crashed");
    assert_true(f[1].kind == FOUND_FAILURE && f[1].alarm && f[1].series == 4 && f[1].after == 3);
    history_free(&history);
}

/* Returns whether a case with this status in the last two nights, and this code, gives an alarm. */
static bool alarm_of_failure(enum case_status status, const char *before, const char *after,
                             bool made)
{
    begin(NULL);
    for (int day = 0; day < 12; day++) {
        struct results results = night(day);
        struct result_run *run = made_case(&results, "p", "v", day < 10 ? CASE_OK : status, 1);
        free(run->fingerprint);
        run->fingerprint = made_text(day < 10 ? before : after);
        if (day >= 10 && !made) *results.problems[0].kind = '\0';
        write_night(day, &results);
    }
    struct history history = judged();
    assert_int_equal(history.nfindings, 1);
    assert_true(history.findings[0].kind == FOUND_FAILURE && history.findings[0].fresh);
    assert_true(history.findings[0].alarm != history.findings[0].same_code);
    bool alarm = history.findings[0].alarm;
    history_free(&history);
    return alarm;
}

/* A busy machine can make unchanged code run out of time; a wrong answer has another reason. */
/* A step that the reference solve shares is the machine's; one that it does not explain, or not
 * wholly, is an alarm. */
static void test_reference_solve(void **state)
{
    static const struct {
        double reference; /* after the step; 0: none is timed */
        bool alarm;
    } cases[] = {{0, true}, {1, true}, {1.09, false}, {1.15, false}, {1.03, true}, {0.9, true}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_clear();
        for (int day = 0; day < 40; day++) {
            struct results results = night(day);
            struct result_run *run =
                made_case(&results, "p", "v", CASE_OK, old_step(day) * about_one());
            const double machine = day < 20 ? 1 : cases[k].reference;
            run->reference_low = cases[k].reference ? machine * about_one() : NAN;
            run->reference_high = 1.2 * run->reference_low;
            write_night(day, &results);
        }
        struct history history = judged();
        assert_int_equal(history.nfindings, 1);
        assert_int_equal(history.findings[0].alarm, cases[k].alarm);
        assert_int_equal(history.findings[0].by_machine, !cases[k].alarm);
        if (cases[k].reference)
            assert_true(fabs(history.findings[0].reference - cases[k].reference) < 0.02);
        else assert_true(isnan(history.findings[0].reference));
        history_free(&history);
    }
}

static void test_failures_of_same_code(void **state)
{
    assert_true(alarm_of_failure(CASE_TIMEOUT, "a1", "b2", true));
    assert_true(alarm_of_failure(CASE_TIMEOUT, "", "", true));
    assert_false(alarm_of_failure(CASE_TIMEOUT, "a1", "a1", true));
    assert_false(alarm_of_failure(CASE_OOM_HOST, "a1", "a1", true));
    assert_true(alarm_of_failure(CASE_WRONG, "a1", "a1", true));
    assert_true(alarm_of_failure(CASE_OOM_HOST, "a1", "a1", false));
}

/* Another machine and other settings begin other series. */
static void test_what_begins_a_series(void **state)
{
    for (int day = 0; day < 4; day++) {
        struct results results = night(day);
        made_case(&results, "p", "v", CASE_OK, 1);
        if (day == 1) {
            free(results.machine[0].value);
            results.machine[0].value = made_text("another box");
        }
        if (day == 2) results.settings.epsilon = 1e-9;
        if (day == 3) results.settings.max_samples = 99;
        write_night(day, &results);
    }
    struct history history = judged();
    assert_int_equal(history.nseries, 3);
    size_t longest = 0;
    for (size_t k = 0; k < 3; k++) longest += history.series[k].npoints == 2;
    assert_int_equal(longest, 1);
    history_free(&history);
}

/* All processes of a case count; a sample that was taken again does not; blocks of iterations
 * become solves. */
static void test_samples(void **state)
{
    struct results results = night(0);
    made_case(&results, "p", "v", CASE_OK, 1);
    made_case(&results, "p", "v", CASE_OK, 3)->process = 1;
    made_case(&results, "q", "v", CASE_OK, 1);
    results.samples[10].retried = true;
    struct result_run *run = made_case(&results, "r", "v", CASE_OK, 1);
    run->extrapolated = true, run->iterations_timed = 10, run->iterations = 500;
    made_case(&results, "s", "v", CASE_OK, 1);
    made_case(&results, "s", "v", CASE_CRASHED, 1)->process = 1;
    run = made_case(&results, "t", "v", CASE_OK, 1); /* of a solve that nobody counted: no time */
    run->extrapolated = true, run->iterations_timed = 10;
    write_night(0, &results);
    request.intervals = true;
    struct history history = judged();
    assert_int_equal(history.nseries, 5);
    const struct series *s = history.series;
    assert_true(s[4].points[0].samples == 0 && isnan(s[4].points[0].median) && s[4].nvalues == 0);
    assert_true(s[0].points[0].samples == 10 && fabs(s[0].points[0].median - 2) < 0.01);
    assert_true(s[0].points[0].low < s[0].points[0].median &&
                s[0].points[0].high > s[0].points[0].median);
    assert_true(s[1].points[0].samples == 4 && fabs(s[1].points[0].median - 1.001) < 1e-9);
    assert_true(fabs(s[2].points[0].median - 50) < 1e-9 && isnan(s[2].points[0].low) &&
                isnan(s[2].points[0].high)); /* five samples */
    assert_true(s[3].points[0].status == CASE_CRASHED && isnan(s[3].points[0].median) &&
                s[3].nvalues == 0);
    history_free(&history);
}

static void test_filters(void **state)
{
    struct history history;
    write_series(10, steady);
    request.problems = "q*";
    assert_int_equal(history_read(&request, &history), OK);
    assert_int_equal(history.nseries, 1);
    history_free(&history);
    request.variants = "x";
    assert_int_equal(history_read(&request, &history), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "--problems q* and --variants x"));
    request.problems = request.variants = NULL;
    assert_true(history_time("2026-01-05T02:00",
                             &request.since)); /* the run of that day began at 02:00 UTC */
    assert_int_equal(history_read(&request, &history), OK);
    assert_int_equal(history.nruns, 6);
    history_free(&history);
    request.since = INT64_MAX;
    assert_int_equal(history_read(&request, &history), ERROR_INPUT);
}

static void test_files_left_out(void **state)
{
    write_series(3, steady);
    struct results again = night(1), undated = night(5);
    made_case(&again, "p", "v", CASE_OK, 1);
    made(results_write(scratch_path("again.h5"), &again));
    free(undated.started);
    undated.started = made_text("yesterday");
    made(results_write(scratch_path("undated.h5"), &undated));
    scratch_write("no.h5", "no");
    scratch_write("notes.txt", "no");
    struct history history = judged();
    assert_int_equal(history.nruns, 3);
    assert_int_equal(history.nskipped, 3);
    assert_true(history.damaged);
    history_free(&history);
    results_free(&again);
    results_free(&undated);
    scratch_clear();
    assert_int_equal(history_read(&request, &history), ERROR_INPUT);
    scratch_write("no.h5", "no");
    assert_int_equal(history_read(&request, &history), ERROR_DAMAGED);
    request.folder = scratch_path("absent");
    assert_int_equal(history_read(&request, &history), ERROR_IO);
}

static void test_times(void **state)
{
    int64_t a, b;
    assert_true(history_time("1970-01-02T00:00:00+0000", &a) && a == 86400);
    assert_true(history_time("1970-01-02T00:00:00-0130", &a) && a == 86400 + 5400);
    assert_true(history_time("2026-11-20", &a) && history_time("2026-11-20T00:00", &b) && a == b);
    static const char *const wrong[] = {"",   "2026", "2026-13-01", "2026-11-20T", "2026-11-20 x",
                                        "now"};
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(history_time(wrong[k], &a));
}

static void test_differences(void **state)
{
    for (int day = 0; day < 2; day++) {
        struct results results = night(day);
        made_case(&results, "p", "v", CASE_OK, 1);
        if (day == 1) *results.build[0].value = 'x';
        write_night(day, &results);
    }
    struct history history = judged();
    size_t k = 0;
    const char *other;
    const struct fact *fact = history_difference(&history.runs[0], &history.runs[1], &k, &other);
    assert_non_null(fact);
    assert_string_equal(fact->name, "built with compiler");
    assert_string_equal(other, "xcc");
    assert_null(history_difference(&history.runs[0], &history.runs[1], &k, &other));
    history_free(&history);
}

static void test_file_names(void **state)
{
    struct results results = night(0);
    static const char *const problems[] = {"a b", "a/b", "../..", "A-b", "", "\xe2\x88\x9e"};
    for (size_t k = 0; k < 6; k++) made_case(&results, problems[k], "v[x=1]/y", CASE_OK, 1);
    write_night(0, &results);
    struct history history = judged();
    char **stems;
    assert_int_equal(history_stems(&history, &stems), OK);
    for (size_t k = 0; k < history.nseries; k++) {
        assert_true(*stems[k] && *stems[k] != '.' && !strchr(stems[k], '/'));
        for (size_t other = 0; other < k; other++) assert_true(strcasecmp(stems[k], stems[other]));
    }
    for (size_t k = 0; k < history.nseries; k++) free(stems[k]);
    free(stems);
    history_free(&history);
}

/* A history that was not read: series of so many runs, all about one second. */
static struct history steady_history(size_t nseries, size_t nruns)
{
    struct history history = {.nruns = nruns, .nseries = nseries};
    made(allocate_zeroed(nruns, sizeof *history.runs, "runs", &history.runs));
    for (size_t k = 0; k < nruns; k++) {
        made(copy_text("box", &history.runs[k].machine));
        made(copy_text("e", &history.runs[k].experiment));
    }
    made(allocate_zeroed(nseries, sizeof *history.series, "series", &history.series));
    for (struct series *series = history.series; series < history.series + nseries; series++) {
        made(allocate_zeroed(nruns, sizeof *series->points, "points", &series->points));
        series->npoints = nruns;
        for (size_t k = 0; k < nruns; k++)
            series->points[k] =
                (struct point){.run = k, .median = about_one(), .fingerprint = made_text("")};
    }
    return history;
}

static size_t count_alarms(struct history *history)
{
    size_t alarms = 0;
    made(history_judge(&request, history));
    for (size_t k = 0; k < history->nfindings; k++) alarms += history->findings[k].alarm;
    return alarms;
}

/* At most 5 % of 30 folders with 20 steady series of 30 nights give an alarm, plus some for chance.
 */
static void test_false_alarms(void **state)
{
    int alarms = 0;
    draw_from(seed);
    request.margin = 0;
    for (int folder = 0; folder < 30; folder++) {
        struct history history = steady_history(20, 30);
        alarms += count_alarms(&history) > 0;
        history_free(&history);
    }
    print_message("%d of 30 folders with a false alarm\n", alarms);
    assert_true(alarms <= 6);
}

/* Makes all series noise of 3 % in which each night depends on the one before it: phi times its
 * difference; a walk of 0.5 % a night for phi = 1. */
static void make_dependent(struct history *history, double phi)
{
    const double moves = phi < 1 ? 0.03 * sqrt(1 - phi * phi) : 0.005;
    for (struct series *s = history->series; s < history->series + history->nseries; s++) {
        double noise = phi < 1 ? 0.03 * draw_normal() : 0;
        for (size_t k = 0; k < s->npoints; k++) {
            s->points[k].median = exp(noise);
            noise = phi * noise + moves * draw_normal();
        }
    }
}

/* Nights that depend on each other give no alarm, and hardly a change. Judged as if they were
 * independent, most of these series would change. */
static void test_dependent_nights(void **state)
{
    static const double phis[] = {0.5, 0.8, 1};
    for (size_t k = 0; k < sizeof phis / sizeof *phis; k++) {
        struct history history = steady_history(100, 100);
        make_dependent(&history, phis[k]);
        assert_int_equal(count_alarms(&history), 0);
        print_message("phi %g: %zu changes in 100 series\n", phis[k], history.nfindings);
        assert_true(history.nfindings <= 10);
        history_free(&history);
    }
}

/* A step of 3 % in noise of 2 % takes about 40 nights to prove, and is an alarm then. */
static void test_proven_late(void **state)
{
    struct history history = steady_history(10, 120);
    for (size_t s = 0; s < 10; s++)
        for (size_t k = 0; k < 120; k++) {
            double *median = &history.series[s].points[k].median;
            *median = exp(2 * log(*median)) * (k < 60 ? 1 : 1.03);
        }
    const size_t alarms = count_alarms(&history);
    print_message("%zu of 10 late steps are alarms\n", alarms);
    assert_in_range(alarms, 9, 10);
    history_free(&history);
}

/* Returns whether there is an alarm, which may only be for the first of many series, after its last
 * runs took twice as long. */
static bool alarm_among(size_t nseries, size_t nruns, size_t last)
{
    struct history history = steady_history(nseries, nruns);
    for (size_t k = nruns - last; k < nruns; k++) history.series[0].points[k].median *= 2;
    size_t alarms = count_alarms(&history);
    const struct finding *f = history.findings;
    assert_true(history.nfindings >= 1 && f->series == 0 && f->fresh && f->worse && alarms <= 1 &&
                f->alarm == alarms);
    assert_true(f->alarm == (f->adjusted <= HISTORY_FALSE) && f->adjusted >= f->p);
    history_free(&history);
    return alarms;
}

/* Evidence that is enough for one series is not enough for a hundred, because one of these looks
 * like this by chance; more evidence is enough. */
static void test_many_series(void **state)
{
    request.margin = 0.1;
    assert_true(alarm_among(1, 14, 3));
    assert_false(alarm_among(100, 14, 3));
    assert_true(alarm_among(100, 30, 6));
}

static enum status all(FILE *out)
{
    struct history history = {0};
    enum status status = history_read(&request, &history);
    if (status == OK) status = history_judge(&request, &history);
    if (status == OK) status = history_print(&history, TABLE_TEXT, out);
    history_free(&history);
    return status;
}

static void test_no_memory(void **state)
{
    for (int day = 0; day < 12; day++) {
        struct results results = night(day);
        made_case(&results, "p", "v", CASE_OK,
                  day < 8 ? 1 + 0.001 * (day % 3) : 2 + 0.001 * (day % 3));
        write_night(day, &results);
    }
    request.intervals = true;
    FILE *out = fopen("/dev/null", "w");
    long successes = 0;
    enum status status;
    do {
        status = refused_after(successes, all(out));
        successes += 1 + successes / 40;
    } while (status != OK);
    fclose(out);
    assert_true(successes > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_order_and_series, begin),
        cmocka_unit_test_setup(test_new_step, begin),
        cmocka_unit_test_setup(test_no_alarms, begin),
        cmocka_unit_test_setup(test_until_back, begin),
        cmocka_unit_test_setup(test_drift, begin),
        cmocka_unit_test_setup(test_dependent_nights, begin),
        cmocka_unit_test_setup(test_proven_late, begin),
        cmocka_unit_test_setup(test_noise_floor, begin),
        cmocka_unit_test_setup(test_same_code, begin),
        cmocka_unit_test_setup(test_reference_solve, begin),
        cmocka_unit_test_setup(test_failures_of_same_code, begin),
        cmocka_unit_test_setup(test_failures, begin),
        cmocka_unit_test_setup(test_what_begins_a_series, begin),
        cmocka_unit_test_setup(test_samples, begin),
        cmocka_unit_test_setup(test_filters, begin),
        cmocka_unit_test_setup(test_files_left_out, begin),
        cmocka_unit_test_setup(test_times, begin),
        cmocka_unit_test_setup(test_differences, begin),
        cmocka_unit_test_setup(test_file_names, begin),
        cmocka_unit_test_setup(test_false_alarms, begin),
        cmocka_unit_test_setup(test_many_series, begin),
        cmocka_unit_test_setup(test_no_memory, begin),
    };
    seed_begin();
    return cmocka_run_group_tests_name("history", tests, scratch_create, scratch_remove);
}

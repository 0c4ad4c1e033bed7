#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "store/journal/merge.h"
#include "store/judged.h"
#include "store/results_diff.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/results/journals.h"
#include "tests/support/results/results_files.h"

enum { PARTS = 4 };

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

static const char *const names[PARTS] = {"a.h5", "b.h5", "c.h5", "d.h5"};

/* One machine's whole results, with samples in the order in which they stand. */
static void draw_whole(uint64_t with_seed, struct results *out)
{
    draw_recorded(with_seed, 30, 5, out);
    out->wall = 1000, out->overhead = 2;
    free(out->script_sha256);
    ok(copy_text("", &out->script_sha256));
    for (size_t k = 0; k < out->nsamples; k++)
        out->samples[k].order = k, out->samples[k].started = 1;
}

/* Parts of results: run k belongs to part k % PARTS. They borrow all but runs. */
static void divide(const struct results *whole, struct results *parts)
{
    for (size_t p = 0; p < PARTS; p++) {
        parts[p] = *whole;
        parts[p].nruns = 0;
        DRAW_ROWS(&parts[p].runs, whole->nruns);
        for (size_t k = p; k < whole->nruns; k += PARTS)
            parts[p].runs[parts[p].nruns++] = whole->runs[k];
    }
}

static void free_parts(struct results *parts)
{
    for (size_t p = 0; p < PARTS; p++) free(parts[p].runs);
}

static void test_parts_make_the_whole(void **state)
{
    for (uint64_t trial = 0; trial < 30; trial++) {
        struct results whole, merged, parts[PARTS];
        draw_whole(seed + trial, &whole);
        divide(&whole, parts);
        ok(results_merge(PARTS, parts, names, false, &merged));
        assert_int_equal(merged.nruns, whole.nruns);
        for (size_t k = 0, samples = 0; k < whole.nruns; k++) {
            struct result_run *run = &merged.runs[k];
            const double before = 1000.0 * (double)(k % PARTS);
            assert_int_equal(run->sample_offset, samples);
            assert_true(isnan(run->started) || run->started == whole.runs[k].started + before);
            for (uint64_t s = 0; s < run->sample_count; s++) {
                struct result_sample *sample = &merged.samples[samples++];
                assert_true(sample->started == 1 + before);
                sample->started = 1;
                sample->order -= (k % PARTS) * (whole.nsamples);
            }
            run->started = whole.runs[k].started;
            const char *column;
            ok(run_difference(&whole, &whole.runs[k], &merged, run, &column));
            if (column) fail_msg("%s", column);
        }
        assert_true(merged.wall == 4000 && merged.overhead == 8);
        merged.wall = 1000, merged.overhead = 2;
        free(merged.command);
        ok(copy_text(whole.command, &merged.command));
        const char *column;
        const size_t nruns = whole.nruns;
        results_unjudge(&whole); /* nothing is judged of what is merged */
        whole.nruns = merged.nruns = 0, whole.nsamples = merged.nsamples = 0;
        ok(results_difference(&whole, &merged, &column));
        if (column) fail_msg("%s", column);
        whole.nruns = merged.nruns = nruns;
        free_parts(parts);
        results_free(&whole);
        results_free(&merged);
    }
}

/* The facts of a problem come from the part that made it; the earliest start and the latest end are
 * kept. */
static void test_meta(void **state)
{
    char nothing[] = "";
    struct results merged, parts[2] = {{.name = (char[]){"x"}}, {.name = (char[]){"x"}}};
    struct result_problem without = {
        .source = (char[]){"s"}, .label = (char[]){"l"}, .kind = (char[]){""}, .n = MISSING};
    struct result_problem with = without;
    struct result_variant variant = {(char[]){"v"}, (char[]){"m"}, (char[]){"l"}, (char[]){"o"},
                                     (char[]){"p"}, (char[]){"q"}, false};
    with.kind = (char[]){"linear"};
    with.n = 7;
    for (int k = 0; k < 2; k++) {
        struct results *r = &parts[k];
        r->title = r->path = r->script = r->script_sha256 = r->options = r->git_commit = nothing;
        r->nproblems = r->nvariants = 1;
        r->problems = k ? &with : &without;
        r->variants = &variant;
    }
    parts[0].command = (char[]){"first"}, parts[1].command = (char[]){"second"};
    parts[0].started = (char[]){"2026-01-02T12:00:00+0200"},
    parts[0].ended = (char[]){"2026-01-02T12:00:05+0200"};
    parts[1].started = (char[]){"2026-01-02T11:30:00+0000"},
    parts[1].ended = (char[]){"2026-01-02T09:00:00-0600"};
    parts[1].interrupted = true;
    ok(results_merge(2, parts, names, false, &merged));
    assert_string_equal(merged.command, "first\nsecond");
    assert_string_equal(merged.started, parts[0].started);
    assert_string_equal(merged.ended, parts[1].ended);
    assert_true(merged.interrupted && merged.problems[0].n == 7);
    results_free(&merged);
}

static void refuses(struct results *parts, bool force, const char *what)
{
    struct results merged;
    assert_int_equal(results_merge(PARTS, parts, names, force, &merged), ERROR_INPUT);
    if (!strstr(fail_message(), what) || !strstr(fail_message(), "a.h5"))
        fail_msg("'%s' lacks '%s'", fail_message(), what);
    assert_null(merged.runs);
}

static void test_refusals(void **state)
{
    struct results whole, parts[PARTS], kept, merged;
    for (draw_whole(seed++, &whole); whole.nruns < 8; draw_whole(seed++, &whole))
        results_free(&whole);
    whole.runs[0].status = CASE_OK; /* one that was not measured would give way */
    divide(&whole, parts);
    kept = parts[2];
    parts[2].name = (char[]){"?"};
    refuses(parts, true, "c.h5 cannot be merged: the names");
    parts[2] = kept;
    parts[2].options = (char[]){"?"};
    refuses(parts, true, "the options");
    parts[2] = kept;
    parts[2].settings.warmup++;
    refuses(parts, true, "the settings");
    parts[2] = kept;
    parts[2].nvariants--;
    refuses(parts, true, "the variants");
    parts[2] = kept;
    parts[2].git_commit = (char[]){"?"};
    refuses(parts, false, "--force");
    ok(results_merge(PARTS, parts, names, true, &merged));
    results_free(&merged);
    parts[2] = kept;

    parts[2].runs[1] = parts[0].runs[0]; /* twice, and alike */
    ok(results_merge(PARTS, parts, names, false, &merged));
    assert_int_equal(merged.nruns, whole.nruns - 1);
    results_free(&merged);
    parts[2].runs[1].iterations = 12345;
    refuses(parts, true, "both have measured");
    free_parts(parts);
    results_free(&whole);
}

static void test_no_memory(void **state)
{
    struct results whole, merged, parts[PARTS];
    enum status status = ERROR_HOST_MEMORY;
    long successes;
    draw_whole(seed, &whole);
    divide(&whole, parts);
    for (successes = 0; status != OK; successes++) {
        status = refused_after(successes, results_merge(PARTS, parts, names, false, &merged));
        assert_true(status == OK || (status == ERROR_HOST_MEMORY && !merged.runs));
    }
    assert_true(successes > 20);
    results_free(&merged);
    free_parts(parts);
    results_free(&whole);
}

/* A run that was not measured gives way to one that was, whichever part comes first, and so do
 * its samples. */
static void test_unmeasured_gives_way(void **state)
{
    static const enum case_status unmeasured[] = {CASE_INTERRUPTED, CASE_SKIPPED, CASE_NO_DEVICE,
                                                  CASE_UNSUPPORTED};
    for (uint64_t trial = 0; trial < 40; trial++) {
        struct results whole, merged, parts[2];
        draw_whole(seed + trial, &whole);
        for (size_t k = 0; k < whole.nruns; k++) whole.runs[k].status = CASE_OK;
        for (size_t p = 0; p < 2; p++) {
            parts[p] = whole;
            DRAW_ROWS(&parts[p].runs, whole.nruns);
            for (size_t k = 0; k < whole.nruns; k++) {
                parts[p].runs[k] = whole.runs[k];
                if (k % 2 == p) continue;
                parts[p].runs[k].status = unmeasured[(trial + k) % 4];
                parts[p].runs[k].iterations = 12345;
            }
        }
        ok(results_merge(2, parts, names, false, &merged));
        assert_int_equal(merged.nruns, whole.nruns);
        assert_int_equal(merged.nsamples, whole.nsamples);
        for (size_t k = 0; k < whole.nruns; k++) {
            assert_int_equal(merged.runs[k].status, CASE_OK);
            assert_int_equal(merged.runs[k].iterations, whole.runs[k].iterations);
        }
        results_free(&merged);
        for (size_t p = 0; p < 2; p++)
            for (size_t k = 0; k < whole.nruns; k++) parts[p].runs[k].status = CASE_SKIPPED;
        ok(results_merge(2, parts, names, false, &merged)); /* in neither: the first part counts */
        assert_int_equal(merged.nruns, whole.nruns);
        for (size_t k = 0; k < whole.nruns; k++)
            assert_int_equal(merged.runs[k].iterations, parts[0].runs[k].iterations);
        results_free(&merged);
        for (size_t p = 0; p < 2; p++) free(parts[p].runs);
        results_free(&whole);
    }
}

/* Three nights with two cases: one was measured in each, the other in the last two only. */
static void make_nights(struct results nights[3])
{
    static char *const started[] = {"2026-01-02T03:00:00+0000", "2026-01-03T03:00:00+0000",
                                    "2026-01-04T03:00:00+0000"};
    for (size_t k = 0; k < 3; k++) {
        struct results *r = &nights[k];
        handmade_begin(r, "night");
        handmade_variant(r, "jacobi", "msr", "seq");
        for (size_t p = 0; p < 2; p++) handmade_problem(r, p ? "some" : "all", 10, 20);
        r->wall = 1000;
        r->settings.processes = k + 1;
        free(r->started);
        free(r->ended);
        ok(copy_text(started[k], &r->started));
        ok(copy_text(started[k], &r->ended));
        for (size_t p = 0; p < 2; p++)
            for (size_t q = 0; q <= k; q++) {
                const bool gone = p == 1 && k == 0;
                struct result_run *run =
                    handmade_run(r, p, 0, gone ? CASE_NO_DEVICE : CASE_OK, 1, gone ? 0 : 3);
                run->process = gone ? MISSING : q;
                run->iterations = 10 * k + q;
                ok(copy_text("", &run->fingerprint));
                ok(copy_text("", &run->proof_note));
            }
        for (size_t j = 0; j < r->nsamples; j++) r->samples[j].order = j;
    }
}

static void free_nights(struct results nights[3])
{
    for (size_t k = 0; k < 3; k++) results_free(&nights[k]);
}

static void test_repetitions(void **state)
{
    struct results nights[3], merged;
    make_nights(nights);
    ok(results_repeat(3, nights, names, false, &merged));
    assert_int_equal(merged.settings.processes, 6);
    assert_int_equal(merged.nruns, 6 + 5);
    for (size_t k = 0, night = 0, q = 0; k < 6; k++, q++) {
        const struct result_run *run = &merged.runs[k];
        if (q > night) night++, q = 0;
        assert_int_equal(run->problem, 0);
        assert_int_equal(run->process, k);
        assert_int_equal(run->iterations, 10 * night + q);
    }
    for (size_t k = 6; k < 11; k++) {
        assert_int_equal(merged.runs[k].status, CASE_OK);
        assert_int_equal(merged.runs[k].process, k - 6);
    }
    ok(results_check("merged", &merged));
    results_free(&merged);
    free_nights(nights);
}

static void refuses_nights(struct results nights[3], bool force, const char *what)
{
    struct results merged;
    assert_int_equal(results_repeat(3, nights, names, force, &merged), ERROR_INPUT);
    if (!strstr(fail_message(), what)) fail_msg("'%s' lacks '%s'", fail_message(), what);
    assert_null(merged.runs);
}

static void test_refused_repetitions(void **state)
{
    struct results nights[3];
    make_nights(nights);
    const struct results kept = nights[2];
    struct fact other = {(char[]){"key"}, (char[]){"?"}};
    nights[2].script = (char[]){"?"};
    refuses_nights(nights, true, "a.h5 and c.h5 cannot be merged: the scripts differ");
    nights[2] = kept;
    nights[2].settings.epsilon = 0.5;
    refuses_nights(nights, true, "the settings differ");
    nights[2] = kept;
    nights[2].machine = &other, nights[2].nmachine = 1;
    refuses_nights(nights, true, "a.h5 and c.h5 cannot be repetitions: one is of");
    nights[2] = kept;
    nights[2].started = nights[1].started;
    refuses_nights(nights, true, "b.h5 and c.h5 cannot be repetitions: both are the run of");
    nights[2] = kept;
    nights[2].git_commit = (char[]){"?"};
    refuses_nights(nights, false, "the commits of warpmark differ. Use --force");
    nights[2] = kept;
    free_nights(nights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_make_the_whole),
        cmocka_unit_test(test_meta),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_unmeasured_gives_way),
        cmocka_unit_test(test_repetitions),
        cmocka_unit_test(test_refused_repetitions),
    };
    return cmocka_run_group_tests_name("merge", tests, create_with_seed, scratch_remove);
}

#include <string.h>

#include "base/sha256.h"
#include "store/results_diff.h"
#include "tests/support/cmocka.h"
#include "tests/support/results/journals.h"
#include "tests/support/results/results_files.h"

static void ok(enum status status)
{
    if (status != OK) fail_msg("%s", fail_message());
}

/* The same results twice: drawn twice from one seed. */
static void draw_pair(uint64_t with_seed, struct results *a, struct results *b)
{
    draw_recorded(with_seed, 12, 5, a);
    draw_recorded(with_seed, 12, 5, b);
    for (size_t k = 0; k < a->nsamples; k++) a->samples[k].order = b->samples[k].order = k;
}

static void test_same(void **state)
{
    for (uint64_t trial = 0; trial < 20; trial++) {
        struct results a, b, back;
        const char *column;
        draw_pair(seed + trial, &a, &b);
        ok(results_difference(&a, &b, &column));
        if (column) fail_msg("%s", column);
        write_ok(scratch_path("same.h5"), &a);
        read_ok(scratch_path("same.h5"), &back);
        ok(results_difference(&back, &b, &column));
        if (column) fail_msg("read back: %s", column);
        results_free(&a);
        results_free(&b);
        results_free(&back);
    }
}

static void *first_row(struct results *r, enum group group)
{
    switch (group) {
    case GROUP_META: return r;
    case GROUP_SETTINGS: return &r->settings;
    case GROUP_BUILD: return r->nbuild ? r->build : NULL;
    case GROUP_MACHINE: return r->nmachine ? r->machine : NULL;
    case GROUP_PROBLEMS: return r->problems;
    case GROUP_VARIANTS: return r->variants;
    case GROUP_SAMPLES: return r->nsamples ? r->samples : NULL;
    case GROUP_FIGURES: return r->nfigures ? r->figures : NULL;
    case GROUP_TABLES: return r->ntables ? r->tables : NULL;
    case GROUP_BUNDLE: return r->nbundle ? r->bundle : NULL;
    case GROUP_CLAIMS: return r->nclaims ? r->claims : NULL;
    default: return NULL; /* columns of runs: below */
    }
}

/* Every column counts: a change of its first value is found, and named. */
static void test_every_column(void **state)
{
    struct results a, b;
    size_t changed = 0;
    draw_pair(seed, &a, &b);
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        static char other[] = "another text than any that is drawn";
        const char *column;
        char *row = first_row(&b, c->group), *text = other;
        unsigned char before[sizeof(uint64_t)];
        if (!row) continue;
        size_t width = column_is_text(c->type) || column_is_number(c->type) ? 8
                       : c->type == COLUMN_BOOL                             ? 1
                                                                            : 4;
        memcpy(before, row + c->offset, width);
        if (column_is_text(c->type)) memcpy(row + c->offset, &text, sizeof text);
        else row[c->offset] ^= 1;
        ok(results_difference(&a, &b, &column));
        assert_non_null(column);
        assert_string_equal(column, column_path(c));
        memcpy(row + c->offset, before, width);
        changed++;
    }
    assert_true(changed > 40);
    results_free(&a);
    results_free(&b);
}

static void test_runs_and_axes(void **state)
{
    struct results a, b;
    const char *column;
    for (draw_pair(seed++, &a, &b); a.nruns < 2 || !a.runs[0].sample_count || !a.problems[0].naxes;
         draw_pair(seed++, &a, &b)) {
        results_free(&a);
        results_free(&b);
    }
    b.runs[1].value = 12345;
    ok(results_difference(&a, &b, &column));
    assert_string_equal(column, "/runs/value");
    ok(run_difference(&a, &a.runs[0], &b, &b.runs[0], &column));
    assert_null(column);
    ok(run_difference(&a, &a.runs[1], &b, &b.runs[1], &column));
    assert_string_equal(column, "/runs/value");
    b.samples[a.runs[0].sample_offset].host = 12345;
    ok(run_difference(&a, &a.runs[0], &b, &b.runs[0], &column));
    assert_string_equal(column, "/samples/host");
    b.nruns--;
    ok(results_difference(&a, &b, &column));
    assert_memory_equal(column, "/cases/", 7);
    b.nruns++;
    b.problems[0].naxes--;
    ok(results_difference(&a, &b, &column));
    assert_string_equal(column, "/problems/axes");
    b.problems[0].naxes++;
    results_free(&a);
    results_free(&b);
}

/* A file from before there were proofs goes on as one with them, but not where one is required. */
static void test_older_settings(void **state)
{
    struct results a, b;
    const char *what;
    bool other_place;
    draw_pair(seed, &a, &b);
    b.settings.require = NAN, b.settings.prove = 1e-9, b.settings.prove_time = 60;
    a.settings.require = a.settings.prove = a.settings.prove_time = NAN;
    for (int swap = 0; swap < 2; swap++) {
        ok(experiment_difference(swap ? &b : &a, swap ? &a : &b, &what, &other_place));
        assert_null(what);
    }
    b.settings.require = 1e-6;
    ok(experiment_difference(&a, &b, &what, &other_place));
    assert_string_equal(what, "the settings");
    results_free(&a);
    results_free(&b);
}

static void unsound(const struct results *r, const char *where)
{
    assert_int_equal(results_check("x.h5", r), ERROR_DAMAGED);
    if (!strstr(fail_message(), "x.h5") || !strstr(fail_message(), where))
        fail_msg("'%s' lacks '%s'", fail_message(), where);
}

static void test_soundness(void **state)
{
    char script[] = "return {}", hash[SHA256_TEXT];
    struct result_sample samples[4];
    struct result_run runs[3];
    for (size_t k = 0; k < 4; k++) samples[k].order = 10 * (4 - k);
    for (size_t k = 0; k < 3; k++) runs[k] = result_run_unknown(), runs[k].variant = k;
    runs[0].sample_count = 2, runs[2].sample_offset = runs[2].sample_count = 2;
    sha256_text(script, strlen(script), hash);
    struct results r = {.script = script,
                        .script_sha256 = hash,
                        .nruns = 3,
                        .runs = runs,
                        .nsamples = 4,
                        .samples = samples};
    ok(results_check("x.h5", &r));
    runs[2].sample_count = 1;
    unsound(&r, "belongs to no run");
    runs[2].sample_count = 2, runs[2].sample_offset = 1;
    unsound(&r, "/runs/sample_offset");
    runs[2].sample_offset = 2;
    samples[3].order = 40;
    unsound(&r, "/samples/order");
    samples[3].order = 0;
    runs[1].variant = 0;
    unsound(&r, "same process");
    runs[1].process = 1;
    ok(results_check("x.h5", &r));
    hash[5] ^= 1;
    unsound(&r, "/meta/script_sha256");
    r.script_sha256 = NULL;
    ok(results_check("x.h5", &r));
}

static void test_no_memory(void **state)
{
    struct results a, b;
    const char *column;
    draw_pair(seed, &a, &b);
    assert_memory_refused(1, results_difference(&a, &b, &column));
    assert_null(column);
    results_free(&a);
    results_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),          cmocka_unit_test(test_every_column),
        cmocka_unit_test(test_runs_and_axes), cmocka_unit_test(test_older_settings),
        cmocka_unit_test(test_soundness),     cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_nothing_open),
    };
    return cmocka_run_group_tests_name("agree", tests, create_with_seed, scratch_remove);
}

/* Fields, filters, pivots and short names over results made by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/legend.h"
#include "analysis/tables/pivot.h"
#include "store/fields.h"
#include "store/select.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

static struct results made;

/* Two problems with axes, one without; three variants; run 5 did not converge. */
static int make(void **state)
{
    handmade_begin(&made, "fields");
    handmade_problem(&made, "small", 10, 45);
    handmade_axis(&made, "n", 3, NULL);
    handmade_axis(&made, "shape", 0, "wide");
    handmade_problem(&made, "large", 100, 990);
    handmade_axis(&made, "n", 4, NULL);
    handmade_axis(&made, "shape", 0, "tall");
    handmade_problem(&made, "file.mtx", 1000, MISSING);
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "jacobi[vote=store,check=2]", "msr", "cuda");
    for (size_t p = 0; p < 3; p++)
        for (size_t v = 0; v < 2; v++) {
            bool bad = p == 2 && v == 1;
            handmade_run(&made, p, v, bad ? CASE_NOT_CONVERGED : CASE_OK,
                         0.1 * (double)(p + 1) + (double)v, p == 2 ? 6 : 3);
        }
    return 0;
}

static int unmake(void **state)
{
    results_free(&made);
    return 0;
}

static struct field find(const char *name)
{
    struct field field;
    if (field_find(&made, name, &field) != OK) fail_msg("%s", fail_message());
    return field;
}

static double number_of(const char *name, size_t run)
{
    struct field field = find(name);
    struct field_value value;
    assert_int_equal(field_get(&field, &made, &made.runs[run], &value), OK);
    assert_null(value.text);
    return value.number;
}

static const char *text_at(const char *name, size_t run)
{
    struct field field = find(name);
    struct field_value value;
    assert_int_equal(field_get(&field, &made, &made.runs[run], &value), OK);
    assert_non_null(value.text);
    return value.text;
}

static void reads_problem_and_variant(void **state)
{
    assert_string_equal(text_at("problem", 2), "large");
    assert_string_equal(text_at("kind", 2), "linear");
    assert_string_equal(text_at("method", 1), "jacobi[vote=store,check=2]");
    assert_string_equal(text_at("place", 3), "cuda");
    assert_string_equal(text_at("variant", 0), "jacobi/msr/f64/seq");
    assert_true(number_of("states", 0) == 10);
    assert_true(number_of("nnz", 2) == 990);
    assert_true(number_of("density", 0) == 45.0 / 90);
    assert_true(isnan(number_of("density", 4)));
    assert_true(isnan(number_of("nnz", 4)));
    assert_true(number_of("bytes", 5) == 4096);
}

static void axes_hide_fields_of_their_name(void **state)
{
    assert_true(number_of("n", 0) == 3);
    assert_true(number_of("n", 4) == 1000);
    assert_string_equal(text_at("shape", 2), "tall");
    assert_true(isnan(number_of("shape", 4)));
    assert_string_equal(find("n").title, "n");
    assert_string_equal(find("nnz").title, "off-diagonal non-zeros");
}

static void reads_times(void **state)
{
    assert_float_equal(number_of("solve", 2), 0.2, 1e-15);
    assert_float_equal(number_of("per_iteration", 2), 0.002, 1e-17);
    assert_true(isnan(number_of("solve_device", 2)));
    assert_float_equal(number_of("t_total", 2), 0.5 + 0.001 + 0.2, 1e-15);
    assert_true(isnan(number_of("ci_low", 2)) && isnan(number_of("ci_high", 2)));
    for (size_t i = 0; i < 3; i++)
        made.samples[made.runs[2].sample_offset + i].device = 0.1 + (double)i;
    assert_float_equal(number_of("solve_device", 2), 1.1, 1e-15);
    made.runs[2].upload = NAN;
    assert_true(isnan(number_of("t_total", 2)));
    made.runs[2].iterations = 0;
    assert_true(isnan(number_of("per_iteration", 2)));
}

/* A sample that a slowed-down card spoilt, and that was taken again, is in no median. */
static void a_repeated_sample_does_not_count(void **state)
{
    struct result_sample *sample = made.samples + made.runs[2].sample_offset;
    sample[2].retried = true;
    assert_float_equal(number_of("solve", 2), (sample[0].host + sample[1].host) / 2, 1e-15);
    assert_true(number_of("samples", 2) == 2);
    sample[1].retried = sample[0].retried = true;
    assert_true(isnan(number_of("solve", 2)) && isnan(number_of("ci_low", 2)) &&
                number_of("samples", 2) == 0);
    double seconds[3];
    sample[1].retried = false;
    assert_int_equal(samples_counted(&made.runs[2], sample, seconds), 1);
    assert_true(seconds[0] == sample[1].host);
}

/* The times of a doubtful or unchecked answer are marked, and its value; a case that is not ok has
 * none. */
static void check_marks_of_answers(struct result_run *run)
{
    const struct result_run before = *run;
    const unsigned both = MARK_BIT(MARK_DOUBTFUL) | MARK_BIT(MARK_UNCHECKED);
    const struct field time = find("per_iteration"), value = find("value"), size = find("bytes");
    run->doubtful = true, run->proof = PROOF_UNCHECKED;
    assert_int_equal(field_marks(&time, &made, run), both);
    assert_int_equal(field_marks(&value, &made, run), both);
    assert_int_equal(field_marks(&size, &made, run), 0);
    run->status = CASE_WRONG;
    assert_int_equal(field_marks(&time, &made, run), 0);
    *run = before;
}

/* The value has a bound of its own: its distance from the farther end, relative to the nearer one
 * to 0. */
static void values_have_bounds(void **state)
{
    struct result_run run = result_run_unknown();
    run.error_bound = 3.7e-8;
    assert_true(isnan(value_bound(&run)) && proven_error(&run) == 3.7e-8);
    run.value = 0.371, run.value_low = 0.49999, run.value_high = 0.5;
    assert_true(value_bound(&run) >= 0.129 / 0.49999 && value_bound(&run) < 0.2581);
    assert_true(proven_error(&run) == value_bound(&run));
    run.value = -1.5, run.value_low = -2, run.value_high = -1;
    assert_true(value_bound(&run) >= 0.5 && value_bound(&run) < 0.5000001);
    run.value = 0, run.value_low = 0, run.value_high = 1e-12;
    assert_true(isinf(value_bound(&run)));
    run.value_high = 0;
    assert_true(value_bound(&run) == 0 && proven_error(&run) == 3.7e-8);
    run.value = run.value_low = run.value_high = INFINITY;
    assert_true(value_bound(&run) == 0);
    run.doubtful = true;
    assert_false(run_is_unsure(&run));
    run.error_bound = NAN;
    assert_true(run_is_unsure(&run));
}

/* One rule for a sample; a tenth of those that count, or more, for the times of a case. */
static void disturbed_samples_are_marked(void **state)
{
    struct result_run run = result_run_unknown();
    struct result_sample sample[20];
    for (int k = 0; k < 20; k++) {
        sample[k] = result_sample_unknown();
        sample[k].host = 1;
    }
    run.sample_count = 20, run.status = CASE_OK;
    assert_true(isnan(sample_disturbed(sample)) && isnan(run_disturbed(&run, sample)));
    for (int k = 0; k < 20; k++) sample[k].without_core = 0.099;
    assert_true(sample_disturbed(sample) == 0 && run_disturbed(&run, sample) == 0);
    sample[3].without_core = 0.1;
    assert_true(sample_disturbed(&sample[3]) == 1 && samples_disturbed(&run, sample) == 1);
    assert_true(run_disturbed(&run, sample) == 0);
    sample[4].throttle = 0x40; /* by heat */
    sample[5].throttle = 4;    /* its own limit of power */
    assert_true(samples_disturbed(&run, sample) == 2 && run_disturbed(&run, sample) == 1);
    sample[4].retried = true;
    assert_true(samples_disturbed(&run, sample) == 1 && run_disturbed(&run, sample) == 0);
    sample[0].host = sample[0].without_core = 0;
    assert_true(sample_disturbed(sample) == 0);

    struct result_run *timed = &made.runs[2];
    struct result_sample *its = made.samples + timed->sample_offset;
    const struct result_sample was = *its;
    const struct field time = find("solve"), value = find("value");
    assert_int_equal(field_marks(&time, &made, timed), 0);
    its->without_core = its->host;
    assert_int_equal(field_marks(&time, &made, timed), MARK_BIT(MARK_DISTURBED));
    assert_int_equal(field_marks(&value, &made, timed), 0);
    assert_true(number_of("disturbed", 2) == 1);
    assert_int_equal(marks_read("*~"), MARK_BIT(MARK_EXTRAPOLATED) | MARK_BIT(MARK_DISTURBED));
    const struct human all = marks_explained(MARK_BIT(NMARKS) - 1);
    assert_non_null(strstr(all.text, "; ~ disturbed: may be too long"));
    *its = was;
}

/* Ten iterations a sample of the hundred of a solve. */
static void blocks_are_extrapolated(void **state)
{
    struct result_run *run = &made.runs[2];
    run->extrapolated = true, run->iterations_timed = 10;
    for (size_t i = 0; i < 3; i++) made.samples[run->sample_offset + i].iterations = 10;
    assert_float_equal(number_of("solve", 2), 2, 1e-14);
    assert_float_equal(number_of("per_iteration", 2), 0.02, 1e-16);
    assert_float_equal(number_of("t_total", 2), 0.5 + 0.001 + 2, 1e-14);
    assert_float_equal(number_of("bandwidth", 2), 8192 / 0.02, 1e-6);
    assert_true(number_of("iterations_timed", 2) == 10);
    assert_string_equal(text_at("extrapolated", 2), "yes");
    assert_string_equal(text_at("extrapolated", 1), "no");
    static const char *const marked[] = {"solve", "solve_device", "ci_low", "ci_high", "t_total"};
    static const char *const others[] = {"per_iteration", "bandwidth", "iterations", "residual",
                                         "samples"};
    for (size_t k = 0; k < 5; k++) {
        struct field mark = find(marked[k]), other = find(others[k]);
        assert_int_equal(field_marks(&mark, &made, run), MARK_BIT(MARK_EXTRAPOLATED));
        assert_int_equal(field_marks(&mark, &made, &made.runs[1]), 0);
        assert_int_equal(field_marks(&other, &made, run), 0);
    }
    check_marks_of_answers(run);
    run->iterations = MISSING;
    assert_true(isnan(number_of("solve", 2)) && isnan(number_of("t_total", 2)) &&
                isnan(number_of("ci_low", 2)));
    assert_float_equal(number_of("per_iteration", 2), 0.02, 1e-16);
}

static void caches_are_named(void **state)
{
    assert_string_equal(text_at("cache", 0), "hot");
    made.settings.cache = CACHE_COLD;
    assert_string_equal(text_at("cache", 0), "cold");
}

static void a_failed_run_has_no_answer(void **state)
{
    static const char *const answers[] = {"solve",   "per_iteration", "ci_low", "ci_high",
                                          "t_total", "value",         "error"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        assert_false(isnan(number_of(answers[i], 4)));
        assert_true(isnan(number_of(answers[i], 5)));
        assert_true(find(answers[i]).ok_runs);
    }
    assert_string_equal(text_at("status", 5), "not_converged");
    assert_true(number_of("iterations", 5) == 100);
    assert_true(find("iterations").ok_runs && find("residual").ok_runs);
    assert_false(find("bytes").ok_runs || find("t_layout").ok_runs);
}

static void every_name_is_found(void **state)
{
    const char **names;
    size_t count = 0, listed = 0;
    for (; field_names[count]; count++)
        assert_string_equal(find(field_names[count]).name, field_names[count]);
    assert_int_equal(field_list(&made, &names), OK);
    for (; names[listed]; listed++) assert_string_equal(find(names[listed]).name, names[listed]);
    assert_int_equal(listed, count + 1); /* shape is new, n is in both */
    assert_string_equal(names[0], "n");
    assert_string_equal(names[1], "shape");
    free(names);
}

static void refuses_unknown_names(void **state)
{
    struct field field;
    assert_int_equal(field_find(&made, "solv", &field), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "'solv'"));
    assert_non_null(strstr(fail_message(), "did you mean 'solve'"));
    assert_int_equal(field_find(&made, "shap", &field), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "did you mean 'shape'"));
}

/* The selected runs as digits: "024". */
static void check_selection(const char *where, const char *expected)
{
    size_t count, *runs;
    char digits[20] = "";
    if (select_runs(&made, where, &count, &runs) != OK) fail_msg("%s", fail_message());
    for (size_t i = 0; i < count && i + 1 < sizeof digits; i++) digits[i] = (char)('0' + runs[i]);
    assert_string_equal(digits, expected);
    free(runs);
}

static void selects_runs(void **state)
{
    check_selection(NULL, "012345");
    check_selection("", "012345");
    check_selection("place=cuda", "135");
    check_selection("place=cuda,status=ok", "13");
    check_selection(" place = c* , problem = ?arge ", "3");
    check_selection("variant=jacobi[vote=store,check=2]/*,n=3", "1");
    check_selection("variant=jacobi[vote=store,check=2]/*,n={3,1000}", "15");
    check_selection("place={seq,cuda}, n={1000}", "45");
    check_selection("n=1000", "45");
    check_selection("shape=", "45"); /* the problem without that axis */
    check_selection("place=nowhere", "");
    check_selection("shape=*", "012345"); /* with or without that axis */
    check_selection("shape=?*", "0123");
    check_selection("place=cuda,seed=*", "135"); /* no problem has a seed */
}

static void selects_in_the_order_of_problems(void **state)
{
    struct result_run first = made.runs[0];
    made.runs[0] = made.runs[5];
    made.runs[5] = first;
    check_selection(NULL, "512340");
}

static void refuses_bad_filters(void **state)
{
    size_t count, *runs;
    assert_int_equal(select_runs(&made, "place", &count, &runs), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "field=pattern"));
    assert_null(runs);
    assert_int_equal(select_runs(&made, "status=ok,plase=seq", &count, &runs), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "did you mean 'place'"));
    assert_null(runs);
    assert_int_equal(select_runs(&made, "status=ok,place={seq,cuda", &count, &runs), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "'{seq,cuda': '{' without '}'"));
    assert_null(runs);
}

static void arranges_cells(void **state)
{
    struct pivot pivot;
    struct table table = {.id = "t", .rows = "place", .columns = "method"};
    assert_int_equal(pivot_build(&made, &table, &pivot), OK);
    assert_int_equal(pivot.nrows, 2);
    assert_int_equal(pivot.columns.count, 2);
    assert_string_equal(pivot_key(&pivot, 0, 0)->text, "seq");
    const struct cell *cell = pivot_cell(&pivot, 0, 0);
    assert_int_equal(cell->runs, 3);
    assert_int_equal(cell->used, 3);
    assert_float_equal(cell->median, 0.2, 1e-15);
    assert_float_equal(cell->low, 0.15, 1e-15);
    assert_float_equal(cell->high, 0.25, 1e-15);
    assert_int_equal(pivot_cell(&pivot, 0, 1)->runs, 0);
    assert_true(isnan(pivot_cell(&pivot, 0, 1)->median));
    cell = pivot_cell(&pivot, 1, 1);
    assert_int_equal(cell->runs, 3);
    assert_int_equal(cell->used, 2);
    assert_float_equal(cell->median, 1.15, 1e-15);
    assert_string_equal(cell_statuses(cell, true).text, "2 ok, 1 not_converged");
    assert_string_equal(cell_statuses(cell, false).text, "1 not_converged");
    pivot_free(&pivot);
}

/* Six samples have an interval, fewer a range. */
static void a_single_run_shows_its_interval(void **state)
{
    struct pivot pivot;
    struct table table = {.id = "t", .rows = "problem"};
    assert_int_equal(pivot_build(&made, &table, &pivot), OK);
    assert_int_equal(pivot.nrows, 3);
    assert_int_equal(pivot.most_used, 1);
    const struct cell *cell = pivot_cell(&pivot, 2, 0);
    assert_true(cell->low < cell->median && cell->median < cell->high && !cell->range);
    cell = pivot_cell(&pivot, 1, 0);
    assert_true(isnan(cell->low) && isnan(cell->high) && cell->range && pivot.ranges);
    assert_true(cell->least == 0.198 && cell->most == 0.202);
    assert_string_equal(cell_statuses(pivot_cell(&pivot, 2, 1), true).text, "not_converged");
    pivot_free(&pivot);
}

/* No interval of one run beside quartiles over several. */
static void intervals_and_quartiles_do_not_mix(void **state)
{
    struct pivot pivot;
    struct table table = {.id = "t", .rows = "place"};
    made.runs[2].status = CASE_WRONG;
    made.runs[4].status = CASE_WRONG;
    assert_int_equal(pivot_build(&made, &table, &pivot), OK);
    assert_int_equal(pivot_cell(&pivot, 0, 0)->used, 1);
    assert_true(isnan(pivot_cell(&pivot, 0, 0)->low));
    assert_false(isnan(pivot_cell(&pivot, 1, 1)->low));
    pivot_free(&pivot);
}

static void one_sample_has_no_interval(void **state)
{
    made.runs[0].sample_count = 1;
    assert_true(isnan(number_of("ci_low", 0)));
    assert_false(isnan(number_of("solve", 0)));
}

static void numbers_ascend_and_missing_ones_come_last(void **state)
{
    struct pivot pivot;
    struct table table = {.id = "t", .rows = "nnz,place", .value = "bytes"};
    assert_int_equal(pivot_build(&made, &table, &pivot), OK);
    assert_int_equal(pivot.nrows, 6);
    assert_true(pivot_key(&pivot, 0, 0)->number == 45);
    assert_true(pivot_key(&pivot, 2, 0)->number == 990);
    assert_true(isnan(pivot_key(&pivot, 5, 0)->number));
    pivot_free(&pivot);
}

static void refuses_bad_tables(void **state)
{
    struct pivot pivot;
    struct table table = {.id = "mine", .rows = "problem,densty"};
    assert_int_equal(pivot_build(&made, &table, &pivot), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "'mine': unknown field 'densty', did you mean 'density'"));
    assert_null(pivot.keys);
    table = (struct table){.id = "mine", .rows = "problem", .value = "sove"};
    assert_int_equal(pivot_build(&made, &table, &pivot), ERROR_INPUT);
    table = (struct table){.id = "mine", .rows = "problem", .where = "nothing"};
    assert_int_equal(pivot_build(&made, &table, &pivot), ERROR_INPUT);
}

static void check_legend(size_t count, const char *const *variants, const char *const *names,
                         const char *shared)
{
    struct field_value level[4];
    struct legend legend;
    for (size_t i = 0; i < count; i++) level[i] = (struct field_value){NAN, variants[i]};
    struct pivot_axis axis = {find("variant"), true, count, level};
    assert_int_equal(legend_make(&axis, &legend), OK);
    for (size_t i = 0; i < count; i++) assert_string_equal(legend.name[i], names[i]);
    assert_string_equal(legend.shared, shared);
    legend_free(&legend);
}

static void variants_lose_what_they_share(void **state)
{
    check_legend(2, (const char *[]){"jacobi/msr/f64/seq", "bicgstab/msr/f64/cuda"},
                 (const char *[]){"jacobi seq", "bicgstab cuda"}, "msr f64");
    check_legend(2, (const char *[]){"jacobi/msr/f64/cuda", "jacobi[vote=store]/msr/f64/cuda"},
                 (const char *[]){"jacobi", "jacobi[vote=store]"}, "msr f64 cuda");
    check_legend(2, (const char *[]){"a[x=1/2]/msr/f64/seq", "a[x=1/2]/wl+bfs/f64/seq"},
                 (const char *[]){"msr", "wl+bfs"}, "a[x=1/2] f64 seq");
    check_legend(2, (const char *[]){"a/b/c/d", "e/f/g/h"}, (const char *[]){"a b c d", "e f g h"},
                 "");
    check_legend(1, (const char *[]){"jacobi/msr/f64/seq"}, (const char *[]){"jacobi/msr/f64/seq"},
                 "");
    check_legend(2, (const char *[]){"a/b/c/d", "tarjan"}, (const char *[]){"a/b/c/d", "tarjan"},
                 "");
    check_legend(2, (const char *[]){"a/b/c/d/e", "a/b/c/d/f"},
                 (const char *[]){"a/b/c/d/e", "a/b/c/d/f"}, "");
}

static void numbers_are_named(void **state)
{
    struct field_value level[] = {{2000, NULL}, {NAN, NULL}};
    struct pivot_axis axis = {find("n"), false, 2, level};
    struct legend legend;
    assert_int_equal(legend_make(&axis, &legend), OK);
    assert_string_equal(legend.name[0], "n = 2,000");
    assert_string_equal(legend.name[1], "n = -");
    legend_free(&legend);
}

/* Fields of results without samples, whose array may be missing: no pointer into it is made. */
static void without_samples(void **state)
{
    for (size_t k = 0; k < made.nruns; k++)
        made.runs[k].sample_count = made.runs[k].sample_offset = 0;
    free(made.samples);
    made.samples = NULL, made.nsamples = 0;
    assert_null(run_samples(&made, &made.runs[0]));
    assert_true(number_of("samples", 0) == 0);
    assert_true(isnan(number_of("solve", 0)));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, unmake)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reads_problem_and_variant),
        TEST(axes_hide_fields_of_their_name),
        TEST(reads_times),
        TEST(a_repeated_sample_does_not_count),
        TEST(values_have_bounds),
        TEST(disturbed_samples_are_marked),
        TEST(blocks_are_extrapolated),
        TEST(caches_are_named),
        TEST(a_failed_run_has_no_answer),
        TEST(every_name_is_found),
        TEST(refuses_unknown_names),
        TEST(selects_runs),
        TEST(selects_in_the_order_of_problems),
        TEST(refuses_bad_filters),
        TEST(arranges_cells),
        TEST(a_single_run_shows_its_interval),
        TEST(intervals_and_quartiles_do_not_mix),
        TEST(one_sample_has_no_interval),
        TEST(numbers_ascend_and_missing_ones_come_last),
        TEST(refuses_bad_tables),
        TEST(variants_lose_what_they_share),
        TEST(numbers_are_named),
        TEST(without_samples),
    };
    return cmocka_run_group_tests_name("fields", tests, NULL, NULL);
}

/* Times together with the questions inside, and which tables see the problems inside others. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/listing.h"
#include "analysis/tables/pivot.h"
#include "base/memory.h"
#include "store/with_inside.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

static struct results made;

enum { OUTER, INNER, DEEPER, PLAIN };

static struct result_run *run_of(size_t problem, size_t variant, double seconds)
{
    return handmade_run(&made, problem, variant, CASE_OK, seconds, 3);
}

/* OUTER needs DEEPER and INNER; variant 1 did not solve INNER, and variant 2 has no case of it. */
static int make(void **state)
{
    handmade_begin(&made, "inside");
    handmade_problem(&made, "outer", 10, 45);
    handmade_problem(&made, "outer.inside2", 10, 45);
    handmade_problem(&made, "outer.inside1", 10, 45);
    handmade_problem(&made, "plain", 10, 45);
    for (size_t p = 0; p < 4; p++) handmade_axis(&made, "n", 3, NULL);
    for (size_t p = 0; p < 4; p++) made.problems[p].proven_inside = 0;
    made.problems[OUTER].proven_inside = 2;
    assert_int_equal(copy_text("outer.inside1\nouter.inside2", &made.problems[OUTER].needs), OK);
    assert_int_equal(copy_text("outer", &made.problems[INNER].inside), OK);
    assert_int_equal(copy_text("outer", &made.problems[DEEPER].inside), OK);
    handmade_variant(&made, "jacobi", "msr", "seq");
    handmade_variant(&made, "jacobi", "msr", "omp");
    handmade_variant(&made, "jacobi", "msr", "cuda");
    for (size_t v = 0; v < 3; v++) {
        run_of(OUTER, v, 1);
        if (v < 2) handmade_run(&made, INNER, v, v ? CASE_TIMEOUT : CASE_OK, 0.25, 3);
        run_of(DEEPER, v, 0.5);
        run_of(PLAIN, v, 8);
    }
    return 0;
}

static int unmake(void **state)
{
    results_free(&made);
    return 0;
}

static struct result_run *find_run(size_t problem, size_t variant)
{
    for (size_t k = 0; k < made.nruns; k++)
        if (made.runs[k].problem == problem && made.runs[k].variant == variant)
            return &made.runs[k];
    fail_msg("no run");
    return NULL;
}

/* Checks the sum, or the reason why there is none. */
static void assert_sum(size_t problem, size_t variant, double expected, const char *reason)
{
    double seconds;
    struct human why;
    assert_int_equal(time_with_inside(&made, find_run(problem, variant), &seconds, &why), OK);
    assert_string_equal(why.text, reason);
    if (isnan(expected) ? !isnan(seconds) : fabs(seconds - expected) > 1e-9)
        fail_msg("%g, not %g", seconds, expected);
}

static void adds_up(void **state)
{
    assert_sum(OUTER, 0, 1.75, "");
    assert_sum(INNER, 0, 0.25, "");
    assert_sum(PLAIN, 0, 8, "");
    assert_sum(OUTER, 1, NAN, "outer.inside2: timeout");
    assert_sum(INNER, 1, NAN, "");
    assert_sum(OUTER, 2, NAN, "outer.inside2 was not measured by this variant");
}

/* The time of a case inside is the median of its processes. */
static void takes_the_median_process(void **state)
{
    run_of(INNER, 0, 0.75)->process = 1;
    run_of(INNER, 0, 5)->process = 2;
    assert_sum(OUTER, 0, 1 + 0.75 + 0.5, "");
    find_run(INNER, 0)->status = CASE_CRASHED;
    assert_sum(OUTER, 0, NAN, "outer.inside2: crashed");
}

/* Where nothing is left to iterate, a solve takes no time. */
static void nothing_to_iterate(void **state)
{
    struct result_run *outer = find_run(OUTER, 0), *plain = find_run(PLAIN, 0);
    outer->sample_count = plain->sample_count = 0;
    outer->iterations = plain->iterations = 0;
    assert_sum(OUTER, 0, 0.75, "");
    assert_sum(PLAIN, 0, NAN, "");
    outer->iterations = 1;
    assert_sum(OUTER, 0, NAN, "");
}

static void tells_what_is_not_named(void **state)
{
    made.problems[OUTER].proven_inside = 8;
    assert_sum(OUTER, 0, NAN, "8 questions inside were proven, and 2 are problems of their own");
    made.problems[OUTER].proven_inside = MISSING; /* of an older file */
    assert_sum(OUTER, 0, 1.75, "");
    made.problems[PLAIN].proven_inside = 1;
    assert_sum(PLAIN, 0, NAN, "1 question inside was proven, and 0 are problems of their own");
    free(made.problems[INNER].label);
    assert_int_equal(copy_text("outer.inside22", &made.problems[INNER].label), OK);
    assert_sum(OUTER, 0, NAN, "outer.inside2 is not in this file");
}

/* Returns the number of runs in the table. */
static size_t runs_in(const char *rows, const char *columns, const char *where)
{
    struct table table = {.id = "t",
                          .rows = (char *)(uintptr_t)rows,
                          .columns = (char *)(uintptr_t)columns,
                          .value = "solve",
                          .where = (char *)(uintptr_t)where};
    struct pivot pivot;
    size_t count = 0;
    if (pivot_build(&made, &table, &pivot) != OK) fail_msg("%s", fail_message());
    for (size_t i = 0; i < pivot.nrows; i++)
        for (size_t j = 0; j < pivot.columns.count; j++) count += pivot_cell(&pivot, i, j)->runs;
    pivot_free(&pivot);
    return count;
}

static void leaves_out_what_is_inside(void **state)
{
    assert_int_equal(runs_in("n", "variant", NULL), 6);
    assert_int_equal(runs_in("n,place", "variant", "status=ok"), 6);
    assert_int_equal(runs_in("problem", "variant", NULL), 11);
    assert_int_equal(runs_in("n, source", "variant", NULL), 11);
    assert_int_equal(runs_in("n", "inside", NULL), 11);
    assert_int_equal(runs_in("n", "variant", "inside=*"), 11);
    assert_int_equal(runs_in("n", "variant", "place=*,inside=outer"), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(adds_up, make, unmake),
        cmocka_unit_test_setup_teardown(takes_the_median_process, make, unmake),
        cmocka_unit_test_setup_teardown(nothing_to_iterate, make, unmake),
        cmocka_unit_test_setup_teardown(tells_what_is_not_named, make, unmake),
        cmocka_unit_test_setup_teardown(leaves_out_what_is_inside, make, unmake),
    };
    return cmocka_run_group_tests_name("inside", tests, NULL, NULL);
}

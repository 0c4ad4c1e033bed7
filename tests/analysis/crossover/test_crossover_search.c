/* Crossover searches on results made by hand. The search itself is tested in test_crossover_fit.c.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_family.h"
#include "analysis/crossover/crossover_repeat.h"
#include "analysis/crossover/crossover_search.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/made_results.h"

#define A "jacobi/msr/f64/seq"
#define B "bicgstab/msr/f64/seq"

static const struct crossover usual = {.id = (char[]){"c"},
                                       .axis = (char[]){"n"},
                                       .a = (char[]){A},
                                       .b = (char[]){B},
                                       .source = (char[]){"g:n={n},m={n}"},
                                       .from = 1,
                                       .to = 1000,
                                       .within = 0.05,
                                       .points = 20,
                                       .study = (char[]){"c"},
                                       .over_value = NAN,
                                       .seed = NAN};

static struct results begin(void)
{
    struct results r = made_results("2026-01-01T00:00:00+0000", "c", "m", "gcc");
    made(allocate(1, sizeof *r.crossovers, "crossovers", &r.crossovers));
    made(crossover_begin(&usual, r.crossovers));
    r.ncrossovers = 1;
    made(reallocate(&r.machine, r.nmachine + 1, sizeof *r.machine, "facts"));
    r.machine[r.nmachine++] = (struct fact){made_text("noise_floor"), made_text("1e-3")};
    return r;
}

/* With each sample twice, so that there are enough for an interval. */
static void add_case(struct results *r, const char *label, const char *variant, enum case_status no,
                     double seconds)
{
    struct result_run *run = made_case(r, label, variant, seconds > 0 ? CASE_OK : no, seconds);
    const size_t first = run->sample_offset, count = run->sample_count;
    made(reallocate(&r->samples, first + 2 * count, sizeof *r->samples, "samples"));
    if (count) memcpy(r->samples + first + count, r->samples + first, count * sizeof *r->samples);
    r->nsamples += count;
    run->sample_count += count;
}

/* A problem at x; without a time (0) that variant ends otherwise than well. */
static void add(struct results *r, const char *id, double x, double a, double b)
{
    char label[64];
    snprintf(label, sizeof label, "%s n=%g", id, x);
    size_t at = made_problem(r, label);
    struct result_problem *p = &r->problems[at];
    p->naxes = 2;
    made(allocate(2, sizeof *p->axes, "axes", &p->axes));
    p->axes[0] = (struct axis_value){made_text("n"), x, NULL};
    p->axes[1] = (struct axis_value){made_text(CROSSOVER_AXIS), NAN, made_text(id)};
    add_case(r, label, A, CASE_TIMEOUT, a);
    add_case(r, label, B, CASE_NOT_CONVERGED, b);
}

static double judge(struct results *r, const struct crossover *how)
{
    double next;
    made(crossover_judge(r, 0, how, &next));
    return next;
}

static void assert_state(const struct results *r, enum crossing_state state, const char *below,
                         uint64_t points)
{
    const struct result_crossover *c = r->crossovers;
    assert_string_equal(crossing_state_names[c->state], crossing_state_names[state]);
    assert_string_equal(c->below, below);
    assert_int_equal(c->points, points);
    assert_int_equal(isnan(c->at), !*below);
    assert_int_equal(c->others == MISSING, !*below);
}

static const char *said(const struct results *r)
{
    static char line[2000];
    FILE *out = fmemopen(line, sizeof line, "w");
    crossovers_say(r, out);
    fclose(out);
    return line;
}

/* a takes x, b takes 30 + x / 10: they meet at 33.3. Points come until the place is known; other
 * problems do not matter. */
static void test_found(void **state)
{
    for (int whole = 0; whole < 2; whole++) {
        struct results r = begin();
        struct crossover how = usual;
        double next;
        how.whole = whole;
        add(&r, "other", 33, 1, 5);
        add(&r, "c", 1000, 1000, 130);
        add(&r, "c", 1, 1, 30.1);
        for (size_t count = 2; !isnan(next = judge(&r, &how)); count++) {
            assert_state(&r, CROSSING_UNFINISHED, A, count);
            assert_true(next > 1 && next < 1000 && count < 20 && (!whole || next == round(next)));
            add(&r, "c", next, next, 30 + next / 10);
        }
        const struct result_crossover *c = r.crossovers;
        assert_int_equal(c->state, CROSSING_FOUND);
        assert_string_equal(c->below, A);
        assert_true(c->low <= c->at && c->at <= c->high && fabs(c->at / 33.33 - 1) < 0.02 &&
                    c->others == 0);
        assert_true(c->points == (r.nproblems - 1) && c->points < 20);
        assert_non_null(strstr(said(&r), "c: n = 33"));
        assert_non_null(strstr(said(&r), A " is faster below, " B " above"));
        results_free(&r);
    }
}

static void test_none(void **state)
{
    static const struct {
        double a[2], b[2];
        enum crossing_state state;
        uint64_t points;
        const char *said;
    } cases[] = {
        {{1, 2}, {2, 3}, CROSSING_A_FASTER, 2, "found along n: " A " is faster at all 2 points\n"},
        {{3, 3}, {2, 1}, CROSSING_B_FASTER, 2, "found along n: " B " is faster at all 2 points\n"},
        {{1, 2},
         {1, 3},
         CROSSING_TOO_NOISY,
         2,
         "noise, fewer than 6 samples, or a single process hides which is faster at some of the "
         "2 points\n"},
        {{0, 1}, {1, 0}, CROSSING_UNTIMED, 0, "both ended well at no point\n"},
        {{0, 1}, {1, 2}, CROSSING_A_FASTER, 1, A " is faster at all 1 points\n"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct results r = begin();
        for (int i = 0; i < 2; i++) add(&r, "c", 1 + i, cases[k].a[i], cases[k].b[i]);
        assert_true(isnan(judge(&r, &usual)));
        assert_state(&r, cases[k].state, "", cases[k].points);
        if (!strstr(said(&r), cases[k].said)) fail_msg("%s", said(&r));
        results_free(&r);
    }
}

/* The next point of the search has been tried before, and failed: it is not tried again. Failed
 * points count as points. */
static void test_not_again(void **state)
{
    struct results r = begin();
    struct crossover few = usual;
    add(&r, "c", 1, 1, 2);
    add(&r, "c", 100, 2, 1);
    assert_true(judge(&r, &usual) == 10);
    few.points = 2;
    assert_true(isnan(judge(&r, &few)));
    assert_state(&r, CROSSING_FOUND, A, 2);
    add(&r, "c", 7, 0, 1);
    few.points = 3;
    assert_true(isnan(judge(&r, &few)));
    few.points = 4;
    assert_true(judge(&r, &few) == 10);
    add(&r, "c", 10, 1, 0);
    assert_true(isnan(judge(&r, &usual)));
    assert_state(&r, CROSSING_FOUND, A, 2);
    results_free(&r);
}

/* A search of study x with a seed, and where it found the crossover; NaN: nowhere. */
static void add_search(struct results *r, const char *id, double seed, double at, const char *below)
{
    made(reallocate(&r->crossovers, r->ncrossovers + 1, sizeof *r->crossovers, "crossovers"));
    struct result_crossover *c = &r->crossovers[r->ncrossovers++];
    struct crossover search = usual;
    search.id = (char *)id, search.study = (char[]){"x"}, search.seed = seed;
    made(crossover_begin(&search, c));
    c->state = isnan(at) ? CROSSING_TOO_NOISY : CROSSING_FOUND;
    c->at = c->low = c->high = at;
    if (isnan(at)) return;
    c->others = 0;
    free(c->below);
    c->below = made_text(below);
}

/* Three logarithms at distance log 2: the mean in the middle, the deviation log 2, and Student's
 * quantile for two degrees of freedom 4.3027. */
static void test_next_matrix(void **state)
{
    struct results r = begin();
    struct crossover_family family;
    assert_false(crossover_family(&r, 0, &family));
    add_search(&r, "x.seed1", 1, 5, A);
    assert_false(crossover_family(&r, 1, &family)); /* alone */
    add_search(&r, "x.seed7", 7, 20, A);
    add_search(&r, "x.seed8", 8, NAN, "");
    assert_true(crossover_family(&r, 1, &family));
    assert_true(isnan(family.at));
    assert_int_equal(family.searches, 3);
    assert_non_null(strstr(said(&r), "x: nothing is said of the next matrix: 2 of 3 seeds found a "
                                     "crossover, and 3 are needed\nc: "));
    add_search(&r, "x.seed12", 12, 10, A);
    assert_false(crossover_family(&r, 2, &family)); /* not its first */
    assert_true(crossover_family(&r, 1, &family));
    assert_true(fabs(family.at - 10) < 1e-9);
    assert_true(fabs(log(family.high / 10) - 4.302653 * log(2) * sqrt(4.0 / 3)) < 1e-5);
    assert_true(fabs(family.low * family.high - 100) < 1e-9);
    assert_non_null(strstr(said(&r), "x: for the next matrix n = 10, with 95 % between 0.319 and "
                                     "313: 3 of 4 seeds found one\n"));
    r.crossovers[3].state = CROSSING_UNFINISHED;
    assert_non_null(strstr(said(&r), "x: nothing is said of the next matrix: 1 of 4 seeds are "
                                     "unfinished\n"));
    r.crossovers[3].state = CROSSING_TOO_NOISY;
    add_search(&r, "x.seed13", 13, 10, B);
    assert_non_null(strstr(said(&r), "the seeds differ in which variant is faster below"));
    results_free(&r);
}

/* A family is of one study and one value of its second axis, and of searches that have a seed,
 * whatever they are called. */
static void test_families(void **state)
{
    struct results r = begin();
    struct crossover_family family;
    for (int k = 0; k < 6; k++)
        add_search(&r, k < 3 ? "x.n1.seed1" : "x.n2.seed1", k % 3 + 1, 10 + k, A);
    for (int k = 0; k < 6; k++) r.crossovers[1 + k].over_value = k < 3 ? 1 : 2;
    assert_true(crossover_family(&r, 1, &family));
    assert_int_equal(family.found, 3);
    assert_true(fabs(family.at - cbrt(10 * 11 * 12)) < 1e-9);
    assert_true(crossover_family(&r, 4, &family));
    assert_int_equal(family.found, 3);
    assert_true(fabs(family.at - cbrt(13 * 14 * 15)) < 1e-9);
    assert_non_null(strstr(said(&r), "x.n2: for the next matrix"));
    for (int k = 0; k < 3; k++) r.crossovers[1 + k].seed = NAN;
    assert_false(crossover_family(&r, 1, &family));
    for (int k = 0; k < 3; k++) r.crossovers[4 + k].study[0] = (char)('p' + k);
    assert_false(crossover_family(&r, 4, &family));
    results_free(&r);
}

static void test_texts(void **state)
{
    char *source, *label;
    made(crossover_point_texts(&usual, 0.00316228, &source, &label));
    assert_string_equal(source, "g:n=0.00316228,m=0.00316228");
    assert_string_equal(label, "c n=0.00316228");
    free(source);
    free(label);
}

static void test_points(void **state)
{
    struct results r = begin();
    add(&r, "c", 3, 1, 1);
    add(&r, "d", 3, 1, 1);
    made_problem(&r, "plain");
    assert_ptr_equal(crossover_of(&r, &r.problems[0]), r.crossovers);
    assert_null(crossover_of(&r, &r.problems[1]));
    assert_null(crossover_of(&r, &r.problems[2]));
    results_free(&r);
}

/* Searches of two runs: intervals that overlap, that do not, and a place that only one found. */
static void test_agree(void **state)
{
    static const struct {
        double at, low, high;
        const char *said;
    } second[] = {{11, 9.5, 12, "[9, 10]; 11 [9.5, 12]; the intervals agree\n1 of 1"},
                  {11, 10.5, 12, "11 [10.5, 12]; some intervals are disjoint\n0 of 1"},
                  {NAN, NAN, NAN,
                   "[9, 10]; none; not found in each run\n0 of 1 searches agree in 2 runs; 0 "
                   "disjoint, 1 not found in each run\n"}};
    for (size_t k = 0; k < sizeof second / sizeof *second; k++) {
        struct results r[2] = {begin(), begin()};
        char text[400];
        FILE *out = fmemopen(text, sizeof text, "w");
        r[0].crossovers->at = 9.5, r[0].crossovers->low = 9, r[0].crossovers->high = 10;
        r[1].crossovers->at = second[k].at;
        r[1].crossovers->low = second[k].low, r[1].crossovers->high = second[k].high;
        crossovers_agree(2, r, out);
        fclose(out);
        if (!strstr(text, second[k].said)) fail_msg("%s", text);
        for (int i = 0; i < 2; i++) results_free(&r[i]);
    }
}

static void test_no_memory(void **state)
{
    struct results r = begin();
    enum status status;
    long successes = 0;
    double next;
    add(&r, "c", 1, 1, 2);
    add(&r, "c", 100, 2, 1);
    do {
        status = refused_after(successes++, crossover_judge(&r, 0, &usual, &next));
    } while (status != OK);
    assert_true(successes > 15 && next == 10);
    do {
        char *source, *label;
        status = refused_after(successes-- - 15, crossover_point_texts(&usual, 1, &source, &label));
        if (status != OK) continue;
        free(source);
        free(label);
    } while (successes > 14);
    assert_int_equal(status, ERROR_HOST_MEMORY);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_found),     cmocka_unit_test(test_none),
        cmocka_unit_test(test_not_again), cmocka_unit_test(test_texts),
        cmocka_unit_test(test_points),    cmocka_unit_test(test_next_matrix),
        cmocka_unit_test(test_agree),
        cmocka_unit_test(test_no_memory), cmocka_unit_test(test_families),
    };
    return cmocka_run_group_tests_name("crossover_search", tests, NULL, NULL);
}

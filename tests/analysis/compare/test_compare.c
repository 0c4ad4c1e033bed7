#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/compare/compare_print.h"
#include "analysis/compare/live_looks.h"
#include "analysis/statistics/effective_samples.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

static const struct compare_request usual = {.margin = 0.01};
static const struct fail_rule half = {.slow = 0.5};
static const char one_process[] = "one process says nothing of another: measure with processes = 3";

/* A process of a problem, with count samples of level (1 +- spread), one visit for all. Every other
 * one is above the level, so that none of few seems to depend on the one before it. */
static struct result_run *add_process(struct results *r, size_t problem, double level,
                                      double spread, size_t count)
{
    struct result_run *run = handmade_run(r, problem, 0, CASE_OK, level, count);
    for (size_t k = 0; k < count; k++) {
        r->samples[run->sample_offset + k].host =
            level * (1 + spread * (k % 2 ? draw_unit() : -draw_unit()));
        r->samples[run->sample_offset + k].order = run->sample_offset + k;
    }
    return run;
}

/* A case by itself: the k-th problem, with one process. */
static struct result_run *add_case(struct results *r, const char *label, double level,
                                   double spread, size_t count)
{
    return add_process(r, handmade_problem(r, label, 10, 20), level, spread, count);
}

static void assert_has(const char *text, const char *part)
{
    if (!strstr(text, part)) fail_msg("no '%s' in:\n%s", part, text);
}

static void begin(struct results *r)
{
    handmade_begin(r, "made");
    handmade_variant(r, "jacobi", "msr", "seq");
}

static void begin_unknown(struct results r[NSIDES])
{
    begin(&r[BASE]);
    begin(&r[FRESH]);
}

static void add_floor(struct results *r, const char *floor)
{
    struct fact *fact = APPEND(r->machine, r->nmachine);
    *fact = (struct fact){text_of("noise_floor"), text_of(floor)};
}

/* On a machine whose processes have no levels, as selfcheck found. */
static void begin_both(struct results r[NSIDES])
{
    begin_unknown(r);
    add_floor(&r[BASE], "1e-6");
}

static void free_both(struct results r[NSIDES])
{
    results_free(&r[BASE]);
    results_free(&r[FRESH]);
}

static struct comparison compared(const struct results r[NSIDES],
                                  const struct compare_request *request)
{
    struct comparison c;
    if (compare_results(&r[BASE], &r[FRESH], request, &c) != OK) fail_msg("%s", fail_message());
    return c;
}

static void refused(const struct results r[NSIDES], const struct compare_request *request,
                    enum status code, const char *part)
{
    struct comparison c;
    assert_int_equal(compare_results(&r[BASE], &r[FRESH], request, &c), code);
    if (!strstr(fail_message(), part)) fail_msg("'%s' names not '%s'", fail_message(), part);
}

/* Verdicts */

static void test_verdicts(void **state)
{
    static const struct {
        double level, spread;
        size_t count;
        enum judgement judgement;
        const char *note;
    } cases[] = {
        {1.05, 0.002, 12, JUDGED_SLOWER, ""},
        {0.95, 0.002, 12, JUDGED_FASTER, ""},
        {1.00, 0.002, 12, JUDGED_SAME, ""},
        {1.00, 0.200, 12, JUDGED_UNCLEAR, ""},
        {1.01, 0.005, 12, JUDGED_UNCLEAR, ""}, /* on the margin */
        {1.05, 0.002, 5, JUDGED_UNCLEAR, "too few samples (5, 5)"},
        {1.00, 0.002, 5, JUDGED_UNCLEAR, "too few samples (5, 5)"},
        {1e-9, 0.002, 12, JUDGED_FASTER, ""},
    };
    struct results r[NSIDES];
    char label[16];
    /* Examples: an interval that holds the truth 19 times of 20 would miss it in some run. */
    draw_from(1);
    begin_both(r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(label, sizeof label, "case %zu", k);
        add_case(&r[BASE], label, 1e-3, cases[k].spread, cases[k].count);
        add_case(&r[FRESH], label, 1e-3 * cases[k].level, cases[k].spread, cases[k].count);
    }
    draw_from(seed);
    struct comparison c = compared(r, &usual);
    assert_int_equal(c.count, sizeof cases / sizeof *cases);
    for (size_t k = 0; k < c.count; k++) {
        if (c.cases[k].judgement != cases[k].judgement || strcmp(c.cases[k].note, cases[k].note))
            fail_msg("case %zu: %s '%s'", k, judgement_names[c.cases[k].judgement],
                     c.cases[k].note);
        assert_true(c.cases[k].ratio.low <= c.cases[k].ratio.ratio &&
                    c.cases[k].ratio.ratio <= c.cases[k].ratio.high);
    }
    assert_int_equal(c.timed, c.count);
    comparison_free(&c);
    free_both(r);
}

static void test_statuses(void **state)
{
    static const struct {
        enum case_status before, after;
        enum judgement judgement;
        bool failed;
    } cases[] = {
        {CASE_OK, CASE_CRASHED, JUDGED_CHANGED, true},
        {CASE_OK, CASE_NO_DEVICE, JUDGED_CHANGED, true},
        {CASE_CRASHED, CASE_OK, JUDGED_CHANGED, false},
        {CASE_WRONG, CASE_TIMEOUT, JUDGED_CHANGED, false},
        {CASE_UNSUPPORTED, CASE_UNSUPPORTED, JUDGED_UNTIMED, false},
    };
    struct results r[NSIDES];
    char label[16];
    begin_both(r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(label, sizeof label, "case %zu", k);
        add_case(&r[BASE], label, 1e-3, 0, 12)->status = cases[k].before;
        add_case(&r[FRESH], label, 1e-3, 0, 12)->status = cases[k].after;
    }
    add_case(&r[BASE], "gone", 1, 0, 12);
    add_case(&r[FRESH], "come", 1, 0, 12);
    struct comparison c = compared(r, &usual);
    size_t count = sizeof cases / sizeof *cases;
    for (size_t k = 0; k < count; k++) {
        assert_int_equal(c.cases[k].judgement, cases[k].judgement);
        assert_int_equal(compared_failed(&c.cases[k], &half), cases[k].failed);
        assert_true(isnan(c.cases[k].ratio.ratio));
    }
    assert_int_equal(c.count, count + 2);
    assert_int_equal(c.cases[count].judgement, JUDGED_MISSING);
    assert_string_equal(c.cases[count].matched.problem->label, "gone");
    assert_int_equal(c.cases[count + 1].judgement, JUDGED_NEW);
    assert_true(isnan(c.mean.ratio) && c.timed == 0);
    comparison_free(&c);
    free_both(r);
}

/* Code that did not change cannot be a regression; its change of time is noise. Unless it had other
 * work to do. */
static void test_same_code(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    for (int k = 0; k < NSIDES; k++) {
        double level = k == BASE ? 1 : 1.2;
        add_case(&r[k], "changed", level, 0.001, 12)->fingerprint =
            text_of(k == BASE ? "aa" : "bb");
        add_case(&r[k], "unknown", level, 0.001, 12)->fingerprint = text_of("");
        struct result_run *run = add_case(&r[k], "longer", level, 0.001, 12);
        run->fingerprint = text_of("aa");
        run->iterations = k == BASE ? 100 : 120;
    }
    struct comparison c = compared(r, &usual);
    for (size_t k = 0; k < 3; k++) assert_int_equal(c.cases[k].judgement, JUDGED_SLOWER);
    assert_string_equal(c.cases[2].note, "100 -> 120 iterations");
    assert_int_equal(c.unchanged, 0);
    comparison_free(&c);
    for (int k = 0; k < NSIDES; k++)
        add_case(&r[k], "unchanged", k == BASE ? 1 : 1.2, 0.001, 12)->fingerprint = text_of("aa");
    c = compared(r, &usual);
    assert_int_equal(c.cases[3].judgement, JUDGED_UNCLEAR);
    assert_string_equal(c.cases[3].note, "code unchanged");
    /* If unchanged code moved as far, the machine may have moved the others. */
    for (size_t k = 0; k < 3; k++) assert_int_equal(c.cases[k].judgement, JUDGED_UNCLEAR);
    assert_int_equal(c.unchanged, 1);
    assert_true(fabs(c.unchanged_most - 0.2) < 0.003);
    comparison_free(&c);
    free_both(r);
}

/* A busy machine can make unchanged code run out of time; a wrong answer has another reason. */
static void test_status_of_same_code(void **state)
{
    static const struct {
        enum case_status before, after;
        const char *code[NSIDES], *note;
        bool failed, asked;
    } cases[] = {
        {CASE_OK,
         CASE_TIMEOUT,
         {"aa", "aa"},
         "code unchanged: look at the machine; for a reason",
         false,
         true},
        {CASE_OK,
         CASE_CRASHED,
         {"aa", "aa"},
         "code unchanged: look at the machine; for a reason",
         false,
         true},
        {CASE_OK, CASE_TIMEOUT, {"aa", "bb"}, "for a reason", true, true},
        {CASE_OK, CASE_TIMEOUT, {"", ""}, "for a reason", true, true},
        {CASE_OK,
         CASE_WRONG,
         {"aa", "aa"},
         "code unchanged: look at the problem and its check; for a reason",
         true,
         true},
        {CASE_TIMEOUT, CASE_OK, {"aa", "aa"}, "code unchanged: look at the machine", false, false},
        {CASE_OK, CASE_OOM_HOST, {"aa", "aa"}, "for a reason", true, true}, /* its problem could not
                                                                               be made */
        {CASE_OK,
         CASE_TIMEOUT,
         {"aa", "aa"},
         "the problem is another matrix now; for a reason",
         true,
         true},
    };
    const struct fail_rule any = {.slow = INFINITY, .any_status = true};
    struct results r[NSIDES];
    char label[16];
    begin_both(r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int side = 0; side < NSIDES; side++) {
            snprintf(label, sizeof label, "case %zu", k);
            size_t problem = handmade_problem(&r[side], label, 10, k == 7 ? 20 + (size_t)side : 20);
            enum case_status status = side == BASE ? cases[k].before : cases[k].after;
            handmade_run(&r[side], problem, 0, status, 1e-3, 12)->fingerprint =
                text_of(cases[k].code[side]);
        }
    *r[FRESH].problems[6].kind = '\0';
    struct comparison c = compared(r, &usual);
    for (size_t k = 0; k < c.count; k++) {
        assert_string_equal(c.cases[k].note, cases[k].note);
        assert_int_equal(c.cases[k].judgement, JUDGED_CHANGED);
        assert_int_equal(compared_failed(&c.cases[k], &half), cases[k].failed);
        assert_int_equal(compared_failed(&c.cases[k], &any), cases[k].asked);
    }
    comparison_free(&c);
    free_both(r);
}

static void test_margin(void **state)
{
    struct results r[NSIDES];
    begin_unknown(r);
    add_case(&r[BASE], "a", 1, 0.001, 12);
    add_case(&r[FRESH], "a", 1.05, 0.001, 12);
    struct comparison c = compared(r, &usual);
    assert_true(isnan(c.noise_floor) && c.margin == 0.01);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    assert_string_equal(c.cases[0].note, one_process);
    comparison_free(&c);
    add_floor(&r[BASE], "0.004");
    c = compared(r, &usual);
    assert_int_equal(c.cases[0].judgement, JUDGED_SLOWER);
    const struct fail_rule three = {.slow = 0.03}, six = {.slow = 0.06},
                           none = {.slow = INFINITY, .any_status = true};
    assert_true(compared_failed(&c.cases[0], &three) && !compared_failed(&c.cases[0], &six));
    assert_false(compared_failed(&c.cases[0], &none));
    comparison_free(&c);
    add_floor(&r[FRESH], "0.08"); /* the larger one counts */
    c = compared(r, &usual);
    assert_true(c.noise_floor == 0.08 && c.margin == 0.01);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    assert_true(c.cases[0].ratio.low < 1 && c.cases[0].ratio.high > 1.1);
    comparison_free(&c);
    free_both(r);
}

static void set_reference(struct result_run *run, double low, double high)
{
    run->reference_low = low, run->reference_high = high;
}

/* A case with a reference solve is called slower or faster only if it changed by more than the
 * reference solve. Other cases do not need this. */
static void test_reference(void **state)
{
    static const struct {
        double level, before, low, high;
        enum judgement judgement;
        const char *note;
    } cases[] = {
        {1.05, 2e-3, 2e-3, 2.2e-3, JUDGED_UNCLEAR,
         "cannot judge: the reference solve differs by 10 %; use --live"},
        {0.95, 2e-3, 2e-3, 2.2e-3, JUDGED_UNCLEAR,
         "cannot judge: the reference solve differs by 10 %; use --live"},
        {1.00, 2e-3, 2e-3, 2.2e-3, JUDGED_SAME, ""},
        {1.20, 2e-3, 2e-3, 2.2e-3, JUDGED_SLOWER, ""},
        {0.80, 2e-3, 2e-3, 2.2e-3, JUDGED_FASTER, ""},
        {1.05, NAN, NAN, NAN, JUDGED_SLOWER, ""},
        {1.05, NAN, 2e-3, 2.2e-3, JUDGED_UNCLEAR,
         "cannot judge: the reference solve differs by 10 %; use --live"},
    };
    struct results r[NSIDES];
    char label[16];
    begin_both(r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        snprintf(label, sizeof label, "case %zu", k);
        set_reference(add_case(&r[BASE], label, 1e-3, 0.001, 12), cases[k].before, cases[k].before);
        set_reference(add_case(&r[FRESH], label, 1e-3 * cases[k].level, 0.001, 12), cases[k].low,
                      cases[k].high);
    }
    struct comparison c = compared(r, &usual);
    assert_true(c.margin == 0.01 && fabs(c.reference_noise - 0.1) < 1e-12);
    for (size_t k = 0; k < c.count; k++)
        if (c.cases[k].judgement != cases[k].judgement || strcmp(c.cases[k].note, cases[k].note))
            fail_msg("case %zu: %s '%s'", k, judgement_names[c.cases[k].judgement],
                     c.cases[k].note);
    comparison_free(&c);
    const struct compare_request forced = {.margin = 0.01, .force = true};
    c = compared(r, &forced);
    assert_true(isnan(c.reference_noise));
    assert_int_equal(c.cases[0].judgement, JUDGED_SLOWER);
    comparison_free(&c);
    for (size_t k = 0; k < r[FRESH].nruns; k++) set_reference(&r[FRESH].runs[k], 2e-3, 2e-3);
    c = compared(r, &usual);
    assert_true(c.reference_noise == 0);
    assert_int_equal(c.cases[0].judgement, JUDGED_SLOWER);
    comparison_free(&c);
    free_both(r);
}

/* If the reference solve makes times unclear, more iterations of changed code decide, if the times
 * point the same way. */
static void test_work(void **state)
{
    static const struct {
        double level;
        uint64_t before, after, nnz, traffic;
        const char *code;
        enum judgement judgement;
    } cases[] = {
        {1.75, 66, 116, 20, 8, "bb", JUDGED_SLOWER},
        {0.57, 116, 66, 20, 8, "bb", JUDGED_FASTER},
        {1.00, 66, 116, 20, 8, "bb", JUDGED_UNCLEAR}, /* an iteration became cheaper, or the machine
                                                         faster */
        {0.80, 66, 116, 20, 8, "bb", JUDGED_UNCLEAR}, /* and cheaper still */
        {1.75, 66, 66, 20, 8, "bb", JUDGED_UNCLEAR},
        {1.75, 1000, 1009, 20, 8, "bb", JUDGED_UNCLEAR},
        {1.75, 66, 116, 21, 8, "bb", JUDGED_UNCLEAR}, /* another matrix */
        {1.75, 66, 116, 20, 9, "bb", JUDGED_UNCLEAR}, /* another iteration */
        {1.75, 66, 116, 20, 8, "aa", JUDGED_UNCLEAR}, /* the code did not do it */
        {1.75, 66, 116, 20, 8, "", JUDGED_UNCLEAR},
        {1.75, 0, 66, 20, 8, "bb", JUDGED_UNCLEAR},
        {1.75, MISSING, 66, 20, 8, "bb", JUDGED_UNCLEAR},
        {1.00, 66, 66, 20, 8, "bb", JUDGED_SAME},
    };
    static const struct fail_rule below = {.slow = 0.755}, above = {.slow = 0.76};
    struct results r[NSIDES];
    char label[16];
    begin_both(r);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int side = 0; side < NSIDES; side++) {
            snprintf(label, sizeof label, "case %zu", k);
            struct result_run *run =
                add_case(&r[side], label, side == BASE ? 1 : cases[k].level, 0.001, 12);
            set_reference(run, side == BASE ? 1e-3 : 3e-3, side == BASE ? 1e-3 : 3e-3);
            run->iterations = side == BASE ? cases[k].before : cases[k].after;
            run->traffic = side == BASE ? 8 : cases[k].traffic;
            run->fingerprint = text_of(side == BASE ? "aa" : cases[k].code);
            if (side == FRESH) r[side].problems[run->problem].nnz = cases[k].nnz;
        }
    struct comparison c = compared(r, &usual);
    for (size_t k = 0; k < c.count; k++)
        if (c.cases[k].judgement != cases[k].judgement)
            fail_msg("case %zu: %s '%s'", k, judgement_names[c.cases[k].judgement],
                     c.cases[k].note);
    assert_string_equal(c.cases[0].note, "66 -> 116 iterations; 75.8 % more work on any machine");
    assert_string_equal(c.cases[1].note, "116 -> 66 iterations; 43.1 % less work on any machine");
    assert_string_equal(c.cases[2].note, "66 -> 116 iterations; cannot judge: the reference solve "
                                         "differs by 200 %; use --live");
    assert_true(compared_failed(&c.cases[0], &below) && !compared_failed(&c.cases[0], &above));
    comparison_free(&c);
    const struct compare_request forced = {.margin = 0.01, .force = true};
    c = compared(r, &forced); /* equal times count where the machine is no question */
    assert_int_equal(c.cases[2].judgement, JUDGED_SAME);
    comparison_free(&c);
    r[FRESH].runs[0].verdict = CYCLE_FOUND; /* a search, still on one core */
    c = compared(r, &usual);
    assert_int_equal(c.cases[0].judgement, JUDGED_SLOWER);
    comparison_free(&c);
    for (int side = 0; side < NSIDES; side++) {
        free(r[side].variants[0].place);
        r[side].variants[0].place = text_of("omp");
    }
    c = compared(r, &usual);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    comparison_free(&c);
    free_both(r);
}

/* A case that cannot be judged fails on request, unless its code did not change. */
static void test_fail_on_unclear(void **state)
{
    static const struct fail_rule asked = {.slow = INFINITY, .unclear = true};
    struct results r[NSIDES];
    begin_both(r);
    for (int side = 0; side < NSIDES; side++) {
        add_case(&r[side], "changed", 1 + side, 0.001, 3);
        add_case(&r[side], "unchanged", 1 + side, 0.001, 3)->fingerprint = text_of("aa");
    }
    struct comparison c = compared(r, &usual);
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(c.cases[k].judgement, JUDGED_UNCLEAR);
        assert_int_equal(compared_failed(&c.cases[k], &asked), k == 0);
        assert_false(compared_failed(&c.cases[k], &half));
    }
    comparison_free(&c);
    free_both(r);
}

static void test_refusals(void **state)
{
    struct results r[NSIDES];
    const struct compare_request forced = {.margin = 0.01, .force = true},
                                 none = {.where = "problem=x"};
    begin_both(r);
    add_case(&r[BASE], "a", 1, 0.001, 12);
    add_case(&r[FRESH], "b", 1, 0.001, 12);
    refused(r, &usual, ERROR_INPUT, "no case in common");
    add_case(&r[FRESH], "a", 1, 0.001, 12);
    refused(r, &none, ERROR_INPUT, "where problem=x");
    r[FRESH].settings.epsilon = 1e-3;
    refused(r, &usual, ERROR_INPUT, "epsilon");
    struct comparison c = compared(r, &forced);
    comparison_free(&c);
    free(r[FRESH].machine[0].value);
    r[FRESH].machine[0].value = text_of("another");
    refused(r, &usual, ERROR_ENVIRONMENT, "'another'");
    c = compared(r, &forced);
    comparison_free(&c);
    free_both(r);
}

/* The samples that count */

static void name_problem(struct results *r, size_t problem, const char *label, const char *source)
{
    free(r->problems[problem].label);
    free(r->problems[problem].source);
    r->problems[problem].label = text_of(label);
    r->problems[problem].source = text_of(source);
}

/* A source by another label is the same problem, but where a file tells problems of one source by
 * their labels. */
static void test_labels(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    for (int side = 0; side < NSIDES; side++)
        for (int k = 0; k < 3; k++) add_case(&r[side], "a", 1 + k + 10 * side, 0, 12);
    name_problem(&r[BASE], 0, "tandem:c=9", "tandem:c=9");
    name_problem(&r[BASE], 1, "early", "m.prism");
    name_problem(&r[BASE], 2, "late", "m.prism");
    name_problem(&r[FRESH], 0, "late", "m.prism");
    name_problem(&r[FRESH], 1, "tandem 9", "tandem:c=9");
    name_problem(&r[FRESH], 2, "new", "m.prism");
    struct comparison c = compared(r, &usual);
    static const struct {
        const char *label;
        double base, fresh;
    } expected[] = {{"tandem:c=9", 1, 12}, {"early", 2, NAN}, {"late", 3, 11}, {"new", NAN, 13}};
    assert_int_equal(c.count, 4);
    for (size_t k = 0; k < c.count; k++) {
        const struct matched_case *its = &c.cases[k].matched;
        assert_string_equal(its->problem->label, expected[k].label);
        assert_int_equal(its->side[BASE].count, !isnan(expected[k].base));
        assert_int_equal(its->side[FRESH].count, !isnan(expected[k].fresh));
        if (its->side[BASE].count && its->side[FRESH].count)
            assert_true(c.cases[k].median[BASE] == expected[k].base &&
                        c.cases[k].median[FRESH] == expected[k].fresh);
    }
    comparison_free(&c);
    free_both(r);
}

/* Cases that occur several times in a file are paired in their order. */
static void test_repeated_cases(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    for (int k = 0; k < 3; k++) add_case(&r[BASE], "a", 1 + k, 0, 12);
    for (int k = 0; k < 3; k++) add_case(&r[FRESH], "a", 2 * (1 + k), 0, 12);
    struct comparison c = compared(r, &usual);
    assert_int_equal(c.count, 3);
    for (size_t k = 0; k < 3; k++)
        assert_true(c.cases[k].ratio.ratio == 2 && c.cases[k].median[BASE] == 1 + (double)k);
    assert_true(fabs(c.mean.ratio - 2) < 1e-12 && c.mean.low < 2 && 2 < c.mean.high &&
                c.mean.high - c.mean.low < 1e-4);
    comparison_free(&c);
    free_both(r);
}

/* Runs of one case are its processes; retried samples and failed runs have no say; blocks of
 * iterations count as whole solves; visits are told by gaps in the order. */
static void test_timings(void **state)
{
    struct results r;
    begin(&r);
    add_case(&r, "a", 1, 0, 4);
    for (size_t k = 0; k < 4; k++) r.samples[k].order = 2 * k;
    handmade_run(&r, 0, 0, CASE_OK, 10, 6);
    for (size_t k = 4; k < 10; k++)
        r.samples[k] = (struct result_sample){
            .host = 10, .order = k, .retried = k == 6, .iterations = MISSING};
    handmade_run(&r, 0, 0, CASE_TIMEOUT, 99, 5);
    r.runs[1].extrapolated = true;
    r.runs[1].iterations_timed = 20;
    size_t run[] = {0, 1, 2};
    const struct case_runs runs = {&r, 3, run};
    struct timings t;
    assert_int_equal(case_timings(&runs, &t), OK);
    assert_int_equal(t.count, 9);
    assert_int_equal(t.nprocesses, 2);
    for (size_t k = 0; k < 9; k++) assert_true(t.value[k] == (k < 4 ? 1 : 50));
    assert_int_equal(t.process[1], 4); /* four visits of one sample */
    timings_free(&t);
    results_free(&r);
}

/* A sample that was measured again neither ends a visit nor hides that one began. */
static void test_visits(void **state)
{
    enum { VISITS = 12 };
    struct results r;
    begin(&r);
    add_case(&r, "a", 1, 0, 4 * VISITS);
    for (size_t k = 0; k < 4 * VISITS; k++) {
        r.samples[k].order = 10 * (k / 4) + k % 4;
        r.samples[k].retried = k % 4 == (k / 4) % 4;
    }
    size_t run[] = {0};
    const struct case_runs runs = {&r, 1, run};
    struct timings t;
    assert_int_equal(case_timings(&runs, &t), OK);
    assert_int_equal(t.count, 3 * VISITS);
    assert_int_equal(t.nblocks, VISITS);
    for (size_t k = 0; k < VISITS; k++) assert_int_equal(t.block[k], 3 * k);
    timings_free(&t);
    results_free(&r);
}

static void test_times_of_zero(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    add_case(&r[BASE], "a", 0, 0, 12);
    add_case(&r[FRESH], "a", 1, 0, 12);
    struct comparison c = compared(r, &usual);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNTIMED);
    comparison_free(&c);
    free_both(r);
}

/* Noise */

/* Solve times of one process: its level, a drift, autocorrelated noise, and one solve in ten
 * interrupted for up to its own time. */
static void make_noise(size_t count, double level, double *out)
{
    double ar = 0, drift = 0.004 * draw_unit(), at = level * (1 + 0.001 * draw_normal());
    for (size_t k = 0; k < count; k++) {
        ar = 0.6 * ar + 0.0025 * draw_normal();
        double late = draw(10) ? 0 : draw_unit();
        out[k] = at * (1 + ar + late + drift * (double)k / (double)count);
    }
}

/* How many samples the default settings take of these: as harness/case/stopping_rules.c decides. */
static size_t samples_taken(const double *value)
{
    const struct settings *s = &default_settings;
    for (size_t count = s->min_samples; count < s->max_samples; count += count / 2 + 1) {
        bool enough;
        assert_int_equal(effective_enough(count, value, (double)s->min_samples, s->max_ci, &enough),
                         OK);
        if (enough) return count;
    }
    return s->max_samples;
}

static void add_noisy_case(struct results *r, double level)
{
    double value[1000];
    assert_true(default_settings.max_samples <= 1000);
    make_noise(default_settings.max_samples, level, value);
    struct result_run *run = add_case(r, "a", level, 0, samples_taken(value));
    for (size_t k = 0; k < run->sample_count; k++)
        r->samples[run->sample_offset + k].host = value[k];
}

/* One comparison of two runs of a case, the new one slow times as slow. */
static enum judgement one_comparison(double slow, double floor, double *moved)
{
    struct results r[NSIDES];
    char text[32];
    begin_unknown(r);
    snprintf(text, sizeof text, "%.17g", floor);
    add_floor(&r[BASE], text);
    for (int side = 0; side < NSIDES; side++)
        add_noisy_case(&r[side], side == FRESH ? 1e-3 * slow : 1e-3);
    struct comparison c = compared(r, &usual);
    enum judgement judgement = c.cases[0].judgement;
    *moved = fabs(c.cases[0].ratio.ratio - 1);
    comparison_free(&c);
    free_both(r);
    return judgement;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void test_noise(void **state)
{
    enum { FLOOR = 300, AA = 1000, SLOW = 300 };
    double moved[FLOOR], any;
    int called = 0, slower = 0, same = 0;
    for (int k = 0; k < FLOOR; k++) one_comparison(1, 0, &moved[k]);
    qsort(moved, FLOOR, sizeof *moved, by_size);
    double floor = moved[FLOOR * 99 / 100];
    for (int k = 0; k < AA; k++) {
        enum judgement j = one_comparison(1, floor, &any);
        called += j == JUDGED_FASTER || j == JUDGED_SLOWER;
        same += j == JUDGED_SAME;
    }
    for (int k = 0; k < SLOW; k++) slower += one_comparison(1.03, floor, &any) == JUDGED_SLOWER;
    print_message("noise floor %.2f %%; of %d equal ones %d called different, %d same; of %d "
                  "slower by 3 %% %d called so\n",
                  100 * floor, AA, called, same, SLOW, slower);
    assert_true(called <= AA / 100);
    assert_true(slower >=
                SLOW * 90 /
                    100); /* about 96 % are expected; bench-compare measures it on a machine */
}

/* Almost none of many cases that differ only by noise is called different, even without a margin.
 * An interval without 1 is then not significant, and the note says so. */
static void test_many_cases(void **state)
{
    struct results r[NSIDES];
    const struct compare_request strict = {.margin = 0};
    char label[16];
    begin_both(r);
    for (int k = 0; k < 400; k++) {
        snprintf(label, sizeof label, "case %d", k);
        for (int side = 0; side < NSIDES; side++) add_case(&r[side], label, 1, 0.05, 20);
    }
    struct comparison c = compared(r, &strict);
    print_message("%zu faster, %zu slower of 400\n", c.judged[JUDGED_FASTER],
                  c.judged[JUDGED_SLOWER]);
    assert_true(c.judged[JUDGED_FASTER] + c.judged[JUDGED_SLOWER] <= 2);
    size_t noted = 0;
    for (size_t k = 0; k < c.count; k++) {
        const struct compared_case *one = &c.cases[k];
        const bool beyond =
            one->judgement == JUDGED_UNCLEAR && (one->ratio.low > 1 || one->ratio.high < 1);
        assert_string_equal(one->note, beyond ? "the difference is not significant" : "");
        noted += beyond;
    }
    assert_true(noted > 0);                        /* about 20 are expected */
    const double width = c.mean.high - c.mean.low; /* of 95 %, about four standard deviations */
    assert_true(width < 0.01 && c.mean.low - width / 2 < 1 && 1 < c.mean.high + width / 2);
    comparison_free(&c);
    free_both(r);
}

/* A comparison whose errors are bounded for all cases together. Processes have levels of their own,
 * and the machine changes from round to round. */
enum { TABLE_CASES = 12, TABLE_ROUNDS = 27 };

/* Adds the live rounds of a case on both sides, the new one slow times as slow. */
static void add_rounds(struct results live[NSIDES], const char *label, double slow)
{
    double level[TABLE_ROUNDS];
    for (int round = 0; round < TABLE_ROUNDS; round++) level[round] = 1e-3 * (1 + draw_unit());
    for (int side = 0; side < NSIDES; side++) {
        const size_t problem = handmade_problem(&live[side], label, 10, 20);
        for (int round = 0; round < TABLE_ROUNDS; round++) {
            const double process = (1 + 0.005 * draw_normal()) * (side == FRESH ? slow : 1);
            add_process(&live[side], problem, level[round] * process, 0.01, 5)->process =
                (uint64_t)round;
        }
    }
}

static struct comparison one_table(double slow, struct results r[NSIDES],
                                   struct results live[NSIDES])
{
    const struct compare_request request = {
        .margin = 0.01, .live = live, .looks = true, .whole_table = true};
    char label[16];
    begin_both(r);
    begin_both(live);
    for (int k = 0; k < TABLE_CASES; k++) {
        snprintf(label, sizeof label, "case %d", k);
        for (int side = 0; side < NSIDES; side++) add_case(&r[side], label, 1 + side, 0.01, 20);
        add_rounds(live, label, k ? 1 : slow);
    }
    return compared(r, &request);
}

static void test_whole_table(void **state)
{
    enum { TABLES = 40 };
    struct results r[NSIDES], live[NSIDES];
    int alarms = 0, found = 0;
    for (int k = 0; k < TABLES; k++) {
        struct comparison c = one_table(k % 2 ? 1.03 : 1, r, live);
        const bool seen = k % 2 && c.cases[0].judgement == JUDGED_SLOWER;
        found += seen;
        alarms += c.judged[JUDGED_SLOWER] + c.judged[JUDGED_FASTER] > seen;
        assert_int_equal(c.cases[1].live, TABLE_ROUNDS);
        comparison_free(&c);
        free_both(live);
        free_both(r);
    }
    print_message("%d false tables of %d, %d of %d slower by 3 %% found\n", alarms, TABLES, found,
                  TABLES / 2);
    assert_true(alarms <= 2 && found >= TABLES / 2 * 9 / 10);
}

/* Levels of processes on busy machines: one in twenty is 30 % slower; or heavy tails. */
static double two_levels(void)
{
    return (draw(20) ? 1 : 1.3) * exp(0.005 * draw_normal());
}

static double half_slow(void)
{
    return (draw(2) ? 1 : 1.3) * exp(0.005 * draw_normal());
}

/* Student's t of 3, 2 %. */
static double heavy_tails(void)
{
    const double square = pow(draw_normal(), 2) + pow(draw_normal(), 2) + pow(draw_normal(), 2);
    return exp(0.02 * draw_normal() / sqrt(square / 3));
}

enum { LOOKED_CASES = 12, LOOKED_SAMPLES = 5, LAST_LOOK = 40 };

/* One table as `ab` makes it: a case gets rounds until it is clear at a look. Returns how many
 * cases, and all together as one more, are called faster or slower; slow: times of the new side of
 * the first cases. *found: the first one is called slower; *together: all are. */
static size_t looked_table(double (*level)(void), double slow, size_t slow_cases, bool *found,
                           bool *together)
{
    static double time[NSIDES][LOOKED_CASES][LAST_LOOK];
    size_t over[LOOKED_CASES], called = 0;
    bool open[LOOKED_CASES];
    for (size_t k = 0; k < LOOKED_CASES; k++) {
        open[k] = true;
        for (size_t round = 0; round < LAST_LOOK; round++) {
            const double machine = 1e-3 * (1 + draw_unit());
            for (int side = 0; side < NSIDES; side++)
                time[side][k][round] =
                    machine * level() * (side == FRESH && k < slow_cases ? slow : 1);
        }
    }
    for (size_t look = 0; look < LIVE_LOOKS; look++) {
        struct results r[NSIDES], live[NSIDES];
        const struct compare_request request = {
            .margin = 0.01, .live = live, .looks = true, .whole_table = true};
        char label[16];
        begin_both(r);
        begin_both(live);
        for (size_t k = 0; k < LOOKED_CASES; k++) {
            snprintf(label, sizeof label, "case %zu", k);
            if (open[k]) over[k] = live_looks[look];
            for (int side = 0; side < NSIDES; side++) {
                add_case(&r[side], label, 1 + side, 0.01, 20);
                const size_t problem = handmade_problem(&live[side], label, 10, 20);
                for (size_t round = 0; round < over[k]; round++)
                    add_process(&live[side], problem, time[side][k][round], 0.01, LOOKED_SAMPLES)
                        ->process = round;
            }
        }
        struct comparison c = compared(r, &request);
        for (size_t k = 0; k < LOOKED_CASES; k++) open[k] = c.cases[k].judgement == JUDGED_UNCLEAR;
        called = c.judged[JUDGED_SLOWER] + c.judged[JUDGED_FASTER] + (c.together != JUDGED_UNCLEAR);
        *found = c.cases[0].judgement == JUDGED_SLOWER;
        *together = c.together == JUDGED_SLOWER;
        assert_int_equal(comparison_failed(&c, &(struct fail_rule){.slow = 0}),
                         c.judged[JUDGED_SLOWER] > 0 || *together);
        comparison_free(&c);
        free_both(live);
        free_both(r);
    }
    return called;
}

/* No level of processes makes more than one of 100 tables of equal cases wrong. */
static void test_looked_tables(void **state)
{
    static double (*const level[])(void) = {two_levels, half_slow, heavy_tails};
    const char *many = getenv("WARPMARK_TABLES");
    const int tables = many ? atoi(many) : 10;
    for (size_t kind = 0; kind < 3; kind++) {
        int wrong = 0, seen = 0, all = 0;
        for (int k = 0; k < tables; k++) {
            bool found, together;
            wrong += looked_table(level[kind], 1, 0, &found, &together) > 0;
            looked_table(level[kind], 1.05, 1, &found, &together);
            seen += found;
            looked_table(level[kind], 1.05, LOOKED_CASES, &found, &together);
            all += together;
        }
        print_message("levels %zu: %d false tables of %d; one case slower by 5 %%: %d found; all: "
                      "%d called slower together\n",
                      kind, wrong, tables, seen, all);
        assert_true(wrong <= 1 + tables / 50);
    }
}

/* Six rounds that all agree have 2^-5, however many samples they have; twelve are enough. */
static void test_rounds_count_once(void **state)
{
    for (size_t rounds = 6; rounds <= 12; rounds += 6) {
        struct results r[NSIDES], live[NSIDES];
        const struct compare_request request = {
            .margin = 0.01, .live = live, .looks = true, .whole_table = true};
        begin_both(r);
        begin_both(live);
        for (int side = 0; side < NSIDES; side++) {
            add_case(&r[side], "a", 1 + side, 0.01, 20);
            const size_t problem = handmade_problem(&live[side], "a", 10, 20);
            for (size_t round = 0; round < rounds; round++)
                add_process(&live[side], problem, side ? 1.3e-3 : 1e-3, 0.001, 20)->process = round;
        }
        struct comparison c = compared(r, &request);
        assert_int_equal(c.cases[0].judgement, rounds == 6 ? JUDGED_UNCLEAR : JUDGED_SLOWER);
        comparison_free(&c);
        free_both(live);
        free_both(r);
    }
}

/* Other programs take the core for up to ten times as long as a solve. */
static struct comparison waiting_table(const char *place, struct results r[NSIDES],
                                       struct results live[NSIDES])
{
    const struct compare_request request = {
        .margin = 0.01, .live = live, .looks = true, .whole_table = true};
    for (int side = 0; side < NSIDES; side++) {
        handmade_begin(&r[side], "made");
        handmade_variant(&r[side], "jacobi", "msr", place);
        handmade_begin(&live[side], "made");
        handmade_variant(&live[side], "jacobi", "msr", place);
        add_case(&r[side], "a", 1, 0.01, 20);
        const size_t problem = handmade_problem(&live[side], "a", 10, 20);
        for (int round = 0; round < TABLE_ROUNDS; round++) {
            const double level = 1e-3 * (1 + 0.003 * draw_normal()) * (side ? 1.03 : 1);
            struct result_run *run = add_process(&live[side], problem, level, 0.005, 5);
            run->process = (uint64_t)round;
            for (size_t k = 0; k < 5; k++) {
                struct result_sample *sample = &live[side].samples[run->sample_offset + k];
                sample->without_core = 1e-2 * draw_unit();
                sample->host += sample->without_core;
            }
        }
    }
    return compared(r, &request);
}

/* Waits for a core do not count at one thread; at several they do, and hide the change. */
static void test_waits_for_core(void **state)
{
    static const char *const places[] = {"seq", "omp"};
    for (int k = 0; k < 2; k++) {
        struct results r[NSIDES], live[NSIDES];
        struct comparison c = waiting_table(places[k], r, live);
        assert_int_equal(c.cases[0].judgement, k ? JUDGED_UNCLEAR : JUDGED_SLOWER);
        if (k == 0) assert_true(fabs(c.cases[0].ratio.ratio - 1.03) < 0.01);
        comparison_free(&c);
        free_both(live);
        free_both(r);
    }
}

/* What was not measured live is not judged by its times; unchanged code is the same. */
static void test_whole_table_files(void **state)
{
    struct results r[NSIDES];
    const struct compare_request request = {.margin = 0.01, .whole_table = true};
    begin_both(r);
    for (int side = 0; side < NSIDES; side++) {
        add_case(&r[side], "other", 1 + side, 0.01, 20)->fingerprint = text_of(side ? "a" : "b");
        add_case(&r[side], "same", 1 + side, 0.01, 20)->fingerprint = text_of("a");
    }
    struct comparison c = compared(r, &request);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    assert_string_equal(c.cases[0].note, "not measured in turns");
    assert_int_equal(c.cases[1].judgement, JUDGED_SAME);
    assert_true(isnan(c.cases[0].ratio.ratio) && isnan(c.cases[1].ratio.ratio));
    comparison_free(&c);
    free_both(r);
}

/* Levels of processes */

enum { CASES = 16, SAMPLES = 20 };

/* Adds a process of a case, with a level of its own. */
static struct result_run *add_level(struct results *r, size_t k, double level, double deviation)
{
    char label[16];
    const double its = level * exp(deviation * draw_normal());
    snprintf(label, sizeof label, "case %zu", k);
    size_t problem = k < r->nproblems ? k : handmade_problem(r, label, 10, 20);
    struct result_run *run = handmade_run(r, problem, 0, CASE_OK, its, SAMPLES);
    for (size_t i = 0; i < SAMPLES; i++) {
        r->samples[run->sample_offset + i].host = its * exp(0.002 * draw_normal());
        r->samples[run->sample_offset + i].order = run->sample_offset + i;
    }
    return run;
}

/* Makes two files with levels of 1 %; the first `slow` cases of the new one are slower by 5 %. */
static struct comparison compared_levels(size_t cases, size_t processes, size_t slow)
{
    struct results r[NSIDES];
    begin_unknown(r);
    for (int side = 0; side < NSIDES; side++)
        for (size_t k = 0; k < cases; k++)
            for (size_t p = 0; p < processes; p++)
                add_level(&r[side], k, side == FRESH && k < slow ? 1.05 : 1, 0.01);
    struct comparison c = compared(r, &usual);
    for (size_t k = 0; k < c.count; k++) c.cases[k].matched = (struct matched_case){0};
    free_both(r);
    return c;
}

/* Sixteen cases know the level of all; one alone needs three processes to say anything. */
static void test_processes(void **state)
{
    enum { TRIALS = 40 };
    size_t called = 0, found = 0, covered = 0, alone = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct comparison c = compared_levels(CASES, 3, 0);
        called += c.judged[JUDGED_FASTER] + c.judged[JUDGED_SLOWER];
        for (size_t k = 0; k < CASES; k++)
            covered += c.cases[k].ratio.low <= 1 && 1 <= c.cases[k].ratio.high;
        comparison_free(&c);
        c = compared_levels(CASES, 3, CASES);
        found += c.judged[JUDGED_SLOWER];
        comparison_free(&c);
        c = compared_levels(1, 3, 0);
        alone += c.cases[0].freedom == 4 && c.cases[0].ratio.low <= 1 && c.cases[0].ratio.high >= 1;
        comparison_free(&c);
    }
    print_message("of %d equal ones %zu called different, 1 in the interval of %zu; %zu slower "
                  "found; alone %zu of %d\n",
                  TRIALS * CASES, called, covered, found, alone, TRIALS);
    assert_true(called <= TRIALS * CASES / 100);
    assert_true(covered >= TRIALS * CASES * 90 / 100);
    assert_true(found >= TRIALS * CASES * 90 / 100);
    assert_true(alone >= TRIALS * 80 / 100);
}

static void test_few_processes(void **state)
{
    static const struct {
        size_t cases, processes;
        const char *note;
    } few[] = {{1, 1, one_process},
               {CASES, 1, one_process},
               {1, 2, "too few processes: measure with processes = 3"}};
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        struct comparison c = compared_levels(few[i].cases, few[i].processes, few[i].cases);
        assert_int_equal(c.judged[JUDGED_UNCLEAR], c.count);
        for (size_t k = 0; k < c.count; k++) assert_has(c.cases[k].note, few[i].note);
        assert_true(fabs(c.mean.ratio - 1.05) < 0.1 && isnan(c.mean.low) && isnan(c.mean.high));
        comparison_free(&c);
    }
    struct comparison c = compared_levels(CASES, 2, CASES);
    assert_true(c.judged[JUDGED_SLOWER] > 0);
    comparison_free(&c);
}

/* Cases of unchanged code show the levels of single processes. */
static void test_levels_of_unchanged(void **state)
{
    enum { UNCHANGED = 64 };
    struct results r[NSIDES];
    begin_unknown(r);
    for (int side = 0; side < NSIDES; side++)
        for (size_t k = 0; k <= UNCHANGED; k++) {
            struct result_run *run = add_level(&r[side], k, side == FRESH && !k ? 1.3 : 1, 0.01);
            run->fingerprint = text_of(k ? "same" : side == BASE ? "old" : "new");
        }
    struct comparison c = compared(r, &usual);
    assert_int_equal(c.cases[0].judgement, JUDGED_SLOWER);
    assert_true(c.cases[0].ratio.low < c.cases[0].ratio.ratio * 0.985);
    assert_int_equal(c.unchanged, UNCHANGED);
    comparison_free(&c);
    free_both(r);
}

/* Formats */

static char *printed(const struct comparison *c, enum compare_format format)
{
    const struct compare_labels labels = {.name = {"a.h5", "b.h5"}, .fail = {.slow = 0.03}};
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(compare_print(c, &labels, format, out), OK);
    fclose(out);
    return text;
}

static void test_formats(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    for (int side = 0; side < NSIDES; side++) {
        add_case(&r[side], "<a&\"b\">\x01\xff\xef\xbf\xbf", side == BASE ? 1 : 1.25, 0, 12);
        add_case(&r[side], "c", 1, 0, 12);
        add_case(&r[side], "d|e", 1, 0, 12)->status = side == BASE ? CASE_OK : CASE_CRASHED;
        free(r[side].runs[2].note);
        r[side].runs[2].note = text_of(side == BASE ? "" : "For a reason");
    }
    struct comparison c = compared(r, &usual);
    c.noise_floor = NAN;
    char *text = printed(&c, COMPARE_JUNIT);
    assert_has(text, "tests=\"3\" failures=\"2\" errors=\"0\" skipped=\"0\"");
    assert_has(text, "&lt;a&amp;&quot;b&quot;&gt; \xef\xbf\xbd\xef\xbf\xbd\"");
    assert_has(text, "<failure message=\"slower\">+25.00 % [+25.00, +25.00]</failure>");
    assert_has(text, "<failure message=\"ok -&gt; crashed\">-; For a reason</failure>");
    free(text);
    text = printed(&c, COMPARE_TEXT);
    assert_has(text, "b.h5 against a.h5; margin 1 %; noise floor of the machine unknown");
    assert_has(text, "ok -> crashed  For a reason");
    assert_has(text, "\n3 cases: 1 slower, 1 same, 1 changed; geometric mean +11.80 % [+11.80, "
                     "+11.80] over 2\n");
    free(text);
    text = printed(&c, COMPARE_MD);
    assert_has(text, "| d\\|e | jacobi/msr/f64/seq |");
    free(text);
    text = printed(&c, COMPARE_JSON);
    assert_has(text, "\"verdict\": \"slower\"");
    assert_has(text, "\"failed\": true");
    assert_has(text, "\"noise_floor\": null");
    free(text);
    c.load[BASE] = 0.4, c.load[FRESH] = 1.01, c.cores = 2;
    text = printed(&c, COMPARE_TEXT);
    assert_has(text, "unknown, run `warpmark selfcheck`; load was 0.40 and 1.01 on 2 cores, so "
                     "times may be too long: use --live\n");
    free(text);
    c.load[FRESH] = 1;
    text = printed(&c, COMPARE_TEXT);
    assert_has(text, "unknown, run `warpmark selfcheck`\n");
    free(text);
    comparison_free(&c);
    free_both(r);
}

/* Marks of the answers stand beside their times, and JSON has them for each side. */
static void test_marks(void **state)
{
    struct results r[NSIDES];
    begin_both(r);
    for (int side = 0; side < NSIDES; side++) add_case(&r[side], "a", 1 + side, 0, 12);
    r[BASE].runs[0].proof = PROOF_UNCHECKED;
    r[FRESH].runs[0].doubtful = true;
    struct comparison c = compared(r, &usual);
    char *text = printed(&c, COMPARE_TEXT);
    assert_has(text, " 1.00 s†  2.00 s?  ");
    assert_has(text,
               "; ? doubtful: error may be above 10 epsilon; † unchecked: no answer was checked\n");
    free(text);
    text = printed(&c, COMPARE_JSON);
    assert_has(text, "\"doubtful\": true");
    assert_has(text, "\"unchecked\": true");
    free(text);
    comparison_free(&c);
    free_both(r);
}

static void test_no_memory(void **state)
{
    struct results r[NSIDES];
    struct comparison c;
    begin_both(r);
    for (int side = 0; side < NSIDES; side++)
        for (int k = 0; k < 2; k++) add_case(&r[side], k ? "a" : "b", 1, 0.01, 7);
    assert_memory_refused(10, compare_results(&r[BASE], &r[FRESH], &usual, &c));
    comparison_free(&c);
    free_both(r);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_statuses),
        cmocka_unit_test(test_same_code),
        cmocka_unit_test(test_status_of_same_code),
        cmocka_unit_test(test_reference),
        cmocka_unit_test(test_margin),
        cmocka_unit_test(test_work),
        cmocka_unit_test(test_fail_on_unclear),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_repeated_cases),
        cmocka_unit_test(test_timings),
        cmocka_unit_test(test_visits),
        cmocka_unit_test(test_times_of_zero),
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_many_cases),
        cmocka_unit_test(test_whole_table),
        cmocka_unit_test(test_looked_tables),
        cmocka_unit_test(test_rounds_count_once),
        cmocka_unit_test(test_waits_for_core),
        cmocka_unit_test(test_whole_table_files),
        cmocka_unit_test(test_formats),
        cmocka_unit_test(test_processes),
        cmocka_unit_test(test_few_processes),
        cmocka_unit_test(test_levels_of_unchanged),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("compare", tests, NULL, NULL);
}

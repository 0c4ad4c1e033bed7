#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/live/live_compare.h"
#include "harness/script/script.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* The script */

static void check_script(const char *source, const char *expected)
{
    static const char *const variants[] = {"jacobi/msr/f64/seq",
                                           "null[cost=0.001]/msr+bfs/f64/seq"};
    struct settings s = default_settings;
    struct experiment e;
    struct result_problem problem = {.source = text_of(source), .label = text_of("a \"b\" \\ c")};
    s.criterion = ABSOLUTE, s.epsilon = 0.1 + 0.2, s.max_iterations = 77, s.warmup = 3,
    s.min_samples = 5;
    s.max_samples = 6, s.max_ci = 1.0 / 3, s.max_time = 0.7, s.timeout = 8, s.interleave = 9,
    s.memory = 12345;
    s.cache = CACHE_COLD, s.throttle = THROTTLE_ANY, s.throttle_retries = 2;
    if (live_script(scratch_path("live.lua"), "/from/here", &s, 42, &problem, 2, variants) != OK)
        fail_msg("%s", fail_message());
    const struct script_request request = {.path = scratch_path("live.lua")};
    if (script_load(&request, &e) != OK) fail_msg("%s", fail_message());
    s.seed = 42;
    assert_memory_equal(&e.settings, &s, sizeof s);
    assert_int_equal(e.nproblems, 1);
    assert_string_equal(e.problems[0].source, expected);
    assert_string_equal(e.problems[0].label, problem.label);
    assert_int_equal(e.nvariants, 2);
    for (int k = 0; k < 2; k++) assert_string_equal(e.variants[k], variants[k]);
    experiment_free(&e);
    free(problem.source);
    free(problem.label);
}

static void test_script(void **state)
{
    check_script("random_dd:n=30,density=0.5", "random_dd:n=30,density=0.5");
    check_script("../m/model.tra:type=ctmc", "/from/here/../m/model.tra:type=ctmc");
    check_script("m.mtx", "/from/here/m.mtx");
    check_script("/m.mtx", "/m.mtx");
}

static void test_unwritable(void **state)
{
    struct result_problem problem = {.source = (char *)"a", .label = (char *)"b"};
    assert_int_equal(
        live_script(scratch_path("none/live.lua"), "", &default_settings, 1, &problem, 0, NULL),
        ERROR_IO);
    assert_non_null(strstr(fail_message(), "none/live.lua"));
}

/* Live cases in a comparison */

enum { ROUNDS = 8, MOST_ROUNDS = 40 };

/* The case of the files has too few samples to be judged; the live ones have rounds whose level
 * doubles by chance. bad: in that round the base is 6 % slow; rounds: in none. */
static void make_rounds(struct results file[NSIDES], struct results live[NSIDES], double slow,
                        double noise, uint64_t rounds, uint64_t bad)
{
    double level[MOST_ROUNDS];
    for (uint64_t r = 0; r < rounds; r++) level[r] = 1e-3 * (1 + draw_unit());
    for (int side = 0; side < NSIDES; side++) {
        double factor = side == FRESH ? slow : 1;
        handmade_begin(&file[side], "made");
        handmade_variant(&file[side], "jacobi", "msr", "seq");
        handmade_run(&file[side], handmade_problem(&file[side], "a", 10, 20), 0, CASE_OK, 1e-3, 3);
        handmade_begin(&live[side], "live");
        handmade_variant(&live[side], "jacobi", "msr", "seq");
        handmade_problem(&live[side], "a", 10, 20);
        for (uint64_t r = 0; r < rounds; r++) {
            const double solve = factor * level[r] * (side == BASE && r == bad ? 1.06 : 1);
            struct result_run *run =
                handmade_run(&live[side], 0, 0, CASE_OK, solve, 12 + r % 8 + (size_t)side);
            run->process = r;
            run->started = (double)(2 * r + (uint64_t)side);
            for (uint64_t k = 0; k < run->sample_count; k++)
                live[side].samples[run->sample_offset + k].host = solve * (1 + noise * draw_unit());
        }
    }
}

static void make(struct results file[NSIDES], struct results live[NSIDES], double slow,
                 double noise)
{
    make_rounds(file, live, slow, noise, ROUNDS, ROUNDS);
}

static void free_all(struct results file[NSIDES], struct results live[NSIDES])
{
    for (int side = 0; side < NSIDES; side++) {
        results_free(&file[side]);
        results_free(&live[side]);
    }
}

static void judge(double slow, enum judgement expected)
{
    struct results file[NSIDES], live[NSIDES];
    struct comparison c;
    make(file, live, slow, 0.004);
    const struct compare_request before = {.margin = 0.01}, after = {.margin = 0.01, .live = live};
    assert_int_equal(compare_results(&file[BASE], &file[FRESH], &before, &c), OK);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    assert_int_equal(c.cases[0].live, 0);
    comparison_free(&c);
    assert_int_equal(compare_results(&file[BASE], &file[FRESH], &after, &c), OK);
    assert_int_equal(c.count, 1);
    assert_int_equal(c.cases[0].live, ROUNDS);
    assert_string_equal(c.cases[0].note, "live, 8 rounds");
    if (c.cases[0].judgement != expected)
        fail_msg("%g: %s (%g, %g)", slow, judgement_names[c.cases[0].judgement],
                 c.cases[0].ratio.low, c.cases[0].ratio.high);
    assert_true(fabs(c.cases[0].ratio.ratio / slow - 1) < 0.005);
    comparison_free(&c);
    free_all(file, live);
}

/* Levels that double from round to round hide nothing, for both sides have them. */
static void test_verdicts(void **state)
{
    for (int trial = 0; trial < 10; trial++) {
        judge(1.03, JUDGED_SLOWER);
        judge(1 / 1.03, JUDGED_FASTER);
        judge(1, JUDGED_SAME);
    }
}

/* With looks: one bad round of 6 or 12 hides 3 %, one of 27 does not. */
static void test_looks(void **state)
{
    static const struct {
        double slow;
        uint64_t rounds;
        enum judgement expected;
    } cases[] = {{1.03, 6, JUDGED_UNCLEAR},     {1.03, 12, JUDGED_UNCLEAR},
                 {1.03, 27, JUDGED_SLOWER},     {1.03, 31, JUDGED_SLOWER},
                 {1 / 1.03, 27, JUDGED_FASTER}, {1, 12, JUDGED_SAME}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct results file[NSIDES], live[NSIDES];
        struct comparison c;
        const struct compare_request request = {.margin = 0.01, .looks = true, .live = live};
        make_rounds(file, live, cases[k].slow, 0.004, cases[k].rounds, draw(cases[k].rounds));
        assert_int_equal(compare_results(&file[BASE], &file[FRESH], &request, &c), OK);
        assert_int_equal(c.cases[0].live, cases[k].rounds);
        if (c.cases[0].judgement != cases[k].expected)
            fail_msg("%g in %d rounds: %s (%g, %g), %g", cases[k].slow, (int)cases[k].rounds,
                     judgement_names[c.cases[0].judgement], c.cases[0].ratio.low,
                     c.cases[0].ratio.high, c.cases[0].rate);
        comparison_free(&c);
        free_all(file, live);
    }
}

/* No other case takes them. */
static void test_other_case(void **state)
{
    struct results file[NSIDES], live[NSIDES];
    struct comparison c;
    make(file, live, 1.03, 0.004);
    for (int side = 0; side < NSIDES; side++) live[side].problems[0].source[0] = 'b';
    const struct compare_request request = {.margin = 0.01, .live = live};
    assert_int_equal(compare_results(&file[BASE], &file[FRESH], &request, &c), OK);
    assert_int_equal(c.cases[0].judgement, JUDGED_UNCLEAR);
    assert_int_equal(c.cases[0].live, 0);
    comparison_free(&c);
    free_all(file, live);
}

/* Refusals before anything is measured */

static void refused(const struct live_request *request, enum status code, const char *part)
{
    struct results file[NSIDES], live[NSIDES];
    struct comparison c;
    struct live_comparison out;
    make(file, live, 1, 0.004);
    const struct results *const files[NSIDES] = {&file[BASE], &file[FRESH]};
    const struct compare_request plain = {.margin = 0.01};
    assert_int_equal(compare_results(&file[BASE], &file[FRESH], &plain, &c), OK);
    assert_int_equal(live_compare(&c, files, &plain, request, &out), code);
    if (!strstr(fail_message(), part)) fail_msg("'%s' names not '%s'", fail_message(), part);
    assert_null(strchr(fail_message(), '\n'));
    comparison_free(&c);
    free_all(file, live);
}

static void test_refusals(void **state)
{
    refused(
        &(struct live_request){
            .name = "--live", .program = {"/dev/null/no", "/bin/sh"}, .rounds = 6, .seconds = 1},
        ERROR_INPUT, "--live /dev/null/no: cannot run it: Not a directory");
    refused(
        &(struct live_request){
            .name = "--live", .program = {"/bin/sh", "/dev"}, .rounds = 6, .seconds = 1},
        ERROR_INPUT, "--live /dev: name a program, this is a folder");
    refused(
        &(struct live_request){
            .name = "--live", .program = {"/bin/sh", "/bin/sh"}, .rounds = 6, .seconds = 1},
        ERROR_ENVIRONMENT, "the files were measured on 'Example CPU 9000");
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_script),     cmocka_unit_test(test_unwritable),
        cmocka_unit_test(test_verdicts),   cmocka_unit_test(test_looks),
        cmocka_unit_test(test_other_case), cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("live", tests, scratch_create, scratch_remove);
}

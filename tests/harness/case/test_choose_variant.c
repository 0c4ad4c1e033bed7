/* Method auto: its choice can run, solves the problem, and is reported. Forecasts of sweeps are
 * near the truth if a probe reaches their end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/case.h"
#include "harness/case/choose_variant.h"
#include "harness/case/prove_case.h"
#include "tests/support/cmocka.h"

static const char *const sources[] = {"tandem:c=15",
                                      "tandem:c=7,property=2",
                                      "tandem:c=7,property=4",
                                      "cluster:n=4",
                                      "kanban:t=1",
                                      "fms:n=2",
                                      "polling:n=6",
                                      "polling:n=6,property=2",
                                      "herman:n=7",
                                      "herman:n=7,property=3",
                                      "brp:n=16,max=2",
                                      "embedded",
                                      "random_dd:n=300,density=0.1",
                                      "random_dd:n=2,density=0.9",
                                      "haddad_monmege:n=12",
                                      "identity:n=5"};

enum { SOURCES = sizeof sources / sizeof *sources };

static void parse(const char *layout, const char *place, struct variant *out)
{
    char name[64];
    snprintf(name, sizeof name, "auto/%s/f64/%s", layout, place);
    assert_ok(variant_parse(name, out));
}

static bool has_gpu(void)
{
    struct variant asked;
    parse("msr", "cuda", &asked);
    return asked.place->probe() == OK;
}

static void check_forecasts(const struct problem *problem, const struct variant *asked,
                            const struct built_layout *built)
{
    static const struct probing probing = {.relaxed = 8, .in_place = 8, .placed = 60, .seconds = 1};
    struct forecasts forecasts;
    assert_ok(forecasts_make(problem, asked, 1e-6, &probing, built, &forecasts));
    assert_true(forecasts.count > 3);
    for (size_t k = 0; k < forecasts.count; k++) {
        const struct way *way = &forecasts.way[k];
        const bool known = !isnan(way->forecast.iterations);
        assert_true(way->seconds > 0 && way->forecast.cost >= 0);
        assert_true(way->forecast.iterations >= 1 || !known);
        assert_true(isfinite(way->seconds) == (known && !*way->why_not));
        assert_true(k == 0 || way->seconds >= way[-1].seconds);
        assert_int_equal(variant_check(&way->variant) == OK, !*way->why_not);
    }
    forecasts_free(&forecasts);
}

static void check_choice(const struct problem *problem, const struct variant *asked)
{
    struct built_layout built = {0};
    struct choice choice;
    char *name;
    assert_ok(choose_variant(problem, asked, 1e-6, &built, &choice));
    const struct variant *chosen = &choice.variant;
    assert_false(chosen->method->chooses);
    assert_ok(variant_check(chosen));
    assert_true(chosen->layout == asked->layout || asked->layout->chooses);
    assert_ptr_equal(chosen->place, asked->place);
    assert_int_equal(chosen->order, asked->order);
    assert_true(chosen->options.epsilon == asked->options.epsilon);
    assert_ok(variant_name(chosen, &name));
    assert_non_null(strstr(choice.note, name));
    free(name);
    assert_int_equal(choice.uploaded, !asked->place->on_host);
    assert_int_equal(built.stored.layout != NULL, choice.uploaded);
    struct variant there = *asked;
    there.layout = chosen->layout;
    check_forecasts(problem, choice.uploaded ? &there : asked, &built);
    built_layout_free(&built);
}

static void check_solve(const struct problem *problem, const struct variant *asked)
{
    struct settings settings = DEFAULT_SETTINGS;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.epsilon = 1e-9;
    assert_ok(case_measure(problem, asked, &settings, 0, &result));
    if (result.run.status != CASE_OK || !(proven_error(&result.run) < 1e-5))
        fail_msg("%s: %s: error %g", problem->source, result.run.note, proven_error(&result.run));
    if (!problem->solved) assert_non_null(strstr(result.run.note, "auto: "));
    case_result_free(&result);
}

static void test_solves(void **state)
{
    static const char *const places_of[] = {"seq", "omp", "cuda"}, *const layouts_of[] = {
                                                                       "auto", "msr", "pattern"};
    (void)state;
    for (size_t k = 0; k < SOURCES; k++) {
        struct problem problem;
        const struct prove_settings proof = {.width = 1e-8, .seconds = 10};
        assert_ok(problem_open(sources[k], &problem));
        assert_ok(prove_problem(&problem, &proof));
        for (int p = 0; p < (has_gpu() ? 3 : 2); p++)
            for (int l = 0; l < 3; l++) {
                struct variant asked;
                parse(layouts_of[l], places_of[p], &asked);
                asked.options.epsilon = l ? 0 : 1e-10;
                if (!problem.solved) check_choice(&problem, &asked);
                check_solve(&problem, &asked);
            }
        problem_free(&problem);
    }
}

/* Many rows that are alike pay for another layout in a solve of few sweeps. */
static void test_layouts(void **state)
{
    static const struct {
        const char *source, *layout;
    } rows[] = {{"tandem:c=255", "auto"}, {"tandem:c=127", "msr"}, {"cluster:n=48", "msr"}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct problem problem;
        struct variant asked;
        struct choice choice;
        struct built_layout built = {0};
        assert_ok(problem_open(rows[k].source, &problem));
        parse("auto", "seq", &asked);
        assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
        if (strcmp(choice.variant.layout->name, rows[k].layout))
            fail_msg("%s: %s", rows[k].source, choice.note);
        problem_free(&problem);
    }
}

/* Builds as method auto does on a device; here also on the host. */
static void build_there(const struct problem *problem, const struct variant *asked,
                        struct built_layout *built)
{
    struct variant first = *asked;
    first.method = find_method("bicgstab");
    first.options = default_options(first.method, first.layout);
    assert_ok(build_layout(problem, &first, built));
    assert_ok(stored_upload(asked->place, &built->stored));
}

static void check_iterations(const struct problem *problem, const struct way *way)
{
    struct settings settings = DEFAULT_SETTINGS;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    assert_ok(case_measure(problem, &way->variant, &settings, 0, &result));
    const double took = (double)result.run.iterations;
    if (result.run.status != CASE_OK || !(took <= 3 * way->forecast.iterations) ||
        !(way->forecast.iterations <= 10 * took))
        fail_msg("%s: %s took %g iterations, foretold %g", problem->source,
                 way->variant.method->name, took, way->forecast.iterations);
    case_result_free(&result);
}

/* The sweeps of Gauss-Seidel and Jacobi on diagonally dominant systems, against those it takes. On
 * a device and in the layout there Gauss-Seidel is guessed. */
static void check_foretold(const char *place, bool there)
{
    static const struct probing probing = {
        .relaxed = 8, .in_place = 8, .placed = 60, .seconds = 1e3};
    for (int seed = 1; seed <= 20; seed++) {
        char source[100];
        struct problem problem;
        struct variant asked;
        struct forecasts forecasts;
        struct built_layout built = {0};
        snprintf(source, sizeof source, "random_dd:n=%d,density=0.1,dominance=%d,seed=%d",
                 60 + 20 * seed, 2 + seed % 3, seed);
        assert_ok(problem_open(source, &problem));
        parse("msr", place, &asked);
        if (there) build_there(&problem, &asked, &built);
        assert_ok(forecasts_make(&problem, &asked, 1e-6, &probing, &built, &forecasts));
        for (size_t k = 0; k < forecasts.count; k++)
            if (!there || forecasts.way[k].variant.method->sweep == SWEEP_AT_ONCE)
                check_iterations(&problem, &forecasts.way[k]);
        forecasts_free(&forecasts);
        built_layout_free(&built);
        problem_free(&problem);
    }
}

static void test_foretells(void **state)
{
    (void)state;
    check_foretold("seq", false);
    check_foretold("seq", true);
    check_foretold("omp", true);
}

static void test_foretells_on_a_gpu(void **state)
{
    (void)state;
    if (!has_gpu()) skip();
    check_foretold("cuda", true);
}

/* If no sweep shows when the change will fall, there is no forecast. */
static void test_unknown(void **state)
{
    static const char *const stands[] = {"tandem:c=255", "cluster:n=64"};
    static const struct probing probing = {.relaxed = 100, .in_place = 100, .seconds = 1e3};
    static const struct built_layout none;
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct problem problem;
        struct variant asked;
        struct forecasts forecasts;
        unsigned unknown = 0;
        assert_ok(problem_open(stands[k], &problem));
        parse("msr", "seq", &asked);
        assert_ok(forecasts_make(&problem, &asked, 1e-6, &probing, &none, &forecasts));
        for (size_t w = 0; w < forecasts.count; w++) {
            const struct way *way = &forecasts.way[w];
            if (way->forecast.method->task != TASK_SOLVE || !isnan(way->forecast.iterations))
                continue;
            assert_true(way->seconds == INFINITY && !*way->why_not);
            unknown++;
        }
        assert_true(unknown > 0);
        forecasts_free(&forecasts);
        problem_free(&problem);
    }
}

/* For bounded properties there is one method; graphs are refused. */
static void test_other_kinds(void **state)
{
    struct problem problem;
    struct variant asked;
    struct built_layout built = {0};
    struct choice choice;
    (void)state;
    parse("auto", "seq", &asked);
    assert_ok(problem_open("herman:n=5,property=4,steps=10", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
    assert_int_equal(choice.variant.method->task, TASK_STEPS);
    problem_free(&problem);
    assert_ok(problem_open("tandem:c=3,property=3,time=1", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &built, &choice));
    assert_int_equal(choice.variant.method->task, TASK_TIME);
    problem_free(&problem);
    assert_ok(problem_open("leader:n=2", &problem));
    struct settings settings = DEFAULT_SETTINGS;
    struct case_result result;
    assert_ok(case_measure(&problem, &asked, &settings, 0, &result));
    assert_int_equal(result.run.status, CASE_UNSUPPORTED);
    case_result_free(&result);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solves),
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_foretells),
        cmocka_unit_test(test_foretells_on_a_gpu),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_other_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Method auto: what it chooses can run, solves the problem, and is said. Forecasts of sweeps that a
 * probe can see to their end are near the truth. */
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
                                      "identity:n=5"};

enum { SOURCES = sizeof sources / sizeof *sources };

static void parse(const char *layout, const char *place, struct variant *out)
{
    char name[64];
    snprintf(name, sizeof name, "auto/%s/f64/%s", layout, place);
    assert_ok(variant_parse(name, out));
}

static void check_forecasts(const struct problem *problem, const struct variant *asked)
{
    static const struct probing probing = {.relaxed = 8, .in_place = 8, .seconds = 1};
    struct forecasts forecasts;
    assert_ok(forecasts_make(problem, asked, 1e-6, &probing, &forecasts));
    assert_true(forecasts.count > 3);
    for (size_t k = 0; k < forecasts.count; k++) {
        const struct way *way = &forecasts.way[k];
        assert_true(way->seconds > 0 && way->forecast.iterations >= 1 && way->forecast.cost > 0);
        assert_true(isfinite(way->seconds) == !*way->why_not);
        assert_true(k == 0 || way->seconds >= way[-1].seconds);
        assert_int_equal(variant_check(&way->variant) == OK, !*way->why_not);
    }
    forecasts_free(&forecasts);
}

static void check_choice(const struct problem *problem, const struct variant *asked)
{
    struct variant chosen;
    char note[200], *name;
    assert_ok(choose_variant(problem, asked, 1e-6, &chosen, note, sizeof note));
    assert_false(chosen.method->chooses);
    assert_ok(variant_check(&chosen));
    assert_true(chosen.layout == asked->layout || asked->layout->chooses);
    assert_ptr_equal(chosen.place, asked->place);
    assert_int_equal(chosen.order, asked->order);
    assert_true(chosen.options.epsilon == asked->options.epsilon);
    assert_ok(variant_name(&chosen, &name));
    assert_non_null(strstr(note, name));
    free(name);
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
    static const char *const places_of[] = {"seq", "omp"}, *const layouts_of[] = {"auto", "msr",
                                                                                  "pattern"};
    (void)state;
    for (size_t k = 0; k < SOURCES; k++) {
        struct problem problem;
        const struct prove_settings proof = {.width = 1e-8, .seconds = 10};
        assert_ok(problem_open(sources[k], &problem));
        assert_ok(prove_problem(&problem, &proof));
        for (int p = 0; p < 2; p++)
            for (int l = 0; l < 3; l++) {
                struct variant asked;
                parse(layouts_of[l], places_of[p], &asked);
                asked.options.epsilon = l ? 0 : 1e-10;
                if (!problem.solved) check_forecasts(&problem, &asked);
                if (!problem.solved) check_choice(&problem, &asked);
                check_solve(&problem, &asked);
            }
        problem_free(&problem);
    }
}

/* The sweeps of Gauss-Seidel and Jacobi on diagonally dominant systems, against those it takes. */
static void test_foretells(void **state)
{
    static const struct probing probing = {.relaxed = 8, .in_place = 8, .seconds = 1};
    (void)state;
    for (int seed = 1; seed <= 20; seed++) {
        char source[100];
        struct problem problem;
        struct variant asked;
        struct forecasts forecasts;
        snprintf(source, sizeof source, "random_dd:n=%d,density=0.1,dominance=%d,seed=%d",
                 60 + 20 * seed, 2 + seed % 3, seed);
        assert_ok(problem_open(source, &problem));
        parse("msr", "seq", &asked);
        assert_ok(forecasts_make(&problem, &asked, 1e-6, &probing, &forecasts));
        for (size_t k = 0; k < forecasts.count; k++) {
            const struct way *way = &forecasts.way[k];
            struct settings settings = DEFAULT_SETTINGS;
            struct case_result result;
            settings.warmup = 0;
            settings.min_samples = settings.max_samples = 1;
            assert_ok(case_measure(&problem, &way->variant, &settings, 0, &result));
            const double took = (double)result.run.iterations;
            if (result.run.status != CASE_OK || !(took <= 3 * way->forecast.iterations) ||
                !(way->forecast.iterations <= 10 * took))
                fail_msg("%s: %s took %g iterations, foretold %g", source,
                         way->variant.method->name, took, way->forecast.iterations);
            case_result_free(&result);
        }
        forecasts_free(&forecasts);
        problem_free(&problem);
    }
}

/* Of bounded properties there is one method; graphs are refused. */
static void test_other_kinds(void **state)
{
    struct problem problem;
    struct variant asked, chosen;
    char note[200];
    (void)state;
    parse("auto", "seq", &asked);
    assert_ok(problem_open("herman:n=5,property=4,steps=10", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &chosen, note, sizeof note));
    assert_int_equal(chosen.method->task, TASK_STEPS);
    problem_free(&problem);
    assert_ok(problem_open("tandem:c=3,property=3,time=1", &problem));
    assert_ok(choose_variant(&problem, &asked, 1e-6, &chosen, note, sizeof note));
    assert_int_equal(chosen.method->task, TASK_TIME);
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
        cmocka_unit_test(test_foretells),
        cmocka_unit_test(test_other_kinds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

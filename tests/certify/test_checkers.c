/* All checkers that can run here, on problems of thousands of rows: each proves nearly as much as
 * the host's, and always gives the same bits. tests/certify/test_linear and test_long_run check
 * that the bounds are true. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/double_checker.h"

/* A bound may be so many times the host's. */
static const double times_wider = 1.01;

enum { ANSWERS = 3 };

/* Bounds that a checker proves for a problem. */
struct result {
    double *drift, *scale, *slack; /* for weights, or for times */
    struct bound bound[ANSWERS];
    double *distance[ANSWERS], *low, *high;
    bool proves;
};

static double *new_numbers(size_t count)
{
    double *numbers;
    assert_ok(allocate_zeroed(count, sizeof *numbers, "numbers", &numbers));
    return numbers;
}

static void result_free(struct result *result)
{
    free(result->drift);
    free(result->scale);
    free(result->slack);
    free(result->low);
    free(result->high);
    for (int k = 0; k < ANSWERS; k++) free(result->distance[k]);
}

/* The reference answer, and what is off by 1e-12 and by 1e-6. */
static void find_answer(const struct problem *problem, int which, double *answer)
{
    static const double off[ANSWERS] = {0, 1e-12, 1e-6};
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++)
        answer[i] = problem->proof.x[i] * (1 + (i % 3 ? off[which] : -off[which]));
}

static void check_linear(const struct checker *by, const struct problem *problem,
                         struct result *out)
{
    const uint32_t n = problem->system.a.off.rows;
    double *answer = new_numbers(n);
    struct check_subject subject = prove_subject(problem);
    struct check check;
    subject.drift = out->drift = new_numbers(n);
    assert_ok(check_open(by, &subject, &check));
    assert_ok(by->weights(&check, problem->proof.v, out->drift, &out->proves));
    for (int k = 0; k < ANSWERS; k++) {
        find_answer(problem, k, answer);
        assert_ok(by->answer(&check, answer, &out->bound[k]));
    }
    check_close(&check);
    free(answer);
}

static void check_long_run(const struct checker *by, const struct problem *problem,
                           struct result *out)
{
    const uint32_t n = problem->system.a.off.rows, classes = problem->steady.nclasses;
    double *answer = new_numbers(n);
    out->scale = new_numbers(classes);
    out->slack = new_numbers(n);
    out->low = new_numbers(classes);
    out->high = new_numbers(classes);
    struct times times = {.scale = out->scale, .slack = out->slack};
    struct check_subject subject = prove_subject(problem);
    struct check check = {.by = by, .subject = subject};
    check.subject.times = &times;
    assert_ok(by->times(&check, problem->proof.v, &times));
    for (int k = 0; k < ANSWERS; k++) {
        out->distance[k] = new_numbers(classes);
        find_answer(problem, k, answer);
        assert_ok(by->long_run(&check, answer, out->distance[k]));
    }
    assert_ok(by->average(&check, problem->steady.weight,
                          problem->proof.w ? problem->proof.w : problem->proof.v, out->low,
                          out->high));
    check_close(&check);
    free(answer);
}

static void assert_close(const char *what, double bound, double of_host)
{
    if (bound > times_wider * of_host + 1e-300)
        fail_msg("%s: %.17g, and the host has %.17g", what, bound, of_host);
}

static void compare_linear(const struct problem *problem, const struct result *result,
                           const struct result *host)
{
    assert_true(result->proves && host->proves);
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++)
        assert_close("a drift", host->drift[i], result->drift[i]);
    for (int k = 0; k < ANSWERS; k++) {
        assert_close("below", result->bound[k].below, host->bound[k].below);
        assert_close("above", result->bound[k].above, host->bound[k].above);
    }
}

static void compare_long_run(const struct problem *problem, const struct result *result,
                             const struct result *host)
{
    for (uint32_t i = 0; i < problem->system.a.off.rows; i++)
        assert_true(fabs(result->slack[i] - host->slack[i]) <=
                    1e-15 * (fabs(host->slack[i]) + fabs(problem->system.a.diag[i])));
    for (uint32_t c = 0; c < problem->steady.nclasses; c++) {
        assert_close("a scale", result->scale[c], host->scale[c]);
        for (int k = 0; k < ANSWERS; k++)
            assert_close("a distance", result->distance[k][c], host->distance[k][c]);
        const double rounding = 1e-13 * (fabs(host->low[c]) + fabs(host->high[c]));
        if (!(host->low[c] <= host->high[c])) continue;
        assert_close("an average", result->high[c] - result->low[c],
                     host->high[c] - host->low[c] + rounding);
        assert_true(result->low[c] <= host->high[c] && host->low[c] <= result->high[c]);
    }
}

static void assert_same(const struct problem *problem, const struct result *a,
                        const struct result *b)
{
    const size_t n = problem->system.a.off.rows, c = problem->steady.nclasses;
    if (problem->kind != KIND_STEADY) {
        assert_memory_equal(a->drift, b->drift, n * sizeof *a->drift);
        assert_memory_equal(a->bound, b->bound, sizeof a->bound);
        return;
    }
    assert_memory_equal(a->slack, b->slack, n * sizeof *a->slack);
    assert_memory_equal(a->scale, b->scale, c * sizeof *a->scale);
    assert_memory_equal(a->low, b->low, c * sizeof *a->low);
    assert_memory_equal(a->high, b->high, c * sizeof *a->high);
    for (int k = 0; k < ANSWERS; k++)
        assert_memory_equal(a->distance[k], b->distance[k], c * sizeof *a->distance[k]);
}

/* Sums over what leaves a state, by 1 and by 3 threads of the host. */
static void assert_same_by_threads(const struct problem *problem, const struct result *host)
{
    struct result again = {0};
    team_always = true;
    omp_set_num_threads(3);
    check_long_run(checkers[0], problem, &again);
    team_always = false;
    const size_t n = problem->system.a.off.rows, c = problem->steady.nclasses;
    assert_memory_equal(host->slack, again.slack, n * sizeof *host->slack);
    assert_memory_equal(host->scale, again.scale, c * sizeof *host->scale);
    assert_memory_equal(host->low, again.low, c * sizeof *host->low);
    assert_memory_equal(host->high, again.high, c * sizeof *host->high);
    result_free(&again);
}

static void compare(const char *source)
{
    struct problem problem;
    const struct prove_settings settings = {.width = 1e-9, .seconds = 20};
    const struct checker *const *by = checkers_here();
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    assert_non_null(problem.proof.x);
    const bool steady = problem.kind == KIND_STEADY;
    struct result host = {0};
    omp_set_num_threads(1);
    (steady ? check_long_run : check_linear)(*by, &problem, &host);
    if (steady) assert_same_by_threads(&problem, &host);
    while (*++by) {
        struct result result = {0}, again = {0};
        (steady ? check_long_run : check_linear)(*by, &problem, &result);
        (steady ? check_long_run : check_linear)(*by, &problem, &again);
        (steady ? compare_long_run : compare_linear)(&problem, &result, &host);
        assert_same(&problem, &result, &again);
        printf("%s: %s proves as much as the host\n", source, (*by)->name);
        result_free(&result);
        result_free(&again);
    }
    result_free(&host);
    problem_free(&problem);
}

static void prove_as_much_as_the_host(void **state)
{
    static const char *const sources[] = {"random_dd:n=2000,density=0.05",
                                          "tandem:c=31",
                                          "tandem:c=63",
                                          "herman:n=9",
                                          "herman:n=11",
                                          "cluster:n=26",
                                          "polling:n=7",
                                          "brp:n=64,max=4",
                                          "kanban:t=2",
                                          "leader_sync:n=4,k=4",
                                          "embedded:max=4"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) compare(sources[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(prove_as_much_as_the_host)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The estimated error of answers against exact ones, from dense elimination, on chains that mix
 * fast and slowly. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/probe/error_estimate.h"
#include "problems/property.h"
#include "tests/support/cmocka.h"
#include "tests/support/dense.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/seed.h"

enum { CHAINS = 400, STATES = 40 };

static double relative(double from, double to)
{
    return from == to ? 0 : fabs(from - to) / fabs(to);
}

/* As error_estimate measures it; long-run answers are compared class by class, each with sum 1. */
static void normalise(const struct problem *p, double *x)
{
    double sum[MOST] = {0};
    for (uint32_t i = 0; p->kind == KIND_STEADY && i < p->system.a.off.rows; i++)
        sum[p->steady.class_of[i]] += x[i];
    for (uint32_t i = 0; p->kind == KIND_STEADY && i < p->system.a.off.rows; i++)
        x[i] /= sum[p->steady.class_of[i]];
}

static double true_error(const struct problem *p, const double *answer)
{
    double x[MOST], exact[MOST], apart = 0, size = 0;
    const uint32_t n = p->system.a.off.rows;
    memcpy(x, answer, n * sizeof *x);
    solve_directly(p, exact);
    normalise(p, x);
    for (uint32_t i = 0; i < n; i++) {
        apart = fmax(apart, fabs(x[i] - exact[i]));
        size = fmax(size, fabs(exact[i]));
    }
    double value = relative(problem_value(p, x), problem_value(p, exact));
    return fmax(size > 0 ? apart / size : 0, value);
}

/* Makes transitions between groups of states rare, by up to 10^-7, so that the chain mixes slowly.
 */
static void slow_down(struct chain *chain)
{
    struct csr *a = &chain->transitions;
    const uint32_t groups = 2 + (uint32_t)draw(3);
    const double rare = pow(10, -(double)draw(7001) / 1000);
    for (uint32_t i = 0; i < a->rows; i++) {
        const uint64_t begin = a->row[i], end = a->row[i + 1];
        for (uint64_t k = begin; k < end; k++)
            if (i % groups != a->col[k] % groups) a->val[k] *= rare;
        if (chain->type == CHAIN_DTMC) make_probabilities(a->val + begin, end - begin);
    }
}

/* Makes a problem from a random chain. Returns whether it has something to iterate. */
static bool make_problem(bool slow, struct problem *out)
{
    struct chain chain = random_chain(STATES);
    const uint64_t what = draw(3);
    double reward[STATES];
    struct property property = {.filter = FILTER_AVG};
    *out = (struct problem){0};
    if (slow) slow_down(&chain);
    for (int k = 0; k < STATES; k++) reward[k] = (double)draw(100);
    if (what) property.goal = "some";
    else property.steady = "some";
    if (what == 2) property.reward = reward;
    enum status status =
        what ? reduce_fixpoint(&chain, &property, out) : reduce_steady(&chain, &property, out);
    chain_free(&chain);
    if (status == OK && !out->solved && out->system.a.off.rows) return true;
    problem_free(out);
    return false;
}

/* Counts of answers that ended ok; of these: off by more than 100 epsilon; those of them without a
 * mark; the marked ones; and those of them that are off by less than epsilon. */
struct counts {
    size_t ok, far, missed, doubtful, false_alarms;
};

static void count(const struct problem *p, const struct measurement *m,
                  const struct result_run *run, struct counts *counts)
{
    const double error = true_error(p, m->answer), epsilon = m->settings->epsilon;
    counts->ok++;
    counts->far += error > 100 * epsilon;
    counts->missed += error > 100 * epsilon && !run->doubtful;
    counts->doubtful += run->doubtful;
    counts->false_alarms += run->doubtful && error < epsilon;
}

static void measure(const struct problem *p, const char *name, const struct settings *settings,
                    struct counts *counts)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    struct measurement m;
    struct case_result result;
    struct variant variant;
    assert_int_equal(variant_parse(name, &variant), OK);
    assert_int_equal(case_begin(p, &variant, settings, clock_now(), &m, &result), OK);
    while (!m.ended) assert_int_equal(case_block(&m, &one), OK);
    if (result.run.status == CASE_OK) count(p, &m, &result.run, counts);
    case_end(&m);
    case_result_free(&result);
}

static void add_counts(const struct counts *from, struct counts *to)
{
    to->ok += from->ok, to->far += from->far, to->missed += from->missed;
    to->doubtful += from->doubtful, to->false_alarms += from->false_alarms;
}

static struct counts measure_all(const char *name, bool slow)
{
    struct settings settings = default_settings;
    struct counts counts = {0};
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.max_iterations = 20000;
    for (int k = 0; k < CHAINS; k++) {
        struct problem p;
        if (!make_problem(slow, &p)) continue;
        measure(&p, name, &settings, &counts);
        problem_free(&p);
    }
    printf("%s %-26s ok %4zu, off by > 100 eps %3zu, missed %zu; doubtful %3zu, of them off by < "
           "eps %zu\n",
           slow ? "slow" : "fast", name, counts.ok, counts.far, counts.missed, counts.doubtful,
           counts.false_alarms);
    return counts;
}

/* At most one answer in 300 is far off and not marked, and at most one in a hundred is marked for
 * nothing. */
static void test_random_chains(void **state)
{
    static const char *const names[] = {"jacobi/msr/f64/seq", "jor[omega=0.9]/msr/f64/seq",
                                        "gauss_seidel/msr/f64/seq", "power/msr/f64/seq",
                                        "bicgstab/msr/f64/seq"};
    struct counts all = {0};
    for (size_t k = 0; k < 2 * sizeof names / sizeof *names; k++) {
        const struct counts counts = measure_all(names[k / 2], k % 2);
        add_counts(&counts, &all);
    }
    assert_true(all.far > 0 && all.missed * 300 <= all.ok && all.false_alarms * 100 <= all.ok);
}

/* Three states in a row, each of which goes on with s: from x = 0 both open ones change by s / 2 a
 * damped sweep. */
static void test_by_hand(void **state)
{
    static const double exits[] = {1, 1e-3, 1e-9};
    static uint64_t row[] = {0, 1, 2, 2};
    static uint32_t col[] = {1, 2};
    for (size_t k = 0; k < sizeof exits / sizeof *exits; k++) {
        double s = exits[k], off[] = {-1, -s}, diag[] = {1, s, 1}, b[] = {0, 0, 1}, estimate;
        const double x[] = {0, 0, 1}, right[] = {1, 1, 1};
        uint8_t initial[] = {1, 0, 0};
        const struct problem p = {
            .kind = KIND_FIXPOINT,
            .system = {.a = {.off = {.rows = 3, .nnz = 2, .row = row, .col = col, .val = off},
                             .diag = diag},
                       .b = b},
            .fixpoint = {.initial = initial, .filter = FILTER_AVG}};
        assert_int_equal(error_estimate(&p, right, &estimate), OK);
        assert_true(estimate == 0);
        assert_int_equal(error_estimate(&p, x, &estimate), OK);
        if (!(estimate > 0.5 && estimate < 1.5)) fail_msg("%g", estimate);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_by_hand),
                                       cmocka_unit_test(test_random_chains)};
    seed_begin();
    return cmocka_run_group_tests_name("error_estimate", tests, NULL, NULL);
}

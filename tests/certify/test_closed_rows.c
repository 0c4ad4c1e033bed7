/* The check of rows in closed form gives the same proofs as that of the same rows stored; small
 * ones are compared with exact arithmetic. */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/closed/herman.h"
#include "base/closed/tandem.h"
#include "base/memory.h"
#include "certify/checker.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

static const struct reading readings[] = {
    {0}, {.entry = 4 * DBL_EPSILON, .constant = DBL_EPSILON}, {.entry = 1e-3, .constant = 1e-3}};
enum { NREADINGS = sizeof readings / sizeof *readings };

/* The stored rows of a source, and the same in closed form alone. */
struct both {
    struct problem problem;
    const struct matrix *stored;
    struct matrix closed;
    uint64_t n;
    double *v, *answer;
};

static void open_both(const char *source, struct both *out)
{
    assert_ok(problem_open(source, &out->problem));
    out->stored = &out->problem.system.a;
    out->closed = (struct matrix){.closed = out->stored->closed};
    out->n = matrix_rows(out->stored);
    assert_ok(allocate(out->n, sizeof *out->v, "v", &out->v));
    assert_ok(allocate(out->n, sizeof *out->answer, "an answer", &out->answer));
    for (uint64_t i = 0; i < out->n; i++) {
        out->v[i] = closed_weight(&out->closed.closed, i);
        out->answer[i] = (1 + draw_unit()) / (double)out->n;
    }
    assert_false(matrix_is_stored(&out->closed));
}

static void free_both(struct both *both)
{
    problem_free(&both->problem);
    free(both->v);
    free(both->answer);
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-13 * fabs(b))) fail_msg("%.17g and %.17g", a, b);
}

/* The sums over rows are those of the stored ones, bit for bit; those of threads are added in any
 * order. */
static double long_run_is_equal(struct both *both, const struct reading *reading)
{
    double scale[2], kind_slack[TANDEM_KINDS], *slack, distance[2];
    const struct classes classes = {1, both->problem.steady.class_of}, one = {1, NULL};
    assert_ok(allocate(both->n, sizeof *slack, "slack", &slack));
    struct times stored = {.scale = &scale[0], .slack = slack},
                 closed = {.scale = &scale[1], .slack = kind_slack};
    assert_ok(certify_times(both->stored, reading, &classes, both->v, &stored));
    assert_ok(certify_times(&both->closed, reading, &one, NULL, &closed));
    assert_true(isfinite(scale[0]) && scale[0] == scale[1] && stored.longest == closed.longest &&
                stored.slack_share == closed.slack_share);
    for (uint64_t i = 0; i < both->n; i++)
        assert_true(slack[i] == kind_slack[closed_row_kind(&both->closed.closed, i)]);
    assert_ok(certify_long_run(both->stored, reading, &classes, both->v, &stored, both->answer,
                               &distance[0]));
    assert_ok(
        certify_long_run(&both->closed, reading, &one, NULL, &closed, both->answer, &distance[1]));
    assert_true(isfinite(distance[0]));
    near(distance[1], distance[0]);
    free(slack);
    return distance[0];
}

/* Sweeps of Gauss-Seidel, damped, until rounding is all that is left: then the slack of rows
 * counts. */
static void settle(struct both *both)
{
    enum { SWEEPS = 4000 };
    const struct csr *off = &both->stored->off;
    for (int sweep = 0; sweep < SWEEPS; sweep++)
        for (uint32_t i = 0; i < off->rows; i++) {
            double sum = 0;
            for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
                sum -= off->val[k] * both->answer[off->col[k]];
            both->answer[i] = 0.5 * (both->answer[i] + sum / both->stored->diag[i]);
        }
}

static void settled_answers_are_equal(void **state)
{
    const char *const sources[] = {"tandem:c=2", "tandem:c=3", "tandem:c=7", "tandem:c=8"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct both both;
        open_both(sources[k], &both);
        settle(&both);
        assert_true(long_run_is_equal(&both, &readings[0]) < 1e-14);
        free_both(&both);
    }
}

/* c = 255 and more take several windows of columns. */
static void long_runs_are_equal(void **state)
{
    const int sizes[] = {1, 2, 3, 8, 31, 255, 300};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char source[40];
        struct both both;
        snprintf(source, sizeof source, "tandem:c=%d", sizes[k]);
        open_both(source, &both);
        for (int r = 0; r < NREADINGS; r++) long_run_is_equal(&both, &readings[r]);
        free_both(&both);
    }
}

/* While one thread waits, the others come and take the next windows. */
static bool wait_a_little(void *with)
{
    usleep(10000);
    return true;
}

/* Each thread has one of the three windows, and no window has rows of all kinds. */
static void slacks_of_all_threads_count(void **state)
{
    enum { WINDOWS = 3, TIMES = 5 };
    double scale[2], kind_slack[TANDEM_KINDS], *slack;
    struct both both;
    open_both("tandem:c=300", &both);
    const struct classes classes = {1, both.problem.steady.class_of};
    assert_ok(allocate(both.n, sizeof *slack, "slack", &slack));
    struct times stored = {.scale = &scale[0], .slack = slack},
                 closed = {.scale = &scale[1], .slack = kind_slack};
    assert_ok(certify_times(both.stored, &readings[0], &classes, both.v, &stored));
    const int before = omp_get_max_threads();
    omp_set_num_threads(WINDOWS);
    for (int k = 0; k < TIMES; k++) {
        assert_ok(
            certify_closed_times(&both.closed.closed, &readings[0], wait_a_little, NULL, &closed));
        assert_true(scale[0] == scale[1]);
        for (uint64_t i = 0; i < both.n; i++)
            assert_true(slack[i] == kind_slack[closed_row_kind(&both.closed.closed, i)]);
    }
    omp_set_num_threads(before);
    free(slack);
    free_both(&both);
}

/* A vector that the rows refuse proves nothing: here they stand for so many numbers that no state
 * surely comes nearer. */
static void times_can_be_refused(void **state)
{
    struct both both;
    double scale, slack[TANDEM_KINDS], distance;
    const struct classes one = {1, NULL};
    const struct reading wide = {.entry = 0.5};
    struct times times = {.scale = &scale, .slack = slack};
    open_both("tandem:c=8", &both);
    assert_ok(certify_times(&both.closed, &wide, &one, NULL, &times));
    assert_true(isinf(scale));
    assert_ok(certify_long_run(&both.closed, &wide, &one, NULL, &times, both.answer, &distance));
    assert_true(isinf(distance));
    free_both(&both);
}

static bool end_at_once(void *with)
{
    return false;
}

static void a_check_that_is_ended_proves_nothing(void **state)
{
    double scale, slack[TANDEM_KINDS];
    const struct closed_rows closed = tandem_closed(8);
    struct times times = {.scale = &scale, .slack = slack};
    assert_ok(certify_closed_times(&closed, &readings[0], end_at_once, NULL, &times));
    assert_true(isinf(scale));
}

/* In herman, states with one token never change, so it is not a long run with one class. */
static void several_states_that_rest_are_refused(void **state)
{
    double scale, slack[HERMAN_KINDS];
    const struct classes one = {1, NULL};
    const struct matrix a = {.closed = herman_closed(5)};
    struct times times = {.scale = &scale, .slack = slack};
    assert_ok(certify_times(&a, &readings[0], &one, NULL, &times));
    assert_true(isinf(scale));
}

static void answers_are_equal(void **state)
{
    const char *const sources[] = {"herman:n=3", "herman:n=5", "herman:n=9,property=2"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct both both;
        open_both(sources[k], &both);
        double *drift[2];
        const double *b = both.problem.system.b;
        for (int r = 0; r < NREADINGS + 1; r++) {
            struct reading reading = readings[r % NREADINGS];
            reading.balanced = r > 0;
            for (int d = 0; d < 2; d++) assert_ok(allocate(both.n, 8, "drift", &drift[d]));
            assert_true(certify_weights(both.stored, &reading, both.v, drift[0]) ==
                        certify_weights(&both.closed, &reading, both.v, drift[1]));
            for (uint64_t i = 0; i < both.n; i++) assert_true(drift[0][i] == drift[1][i]);
            const struct bound stored =
                                   certify_answer(both.stored, &reading, b, drift[0], both.answer),
                               closed =
                                   certify_answer(&both.closed, &reading, b, drift[1], both.answer);
            assert_true(stored.below == closed.below && stored.above == closed.above);
            for (int d = 0; d < 2; d++) free(drift[d]);
        }
        free_both(&both);
    }
}

/* tandem, c = 1: six states. Answers from anywhere, in any rounding mode. */
static void bounds_hold(void **state)
{
    enum { N = 6, CASES = 400 };
    struct both both;
    struct exact exact;
    uint32_t class_of[N] = {0};
    double scale, slack[TANDEM_KINDS], distance;
    const struct classes one = {1, NULL};
    struct times times = {.scale = &scale, .slack = slack};
    unsigned long finite = 0, wrong = 0;
    open_both("tandem:c=1", &both);
    exact_init(&exact);
    assert_true(both.n == N && exact_long_run(&exact, both.stored, class_of, 0));
    for (int number = 0; number < small_cases(CASES); number++) {
        double answer[N];
        for (uint32_t i = 0; i < N; i++) answer[i] = mpq_get_d(exact.x[i]);
        small_change(answer, N, number % SMALL_CHANGES);
        rounding_begin((int)draw(ROUNDINGS));
        const enum status status = certify_times(&both.closed, &readings[0], &one, NULL, &times),
                          also = certify_long_run(&both.closed, &readings[0], &one, NULL, &times,
                                                  answer, &distance);
        rounding_end();
        assert_true(status == OK && also == OK && isfinite(scale) && !isnan(distance));
        mpq_t mass, sum, part;
        mpq_inits(mass, sum, part, NULL);
        for (uint32_t i = 0; isfinite(distance) && i < N; i++) {
            mpq_set_d(part, answer[i]);
            mpq_add(mass, mass, part);
        }
        for (uint32_t i = 0; isfinite(distance) && i < N; i++) {
            mpq_set_d(part, answer[i]);
            mpq_div(part, part, mass);
            exact_add_distance(sum, part, exact.x[i]);
        }
        finite += isfinite(distance) != 0;
        wrong += isfinite(distance) && !exact_within(sum, 0, 0, distance, 1);
        mpq_clears(mass, sum, part, NULL);
    }
    printf("%lu bounds, %lu below the true distance\n", finite, wrong);
    assert_true(wrong == 0 && finite > CASES / 4);
    exact_clear(&exact);
    free_both(&both);
}

/* The rounding mode of the caller is that of the thread that looks at the columns. */
static void times_have_the_same_bits(void **state)
{
    const struct closed_rows closed = tandem_closed(8);
    double scale[2], slack[2][TANDEM_KINDS];
    for (int mode = 0; mode < ROUNDINGS; mode++) {
        const int k = mode > 0;
        struct times times = {.scale = &scale[k], .slack = slack[k]};
        rounding_begin(mode);
        const enum status status = certify_closed_times(&closed, &readings[1], NULL, NULL, &times);
        rounding_end();
        assert_ok(status);
        assert_true(isfinite(scale[k]) && scale[k] == scale[0]);
        assert_memory_equal(slack[k], slack[0], sizeof slack[0]);
    }
}

static void no_memory_is_an_error(void **state)
{
    double scale, slack[TANDEM_KINDS];
    const struct classes one = {1, NULL};
    const struct matrix a = {.closed = tandem_closed(8)};
    struct times times = {.scale = &scale, .slack = slack};
    for (int k = 0; k < 5; k++) {
        const enum status status =
            refused_after(k, certify_times(&a, &readings[0], &one, NULL, &times));
        assert_int_equal(status, ERROR_HOST_MEMORY);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_runs_are_equal),
        cmocka_unit_test(slacks_of_all_threads_count),
        cmocka_unit_test(settled_answers_are_equal),
        cmocka_unit_test(times_can_be_refused),
        cmocka_unit_test(a_check_that_is_ended_proves_nothing),
        cmocka_unit_test(several_states_that_rest_are_refused),
        cmocka_unit_test(answers_are_equal),
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(times_have_the_same_bits),
        cmocka_unit_test(no_memory_is_an_error),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

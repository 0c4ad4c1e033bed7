/* Bounds on long runs against the exact ones: vectors from anywhere, several classes, periodic and
 * stiff ones, a diagonal that is anything. */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

#include "base/team.h"
#include "certify/checker.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/double_checker.h"
#include "tests/support/exact/exact.h"
#include "tests/support/seed.h"
#include "tests/support/exact/small.h"

static struct exact exact;
static const struct checker *by;
static struct check check; /* of the chain at hand */

/* Opens `check` for the chain, with what certify_times is to fill. */
static void begin_check(const struct matrix *a, const struct reading *reading,
                        const struct classes *classes, const double *v, struct times *times)
{
    const struct check_subject subject = {
        .a = a, .reading = *reading, .classes = *classes, .v = v, .times = times};
    check_close(&check);
    assert_ok(check_open(by, &subject, &check));
}

/* A chain with what is known of it. */
struct known {
    struct small s;
    uint32_t of[SMALL_MOST], n;
    struct classes classes;
    struct times times;
    double scale[SMALL_MOST], slack[SMALL_MOST];
    double v[SMALL_MOST];
    struct reading reading;
};

static void rounding_any(void)
{
    rounding_begin((int)draw(ROUNDINGS));
}

/* The time to the first state of each class, or about it. */
static void find_times(struct known *k)
{
    exact_set(&exact, &k->s.a, NULL);
    for (uint32_t i = 0; i < k->n; i++) {
        const bool rests = i == 0 || k->of[i] != k->of[i - 1];
        mpq_set_ui(exact.a[i][i], rests, 1);
        mpq_set_ui(exact.b[i], !rests, 1);
        for (uint32_t j = i + 1; j < k->n; j++) mpq_swap(exact.a[i][j], exact.a[j][i]);
    }
    for (uint32_t i = 0; i < k->n; i++)
        for (uint32_t j = 0; j < k->n; j++)
            if (j == i) continue;
            else if (mpq_sgn(exact.b[i]) == 0) mpq_set_ui(exact.a[i][j], 0, 1);
            else mpq_sub(exact.a[i][i], exact.a[i][i], exact.a[i][j]);
    assert_true(exact_solve(&exact));
    for (uint32_t i = 0; i < k->n; i++) k->v[i] = mpq_get_d(exact.x[i]);
}

static void draw_known(struct known *k, const struct reading *reading)
{
    k->reading = *reading;
    small_draw_classes(&k->s, k->of, &k->classes.count);
    k->n = k->s.a.off.rows;
    k->classes.of = k->of;
    k->times = (struct times){.scale = k->scale, .slack = k->slack};
    find_times(k);
    small_change(k->v, k->n, draw(2) ? 0 : (int)draw(SMALL_CHANGES));
    begin_check(&k->s.a, &k->reading, &k->classes, k->v, &k->times);
    rounding_any();
    const enum status status = by->times(&check, k->v, &k->times);
    rounding_end();
    assert_ok(status);
}

/* Returns whether low <= (sum over class c of weight x) / (sum of x) <= high; exact.x is the long
 * run. */
static bool has_average(const struct known *k, const double *weight, uint32_t c, double low,
                        double high)
{
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    for (uint32_t i = 0; i < k->n; i++) {
        if (k->of[i] != c) continue;
        mpq_set_d(term, weight[i]);
        mpq_mul(term, term, exact.x[i]);
        mpq_add(sum, sum, term);
    }
    const bool holds = exact_within(sum, 0, -low, high, 1);
    mpq_clears(sum, term, NULL);
    return holds;
}

/* |answer / mass - x| in class c, and whether it is at most `distance`. */
static bool is_near(const struct known *k, const double *answer, uint32_t c, double distance,
                    double *true_distance)
{
    mpq_t mass, sum, part;
    mpq_inits(mass, sum, part, NULL);
    for (uint32_t i = 0; i < k->n; i++) {
        if (k->of[i] != c) continue;
        mpq_set_d(part, answer[i]);
        mpq_add(mass, mass, part);
    }
    for (uint32_t i = 0; i < k->n && mpq_sgn(mass) > 0; i++) {
        if (k->of[i] != c) continue;
        mpq_set_d(part, answer[i]);
        mpq_div(part, part, mass);
        exact_add_distance(sum, part, exact.x[i]);
    }
    const bool holds = mpq_sgn(mass) > 0 && exact_within(sum, 0, 0, distance, 1);
    *true_distance = mpq_get_d(sum);
    mpq_clears(mass, sum, part, NULL);
    return holds;
}

struct counts {
    unsigned long answers, finite, wrong, narrow;
};

static void check_answers(const struct known *k, uint32_t c, struct counts *counts)
{
    for (int how = 0; how < SMALL_CHANGES; how++) {
        double answer[SMALL_MOST], distance[SMALL_MOST], truth;
        for (uint32_t i = 0; i < k->n; i++) answer[i] = mpq_get_d(exact.x[i]);
        small_change(answer, k->n, how);
        rounding_any();
        const enum status status = by->long_run(&check, answer, distance);
        rounding_end();
        assert_ok(status);
        counts->answers++;
        counts->wrong += isnan(distance[c]);
        if (!isfinite(distance[c])) continue;
        counts->finite++;
        counts->wrong += !is_near(k, answer, c, distance[c], &truth);
        counts->narrow += truth > 1e-9 && distance[c] <= 20 * truth;
    }
}

/* w with which the average is the same in each state: as exact_time has it, by one more solution.
 */
static void check_averages(const struct known *k, uint32_t c, struct counts *counts)
{
    double low[SMALL_MOST], high[SMALL_MOST], reward[SMALL_MOST], w[SMALL_MOST];
    for (int how = 0; how < SMALL_CHANGES; how++) {
        for (uint32_t i = 0; i < k->n; i++) {
            reward[i] = draw(2) ? draw_sign() * draw_decades(6) : (double)draw(2);
            w[i] = draw_sign() * draw_decades(12);
        }
        small_change(w, k->n, how);
        rounding_any();
        const enum status status = by->average(&check, reward, w, low, high);
        rounding_end();
        assert_ok(status);
        counts->answers++;
        counts->finite += isfinite(low[c]) && isfinite(high[c]);
        counts->wrong += !has_average(k, reward, c, low[c], high[c]);
    }
}

/* Each rate is off by the share that the reading allows. */
static void move_rates(struct known *k)
{
    for (uint64_t at = 0; at < k->s.a.off.nnz; at++) {
        const double share = k->reading.entry / 2 * (draw(2) ? draw_sign() : 2 * draw_unit() - 1);
        k->s.val[at] *= 1 + share;
    }
}

static void check_chains(int chains, const struct reading *reading, const char *what)
{
    struct counts answers = {0}, averages = {0};
    for (int number = 0; number < small_cases(chains); number++) {
        struct known k;
        team_always = number % 400 == 0;
        draw_known(&k, reading);
        struct known moved = k;
        moved.s.a.off.val = moved.s.val;
        if (reading->entry > 0) move_rates(&moved);
        for (uint32_t c = 0; c < k.classes.count; c++) {
            assert_true(exact_long_run(&exact, &moved.s.a, k.of, c));
            check_answers(&k, c, &answers);
            check_averages(&k, c, &averages);
        }
    }
    team_always = false;
    printf("%s: %lu answers, %lu with a bound, %lu of these within 20 times, %lu bounds below the "
           "true error; %lu averages, %lu with a bound, %lu wrong\n",
           what, answers.answers, answers.finite, answers.narrow, answers.wrong, averages.answers,
           averages.finite, averages.wrong);
    assert_int_equal(answers.wrong + averages.wrong, 0);
    assert_true(answers.finite > answers.answers / 4 && averages.finite > averages.answers / 2);
}

static void bounds_hold(void **state)
{
    check_chains(2500, &(struct reading){0}, "stored");
}

static void bounds_hold_for_the_model(void **state)
{
    check_chains(800, &(struct reading){.entry = 4 * DBL_EPSILON, .constant = DBL_EPSILON},
                 "moved by 1e-15");
    check_chains(800, &(struct reading){.entry = 1e-3, .constant = 1e-3}, "moved by 1e-3");
}

/* Two classes that are called one have no time from one to the other. */
static void classes_must_be_closed(void **state)
{
    struct small s;
    double dense[SMALL_MOST][SMALL_MOST] = {{1, -1}, {-1, 1}, {0, 0, 1, -1}, {0, 0, -1, 1}};
    double scale[1], slack[4], v[] = {0, 1, 0, 1}, distance[1], answer[] = {1, 1, 1, 1};
    const struct classes one = {1, (uint32_t[4]){0}};
    const struct reading stored = {0};
    struct times times = {.scale = scale, .slack = slack};
    small_set(&s, 4, dense);
    begin_check(&s.a, &stored, &one, v, &times);
    assert_ok(by->times(&check, v, &times));
    assert_ok(by->long_run(&check, answer, distance));
    assert_true(isinf(scale[0]) && isinf(distance[0]));
}

/* A class that has no row, and a state that never leaves. */
static void empty_and_single_classes(void **state)
{
    struct small s;
    double dense[SMALL_MOST][SMALL_MOST] = {{0}};
    double scale[2], slack[1], distance[2], low[2], high[2], v = 0, answer = 0.5, reward = 7;
    const struct classes two = {2, (uint32_t[1]){1}};
    const struct reading stored = {0};
    struct times times = {.scale = scale, .slack = slack};
    small_set(&s, 1, dense);
    begin_check(&s.a, &stored, &two, &v, &times);
    assert_ok(by->times(&check, &v, &times));
    assert_ok(by->long_run(&check, &answer, distance));
    assert_true(isinf(distance[0]) && distance[1] < 1e-300);
    assert_ok(by->average(&check, &reward, &v, low, high));
    assert_true(low[0] > high[0] && low[1] <= 7 && high[1] >= 7 && high[1] - low[1] < 1e-12);
}

/* State 0 leads to all others, and each of them to the one before. So each row begins in column 0,
 * and only the last entries of rows say which threads have work in a block of rows. */
static void threads_find_the_ends_of_rows(void **state)
{
    enum { N = 5000, THREADS = 3 };
    static uint64_t row[N + 1];
    static uint32_t col[2 * N], of[N];
    static double val[2 * N], diag[N], v[N], slack[N];
    double scale;
    const struct classes one = {1, of};
    const struct reading stored = {0};
    struct times times = {.scale = &scale, .slack = slack};
    uint64_t k = 0;
    for (uint32_t i = 0; i < N; i++) {
        row[i] = k;
        if (i > 0) col[k] = 0, val[k++] = -1;
        if (i < N - 1) col[k] = i + 1, val[k++] = -1;
        diag[i] = i == 0 ? N - 1 : 1;
        v[i] = i;
    }
    row[N] = k;
    const struct matrix a = {.off = {N, k, row, col, val}, .diag = diag};
    const int before = omp_get_max_threads();
    omp_set_num_threads(THREADS);
    team_always = true;
    begin_check(&a, &stored, &one, v, &times);
    assert_ok(by->times(&check, v, &times));
    check_close(&check);
    team_always = false;
    omp_set_num_threads(before);
    assert_true(isfinite(scale));
    for (uint32_t i = 0; i < N; i++) assert_true(slack[i] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold), cmocka_unit_test(bounds_hold_for_the_model),
        cmocka_unit_test(classes_must_be_closed), cmocka_unit_test(empty_and_single_classes),
        cmocka_unit_test(threads_find_the_ends_of_rows)};
    seed_begin();
    exact_init(&exact);
    int failed = 0;
    for (const struct checker *const *next = checkers_here(); *next; next++) {
        by = *next;
        printf("the checker is %s\n", by->name);
        failed += cmocka_run_group_tests(tests, NULL, NULL);
        check_close(&check);
    }
    exact_clear(&exact);
    return failed;
}

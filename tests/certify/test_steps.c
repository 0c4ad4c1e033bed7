/* Bounded properties against exact powers and a series of 300 digits. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "certify/check.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/seed.h"
#include "tests/support/exact/small.h"

static struct exact exact;

struct counts {
    unsigned long walks, finite, wrong;
    double widest;
};

/* Numbers for which those of a stand, each off by up to its share: rows that sum to 0, and those of
 * states that never stay to 1 but for their own. */
static void balance(const struct matrix *a, const struct walk_of_steps *walk)
{
    mpq_t sum;
    mpq_init(sum);
    for (uint32_t i = 0; i < a->off.rows; i++) {
        const uint64_t first = a->off.row[i], end = a->off.row[i + 1];
        const bool never_stays = walk->step * a->diag[i] == 1;
        if (first == end) continue;
        mpq_set_ui(sum, 0, 1);
        for (uint64_t k = first; k < end; k++) {
            mpq_t *entry = &exact.a[i][a->off.col[k]];
            mpq_set_d(exact.a[i][i], 1 + draw_sign() * draw_unit() * walk->reading.entry * 0.99);
            if (!never_stays) mpq_mul(*entry, *entry, exact.a[i][i]);
            mpq_sub(sum, sum, *entry);
        }
        for (uint64_t k = first; k < end && never_stays; k++)
            mpq_div(exact.a[i][a->off.col[k]], exact.a[i][a->off.col[k]], sum);
        mpq_set(exact.a[i][i], sum);
        if (never_stays) mpq_set_ui(exact.a[i][i], 1, 1);
    }
    mpq_clear(sum);
}

static void check_walk(const struct small *s, const double *x0, const struct walk_of_steps *walk,
                       struct counts *counts)
{
    double x[SMALL_MOST], radius, size = 0;
    const uint32_t n = s->a.off.rows;
    rounding_begin((int)draw(ROUNDINGS));
    const enum status status = certify_steps(&s->a, s->b, x0, walk, x, &radius);
    rounding_end();
    assert_ok(status);
    counts->walks++;
    if (!(radius < INFINITY)) return;
    exact_set(&exact, &s->a, s->b);
    if (walk->reading.balanced) balance(&s->a, walk);
    if (walk->steps) exact_steps(&exact, x0, walk->step, walk->steps);
    else exact_time(&exact, x0, walk->time);
    counts->finite++;
    for (uint32_t i = 0; i < n; i++) {
        counts->wrong += !exact_within(exact.x[i], x[i], radius, radius, 1);
        size = fmax(size, fmax(fabs(x[i]), fabs(x0[i])));
    }
    if (size > 0) counts->widest = fmax(counts->widest, radius / size);
}

static void print(const char *what, const struct counts *counts)
{
    printf("%s: %lu walks, %lu with a bound, %lu entries beyond it, largest radius %.3g of the "
           "largest entry\n",
           what, counts->walks, counts->finite, counts->wrong, counts->widest);
}

/* Generators: rows that sum to 0, some that rest; in rates of up to `decades` around 1. Returns the
 * fastest. */
static double draw_generator(struct small *s, double *x0, double decades)
{
    double dense[SMALL_MOST][SMALL_MOST] = {0}, fastest = 0;
    const uint32_t n = 1 + (uint32_t)draw(5);
    const bool rewards = draw(2);
    const double unit = draw_decades(6);
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0;
        for (uint32_t j = 0; j < n && draw(4) > 0; j++) {
            if (j == i || draw(2)) continue;
            dense[i][j] = -unit * draw_decades(decades);
            sum -= dense[i][j];
        }
        dense[i][i] = sum > 0 ? sum : 1;
        x0[i] = rewards ? draw_sign() * draw_decades(draw(2) ? 6 : 100) : (double)draw(2);
        s->b[i] = sum > 0 ? 0 : x0[i];
        if (sum > fastest) fastest = sum;
    }
    small_set(s, n, dense);
    return fastest;
}

static void times_are_bounded(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(600); k++) {
        struct small s;
        double x0[SMALL_MOST];
        const double fastest = draw_generator(&s, x0, k % 3 ? 1 : 12);
        const double step = fastest > 0 ? 1 / (1.02 * fastest) : 1;
        check_walk(&s, x0,
                   &(struct walk_of_steps){.step = step, .time = step * 7 * draw_decades(1)},
                   &counts);
    }
    print("time", &counts);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.finite == counts.walks && counts.widest < 1e-11);
}

/* Steps that are too long for the fastest rate make the iterates grow beyond what was counted. */
static void steps_that_are_too_long_prove_nothing(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(300); k++) {
        struct small s;
        double x0[SMALL_MOST];
        const double fastest = draw_generator(&s, x0, 1);
        const double step = (fastest > 0 ? 1 / fastest : 1) * (1 + 100 * draw_unit());
        check_walk(&s, x0, &(struct walk_of_steps){.step = step, .time = step * draw_decades(1)},
                   &counts);
    }
    print("long steps", &counts);
    assert_int_equal(counts.wrong, 0);
}

static void steps_are_bounded(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(1500); k++) {
        struct small s;
        double x0[SMALL_MOST];
        if (k % 3) draw_generator(&s, x0, 2);
        else small_draw(&s, k / 3 % (SMALL_KINDS - 1));
        for (uint32_t i = 0; i < s.a.off.rows && k % 3 == 0; i++)
            x0[i] = draw_sign() * draw_decades(3);
        check_walk(
            &s, x0,
            &(struct walk_of_steps){.step = draw(2) ? 1 : draw_unit(), .steps = 1 + draw(25)},
            &counts);
    }
    print("steps", &counts);
    assert_int_equal(counts.wrong, 0);
}

/* Rows of a DTMC whose sums are off from 1, and rates with a diagonal that is anything. */
static void balanced_rows_are_bounded(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(900); k++) {
        struct small s;
        double x0[SMALL_MOST];
        const double fastest = draw_generator(&s, x0, k % 3 ? 1 : 12);
        struct walk_of_steps walk = {.step = k % 2         ? 1
                                             : fastest > 0 ? 1 / (1.02 * fastest)
                                                           : 1,
                                     .reading = {.entry = 1e-9, .balanced = true}};
        for (uint32_t i = 0; i < s.a.off.rows; i++) {
            const uint64_t first = s.row[i], end = s.row[i + 1];
            if (first == end) continue;
            const bool stays = draw(2);
            const double by = s.diag[i] * (stays ? 2 : 1) * (1 + 9e-10 * (2 * draw_unit() - 1));
            for (uint64_t e = first; k % 2 && e < end; e++) s.val[e] /= by;
            s.diag[i] = k % 2 && !stays ? 1 : 0.4 * s.diag[i] / by;
        }
        if (k % 2) walk.steps = 1 + draw(25);
        else walk.time = walk.step * 7 * draw_decades(1);
        check_walk(&s, x0, &walk, &counts);
    }
    print("balanced", &counts);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.finite == counts.walks && counts.widest < 1e-6);
}

/* Chains without a negative number: amounts x0, and b in states that move or have no successor. */
static double draw_amounts(struct small *s, double *x0, bool drives)
{
    const double fastest = draw_generator(s, x0, draw(3) ? 1 : 6), size = draw_decades(3);
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        const bool moves = s->row[i] < s->row[i + 1], gains = drives && draw(2);
        x0[i] = fabs(x0[i]);
        if (!moves && !gains) s->b[i] = x0[i];
        if (!moves && gains) s->diag[i] = 0;
        if (gains) s->b[i] = size * draw_unit();
        if (draw(4) == 0 && moves) x0[i] = 0;
    }
    return fastest;
}

/* The same in plain doubles: each entry has a small relative error. */
static void plain_times_are_bounded(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(300); k++) {
        struct small s;
        double x0[SMALL_MOST], x[SMALL_MOST], v[SMALL_MOST], share;
        const double fastest = draw_amounts(&s, x0, k % 2);
        struct walk_of_steps walk = {.step = fastest > 0 ? (draw(2) ? 0.99 : 0.3) / fastest : 1,
                                     .reading.balanced = true};
        walk.time = (fastest > 0 ? 1 / fastest : 1) * (draw(20) ? 2 * draw_decades(1) : 200);
        rounding_begin((int)draw(ROUNDINGS));
        const enum status status = certify_plain_steps(&s.a, s.b, x0, &walk, 1e-9, x, v, &share);
        rounding_end();
        assert_ok(status);
        counts.walks++;
        if (!(share < INFINITY)) continue;
        counts.finite++;
        exact_set(&exact, &s.a, s.b);
        balance(&s.a, &walk);
        exact_time(&exact, x0, walk.time);
        for (uint32_t i = 0; i < s.a.off.rows; i++)
            counts.wrong += !exact_within(exact.x[i], x[i], share, share, v[i]);
        counts.widest = fmax(counts.widest, share);
    }
    print("plain time", &counts);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.finite == counts.walks && counts.widest < 1e-11);
}

/* Steps of an MDP whose states have one choice each, in readings that let entries be off. */
static void plain_choices_are_bounded(void **state)
{
    struct counts counts = {0};
    unsigned long shares = 0;
    for (int k = 0; k < small_cases(400); k++) {
        struct small s;
        uint32_t group[SMALL_MOST + 1];
        double x0[SMALL_MOST], x[SMALL_MOST], v[SMALL_MOST], share;
        const double fastest = draw_amounts(&s, x0, k % 2);
        struct walk_of_steps walk = {.step = 1, .steps = 1 + draw(30), .reading.balanced = true};
        if (k % 3) walk.reading.entry = 1e-13 * draw_decades(4);
        for (uint32_t i = 0; i <= s.a.off.rows; i++) group[i] = i;
        s.a.group = group, s.a.ngroups = s.a.off.rows;
        for (uint32_t i = 0; i < s.a.off.rows; i++) {
            const bool alone = s.row[i] == s.row[i + 1], stays = draw(2);
            const double by = stays ? fastest * (1.001 + draw_unit()) : s.diag[i];
            for (uint64_t e = s.row[i]; e < s.row[i + 1]; e++) s.val[e] /= by;
            if (!alone) s.diag[i] = stays ? 0.5 : 1;
            if (alone) s.diag[i] = s.diag[i] != 0;
            if (alone && s.diag[i] != 0) s.b[i] = x0[i];
        }
        rounding_begin((int)draw(ROUNDINGS));
        const enum status status = certify_plain_steps(&s.a, s.b, x0, &walk, 1e-3, x, v, &share);
        rounding_end();
        assert_ok(status);
        counts.walks++;
        if (!(share < INFINITY)) continue;
        counts.finite++;
        shares += walk.reading.entry > 0;
        exact_set(&exact, &s.a, s.b);
        balance(&s.a, &walk);
        exact_steps(&exact, x0, walk.step, walk.steps);
        for (uint32_t i = 0; i < s.a.off.rows; i++)
            counts.wrong += !exact_within(exact.x[i], x[i], share, share, v[i]);
        counts.widest = fmax(counts.widest, share);
    }
    print("plain choices", &counts);
    assert_int_equal(counts.wrong, 0);
    assert_true(10 * counts.finite > 9 * counts.walks && 2 * shares > counts.walks);
}

/* State 0 is left so slowly, beside states 1 and 2, that a step changes it by little more than its
 * rounding: no step may be left out. */
static void slow_changes_count(void **state)
{
    struct small s;
    double x[4], v[4], share;
    const double b[] = {0, 0, 0, 0}, x0[] = {1, 0, 1, 0};
    const struct walk_of_steps walk = {.step = 0.5, .time = 1000, .reading.balanced = true};
    small_set(&s, 4,
              (double[4][SMALL_MOST]){{3e-14, 0, 0, -3e-14}, {0, 1, -1}, {0, -1, 1}, {0, 0, 0, 1}});
    assert_ok(certify_plain_steps(&s.a, b, x0, &walk, 1e-9, x, v, &share));
    assert_true(fabs(x[0] - (1 - 3e-11)) <= share * v[0] && share * v[0] < 1e-11);
}

/* What has another sign, another reading, or too many steps for what is wanted, is not taken. */
static void plain_steps_refuse(void **state)
{
    struct small s;
    double x[2], v[2], share;
    const double zeros[] = {0, 0}, x0[] = {1, 0}, bad[] = {-1, 0}, none[] = {NAN, 0};
    const struct reading good = {.balanced = true};
    const struct {
        const double *b, *x0;
        struct walk_of_steps walk;
        double entry, wanted;
        bool taken;
    } row[] = {{zeros, x0, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-9, true},
               {zeros, x0, {.step = 0.5, .time = 9, .reading = good}, 1, 1e-9, false},
               {zeros, x0, {.step = 0.5, .time = 9}, -1, 1e-9, false},
               {zeros, x0, {.step = 0.5, .steps = 9, .reading = good}, -1, 1e-9, false},
               {zeros, x0, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-15, false},
               {zeros, x0, {.step = 0.5, .time = NAN, .reading = good}, -1, 1e-9, false},
               {zeros, x0, {.step = -1, .time = 9, .reading = good}, -1, 1e-9, false},
               {zeros, x0, {.step = 0.5, .time = 9, .reading = {1e-16, 0, true}}, -1, 1e-9, false},
               {bad, x0, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-9, false},
               {zeros, bad, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-9, false},
               {none, x0, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-9, false},
               {zeros, none, {.step = 0.5, .time = 9, .reading = good}, -1, 1e-9, false}};
    for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
        small_set(&s, 2, (double[2][SMALL_MOST]){{1, row[k].entry}, {-1, 1}});
        assert_ok(certify_plain_steps(&s.a, row[k].b, row[k].x0, &row[k].walk, row[k].wanted, x, v,
                                      &share));
        if (isfinite(share) != row[k].taken) fail_msg("row %zu: %g", k, share);
    }
}

/* A state that never stays has its successors' value, exactly where they agree. */
static void nothing_is_left_of_a_state_that_never_stays(void **state)
{
    struct small s;
    double x[3], radius, dense[SMALL_MOST][SMALL_MOST] = {{1, -0.7, -0.3}, {0, 1}, {0, 0, 1}};
    const double x0[] = {1e6, 0, 0};
    small_set(&s, 3, dense);
    memset(s.b, 0, sizeof s.b);
    assert_ok(certify_steps(&s.a, s.b, x0,
                            &(struct walk_of_steps){.step = 1,
                                                    .steps = 1,
                                                    .reading = {.entry = 1e-16, .balanced = true}},
                            x, &radius));
    assert_true(x[0] == 0 && radius == 0);
}

/* No rows, no time, and numbers that are none. */
static void edges(void **state)
{
    struct small s;
    double x = 9, x0 = 0.25, radius;
    const double bad[] = {NAN, INFINITY, -1, 1e300};
    small_set(&s, 0, (double[1][SMALL_MOST]){{0}});
    assert_ok(certify_steps(&s.a, NULL, &x0, &(struct walk_of_steps){.step = 1, .steps = 3}, &x,
                            &radius));
    assert_true(radius >= 0 && radius < 1e-300);
    small_set(&s, 1, (double[1][SMALL_MOST]){{2}});
    assert_ok(certify_steps(&s.a, NULL, &x0, &(struct walk_of_steps){.step = 0.25}, &x, &radius));
    assert_true(x == 0.25 && radius < 1e-13);
    for (int k = 0; k < 4; k++) {
        const struct walk_of_steps walk = {.step = 0.25, .time = bad[k]},
                                   step = {.step = bad[k], .steps = 2};
        assert_ok(certify_steps(&s.a, NULL, &x0, &walk, &x, &radius));
        assert_true(isinf(radius));
        assert_ok(certify_steps(&s.a, NULL, &bad[k],
                                &(struct walk_of_steps){.step = 0.25, .steps = 2}, &x, &radius));
        assert_true(isinf(radius) || k > 1);
        assert_ok(certify_steps(&s.a, NULL, &x0, &step, &x, &radius));
        assert_true(isinf(radius) || k > 1);
    }
}

static bool count_step(void *with)
{
    ++*(int *)with;
    return true;
}

/* Two states that are left at rate 1 are equally likely after 1000 units of time: most of the 2000
 * steps are not taken. Where b adds 1 at this rate, the value grows with the time, and all are. */
static void steps_that_change_nothing_end(void **state)
{
    struct small s;
    int steps = 0;
    double x[2], v[2], radius;
    const double none[] = {0, 0}, ones[] = {1, 1}, x0[] = {1, 0};
    struct walk_of_steps walk = {.step = 0.5, .time = 1000, .go_on = count_step, .with = &steps};
    small_set(&s, 2, (double[2][SMALL_MOST]){{1, -1}, {-1, 1}});
    assert_ok(certify_steps(&s.a, none, x0, &walk, x, &radius));
    assert_true(fabs(x[0] - 0.5) <= radius && fabs(x[1] - 0.5) <= radius && radius < 1e-12);
    assert_in_range(steps, 1, 100);
    steps = 0;
    assert_ok(certify_steps(&s.a, ones, x0, &walk, x, &radius));
    assert_true(fabs(x[0] - 1000.5) <= radius && fabs(x[1] - 1000.5) <= radius && radius < 1e-6);
    assert_true(steps > 2000);
    steps = 0;
    walk.reading.balanced = true;
    assert_ok(certify_plain_steps(&s.a, none, x0, &walk, 1e-9, x, v, &radius));
    assert_true(fabs(x[0] - 0.5) <= radius * v[0] && radius < 1e-10);
    assert_in_range(steps, 1, 100);
    steps = 0;
    assert_ok(certify_plain_steps(&s.a, ones, x0, &walk, 1e-9, x, v, &radius));
    assert_true(fabs(x[0] - 1000.5) <= radius * v[0] && radius < 1e-10);
    assert_true(steps > 2000);
}

/* The state that a fast rate leaves has its reward in the iterates before the first that counts. */
static void early_iterates_count(void **state)
{
    struct small s;
    double x[2], x0[] = {1e300, 0}, radius;
    const double b[] = {0, 0}, step = 1 / 1.02;
    small_set(&s, 2, (double[2][SMALL_MOST]){{1, -1}, {0, 1}});
    assert_ok(certify_steps(&s.a, b, x0, &(struct walk_of_steps){.step = step, .time = 1000}, x,
                            &radius));
    assert_true(fabs(x[0] - 1e300 * exp(-1000)) <= radius && radius < 1e289);
}

/* In u, of state 0, which is left at `rate`; state 1 stays as it is, and state 0 is led there at
 * the rate `to`. */
static double radius_of(double rate, double to, double x0, struct walk_of_steps walk)
{
    struct small s;
    double x[2], radius;
    const double b[] = {0, 1}, start[] = {x0, 1};
    small_set(&s, 2, (double[2][SMALL_MOST]){{rate, -to}, {0, 1}});
    assert_ok(certify_steps(&s.a, b, start, &walk, x, &radius));
    return radius / 0x1p-53;
}

static void assert_near(double x, double wanted)
{
    if (!(fabs(x - wanted) <= 1e-9 * wanted)) fail_msg("%.17g is not %.17g", x, wanted);
}

/* A step rounds its result; before the next, the radius grows as much as entries do. */
static void steps_round_results_alone(void **state)
{
    /* with a reading, no row is tried without rounding */
    const struct reading tiny = {.entry = 0x1p-1000};
    const struct walk_of_steps one = {.step = 0.5, .steps = 1, .reading = tiny},
                               two = {.step = 0.5, .steps = 2, .reading = tiny},
                               plain = {.step = 0.5, .steps = 2};
    const double least = DBL_MIN / 0x1p-53;
    assert_true(radius_of(1, 0, 1, plain) == 0); /* 1, 0.5, 0.25 */
    assert_near(radius_of(1, 0, 1, one), 1.01 * 0.5);
    assert_near(radius_of(1, 0, 1, two), 1.01 * (0.5 * 0.5 + 0.25));
    assert_near(radius_of(6, 0, 1, two), 1.01 * (2 * 2 + 4));
    assert_near(radius_of(1, 1, 1, two), 1.01 * (1 + 1));
    assert_near(radius_of(1, 0, 0x1p-1000, one), (4 + 0.5 * 10) * least);
    struct walk_of_steps balanced = two;
    balanced.reading.balanced = true;
    assert_near(radius_of(1, 1, 3, balanced), 1.01 * (2 + 1.5));
    balanced.step = 1.5;
    assert_near(radius_of(1, 1, 4, balanced), 1.01 * (2 * 0.5 + 1.75));
    struct walk_of_steps read = {.step = 1, .steps = 1, .reading = {.balanced = true}};
    read.reading.entry = 0.25 * 0x1p-53;
    assert_near(radius_of(0.5, 0.5, 3, read), 1.01 * 2 + 0.5 * 2 * 1.05 * 0.25);
}

/* A product that is 0 in doubles alone counts, beside another that is 0. */
static void what_underflows_counts(void **state)
{
    struct small s;
    double x[3], radius;
    const double x0[] = {0, 1e-100, 0};
    small_set(&s, 3, (double[3][SMALL_MOST]){{0, -1e-300, -1e-300}, {0, 1}, {0, 0, 1}});
    assert_ok(
        certify_steps(&s.a, x0, x0, &(struct walk_of_steps){.step = 1, .steps = 1}, x, &radius));
    assert_true(x[0] == 0 && radius > 0 && radius < 1e-300);
}

/* An entry of 0 moves nothing: then nothing is rounded. */
static void entries_of_zero_move_nothing(void **state)
{
    uint64_t row[] = {0, 1, 1};
    uint32_t col[] = {1};
    double val[] = {0}, diag[] = {1, 1}, x[2], radius;
    const double x0[] = {0, 3};
    const struct matrix a = {.off = {.rows = 2, .nnz = 1, .row = row, .col = col, .val = val},
                             .diag = diag};
    assert_ok(
        certify_steps(&a, x0, x0, &(struct walk_of_steps){.step = 1, .steps = 3}, x, &radius));
    assert_true(x[0] == 0 && x[1] == 3 && radius == 0);
}

/* Two weights, of which the second is 1e-30: its product with 1, and the sum, are rounded. */
static void times_count_their_weights(void **state)
{
    const struct walk_of_steps walk = {.step = 1, .time = 1e-30};
    assert_near(radius_of(1, 1, 1, walk), 1.01 * 1.01 + 2 * 1.1 * 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_round_results_alone),
        cmocka_unit_test(times_count_their_weights),
        cmocka_unit_test(what_underflows_counts),
        cmocka_unit_test(entries_of_zero_move_nothing),
        cmocka_unit_test(times_are_bounded),
        cmocka_unit_test(steps_that_are_too_long_prove_nothing),
        cmocka_unit_test(steps_are_bounded),
        cmocka_unit_test(early_iterates_count),
        cmocka_unit_test(plain_times_are_bounded),
        cmocka_unit_test(plain_choices_are_bounded),
        cmocka_unit_test(slow_changes_count),
        cmocka_unit_test(plain_steps_refuse),
        cmocka_unit_test(balanced_rows_are_bounded),
        cmocka_unit_test(nothing_is_left_of_a_state_that_never_stays),
        cmocka_unit_test(steps_that_change_nothing_end),
        cmocka_unit_test(edges)};
    seed_begin();
    exact_init(&exact);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    exact_clear(&exact);
    return failed;
}

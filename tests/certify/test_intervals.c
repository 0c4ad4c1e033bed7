/* Ends of the intervals of numbers, computed from their terms: terms that cancel, and losses of
 * many additions. Also distances of answers. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/team.h"
#include "certify/distance.h"
#include "certify/intervals.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

/* sum += a b */
static void add(mpq_t sum, double a, double b)
{
    mpq_t one, other;
    mpq_inits(one, other, NULL);
    mpq_set_d(one, a);
    mpq_set_d(other, b);
    mpq_mul(one, one, other);
    mpq_add(sum, sum, one);
    mpq_clears(one, other, NULL);
}

static void must_hold(const mpq_t x, double low, double high)
{
    if (!exact_within(x, 0, -low, high, 1))
        fail_msg("%.17g is not in [%.17g, %.17g]", mpq_get_d(x), low, high);
}

/* x and a b are as good as opposite, so that what rounds the product is all that is left. */
static void what_cancels_is_rounded_by_its_terms(void **state)
{
    mpq_t exact;
    mpq_init(exact);
    for (int k = 0; k < small_cases(4000); k++) {
        const double a = draw_sign() * draw_decades(30), b = draw_sign() * draw_decades(30),
                     x = -(a * b) * (1 + (double)draw(5) * DBL_EPSILON);
        rounding_begin(k % ROUNDINGS);
        const double low = certify_add_product(x, a, b, BELOW),
                     high = certify_add_product(x, a, b, ABOVE);
        rounding_end();
        mpq_set_d(exact, x);
        add(exact, a, b);
        must_hold(exact, low, high);
        assert_true(high - low <= 1e-15 * fabs(x) + 8 * DBL_MIN);
    }
    mpq_clear(exact);
}

/* A product that loses its last bit, or all of them, is rounded up. 1.5 + 2^-52, squared, has a
 * last bit of 2^-104. */
static void small_products_are_rounded_up(void **state)
{
    const double a = 1.5 + DBL_EPSILON, b = a * 0x1p-971, x = -(a * b);
    mpq_t exact;
    mpq_init(exact);
    assert_true(fabs(x) >= 0x1p-970 && fabs(x) < 0x1p-969);
    const double high = certify_add_product(x, a, b, ABOVE),
                 low = certify_add_product(-x, -a, b, BELOW);
    mpq_set_d(exact, x);
    add(exact, a, b);
    must_hold(exact, -INFINITY, high);
    must_hold(exact, -INFINITY, -low);
    assert_true(certify_add_product(0, 0x1p-600, 0x1p-600, ABOVE) > 0);
    assert_true(certify_add_product(0, 0x1p-600, -0x1p-600, BELOW) < 0);
    mpq_clear(exact);
}

static void entries_and_sizes_are_rounded_by_their_terms(void **state)
{
    mpq_t exact;
    mpq_init(exact);
    for (int k = 0; k < small_cases(4000); k++) {
        const double v = draw_decades(10), below = draw_decades(10), above = draw_decades(10),
                     x = below * v * (1 + (double)draw(5) * DBL_EPSILON);
        const struct bound bound = {below, above};
        rounding_begin(k % ROUNDINGS);
        const struct interval entry = certify_entry(x, &bound, v);
        const double least = least_size(1, &x, &(struct bound){below, 0}, &v);
        rounding_end();
        mpq_set_d(exact, x);
        add(exact, -below, v);
        must_hold(exact, entry.low, INFINITY);
        if (least > 0) must_hold(exact, least, INFINITY);
        mpq_set_d(exact, x);
        add(exact, above, v);
        must_hold(exact, -INFINITY, entry.high);
    }
    mpq_clear(exact);
}

/* Intervals so narrow, wide or small that the middle or the width has to be rounded. */
static void middles_hold_both_ends(void **state)
{
    enum { MANY = 5 };
    double low[MANY], high[MANY], middle[MANY], half[MANY];
    mpq_t end;
    mpq_init(end);
    for (int k = 0; k < small_cases(2000); k++) {
        for (int i = 0; i < MANY; i++) {
            low[i] = middle[i] = draw_sign() * draw_decades(i < 3 ? 5 : 150);
            high[i] = half[i] = i % 2 ? low[i] + fabs(low[i]) * (double)draw(9) * DBL_EPSILON
                                      : low[i] + draw_decades(5);
        }
        rounding_begin(k % ROUNDINGS);
        team_always = k % 2;
        certify_middles(MANY, middle, half);
        team_always = false;
        rounding_end();
        for (int i = 0; i < MANY; i++) {
            mpq_set_d(end, low[i]);
            if (!exact_within(end, middle[i], half[i], half[i], 1))
                fail_msg("%.17g is not %.17g +- %.17g", low[i], middle[i], half[i]);
            mpq_set_d(end, high[i]);
            if (!exact_within(end, middle[i], half[i], half[i], 1))
                fail_msg("%.17g is not %.17g +- %.17g", high[i], middle[i], half[i]);
            const double most = fmax(fabs(low[i]), fabs(high[i]));
            assert_true(half[i] <= 0.5001 * (high[i] - low[i]) + 3e-16 * most + DBL_MIN);
        }
    }
    mpq_clear(end);
    low[0] = high[0] = 3, low[1] = 3, high[1] = low[2] = high[2] = INFINITY;
    certify_middles(3, low, high);
    assert_true(low[0] == 3 && high[0] == 0 && low[1] == 3 && high[1] == INFINITY);
    assert_true(low[2] == INFINITY && high[2] == 0);
}

static void ends_that_are_no_numbers(void **state)
{
    assert_true(certify_add_product(3, 0, 7, BELOW) == 3 &&
                certify_add_product(3, 7, 0, ABOVE) == 3);
    assert_true(certify_add_product(INFINITY, 0, 7, BELOW) == INFINITY);
    assert_true(certify_add_product(INFINITY, 7, 0, BELOW) == INFINITY);
    assert_true(certify_add_product(3, INFINITY, 0, BELOW) == -INFINITY);
    assert_true(certify_add_product(3, 0, NAN, ABOVE) == INFINITY);
    assert_true(certify_add_product(3, -INFINITY, 2, BELOW) == -INFINITY);
    assert_true(certify_add_product(3, INFINITY, 2, ABOVE) == INFINITY);
    const struct interval entry = certify_entry(3, &(struct bound){INFINITY, INFINITY}, 0);
    assert_true(entry.low == -INFINITY && entry.high == INFINITY);
}

/* 1, and so many numbers each of which is lost when it is added to it, or counts twice. Without
 * what the additions may have lost the ends of the mean would not hold it. */
static void means_know_what_additions_lost(void **state)
{
    enum { COUNT = 1 << 17 };
    const double little[] = {0.49 * 0x1p-63, 0.51 * 0x1p-63};
    mpq_t exact, count;
    mpq_inits(exact, count, NULL);
    mpq_set_ui(count, COUNT, 1);
    for (int k = 0; k < 2; k++) {
        struct interval_sum sum = {0}, other = {0};
        mpq_set_ui(exact, 1, 1);
        interval_sum_add(&sum, (struct interval){1, 1}, 1);
        interval_sum_add(&other, (struct interval){-1, -1}, -1);
        for (int i = 1; i < COUNT; i++) {
            interval_sum_add(&sum, (struct interval){little[k], little[k]}, 1);
            interval_sum_add(&other, (struct interval){-little[k], -little[k]}, -1);
            add(exact, little[k], 1);
        }
        const struct interval total = interval_sum_total(&sum), same = interval_sum_total(&other);
        must_hold(exact, total.low, total.high);
        must_hold(exact, same.low, same.high);
        assert_true(total.high - total.low < 1e-12);
        mpq_div(exact, exact, count);
        const struct interval mean = interval_sum_mean(&sum);
        must_hold(exact, mean.low, mean.high);
        assert_true(mean.high - mean.low < 1e-12 / COUNT);
    }
    mpq_clears(exact, count, NULL);
}

/* The sign of a weight says which end is which. */
static void weights_below_one(void **state)
{
    struct interval_sum sum = {0};
    interval_sum_add(&sum, (struct interval){1, 2}, 0.5);
    interval_sum_add(&sum, (struct interval){8, 16}, -0.5);
    const struct interval total = interval_sum_total(&sum);
    assert_true(total.low <= -7.5 && total.low > -7.501);
    assert_true(total.high >= -3 && total.high < -2.999);
}

static void means_with_infinite_ends(void **state)
{
    struct interval_sum sum = {0};
    interval_sum_add(&sum, (struct interval){1, 2}, 1);
    interval_sum_add(&sum, (struct interval){3, INFINITY}, 1);
    const struct interval half = interval_sum_mean(&sum);
    assert_true(half.high == INFINITY && half.low <= 2);
    interval_sum_add(&sum, (struct interval){INFINITY, INFINITY}, 1);
    const struct interval whole = interval_sum_mean(&sum);
    assert_true(whole.low == INFINITY && whole.high == INFINITY);
    const struct interval none = interval_sum_total(&(struct interval_sum){0});
    assert_true(none.low == 0 && none.high == 0);
    const struct interval total = interval_sum_total(&sum);
    assert_true(total.low == -INFINITY && total.high == INFINITY);
}

static void shares_are_rounded_upwards(void **state)
{
    assert_true(certify_share(1, 3) > 1. / 3 && certify_share(1, 3) - 1. / 3 < 1e-16);
    assert_true(certify_share(3, 2) == 1.5 && isinf(certify_share(DBL_MAX, 0.5)));
    assert_true(certify_share(0, 0) == 0 && certify_share(-1, 1) == 0);
    assert_true(certify_share(1, 0) == INFINITY && certify_share(1, -0.0) == INFINITY);
    assert_true(certify_share(1, -1) == INFINITY && certify_share(1, NAN) == INFINITY);
}

static void what_two_intervals_have_in_common(void **state)
{
    const struct interval both = interval_meet((struct interval){1, 3}, (struct interval){2, 4}),
                          low = interval_meet((struct interval){NAN, 3}, (struct interval){2, NAN}),
                          none = interval_meet((struct interval){NAN, NAN},
                                               (struct interval){NAN, NAN});
    assert_true(both.low == 2 && both.high == 3 && low.low == 2 && low.high == 3);
    assert_true(isnan(none.low) && isnan(none.high));
}

static void the_largest_of_several(void **state)
{
    const double x[] = {-5, 2, 4}, v[] = {4, 1, 2};
    const struct bound bound = {0.5, 1};
    assert_true(least_size(3, x, &bound, v) == 2 && least_size(3, x, &bound, NULL) == 4);
    assert_true(least_size(3, x, &(struct bound){8, 1}, NULL) == 0);
    assert_true(largest_error(3, &bound, v) == 4 && largest_error(3, &bound, NULL) == 1);
    assert_true(largest_error(3, &(struct bound){3, 1}, v) == 12);
    assert_true(largest_error(3, &(struct bound){0, 0}, v) == 0);
    assert_true(largest_error(0, &bound, v) == 0);
}

/* Two entries with rewards 1 and 4; their mass is at most 16, and at least 4. */
static void averages_of_entries(void **state)
{
    struct entries_known known = {0};
    entries_known_add(&known, (struct interval){1, 8}, 1);
    entries_known_add(&known, (struct interval){3, 8}, 4);
    const struct interval exact = entries_known_average(&known, 0),
                          rough = entries_known_average(&known, 0.25);
    assert_true(exact.low == 13. / 16 && exact.high == 10);
    assert_true(rough.low == 0.75 * 13 / 16 && rough.high == 12.5);
    entries_known_add(&known, (struct interval){0, INFINITY}, 1);
    assert_true(isnan(entries_known_average(&known, 0).high));
    struct entries_known other = {0};
    entries_known_add(&other, (struct interval){0, 1}, 1);
    assert_true(isnan(entries_known_average(&other, 0).low));
    entries_known_add(&other, (struct interval){1, 1}, -1);
    assert_true(isnan(entries_known_average(&other, 0).low));
}

/* Numbers that are in thirds: ends are rounded outwards, however little. */
static void averages_of_entries_are_rounded(void **state)
{
    mpq_t mass, sum;
    mpq_inits(mass, sum, NULL);
    for (int k = 0; k < small_cases(1000); k++) {
        struct entries_known known = {0};
        mpq_set_ui(mass, 0, 1);
        mpq_set_ui(sum, 0, 1);
        for (int i = 0; i < 3; i++) {
            const double x = draw_decades(5), reward = draw_decades(5);
            entries_known_add(&known, (struct interval){x, x}, reward);
            add(mass, x, 1);
            add(sum, x, reward);
        }
        rounding_begin(k % ROUNDINGS);
        const struct interval average = entries_known_average(&known, 0);
        rounding_end();
        mpq_div(sum, sum, mass);
        must_hold(sum, average.low, average.high);
        assert_true(average.high - average.low <= 3e-15 * average.high);
    }
    mpq_clears(mass, sum, NULL);
}

/* An answer whose masses may cancel each other, in two entries of the same reward. */
enum { ENTRIES = 6 };
struct weighted {
    double x[ENTRIES], reward[ENTRIES];
};

static struct answer_sums draw_weighted(bool cancels, struct weighted *w)
{
    struct answer_sums of = {.most = -INFINITY, .least = INFINITY, .count = ENTRIES};
    const double greatest = draw_decades(5);
    for (int i = 0; i < ENTRIES; i++) {
        w->x[i] = draw_decades(4);
        w->reward[i] = i == 1 ? w->reward[0] : draw_sign() * greatest * draw_unit();
    }
    if (cancels) w->x[0] = draw_sign() * exp2((double)(draw(110))), w->x[1] = -w->x[0];
    for (int i = 0; i < ENTRIES; i++) {
        add_double(&of.mass, w->x[i]);
        add_product(&of.sum, w->reward[i], w->x[i]);
        of.most = fmax(of.most, w->reward[i]);
        of.least = fmin(of.least, w->reward[i]);
    }
    return of;
}

/* mean = that of the rewards, and what distance and share may move it by at most. */
static double mean_exactly(const struct weighted *w, const struct answer_sums *of, double distance,
                           double share, mpq_t mean)
{
    mpq_t mass;
    mpq_init(mass);
    mpq_set_ui(mean, 0, 1);
    for (int i = 0; i < ENTRIES; i++) add(mass, w->x[i], 1), add(mean, w->x[i], w->reward[i]);
    mpq_div(mean, mean, mass);
    mpq_clear(mass);
    return distance * (of->most - of->least) / 2 + share * fmax(fabs(of->most), fabs(of->least));
}

static void averages_of_answers_hold(void **state)
{
    mpq_t mean, end;
    mpq_inits(mean, end, NULL);
    for (int k = 0; k < small_cases(4000); k++) {
        struct weighted w;
        const bool cancels = draw(2);
        const double distance = draw(2) ? 0 : draw_unit() * 0.1,
                     share = draw(2) ? 0 : draw_unit() * 0.1;
        const struct answer_sums of = draw_weighted(cancels, &w);
        rounding_begin(k % ROUNDINGS);
        const struct interval got = certify_average_of_answer(&of, distance, share);
        rounding_end();
        const double most = of.most + share * fabs(of.most),
                     least = of.least - share * fabs(of.least),
                     moved = mean_exactly(&w, &of, distance, share, mean) * (1 - 1e-15),
                     size = fmax(fabs(of.most), fabs(of.least));
        for (int side = -1; side <= 1; side++) {
            mpq_set_d(end, side * moved);
            mpq_add(end, end, mean);
            const double about = mpq_get_d(end);
            if (about > least && about < most) must_hold(end, got.low, got.high);
        }
        assert_true(got.low >= least - 1e-15 * size && got.high <= most + 1e-15 * size);
        if (!cancels) assert_true(got.high - got.low <= 2 * moved + 4e-15 * size);
    }
    mpq_clears(mean, end, NULL);
}

static void averages_of_equal_rewards(void **state)
{
    const struct answer_sums one = {{1, 0, 1}, {3, 0, 3}, 3, 3, 1},
                             none = {{0, 0, 1}, {0, 0, 1}, 3, 1, 1};
    const struct interval exact = certify_average_of_answer(&one, 0.5, 0),
                          rough = certify_average_of_answer(&one, 0.5, 0.25),
                          unknown = certify_average_of_answer(&none, 0, 0),
                          far = certify_average_of_answer(&one, INFINITY, 0.25);
    assert_true(exact.low == 3 && exact.high == 3);
    assert_true(rough.low <= 2.25 && rough.low > 2.24 && rough.high >= 3.75 && rough.high < 3.76);
    assert_true(unknown.low == 1 && unknown.high == 3);
    assert_true(far.low == 2.25 && far.high == 3.75);
}

/* Nothing is left but what ten terms of each sum, and two more of the other, are rounded by. */
static void averages_count_all_their_terms(void **state)
{
    const double u2 = 0x1p-106, mass = 0x1p-40, size = 0x1p41, of_mass = 4 * 18 * 18 * u2,
                 of_sum = 4 * 20 * 20 * u2 * size;
    const struct answer_sums of = {{mass, 0, 1}, {0, 0, size}, 1, -1, 10};
    const struct interval got = certify_average_of_answer(&of, 0, 0);
    const double wanted = 1.05 * of_mass / mass / mass + of_sum / mass;
    assert_true(fabs(got.high / wanted - 1) < 1e-9 && fabs(got.low / wanted + 1) < 1e-9);
}

/* Distance and rounding of two equal answers, and of answers with one number. */
static void distances_of_equal_answers(void **state)
{
    const double two[] = {0.5, 0.5}, one = 1, zero = 0;
    const struct classes all = {1, NULL};
    double distance, rounding;
    assert_ok(distance_in_sum(2, &all, two, two, &distance, &rounding));
    assert_true(distance == rounding);
    assert_true(fabs(rounding / (4 * 8 * 68 * DBL_EPSILON) - 1) < 1e-13);
    const struct look look = distance_at_most(1, &one, &zero, NULL),
                      none = distance_at_most(1, &zero, &zero, &one);
    assert_true(look.distance > 1 && look.distance <= 1 + 2 * DBL_EPSILON);
    assert_true(look.size == 0 && look.weight == 1 && none.distance == 0 && none.weight == 1);
    assert_ok(distance_in_sum(1, &all, &zero, &one, &distance, &rounding));
    assert_true(isinf(distance));
}

/* sum = |answer / its mass - x / its mass| over the rows of a class. */
static void exact_apart(uint32_t n, const uint32_t *class_of, uint32_t class, const double *answer,
                        const double *x, mpq_t sum)
{
    mpq_t mass[2], one, other;
    mpq_inits(mass[0], mass[1], one, other, NULL);
    mpq_set_ui(sum, 0, 1);
    for (uint32_t i = 0; i < n; i++)
        if (class_of[i] == class) add(mass[0], answer[i], 1), add(mass[1], x[i], 1);
    for (uint32_t i = 0; i < n; i++) {
        if (class_of[i] != class) continue;
        mpq_set_d(one, answer[i]);
        mpq_div(one, one, mass[0]);
        mpq_set_d(other, x[i]);
        mpq_div(other, other, mass[1]);
        exact_add_distance(sum, one, other);
    }
    mpq_clears(mass[0], mass[1], one, other, NULL);
}

/* Answers that are off by any share, also by as little as rounding, and of any size. */
static void distances_hold(void **state)
{
    enum { ROWS = 200 };
    mpq_t exact;
    mpq_init(exact);
    for (int k = 0; k < small_cases(300); k++) {
        double x[ROWS], answer[ROWS], distance[2], rounding[2];
        uint32_t class_of[ROWS];
        const uint32_t n = 4 + (uint32_t)(draw(2) ? draw(ROWS - 3) : draw(8));
        const struct classes classes = {1 + (uint32_t)draw(2), class_of};
        const double share = draw(2) ? 1e-16 : draw_decades(9) * 1e-9, factor = draw_decades(20);
        for (uint32_t i = 0; i < n; i++) {
            class_of[i] = classes.count == 2 ? i % 2 : 0;
            x[i] = draw_decades(3);
            answer[i] = x[i] * (1 + draw_sign() * share);
        }
        const struct look look = distance_at_most(n, answer, x, NULL);
        for (uint32_t i = 0; i < n; i++) {
            mpq_t one, other;
            mpq_inits(one, other, NULL);
            mpq_set_d(one, x[i]);
            mpq_set_d(other, answer[i]);
            mpq_set_ui(exact, 0, 1);
            exact_add_distance(exact, one, other);
            must_hold(exact, 0, look.distance);
            mpq_clears(one, other, NULL);
            answer[i] *= factor;
        }
        assert_ok(distance_in_sum(n, &classes, answer, x, distance, rounding));
        for (uint32_t c = 0; c < classes.count; c++) {
            exact_apart(n, class_of, c, answer, x, exact);
            must_hold(exact, 0, distance[c]);
            assert_true(rounding[c] < 1e-11);
        }
    }
    mpq_clear(exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_cancels_is_rounded_by_its_terms),
        cmocka_unit_test(small_products_are_rounded_up),
        cmocka_unit_test(weights_below_one),
        cmocka_unit_test(entries_and_sizes_are_rounded_by_their_terms),
        cmocka_unit_test(middles_hold_both_ends),
        cmocka_unit_test(ends_that_are_no_numbers),
        cmocka_unit_test(means_know_what_additions_lost),
        cmocka_unit_test(means_with_infinite_ends),
        cmocka_unit_test(distances_hold),
        cmocka_unit_test(shares_are_rounded_upwards),
        cmocka_unit_test(what_two_intervals_have_in_common),
        cmocka_unit_test(the_largest_of_several),
        cmocka_unit_test(averages_of_entries),
        cmocka_unit_test(averages_of_entries_are_rounded),
        cmocka_unit_test(averages_of_answers_hold),
        cmocka_unit_test(averages_of_equal_rewards),
        cmocka_unit_test(averages_count_all_their_terms),
        cmocka_unit_test(distances_of_equal_answers),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Ends of intervals that numbers have by their terms: what cancels, and what many additions lose.
 * And how far answers are apart. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

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
        const double low = certify_add_product(x, a, b, -1), high = certify_add_product(x, a, b, 1);
        rounding_end();
        mpq_set_d(exact, x);
        add(exact, a, b);
        must_hold(exact, low, high);
        assert_true(high - low <= 1e-15 * fabs(x) + 8 * DBL_MIN);
    }
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

static void ends_that_are_no_numbers(void **state)
{
    assert_true(certify_add_product(3, 0, 7, -1) == 3 && certify_add_product(3, 7, 0, 1) == 3);
    assert_true(certify_add_product(3, INFINITY, 0, -1) == -INFINITY);
    assert_true(certify_add_product(3, 0, NAN, 1) == INFINITY);
    assert_true(certify_add_product(3, -INFINITY, 2, -1) == -INFINITY);
    assert_true(certify_add_product(3, INFINITY, 2, 1) == INFINITY);
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
        cmocka_unit_test(entries_and_sizes_are_rounded_by_their_terms),
        cmocka_unit_test(ends_that_are_no_numbers),
        cmocka_unit_test(means_know_what_additions_lost),
        cmocka_unit_test(means_with_infinite_ends),
        cmocka_unit_test(distances_hold),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

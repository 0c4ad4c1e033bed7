/* Quantities for people. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/units.h"
#include "base/random.h"
#include "store/results.h"
#include "tests/support/cmocka.h"

static void seconds_have_three_digits(void **state)
{
    assert_string_equal(human_seconds(0.00123456).text, "1.23 ms");
    assert_string_equal(human_seconds(0.0456).text, "45.6 ms");
    assert_string_equal(human_seconds(4.56e-7).text, "456 ns");
    assert_string_equal(human_seconds(1e-12).text, "0.00 ns");
    assert_string_equal(human_seconds(7.5e-6).text, "7.50 µs");
    assert_string_equal(human_seconds(12345).text, "12345 s");
    assert_string_equal(human_seconds(0).text, "0 s");
    assert_string_equal(human_seconds(-0.002).text, "-2.00 ms");
    assert_string_equal(human_seconds(NAN).text, "-");
    assert_string_equal(human_seconds(INFINITY).text, "inf");
}

static void rounding_changes_the_prefix(void **state)
{
    assert_string_equal(human_seconds(0.00099951).text, "1.00 ms");
    assert_string_equal(human_seconds(0.00099949).text, "999 µs");
    assert_string_equal(human_seconds(0.99999).text, "1.00 s");
    assert_string_equal(human_seconds(0.0099999).text, "10.0 ms");
    assert_string_equal(human_bytes(999999).text, "1.00 MB");
}

static void bytes_and_counts(void **state)
{
    assert_string_equal(human_bytes(45600000).text, "45.6 MB");
    assert_string_equal(human_bytes(7).text, "7 B");
    assert_string_equal(human_bytes(0).text, "0 B");
    assert_string_equal(human_bytes(MISSING).text, "-");
    assert_string_equal(human_quantity(UNIT_ENERGY, 0.25).text, "250 mJ");
    assert_string_equal(human_quantity(UNIT_ENERGY, 1230).text, "1.23 kJ");
    assert_string_equal(human_count(33550336).text, "33,550,336");
    assert_string_equal(human_count(999).text, "999");
    assert_string_equal(human_count(1000).text, "1,000");
    assert_string_equal(human_count(0).text, "0");
    assert_string_equal(human_factor(1.2549).text, "1.25");
    assert_string_equal(human_factor(999.6).text, "1,000");
    assert_string_equal(human_factor(36049.5).text, "36,000");
    assert_string_equal(human_factor(NAN).text, "nan");
    assert_string_equal(human_factor_range(1.254, 1.1, 36049).text, "1.25 [1.1, 36,000]");
    assert_string_equal(human_factor_range(1.001, 1.0004, 1.0022).text, "1.001 [1.0004, 1.0022]");
    assert_string_equal(human_factor_range(1.3012, 1.3008, 1.3017).text, "1.301 [1.301, 1.302]");
    assert_string_equal(human_factor_range(1.08279, 1.07855, 1.08459).text, "1.083 [1.079, 1.085]");
    assert_string_equal(human_factor_range(2, 2, 2 + 1e-9).text, "2 [2, 2]");
    assert_string_equal(human_factor_range(2, 2, 2).text, "2 [2, 2]");
    assert_string_equal(human_count(MISSING).text, "-");
    assert_string_equal(human_count(MISSING - 1).text, "18,446,744,073,709,551,614");
}

static void plain_numbers(void **state)
{
    assert_string_equal(human_quantity(UNIT_NUMBER, 1.23456e-7).text, "1.235e-07");
    assert_string_equal(human_quantity(UNIT_NUMBER, -12000).text, "-12,000");
    assert_string_equal(human_quantity(UNIT_NUMBER, -123).text, "-123");
    assert_string_equal(human_quantity(UNIT_COUNT, 12.5).text, "12.5");
    assert_string_equal(human_quantity(UNIT_NUMBER, NAN).text, "-");
}

static void ranges_share_the_unit(void **state)
{
    assert_string_equal(human_range(UNIT_SECONDS, 0.001, 0.0009, 0.0011).text,
                        "1.00 ms [0.90, 1.10]");
    assert_string_equal(human_range(UNIT_SECONDS, 0.0123, 0.012, 0.1).text,
                        "12.3 ms [12.0, 100.0]");
    assert_string_equal(human_range(UNIT_SECONDS, 0.5, NAN, NAN).text, "500 ms");
    assert_string_equal(human_range(UNIT_COUNT, 1000, 900, 12000).text, "1,000 [900, 12,000]");
    assert_string_equal(human_range(UNIT_NUMBER, 0.0123, 0.0121, 0.0127).text,
                        "0.0123 [0.0121, 0.0127]");
    assert_string_equal(human_range(UNIT_NUMBER, 0.0123456, 0.01234551, 0.0123459).text,
                        "0.0123456 [0.0123455, 0.0123459]"); /* as many digits as are needed to
                                                                tell them apart */
}

/* The number written is never less than the proven bound. */
static void bounds_are_rounded_up(void **state)
{
    assert_string_equal(human_quantity(UNIT_BOUND, 1.21e-9).text, "1.3e-09");
    assert_string_equal(human_quantity(UNIT_BOUND, 9.91e-10).text, "1e-09");
    assert_string_equal(human_quantity(UNIT_BOUND, 0).text, "0");
    assert_string_equal(human_beyond(2.5e-9, 1e-9).text, "2.5e-09");
    assert_string_equal(human_beyond(1.00000004e-9, 1e-9).text, "1.00000004e-09");
    assert_string_equal(human_beyond(1.04e-9, 1e-9).text, "1.04e-09");
    assert_string_equal(human_beyond(9e-10, 1e-9).text, "9e-10");
    assert_string_equal(human_interval(0.25, 0.25).text, "0.25");
    assert_string_equal(human_interval(4095.82977165, 4095.82977166).text,
                        "4095.829771655 ± 5.1e-09");
    assert_string_equal(human_interval(-1, 1).text, "0 ± 1.1");
    assert_string_equal(human_interval(1, 0).text, "-");
    assert_string_equal(human_interval(NAN, 1).text, "-");
    assert_string_equal(human_interval(0, INFINITY).text, "[0, inf]");
    for (uint64_t i = 0; i < 20000; i++) {
        const double low = ldexp(random_unit(random_bits(7, 0, i)) - 0.5,
                                 (int)random_below(random_bits(7, 1, i), 2000) - 1000),
                     high = low + fabs(low) * ldexp(1, -(int)random_below(i, 60)),
                     shown = strtod(human_quantity(UNIT_BOUND, high).text, NULL);
        assert_true(shown >= high && shown <= high + fabs(high) * 0.11);
        char *end;
        const struct human interval = human_interval(low, high);
        const double middle = strtod(interval.text, &end);
        const char *half = strstr(end, "± ");
        const double radius = half ? strtod(half + strlen("± "), NULL) : 0;
        assert_true(middle - radius <= low && middle + radius >= high);
        assert_true(radius <= 0.6 * (high - low) + 1e-15 * fabs(low));
    }
}

static void ticks_are_short(void **state)
{
    assert_string_equal(human_tick(UNIT_SECONDS, 0.001).text, "1 ms");
    assert_string_equal(human_tick(UNIT_SECONDS, 0.5).text, "500 ms");
    assert_string_equal(human_tick(UNIT_SECONDS, 0).text, "0 s");
    assert_string_equal(human_tick(UNIT_SECONDS, 12.5).text, "12.5 s");
    assert_string_equal(human_tick(UNIT_SECONDS, 9999).text, "9,999 s");
    assert_string_equal(human_tick(UNIT_SECONDS, 20000).text, "20,000 s");
    assert_string_equal(human_tick(UNIT_NUMBER, 0.0001).text, "0.0001");
    assert_string_equal(human_tick(UNIT_COUNT, 20000).text, "20,000");
}

static void exact_numbers_read_back(void **state)
{
    const uint64_t seed = 20260304;
    print_message("seed %llu\n", (unsigned long long)seed);
    assert_string_equal(exact_number(0.1).text, "0.1");
    assert_string_equal(exact_number(0.1 + 0.2).text, "0.30000000000000004");
    for (uint64_t i = 0; i < 20000; i++) {
        double value = ldexp(random_unit(random_bits(seed, 0, i)) - 0.5,
                             (int)random_below(random_bits(seed, 1, i), 2000) - 1000);
        assert_true(strtod(exact_number(value).text, NULL) == value);
    }
}

/* Numbers of any bits: a text begins with one that is near, and ends with a unit where there is
 * one. */
static void any_number_is_shown(void **state)
{
    static const double odd[] = {1.7976931348623157e308,
                                 -1.7976931348623157e308,
                                 5e-324,
                                 9223372036854775807.0,
                                 -9223372036854775808.0,
                                 1e15,
                                 999999999999999.9,
                                 INFINITY,
                                 NAN,
                                 -0.0};
    enum { NODD = sizeof odd / sizeof *odd };
    for (uint64_t i = 0; i < 40000; i++) {
        uint64_t bits = random_bits(4711, 2, i);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (i < NODD) value = odd[i];
        for (int unit = 0; unit < NUNITS; unit++) {
            const struct human texts[] = {
                human_quantity((enum unit)unit, value), human_tick((enum unit)unit, value),
                human_range((enum unit)unit, value, -value, value), exact_number(value)};
            bool prefixed = unit < UNIT_COUNT;
            for (int k = 0; k < 4; k++)
                if (!*texts[k].text || strlen(texts[k].text) > 120)
                    fail_msg("%.17g: %s", value, texts[k].text);
            for (int k = 0; k < 2 && prefixed && isfinite(value); k++)
                assert_non_null(strchr(texts[k].text, ' '));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seconds_have_three_digits), cmocka_unit_test(rounding_changes_the_prefix),
        cmocka_unit_test(bytes_and_counts),          cmocka_unit_test(plain_numbers),
        cmocka_unit_test(bounds_are_rounded_up),     cmocka_unit_test(ranges_share_the_unit),
        cmocka_unit_test(ticks_are_short),           cmocka_unit_test(exact_numbers_read_back),
        cmocka_unit_test(any_number_is_shown),
    };
    return cmocka_run_group_tests_name("units", tests, NULL, NULL);
}

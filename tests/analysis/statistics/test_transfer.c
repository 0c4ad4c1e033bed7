/* Predictions against closed forms. */
#include "analysis/statistics/transfer.h"

#include <math.h>
#include <stdbool.h>

#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { POINTS = 9 };

/* A variant: iterations = factor * x^power, traffic = fixed + slope * x. */
struct side {
    double factor, power, fixed, slope, latency, bandwidth;
};

static double seconds(const struct side *s, double x)
{
    return s->factor * pow(x, s->power) * (s->latency + (s->fixed + s->slope * x) / s->bandwidth);
}

/* Points from `from` to `to`, even by logarithm. */
static void measure(const struct side *sides, double from, double to, struct transfer_point *out)
{
    for (int k = 0; k < POINTS; k++) {
        const double x = from * pow(to / from, k / (POINTS - 1.0));
        out[k].x = x;
        for (int j = 0; j < 2; j++)
            out[k].solve[j] = (struct transfer_solve){
                sides[j].factor * pow(x, sides[j].power), sides[j].fixed + sides[j].slope * x,
                seconds(&sides[j], x)};
    }
}

static struct transfer predict(const struct side *sides, const struct transfer_point *points,
                               double at, int below)
{
    const double bandwidth[] = {sides[0].bandwidth, sides[1].bandwidth};
    return transfer_predict(POINTS, points, bandwidth, (struct transfer_measured){at, at, below});
}

static void assert_close(double value, double wanted, double share)
{
    if (!(fabs(value - wanted) <= share * fabs(wanted)))
        fail_msg("%.17g, not %.17g", value, wanted);
}

/* 200 (1 us + (1000 + 80 x) B / 10 GB/s) = 50 (5 us + (3000 + 200 x) B / 10 GB/s) at x = 75 */
static const struct side by_bytes[2] = {{200, 0, 1000, 80, 1e-6, 1e10},
                                        {50, 0, 3000, 200, 5e-6, 1e10}};

static void closed_form(void **state)
{
    struct transfer_point points[POINTS];
    measure(by_bytes, 1, 1e4, points);
    const struct transfer out = predict(by_bytes, points, 75, 0);
    assert_int_equal(out.end, TRANSFER_PREDICTED);
    assert_close(out.at, 75, 1e-12);
    assert_close(out.latency[0], 1e-6, 1e-9);
    assert_close(out.latency[1], 5e-6, 1e-9);
}

/* One core against many: the same bytes and iterations, four times the bandwidth, 100 us more. */
static void latency_against_bandwidth(void **state)
{
    const struct side sides[2] = {{10, 0, 0, 100, 1e-7, 1e10}, {10, 0, 0, 100, 1e-4, 4e10}};
    struct transfer_point points[POINTS];
    measure(sides, 10, 1e6, points);
    const struct transfer out = predict(sides, points, 13000, 0);
    assert_int_equal(out.end, TRANSFER_PREDICTED);
    assert_close(out.at, (1e-4 - 1e-7) / (100 / 1e10 - 100 / 4e10), 1e-12);
}

/* Without traffic the iterations and latencies decide: 5 x^2 * 2 us = 3 * 300 us. */
static void latency_alone(void **state)
{
    const struct side sides[2] = {{5, 2, 0, 0, 2e-6, 1e9}, {3, 0, 0, 0, 3e-4, 1e9}};
    struct transfer_point points[POINTS];
    measure(sides, 0.5, 5e3, points);
    const struct transfer out = predict(sides, points, 9, 0);
    assert_int_equal(out.end, TRANSFER_PREDICTED);
    assert_close(out.at, sqrt(90), 1e-12);
}

static void refuses(void **state)
{
    struct side sides[2] = {by_bytes[0], by_bytes[1]};
    struct transfer_point points[POINTS];
    measure(sides, 1, 1e4, points);
    /* next to an end, beyond one, an interval that reaches one */
    assert_int_equal(predict(sides, points, 2, 0).end, TRANSFER_FEW_POINTS);
    assert_int_equal(predict(sides, points, 5000, 0).end, TRANSFER_FEW_POINTS);
    const double bandwidth[] = {1e10, 1e10};
    const struct transfer_measured wide = {0, 75, 0}, endless = {60, INFINITY, 0},
                                   none = {NAN, NAN, -1}, fine = {70, 80, 0};
    assert_int_equal(transfer_predict(POINTS, points, bandwidth, wide).end, TRANSFER_FEW_POINTS);
    assert_int_equal(transfer_predict(POINTS, points, bandwidth, endless).end,
                     TRANSFER_FEW_POINTS);
    assert_int_equal(transfer_predict(POINTS, points, bandwidth, fine).end, TRANSFER_PREDICTED);
    assert_close(transfer_predict(POINTS, points, bandwidth, none).at, 75, 1e-12);
    assert_int_equal(transfer_predict(1, points, bandwidth, none).end, TRANSFER_FEW_POINTS);
    assert_int_equal(transfer_predict(0, points, bandwidth, none).end, TRANSFER_FEW_POINTS);
    /* the measured one has the other variant below */
    assert_int_equal(predict(sides, points, 75, 1).end, TRANSFER_OTHER_WAY);
    assert_true(isnan(predict(sides, points, 75, 1).at));
    /* sweeps faster than copies */
    const double slow[] = {1e10, 1e8};
    const struct transfer negative = transfer_predict(POINTS, points, slow, fine);
    assert_int_equal(negative.end, TRANSFER_NEGATIVE);
    assert_true(negative.latency[0] > 0 && negative.latency[1] < 0 && isnan(negative.at));
    /* the one always ahead */
    sides[1].latency = 1e-9;
    measure(sides, 1, 1e4, points);
    assert_int_equal(predict(sides, points, 75, 0).end, TRANSFER_B_FASTER);
    sides[1].latency = 1;
    measure(sides, 1, 1e4, points);
    assert_int_equal(predict(sides, points, 75, 0).end, TRANSFER_A_FASTER);
}

static double between(double low, double high)
{
    return low * pow(high / low, draw_unit());
}

/* Machines and variants at random: where the closed form has a crossover, the prediction has it,
 * whatever was timed between the ends. */
static void finds_what_the_model_has(void **state)
{
    size_t found = 0, none = 0;
    for (int round = 0; round < 2000; round++) {
        struct side side[2];
        struct transfer_point points[POINTS];
        for (int j = 0; j < 2; j++)
            side[j] = (struct side){between(1, 1e3),  0,
                                    between(1, 1e5),  between(1, 1e3),
                                    between(1e-8, 1e-3), between(1e8, 1e12)};
        double fixed[2], slope[2];
        for (int j = 0; j < 2; j++) {
            fixed[j] = side[j].factor * (side[j].latency + side[j].fixed / side[j].bandwidth);
            slope[j] = side[j].factor * side[j].slope / side[j].bandwidth;
        }
        const double at = (fixed[0] - fixed[1]) / (slope[1] - slope[0]);
        measure(side, 1, 1e6, points);
        for (int k = 1; k < POINTS - 1; k++)
            for (int j = 0; j < 2; j++) points[k].solve[j].seconds *= between(0.01, 100);
        const struct transfer out = predict(side, points, NAN, -1);
        if (at > 1 && at < 1e6) {
            found++;
            assert_int_equal(out.end, TRANSFER_PREDICTED);
            assert_close(out.at, at, 1e-6);
            assert_int_equal(predict(side, points, NAN, fixed[0] > fixed[1]).end,
                             TRANSFER_PREDICTED);
        } else {
            none++;
            assert_true(isnan(out.at));
            const bool b = seconds(&side[0], 1) > seconds(&side[1], 1);
            assert_int_equal(out.end, b ? TRANSFER_B_FASTER : TRANSFER_A_FASTER);
        }
    }
    assert_true(found > 200 && none > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_form), cmocka_unit_test(latency_against_bandwidth),
        cmocka_unit_test(latency_alone), cmocka_unit_test(refuses),
        cmocka_unit_test(finds_what_the_model_has)};
    seed_begin();
    return cmocka_run_group_tests_name("transfer", tests, NULL, NULL);
}

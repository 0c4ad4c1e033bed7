#include <math.h>

#include "analysis/statistics/prediction.h"
#include "analysis/statistics/width_design.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_results.h"

static const struct design_bounds bounds = {2, 40, 6, 60};

static double log_uniform(double from, double to)
{
    return from * pow(to / from, (double)draw(1001) / 1000);
}

static struct design_noise draw_noise(void)
{
    struct design_noise noise = {.level = draw(5) ? pow(log_uniform(1e-3, 0.1), 2) : 0,
                                 .sample = draw(9) ? pow(log_uniform(1e-4, 0.1), 2) : 0,
                                 .start = draw(5) ? log_uniform(1e-3, 10) : 0,
                                 .solve = log_uniform(1e-5, 10),
                                 .freedom = (double)draw(60)};
    if (draw(2)) noise.done = 2, noise.within = noise.sample / (double)(6 + draw(30));
    return noise;
}

static double cost(const struct design_noise *noise, size_t processes, size_t samples)
{
    return (double)(processes - noise->done) * (noise->start + (double)samples * noise->solve);
}

/* By hand: two processes of variance 4e-4 + 1.2e-3 / 12 each, and 28 degrees of freedom elsewhere.
 */
static void test_known_width(void **state)
{
    const struct design_noise noise = {.level = 4e-4, .sample = 1.2e-3, .freedom = 28};
    const double reach = student_quantile(29) * sqrt(5e-4 / 2);
    assert_float_equal(design_width(&noise, 2, 12), expm1(reach), 1e-12);
    const struct design_noise alone = {.level = 4e-4, .sample = 1.2e-3};
    assert_true(isinf(design_width(&alone, 4, 12)));
    assert_true(isfinite(design_width(&alone, 5, 12)));
}

/* Property: the design has the wanted width, and none of all others of that width takes less. */
static void test_least_time(void **state)
{
    size_t reached = 0;
    for (int k = 0; k < 2000; k++) {
        const struct design_noise noise = draw_noise();
        const double wanted = log_uniform(1e-3, 0.2);
        const struct width_design found = design_find(&noise, &bounds, wanted);
        double least = INFINITY;
        for (size_t p = bounds.least_processes; p <= bounds.most_processes; p++)
            for (size_t n = bounds.least_samples; n <= bounds.most_samples; n++)
                if (design_width(&noise, p, n) <= wanted) least = fmin(least, cost(&noise, p, n));
        assert_true(found.processes >= bounds.least_processes &&
                    found.processes <= bounds.most_processes);
        assert_true(found.samples >= bounds.least_samples && found.samples <= bounds.most_samples);
        assert_true(found.seconds <= least * (1 + 1e-9));
        if (isinf(least)) continue;
        reached++;
        assert_true(found.width <= wanted * (1 + 1e-9));
        assert_float_equal(found.seconds, cost(&noise, found.processes, found.samples),
                           1e-9 * found.seconds);
    }
    assert_true(reached > 500 && reached < 1900);
}

/* Property: a narrower width, more noise and dearer starts never take less time. */
static void test_monotone(void **state)
{
    for (int k = 0; k < 2000; k++) {
        const struct design_noise noise = draw_noise();
        const double wanted = log_uniform(1e-3, 0.2), factor = log_uniform(1, 4);
        struct design_noise worse[4] = {noise, noise, noise, noise};
        worse[0].level *= factor;
        worse[1].sample *= factor, worse[1].within *= factor;
        worse[2].start *= factor;
        worse[3].freedom = floor(noise.freedom / factor);
        const struct width_design found = design_find(&noise, &bounds, wanted),
                                  narrower = design_find(&noise, &bounds, wanted / factor);
        if (narrower.width <= wanted / factor) assert_true(narrower.seconds >= found.seconds);
        for (int i = 0; i < 4; i++) {
            const struct width_design other = design_find(&worse[i], &bounds, wanted);
            if (other.width <= wanted) assert_true(other.seconds >= found.seconds * (1 - 1e-12));
        }
    }
}

/* Out of reach: the width comes to within a twentieth of the narrowest, and is said. */
static void test_out_of_reach(void **state)
{
    const struct design_noise noise = {
        .level = 1e-2, .sample = 1e-3, .start = 1, .solve = 1e-3, .freedom = 20};
    const struct width_design found = design_find(&noise, &bounds, 1e-4);
    const double narrowest = design_width(&noise, 40, 60);
    assert_true(found.width > 1e-4 && found.width <= 1.05 * narrowest * (1 + 1e-9));
    assert_true(found.samples < 60);
    const struct design_bounds few = {2, 3, 6, 60};
    const struct design_noise alone = {.level = 1e-4, .sample = 1e-4, .start = 1, .solve = 1};
    const struct width_design blind = design_find(&alone, &few, 0.1);
    assert_true(isinf(blind.width) && blind.processes == 3 && blind.samples == 6);
}

/* From processes with known medians: what samples explain is no part of the level. */
static void test_noise_of(void **state)
{
    const struct process_levels own = {.count = 3, .squares = 2 * 9e-4, .within = 1e-4};
    const struct level_variance none = {0}, same = {.variance = 8e-4, .freedom = 6, .seen = 12};
    struct design_noise noise = design_noise_of(&own, &none, 12);
    assert_float_equal(noise.level, 8e-4, 1e-15);
    assert_float_equal(noise.sample, 1.2e-3, 1e-15);
    assert_true(noise.freedom == 0 && noise.done == 3);
    noise = design_noise_of(&own, &same, 12);
    assert_float_equal(noise.level, 8e-4, 1e-15);
    assert_true(noise.freedom == 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_width), cmocka_unit_test(test_least_time),
        cmocka_unit_test(test_monotone),    cmocka_unit_test(test_out_of_reach),
        cmocka_unit_test(test_noise_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

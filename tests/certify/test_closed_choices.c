/* The check of choices in closed form, on the host and on a GPU where there is one: bounds of
 * random answers hold the value of each state, and are not much wider than need be; what states a
 * wrong number, or begins in a state that is not reached, proves nothing. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/closed/consensus.h"
#include "base/sparse/rows.h"
#include "certify/checker.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

static const struct size {
    uint64_t n, k;
} sizes[] = {{2, 1}, {2, 3}, {3, 1}};
enum { NSIZES = sizeof sizes / sizeof *sizes };

/* Those that can be used here: the first is the host's. */
static int usable;

static int count_usable(void **state)
{
    const struct matrix a = {.closed = consensus_closed(2, 1, 1)};
    const struct check_subject subject = {.a = &a};
    for (usable = 0; usable < checker_count; usable++) {
        struct check check;
        const enum status status = check_open(checkers[usable], &subject, &check);
        check_close(&check);
        if (status != OK) break;
    }
    return usable > 0 ? 0 : 1;
}

/* All checkers say the same, bit for bit. */
static bool weights_prove(const struct closed_rows *closed, double *drift)
{
    const struct matrix a = {.closed = *closed};
    bool proves = false;
    for (int k = 0; k < usable; k++) {
        struct check check = {.by = checkers[k], .subject.a = &a};
        double least = NAN;
        bool holds;
        assert_int_equal(check.by->closed_choices(&check, &least, &holds), OK);
        check_close(&check);
        if (k == 0) *drift = least, proves = holds;
        assert_memory_equal(&least, drift, sizeof least);
        assert_true(holds == proves);
    }
    return proves;
}

static struct bound distance_of(const struct closed_rows *closed, double drift,
                                const double *answer)
{
    const struct matrix a = {.closed = *closed};
    struct bound bound = {NAN, NAN};
    for (int k = 0; k < usable; k++) {
        struct check check = {.by = checkers[k], .subject.a = &a};
        struct bound found;
        assert_int_equal(check.by->closed_distance(&check, drift, answer, &found), OK);
        check_close(&check);
        if (k == 0) bound = found;
        assert_memory_equal(&found, &bound, sizeof bound);
    }
    return bound;
}

/* Iterates until nothing changes: the numbers are within 1e-9 of the values. */
static double *values_of(const struct closed_rows *closed)
{
    double *x = calloc(closed->n, sizeof *x), change = 1;
    assert_non_null(x);
    for (int sweep = 0; sweep < 200000 && change > 1e-14; sweep++) {
        change = 0;
        for (uint64_t i = 0; i < closed->n; i++) {
            const double next = closed_best(closed, i, x);
            change = fmax(change, fabs(next - x[i]) / fmax(1, fabs(next)));
            x[i] = next;
        }
    }
    assert_true(change <= 1e-14);
    return x;
}

/* Moves each state with choices by up to `by`, to both sides or to one. */
static void disturb(const struct closed_rows *closed, const double *value, double by, int side,
                    uint64_t stream, double *out)
{
    double *noise = random_vector(seed, stream, (uint32_t)closed->n);
    for (uint64_t i = 0; i < closed->n; i++) {
        struct closed_choice none[CLOSED_CHOICES];
        const double much = side == 0 ? noise[i] : side * fabs(noise[i]);
        out[i] = value[i] + (closed_choices(closed, i, none) ? by * much : 0);
    }
    free(noise);
}

static void bounds_hold(const struct closed_rows *closed, double drift, const double *value,
                        const double *answer, double by)
{
    const struct bound bound = distance_of(closed, drift, answer);
    assert_true(isfinite(bound.below) && isfinite(bound.above));
    assert_true(bound.below <= 4 * by + 1e-9 && bound.above <= 4 * by + 1e-9);
    for (uint64_t i = 0; i < closed->n; i++) {
        const double w = closed_choices_weight(closed, i);
        assert_true(answer[i] - bound.below * w <= value[i] + 1e-9);
        assert_true(value[i] <= answer[i] + bound.above * w + 1e-9);
    }
}

static void bounds_hold_the_values(void **state)
{
    static const double moves[] = {0, 1e-7, 1e-3, 0.5, 100};
    for (int k = 0; k < NSIZES; k++)
        for (uint64_t question = 1; question <= 4; question++) {
            const struct closed_rows closed = consensus_closed(sizes[k].n, sizes[k].k, question);
            double drift = 0, *value = values_of(&closed),
                   *answer = malloc(closed.n * sizeof *answer);
            assert_non_null(answer);
            assert_true(weights_prove(&closed, &drift));
            assert_true(drift <= 1 && drift > 1 - 1e-9);
            for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
                for (int side = -1; side <= 1; side++) {
                    disturb(&closed, value, moves[m], side, m, answer);
                    bounds_hold(&closed, drift, value, answer, moves[m]);
                }
            free(value);
            free(answer);
        }
}

/* One of the two ends is needed: an answer that is too large everywhere is not bounded from below
 * by less than it is off, nor one that is too small from above. */
static void bounds_are_no_narrower(void **state)
{
    const struct closed_rows closed = consensus_closed(2, 2, 3);
    double drift, *value = values_of(&closed), *answer = malloc(closed.n * sizeof *answer);
    assert_true(answer && weights_prove(&closed, &drift));
    for (int sign = -1; sign <= 1; sign += 2) {
        double most = 0;
        for (uint64_t i = 0; i < closed.n; i++) {
            const double w = closed_choices_weight(&closed, i);
            answer[i] = value[i] + 0.01 * sign * w;
            most = fmax(most, w);
        }
        const struct bound bound = distance_of(&closed, drift, answer);
        assert_true(most > 0 && (sign > 0 ? bound.below : bound.above) >= 0.01 * (1 - 1e-9));
    }
    free(value);
    free(answer);
}

static void wrong_numbers_prove_nothing(void **state)
{
    for (uint64_t question = 1; question <= 4; question++) {
        const struct closed_rows closed = consensus_closed(2, 1, question);
        double drift, *value = values_of(&closed);
        assert_true(weights_prove(&closed, &drift));
        for (uint64_t i = 0; i < closed.n; i++) {
            struct closed_choice none[CLOSED_CHOICES];
            const double right = value[i];
            const bool stated = !closed_choices(&closed, i, none);
            value[i] = stated ? nextafter(right, 2) : NAN;
            const struct bound bound = distance_of(&closed, drift, value);
            assert_true(isinf(bound.below + bound.above));
            value[i] = right;
        }
        free(value);
    }
}

static void a_start_that_is_not_reached_proves_nothing(void **state)
{
    struct closed_rows closed = consensus_closed(2, 2, 1);
    double drift;
    assert_true(weights_prove(&closed, &drift));
    for (uint64_t i = 0; i <= closed.n; i++) {
        closed.process.initial = i;
        const bool reached = i < closed.n && closed_is_reached(&closed, i);
        assert_true(weights_prove(&closed, &drift) == reached);
    }
}

/* With k = 0, which the generator refuses, a counter of n is near both ends, and choices leave the
 * states that are taken for reached ones. */
static void reached_states_that_are_left_prove_nothing(void **state)
{
    for (uint64_t question = 1; question <= 4; question++) {
        struct closed_rows closed = consensus_closed(2, 0, question);
        double drift;
        while (!closed_is_reached(&closed, closed.process.initial)) closed.process.initial++;
        assert_true(closed.process.initial < closed.n);
        assert_false(weights_prove(&closed, &drift));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold_the_values),
        cmocka_unit_test(bounds_are_no_narrower),
        cmocka_unit_test(wrong_numbers_prove_nothing),
        cmocka_unit_test(a_start_that_is_not_reached_proves_nothing),
        cmocka_unit_test(reached_states_that_are_left_prove_nothing),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, count_usable, NULL);
}

/* The sums of the check (certify/double_sums.h) against exact rational ones, with terms that are
 * chosen to break them: all terms cancel, they range from the smallest doubles to the largest, and
 * sums are merged from parts. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "certify/row_check.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST_TERMS = 400 };

/* A term of the sum: a (x + y), or a x. */
struct term {
    double a, x, y;
};

enum kind { SMALL, LARGE, DENORMAL, NEAR_LARGEST, ANY, KINDS };

/* 2 to the power of about `middle`. */
static double draw_number(double middle, double spread)
{
    return draw_sign() * exp2(middle + spread * (2 * draw_unit() - 1));
}

static double draw_factor(enum kind kind)
{
    switch (kind) {
    case SMALL: return draw_number(0, 20);
    case LARGE: return draw_number(498, 10); /* products of 1e300 */
    case DENORMAL: return draw_number(-520, 30);
    case NEAR_LARGEST: return draw_number(510, 2);
    default: return draw_number(0, 500);
    }
}

/* count terms; many are minus one before, or nearly. */
static void draw_terms(enum kind kind, uint32_t count, struct term *term)
{
    for (uint32_t k = 0; k < count; k++) {
        const bool flow = draw(2);
        term[k] = (struct term){draw_factor(kind), draw_factor(kind), flow ? draw_factor(kind) : 0};
        if (flow && draw(2)) term[k].y = -term[k].x * (1 + (double)draw(3) * DBL_EPSILON);
        if (k == 0 || draw(4) == 0) continue;
        term[k] = term[draw(k)];
        term[k].a = draw(3) ? -term[k].a : -nextafter(term[k].a, INFINITY);
    }
}

static void add_term(struct double_sum *sum, const struct term *term)
{
    if (term->y != 0) add_flow(sum, term->a, term->x, term->y);
    else if (term->a == 1) add_double(sum, term->x);
    else add_product(sum, term->a, term->x);
}

/* In up to five parts. */
static struct double_sum sum_of(const struct term *term, uint32_t count)
{
    struct double_sum part[5] = {{0, 0, 0}}, sum = {0, 0, 0};
    const uint32_t parts = 1 + draw(5);
    for (uint32_t k = 0; k < count; k++) add_term(&part[draw(parts)], &term[k]);
    for (uint32_t k = 0; k < parts; k++) add_double_sum(&sum, &part[k]);
    return sum;
}

/* sum = the terms, size = their sizes. */
static void sum_exactly(const struct term *term, uint32_t count, mpq_t sum, mpq_t size)
{
    mpq_t part, factor;
    mpq_inits(part, factor, NULL);
    mpq_set_ui(sum, 0, 1);
    mpq_set_ui(size, 0, 1);
    for (uint32_t k = 0; k < count; k++) {
        mpq_set_d(part, term[k].x);
        mpq_set_d(factor, term[k].y);
        mpq_add(part, part, factor);
        mpq_set_d(factor, term[k].a);
        mpq_mul(part, part, factor);
        mpq_add(sum, sum, part);
        mpq_abs(part, part);
        mpq_add(size, size, part);
    }
    mpq_clears(part, factor, NULL);
}

static bool lies_within(mpq_t x, double low, double high)
{
    mpq_t end;
    mpq_init(end);
    mpq_set_d(end, low);
    bool within = mpq_cmp(end, x) <= 0;
    mpq_set_d(end, high);
    within = within && mpq_cmp(end, x) >= 0;
    mpq_clear(end);
    return within;
}

struct counts {
    unsigned long sums, known, wrong;
    double closest; /* the largest true error, as a share of what is claimed */
};

static double error_of(const struct double_sum *sum, const mpq_t exact)
{
    mpq_t error, part;
    mpq_inits(error, part, NULL);
    mpq_set_d(part, sum->head);
    mpq_sub(error, exact, part);
    mpq_set_d(part, sum->tail);
    mpq_sub(error, error, part);
    const double size = fabs(mpq_get_d(error));
    mpq_clears(error, part, NULL);
    return size;
}

/* With terms that were off by a share of themselves, too. */
static void check_sum(const struct term *term, uint32_t count, double share, struct counts *counts)
{
    const struct double_sum sum = sum_of(term, count);
    const double error = double_sum_error(&sum, count, share);
    mpq_t exact, size, moved;
    counts->sums++;
    if (!isfinite(error)) return;
    counts->known++;
    mpq_inits(exact, size, moved, NULL);
    sum_exactly(term, count, exact, size);
    counts->closest = fmax(counts->closest, error_of(&sum, exact) / error);
    mpq_set_d(moved, draw(2) ? share : -share);
    mpq_mul(moved, moved, size);
    mpq_add(exact, exact, moved);
    const double low = double_sum_below(&sum, error), high = double_sum_above(&sum, error);
    counts->wrong += !lies_within(exact, low, high);
    mpq_set_d(moved, sum.size);
    mpq_add(moved, moved, moved); /* size is less than twice too small, but for underflow */
    counts->wrong += sum.size > 1e-290 && mpq_cmp(moved, size) < 0;
    mpq_clears(exact, size, moved, NULL);
}

static void sums_hold(void **state)
{
    static const double shares[] = {0, 0, 1e-16, 1e-3};
    static struct term term[MOST_TERMS];
    for (enum kind kind = 0; kind < KINDS; kind++) {
        struct counts counts = {0};
        for (int k = 0; k < small_cases(1500); k++) {
            const uint32_t count = draw(20) ? 1 + draw(12) : 1 + draw(MOST_TERMS);
            draw_terms(kind, count, term);
            check_sum(term, count, shares[draw(4)], &counts);
        }
        printf("kind %d: %lu sums, %lu with an error, %lu off by more; errors are at most %.3g of "
               "what is claimed\n",
               (int)kind, counts.sums, counts.known, counts.wrong, counts.closest);
        assert_int_equal(counts.wrong, 0);
        assert_true(counts.known > counts.sums / (kind == NEAR_LARGEST || kind == ANY ? 8 : 2));
    }
}

/* Products of two that nearly cancel: what one double cannot hold decides. */
static void last_bits_are_kept(void **state)
{
    struct double_sum sum = {0, 0, 0};
    const double a = 1 + DBL_EPSILON;
    add_product(&sum, a, a);
    add_double(&sum, -(1 + 2 * DBL_EPSILON));
    assert_true(sum.head + sum.tail == DBL_EPSILON * DBL_EPSILON);
    assert_true(double_sum_below(&sum, 0) <= DBL_EPSILON * DBL_EPSILON);
    assert_true(double_sum_above(&sum, 0) >= DBL_EPSILON * DBL_EPSILON);
}

/* In the last term TwoSum overflows, although the difference does not. */
static void nothing_is_said_of_what_overflows(void **state)
{
    static const struct term terms[] = {{1e200, 1e200, 0},
                                        {1, 1.7e308, 1e308},
                                        {1e-300, DBL_MAX, DBL_MAX},
                                        {1, NAN, 0},
                                        {INFINITY, 0, 0},
                                        {1, -INFINITY, INFINITY},
                                        {NAN, 1, 1},
                                        {0x1p-1000, -3 * 0x1p970, DBL_MAX}};
    for (size_t k = 0; k < sizeof terms / sizeof *terms; k++) {
        struct double_sum sum = {0, 0, 0};
        add_double(&sum, 1);
        add_term(&sum, &terms[k]);
        add_double(&sum, -1);
        assert_true(isinf(double_sum_error(&sum, 3, 0)));
    }
    const struct double_sum fine = {1, 0, 1};
    assert_true(isinf(double_sum_error(&fine, 1e12, 0)));
    assert_true(isfinite(double_sum_error(&fine, 1, 0)));
}

/* Upwards is not below the exact result, with no double between them; where what was lost is not
 * known, with one. */
static void check_up(double up, const mpq_t exact, bool known)
{
    const double before = nextafter(up, -INFINITY);
    mpq_t end;
    mpq_init(end);
    mpq_set_d(end, up);
    const bool holds = isinf(up) || mpq_cmp(end, exact) >= 0;
    mpq_set_d(end, known || isinf(up) ? before : nextafter(before, -INFINITY));
    if (!holds || mpq_cmp(end, exact) >= 0)
        fail_msg("%a is not just above %a", up, mpq_get_d(exact));
    mpq_clear(end);
}

static void operations_are_rounded_upwards(void **state)
{
    mpq_t a, b, exact;
    mpq_inits(a, b, exact, NULL);
    for (int k = 0; k < small_cases(6000); k++) {
        const double spread = k % 2 ? 1 : 500, x = draw_number(0, spread);
        const double y = k % 5 ? draw_number(0, spread) : (double)draw(9) - 4;
        mpq_set_d(a, x);
        mpq_set_d(b, y);
        mpq_add(exact, a, b);
        check_up(add_up(x, y), exact, true);
        mpq_mul(exact, a, b);
        check_up(multiply_up(x, y), exact, y == 0 || fabs(x * y) >= 0x1p-969);
        if (y == 0) continue;
        mpq_div(exact, a, b);
        check_up(divide_up(x, y), exact, fabs(x) >= 0x1p-900 && fabs(x / y) >= DBL_MIN);
    }
    mpq_clears(a, b, exact, NULL);
    assert_true(divide_up(0, 3) == 0 && divide_up(6, -3) == -2 && divide_up(-6, 3) == -2);
    assert_true(step_up(-INFINITY) == -DBL_MAX && step_up(0) > 0 && isinf(divide_up(1, 0)));
    assert_true(or_infinite(-DBL_MAX) == -DBL_MAX && or_infinite(-INFINITY) == INFINITY);
}

/* That of docs/proofs.md: of so many terms, whose sizes sum to `size`. */
static double rounding_of(double terms, double size)
{
    const double count = terms + 8;
    return 4 * count * count * 0x1p-106 * size + count * DBL_MIN;
}

static void assert_near(double x, double wanted)
{
    if (!(fabs(x - wanted) <= 1e-13 * fabs(wanted))) fail_msg("%.17g is not %.17g", x, wanted);
}

static void errors_are_those_of_the_page(void **state)
{
    const double terms[] = {0, 1, 2, 1000};
    for (int k = 0; k < 4; k++) {
        const struct double_sum one = {0, 0, 1}, none = {0, 0, 0};
        assert_near(double_sum_error(&one, terms[k], 0), rounding_of(terms[k], 1));
        assert_near(double_sum_error(&none, terms[k], 0), rounding_of(terms[k], 0));
        assert_near(double_sum_error(&one, terms[k], 0.25), 1.05 * 0.25);
        assert_near(share_of_slack(terms[k]), 16 * (terms[k] + 9) * (terms[k] + 9) * 0x1p-106);
    }
    assert_near(share_of(0.25, 3), 1.05 * 0.25 * 3);
}

/* A row of three entries that sum to `head`, their sizes to `size`. */
static struct row_proof close_row(enum row_rule rule, const struct row_check *with, double head,
                                  double size, const struct row_at *at)
{
    struct row_check c = *with;
    const struct row_sums sums = {{head, 0, size}, 1, 3};
    c.rule = rule;
    return row_check_close(&c, 0, at, &sums);
}

/* If the exact sum of a row is zero, its bounds come only from rounding and from reading. */
static void rows_count_all_their_terms(void **state)
{
    const double b = 3;
    double out;
    struct row_check c = {.out = &out}, given = {.b = &b};
    const struct row_at at = {.own = 1, .by = 2, .diagonal = 1}, none = {.by = 1};
    close_row(CHECK_WEIGHTS, &c, 0, 1, &at);
    assert_near(out, -rounding_of(4, 1));
    assert_near(close_row(CHECK_ANSWER, &c, 0, 1, &at).most[0], rounding_of(5, 1) / 2);
    assert_near(close_row(CHECK_ANSWER, &given, 3, 1, &at).most[1], rounding_of(5, 4) / 2);
    assert_near(close_row(CHECK_AVERAGE, &given, 3, 1, &at).most[0], rounding_of(4, 4));
    assert_near(close_row(CHECK_AVERAGE, &given, 3, 1, &at).most[1], rounding_of(4, 4));
    assert_near(close_row(CHECK_LONG_RUN, &c, 0, 1, &none).moved, rounding_of(5, 1));
    const struct row_proof time = close_row(CHECK_TIMES, &c, 0x1p-96, 1, &at),
                           no_time = close_row(CHECK_TIMES, &c, 0, 1, &at);
    assert_near(time.most[0], 1 / (0x1p-96 - rounding_of(3, 1)));
    assert_true(time.count == 0 && no_time.count == 1);
    given.reading.entry = c.reading.entry = 0.25;
    const struct row_sums alone = {{0, 0, 1}, 1, 0};
    c.rule = CHECK_ANSWER;
    assert_near(row_check_close(&c, 0, &none, &alone).most[0], rounding_of(2, 1));
    c.rule = CHECK_WEIGHTS;
    assert_true(row_check_close(&c, 0, &at, &alone).holds);
    assert_near(out, -rounding_of(1, 1));
    given.reading.constant = 0.5;
    close_row(CHECK_WEIGHTS, &c, 0, 1, &at);
    assert_near(out, -1.05 * 0.25);
    assert_near(close_row(CHECK_ANSWER, &given, 3, 1, &at).most[0], 1.05 * (0.25 + 1.5) / 2);
    assert_near(close_row(CHECK_AVERAGE, &given, 3, 1, &at).most[0], 1.05 * (0.25 + 1.5));
    assert_near(close_row(CHECK_LONG_RUN, &c, 0, 1, &none).moved, 1.05 * 0.25);
    assert_near(close_row(CHECK_TIMES, &c, 1, 1, &at).most[0], 1 / (1 - 1.05 * 0.25));
}

static void long_runs_count_slack_and_mass(void **state)
{
    const struct row_check c = {.longest = 4, .slack_share = 0.25}, exact = {.longest = 4};
    const struct row_at rated = {.own = -2, .by = 1, .diagonal = -3, .slack = -1},
                        small = {.own = 1e10, .by = 1};
    assert_near(close_row(CHECK_LONG_RUN, &c, 0, 0, &rated).moved, 2 * (0.25 * 4 + 0x1p-51));
    assert_near(close_row(CHECK_LONG_RUN, &exact, 0, 0, &small).moved, (24 * 1e10 + 13) * DBL_MIN);
    const struct row_proof first = close_row(CHECK_LONG_RUN, &exact, 0, 0, &rated);
    assert_near(first.moved, 2 * 0x1p-51);
    assert_true(first.count == 1 && first.mass.head == -2);
    struct row_proof rows = {{0, 0}, 3, {0x1p-80, 0, 1}, 1000, 1};
    row_proof_finish(CHECK_LONG_RUN, 5, &rows);
    assert_near(rows.most[0], 2 * 3 * 5 / (0x1p-80 - rounding_of(1000, 1)));
}

/* If exactly 0 is left of drifts, times or masses, nothing is proven, because 0 is not more than 0.
 */
static void nothing_follows_from_zero(void **state)
{
    double out;
    const struct row_check c = {.out = &out};
    const struct row_at at = {.own = 1};
    close_row(CHECK_WEIGHTS, &c, 0, 0, &at);
    const double error = -out;
    assert_false(close_row(CHECK_WEIGHTS, &c, error, 0, &at).holds);
    assert_true(out == 0);
    assert_true(close_row(CHECK_WEIGHTS, &c, 2 * error, 0, &at).holds);
    const struct double_sum none = {0, 0, 0};
    assert_int_equal(close_row(CHECK_TIMES, &c, double_sum_error(&none, 3, 0), 0, &at).count, 1);
    assert_true(isinf(residual_ratio(1, 0)) && residual_ratio(0, 0) == 0);
    struct row_proof rows = {{0, 0}, 1, {double_sum_error(&none, 1, 0), 0, 0}, 1, 1};
    row_proof_finish(CHECK_LONG_RUN, 1, &rows);
    assert_true(isinf(rows.most[0]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_hold),
                                       cmocka_unit_test(last_bits_are_kept),
                                       cmocka_unit_test(nothing_is_said_of_what_overflows),
                                       cmocka_unit_test(operations_are_rounded_upwards),
                                       cmocka_unit_test(errors_are_those_of_the_page),
                                       cmocka_unit_test(rows_count_all_their_terms),
                                       cmocka_unit_test(long_runs_count_slack_and_mass),
                                       cmocka_unit_test(nothing_follows_from_zero)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The sums of the check (certify/double_sums.h) against exact rational ones, with terms that
 * are meant to break them: all of them cancel, from the smallest doubles to the largest, and in
 * parts that are merged. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "certify/double_sums.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST_TERMS = 400 };

/* What is summed up: a (x + y), or a x. */
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

static void nothing_is_said_of_what_overflows(void **state)
{
    static const struct term terms[] = {
        {1e200, 1e200, 0}, {1, 1.7e308, 1e308}, {1e-300, DBL_MAX, DBL_MAX},
        {1, NAN, 0},       {INFINITY, 0, 0},    {1, -INFINITY, INFINITY},
        {NAN, 1, 1}};
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_hold),
                                       cmocka_unit_test(last_bits_are_kept),
                                       cmocka_unit_test(nothing_is_said_of_what_overflows)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

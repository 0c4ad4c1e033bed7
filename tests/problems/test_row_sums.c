/* Sums of a DTMC's rows, against exact fractions and in each rounding mode: how far they are from
 * 1, what quotients by them are off by, and what a sum of transition rewards is divided by. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "problems/property.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { CASES = 4000, LONGEST = 200, MODES = 8 };

/* State 0 goes to each of count others, which stay. Its sum is off from 1 by about `off`. */
static void make(uint32_t count, double off, struct chain *out)
{
    static struct triplet triplet[2 * LONGEST];
    double sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        const double x = ldexp(1 + draw(1000) / 1000., -(int)draw(draw(2) ? 3 : 70));
        triplet[k] = (struct triplet){0, k + 1, x};
        triplet[count + k] = (struct triplet){k + 1, k + 1, 1};
        sum += x;
    }
    for (uint32_t k = 0; k < count; k++) triplet[k].val *= (1 + off) / sum;
    *out = (struct chain){.type = CHAIN_DTMC};
    assert_ok(csr_from_triplets(count + 1, 2 * (uint64_t)count, triplet, &out->transitions));
}

static void add_up_row(const double *val, uint32_t count, mpq_t sum)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(sum, 0, 1);
    for (uint32_t k = 0; k < count; k++) mpq_set_d(term, val[k]), mpq_add(sum, sum, term);
    mpq_clear(term);
}

/* size = |x - y| / by. */
static void set_share(mpq_t size, const mpq_t x, const mpq_t y, const mpq_t by)
{
    mpq_sub(size, x, y);
    mpq_abs(size, size);
    mpq_div(size, size, by);
}

static bool is_between(const mpq_t least, double x, double most)
{
    mpq_t at;
    mpq_init(at);
    mpq_set_d(at, x);
    const bool between = mpq_cmp(least, at) <= 0 && x <= most;
    mpq_clear(at);
    return between;
}

/* The reading has the largest share by which a quotient is off, or the sum from 1, and hardly more:
 * nothing where the sum is exactly 1. */
static void check_row(uint32_t count, double off, int mode)
{
    static double given[LONGEST];
    struct chain chain;
    struct problem p = {0};
    mpq_t sum, one, x, most;
    mpq_inits(sum, one, x, most, NULL);
    make(count, off, &chain);
    memcpy(given, chain.transitions.val, count * sizeof *given);
    add_up_row(given, count, sum);
    mpq_set_ui(one, 1, 1);
    rounding_begin(mode);
    const enum status status = divide_by_sums(&chain, &p);
    rounding_end();
    assert_ok(status);
    assert_int_equal(p.divided.rows, off != 0);
    if (off == 0) set_share(most, sum, one, one);
    for (uint32_t k = 0; k < count && off != 0; k++) {
        mpq_set_d(x, given[k]);
        mpq_div(x, x, sum);
        mpq_set_d(one, chain.transitions.val[k]);
        set_share(one, one, x, x);
        if (mpq_cmp(one, most) > 0) mpq_set(most, one);
    }
    const double wanted = 1.02 * mpq_get_d(most) + (off != 0 || mpq_sgn(most) ? 1e-25 : 0),
                 found = off == 0 ? p.reading.constant : p.reading.entry;
    if (!is_between(most, found, wanted))
        fail_msg("%u numbers, mode %d: %.17g, and exactly %.17g", count, mode, found,
                 mpq_get_d(most));
    if (off != 0 && mpq_get_d(most) > 1.0001 * DBL_EPSILON / 2)
        fail_msg("%u numbers, mode %d: a quotient is off by %.17g", count, mode, mpq_get_d(most));
    chain_free(&chain);
    mpq_clears(sum, one, x, most, NULL);
}

static void sums_and_quotients(void **state)
{
    for (int k = 0; k < CASES; k++) {
        const uint32_t count = 1 + (uint32_t)draw(draw(2) ? 4 : LONGEST);
        check_row(count, 0, k % MODES);
        check_row(count, ldexp(1, -(int)(20 + draw(20))) * (draw(2) ? 1 : -1), k % MODES);
    }
}

/* One rounding, which no sum in double, or in a little more, has. */
static void divisors_are_rounded_once(void **state)
{
    mpq_t sum, divisor;
    mpq_inits(sum, divisor, NULL);
    for (int k = 0; k < CASES; k++) {
        struct chain chain;
        const uint32_t count = 1 + (uint32_t)draw(LONGEST);
        make(count, 0, &chain);
        const double found = chain_divisor(&chain, 0);
        add_up_row(chain.transitions.val, count, sum);
        mpq_set_d(divisor, found);
        set_share(divisor, divisor, sum, sum);
        const double half = (found < 1 ? 0.25 : 0.5) * DBL_EPSILON;
        if (!is_between(divisor, 1.000001 * half, INFINITY))
            fail_msg("%u numbers: %.17g is off by %.17g", count, found, mpq_get_d(divisor));
        chain_free(&chain);
    }
    mpq_clears(sum, divisor, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_quotients),
        cmocka_unit_test(divisors_are_rounded_once),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Rewards with transition rewards, against exact fractions of the decimal numbers that the files
 * have, and of the doubles that were read: a sum is off by the roundings that its reader counts at
 * most. Numbers are a little above 1, where a rounding is the largest share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certify/reading.h"
#include "datasets/formats/drn/drn.h"
#include "datasets/formats/prism/prism.h"
#include "problems/property.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { CASES = 500, MOST_TERMS = 9, NUMBER = 40, TEXT = 2 * NUMBER };

/* State 0 goes to each of count others, which stay. */
struct earning {
    uint32_t count;
    bool discrete;
    char own[TEXT], rate[MOST_TERMS][TEXT], moving[MOST_TERMS][TEXT];
};

/* 20 digits behind the point. */
static void draw_number(char out[NUMBER])
{
    snprintf(out, NUMBER, "%d.00%09u%09u", 1 + (int)draw(2), (unsigned)draw(1000000000),
             (unsigned)draw(1000000000));
}

/* Probabilities of 18 digits that sum to 1. */
static void draw_probabilities(struct earning *e)
{
    const uint64_t all = UINT64_C(1000000000000000000);
    uint64_t left = all;
    for (uint32_t k = 0; k < e->count; k++) {
        const uint64_t part = k + 1 < e->count ? left / 2 + draw(left / 100) : left;
        if (part == all) snprintf(e->rate[k], TEXT, "1");
        else snprintf(e->rate[k], TEXT, "0.%018llu", (unsigned long long)part);
        left -= part;
    }
}

static void earning_draw(struct earning *e)
{
    *e = (struct earning){.count = 1 + (uint32_t)draw(draw(2) ? 2 : MOST_TERMS),
                          .discrete = draw(2)};
    if (draw(2)) draw_number(e->own);
    else snprintf(e->own, TEXT, "0");
    for (uint32_t k = 0; k < e->count; k++) draw_number(e->rate[k]), draw_number(e->moving[k]);
    if (e->discrete) draw_probabilities(e);
}

/* The number of a text, or the double that it is read as; a quotient a/b, too. */
static void set_number(mpq_t out, const char *text, bool stored)
{
    char digits[TEXT] = "", part[TEXT];
    mpq_t by;
    snprintf(part, sizeof part, "%.*s", (int)strcspn(text, "/"), text);
    const char *point = strchr(part, '.'), *slash = strchr(text, '/');
    if (stored) mpq_set_d(out, strtod(part, NULL));
    else {
        snprintf(digits, sizeof digits, "%.*s%s", (int)strcspn(part, "."), part,
                 point ? point + 1 : "");
        mpz_set_str(mpq_numref(out), digits, 10);
        mpz_ui_pow_ui(mpq_denref(out), 10, point ? strlen(point + 1) : 0);
        mpq_canonicalize(out);
    }
    if (!slash) return;
    mpq_init(by);
    set_number(by, slash + 1, stored);
    mpq_div(out, out, by);
    if (stored) mpq_set_d(out, strtod(part, NULL) / strtod(slash + 1, NULL));
    mpq_clear(by);
}

/* Computes the expected reward of state 0 in a step or a moment. stored: for the doubles in the
 * chain. */
static void expected(const struct earning *e, const struct chain *chain, bool stored, mpq_t out)
{
    mpq_t rate, moving, sum, all;
    mpq_inits(rate, moving, sum, all, NULL);
    for (uint32_t k = 0; k < e->count; k++) {
        set_number(rate, e->rate[k], false);
        if (stored) mpq_set_d(rate, chain->transitions.val[k]);
        mpq_add(all, all, rate);
        set_number(moving, e->moving[k], stored);
        mpq_mul(moving, moving, rate);
        mpq_add(sum, sum, moving);
    }
    if (stored && e->discrete) mpq_div(sum, sum, all);
    set_number(out, e->own, stored);
    mpq_add(out, out, sum);
    mpq_clears(rate, moving, sum, all, NULL);
}

/* How much of what the roundings may do they have done. */
static double used(double found, const mpq_t wanted, uint64_t roundings)
{
    mpq_t off, share;
    mpq_inits(off, share, NULL);
    mpq_set_d(off, found);
    mpq_set_d(share, reading_share(roundings));
    mpq_mul(share, share, off);
    mpq_sub(off, off, wanted);
    mpq_abs(off, off);
    mpq_div(off, off, share);
    const double part = mpq_get_d(off);
    mpq_clears(off, share, NULL);
    return part;
}

/* most[0]: of the reading "stored", most[1]: of "model". */
static void check(const struct earning *e, const struct chain *chain, double most[2])
{
    const struct reward *reward = &chain->rewards[0];
    mpq_t wanted;
    mpq_init(wanted);
    assert_true(reward->state && !chain->rounding.lost);
    assert_true(share_of_products(chain, reward->rate) == reading_share(chain->rounding.rewards));
    for (int model = 0; model < 2; model++) {
        expected(e, chain, !model, wanted);
        const uint64_t roundings = chain->rounding.rewards + (uint64_t)model;
        const double part = used(reward->rate[0], wanted, roundings);
        if (part > most[model]) most[model] = part;
        if (part > 1)
            fail_msg("%u terms, %s, %s: off by %g of what %llu roundings are", e->count,
                     e->discrete ? "dtmc" : "ctmc", model ? "model" : "stored", part,
                     (unsigned long long)roundings);
    }
    mpq_clear(wanted);
}

static void write_prism(const struct earning *e)
{
    char tra[2000], trew[2000], srew[200];
    int t = snprintf(tra, sizeof tra, "%u %u\n", e->count + 1, 2 * e->count),
        r = snprintf(trew, sizeof trew, "%u %u\n", e->count + 1, e->count);
    for (uint32_t k = 0; k < e->count; k++) {
        t += snprintf(tra + t, sizeof tra - (size_t)t, "0 %u %s\n", k + 1, e->rate[k]);
        r += snprintf(trew + r, sizeof trew - (size_t)r, "0 %u %s\n", k + 1, e->moving[k]);
    }
    for (uint32_t k = 1; k <= e->count; k++)
        t += snprintf(tra + t, sizeof tra - (size_t)t, "%u %u 1\n", k, k);
    snprintf(srew, sizeof srew, "%u 1\n0 %s\n", e->count + 1, e->own);
    scratch_write("m.tra", tra);
    scratch_write("m.srew", srew);
    scratch_write("m.trew", trew);
    scratch_write("m.lab", "0=\"init\" 1=\"deadlock\"\n0: 0\n");
}

static void print_most(const char *what, const double most[2])
{
    printf("%s: at most %.3f of what is counted (stored), %.3f (model)\n", what, most[0], most[1]);
    assert_true(most[0] > 0.1 && most[1] > 0.2);
}

static void of_prism(void **state)
{
    double most[2] = {0};
    for (int k = 0; k < CASES; k++) {
        struct earning e;
        struct chain chain;
        earning_draw(&e);
        write_prism(&e);
        assert_ok(
            prism_read_chain(scratch_path("m.tra"), e.discrete ? CHAIN_DTMC : CHAIN_CTMC, &chain));
        assert_ok(prism_read_reward(scratch_path("m.tra"), "m.srew", &chain));
        check(&e, &chain, most);
        chain_free(&chain);
    }
    print_most("PRISM", most);
}

/* One reward for all transitions of the state; numbers may be quotients. */
static void of_drn(void **state)
{
    double most[2] = {0};
    for (int k = 0; k < CASES; k++) {
        char text[3000], by[NUMBER], number[NUMBER];
        struct earning e;
        struct chain chain;
        earning_draw(&e);
        e.discrete = false;
        for (uint32_t j = 0; j < e.count; j++) {
            draw_number(number), draw_number(by);
            if (draw(2)) snprintf(e.rate[j], TEXT, "%s/%s", number, by);
            else snprintf(e.rate[j], TEXT, "%s", number);
        }
        if (draw(2)) snprintf(e.moving[0], TEXT, "%s/%s", number, by);
        for (uint32_t j = 1; j < e.count; j++) memcpy(e.moving[j], e.moving[0], TEXT);
        int end = snprintf(text, sizeof text,
                           "@type: CTMC\n@parameters\n\n@reward_models\nr\n@nr_states\n%u\n"
                           "@nr_choices\n%u\n@model\nstate 0 [%s] init\n\taction 0 [%s]\n",
                           e.count + 1, e.count + 1, e.own, e.moving[0]);
        for (uint32_t j = 0; j < e.count; j++)
            end +=
                snprintf(text + end, sizeof text - (size_t)end, "\t\t%u : %s\n", j + 1, e.rate[j]);
        for (uint32_t j = 1; j <= e.count; j++)
            end += snprintf(text + end, sizeof text - (size_t)end,
                            "state %u\n\taction 0\n\t\t%u : 1\n", j, j);
        scratch_write("m.drn", text);
        assert_ok(drn_read_chain(scratch_path("m.drn"), CHAIN_UNKNOWN, &chain));
        check(&e, &chain, most);
        chain_free(&chain);
    }
    print_most("DRN", most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_prism),
        cmocka_unit_test(of_drn),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}

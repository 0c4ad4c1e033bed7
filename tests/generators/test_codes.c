/* Sets of codes against a sorted list: bitmaps, tables that grow, and the set of all codes. */
#include <stdlib.h>

#include "base/random.h"
#include "base/team.h"
#include "generators/codes.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { COUNT = 40000 };

static int codes_differ(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* *code (new) = COUNT codes below limit, many of them several times. Returns how many differ, in
 * *sorted (new). */
static uint64_t draw_codes(uint64_t limit, uint64_t **code, uint64_t **sorted)
{
    uint64_t differ = 0;
    *code = calloc(COUNT, sizeof **code);
    *sorted = calloc(COUNT, sizeof **sorted);
    assert_true(*code && *sorted);
    for (int k = 0; k < COUNT; k++) {
        const uint64_t from = k % 3 || k == 0 ? draw(limit) : (*code)[draw((uint64_t)k)];
        (*sorted)[k] = (*code)[k] = from;
    }
    qsort(*sorted, COUNT, sizeof **sorted, codes_differ);
    for (int k = 0; k < COUNT; k++)
        if (k == 0 || (*sorted)[k] != (*sorted)[differ - 1]) (*sorted)[differ++] = (*sorted)[k];
    return differ;
}

/* Adds codes by all threads, as the walk does. Returns how often a code was new. */
static uint64_t add_codes(struct codes *set, const uint64_t *code)
{
    enum { SOME = 500 };
    uint64_t added = 0;
    for (int first = 0; first < COUNT; first += SOME) {
        uint64_t fresh = 0;
        while (!codes_reserve(set, SOME)) assert_int_equal(codes_grow(set), OK);
#pragma omp parallel for reduction(+ : fresh)
        for (int k = first; k < first + SOME; k++) {
            codes_prefetch(set, code[k]);
            fresh += codes_claim(set, code[k]);
        }
        codes_give_back(set, SOME - fresh);
        added += fresh;
    }
    return added;
}

struct visits {
    const uint64_t *sorted;
    uint32_t next;
};

static void check_visit(void *context, uint32_t rank, uint64_t code)
{
    struct visits *v = context;
    assert_int_equal(rank, v->next++);
    assert_int_equal(code, v->sorted[rank]);
}

static void check_set(const struct codes *set, const uint64_t *sorted, uint32_t count)
{
    assert_int_equal(set->count, count);
    for (uint32_t rank = 0; rank < count; rank++)
        assert_int_equal(codes_rank(set, sorted[rank]), rank);
    for (int round = 0; round < 20; round++) {
        const uint32_t first = (uint32_t)draw(count),
                       end = first + (uint32_t)draw(count - first) + 1;
        struct visits v = {sorted, first};
        codes_each(set, first, end, check_visit, &v);
        assert_int_equal(v.next, end);
    }
}

static void each_code_is_new_once(void **state)
{
    const uint64_t limits[] = {50000, 1 << 30, (uint64_t)1 << 62, UINT64_MAX};
    for (int k = 0; k < 8; k++) {
        struct codes set;
        uint64_t *code, *sorted;
        team_always = k % 2;
        const uint64_t differ = draw_codes(limits[k / 2], &code, &sorted);
        assert_int_equal(codes_create(limits[k / 2], &set), OK);
        assert_int_equal(add_codes(&set, code), differ);
        assert_int_equal(codes_number(&set), OK);
        check_set(&set, sorted, (uint32_t)differ);
        codes_free(&set);
        free(code);
        free(sorted);
    }
    team_always = false;
}

static void codes_are_taken_in_order(void **state)
{
    struct codes set;
    uint64_t *code, *sorted, *taken, count;
    const uint64_t differ = draw_codes(UINT64_MAX, &code, &sorted);
    assert_int_equal(codes_create(UINT64_MAX, &set), OK);
    add_codes(&set, code);
    assert_int_equal(codes_take(&set, &taken, &count), OK);
    assert_int_equal(count, differ);
    assert_memory_equal(taken, sorted, differ * sizeof *taken);
    free(code);
    free(sorted);
    free(taken);
}

/* A bitmap in which every bit is set knows it. */
static void all_codes_are_their_ranks(void **state)
{
    enum { LIMIT = 1000 };
    struct codes given, found;
    uint64_t sorted[LIMIT];
    codes_create_all(LIMIT, &given);
    assert_int_equal(codes_create(LIMIT, &found), OK);
    for (uint64_t c = 0; c < LIMIT; c++) {
        sorted[c] = c;
        assert_true(codes_claim(&found, c) && !codes_claim(&found, c));
    }
    assert_int_equal(codes_number(&given), OK);
    assert_int_equal(codes_number(&found), OK);
    assert_true(found.all);
    check_set(&given, sorted, LIMIT);
    check_set(&found, sorted, LIMIT);
    codes_free(&found);
    codes_create_all(UINT32_MAX, &given);
    assert_int_equal(codes_number(&given), ERROR_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_code_is_new_once),
        cmocka_unit_test(codes_are_taken_in_order),
        cmocka_unit_test(all_codes_are_their_ranks),
    };
    seed_begin();
    return cmocka_run_group_tests_name("codes", tests, NULL, NULL);
}

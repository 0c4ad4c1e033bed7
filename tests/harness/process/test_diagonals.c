/* harness/process/diagonals.h against a plain count. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/process/diagonals.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { ROUNDS = 2000, MOST_ROWS = 40 };

/* Half of the entries lie on a few diagonals, the others anywhere. */
static struct csr draw_matrix(uint64_t round)
{
    uint32_t n = 1 + (uint32_t)random_below(random_bits(seed, 0, round), MOST_ROWS);
    uint64_t count = random_below(random_bits(seed, 1, round), 4 * n + 1);
    struct triplet *triplet = calloc(count + 1, sizeof *triplet);
    assert_non_null(triplet);
    for (uint64_t k = 0; k < count; k++) {
        uint64_t bits = random_bits(seed, 2 + round, k);
        uint32_t row = (uint32_t)((bits >> 8) % n), far = (uint32_t)((bits >> 32) % n);
        triplet[k] =
            (struct triplet){row, bits & 1 ? far : (row + (uint32_t)(bits >> 1) % 5) % n, 1};
    }
    struct csr a;
    assert_int_equal(csr_from_triplets(n, count, triplet, &a), OK);
    free(triplet);
    return a;
}

/* Takes the fullest diagonal out of the count, as often as there are common ones. */
static double plain_share(const struct csr *a)
{
    uint64_t on[2 * MOST_ROWS] = {0}, sum = 0;
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            on[MOST_ROWS + (int)a->col[k] - (int)i]++;
    for (int taken = 0; taken < COMMON_DIAGONALS; taken++) {
        int best = 0;
        for (int d = 1; d < 2 * MOST_ROWS; d++)
            if (on[d] > on[best]) best = d;
        sum += on[best];
        on[best] = 0;
    }
    return (double)sum / (double)a->nnz;
}

static void test_plain_count(void **state)
{
    int partial = 0;
    for (uint64_t round = 0; round < ROUNDS; round++) {
        struct csr a = draw_matrix(round);
        double share;
        assert_int_equal(diagonal_share(&a, &share), OK);
        if (a.nnz == 0) assert_true(isnan(share));
        else if (share != plain_share(&a))
            fail_msg("round %d: %g, not %g", (int)round, share, plain_share(&a));
        partial += share < 1;
        csr_free(&a);
    }
    assert_true(partial > ROUNDS / 4); /* the draw is one that tells */
}

static double share_of(const char *source)
{
    struct problem problem;
    double share;
    assert_int_equal(problem_open(source, &problem), OK);
    assert_int_equal(diagonal_share(&problem.system.a.off, &share), OK);
    problem_free(&problem);
    return share;
}

/* Chains of few diagonals, one of many, and one without entries. */
static void test_chains(void **state)
{
    assert_true(share_of("tandem:c=31") == 1);
    assert_true(share_of("cell:n=40") == 1);
    assert_true(share_of("herman:n=9") < 0.5);
    assert_true(isnan(share_of("identity:n=5")));
}

static void test_no_memory(void **state)
{
    struct csr a;
    double share;
    assert_int_equal(csr_from_triplets(2, 1, &(struct triplet){0, 1, 1}, &a), OK);
    memory_fail_after(0);
    assert_int_equal(diagonal_share(&a, &share), ERROR_HOST_MEMORY);
    memory_fail_after(-1);
    csr_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain_count),
        cmocka_unit_test(test_chains),
        cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("diagonals", tests, NULL, NULL);
}

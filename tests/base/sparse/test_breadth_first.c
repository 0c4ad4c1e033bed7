/* Breadth-first numbering against its definition on random graphs, and on graphs small enough to
 * number by hand. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/breadth_first.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 12, ROUNDS = 3000, FAR = 2 * MOST };

static struct csr draw_graph(void)
{
    struct triplet triplet[MOST * MOST];
    struct csr a;
    uint64_t count = 0, sparsity = 1 + draw(8);
    uint32_t n = 1 + (uint32_t)draw(MOST);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (draw(sparsity + 1) == 0) triplet[count++] = (struct triplet){i, j, 1};
    assert_int_equal(csr_from_triplets(n, count, triplet, &a), OK);
    return a;
}

/* Steps from the nearest start state, by relaxation; FAR: none reaches i. */
static void naive_levels(const struct csr *a, const uint8_t *start, uint32_t *level)
{
    for (uint32_t i = 0; i < a->rows; i++) level[i] = (start ? start[i] != 0 : i == 0) ? 0 : FAR;
    for (uint32_t round = 0; round < a->rows; round++)
        for (uint32_t i = 0; i < a->rows; i++)
            for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
                if (level[i] + 1 < level[a->col[k]]) level[a->col[k]] = level[i] + 1;
}

/* The smallest rank among those that lead to i from the level before; i itself at the ends. */
static uint32_t parent(const struct csr *a, const uint32_t *level, const uint32_t *rank, uint32_t i)
{
    uint32_t best = UINT32_MAX;
    if (level[i] == 0 || level[i] == FAR) return 0;
    for (uint32_t j = 0; j < a->rows; j++)
        if (level[j] + 1 == level[i] && csr_find(a, j, i) != UINT64_MAX && rank[j] < best)
            best = rank[j];
    return best;
}

/* A state comes before another by its level, then its first predecessor's rank, then its own
 * number. */
static void ranks_follow_their_definition(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct csr a = draw_graph();
        uint8_t flags[MOST];
        uint32_t rank[MOST], level[MOST], inverse[MOST];
        for (uint32_t i = 0; i < a.rows; i++) flags[i] = draw(3) == 0;
        const uint8_t *start = draw(4) ? flags : NULL;
        assert_int_equal(breadth_first_order(&a, start, rank), OK);
        naive_levels(&a, start, level);
        memset(inverse, 0xff, sizeof inverse);
        for (uint32_t i = 0; i < a.rows; i++) {
            assert_true(rank[i] < a.rows);
            assert_int_equal(inverse[rank[i]], UINT32_MAX);
            inverse[rank[i]] = i;
        }
        for (uint32_t k = 1; k < a.rows; k++) {
            uint32_t i = inverse[k - 1], j = inverse[k];
            uint32_t before = parent(&a, level, rank, i), after = parent(&a, level, rank, j);
            if (level[i] < level[j] ||
                (level[i] == level[j] && (before < after || (before == after && i < j))))
                continue;
            fail_msg("seed %llu, round %d: state %u stands before %u", (unsigned long long)seed,
                     round, i, j);
        }
        csr_free(&a);
    }
}

static void check_known(uint32_t n, const char *edges, const char *start, const char *wanted)
{
    struct triplet triplet[MOST * MOST] = {{0}};
    struct csr a;
    uint8_t flags[MOST] = {0};
    uint32_t rank[MOST];
    uint64_t count = 0;
    for (; *edges; edges += edges[2] ? 3 : 2)
        triplet[count++] =
            (struct triplet){(uint32_t)(edges[0] - '0'), (uint32_t)(edges[1] - '0'), 1};
    for (const char *at = start; at && *at; at++) flags[*at - '0'] = 1;
    assert_int_equal(csr_from_triplets(n, count, triplet, &a), OK);
    assert_int_equal(breadth_first_order(&a, start ? flags : NULL, rank), OK);
    for (uint32_t i = 0; i < n; i++)
        if (rank[i] != (uint32_t)(wanted[i] - '0'))
            fail_msg("state %u has rank %u, not %c", i, rank[i], wanted[i]);
    csr_free(&a);
}

static void known_graphs(void **state)
{
    check_known(1, "", NULL, "0");
    check_known(3, "", NULL, "012");
    check_known(4, "03 31 12", NULL, "0231");
    check_known(5, "04 02 43 21", NULL, "03142");        /* the successors of 2 before those of 4 */
    check_known(5, "10 02", "1", "10234");               /* 3 and 4 are out of reach */
    check_known(5, "30 14 42", "31", "30412");           /* two start states */
    check_known(4, "01 10 23 32", "", "0123");           /* no start state */
    check_known(4, "00 01 11 12 22 23 33", "3", "1230"); /* self-loops; nothing leaves 3 */
}

static void survives_lack_of_memory(void **state)
{
    struct csr a = draw_graph();
    uint32_t rank[MOST];
    memory_fail_after(0);
    assert_int_equal(breadth_first_order(&a, NULL, rank), ERROR_HOST_MEMORY);
    memory_fail_after(-1);
    csr_free(&a);
}

static void can_be_stopped(void **state)
{
    struct csr a = draw_graph();
    uint32_t rank[MOST];
    volatile sig_atomic_t stop = 1;
    progress_hook_set(NULL, &stop);
    assert_int_equal(breadth_first_order(&a, NULL, rank), ERROR_INTERRUPTED);
    progress_hook_set(NULL, NULL);
    csr_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_follow_their_definition),
        cmocka_unit_test(known_graphs),
        cmocka_unit_test(survives_lack_of_memory),
        cmocka_unit_test(can_be_stopped),
    };
    seed_begin();
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}

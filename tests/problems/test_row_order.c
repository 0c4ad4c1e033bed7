/* Breadth-first numbering, colours, components, and renumbered systems, on random graphs. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/row_order.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/seed.h"

enum { ROUNDS = 1000, MOST_ROWS = 40 };

/* A sparse system, some with parts that the start does not reach. */
static struct problem draw_problem(void)
{
    struct triplet triplet[4 * MOST_ROWS];
    uint32_t n = 1 + (uint32_t)draw(MOST_ROWS);
    uint64_t wanted = draw(3 * n), count = 0;
    struct problem p = {.kind = draw(2) ? KIND_STEADY : KIND_LINEAR, .start = (uint32_t)draw(n)};
    for (uint64_t k = 0; k < wanted; k++) {
        uint32_t i = (uint32_t)draw(n), j = (uint32_t)draw(n);
        if (i != j) triplet[count++] = (struct triplet){i, j, 1 + (double)draw(100)};
    }
    assert_int_equal(csr_from_triplets(n, count, triplet, &p.system.a.off), OK);
    p.system.a.diag = calloc(n, sizeof(double));
    p.system.x0 = calloc(n, sizeof(double));
    if (draw(2)) p.system.b = calloc(n, sizeof(double));
    for (uint32_t i = 0; i < n; i++) {
        p.system.a.diag[i] = 1 + i;
        p.system.x0[i] = 1000 + i;
        if (p.system.b) p.system.b[i] = 2000 + i;
    }
    return p;
}

/* Returns whether the search goes from row i to row j: along entries; for a long run against them.
 */
static bool leads(const struct problem *p, uint32_t i, uint32_t j)
{
    if (p->kind == KIND_STEADY) return csr_find(&p->system.a.off, j, i) != UINT64_MAX;
    return csr_find(&p->system.a.off, i, j) != UINT64_MAX;
}

/* distance[i] = fewest steps from root to i, UINT32_MAX where there is no way. */
static void find_distances(const struct problem *p, uint32_t root, uint32_t *distance)
{
    uint32_t n = p->system.a.off.rows;
    distance[root] = 0;
    for (uint32_t step = 0; step < n; step++)
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; distance[i] == step && j < n; j++)
                if (distance[j] == UINT32_MAX && leads(p, i, j)) distance[j] = step + 1;
}

/* Every row once; from the start distances ascend, and rows at one distance come in the order of
 * those before them and then of their numbers; then those that are left, in ascending order. */
static void rows_come_breadth_first(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct problem p = draw_problem();
        uint32_t n = p.system.a.off.rows, *sequence, distance[MOST_ROWS], at[MOST_ROWS];
        assert_int_equal(row_order_sequence(&p, ORDER_BFS, &sequence), OK);
        memset(distance, 0xff, sizeof distance);
        memset(at, 0xff, sizeof at);
        for (uint32_t k = 0; k < n; k++) {
            assert_true(sequence[k] < n && at[sequence[k]] == UINT32_MAX);
            at[sequence[k]] = k;
        }
        assert_int_equal(sequence[0], p.start);
        find_distances(&p, p.start, distance);
        for (uint32_t k = 1; k < n; k++) {
            uint32_t i = sequence[k], parent = 0, previous = 0;
            assert_true(distance[sequence[k - 1]] <= distance[i]);
            if (distance[sequence[k - 1]] != distance[i]) continue;
            if (distance[i] == UINT32_MAX) {
                assert_true(sequence[k - 1] < i);
                continue;
            }
            while (!leads(&p, sequence[parent], i))
                parent++; /* the first row from which i can be met */
            while (!leads(&p, sequence[previous], sequence[k - 1])) previous++;
            if (parent < previous || (parent == previous && i < sequence[k - 1]))
                fail_msg("seed %llu: row %u comes after row %u", (unsigned long long)seed, i,
                         sequence[k - 1]);
        }
        free(sequence);
        problem_free(&p);
    }
}

static bool share_an_entry(const struct csr *off, uint32_t i, uint32_t j)
{
    return csr_find(off, i, j) != UINT64_MAX || csr_find(off, j, i) != UINT64_MAX;
}

/* By the definition: the first colour that no earlier row has with which a row shares an entry;
 * then colour by colour, in the order of the rows. */
static void rows_come_colour_by_colour(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct problem p = draw_problem();
        const struct csr *off = &p.system.a.off;
        uint32_t *sequence, colour[MOST_ROWS], at = 0;
        for (uint32_t i = 0; i < off->rows; i++) {
            bool taken[MOST_ROWS + 1] = {false};
            for (uint32_t j = 0; j < i; j++)
                if (share_an_entry(off, i, j)) taken[colour[j]] = true;
            for (colour[i] = 0; taken[colour[i]];) colour[i]++;
        }
        assert_int_equal(row_order_sequence(&p, ORDER_COLOUR, &sequence), OK);
        for (uint32_t c = 0; c < off->rows; c++)
            for (uint32_t i = 0; i < off->rows; i++)
                if (colour[i] == c) assert_int_equal(sequence[at++], i);
        assert_int_equal(at, off->rows);
        free(sequence);
        problem_free(&p);
    }
}

/* Each row stands behind those that it needs, unless they need it, too; and rows that need each
 * other stand side by side, in their order. */
static void rows_come_behind_what_they_need(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct problem p = draw_problem();
        const uint32_t n = p.system.a.off.rows;
        bool needs[MOST_ROWS][MOST_ROWS] = {{false}};
        uint32_t *sequence;
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++)
                needs[i][j] = i == j || csr_find(&p.system.a.off, i, j) != UINT64_MAX;
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < n; j++) needs[i][j] |= needs[i][k] && needs[k][j];
        assert_int_equal(row_order_sequence(&p, ORDER_COMPONENTS, &sequence), OK);
        for (uint32_t k = 1; k < n; k++) {
            const uint32_t before = sequence[k - 1], i = sequence[k];
            if (needs[before][i] && needs[i][before]) assert_true(before < i);
            for (uint32_t first = 0; first < k; first++) {
                const uint32_t j = sequence[first];
                assert_false(needs[j][i] && !needs[i][j]);
                if (needs[i][j] && needs[j][i]) assert_true(needs[i][before] && needs[before][i]);
            }
        }
        free(sequence);
        problem_free(&p);
    }
}

static void the_native_order_is_none(void **state)
{
    struct problem p = draw_problem();
    uint32_t nothing, *sequence = &nothing;
    assert_int_equal(row_order_sequence(&p, ORDER_NATIVE, &sequence), OK);
    assert_null(sequence);
    problem_free(&p);
}

static void check_renumbered(const struct linear *from, const uint32_t *sequence,
                             const struct linear *to)
{
    uint32_t n = from->a.off.rows;
    assert_true(csr_sound(&to->a.off));
    assert_int_equal(to->a.off.rows, n);
    assert_int_equal(to->a.off.nnz, from->a.off.nnz);
    assert_int_equal(to->b != NULL, from->b != NULL);
    assert_null(to->answer);
    for (uint32_t k = 0; k < n; k++) {
        assert_true(to->a.diag[k] == from->a.diag[sequence[k]] &&
                    to->x0[k] == from->x0[sequence[k]]);
        if (to->b) assert_true(to->b[k] == from->b[sequence[k]]);
        for (uint64_t e = to->a.off.row[k]; e < to->a.off.row[k + 1]; e++) {
            uint64_t found = csr_find(&from->a.off, sequence[k], sequence[to->a.off.col[e]]);
            assert_true(found != UINT64_MAX && from->a.off.val[found] == to->a.off.val[e]);
        }
    }
}

/* One that can be made here. */
static enum row_order draw_order(void)
{
    enum row_order order;
    do order = ORDER_BFS + (enum row_order)draw(NORDERS - ORDER_BFS);
    while (row_order_probe(order) != OK);
    return order;
}

static void systems_are_renumbered(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct problem p = draw_problem();
        struct linear renumbered;
        uint32_t *sequence;
        double back[MOST_ROWS];
        const enum row_order order = draw_order();
        assert_int_equal(row_order_sequence(&p, order, &sequence), OK);
        assert_int_equal(row_order_apply(&p.system, sequence, &renumbered), OK);
        check_renumbered(&p.system, sequence, &renumbered);
        row_order_undo(p.system.a.off.rows, sequence, renumbered.x0, back);
        assert_memory_equal(back, p.system.x0, p.system.a.off.rows * sizeof *back);
        linear_free(&renumbered);
        free(sequence);
        problem_free(&p);
    }
}

static void failing_allocations_leave_nothing(void **state)
{
    for (int kind = KIND_LINEAR; kind <= KIND_STEADY; kind += KIND_STEADY - KIND_LINEAR) {
        struct problem p = draw_problem();
        const enum row_order order = draw_order();
        enum status status = ERROR_HOST_MEMORY;
        long k;
        p.kind = (enum problem_kind)kind;
        for (k = 0; status != OK; k++) {
            uint32_t *sequence;
            struct linear renumbered = {0};
            memory_fail_after(k);
            status = row_order_sequence(&p, order, &sequence);
            if (status == OK) status = row_order_apply(&p.system, sequence, &renumbered);
            memory_fail_after(-1);
            assert_int_equal(renumbered.x0 != NULL, status == OK);
            if (status != OK) assert_int_equal(status, ERROR_HOST_MEMORY);
            linear_free(&renumbered);
            free(sequence);
        }
        assert_true(k > 10);
        problem_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_breadth_first),
        cmocka_unit_test(rows_come_colour_by_colour),
        cmocka_unit_test(rows_come_behind_what_they_need),
        cmocka_unit_test(the_native_order_is_none),
        cmocka_unit_test(systems_are_renumbered),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    seed_begin();
    return cmocka_run_group_tests_name("order", tests, NULL, NULL);
}

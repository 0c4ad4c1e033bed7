/* Prob0, Prob1, closed classes and periods against their definitions on random graphs. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/reachability.h"
#include "base/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 10, ROUNDS = 3000 };

struct graph_loop {
    uint32_t n;
    bool edge[MOST][MOST], reaches[MOST][MOST]; /* reaches: in any number of steps, zero included */
    struct csr csr;
};

/* Transitive closure; with a set, only by way of its members (the last state need not be one). */
static void close_over(const struct graph_loop *g, const uint8_t *through, bool reaches[MOST][MOST])
{
    for (uint32_t i = 0; i < g->n; i++)
        for (uint32_t j = 0; j < g->n; j++)
            reaches[i][j] = i == j || (g->edge[i][j] && (!through || through[i]));
    for (uint32_t k = 0; k < g->n; k++)
        for (uint32_t i = 0; i < g->n; i++)
            for (uint32_t j = 0; j < g->n; j++) reaches[i][j] |= reaches[i][k] && reaches[k][j];
}

/* Every state has a successor, as in a chain. */
static struct graph_loop draw_graph(void)
{
    struct graph_loop g = {.n = 1 + (uint32_t)draw(MOST)};
    struct triplet triplet[MOST * MOST];
    uint64_t count = 0, sparsity = 1 + draw(6);
    for (uint32_t i = 0; i < g.n; i++) {
        for (uint32_t j = 0; j < g.n; j++) g.edge[i][j] = draw(sparsity + 1) == 0;
        g.edge[i][draw(g.n)] = true;
        for (uint32_t j = 0; j < g.n; j++)
            if (g.edge[i][j]) triplet[count++] = (struct triplet){i, j, 1};
    }
    close_over(&g, NULL, g.reaches);
    assert_int_equal(csr_from_triplets(g.n, count, triplet, &g.csr), OK);
    return g;
}

/* no: the goal is out of reach along `through`. yes: no such state is in reach before the goal. */
static void certainty_follows_its_definition(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct graph_loop g = draw_graph();
        uint8_t through[MOST], goal[MOST], undecided[MOST], *no, *yes;
        bool along[MOST][MOST], wanted_no[MOST];
        for (uint32_t i = 0; i < g.n; i++) {
            through[i] = draw(4) != 0;
            goal[i] = draw(5) == 0;
            undecided[i] = through[i] && !goal[i];
        }
        const uint8_t *given = draw(2) ? through : NULL;
        assert_int_equal(certain_states(&g.csr, given, goal, &no, &yes), OK);
        close_over(&g, given, along);
        for (uint32_t i = 0; i < g.n; i++) {
            wanted_no[i] = true;
            for (uint32_t j = 0; j < g.n; j++) wanted_no[i] &= !(goal[j] && along[i][j]);
            if (no[i] != wanted_no[i])
                fail_msg("seed %llu, round %d: Prob0", (unsigned long long)seed, round);
        }
        for (uint32_t i = 0; i < g.n && !given; i++) undecided[i] = !goal[i];
        close_over(&g, undecided, along);
        for (uint32_t i = 0; i < g.n; i++) {
            bool wanted = true;
            for (uint32_t j = 0; j < g.n; j++) wanted &= !(wanted_no[j] && along[i][j]);
            if (yes[i] != wanted)
                fail_msg("seed %llu, round %d: Prob1", (unsigned long long)seed, round);
        }
        free(no);
        free(yes);
        csr_free(&g.csr);
    }
}

/* Returns a state that reaches all others, or UINT32_MAX if there is none. */
static uint32_t find_source(const struct graph_loop *g)
{
    for (uint32_t i = 0; i < g->n; i++) {
        uint32_t count = 0;
        for (uint32_t j = 0; j < g->n; j++) count += g->reaches[i][j];
        if (count == g->n && draw(4)) return i;
    }
    return UINT32_MAX;
}

/* Closed: every state in reach leads back. Numbered by first states. */
static void classes_follow_their_definition(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct graph_loop g = draw_graph();
        uint32_t *class_of, count, seen = 0;
        assert_int_equal(closed_classes(&g.csr, find_source(&g), &class_of, &count), OK);
        for (uint32_t i = 0; i < g.n; i++) {
            bool closed = true;
            for (uint32_t j = 0; j < g.n; j++) closed &= !g.reaches[i][j] || g.reaches[j][i];
            assert_true(closed == (class_of[i] != NO_CLASS));
            if (!closed) continue;
            assert_true(class_of[i] <= seen);
            if (class_of[i] == seen) seen++;
            for (uint32_t j = 0; j < g.n; j++)
                assert_true((g.reaches[i][j] && g.reaches[j][i]) == (class_of[j] == class_of[i]));
        }
        assert_int_equal(count, seen);
        free(class_of);
        csr_free(&g.csr);
    }
}

static uint32_t divisor(uint32_t a, uint32_t b)
{
    return b ? divisor(b, a % b) : a;
}

/* Returns the greatest common divisor of the lengths of closed walks from root to root, by powers
 * of the adjacency matrix, up to n^2. */
static uint32_t naive_period(const struct graph_loop *g, uint32_t root)
{
    bool now[MOST] = {false}, next[MOST];
    uint32_t period = 0;
    now[root] = true;
    for (uint32_t length = 1; length <= g->n * g->n; length++) {
        memset(next, 0, sizeof next);
        for (uint32_t i = 0; i < g->n; i++)
            for (uint32_t j = 0; j < g->n; j++) next[j] |= now[i] && g->edge[i][j];
        memcpy(now, next, sizeof now);
        if (now[root]) period = divisor(period, length);
    }
    return period;
}

static void periods_follow_their_definition(void **state)
{
    uint32_t longer = 0;
    for (int round = 0; round < ROUNDS; round++) {
        /* a random cycle through all states with a chord now and then: irreducible, often periodic
         */
        struct graph_loop g = {.n = 2 + (uint32_t)draw(MOST - 1)};
        struct triplet triplet[3 * MOST];
        uint64_t count = 0;
        for (uint32_t i = 0; i < g.n; i++) g.edge[i][(i + 1) % g.n] = true;
        for (uint64_t k = draw(3); k > 0; k--) {
            uint32_t i = (uint32_t)draw(g.n), j = (uint32_t)draw(g.n);
            if (i != j) g.edge[i][j] = true;
        }
        for (uint32_t i = 0; i < g.n; i++)
            for (uint32_t j = 0; j < g.n; j++)
                if (g.edge[i][j]) triplet[count++] = (struct triplet){i, j, 1};
        assert_int_equal(csr_from_triplets(g.n, count, triplet, &g.csr), OK);
        uint32_t phase[MOST], period, root = (uint32_t)draw(g.n);
        for (uint32_t i = 0; i < g.n; i++) phase[i] = NO_CLASS;
        assert_int_equal(cyclic_classes(&g.csr, root, draw(2), phase, &period), OK);
        assert_int_equal(period, naive_period(&g, root));
        for (uint32_t i = 0; i < g.n; i++)
            for (uint32_t j = 0; j < g.n; j++)
                if (g.edge[i][j]) assert_int_equal(phase[j], (phase[i] + 1) % period);
        longer += period > 1;
        csr_free(&g.csr);
    }
    assert_true(longer > ROUNDS / 10); /* the test has something to test */
}

/* A cycle in a random order, so that sweeps give up, and states that lead to it or away from it. */
static struct csr draw_long_graph(uint32_t n, uint32_t cycle)
{
    struct csr out;
    uint64_t count = 0;
    uint32_t *order = calloc(n, sizeof *order);
    struct triplet *triplet = calloc(3 * (size_t)n, sizeof *triplet);
    assert_true(order && triplet);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t at = (uint32_t)draw(i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t next = i < cycle ? (i + 1) % cycle : (uint32_t)draw(n);
        triplet[count++] = (struct triplet){order[i], order[next], 1};
        if (draw(200) == 0) triplet[count++] = (struct triplet){order[i], order[draw(n)], 1};
    }
    assert_int_equal(csr_from_triplets(n, count, triplet, &out), OK);
    free(order);
    free(triplet);
    return out;
}

/* The closed classes are those components that no entry leaves, whichever way they are found. */
static void large_classes_are_components(void **state)
{
    enum { N = 20000 };
    for (int round = 0; round < 20; round++) {
        team_always = round % 2;
        struct csr a = draw_long_graph(N, round % 3 ? N : N / 2);
        uint32_t *class_of, *component, count, components;
        uint8_t *open = calloc(N, 1);
        assert_non_null(open);
        assert_int_equal(closed_classes(&a, UINT32_MAX, &class_of, &count), OK);
        assert_int_equal(strong_components(&a, &component, &components), OK);
        for (uint32_t i = 0; i < N; i++)
            for (uint64_t k = a.row[i]; k < a.row[i + 1]; k++)
                open[component[i]] |= component[a.col[k]] != component[i];
        for (uint32_t i = 0; i < N; i++)
            assert_true((class_of[i] == NO_CLASS) == open[component[i]]);
        for (uint32_t i = 1; i < N; i++)
            if (component[i] == component[i - 1]) assert_int_equal(class_of[i], class_of[i - 1]);
        free(class_of);
        free(component);
        free(open);
        csr_free(&a);
    }
    team_always = false;
}

/* A search by sweeps and one with a queue find the same phases. */
static void phases_of_all_are_those_of_a_part(void **state)
{
    enum { N = 20000 };
    uint32_t *phase[2] = {calloc(N, 4), calloc(N, 4)}, period[2];
    assert_true(phase[0] && phase[1]);
    for (int round = 0; round < 20; round++) {
        struct csr a;
        const uint32_t wanted = 1 + (uint32_t)draw(6), cycle = N / wanted * wanted;
        struct triplet *triplet = calloc(2 * (size_t)cycle, sizeof *triplet);
        uint64_t count = 0;
        assert_non_null(triplet);
        for (uint32_t i = 0; i < cycle; i++) {
            const uint32_t leap = 1 + wanted * (uint32_t)draw(cycle / wanted);
            triplet[count++] = (struct triplet){i, (i + 1) % cycle, 1};
            if (round % 2 && (i + leap) % cycle != i)
                triplet[count++] = (struct triplet){i, (i + leap) % cycle, 1};
        }
        assert_int_equal(csr_from_triplets(cycle, count, triplet, &a), OK);
        team_always = draw(2);
        for (int k = 0; k < 2; k++) {
            for (uint32_t i = 0; i < cycle; i++) phase[k][i] = NO_CLASS;
            assert_int_equal(cyclic_classes(&a, cycle / 3, k, phase[k], &period[k]), OK);
        }
        assert_int_equal(period[0], period[1]);
        assert_memory_equal(phase[0], phase[1], cycle * sizeof *phase[0]);
        free(triplet);
        csr_free(&a);
    }
    team_always = false;
    free(phase[0]);
    free(phase[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certainty_follows_its_definition),
        cmocka_unit_test(classes_follow_their_definition),
        cmocka_unit_test(periods_follow_their_definition),
        cmocka_unit_test(large_classes_are_components),
        cmocka_unit_test(phases_of_all_are_those_of_a_part),
    };
    seed_begin();
    return cmocka_run_group_tests_name("graph", tests, NULL, NULL);
}

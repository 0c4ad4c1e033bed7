/* Components and their levels, on random graphs from acyclic ones to one large cycle. */
#include "base/sparse/component_order.h"

#include <signal.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/reachability.h"
#include "base/team.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 40, ROUNDS = 2000 };

/* Rows of some unknowns, two for each of them where `grouped`; entries may repeat. */
struct graph {
    struct matrix a;
    uint64_t row[2 * MOST + 1];
    uint32_t col[8 * MOST], group[MOST + 1];
};

/* back: of 8 entries, so many lead to a higher number; beside: entries of a row at most. */
static void draw_graph(struct graph *g, uint32_t n, uint64_t back, uint64_t beside)
{
    const bool grouped = draw(2);
    struct csr *off = &g->a.off;
    g->a = (struct matrix){.off = {.row = g->row, .col = g->col}};
    if (grouped) g->a.group = g->group, g->a.ngroups = n;
    for (uint32_t i = 0; i < n; i++) {
        g->group[i] = off->rows;
        for (uint64_t r = 0; r < 1 + (grouped ? draw(2) : 0); r++) {
            g->row[off->rows++] = off->nnz;
            for (uint64_t k = draw(beside + 1); k > 0; k--) {
                const bool higher = draw(8) < back;
                if (higher ? i + 1 < n : i > 0)
                    g->col[off->nnz++] =
                        higher ? i + 1 + (uint32_t)draw(n - 1 - i) : (uint32_t)draw(i);
            }
        }
    }
    g->group[n] = off->rows;
    g->row[off->rows] = off->nnz;
}

static uint32_t level_of(const struct components *c, uint32_t component)
{
    uint32_t level = 0;
    while (c->level[level + 1] <= component) level++;
    return level;
}

/* By definition, unknowns are in one component if Tarjan's algorithm says so. */
static void check_strong(const struct graph *g, uint32_t n, const struct components *c)
{
    struct csr joined = g->a.off;
    uint64_t row[MOST + 1];
    uint32_t *component, count;
    for (uint32_t i = 0; i <= n; i++) row[i] = g->row[matrix_first_row(&g->a, i)];
    joined.rows = n, joined.row = row;
    assert_ok(strong_components(&joined, &component, &count));
    assert_int_equal(c->count, count);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            assert_int_equal(c->of[i] == c->of[j], component[i] == component[j]);
    free(component);
}

static void check_lists(uint32_t n, const struct components *c)
{
    assert_true(c->first[0] == 0 && c->first[c->count] == n);
    assert_true(c->level[0] == 0 && c->level[c->levels] == c->count);
    for (uint32_t l = 0; l < c->levels; l++) assert_true(c->level[l] < c->level[l + 1]);
    for (uint32_t k = 0; k < c->count; k++) {
        assert_true(c->first[k] < c->first[k + 1]);
        for (uint32_t m = c->first[k]; m < c->first[k + 1]; m++) {
            assert_int_equal(c->of[c->member[m]], k);
            assert_true(m == c->first[k] || c->member[m - 1] < c->member[m]);
        }
    }
}

static void check_levels(const struct graph *g, uint32_t n, const struct components *c)
{
    for (uint32_t i = 0; i < n; i++)
        for (uint64_t k = g->row[matrix_first_row(&g->a, i)];
             k < g->row[matrix_first_row(&g->a, i + 1)]; k++)
            assert_true(c->of[g->col[k]] == c->of[i] ||
                        level_of(c, c->of[g->col[k]]) < level_of(c, c->of[i]));
}

static void levels_follow_their_definition(void **state)
{
    struct graph g;
    struct components c;
    for (int k = 0; k < ROUNDS; k++) {
        const uint32_t n = (uint32_t)draw(MOST + 1);
        draw_graph(&g, n, draw(9), 1 + draw(3));
        assert_ok(components_find(&g.a, &c));
        check_strong(&g, n, &c);
        check_lists(n, &c);
        check_levels(&g, n, &c);
        components_free(&c);
    }
}

/* Without cycles each unknown is alone, and a path has as many levels as unknowns. */
static void paths_have_a_level_for_each_unknown(void **state)
{
    struct graph g = {.row = {0, 0, 1, 2, 3}, .col = {0, 1, 2}};
    struct components c;
    g.a = (struct matrix){.off = {.rows = 4, .nnz = 3, .row = g.row, .col = g.col}};
    assert_ok(components_find(&g.a, &c));
    assert_true(c.count == 4 && c.levels == 4);
    for (uint32_t i = 0; i < 4; i++) assert_true(c.member[i] == i && c.level[i] == i);
    components_free(&c);
}

static volatile sig_atomic_t stop;
static int calls_left;

static void count_calls(const char *what, uint64_t done, uint64_t total)
{
    stop = --calls_left <= 0;
}

/* Stops at the k-th question, for each k. */
static void can_be_stopped(void **state)
{
    struct graph g;
    struct components c;
    int k = 0;
    enum status status;
    draw_graph(&g, MOST, 1, 2);
    do {
        stop = 0, calls_left = ++k;
        progress_hook_set(count_calls, &stop);
        status = components_find(&g.a, &c);
        progress_hook_set(NULL, NULL);
        if (stop) assert_int_equal(status, ERROR_INTERRUPTED);
        if (status != OK) assert_null(c.of);
    } while (status == ERROR_INTERRUPTED);
    assert_ok(status);
    assert_true(k > 2);
    components_free(&c);
}

static void survives_lack_of_memory(void **state)
{
    struct graph g;
    struct components c;
    enum status status = ERROR_HOST_MEMORY;
    draw_graph(&g, MOST, 2, 2);
    for (long k = 0; status != OK; k++) {
        memory_fail_after(k);
        status = components_find(&g.a, &c);
        memory_fail_after(-1);
        assert_true(status == OK || (status == ERROR_HOST_MEMORY && !c.of && !c.level));
    }
    components_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(levels_follow_their_definition),
                                       cmocka_unit_test(paths_have_a_level_for_each_unknown),
                                       cmocka_unit_test(can_be_stopped),
                                       cmocka_unit_test(survives_lack_of_memory)};
    seed_begin();
    int failed = cmocka_run_group_tests_name("components", tests, NULL, NULL);
    team_always = true;
    failed += cmocka_run_group_tests_name("components, in teams", tests, NULL, NULL);
    return failed;
}

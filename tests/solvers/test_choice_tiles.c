/* Tiles of the rows of random decision processes: they hold every unknown once, begin where its
 * rows and entries begin, keep the limits unless they hold one unknown, and could not hold the
 * next. */
#include <stdlib.h>

#include "solvers/methods/choice_tiles.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST_UNKNOWNS = 200, MOST_ROWS = 40 * MOST_UNKNOWNS };

struct process {
    struct matrix a;
    uint32_t group[MOST_UNKNOWNS + 1];
    uint64_t row[MOST_ROWS + 1];
};

/* Most unknowns have few rows, some many; most rows have few entries, some many, some none. */
static void draw_process(struct process *p)
{
    const uint32_t n = (uint32_t)draw(MOST_UNKNOWNS + 1);
    uint32_t rows = 0;
    p->group[0] = 0;
    p->row[0] = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t end = rows + 1 + (uint32_t)draw(draw(10) ? 4 : 39);
        for (; rows < end; rows++) p->row[rows + 1] = p->row[rows] + draw(draw(20) ? 3 : 60);
        p->group[i + 1] = rows;
    }
    p->a = (struct matrix){
        .off = {.rows = rows, .nnz = p->row[rows], .row = p->row}, .group = p->group, .ngroups = n};
}

static bool fits(const struct process *p, const struct choice_tile *from, uint32_t end,
                 const struct choice_limits *most)
{
    const uint32_t row = p->group[end];
    return end - from->unknown <= most->unknowns && row - from->row <= most->rows &&
           p->row[row] - from->entry <= most->entries;
}

static void check_tiles(const struct process *p, const struct choice_limits *most)
{
    struct choice_tiles tiles;
    assert_ok(choice_tiles_cut(&p->a, most, &tiles));
    assert_int_equal(tiles.tile[0].unknown, 0);
    assert_int_equal(tiles.tile[tiles.count].unknown, p->a.ngroups);
    for (uint32_t k = 0; k <= tiles.count; k++) {
        const struct choice_tile *tile = &tiles.tile[k];
        const uint32_t row = p->group[tile->unknown];
        assert_int_equal(tile->row, row);
        assert_int_equal(tile->entry, p->row[row]);
        if (k == tiles.count) break;
        const uint32_t end = tile[1].unknown;
        assert_true(tile->unknown < end);
        assert_true(end - tile->unknown == 1 || fits(p, tile, end, most));
        assert_true(end == p->a.ngroups || !fits(p, tile, end + 1, most));
    }
    free(tiles.tile);
}

static void tiles_keep_their_limits(void **state)
{
    (void)state;
    struct process *p = malloc(sizeof *p);
    assert_non_null(p);
    for (int k = 0; k < 1000; k++) {
        draw_process(p);
        const struct choice_limits most = {.unknowns = 1 + (uint32_t)draw(50),
                                           .rows = 1 + (uint32_t)draw(draw(2) ? 8 : 300),
                                           .entries = 1 + (uint32_t)draw(draw(2) ? 8 : 500)},
                                   its = choice_limits_for(&p->a);
        check_tiles(p, &most);
        check_tiles(p, &its);
        assert_true(its.unknowns > 0 && its.rows > 0 && its.rows <= CHOICE_ROWS);
        assert_true(its.stages >= 2 && its.stages <= 4);
    }
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(tiles_keep_their_limits)};
    seed_begin();
    return cmocka_run_group_tests_name("choice tiles", tests, NULL, NULL);
}

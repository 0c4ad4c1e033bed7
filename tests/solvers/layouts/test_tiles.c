/* Several sweeps in one pass over memory: how tiles are cut, and, where there is a GPU, that their
 * sweeps are plain ones bit for bit, whatever the matrix and the room. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/layouts/pattern/tiles.h"
#include "solvers/loop.h"
#include "solvers/registry.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_band.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

extern const struct method method_jacobi;

static int32_t around(int32_t most)
{
    return (int32_t)draw(2 * (uint64_t)most + 1) - most;
}

/* A matrix to cut into tiles, and the further arguments of tiles_plan. */
struct cut {
    int32_t offset[12];
    size_t count;
    uint32_t n, sweeps;
    enum precision precision;
    size_t dictionary;
    struct tile_room room;
};

/* Offsets a few lines and a few columns away, for lines of a random width. */
static struct cut draw_cut(void)
{
    struct cut c = {.count = draw(12), .n = 1 + (uint32_t)draw(draw(2) ? 300 : 10000000)};
    int32_t width = 40 + (int32_t)draw(draw(2) ? 100 : 10000), lines = (int32_t)draw(5),
            columns = (int32_t)draw(9);
    for (size_t k = 0; k < c.count; k++) c.offset[k] = around(lines) * width + around(columns);
    c.sweeps = 2 + (uint32_t)draw(3);
    c.precision = draw(2) ? F64 : F32;
    c.dictionary = tiles_dictionary((uint32_t)draw(256), (uint32_t)draw(1000), c.precision);
    c.room = (struct tile_room){4096 + draw(230000), 1 + (uint32_t)draw(300)};
    return c;
}

static void check_stencil(const struct cut *c, const struct stencil *s)
{
    for (size_t k = 0; k < c->count; k++) {
        bool reached = false;
        for (int64_t line = -(int64_t)s->up; line <= s->down; line++) {
            int64_t column = c->offset[k] - line * s->width;
            reached |= column >= -(int64_t)s->left && column <= s->right;
        }
        if (!reached) fail_msg("seed %llu: offset %d", (unsigned long long)seed, c->offset[k]);
    }
}

/* Every row is some tile's, and a tile has all that its rows reach. */
static void check_tiles(const struct cut *c, const struct stencil *s, const struct tiles *t)
{
    uint64_t lines = (c->n + (uint64_t)s->width - 1) / s->width,
             columns = c->n < s->width ? c->n : s->width;
    assert_int_equal(t->sweeps, c->sweeps);
    assert_int_equal(t->lines, t->height + c->sweeps * (s->up + s->down));
    assert_true(t->columns + c->sweeps * (uint64_t)(s->left + s->right) <= t->pitch);
    assert_true(t->pitch % TILE_PIECE == 0 && TILE_THREADS / 32 % (t->pitch / TILE_PIECE) == 0);
    assert_true(t->pad >= s->left && t->pad >= s->right);
    assert_int_equal(t->count % t->across, 0);
    assert_true((uint64_t)t->across * t->columns >= columns);
    assert_true((uint64_t)t->count / t->across * t->height >= lines);
    assert_true(t->bytes <= c->room.bytes);
    assert_true(t->bytes >= c->dictionary + (2ull * t->lines - s->up - s->down) * t->pitch *
                                                real_size(c->precision));
}

static void test_cuts(void **state)
{
    size_t found = 0, planned = 0;
    for (int round = 0; round < 1000; round++) {
        struct cut c = draw_cut();
        struct stencil stencil;
        struct tiles tiles;
        if (!stencil_find(c.offset, c.count, c.sweeps, c.precision, c.dictionary, &stencil)) {
            assert_int_equal(stencil.width, 0);
            continue;
        }
        found++;
        check_stencil(&c, &stencil);
        if (!tiles_plan(&stencil, c.n, c.sweeps, c.precision, c.dictionary, &c.room, &tiles))
            continue;
        planned++;
        check_tiles(&c, &stencil, &tiles);
    }
    assert_true(found > 300 && planned > 200);
}

/* tandem with c = 4095: the step of a customer into the second queue leads three lines and a column
 * away. */
static void test_tandem(void **state)
{
    enum { W = 4096, N = (2 * 4095 + 1) * W };
    static const int32_t offset[] = {-2 * W, -W, 1, W - 1, 2 * W - 1, 3 * W - 1};
    const struct tile_room room = {113 << 10, 264};
    for (uint32_t sweeps = 2; sweeps <= 4; sweeps++) {
        size_t dictionary = tiles_dictionary(21, 50, F64);
        struct stencil s;
        struct tiles t;
        assert_true(stencil_find(offset, 6, sweeps, F64, dictionary, &s));
        assert_int_equal(s.width, W);
        assert_true(s.up == 2 && s.down == 3 && s.left == 1 && s.right == 1);
        assert_true(tiles_plan(&s, N, sweeps, F64, dictionary, &room, &t));
        /* A tile is not much more than what it brings. */
        assert_true((double)t.lines * t.pitch < 1.7 * (double)t.height * t.columns);
    }
}

static void test_what_fits_no_tile(void **state)
{
    struct stencil s;
    int32_t many[100];
    static const int32_t far[] = {1, -70000, 1234567, -1000000007, INT32_MIN, INT32_MAX};
    for (int k = 0; k < 100; k++) many[k] = k;
    assert_false(stencil_find(many, 100, 2, F64, 0, &s));
    assert_true(stencil_find(many, 3, 2, F64, 0, &s));
    assert_false(stencil_find(many, 3, 2, F64, 1 << 20, &s));
    assert_false(stencil_find(far, 6, 2, F64, 0, &s));
    assert_true(stencil_find(NULL, 0, 2, F64, 0, &s));
}

/* On the GPU */

static const struct place *cuda(void)
{
    for (int k = 0; k < place_count; k++)
        if (places[k]->cards == 1) return places[k];
    return NULL;
}

/* The votes of a sweep or pass with this epsilon. */
static int votes(struct solve *s, unsigned sweeps, enum criterion criterion, double epsilon)
{
    s->sweeps = sweeps;
    s->tested = true;
    s->test.criterion = criterion;
    s->test.epsilon = epsilon;
    assert_ok(s->method->step(s));
    assert_ok(s->place->poll(&s->test));
    return s->test.votes;
}

static void bring(const struct solve *s, double *x)
{
    assert_ok(solve_download(s, x));
}

/* Passes of s against plain sweeps of p. The test of a pass is that of its last sweep: just above
 * the change it holds, at the change it does not. */
static void check_passes(struct solve *s, struct solve *p, double *x, double *wanted)
{
    const unsigned sweeps = s->temporal_block;
    for (int pass = 0; pass < 3; pass++) {
        enum criterion criterion = draw(2) ? RELATIVE : ABSOLUTE;
        double change, again;
        for (unsigned k = 0; k < sweeps; k++) votes(p, 1, criterion, 1);
        assert_ok(p->vec->change(p->n, p->work[0], p->x, criterion, &change));
        double epsilon = change * (pass == 2 ? 1 : 1 + 1e-6);
        int got = votes(s, sweeps, criterion, epsilon);
        if (isfinite(change) && change > 0) assert_int_equal(got, pass == 2 ? TEST_UNSATISFIED : 0);
        bring(s, x);
        bring(p, wanted);
        if (memcmp(x, wanted, s->n * sizeof *x))
            fail_msg("seed %llu, %u rows, %u sweeps: other iterates", (unsigned long long)seed,
                     s->n, sweeps);
        if (pass < 2) continue;
        s->test.criterion = criterion;
        assert_ok(method_jacobi.change(s, &again));
        assert_memory_equal(&again, &change, sizeof change);
    }
}

static bool check_matrix(const struct cut *c, const struct matrix *a, bool zeros)
{
    struct solver_options options = default_options(&method_jacobi, &layout_pattern);
    struct stored stored, plain;
    struct solve s, p;
    double *b = random_vector(seed, draw(UINT64_MAX), c->n),
           *x0 = random_vector(seed, draw(UINT64_MAX), c->n), *x = calloc(c->n, 8);
    assert_non_null(x);
    assert_ok(stored_build_at(cuda(), &layout_pattern, c->precision, &options, a, &plain));
    options.temporal_block = (int)c->sweeps;
    options.vote = draw(2) ? VOTE_BLOCK : VOTE_STORE;
    assert_ok(stored_build_at(cuda(), &layout_pattern, c->precision, &options, a, &stored));
    assert_ok(stored_upload(cuda(), &stored));
    assert_ok(stored_upload(cuda(), &plain));
    bool tiled = stored.temporal_block > 0;
    assert_true(tiled == (*stored.note == '\0'));
    struct tiles other;
    size_t dictionary =
        tiles_dictionary(pattern_count(&stored), pattern_entries(&stored), c->precision);
    if (tiled && draw(4) &&
        tiles_plan(&pattern_lines(&stored)->stencil, c->n, c->sweeps, c->precision, dictionary,
                   &c->room, &other) &&
        other.pitch ==
            ((struct tiles *)stored.state)->pitch) /* which the dictionary at the place is for */
        *(struct tiles *)stored.state = other;
    struct solve_settings settings = {.max_iterations = 100, .options = options};
    assert_ok(solve_create(&stored, &method_jacobi, zeros ? NULL : b, &settings, &s));
    assert_int_equal(s.temporal_block, tiled ? c->sweeps : 1);
    settings.options = default_options(&method_jacobi, &layout_pattern);
    assert_ok(solve_create(&plain, &method_jacobi, zeros ? NULL : b, &settings, &p));
    assert_ok(solve_reset(&s, x0));
    assert_ok(solve_reset(&p, x0));
    if (tiled) check_passes(&s, &p, x, x0);
    solve_free(&s);
    solve_free(&p);
    stored_free(&stored);
    stored_free(&plain);
    free(b);
    free(x0);
    free(x);
    return tiled;
}

static void skip_without_gpu(void)
{
    if (!cuda() || cuda()->probe() != OK) skip();
}

/* Matrices with lines that fit them and lines that do not, from one row on, in little and in much
 * shared memory. */
static void test_sweeps(void **state)
{
    size_t tiled = 0;
    skip_without_gpu();
    for (int round = 0; round < 60; round++) {
        struct cut c = draw_cut();
        c.n = 1 + (uint32_t)draw(draw(3) ? 6000 : 100);
        c.room.bytes = 4096 + draw(90000);
        for (size_t k = 0; k < c.count; k++) c.offset[k] %= 1500;
        struct matrix a = random_band(c.n, c.offset, c.count, 1 + (uint32_t)draw(4),
                                      draw(4) ? 1 + (uint32_t)draw(600) : 0);
        tiled += check_matrix(&c, &a, draw(2));
        matrix_free(&a);
    }
    assert_true(tiled >= 20);
}

/* One row without a pattern, and rows with as many offsets as the matrix has rows: one sweep at a
 * time, and a note. */
static void test_falls_back(void **state)
{
    struct cut c = {.n = 3000, .sweeps = 2, .precision = F64, .room = {100000, 8}};
    skip_without_gpu();
    struct matrix a = random_matrix(seed, 290, SHAPE_ONE_FULL_ROW);
    c.n = 290;
    assert_false(check_matrix(&c, &a, false));
    matrix_free(&a);
    a = random_matrix(seed, 100, SHAPE_DENSE);
    c.n = 100;
    assert_false(check_matrix(&c, &a, false));
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_tandem),
        cmocka_unit_test(test_what_fits_no_tile),
        cmocka_unit_test(test_sweeps),
        cmocka_unit_test(test_falls_back),
    };
    seed_begin();
    return cmocka_run_group_tests_name("tiles", tests, NULL, NULL);
}

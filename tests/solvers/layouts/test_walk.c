/* The order in which blocks take rows that are laid out in lines: every row once, whatever the
 * lines; and, where there is a GPU, that sweeps by lines bring the bits of one core. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/csr.h"
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/layouts/pattern/tiles.h"
#include "solvers/layouts/pattern/walk.h"
#include "solvers/registry.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

extern const struct method method_jacobi;

static uint32_t up_to(uint64_t limit)
{
    return (uint32_t)(1 + draw(limit));
}

static uint32_t piece_at(const struct walk *walk, uint32_t patch, uint32_t line)
{
    return walk_piece(walk, walk_from(walk, patch, line));
}

/* Each piece of a patch is below the one above it, give or take a piece, and where the way down
 * leads. */
static void check_lean(const struct walk *walk, uint32_t patch)
{
    for (uint32_t line = 1; line < walk->lines; line++) {
        int64_t above = piece_at(walk, patch, line - 1), piece = piece_at(walk, patch, line);
        assert_int_equal(walk_piece(walk, walk_down(walk, walk_from(walk, patch, 0), line)), piece);
        if (above == walk->pieces || piece == walk->pieces) continue;
        assert_true(llabs((piece - above) * WALK_PIECE - (int64_t)walk->width) < WALK_PIECE);
    }
}

static void check_walk(uint32_t n, uint32_t width, uint32_t lines)
{
    struct walk walk = walk_of(n, width, lines);
    uint8_t *taken = calloc((size_t)walk.pieces + 1, 1);
    assert_non_null(taken);
    assert_true((uint64_t)walk.pieces * WALK_PIECE >= n &&
                (uint64_t)walk.pieces * WALK_PIECE < n + (uint64_t)WALK_PIECE);
    for (uint32_t patch = 0; patch < walk_patches(&walk); patch++) {
        for (uint32_t line = 0; line < lines; line++) taken[piece_at(&walk, patch, line)]++;
        check_lean(&walk, patch);
    }
    for (uint32_t piece = 0; piece < walk.pieces; piece++)
        if (taken[piece] != 1)
            fail_msg("seed %llu: %u rows in lines of %u, %u a patch: piece %u is taken %u times",
                     (unsigned long long)seed, n, width, lines, piece, taken[piece]);
    free(taken);
}

static void test_every_piece_once(void **state)
{
    for (uint32_t n = 0; n < 300; n++) check_walk(n, n % 3 ? 0 : 256 + n, 1 + n % 9);
    for (int round = 0; round < 300; round++) {
        uint32_t width = WALK_PIECE + (uint32_t)draw(draw(2) ? 300 : 10000);
        check_walk(up_to(draw(2) ? 5000 : 2000000), draw(8) ? width : 0, up_to(draw(2) ? 8 : 300));
    }
}

/* As many rows as there can be, near their end. */
static void test_most_rows(void **state)
{
    for (int round = 0; round < 100; round++) {
        struct walk walk = walk_of(UINT32_MAX, 256 + (uint32_t)draw(1u << 18), up_to(300));
        uint32_t patches = walk_patches(&walk), last = 0;
        for (uint32_t patch = patches - walk.across; patch < patches; patch++)
            for (uint32_t line = 0; line < walk.lines; line++) {
                uint32_t piece = piece_at(&walk, patch, line);
                if (piece < walk.pieces && piece > last) last = piece;
            }
        assert_int_equal(last, walk.pieces - 1);
    }
}

/* As in tandem, of both directions; as far as a width is to be found: from 1024 on. Lines of up to
 * four less are taken for lines of 1024, whose columns lie as near. */
static void test_widths(void **state)
{
    for (int32_t c = 300; c < 9000; c += 1 + (int32_t)draw(500)) {
        const int32_t w = c + 1;
        const int32_t back[] = {-2 * w, -w, 1, w - 1, 2 * w - 1, 3 * w - 1},
                      forth[] = {2 * w, w, -1, 1 - w, 1 - 2 * w, 1 - 3 * w};
        const int32_t found = w >= 1024 ? w : w >= 1020 ? 1024 : 0;
        assert_int_equal(line_width(back, 6), found);
        assert_int_equal(line_width(forth, 6), found);
    }
    static const int32_t near[] = {-1, 1},
                         far[] = {1, -70000, 1234567, -1000000007, INT32_MIN, INT32_MAX};
    assert_int_equal(line_width(near, 2), 0);
    assert_int_equal(line_width(far, 6), 0);
    assert_int_equal(line_width(NULL, 0), 0);
}

/* On the GPU */

enum { MOST_OFFSETS = 7 };

/* Rows that reach a few lines and columns, of two kinds of lines in turn; runs of rows within a
 * line, the last rows of lines, and in some matrices single rows, are of other kinds. */
static struct matrix in_lines(uint32_t n, int64_t width, bool single_rows)
{
    const int64_t offset[MOST_OFFSETS] = {-3 * width + 1, -2 * width + 1, -width, -1, 1,
                                          width,          2 * width};
    struct matrix a = {0};
    uint64_t nnz = 0, key = draw(UINT64_MAX);
    if (matrix_allocate(n, MOST_OFFSETS * (uint64_t)n, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t kind = i / width % 2 + 2 * (i % width + 1 == width) +
                        4 * (random_bits(key, 0, i / 1000) % 8 == 0);
        if (single_rows && random_bits(key, 1, i) % 500 == 0) kind = i;
        for (int k = 0; k < MOST_OFFSETS; k++) {
            int64_t j = i + offset[k];
            uint64_t bits = random_bits(key, 2 + kind, (uint64_t)k);
            if (j < 0 || j >= n || bits % 4 == 0) continue;
            a.off.col[nnz] = (uint32_t)j;
            a.off.val[nnz++] = (double)(bits >> 8 & 0xffff) / 65536 - 0.5;
        }
        a.off.row[i + 1] = nnz;
        a.diag[i] = 3 + (double)(kind % 64) / 64;
    }
    a.off.nnz = nnz;
    return a;
}

/* x := a few sweeps at the place; whether it went by lines. */
static bool sweeps(const struct place *place, enum precision precision,
                   const struct solver_options *options, const struct matrix *a, const double *b,
                   const double *x0, double *x)
{
    struct stored stored;
    struct solve solve;
    struct solve_settings settings = {.criterion = RELATIVE, .epsilon = 1e-6, .options = *options};
    assert_ok(stored_build_at(place, &layout_pattern, precision, options, a, &stored));
    bool by_lines = pattern_lines(stored.nparts ? &stored.part[0] : &stored)->line > 0;
    assert_ok(stored_upload(place, &stored));
    assert_ok(solve_create(&stored, &method_jacobi, b, &settings, &solve));
    assert_ok(solve_reset(&solve, x0));
    for (int k = 0; k < 2; k++) assert_ok(method_jacobi.step(&solve));
    assert_ok(solve_download(&solve, x));
    solve_free(&solve);
    stored_free(&stored);
    return by_lines;
}

static bool check_sweeps(const struct place *place)
{
    static const int rows[] = {4, 8, 16, 32};
    const uint32_t n = up_to(60000);
    const size_t bytes = n * sizeof(double);
    struct solver_options options = default_options(&method_jacobi, &layout_pattern);
    enum precision precision = draw(2) ? F64 : F32;
    uint64_t key = draw(UINT64_MAX), width = draw(3) ? 1024 + draw(3000) : 1024 * up_to(3);
    struct matrix a = in_lines(n, (int64_t)width, draw(2));
    double *b = draw(3) ? random_vector(key, 0, n) : NULL, *x0 = random_vector(key, 1, n),
           *x = malloc(bytes), *wanted = malloc(bytes);
    assert_non_null(x);
    assert_non_null(wanted);
    for (uint32_t i = 0; b && draw(2) && i < n; i++) b[i] = i % 3000 < 20 ? b[i] : 0;
    ((struct pattern_options *)&options.layout)->rows = rows[draw(4)];
    sweeps(places[0], precision, &options, &a, b, x0, wanted);
    bool by_lines = sweeps(place, precision, &options, &a, b, x0, x);
    if (memcmp(x, wanted, bytes))
        fail_msg("seed %llu: %s, %u rows in lines of %llu", (unsigned long long)seed, place->name,
                 n, (unsigned long long)width);
    matrix_free(&a);
    free(b);
    free(x0);
    free(x);
    free(wanted);
    return by_lines;
}

static void test_sweeps(void **state)
{
    const struct solver_options options = default_options(NULL, NULL);
    size_t tried = 0;
    for (int p = 0; p < place_count; p++) {
        size_t by_lines = 0;
        if (places[p]->on_host || places[p]->probe() != OK) continue;
        if (places[p]->permits && places[p]->permits(&options) != OK) continue;
        for (int round = 0; round < 20; round++, tried++) by_lines += check_sweeps(places[p]);
        assert_true(by_lines >= 5);
    }
    if (!tried) skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_piece_once), cmocka_unit_test(test_most_rows),
        cmocka_unit_test(test_widths), cmocka_unit_test(test_sweeps)};
    seed_begin();
    return cmocka_run_group_tests_name("walk", tests, NULL, NULL);
}

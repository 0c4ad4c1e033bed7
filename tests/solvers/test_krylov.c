/* Preconditioned Krylov methods: the factors and their products against a dense factorisation,
 * answers against elimination, weak pivots, breakdowns, pinned rows of several classes, stiff
 * chains, and the same bits for every number of threads. */
#include <float.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "harness/case/variant.h"
#include "solvers/preconditioner.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/dense.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum { ROUNDS = 100 };

static struct triplet triplet[MOST * MOST];

static struct matrix split(uint32_t n, uint64_t count)
{
    struct csr whole;
    struct matrix a;
    assert_ok(csr_from_triplets(n, count, triplet, &whole));
    assert_ok(csr_split(&whole, &a));
    csr_free(&whole);
    return a;
}

static void to_dense(const struct matrix *a, double out[MOST][MOST + 1])
{
    for (uint32_t i = 0; i < a->off.rows; i++) {
        memset(out[i], 0, sizeof out[i]);
        out[i][i] = a->diag[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            out[i][a->off.col[k]] = a->off.val[k];
    }
}

/* A linear system, or a long run where b is NULL. */
struct system {
    struct matrix a;
    double *b, x0[MOST], scale;
    uint32_t class_of[MOST], nclasses;
};

static const char *const variants[] = {
    "bicgstab[precondition=jacobi]/msr/f64/seq",
    "bicgstab[precondition=ilu0]/msr/f64/seq",
    "bicgstab[precondition=ilu0,factors=f64]/msr/f64/omp",
    "gmres[precondition=ilu0,restart=7]/msr/f64/seq",
    "gmres[precondition=ilu0,products=layout]/msr/f64/seq",
    "bicgstab[precondition=ilu0,blocks=3]/msr/f64/omp",
    "bicgstab[precondition=multilevel]/msr/f64/seq",
    "bicgstab[precondition=ilu0]/msr/f64/cuda",
    "bicgstab[precondition=ilu0,triangles=cusparse]/msr/f64/cuda",
    "bicgstab[precondition=ilu0,triangles=levels]/msr/f64/cuda",
    "gmres[precondition=ilu0,restart=7]/msr/f64/cuda",
    "gmres[precondition=multilevel]/msr/f64/cuda",
    "bicgstab[precondition=jacobi]/msr/f64/cuda2",
    "gmres[pin=yes,restart=60]/msr/f64/cuda2",
    "gmres[precondition=jacobi,restart=60]/msr/f64/cuda3",
    "bicgstab[loop=resident,precondition=jacobi]/msr/f64/cuda",
    "bicgstab[loop=resident,precondition=jacobi]/cmsr/f64/cuda",
};
enum { NVARIANTS = sizeof variants / sizeof *variants, HOST_VARIANTS = 7 };

/* Returns whether the variant can be used now, for this system. */
static bool is_usable(const char *variant, const struct system *s)
{
    struct variant v;
    assert_ok(variant_parse(variant, &v));
    if (strstr(variant, "multilevel") && s->b) return false; /* entries of any sign */
    return variant_check(&v) == OK;
}

/* x = the answer. Returns the solve at its end, with its note. */
static struct solve solve_with(const char *variant, const struct system *s, double epsilon,
                               uint64_t most, double *x)
{
    struct variant v;
    struct stored stored;
    struct solve solve, end;
    assert_ok(variant_parse(variant, &v));
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = epsilon,
                                            .scale = s->scale,
                                            .max_iterations = most,
                                            .matrix = &s->a,
                                            .class_of = s->class_of,
                                            .nclasses = s->nclasses,
                                            .options = v.options};
    assert_ok(stored_build_at(v.place, v.layout, v.precision, &v.options, &s->a, &stored));
    assert_ok(stored_upload(v.place, &stored));
    assert_ok(solve_create(&stored, v.method, s->b, &settings, &solve));
    for (int sample = 0; sample < 2; sample++) {
        assert_ok(solve_reset(&solve, s->x0));
        assert_ok(solve_run(&solve, v.method));
    }
    assert_ok(solve_download(&solve, x));
    end = solve;
    solve_free(&solve);
    stored_free(&stored);
    return end;
}

/* The largest |b - A x|. */
static double residual_of(const struct system *s, const double *x)
{
    double most = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        double rest = (s->b ? s->b[i] : 0) - s->a.diag[i] * x[i];
        for (uint64_t k = s->a.off.row[i]; k < s->a.off.row[i + 1]; k++)
            rest -= s->a.off.val[k] * x[s->a.off.col[k]];
        most = fmax(most, fabs(rest));
    }
    return most;
}

/* Factors */

/* Returns the block of row i: the first n % blocks blocks have a row more than the others. */
static uint32_t block_of(uint32_t i, uint32_t n, uint32_t blocks)
{
    uint32_t k = 0;
    for (uint32_t end = 0; k < blocks; k++)
        if (i < (end += n / blocks + (k < n % blocks))) break;
    return k;
}

/* Row by row on the entries of A alone, and of these blocks, after the textbook: L below the
 * diagonal, D U above. *changed: number of changes of entries beside the diagonal. */
static uint32_t factor_dense(const struct matrix *a, uint32_t blocks, const uint8_t *pinned,
                             double f[MOST][MOST + 1], uint32_t *changed)
{
    const uint32_t n = a->off.rows;
    uint32_t replaced = 0;
    *changed = 0;
    to_dense(a, f);
    for (uint32_t i = 0; i < n; i++) {
        bool kept[MOST] = {false};
        for (uint32_t j = 0; j < n; j++) {
            kept[j] = i == j || csr_find(&a->off, i, j) != UINT64_MAX;
            if (block_of(i, n, blocks) != block_of(j, n, blocks)) kept[j] = false, f[i][j] = 0;
            if (pinned[i] && i != j) f[i][j] = 0;
        }
        for (uint32_t k = 0; k < i; k++) {
            if (f[i][k] == 0) continue;
            f[i][k] /= f[k][k];
            for (uint32_t j = k + 1; j < n; j++) {
                if (!kept[j]) continue;
                f[i][j] -= f[i][k] * f[k][j];
                *changed += i != j && f[i][k] * f[k][j] != 0;
            }
        }
        if (fabs(f[i][i]) >= WEAK_PIVOT * fabs(a->diag[i])) continue;
        f[i][i] = a->diag[i];
        replaced++;
    }
    return replaced;
}

static void solve_factored(uint32_t n, double f[MOST][MOST + 1], const double *r, double *z)
{
    for (uint32_t i = 0; i < n; i++) {
        z[i] = r[i];
        for (uint32_t j = 0; j < i; j++) z[i] -= f[i][j] * z[j];
    }
    for (uint32_t i = n; i-- > 0;) {
        for (uint32_t j = i + 1; j < n; j++) z[i] -= f[i][j] * z[j];
        z[i] /= f[i][i];
    }
}

/* Returns whether the place has incomplete factorisations and can be used now. */
static bool factors_at(const struct place *place)
{
    return place->ilu[F64] && place->probe() == OK;
}

/* z = M^-1 r, with factors made and used twice; returns the number of pivots replaced. */
static uint32_t factored_at(const struct place *place, enum precision precision, struct ilu ilu,
                            const void *r, void *z)
{
    const size_t size = real_size(precision), n = ilu.a->off.rows;
    const struct ilu_ops *ops = place->ilu[precision];
    void *from, *to;
    assert_ok(place->allocate(n * size, &from));
    assert_ok(place->allocate(n * size, &to));
    assert_ok(place->put(from, r, n * size));
    assert_ok(ops->create(&ilu));
    for (int twice = 0; twice < 2; twice++) {
        assert_ok(ops->factor(&ilu));
        for (int again = 0; again < 2; again++) assert_ok(ops->solve(&ilu, from, to));
    }
    assert_ok(place->get(z, to, n, size));
    ops->destroy(&ilu);
    place->release(from);
    place->release(to);
    return ilu.replaced;
}

static void check_factors(const struct matrix *a, const struct place *place, bool narrow,
                          enum triangles triangles, uint32_t blocks)
{
    static double f[MOST][MOST + 1];
    const uint32_t n = a->off.rows;
    uint8_t pinned[MOST] = {0};
    uint64_t pin[MOST];
    uint32_t npins = 0;
    double wanted[MOST], got[MOST], size = 0;
    uint32_t changed;
    for (uint32_t i = 0; i < n; i++)
        if (draw(8) == 0) pinned[i] = 1, pin[npins++] = i;
    const struct ilu ilu = {.a = a,
                            .pin = pin,
                            .npins = npins,
                            .narrow = narrow,
                            .triangles = triangles,
                            .blocks = blocks};
    double *r = random_vector(seed, draw(1000), n);
    assert_int_equal(factored_at(place, F64, ilu, r, got),
                     factor_dense(a, blocks, pinned, f, &changed));
    solve_factored(n, f, r, wanted);
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(wanted[i]));
    for (uint32_t i = 0; i < n; i++)
        if (!(fabs(got[i] - wanted[i]) <= (narrow ? 1e-4 : 1e-11) * size))
            fail_msg("row %u of %u: %.17g, not %.17g", i, n, got[i], wanted[i]);
    free(r);
}

static void factors_are_those_of_a_dense_factorisation(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        struct matrix a =
            random_matrix(draw(1u << 30), 1 + (uint32_t)draw(MOST), (enum shape)draw(NSHAPES));
        for (int k = 0; k < 2 * place_count; k++) {
            const struct place *place = places[k / 2];
            if (!factors_at(place)) continue;
            check_factors(&a, place, k % 2, TRIANGLES_AUTO, 1);
            if (place->cards) {
                check_factors(&a, place, k % 2, TRIANGLES_CUSPARSE, 1);
                check_factors(&a, place, k % 2, TRIANGLES_LEVELS, 1);
            } else {
                check_factors(&a, place, k % 2, TRIANGLES_AUTO, 2 + (uint32_t)draw(MOST));
            }
        }
        matrix_free(&a);
    }
}

/* Products */

static void assert_near(uint32_t n, const double *got, const double *wanted)
{
    double size = 0;
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(wanted[i]));
    for (uint32_t i = 0; i < n; i++)
        if (!(fabs(got[i] - wanted[i]) <= 1e-10 * size))
            fail_msg("row %u of %u: %.17g, not %.17g", i, n, got[i], wanted[i]);
}

/* to = (I + L)^-1 from, or (D + U)^-1 from. */
static void solve_half(uint32_t n, double f[MOST][MOST + 1], bool upper, const double *from,
                       double *to)
{
    for (uint32_t k = 0; k < n; k++) {
        const uint32_t i = upper ? n - 1 - k : k;
        to[i] = from[i];
        for (uint32_t j = upper ? i + 1 : 0; j < (upper ? n : i); j++) to[i] -= f[i][j] * to[j];
        if (upper) to[i] /= f[i][i];
    }
}

/* y = A x, with 0 in pinned rows */
static void multiply(const struct matrix *a, const uint8_t *pinned, const double *x, double *y)
{
    for (uint32_t i = 0; i < a->off.rows; i++) {
        y[i] = pinned[i] ? 0 : a->diag[i] * x[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1] && !pinned[i]; k++)
            y[i] += a->off.val[k] * x[a->off.col[k]];
    }
}

/* Returns whether products were made. */
static bool check_products(const struct matrix *a, const struct place *place, uint32_t blocks)
{
    static double f[MOST][MOST + 1];
    const struct ilu_ops *ops = place->ilu[F64];
    const uint32_t n = a->off.rows;
    uint8_t pinned[MOST] = {0};
    uint64_t pin[MOST];
    double t[MOST], y[MOST], wanted[MOST], image[MOST];
    uint32_t changed;
    struct ilu ilu = {.a = a, .pin = pin, .narrow = true, .blocks = blocks, .products = true};
    double *v = random_vector(seed, draw(1000), n);
    for (uint32_t i = 0; i < n; i++)
        if (draw(8) == 0) pinned[i] = 1, v[i] = 0, pin[ilu.npins++] = i;
    assert_ok(ops->create(&ilu));
    assert_ok(ops->factor(&ilu));
    assert_int_equal(ilu.replaced, factor_dense(a, blocks, pinned, f, &changed));
    assert_int_equal(ilu.exact, changed == 0);
    if (ilu.exact) {
        assert_ok(ops->product(&ilu, v, t, y));
        solve_half(n, f, true, v, wanted);
        assert_near(n, t, wanted);
        multiply(a, pinned, wanted, image);
        solve_half(n, f, false, image, wanted);
        assert_near(n, y, wanted);
        assert_ok(ops->right(&ilu, v, y));
        assert_memory_equal(y, t, n * sizeof *y);
        solve_half(n, f, false, v, wanted);
        assert_ok(ops->left(&ilu, v));
        assert_near(n, v, wanted);
    } else {
        assert_ok(ops->solve(&ilu, v, y));
        solve_factored(n, f, v, wanted);
        for (uint32_t i = 0; i < n; i++)
            assert_true(fabs(y[i] - wanted[i]) < 1e-4 * (1 + fabs(wanted[i])));
    }
    ops->destroy(&ilu);
    free(v);
    return ilu.exact;
}

/* Points of a line, each of which depends on some of the three before and behind it, and on one far
 * away: mostly without triangles. */
static struct matrix draw_line(uint32_t n)
{
    uint64_t count = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t near[] = {i - 1, i + 1, i - 3, i + 3, (uint32_t)draw(n)};
        triplet[count++] = (struct triplet){i, i, 3 + draw_unit()};
        for (int k = 0; k < 5; k++)
            if (near[k] < n && near[k] != i && draw(k < 4 ? 2 : 16) == 0)
                triplet[count++] = (struct triplet){i, near[k], draw_unit() - 0.5};
    }
    return split(n, count);
}

static void products_are_those_of_a_dense_factorisation(void **state)
{
    int made = 0, not_made = 0;
    for (int round = 0; round < 4 * ROUNDS; round++) {
        struct matrix a = draw_line(1 + (uint32_t)draw(MOST));
        for (int p = 0; p < place_count; p++) {
            if (!factors_at(places[p]) || places[p]->cards) continue;
            const bool done = check_products(&a, places[p], draw(2) ? 1 : 1 + (uint32_t)draw(MOST));
            made += done;
            not_made += !done;
        }
        matrix_free(&a);
    }
    assert_true(made > ROUNDS / 4 && not_made > ROUNDS / 4);
}

/* A grid whose points depend on each other from corner to corner, row by row, and on a far one. The
 * second pivot is about zero. */
static struct matrix draw_grid(uint32_t width, uint32_t height, bool far)
{
    const uint32_t n = width * height;
    struct triplet *entry = malloc((size_t)n * 6 * sizeof *entry);
    struct csr whole;
    struct matrix a;
    uint64_t count = 0;
    assert_non_null(entry);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t near[] = {i - 1, i + 1, i - width, i + width, (uint32_t)draw(n)};
        entry[count++] = (struct triplet){i, i, i < 2 ? 1 : 3 + draw_unit()};
        for (int k = 0; k < 5; k++)
            if (near[k] < n && near[k] != i && (k < 4 || (far && draw(8) == 0)))
                entry[count++] =
                    (struct triplet){i, near[k], i + near[k] == 1 ? 1 : draw_unit() - 0.5};
    }
    assert_ok(csr_from_triplets(n, count, entry, &whole));
    assert_ok(csr_split(&whole, &a));
    csr_free(&whole);
    free(entry);
    return a;
}

static void check_bits(const struct matrix *a, enum precision precision, bool narrow,
                       uint32_t blocks)
{
    const size_t size = real_size(precision), n = a->off.rows;
    const uint64_t pin[] = {0, n / 3, n - 1};
    struct ilu ilu = {
        .a = a, .pin = pin, .npins = (uint32_t)draw(4), .narrow = narrow, .blocks = blocks};
    double *drawn = random_vector(seed, draw(1000), (uint32_t)n);
    char *r = malloc(3 * n * size), *one = r + n * size, *other = one + n * size;
    assert_true(drawn && r);
    for (uint32_t i = 0; i < n; i++) put_real(precision, r, i, drawn[i]);
    const uint32_t replaced = factored_at(places[0], precision, ilu, r, one);
    for (int p = 1; p < place_count; p++) {
        if (!factors_at(places[p]) || (blocks > 1 && places[p]->cards)) continue;
        for (int by_level = 0; by_level <= (places[p]->cards > 0); by_level++) {
            ilu.triangles = by_level ? TRIANGLES_LEVELS : TRIANGLES_ROWS;
            assert_int_equal(factored_at(places[p], precision, ilu, r, other), replaced);
            assert_memory_equal(one, other, n * size);
        }
    }
    free(drawn);
    free(r);
}

/* y = K A N v */
static void multiplied_at(const struct place *place, enum precision precision, struct ilu ilu,
                          const void *v, void *t, void *y)
{
    const struct ilu_ops *ops = place->ilu[precision];
    assert_ok(ops->create(&ilu));
    for (int twice = 0; twice < 2; twice++) {
        assert_ok(ops->factor(&ilu));
        assert_true(ilu.exact);
        for (int again = 0; again < 2; again++) assert_ok(ops->product(&ilu, v, t, y));
        assert_ok(ops->left(&ilu, y));
    }
    ops->destroy(&ilu);
}

static void check_bits_of_products(const struct matrix *a, enum precision precision,
                                   uint32_t blocks)
{
    const size_t size = real_size(precision), n = a->off.rows;
    const uint64_t pin[] = {0, n / 3, n - 1};
    const struct ilu ilu = {.a = a,
                            .pin = pin,
                            .npins = (uint32_t)draw(4),
                            .narrow = true,
                            .blocks = blocks,
                            .products = true};
    double *drawn = random_vector(seed, draw(1000), (uint32_t)n);
    char *v = malloc(4 * n * size), *t = v + n * size, *one = t + n * size, *other = one + n * size;
    assert_true(drawn && v);
    for (uint32_t i = 0; i < n; i++) put_real(precision, v, i, drawn[i]);
    multiplied_at(places[0], precision, ilu, v, t, one);
    for (int p = 1; p < place_count; p++) {
        if (!factors_at(places[p]) || places[p]->cards) continue;
        for (int always = 0; always < 2; always++) {
            team_always = always;
            multiplied_at(places[p], precision, ilu, v, t, other);
            assert_memory_equal(one, other, n * size);
        }
        team_always = false;
    }
    free(drawn);
    free(v);
}

/* Narrow and long, with thousands of levels; wide, with few; and as wide as long. */
static void factors_have_the_bits_of_one_core_everywhere(void **state)
{
    static const uint32_t sides[][2] = {{3, 3000}, {3000, 3}, {150, 150}, {1, 40}};
    for (size_t k = 0; k < sizeof sides / sizeof *sides; k++) {
        struct matrix a = draw_grid(sides[k][0], sides[k][1], true),
                      b = draw_grid(sides[k][0], sides[k][1], false);
        for (uint32_t blocks = 1; blocks < 8; blocks += 3) {
            check_bits(&a, F64, true, blocks);
            check_bits(&a, F64, false, blocks);
            check_bits(&a, F32, true, blocks);
            check_bits_of_products(&b, F64, blocks);
            check_bits_of_products(&b, F32, blocks);
        }
        matrix_free(&a);
        matrix_free(&b);
    }
}

static const struct place *one_gpu(void)
{
    for (int p = 0; p < place_count; p++)
        if (places[p]->cards == 1 && factors_at(places[p])) return places[p];
    return NULL;
}

/* cuSPARSE adds up in an order of its own, but always in the same one. */
static void cusparse_solves_the_same(void **state)
{
    const struct place *gpu = one_gpu();
    if (!gpu) skip();
    struct matrix a = draw_grid(300, 200, true);
    const uint32_t n = a.off.rows;
    const uint64_t pin[] = {0, n / 2};
    double *r = random_vector(seed, draw(1000), n), *x = malloc(3 * (size_t)n * sizeof *x);
    assert_true(r && x);
    for (int k = 0; k < 3; k++) {
        const struct ilu ilu = {.a = &a,
                                .pin = pin,
                                .npins = 2,
                                .triangles = k ? TRIANGLES_CUSPARSE : TRIANGLES_ROWS,
                                .blocks = 1};
        factored_at(gpu, F64, ilu, r, x + k * (size_t)n);
    }
    double size = 0;
    for (uint32_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]));
    for (uint32_t i = 0; i < n; i++) assert_true(fabs(x[i] - x[n + i]) <= 1e-12 * size);
    assert_memory_equal(x + n, x + 2 * (size_t)n, n * sizeof *x);
    free(r);
    free(x);
    matrix_free(&a);
}

/* 1 1 . / 1 1 1 / . 1 1: the second pivot is zero. */
static void zero_pivots_are_replaced_and_counted(void **state)
{
    struct system s = {.scale = 1, .b = random_vector(seed, 1, 3)};
    double x[MOST];
    for (uint32_t k = 0; k < 9; k++) triplet[k] = (struct triplet){k / 3, k % 3, k % 6 != 2};
    s.a = split(3, 9);
    s.a.off.val[csr_find(&s.a.off, 0, 2)] = s.a.off.val[csr_find(&s.a.off, 2, 0)] = 0;
    struct solve end = solve_with(variants[1], &s, 1e-10, 1000, x);
    assert_int_equal(end.outcome, CONVERGED);
    assert_non_null(strstr(end.note, "ilu0: 1 pivot"));
    assert_true(residual_of(&s, x) <= 1e-10);
    matrix_free(&s.a);
    free(s.b);
}

/* Linear systems */

static void random_systems_are_solved(void **state)
{
    static double dense[MOST][MOST + 1];
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t n = 1 + (uint32_t)draw(MOST);
        struct system s = {.a = random_matrix(draw(1u << 30), n, (enum shape)draw(NSHAPES)),
                           .b = random_vector(seed, draw(1000), n),
                           .scale = 1};
        double x[MOST], wanted[MOST];
        to_dense(&s.a, dense);
        for (uint32_t i = 0; i < n; i++) dense[i][n] = s.b[i];
        dense_solve(n, dense, wanted);
        for (int v = 0; v < NVARIANTS; v++) {
            if (!is_usable(variants[v], &s)) continue;
            assert_int_equal(solve_with(variants[v], &s, 1e-12, 1000, x).outcome, CONVERGED);
            for (uint32_t i = 0; i < n; i++) assert_true(fabs(x[i] - wanted[i]) <= 1e-10);
        }
        matrix_free(&s.a);
        free(s.b);
    }
}

/* A skew-symmetric part with a diagonal of +-d in turn: with q = r the first divisor q.A p is about
 * zero, and so is omega. The result is reported, and is no worse than the start. */
static void check_breakdowns(const char *variant)
{
    int survived = 0, restarted = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t n = 2 + 2 * (uint32_t)draw(MOST / 4);
        struct system s = {.b = calloc(n, sizeof *s.b), .scale = 1};
        uint64_t count = 0;
        double x[MOST];
        assert_non_null(s.b);
        for (uint32_t i = 0; i < n; i++) {
            triplet[count++] = (struct triplet){i, i, i % 2 ? -1 : 1};
            s.b[i] = 1;
            const uint32_t j = i ^ 1;
            triplet[count++] = (struct triplet){i, j, i < j ? 1 : -1 - (draw(2) ? draw_unit() : 0)};
        }
        s.a = split(n, count);
        struct solve end = solve_with(variant, &s, 1e-10, 1000, x);
        const double left = residual_of(&s, x);
        survived += end.outcome == CONVERGED;
        restarted += strstr(end.note, "anew") != NULL;
        assert_true(end.outcome == CONVERGED || *end.note);
        assert_true(left <= (end.outcome == CONVERGED ? 1e-10 : 1 + 1e-12));
        matrix_free(&s.a);
        free(s.b);
    }
    print_message("%s: %d of %d systems solved, %d with a restart\n", variant, survived, ROUNDS,
                  restarted);
    assert_true(restarted > 0 && survived > 0);
}

static void breakdowns_are_survived_or_said(void **state)
{
    static const struct system any;
    for (int v = 0; v < NVARIANTS; v++)
        if (strstr(variants[v], "bicgstab") && strstr(variants[v], "precondition=jacobi") &&
            is_usable(variants[v], &any))
            check_breakdowns(variants[v]);
}

/* loop=resident has those preconditioners that divide by the diagonal. Needs no GPU. */
static void other_preconditioners_do_not_stay(void **state)
{
    for (int k = 0; preconditioners[k]; k++) {
        struct variant v;
        char name[100];
        const bool stays = !strcmp(preconditioners[k]->name, "none") ||
                           !strcmp(preconditioners[k]->name, "jacobi");
        snprintf(name, sizeof name, "bicgstab[precondition=%s]/msr/f64/seq",
                 preconditioners[k]->name);
        assert_ok(variant_parse(name, &v));
        v.options.loop = LOOP_RESIDENT;
        assert_int_equal(v.method->why_not(v.place, v.precision, &v.options),
                         stays ? OK : ERROR_UNSUPPORTED);
        assert_true(stays || strstr(fail_message(), preconditioners[k]->name));
        v.options.loop = LOOP_HOST;
        assert_ok(v.method->why_not(v.place, v.precision, &v.options));
    }
}

/* Long runs */

/* Classes of random sizes, each a ring with random transitions beside it, their rows mixed. orders:
 * by how many orders of magnitude rates differ. */
static struct system draw_chain(uint32_t n, uint32_t nclasses, double orders)
{
    struct system s = {.nclasses = nclasses};
    static double rate[MOST][MOST];
    uint64_t count = 0;
    memset(rate, 0, sizeof rate);
    for (uint32_t i = 0; i < n; i++) s.class_of[i] = i % nclasses;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t next = i + nclasses < n ? i + nclasses : i % nclasses;
        rate[i][next] = pow(10, orders * (draw_unit() - 0.5));
        for (int k = 0; k < 2; k++) {
            const uint32_t j = (uint32_t)draw(n);
            if (j % nclasses == i % nclasses) rate[i][j] += pow(10, orders * (draw_unit() - 0.5));
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        double exit = 0;
        for (uint32_t j = 0; j < n; j++) {
            if (i == j || rate[i][j] == 0) continue;
            triplet[count++] = (struct triplet){j, i, -rate[i][j]};
            exit += rate[i][j];
        }
        triplet[count++] = (struct triplet){i, i, exit};
        s.x0[i] = (double)nclasses / n;
        s.scale = fmax(s.scale, exit * s.x0[i]);
    }
    s.a = split(n, count);
    return s;
}

/* By elimination without subtraction (Grassmann, Taksar and Heyman), the sum of each class that of
 * the start. */
static void eliminate(const struct system *s, double *x)
{
    static double r[MOST][MOST + 1];
    const uint32_t n = s->a.off.rows;
    to_dense(&s->a, r);
    for (uint32_t k = n; k-- > s->nclasses;) {
        double exit = 0;
        for (uint32_t j = 0; j < k; j++) exit -= r[j][k];
        for (uint32_t j = 0; j < k; j++) r[j][k] /= exit;
        for (uint32_t i = 0; i < k; i++)
            for (uint32_t j = 0; j < k; j++)
                if (i != j) r[j][i] -= r[k][i] * r[j][k];
        r[k][n] = exit;
    }
    for (uint32_t k = 0; k < n; k++) {
        x[k] = k < s->nclasses;
        for (uint32_t i = 0; i < k && k >= s->nclasses; i++) x[k] -= x[i] * r[k][i] / r[k][n];
    }
    for (uint32_t c = 0; c < s->nclasses; c++) {
        double sum = 0, start = 0;
        for (uint32_t i = c; i < n; i += s->nclasses) sum += x[i], start += s->x0[i];
        for (uint32_t i = c; i < n; i += s->nclasses) x[i] *= start / sum;
    }
}

static void every_closed_class_has_a_pinned_row(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        const uint32_t nclasses = 1 + (uint32_t)draw(4),
                       n = 2 * nclasses + (uint32_t)draw(MOST - 2 * nclasses);
        struct system s = draw_chain(n, nclasses, 2);
        double x[MOST], wanted[MOST];
        eliminate(&s, wanted);
        for (int v = 0; v < NVARIANTS; v++) {
            if (!is_usable(variants[v], &s)) continue;
            struct solve end = solve_with(variants[v], &s, 1e-13, 10000, x);
            if (end.outcome != CONVERGED) fail_msg("%s: %s", variants[v], end.note);
            assert_non_null(strstr(end.note, "pinned"));
            for (uint32_t i = 0; i < n; i++)
                if (!(fabs(x[i] - wanted[i]) <= 1e-7))
                    fail_msg("%s, %u classes: row %u is %.17g, not %.17g", variants[v], nclasses, i,
                             x[i], wanted[i]);
        }
        matrix_free(&s.a);
    }
}

/* A solve that reports CONVERGED has a small residual; otherwise its note is not empty. */
static void rates_over_24_orders_are_solved_or_refused(void **state)
{
    int solved = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct system s = draw_chain(3 + (uint32_t)draw(MOST - 3), 1, 24);
        double x[MOST];
        struct solve end = solve_with(variants[1], &s, 1e-9, 10000, x);
        double size = 0, least = 0;
        for (uint32_t i = 0; i < s.a.off.rows; i++) {
            size = fmax(size, fabs(x[i]) * s.a.diag[i]);
            least = fmin(least, x[i]);
        }
        solved += end.outcome == CONVERGED;
        assert_true(end.outcome == CONVERGED || *end.note);
        assert_true(end.outcome != CONVERGED ||
                    residual_of(&s, x) <= fmax(1e-9 * s.scale, 1e-14 * size * s.a.off.rows));
        matrix_free(&s.a);
    }
    print_message("%d of %d stiff chains solved\n", solved, ROUNDS);
    assert_true(solved > ROUNDS / 2);
}

/* Threads */

static void answers_do_not_depend_on_the_number_of_threads(void **state)
{
    const int before = omp_get_max_threads();
    team_always = true;
    for (int round = 0; round < 20; round++) {
        struct system s = draw_chain(8 + (uint32_t)draw(MOST - 8), 1, 2);
        double one[MOST], x[MOST];
        for (int v = 1; v < HOST_VARIANTS; v++)
            for (int threads = 1; threads <= 3; threads++) {
                char variant[100];
                const char *slash = strrchr(variants[v], '/');
                snprintf(variant, sizeof variant, "%.*s/omp", (int)(slash - variants[v]),
                         variants[v]);
                omp_set_num_threads(threads);
                solve_with(variant, &s, 1e-10, 1000, threads == 1 ? one : x);
                if (threads > 1) assert_memory_equal(x, one, s.a.off.rows * sizeof *x);
            }
        matrix_free(&s.a);
    }
    omp_set_num_threads(before);
    team_always = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(factors_are_those_of_a_dense_factorisation),
        cmocka_unit_test(products_are_those_of_a_dense_factorisation),
        cmocka_unit_test(factors_have_the_bits_of_one_core_everywhere),
        cmocka_unit_test(cusparse_solves_the_same),
        cmocka_unit_test(zero_pivots_are_replaced_and_counted),
        cmocka_unit_test(random_systems_are_solved),
        cmocka_unit_test(breakdowns_are_survived_or_said),
        cmocka_unit_test(other_preconditioners_do_not_stay),
        cmocka_unit_test(every_closed_class_has_a_pinned_row),
        cmocka_unit_test(rates_over_24_orders_are_solved_or_refused),
        cmocka_unit_test(answers_do_not_depend_on_the_number_of_threads),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

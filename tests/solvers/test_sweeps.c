/* Sweeps of the layouts that tell the order of their sums (layout.sums), bit for bit against a
 * plain loop, at every place, with every width of vectors that the processor has: padding must not
 * change a result, also if x is not finite. One test for each layout, precision and place. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/variant.h"
#include "solvers/cpu/simd.h"
#include "solvers/solve.h"
#include "tests/support/listed.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"

enum { MOST_ROWS = 200, NFILLS = 5 };

/* Content of x: numbers; numbers with one entry at random that is 0 or not finite; zeros of either
 * sign. */
static double *fill_x(uint64_t stream, uint32_t n, int fill)
{
    static const double bad[] = {0, NAN, INFINITY, -INFINITY};
    double *x = random_vector(seed, stream, n);
    if (fill == NFILLS - 1)
        for (uint32_t i = 0; i < n; i++) x[i] = x[i] < 0 ? -0.0 : 0.0;
    else if (fill > 0) x[draw(n)] = bad[fill];
    return x;
}

/* One Jacobi step in `real`; the entries of a row are dealt in turn to `parts` sums, which are
 * added at the end. */
#define STEP(name, real)                                                                         \
    static void name(const struct matrix *a, int parts, const double *b, const double *x,        \
                     void *next)                                                                 \
    {                                                                                            \
        for (uint32_t i = 0; i < a->off.rows; i++) {                                             \
            real sum[2] = {0, 0};                                                                \
            uint64_t first = a->off.row[i];                                                      \
            for (uint64_t k = first; k < a->off.row[i + 1]; k++)                                 \
                sum[(int)(k - first) % parts] += (real)a->off.val[k] * (real)x[a->off.col[k]];   \
            ((real *)next)[i] =                                                                  \
                ((real)b[i] - (parts == 2 ? sum[0] + sum[1] : sum[0])) * (real)(1 / a->diag[i]); \
        }                                                                                        \
    }

STEP(step_f32, float)
STEP(step_f64, double)

static size_t size_of(const struct variant *v)
{
    return v->precision == F32 ? sizeof(float) : sizeof(double);
}

static void upload(const struct variant *v, const struct stored *a, const double *from,
                   void **there)
{
    const size_t n = a->n;
    float narrow[MOST_ROWS];
    for (size_t i = 0; i < n; i++) narrow[i] = (float)from[i];
    assert_int_equal(vector_allocate(a, 1, there), OK);
    assert_int_equal(
        v->place->put(*there, v->precision == F32 ? (const void *)narrow : from, n * size_of(v)),
        OK);
    assert_int_equal(v->place->synchronise(), OK);
}

/* next = the result of the variant's own sweep. */
static void sweep(const struct variant *v, const struct stored *a, const double *b, const double *x,
                  void *next)
{
    const int none = 0;
    const struct place *place = v->place;
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .vote = v->options.vote};
    struct rhs there_b = {0};
    void *there_x, *there_next;
    upload(v, a, b, &there_b.entry);
    upload(v, a, x, &there_x);
    upload(v, a, b, &there_next);
    assert_int_equal(place->allocate(sizeof none, (void **)&test.flag), OK);
    assert_int_equal(place->put(test.flag, &none, sizeof none), OK);
    if (find_mat_ops(a->layout, place, a->precision)
                ->jacobi(a, &there_b, there_x, there_next, 1, &test) != OK ||
        place->get(next, there_next, a->n, size_of(v)) != OK)
        fail_msg("%s", fail_message());
    void *held[] = {there_b.entry, there_x, there_next, test.flag};
    for (size_t k = 0; k < 4; k++) place->release(held[k]);
}

/* NaNs are not told apart. */
static bool same(const struct variant *v, const void *a, const void *b, uint32_t i)
{
    const char *x = (const char *)a + i * size_of(v), *y = (const char *)b + i * size_of(v);
    if (!memcmp(x, y, size_of(v))) return true;
    if (v->precision == F32) return isnan(*(const float *)x) && isnan(*(const float *)y);
    return isnan(*(const double *)x) && isnan(*(const double *)y);
}

static void check_fill(const struct variant *v, const struct matrix *a, const struct stored *stored,
                       int fill)
{
    uint32_t n = a->off.rows;
    double *b = random_vector(seed, 40, n), *x = fill_x(41, n, fill), next[MOST_ROWS],
           wanted[MOST_ROWS];
    sweep(v, stored, b, x, next);
    (v->precision == F32 ? step_f32 : step_f64)(a, v->layout->sums, b, x, wanted);
    for (uint32_t i = 0; i < n; i++)
        if (!same(v, next, wanted, i))
            fail_msg("seed %llu: row %u of %u, fill %d", (unsigned long long)seed, i, n, fill);
    free(b);
    free(x);
}

static void check(const struct variant *v, uint32_t n, enum shape shape)
{
    struct matrix a = random_matrix(seed + n, n, shape);
    struct stored stored;
    if (stored_build_at(v->place, v->layout, v->precision, &v->options, &a, &stored) != OK)
        fail_msg("%s", fail_message());
    assert_string_equal(stored.note, "");
    if (stored_upload(v->place, &stored) != OK) fail_msg("%s", fail_message());
    for (int fill = 0; fill < NFILLS; fill++) check_fill(v, &a, &stored, fill);
    stored_free(&stored);
    matrix_free(&a);
}

static void sweeps_equal_a_plain_loop(void **state)
{
    static const uint32_t sizes[] = {1, 2, 15, 16, 17, 31, 32, 33, 47, MOST_ROWS};
    const struct variant *v = *state;
    if (variant_check(v) != OK) skip();
    for (int simd = v->place->on_host ? SIMD_PLAIN : SIMD_AVX512; simd < NSIMDS; simd++) {
        simd_limit((enum simd)simd);
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int shape = 0; shape < NSHAPES; shape++) check(v, sizes[k], (enum shape)shape);
    }
}

int main(int argc, char **argv)
{
    static char *const patterns[] = {
        "jacobi/*/*/*",
        "jacobi[halves=shared]/{hwl,chwl}/*/cuda",
        "jacobi[rows={4,8}]/pattern/*/cuda",
        "jacobi[walk=row]/sdia/*/cuda",
        "jacobi[exchange=staged]/{msr,chwl,pattern,sdia}/*/{cuda2,cuda4}",
        NULL};
    size_t count;
    struct variant *variants = listed_variants(argc, argv, patterns, &count);
    seed_begin();
    for (size_t k = 0; k < count; k++) {
        char *name = name_of(&variants[k]);
        if (variants[k].layout->sums)
            list_test(sweeps_equal_a_plain_loop, &variants[k], "%s", name);
        free(name);
    }
    int failed = run_listed("sweeps", NULL, NULL);
    free(variants);
    return failed;
}

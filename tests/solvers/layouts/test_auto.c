/* Layout auto: its measurements of a matrix, and its choice by them. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/cpu/simd.h"
#include "solvers/layouts/auto/auto.h"
#include "solvers/method.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/leaping_rows.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

static void assert_structure(const struct matrix *a, double length, double pairs, double octet,
                             double in_runs, double scaled, double padded, double segment,
                             uint64_t longest)
{
    struct structure s = structure_of(a, F64);
    if (s.octet != octet) fail_msg("%g pairs in 8 rows, not %g", s.octet, octet);
    if (s.length != length || s.pairs != pairs || s.in_runs != in_runs || s.scaled != scaled)
        fail_msg("%g %g %g %g, not %g %g %g %g", s.length, s.pairs, s.in_runs, s.scaled, length,
                 pairs, in_runs, scaled);
    if (s.padded != padded || s.segment != segment || s.longest != longest || s.nnz != a->off.nnz)
        fail_msg("%g %g %g %g, not %g %g %g %g", s.padded, s.segment, (double)s.longest,
                 (double)s.nnz, padded, segment, (double)longest, (double)a->off.nnz);
}

/* Entries `step` columns apart from the row's own column on, with the given value, where value(i,
 * k) gives one. */
static struct matrix banded(uint32_t n, uint32_t length, uint32_t step,
                            double (*value)(uint32_t i, uint32_t k))
{
    struct matrix a = {0};
    uint64_t kept = 0;
    if (matrix_allocate(n, (uint64_t)n * length, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t k = 1; k <= length && i + (uint64_t)k * step < n; k++) {
            a.off.col[kept] = i + k * step;
            a.off.val[kept++] = value(i, k);
        }
        a.off.row[i + 1] = kept;
        a.diag[i] = 4;
    }
    a.off.nnz = kept;
    return a;
}

static double one(uint32_t i, uint32_t k)
{
    (void)i;
    (void)k;
    return 1;
}

static double by_entry(uint32_t i, uint32_t k)
{
    (void)i;
    return k;
}

static double by_parity(uint32_t i, uint32_t k)
{
    return 1 + (i + k) % 2;
}

static double by_row(uint32_t i, uint32_t k)
{
    (void)k;
    return 1 + i;
}

static double by_row_and_entry(uint32_t i, uint32_t k)
{
    return 1 + i + k / 64.0;
}

static void test_structure(void **state)
{
    struct matrix empty = random_matrix(seed, 64, SHAPE_DIAGONAL), equal = banded(64, 1, 64, one);
    assert_structure(&empty, 0, 0, 0, 0, 0, 0, 0, 0); /* its diagonal never repeats */
    assert_structure(&equal, 0, 0, 0, 1, 0, 0, 0, 0);
    matrix_free(&equal);
    equal = banded(33, 1, 1, one);
    assert_structure(&equal, 32.0 / 33, 0.5, 0.8, 32.0 / 33, 1, 0.5, 1, 1);
    matrix_free(&equal);
    equal = banded(32, 2, 4,
                   by_parity); /* the last 4 rows are empty, the 4 before them have one entry */
    assert_structure(&equal, 52.0 / 32, 4, 3.5, 0, 4.0 / 52, 2, 52.0 / 28, 2);
    matrix_free(&empty);
    matrix_free(&equal);
    equal =
        banded(100000, 4, 8192,
               one); /* two panels or three: of a row's entries every second one begins another */
    assert_true(structure_of(&equal, F64).segment < 2);
    assert_true(structure_of(&equal, F32).segment > structure_of(&equal, F64).segment);
    matrix_free(&equal);
}

/* A regular pattern of rows does not mislead the sample: in tandem's order every 32nd slice is one
 * of few kinds. */
static void test_even_distances(void **state)
{
    enum { SLICES = 64 * AUTO_SLICES };
    uint64_t kept = 0;
    struct matrix a = {0};
    if (csr_allocate(SLICES * AUTO_SLICE, SLICES, &a.off) != OK) abort();
    a.diag = calloc(a.off.rows, sizeof *a.diag);
    assert_non_null(a.diag);
    for (uint32_t i = 0; i < a.off.rows; i++) {
        if (i % AUTO_SLICE == 0 && i / AUTO_SLICE % 2) {
            a.off.col[kept] = 0;
            a.off.val[kept++] = 1;
        }
        a.off.row[i + 1] = kept;
        a.diag[i] = 1;
    }
    a.off.nnz = kept;
    double length = structure_of(&a, F64).length * AUTO_SLICE; /* of 1,024 fair coins */
    if (fabs(length - 0.5) > 0.1) fail_msg("%g entries a slice", length);
    matrix_free(&a);
}

static void assert_cuda_choice(const struct matrix *a, enum precision precision, enum loop loop,
                               const char *name)
{
    struct stored stored;
    struct solver_options options = default_options(NULL, &layout_auto);
    options.loop = loop;
    assert_int_equal(stored_build_at(&gpu_form, &layout_auto, precision, &options, a, &stored), OK);
    assert_string_equal(stored.layout->name, name);
    assert_memory_equal(stored.note, "auto: ", 6);
    assert_memory_equal(stored.note + 6, name, strlen(name));
    assert_true(strlen(stored.note) < sizeof stored.note - 1);
    stored_free(&stored);
}

static void assert_choice(const struct matrix *a, enum simd simd, const char *name)
{
    struct stored stored;
    simd_limit(simd);
    if (simd_level() == simd) {
        assert_int_equal(stored_build(&layout_auto, F64, NULL, a, &stored), OK);
        assert_string_equal(stored.layout->name, name);
        assert_memory_equal(stored.note, "auto: ", 6);
        assert_memory_equal(stored.note + 6, name, strlen(name));
        assert_true(strlen(stored.note) < sizeof stored.note - 1);
        stored_free(&stored);
    }
    simd_limit(SIMD_AVX512);
}

/* For a method that updates row by row. */
static void assert_row_choice(const struct matrix *a, const char *name)
{
    static const struct method in_place = {.sweep = SWEEP_DESCENDING};
    struct stored stored;
    assert_int_equal(stored_build_for(&in_place, places[0], &layout_auto, F64, NULL, a, &stored),
                     OK);
    assert_string_equal(stored.layout->name, name);
    stored_free(&stored);
}

static void test_choices(void **state)
{
    const uint32_t n = 5000;
    struct matrix runs = banded(n, 3, 1, by_entry), pairs = banded(n, 3, 1, by_parity),
                  scaled = banded(n, 40, 1, by_row), distinct = banded(n, 200, 1, by_row_and_entry),
                  shorter = banded(n, 3, 1, by_row_and_entry);
    for (int simd = 0; simd < NSIMDS; simd++) {
        assert_choice(&runs, (enum simd)simd, "pattern");
        assert_choice(&pairs, (enum simd)simd, simd == SIMD_PLAIN ? "msr" : "sdia");
        assert_choice(&scaled, (enum simd)simd, "balanced");
        assert_choice(&distinct, (enum simd)simd, "delta16");
        assert_choice(&shorter, (enum simd)simd, "msr");
    }
    assert_row_choice(&runs, "pattern");
    assert_row_choice(&pairs, "msr");
    matrix_free(&runs);
    matrix_free(&pairs);
    matrix_free(&scaled);
    matrix_free(&distinct);
    matrix_free(&shorter);
}

/* The first 29 rows of a slice are equal; in in_runs_of_28 the first 28. */
static double in_runs_of_29(uint32_t i, uint32_t k)
{
    return k + (i % AUTO_SLICE < 29 ? 0 : i / 64.0);
}

static double in_runs_of_28(uint32_t i, uint32_t k)
{
    return k + (i % AUTO_SLICE < 28 ? 0 : i / 64.0);
}

/* Pattern is for matrices with 9 of 10 rows in runs: 29 of 32 are enough, and 28 are not. */
static void test_share_of_runs(void **state)
{
    struct matrix enough = banded(32000, 3, 1, in_runs_of_29),
                  few = banded(32000, 3, 1, in_runs_of_28);
    assert_choice(&enough, SIMD_PLAIN, "pattern");
    assert_choice(&few, SIMD_PLAIN, "msr");
    assert_cuda_choice(&enough, F64, LOOP_HOST, "pattern");
    matrix_free(&enough);
    matrix_free(&few);
}

static double by_column(uint32_t i, uint32_t k)
{
    return 1 + (i + k) % 7 / 8.0;
}

/* Row 0 has all columns, the others those of a band of three values each. */
static struct matrix with_a_full_row(uint32_t n)
{
    uint64_t kept = 0;
    struct matrix a = {0}, band = banded(n, 3, 1, by_entry);
    if (csr_allocate(n, band.off.nnz + n, &a.off) != OK) abort();
    for (uint32_t j = 1; j < n; j++) {
        a.off.col[kept] = j;
        a.off.val[kept++] = 1;
    }
    for (uint32_t i = 1; i < n; i++) {
        a.off.row[i] = kept;
        for (uint64_t k = band.off.row[i]; k < band.off.row[i + 1]; k++) {
            a.off.col[kept] = band.off.col[k];
            a.off.val[kept++] = band.off.val[k];
        }
    }
    a.off.row[n] = a.off.nnz = kept;
    a.diag = band.diag;
    band.diag = NULL;
    matrix_free(&band);
    return a;
}

static void test_cuda_choices(void **state)
{
    const uint32_t n = 5000;
    struct matrix runs = banded(n, 3, 1, by_entry), pairs = banded(n, 3, 1, by_parity),
                  many = banded(n, 3, 1, by_column), even = banded(n, 3, 1, by_row_and_entry),
                  uneven = leaping_rows(seed, n, 5, 3), dense = banded(n, 200, 1, by_row_and_entry),
                  spread = banded(60000, 40, 1400, by_row_and_entry),
                  full = with_a_full_row(n), *const all[] = {&runs,   &pairs, &many,   &even,
                                                             &uneven, &dense, &spread, &full};
    for (int precision = F32; precision <= F64; precision++) {
        assert_cuda_choice(&runs, precision, LOOP_HOST, "pattern");
        assert_cuda_choice(&pairs, precision, LOOP_HOST, "sdia");
        assert_cuda_choice(&many, precision, LOOP_HOST, "cwl");
        assert_cuda_choice(&dense, precision, LOOP_HOST, "panels");
        assert_cuda_choice(&full, precision, LOOP_HOST, "panels");
        assert_cuda_choice(&pairs, precision, LOOP_RESIDENT, "cmsr");
    }
    assert_cuda_choice(&even, F64, LOOP_GRAPH, "cwl");
    assert_cuda_choice(&uneven, F64, LOOP_GRAPH, "cmsr");
    assert_cuda_choice(&spread, F64, LOOP_GRAPH, "wl");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) matrix_free(all[k]);
}

/* The choice does not depend on the number of threads. */
static void test_threads(void **state)
{
    struct matrix a = leaping_rows(seed, 70000, 5, 3);
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct structure once = structure_of(&a, F64);
    omp_set_num_threads(5);
    struct structure again = structure_of(&a, F64);
    omp_set_num_threads(before);
    assert_memory_equal(&once, &again, offsetof(struct structure, grouped));
    assert_int_equal(once.grouped, again.grouped);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_structure),      cmocka_unit_test(test_choices),
        cmocka_unit_test(test_share_of_runs),  cmocka_unit_test(test_cuda_choices),
        cmocka_unit_test(test_even_distances), cmocka_unit_test(test_threads)};
    seed_begin();
    return cmocka_run_group_tests_name("auto", tests, NULL, NULL);
}

/* Layout auto: what it measures of a matrix, and that it chooses by it. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/auto.h"
#include "solvers/simd.h"
#include "solvers/solve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/leaping_rows.h"
#include "tests/records.h"

static void assert_structure(const struct matrix *a, double length, double pairs, double in_runs, double scaled)
{
    struct structure s = structure_of(a, F64);
    if (s.length != length || s.pairs != pairs || s.in_runs != in_runs || s.scaled != scaled)
        fail_msg("%g %g %g %g, not %g %g %g %g", s.length, s.pairs, s.in_runs, s.scaled, length, pairs, in_runs,
                 scaled);
}

/* Entries `step` columns apart from the row's own column on, with the given value, where value(i, k) gives one. */
static struct matrix banded(uint32_t n, uint32_t length, uint32_t step, double (*value)(uint32_t i, uint32_t k))
{
    struct matrix a = {0};
    uint64_t kept = 0;
    if (csr_allocate(n, (uint64_t)n * length, &a.off) != OK) abort();
    a.diag = malloc(n * sizeof *a.diag);
    if (!a.diag) abort();
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
    (void)state;
    struct matrix empty = random_matrix(seed, 64, SHAPE_DIAGONAL), equal = banded(64, 1, 64, one);
    assert_structure(&empty, 0, 0, 0, 0); /* its diagonal never repeats */
    assert_structure(&equal, 0, 0, 1, 0);
    matrix_free(&equal);
    equal = banded(33, 1, 1, one);
    assert_structure(&equal, 32.0 / 33, 0.5, 32.0 / 33, 1);
    matrix_free(&equal);
    equal = banded(32, 2, 4, by_parity); /* the last 4 rows are empty, the 4 before them have one entry */
    assert_structure(&equal, 52.0 / 32, 4, 0, 4.0 / 52);
    matrix_free(&empty);
    matrix_free(&equal);
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

static void test_choices(void **state)
{
    (void)state;
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
    matrix_free(&runs);
    matrix_free(&pairs);
    matrix_free(&scaled);
    matrix_free(&distinct);
    matrix_free(&shorter);
}

/* The choice does not depend on the number of threads. */
static void test_threads(void **state)
{
    (void)state;
    struct matrix a = leaping_rows(seed, 70000, 5, 3);
    int before = omp_get_max_threads();
    omp_set_num_threads(1);
    struct structure once = structure_of(&a, F64);
    omp_set_num_threads(5);
    struct structure again = structure_of(&a, F64);
    omp_set_num_threads(before);
    assert_memory_equal(&once, &again, sizeof once);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_structure), cmocka_unit_test(test_choices),
                                       cmocka_unit_test(test_threads)};
    seed_begin();
    return cmocka_run_group_tests_name("auto", tests, NULL, NULL);
}

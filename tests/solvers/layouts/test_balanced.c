/* Layout balanced: the stored numbers are the matrix, for any rows with scales and any width of
 * columns. */
#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/layouts/balanced/balanced.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/leaping_rows.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

static bool has(const struct stored *a, int array)
{
    return a->array[array].bytes > 0;
}

static bool is_narrow(const struct stored *a)
{
    return a->array[BALANCED_COL].bytes == a->nnz * sizeof(uint16_t);
}

static uint32_t column_in(const struct stored *a, uint32_t i, uint32_t k)
{
    const void *col = a->array[BALANCED_COL].data;
    const uint32_t *row_segment = a->array[BALANCED_ROW_SEGMENT].data;
    const struct balanced_segment *segment = a->array[BALANCED_SEGMENT].data;
    if (!is_narrow(a)) return ((const uint32_t *)col)[k];
    if (!has(a, BALANCED_SEGMENT)) return ((const uint16_t *)col)[k];
    uint32_t s = row_segment[i];
    while (segment[s].end <= k) s++;
    assert_true(s < row_segment[i + 1]);
    return segment[s].first + ((const uint16_t *)col)[k];
}

static void decode(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t *row = a->array[BALANCED_ROW].data,
                   *row_value = a->array[BALANCED_ROW_VALUE].data;
    const double scale = has(a, BALANCED_SCALE) ? real_at(a, BALANCED_SCALE, i) : 0;
    out->inverse = real_at(a, BALANCED_INVERSE, i);
    out->count = row[i + 1] - row[i];
    for (uint32_t k = 0; k < out->count; k++) {
        out->col[k] = column_in(a, i, row[i] + k);
        out->val[k] = scale;
        if (scale == 0)
            out->val[k] =
                real_at(a, BALANCED_VALUE, (has(a, BALANCED_SCALE) ? row_value : row)[i] + k);
    }
}

static void check(enum precision precision, const struct matrix *a)
{
    struct stored stored = build_record(&layout_balanced, precision, a);
    check_stored(&stored, a, decode);
    stored_free(&stored);
}

static void test_random_matrices(void **state)
{
    static const uint32_t sizes[] = {1, 2, 31, 33, 100, 250};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            check(F32, &a);
            check(F64, &a);
            matrix_free(&a);
        }
}

/* One sweep at every place on the host, by several numbers of threads, up to rounding. */
static void check_sweep(const struct matrix *a)
{
    uint32_t n = a->off.rows;
    double *x = random_vector(seed, 61, n), *next = calloc(n, sizeof *next);
    int before = omp_get_max_threads();
    assert_non_null(next);
    for (int p = 0; p < place_count; p++)
        for (int threads = 1; threads <= 5; threads += 2) {
            if (!places[p]->on_host) continue;
            omp_set_num_threads(threads);
            struct stored stored = build_record(&layout_balanced, F64, a);
            assert_int_equal(stored_upload(places[p], &stored), OK);
            for (uint32_t i = 0; i < n; i++) next[i] = NAN;
            assert_int_equal(find_mat_ops(&layout_balanced, places[p], F64)
                                 ->jacobi(&stored, NULL, x, next, 1, NULL),
                             OK);
            for (uint32_t i = 0; i < n; i++) {
                double sum = 0, size = 1;
                for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
                    sum += a->off.val[k] * x[a->off.col[k]];
                    size += fabs(a->off.val[k]);
                }
                if (!(fabs(next[i] + sum / a->diag[i]) <= 1e-14 * size))
                    fail_msg("seed %llu, %s, %d threads: row %u is %.17g, not %.17g",
                             (unsigned long long)seed, places[p]->name, threads, i, next[i],
                             -sum / a->diag[i]);
            }
            stored_free(&stored);
        }
    omp_set_num_threads(before);
    free(x);
    free(next);
}

/* Which forms a matrix is stored in. */
static void check_forms(const struct matrix *a, bool narrow, bool segments, bool scales)
{
    struct stored stored = build_record(&layout_balanced, F64, a);
    assert_int_equal(is_narrow(&stored), narrow);
    assert_int_equal(has(&stored, BALANCED_SEGMENT), segments);
    assert_int_equal(has(&stored, BALANCED_SCALE), scales);
    stored_free(&stored);
    check(F32, a);
    check(F64, a);
    check_sweep(a);
}

static void test_forms(void **state)
{
    struct matrix one_panel = leaping_rows(seed, 65536, 20, 0),
                  dense = leaping_rows(seed, 65537, 60, 40),
                  sparse = leaping_rows(seed, 140000, 4, 2),
                  full = random_matrix(seed, 200, SHAPE_ONE_FULL_ROW);
    check_forms(&one_panel, true, false, true);
    check_forms(&dense, true, true, true);
    check_forms(&sparse, false, false, false);
    check_forms(&full, true, false, false);
    matrix_free(&one_panel);
    matrix_free(&dense);
    matrix_free(&sparse);
    matrix_free(&full);
}

/* A row of zeros is no row with a scale: 0 stands for none. */
static void test_zeros(void **state)
{
    struct matrix a = leaping_rows(seed, 3000, 20, 0);
    for (uint32_t i = 0; i < a.off.rows; i += 3)
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) a.off.val[k] = 0;
    for (uint32_t i = 0; i < a.off.rows; i++)
        assert_int_equal(balanced_is_scaled(&a, F64, i) && i % 3 == 0, 0);
    check(F64, &a);
    check_sweep(&a);
    matrix_free(&a);
}

static void test_threads(void **state)
{
    struct matrix a = leaping_rows(seed, 70000, 30, 50);
    check_threads(&layout_balanced, &a);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = leaping_rows(seed, 66000, 60, 40);
    assert_int_equal(check_no_memory(&layout_balanced, &a), 1 + BALANCED_ARRAYS);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_matrices),
                                       cmocka_unit_test(test_forms), cmocka_unit_test(test_zeros),
                                       cmocka_unit_test(test_threads),
                                       cmocka_unit_test(test_no_memory)};
    seed_begin();
    return cmocka_run_group_tests_name("balanced", tests, NULL, NULL);
}

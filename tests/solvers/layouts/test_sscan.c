/* Layout sscan: its arrays, the order of its sums on the CPU, and its scans on CUDA, which are
 * skipped without a GPU.
 */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/layouts/sscan/sscan.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/row_lengths.h"
#include "tests/support/teams.h"

extern const struct layout layout_sscan;

static bool flag(const struct stored *s, uint64_t k)
{
    const uint32_t *head = s->array[SSCAN_HEAD].data;
    return head[k / 32] >> k % 32 & 1;
}

/* Rows, columns and values are the matrix; flags change where rows begin and nowhere else. */
static void check_arrays(const struct matrix *a)
{
    struct stored s;
    assert_int_equal(stored_build(&layout_sscan, F64, NULL, a, &s), OK);
    const uint32_t *row = s.array[SSCAN_ROW].data, *col = s.array[SSCAN_COL].data;
    const double *val = s.array[SSCAN_VAL].data, *inverse = s.array[SSCAN_INVERSE].data;
    assert_int_equal(s.array[SSCAN_PRODUCT].bytes, 8 * a->off.nnz);
    for (uint32_t i = 0; i <= a->off.rows; i++) assert_int_equal(row[i], a->off.row[i]);
    for (uint32_t i = 0; i < a->off.rows; i++) {
        assert_true(inverse[i] == 1 / a->diag[i]);
        for (uint64_t k = row[i]; k < row[i + 1]; k++) {
            assert_int_equal(col[k], a->off.col[k]);
            assert_true(val[k] == a->off.val[k]);
            if (k > 0 && (flag(&s, k) != flag(&s, k - 1)) != (k == row[i]))
                fail_msg("seed %llu: entry %llu of row %u", (unsigned long long)seed,
                         (unsigned long long)k, i);
        }
    }
    stored_free(&s);
}

static void test_arrays(void **state)
{
    static const uint32_t sizes[] = {1, 2, 7, 32, 33, 100, 256};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            check_arrays(&a);
            matrix_free(&a);
        }
    for (int s = 0; s < NROW_LENGTHS; s++) {
        struct matrix a = matrix_of_rows(&row_lengths[s]);
        check_arrays(&a);
        matrix_free(&a);
    }
}

/* Scratch is CUDA's: no place on the host has any, and a scan by tiles needs none beside the
 * products. */
static void test_scratch(void **state)
{
    struct matrix a = random_matrix(seed, 50, SHAPE_DENSE);
    struct solver_options options = default_options(NULL, &layout_sscan);
    struct sscan_options *own = (struct sscan_options *)&options.layout;
    for (own->elements = 0; own->elements <= 8; own->elements += 4) {
        struct stored s;
        assert_int_equal(stored_build(&layout_sscan, F32, &options, &a, &s), OK);
        assert_int_equal(s.array[SSCAN_PRODUCT].bytes, 4 * a.off.nnz);
        assert_int_equal(stored_sized(&s), own->elements > 0);
        size_t bytes = stored_bytes(&s);
        assert_int_equal(stored_upload(places[0], &s), OK);
        assert_true(places[0]->on_host && stored_sized(&s));
        assert_int_equal(stored_bytes(&s), bytes - 4 * a.off.nnz);
        assert_null(s.array[SSCAN_PRODUCT].data);
        stored_free(&s);
    }
    matrix_free(&a);
}

static void test_too_many_entries(void **state)
{
    struct stored s;
    double diag = 1; /* not looked at */
    struct matrix a = {.off = {.rows = 100000, .nnz = (uint64_t)1 << 32}, .diag = &diag};
    assert_int_equal(stored_build(&layout_sscan, F64, NULL, &a, &s), ERROR_UNSUPPORTED);
    assert_string_equal(fail_message(),
                        "layout sscan has 32-bit row starts: 4294967296 non-zeros are too many");
}

static void test_no_memory(void **state)
{
    check_failing_build(&layout_sscan);
}

/* On the CPU the sum of a row is the scan's: from its last entry to its first, one rounding an
 * addition. */
static void test_order_of_sums(void **state)
{
    struct matrix a = random_matrix(seed, 300, SHAPE_DENSE);
    double *x = random_vector(seed, 1, 300), y[300];
    for (int p = 0; p < place_count; p++) {
        if (!places[p]->on_host) continue;
        assert_int_equal(apply_by(&layout_sscan, places[p], F64, NULL, &a, x, y), OK);
        for (uint32_t i = 0; i < 300; i++) {
            double sum = 0;
            for (uint64_t k = a.off.row[i + 1]; k-- > a.off.row[i];)
                sum = a.off.val[k] * x[a.off.col[k]] + sum;
            assert_true(y[i] == x[i] / (1 / a.diag[i]) + sum);
        }
    }
    matrix_free(&a);
    free(x);
}

static void check_place(const struct place *place, bool repeats)
{
    static const int elements[] = {0, 1, 2, 4, 8};
    struct solver_options options = default_options(NULL, &layout_sscan);
    struct sscan_options *own = (struct sscan_options *)&options.layout;
    for (size_t k = 0; k < sizeof elements / sizeof *elements && (k == 0 || repeats); k++)
        for (int precision = 0; precision < NREALS; precision++) {
            own->elements = elements[k];
            check_row_lengths(&layout_sscan, place, (enum precision)precision, &options);
        }
}

static void test_long_rows_on_the_host(void **state)
{
    for (int p = 0; p < place_count; p++)
        if (places[p]->on_host) check_place(places[p], false);
}

static bool usable(const struct place *place)
{
    return !place->on_host && place->probe() == OK && find_mat_ops(&layout_sscan, place, F64);
}

static void test_long_rows_on_devices(void **state)
{
    int checked = 0;
    for (int p = 0; p < place_count; p++) {
        if (!usable(places[p])) continue;
        check_place(places[p], true);
        checked++;
    }
    if (!checked) skip();
}

/* A scan by tiles adds in one order: the same bits every time, however many tiles a row has. */
static void test_tiles_repeat_bit_for_bit(void **state)
{
    struct matrix a = matrix_of_rows(&row_lengths[NROW_LENGTHS - 1]);
    double *x = random_vector(seed, 2, a.off.rows), *first = calloc(a.off.rows, sizeof *first),
           *again = calloc(a.off.rows, sizeof *again);
    struct solver_options options = default_options(NULL, &layout_sscan);
    struct sscan_options *own = (struct sscan_options *)&options.layout;
    int checked = 0;
    assert_true(first && again);
    for (int p = 0; p < place_count; p++) {
        for (own->elements = 1; own->elements <= 8 && usable(places[p]);
             own->elements *= 2, checked++) {
            assert_int_equal(apply_by(&layout_sscan, places[p], F64, &options, &a, x, first), OK);
            for (int k = 0; k < 20; k++) {
                assert_int_equal(apply_by(&layout_sscan, places[p], F64, &options, &a, x, again),
                                 OK);
                assert_memory_equal(first, again, a.off.rows * sizeof *first);
            }
        }
    }
    matrix_free(&a);
    free(x);
    free(first);
    free(again);
    if (!checked) skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),
        cmocka_unit_test(test_scratch),
        cmocka_unit_test(test_too_many_entries),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_order_of_sums),
        cmocka_unit_test(test_long_rows_on_the_host),
        cmocka_unit_test(test_long_rows_on_devices),
        cmocka_unit_test(test_tiles_repeat_bit_for_bit),
    };
    seed_begin();
    return cmocka_run_group_tests_name("sscan", tests, NULL, NULL);
}

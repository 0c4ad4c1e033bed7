/* Layouts cusparse and cusparse_sell: their arrays, and on CUDA the products, which are skipped
 * without a GPU or the library. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/layouts/cusparse/cusparse.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/row_lengths.h"

extern const struct layout layout_cusparse, layout_cusparse_sell;

static void check_rest(const struct stored *s, const struct matrix *a)
{
    const double *inverse = s->array[SPMV_INVERSE].data;
    for (uint32_t i = 0; i < a->off.rows; i++) assert_true(inverse[i] == 1 / a->diag[i]);
    assert_int_equal(s->array[SPMV_SUM].bytes, 8 * (size_t)a->off.rows);
    assert_true(s->array[SPMV_SUM].scratch && s->array[SPMV_BUFFER].scratch);
    assert_int_equal(stored_sized(s), a->off.nnz == 0);
}

static void check_csr(const struct matrix *a)
{
    struct stored s;
    assert_int_equal(stored_build(&layout_cusparse, F64, NULL, a, &s), OK);
    const int32_t *row = s.array[SPMV_OFFSET].data, *col = s.array[SPMV_COL].data;
    assert_int_equal(s.array[SPMV_OFFSET].bytes, 4 * ((size_t)a->off.rows + 1));
    assert_int_equal(s.array[SPMV_COL].bytes, 4 * a->off.nnz);
    for (uint32_t i = 0; i <= a->off.rows; i++) assert_int_equal(row[i], a->off.row[i]);
    for (uint64_t k = 0; k < a->off.nnz; k++) assert_int_equal(col[k], a->off.col[k]);
    assert_memory_equal(s.array[SPMV_VAL].data, a->off.val, 8 * a->off.nnz);
    check_rest(&s, a);
    stored_free(&s);
}

/* Every slot of every slice is the entry of the matrix that belongs there, or padding; slices are
 * as wide as their longest row. */
static void check_sell(const struct matrix *a, uint32_t rows)
{
    struct solver_options options = default_options(NULL, &layout_cusparse_sell);
    struct stored s;
    ((struct cusparse_sell_options *)&options.layout)->slice = (int)rows;
    assert_int_equal(stored_build(&layout_cusparse_sell, F64, &options, a, &s), OK);
    const int32_t *start = s.array[SPMV_OFFSET].data, *col = s.array[SPMV_COL].data;
    const double *val = s.array[SPMV_VAL].data;
    uint32_t slices = (a->off.rows + rows - 1) / rows;
    assert_int_equal(s.array[SPMV_OFFSET].bytes, 4 * (slices + 1));
    assert_int_equal(start[0], 0);
    assert_int_equal(s.array[SPMV_VAL].bytes, 8 * (size_t)start[slices]);
    for (uint32_t slice = 0; slice < slices; slice++) {
        uint64_t width = 0;
        for (uint32_t l = 0; l < rows && slice * rows + l < a->off.rows; l++) {
            uint32_t i = slice * rows + l;
            uint64_t length = a->off.row[i + 1] - a->off.row[i];
            width = length > width ? length : width;
        }
        assert_int_equal(start[slice + 1] - start[slice], width * rows);
        for (uint64_t k = 0; k < width; k++)
            for (uint32_t l = 0; l < rows; l++) {
                uint32_t i = slice * rows + l;
                uint64_t at = (uint64_t)start[slice] + k * rows + l;
                bool there = i < a->off.rows && k < a->off.row[i + 1] - a->off.row[i];
                assert_int_equal(col[at], there ? (int64_t)a->off.col[a->off.row[i] + k] : -1);
                assert_true(val[at] == (there ? a->off.val[a->off.row[i] + k] : 0));
            }
    }
    check_rest(&s, a);
    stored_free(&s);
}

static void test_arrays(void **state)
{
    static const uint32_t sizes[] = {1, 2, 7, 31, 32, 33, 130};
    static const uint32_t slices[] = {8, 16, 32, 64, 128};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            check_csr(&a);
            for (size_t s = 0; s < sizeof slices / sizeof *slices; s++) check_sell(&a, slices[s]);
            matrix_free(&a);
        }
}

static void test_single_precision(void **state)
{
    struct matrix a = random_matrix(seed, 9, SHAPE_DENSE);
    struct stored s;
    assert_int_equal(stored_build(&layout_cusparse_sell, F32, NULL, &a, &s), OK);
    const float *val = s.array[SPMV_VAL].data;
    for (uint32_t i = 0; i < 9; i++)
        for (uint64_t k = 0; k < a.off.row[i + 1] - a.off.row[i]; k++)
            assert_true(val[32 * k + i] == (float)a.off.val[a.off.row[i] + k]);
    assert_int_equal(s.array[SPMV_SUM].bytes, 4 * 9);
    stored_free(&s);
    matrix_free(&a);
}

static void test_width_of_indices(void **state)
{
    assert_false(spmv_wide(INT32_MAX, INT32_MAX));
    assert_true(spmv_wide(1, (uint64_t)INT32_MAX + 1));
    assert_true(spmv_wide((uint64_t)INT32_MAX + 1, 1));
    int64_t wide[2] = {0};
    int32_t narrow[2] = {0};
    spmv_set_index((struct spmv_indices){wide, true}, 1, (int64_t)1 << 40);
    spmv_set_index((struct spmv_indices){narrow, false}, 1, -1);
    assert_true(wide[0] == 0 && wide[1] == (int64_t)1 << 40);
    assert_true(narrow[0] == 0 && narrow[1] == -1);
}

static void test_no_memory(void **state)
{
    check_failing_build(&layout_cusparse);
    check_failing_build(&layout_cusparse_sell);
}

static bool usable(const struct layout *layout, const struct place *place)
{
    const struct mat_ops *ops = find_mat_ops(layout, place, F64);
    return !place->on_host && place->probe() == OK && ops && ops->upkeep.available() == OK;
}

static void test_products(void **state)
{
    static const int slices[] = {32, 8, 16, 64, 128};
    struct solver_options options = default_options(NULL, &layout_cusparse);
    struct cusparse_options *csr = (struct cusparse_options *)&options.layout;
    struct cusparse_sell_options *sell = (struct cusparse_sell_options *)&options.layout;
    int checked = 0;
    for (int p = 0; p < place_count; p++)
        for (int precision = 0; precision < NREALS; precision++) {
            for (csr->algorithm = 1; csr->algorithm <= 2 && usable(&layout_cusparse, places[p]);
                 csr->algorithm++, checked++)
                check_row_lengths(&layout_cusparse, places[p], (enum precision)precision, &options);
            for (size_t k = 0; k < sizeof slices / sizeof *slices; k++, checked++) {
                sell->slice = slices[k];
                if (!usable(&layout_cusparse_sell, places[p])) break;
                check_row_lengths(&layout_cusparse_sell, places[p], (enum precision)precision,
                                  &options);
            }
        }
    if (!checked) skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arrays),           cmocka_unit_test(test_single_precision),
        cmocka_unit_test(test_width_of_indices), cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_products),
    };
    seed_begin();
    return cmocka_run_group_tests_name("cusparse", tests, NULL, NULL);
}

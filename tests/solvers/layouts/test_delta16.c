/* Layout delta16: the stored numbers are the matrix, as columns or as distances, in full or in
 * single precision. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/layouts/delta16/delta16.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/leaping_rows.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

static void decode(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t *row = a->array[DELTA16_ROW].data, *base = a->array[DELTA16_BASE].data;
    const uint32_t *row_word =
        a->array[DELTA16_ROW_WORD].bytes ? a->array[DELTA16_ROW_WORD].data : row;
    const uint16_t *word = (const uint16_t *)a->array[DELTA16_WORD].data + row_word[i];
    const bool single = delta16_is_single(a);
    uint32_t column = a->array[DELTA16_BASE].bytes ? base[i] : 0;
    out->inverse = real_at(a, DELTA16_INVERSE, i);
    out->count = row[i + 1] - row[i];
    for (uint32_t k = 0; k < out->count; k++) {
        for (; a->array[DELTA16_BASE].bytes && *word == 0; word++) column += 65535;
        column = a->array[DELTA16_BASE].bytes ? column + *word : *word;
        word++;
        out->col[k] = column;
        if (single) out->val[k] = ((const float *)a->array[DELTA16_VALUE].data)[row[i] + k];
        else out->val[k] = real_at(a, DELTA16_VALUE, row[i] + k);
    }
    const uint16_t *end = (const uint16_t *)a->array[DELTA16_WORD].data + row_word[i + 1];
    assert_ptr_equal(word, end);
}

static void check(enum precision precision, const struct matrix *a)
{
    struct stored stored = build_record(&layout_delta16, precision, a);
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

/* Rows shorter than the lanes are summed as in msr, bit for bit. */
static void check_forms(uint32_t n, uint32_t leap, bool distances, bool zeros)
{
    struct matrix a = leaping_rows(seed, n, 7, leap),
                  longer = leaping_rows(seed + 1, n, 40, leap ? 20 * leap : 0);
    struct stored stored = build_record(&layout_delta16, F64, &a);
    assert_int_equal(stored.array[DELTA16_BASE].bytes > 0, distances);
    assert_int_equal(stored.array[DELTA16_ROW_WORD].bytes > 0, zeros);
    stored_free(&stored);
    check(F32, &a);
    check(F64, &a);
    check_jacobi(&layout_delta16, &a);
    check(F64, &longer);
    matrix_free(&a);
    matrix_free(&longer);
}

static void test_forms(void **state)
{
    check_forms(65536, 2, false, false);
    check_forms(65537, 0, true, false);
    check_forms(140000, 3, true, true);
}

/* A sweep of long rows, up to rounding: of the matrix, and of the matrix in single precision, in
 * that of the solve. */
static void check_long_rows(uint32_t n, enum storage storage)
{
    struct matrix a = leaping_rows(seed, n, 100, 60);
    struct solver_options options = default_options(NULL, &layout_delta16);
    double *x = random_vector(seed, 61, n), *next = calloc(n, sizeof *next);
    assert_non_null(next);
    ((struct delta16_options *)&options.layout)->storage = storage;
    for (int p = 0; p < place_count; p++) {
        struct stored stored;
        if (!places[p]->on_host) continue;
        assert_int_equal(stored_build(&layout_delta16, F64, &options, &a, &stored), OK);
        assert_int_equal(stored.array[DELTA16_VALUE].bytes,
                         a.off.nnz * (storage == STORAGE_F32 ? 4 : 8));
        assert_int_equal(stored_upload(places[p], &stored), OK);
        assert_int_equal(
            find_mat_ops(&layout_delta16, places[p], F64)->jacobi(&stored, NULL, x, next, 1, NULL),
            OK);
        for (uint32_t i = 0; i < n; i++) {
            double sum = 0, size = 1;
            for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) {
                double value = storage == STORAGE_F32 ? (float)a.off.val[k] : a.off.val[k];
                sum += value * x[a.off.col[k]];
                size += fabs(value);
            }
            if (!(fabs(next[i] + sum / a.diag[i]) <= 1e-14 * size))
                fail_msg("seed %llu, %s: row %u is %.17g, not %.17g", (unsigned long long)seed,
                         places[p]->name, i, next[i], -sum / a.diag[i]);
        }
        stored_free(&stored);
    }
    free(x);
    free(next);
    matrix_free(&a);
}

static void test_long_rows(void **state)
{
    for (int storage = STORAGE_FULL; storage <= STORAGE_F32; storage++) {
        check_long_rows(3000, (enum storage)storage);
        check_long_rows(70000, (enum storage)storage);
    }
}

static void test_threads(void **state)
{
    struct matrix a = leaping_rows(seed, 70000, 30, 50);
    check_threads(&layout_delta16, &a);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = leaping_rows(seed, 66000, 10, 4);
    assert_int_equal(check_no_memory(&layout_delta16, &a), 1 + DELTA16_ARRAYS);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_matrices), cmocka_unit_test(test_forms),
        cmocka_unit_test(test_long_rows), cmocka_unit_test(test_threads),
        cmocka_unit_test(test_no_memory)};
    seed_begin();
    return cmocka_run_group_tests_name("delta16", tests, NULL, NULL);
}

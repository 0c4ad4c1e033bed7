/* Layout sdia: the stored numbers are the matrix, for any slices and pairs with codes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/layouts/sdia/sdia.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

static const struct sdia_slice *slice_of(const struct stored *a, uint32_t i)
{
    return (const struct sdia_slice *)a->array[SDIA_SLICES].data + i / SDIA_WARP;
}

/* Returns the position of offset and value of code k of row i's slice. */
static size_t pair_at(const struct stored *a, uint32_t i, uint32_t k)
{
    const uint16_t *code = (const uint16_t *)a->array[SDIA_CODE].data + slice_of(a, i)->code;
    if (code[k] != SDIA_WIDE) return code[k];
    size_t at = ((const uint32_t *)a->array[SDIA_WIDES].data)[i / SDIA_WARP];
    for (uint32_t j = 0; j < k; j++) at += code[j] == SDIA_WIDE;
    return at;
}

static void decode_pair(const struct stored *a, uint32_t i, size_t at, struct row *out)
{
    const int32_t *offset = a->array[SDIA_OFFSET].data;
    assert_true(at < a->array[SDIA_OFFSET].bytes / sizeof *offset);
    out->col[out->count] = (int64_t)a->first_row + i + offset[at];
    out->val[out->count++] = real_at(a, SDIA_VALUE, at);
}

/* As CUDA has it. */
static void decode_codes(const struct stored *a, uint32_t i, struct row *out)
{
    const struct sdia_slice *slice = slice_of(a, i);
    uint32_t codes = slice[1].code - slice[0].code, bytes = sdia_row_bytes(codes);
    const uint8_t *bits =
        (const uint8_t *)a->array[SDIA_BITS].data + slice->line * 32ull + i % SDIA_WARP * bytes;
    for (uint32_t k = 0; k < 8 * bytes; k++) {
        if (!(bits[k / 8] >> k % 8 & 1)) continue;
        assert_true(k < codes);
        decode_pair(a, i, pair_at(a, i, k), out);
    }
}

/* As the CPU has it. */
static void decode_words(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t *start = (const uint32_t *)a->array[SDIA_SLICES].data + i / SDIA_VECTOR,
                   *word = a->array[SDIA_CODE].data;
    for (uint32_t k = start[0]; k < start[1]; k++)
        if (word[k] >> i % SDIA_VECTOR & 1) decode_pair(a, i, word[k] >> SDIA_VECTOR, out);
}

static double inverse_of(const struct stored *a, uint32_t i)
{
    const void *index = a->array[SDIA_DIAGONAL].data;
    size_t bytes = a->array[SDIA_DIAGONAL].bytes / a->n;
    if (bytes == 0)
        return real_at(a, SDIA_INVERSE,
                       a->array[SDIA_INVERSE].bytes == real_size(a->precision) ? 0 : i);
    return real_at(a, SDIA_INVERSE,
                   bytes == 1 ? ((const uint8_t *)index)[i] : ((const uint16_t *)index)[i]);
}

static bool is_in_remainder(const struct stored *a, uint32_t i)
{
    const struct remainder_mark *mark = a->array[SDIA_REMAINDER + REMAINDER_MARK].data;
    return mark && mark[i / REMAINDER_GROUP].rows >> i % REMAINDER_GROUP & 1;
}

static void decode(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t before = out->count;
    (a->for_gpu ? decode_codes : decode_words)(a, i, out);
    out->inverse = inverse_of(a, i);
    if (!is_in_remainder(a, i)) return;
    assert_int_equal(out->count, before);
    decode_remainder(a, SDIA_REMAINDER, i, out);
}

static size_t check(enum precision precision, const struct matrix *a)
{
    struct stored stored = build_record(&layout_sdia, precision, a);
    size_t rest = check_stored(&stored, a, decode);
    assert_int_equal(rest, remainder_rows(&stored, SDIA_REMAINDER));
    stored_free(&stored);
    stored = build_record_at(&gpu_form, &layout_sdia, precision, a);
    assert_int_equal(check_stored(&stored, a, decode), remainder_rows(&stored, SDIA_REMAINDER));
    stored_free(&stored);
    return rest;
}

static void test_random_matrices(void **state)
{
    static const uint32_t sizes[] = {1, 2, 31, 32, 33, 64, 65, 100, 250};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            check(F32, &a);
            check(F64, &a);
            matrix_free(&a);
        }
}

static void test_repeating_rows(void **state)
{
    for (int round = 0; round < 40; round++) {
        uint32_t n = 33 + (uint32_t)draw(2000), kinds = 1 + (uint32_t)draw(40);
        struct matrix a =
            repeating_matrix(seed + (uint64_t)round, n, kinds, 1 + (uint32_t)draw(40), round & 1);
        check(F32, &a);
        check(F64, &a);
        check_jacobi(&layout_sdia, &a);
        matrix_free(&a);
    }
}

/* Rows that repeat, of two entries on average or more. */
static struct matrix filled_matrix(uint32_t n, uint32_t kinds, uint32_t reach)
{
    for (uint64_t key = seed;; key++) {
        struct matrix a = repeating_matrix(key, n, kinds, reach, true);
        if (a.off.nnz >= 2ull * n) return a;
        matrix_free(&a);
    }
}

/* Rare pairs among frequent ones: those of every tenth row have values of their own. */
static struct matrix rare_matrix(uint32_t n)
{
    struct matrix a = filled_matrix(n, 7, 300);
    for (uint32_t i = 5; i < n; i += 10)
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) a.off.val[k] = 2 + i;
    return a;
}

static void test_wide_pairs(void **state)
{
    struct matrix a = rare_matrix(60000);
    struct stored stored = build_record_at(&gpu_form, &layout_sdia, F64, &a);
    size_t pairs = stored.array[SDIA_OFFSET].bytes / sizeof(int32_t);
    assert_int_equal(stored.array[SDIA_VALUE].bytes, pairs * sizeof(double));
    assert_int_equal(stored.array[SDIA_WIDES].bytes, 60000 / SDIA_WARP * sizeof(uint32_t));
    stored_free(&stored);
    stored = build_record(&layout_sdia, F64, &a);
    assert_true(stored.array[SDIA_OFFSET].bytes / sizeof(int32_t) > SDIA_NEAR);
    stored_free(&stored);
    check(F32, &a);
    check(F64, &a);
    check_jacobi(&layout_sdia, &a);
    check_in_place(&layout_sdia, &a);
    matrix_free(&a);
}

/* Slices that no pair repeats in, and one with a row of n entries. */
static void test_slices_that_do_not_fit(void **state)
{
    enum { N = 3200 };
    struct matrix a = random_matrix(seed, N, SHAPE_ONE_FULL_ROW);
    for (uint64_t k = 0; k < a.off.nnz; k++) a.off.val[k] = (double)(1 + draw(20000));
    struct stored stored = build_record(&layout_sdia, F64, &a);
    assert_true(is_in_remainder(&stored, N / 2));
    assert_true(check_stored(&stored, &a, decode) > N / 2);
    check_jacobi(&layout_sdia, &a);
    check_in_place(&layout_sdia, &a);
    stored_free(&stored);
    matrix_free(&a);
    a = repeating_matrix(seed, N, 3, 40, true);
    for (uint32_t i = 64; i < 96; i++)
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) a.off.val[k] = (double)k;
    check(F64, &a);
    check_jacobi(&layout_sdia, &a);
    matrix_free(&a);
}

static void test_offsets_beyond_32_bits(void **state)
{
    static const uint32_t first_rows[] = {1000, 0x7fffffff, 0x80000000, 0x80000001, UINT32_MAX - 3};
    static const size_t rest[] = {3, 0, 0, 3, 3};
    for (int k = 0; k < 5; k++) {
        struct matrix a = far_part(first_rows[k]);
        for (int copy = 1; copy < 3; copy++) a.diag[copy] = 2 + copy;
        struct stored part = build_part(&layout_sdia, &a);
        size_t got = check_stored(&part, &a, decode);
        if (rest[k]) assert_int_equal(got, 3);
        stored_free(&part);
        matrix_free(&a);
    }
}

/* The diagonal with 256 distinct entries, 257, and more than two bytes can say. */
static void test_diagonals(void **state)
{
    static const uint32_t distinct[] = {1, 256, 257, 65536, 65537};
    static const size_t bytes[] = {1, 1, 2, 2, 0}; /* on the CPU none of one entry */
    enum { N = 70000 };
    for (int k = 0; k < 5; k++) {
        struct matrix a = repeating_matrix(seed, N, 3, 10, true);
        for (uint32_t i = 0; i < N; i++) a.diag[i] = 10 + i % distinct[k];
        struct stored stored = build_record(&layout_sdia, F64, &a);
        assert_int_equal(stored.array[SDIA_DIAGONAL].bytes, k == 0 ? 0 : N * bytes[k]);
        stored_free(&stored);
        stored = build_record_at(&gpu_form, &layout_sdia, F64, &a);
        assert_int_equal(stored.array[SDIA_DIAGONAL].bytes, N * bytes[k]);
        stored_free(&stored);
        check(F64, &a);
        check_jacobi(&layout_sdia, &a);
        matrix_free(&a);
    }
}

static void test_too_many_values(void **state)
{
    enum { N = 70000 };
    struct matrix a = filled_matrix(N, 20, 10);
    for (uint64_t k = 0; k < a.off.nnz; k++) a.off.val[k] = (double)(k + 1);
    assert_true(a.off.nnz > SDIA_VALUES);
    assert_true(check(F64, &a) > N - SDIA_WARP);
    check_jacobi(&layout_sdia, &a);
    matrix_free(&a);
    a = random_matrix(seed, 300, SHAPE_DENSE);
    assert_int_equal(check(F32, &a), 300);
    matrix_free(&a);
}

/* One Jacobi sweep, bit for bit that of a plain loop in the order of columns. */
static void check_walk(const struct place *place, enum walking walk, const struct matrix *a)
{
    uint32_t n = a->off.rows;
    size_t bytes = n * sizeof(double);
    double *x = random_vector(seed, 64, n), *next = random_vector(seed, 65, n);
    void *there_x, *there_next;
    struct stored stored = build_record_at(place, &layout_sdia, F64, a);
    ((struct sdia_options *)&stored.options.layout)->walk = walk;
    assert_int_equal(stored_upload(place, &stored), OK);
    assert_int_equal(place->allocate(bytes, &there_x), OK);
    assert_int_equal(place->allocate(bytes, &there_next), OK);
    assert_int_equal(place->put(there_x, x, bytes), OK);
    assert_int_equal(
        find_mat_ops(&layout_sdia, place, F64)->jacobi(&stored, NULL, there_x, there_next, 1, NULL),
        OK);
    assert_int_equal(place->get(next, there_next, n, sizeof *next), OK);
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0;
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            sum += a->off.val[k] * x[a->off.col[k]];
        double wanted = (0 - sum) * (1 / a->diag[i]);
        if (memcmp(&wanted, &next[i], sizeof wanted))
            fail_msg("seed %llu, %s, walk %d: row %u is %.17g, not %.17g", (unsigned long long)seed,
                     place->name, (int)walk, i, next[i], wanted);
    }
    place->release(there_x);
    place->release(there_next);
    stored_free(&stored);
    free(x);
    free(next);
}

static void check_walks(const struct matrix *a)
{
    for (int p = 0; p < place_count; p++) {
        if (strcmp(places[p]->name, "cuda") || places[p]->probe() != OK) continue;
        check_walk(places[p], WALK_SLICE, a);
        check_walk(places[p], WALK_ROW, a);
    }
}

/* On CUDA: slices of one pair and of many, some of them wide, and one in the remainder; one slice,
 * and more than a card holds at once. */
static void test_walks(void **state)
{
    static const uint32_t sizes[] = {1, 31, 33, 5000, 300001};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (uint32_t kinds = 1; kinds <= 64; kinds *= 4) {
            struct matrix a = repeating_matrix(seed, sizes[k], kinds, 300, kinds < 8);
            check_walks(&a);
            matrix_free(&a);
        }
    struct matrix a = rare_matrix(60000);
    for (uint32_t i = 640; i < 672; i++)
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) a.off.val[k] = 3 + (double)k / 8;
    check_walks(&a);
    matrix_free(&a);
}

static void test_threads(void **state)
{
    struct matrix a = rare_matrix(30000);
    check_threads(&layout_sdia, &a);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = rare_matrix(25000);
    struct stored stored = build_record_at(&gpu_form, &layout_sdia, F64, &a);
    assert_true(stored.array[SDIA_WIDES].bytes > 0);
    stored_free(&stored);
    assert_true(check_no_memory(&layout_sdia, &a) > 10);
    matrix_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_matrices),
        cmocka_unit_test(test_repeating_rows),
        cmocka_unit_test(test_wide_pairs),
        cmocka_unit_test(test_slices_that_do_not_fit),
        cmocka_unit_test(test_offsets_beyond_32_bits),
        cmocka_unit_test(test_diagonals),
        cmocka_unit_test(test_too_many_values),
        cmocka_unit_test(test_walks),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("sdia", tests, NULL, NULL);
}

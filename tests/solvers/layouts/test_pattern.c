/* Layout pattern and its table of frequent keys: the stored numbers are the matrix, for any rows
 * with codes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "solvers/layouts/frequent.h"
#include "solvers/layouts/pattern/pattern.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

static uint32_t code_at(const struct stored *a, uint32_t i)
{
    const void *code = a->array[PATTERN_CODE].data;
    return pattern_wide(a) ? ((const uint16_t *)code)[i] : ((const uint8_t *)code)[i];
}

static void decode(const struct stored *a, uint32_t i, struct row *out)
{
    const uint32_t *start = a->array[PATTERN_START].data, code = code_at(a, i);
    const int32_t *offset = a->array[PATTERN_OFFSET].data;
    assert_true(code <= pattern_count(a));
    if (code == pattern_count(a)) {
        decode_remainder(a, PATTERN_REMAINDER, i, out);
        out->inverse =
            real_at(a, PATTERN_REMAINDER_INVERSE, remainder_index(a, PATTERN_REMAINDER, i));
        return;
    }
    out->inverse = real_at(a, PATTERN_INVERSE, code);
    out->count = start[code + 1] - start[code];
    for (uint32_t k = 0; k < out->count; k++) {
        out->col[k] = (int64_t)a->first_row + i + offset[start[code] + k];
        out->val[k] = real_at(a, PATTERN_VALUE, start[code] + k);
    }
}

/* Rows in the remainder. */
static size_t check(enum precision precision, const struct matrix *a)
{
    struct stored stored = build_record(&layout_pattern, precision, a);
    size_t rest = check_stored(&stored, a, decode);
    assert_int_equal(rest, remainder_rows(&stored, PATTERN_REMAINDER));
    stored_free(&stored);
    return rest;
}

static void test_random_matrices(void **state)
{
    static const uint32_t sizes[] = {1, 2, 31, 32, 33, 100, 300};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            size_t rest = check(F32, &a);
            assert_int_equal(check(F64, &a), rest);
            if (sizes[k] <= PATTERN_BYTE) assert_int_equal(rest, 0);
            matrix_free(&a);
        }
}

static void test_few_patterns(void **state)
{
    for (int round = 0; round < 20; round++) {
        uint32_t n = 200 + (uint32_t)draw(2000), kinds = 1 + (uint32_t)draw(40);
        struct matrix a =
            repeating_matrix(seed + (uint64_t)round, n, kinds, 1 + (uint32_t)draw(20), round & 1);
        struct stored stored = build_record(&layout_pattern, F64, &a);
        check_stored(&stored, &a, decode);
        if (pattern_count(&stored) < PATTERN_BYTE)
            assert_int_equal(stored.array[PATTERN_CODE].bytes, n);
        check_jacobi(&layout_pattern, &a);
        check_in_place(&layout_pattern, &a);
        stored_free(&stored);
        matrix_free(&a);
    }
}

/* All 255 codes of one byte, then one pattern more. */
static void test_width_of_codes(void **state)
{
    for (uint32_t kinds = 255; kinds <= 256; kinds++) {
        struct matrix a = repeating_matrix(seed, 256 * 400, kinds, 0, true);
        for (uint32_t i = 0; i < a.off.rows; i++) assert_int_equal(a.off.row[i + 1], 0);
        struct stored stored = build_record(&layout_pattern, F64, &a);
        assert_int_equal(pattern_count(&stored), 255);
        assert_int_equal(stored.array[PATTERN_CODE].bytes, a.off.rows);
        assert_int_equal(check_stored(&stored, &a, decode), kinds == 255 ? 0 : 400);
        stored_free(&stored);
        matrix_free(&a);
    }
    struct matrix a = repeating_matrix(seed, 20000, 1000, 4, true);
    struct stored stored = build_record(&layout_pattern, F64, &a);
    assert_true(pattern_wide(&stored) && pattern_count(&stored) >= 1000);
    check_stored(&stored, &a, decode);
    check_jacobi(&layout_pattern, &a);
    check_in_place(&layout_pattern, &a);
    stored_free(&stored);
    matrix_free(&a);
}

/* More patterns than two bytes can say, of which the last ones are the most frequent. */
static void test_more_patterns_than_codes(void **state)
{
    enum { KINDS = 70000, OFTEN = 100, ROWS = 2 * KINDS + OFTEN };
    struct matrix a = repeating_matrix(seed, ROWS, KINDS, 2, true);
    for (uint32_t i = 2 * KINDS; i < ROWS; i++) a.diag[i] = 9;
    struct stored stored = build_record(&layout_pattern, F64, &a);
    assert_int_equal(pattern_count(&stored), PATTERN_MOST);
    assert_true(pattern_wide(&stored));
    assert_true(check_stored(&stored, &a, decode) > KINDS - PATTERN_MOST);
    stored_free(&stored);
    check_jacobi(&layout_pattern, &a);
    check_in_place(&layout_pattern, &a);
    matrix_free(&a);
}

/* Rows of which no two are alike have no codes, nor has one with as many entries as the matrix has
 * rows. */
static void test_rows_that_fit_no_pattern(void **state)
{
    struct matrix a = random_matrix(seed, 1000, SHAPE_DENSE);
    assert_int_equal(check(F64, &a), 1000);
    matrix_free(&a);
    a = random_matrix(seed, 290, SHAPE_ONE_FULL_ROW);
    assert_true(check(F64, &a) >= 1);
    check_jacobi(&layout_pattern, &a);
    check_in_place(&layout_pattern, &a);
    matrix_free(&a);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* A value that gives a row of one entry at `offset` and diagonal 2 the same key (pattern.c) as
 * `value` at offset 1. */
static double colliding_value(double value, int64_t offset)
{
    const uint64_t factor = 0x9e3779b97f4a7c15u, start = random_mix(bits_of(0.5));
    uint64_t inverse = factor, bits = random_mix(start + 1) ^ bits_of(value) * factor;
    for (int k = 0; k < 5; k++) inverse *= 2 - factor * inverse;
    bits = (bits ^ random_mix(start + (uint64_t)offset)) * inverse;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Rows of two patterns with one key: those of the first one get the code, the others are in the
 * remainder. */
static void test_patterns_with_one_key(void **state)
{
    enum { N = 400 };
    int64_t offset = 2;
    while (!(fabs(colliding_value(1.5, offset)) < 1e300)) offset++;
    struct triplet entry[N - 200];
    for (uint32_t i = 0; i < N - 200; i++)
        entry[i] = (struct triplet){i, i % 2 ? i + (uint32_t)offset : i + 1,
                                    i % 2 ? colliding_value(1.5, offset) : 1.5};
    struct matrix a = {0};
    assert_int_equal(csr_from_triplets(N, N - 200, entry, &a.off), OK);
    a.diag = malloc(N * sizeof *a.diag);
    assert_non_null(a.diag);
    for (uint32_t i = 0; i < N; i++) a.diag[i] = 2;
    assert_int_equal(check(F64, &a), 100);
    matrix_free(&a);
}

static void test_offsets_beyond_32_bits(void **state)
{
    static const uint32_t first_rows[] = {1000, 0x7fffffff, 0x80000000, 0x80000001, UINT32_MAX - 3};
    static const size_t rest[] = {1, 0, 0, 1, 1};
    for (int k = 0; k < 5; k++) {
        struct matrix a = far_part(first_rows[k]);
        struct stored part = build_part(&layout_pattern, &a);
        assert_int_equal(check_stored(&part, &a, decode), rest[k]);
        stored_free(&part);
        matrix_free(&a);
    }
}

static void test_threads(void **state)
{
    struct matrix a = repeating_matrix(seed, 5000, 700, 6, false);
    check_threads(&layout_pattern, &a);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = repeating_matrix(seed, 3000, 290, 6, false);
    a.diag[0] = 1;
    assert_true(check_no_memory(&layout_pattern, &a) > 10);
    matrix_free(&a);
}

static void test_too_large(void **state)
{
    struct stored stored;
    uint64_t row[] = {0, 1ull << 31, 1ull << 32};
    double diag[] = {1, 1};
    const struct matrix a = {.off = {.rows = 2, .nnz = row[2], .row = row}, .diag = diag};
    assert_int_equal(stored_build(&layout_pattern, F64, NULL, &a, &stored), ERROR_UNSUPPORTED);
    assert_string_equal(
        fail_message(),
        "layout pattern has 32-bit row starts in its remainder: the non-zeros that it "
        "cannot hold otherwise are too many");
    assert_int_equal(stored_bytes(&stored), 0);
}

/* Keys: `common` ones that occur `times` to times + 2 times, `rare` that occur once, in a random
 * order. */
static uint64_t *make_keys(uint32_t common, uint32_t times, uint32_t rare, size_t *count)
{
    uint64_t *key = malloc((common * (times + 2ull) + rare) * sizeof *key);
    assert_non_null(key);
    *count = 0;
    for (uint32_t k = 0; k < common; k++)
        for (uint32_t time = 0; time < times + k % 3; time++)
            key[(*count)++] = random_bits(seed, 70, k);
    for (uint32_t k = 0; k < rare; k++) key[(*count)++] = random_bits(seed, 71, k);
    for (size_t k = *count - 1; k > 0; k--) {
        size_t other = random_below(random_bits(seed, 72, k), k + 1);
        uint64_t kept = key[k];
        key[k] = key[other];
        key[other] = kept;
    }
    key[*count / 2] = FREQUENT_NONE;
    return key;
}

static void check_frequent(uint32_t common, uint32_t times, uint32_t rare, size_t most, size_t few,
                           size_t wanted)
{
    size_t count;
    uint64_t *key = make_keys(common, times, rare, &count);
    struct frequent f;
    assert_int_equal(frequent_create(key, count, most, few, &f), OK);
    if (wanted) assert_int_equal(f.count, wanted);
    assert_true(f.count <= most);
    for (size_t k = 0; k < f.count; k++) {
        assert_int_equal(frequent_index(&f, f.key[k]), k);
        if (k) assert_true(f.uses[k - 1] >= f.uses[k]);
        if (k && f.uses[k - 1] == f.uses[k]) assert_true(f.key[k - 1] < f.key[k]);
    }
    size_t kept = 0;
    for (uint32_t k = 0; k < common; k++) {
        uint32_t index = frequent_index(&f, random_bits(seed, 70, k));
        if (index == UINT32_MAX) continue;
        assert_true(f.uses[index] == times + k % 3 || f.uses[index] + 1 == times + k % 3);
        kept++;
    }
    assert_int_equal(kept, common < most ? common : most);
    assert_int_equal(frequent_index(&f, FREQUENT_NONE), UINT32_MAX);
    assert_int_equal(frequent_index(&f, random_bits(seed, 73, 0)), UINT32_MAX);
    frequent_free(&f);
    free(key);
}

static void test_frequent_keys(void **state)
{
    check_frequent(10, 10, 0, 100, 5, 10);
    check_frequent(10, 10, 500, 1000, 0, 10);
    check_frequent(100, 10, 0, 7, 0, 7);
    check_frequent(300, 10, 20000, 65535, 255, 300);
    check_frequent(1000, 10, 2 * FREQUENT_LIMIT, 65535, 255, 1000);
    check_frequent(100, 50, 4 * FREQUENT_SKETCH, 65535, 255, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_matrices),
        cmocka_unit_test(test_few_patterns),
        cmocka_unit_test(test_width_of_codes),
        cmocka_unit_test(test_more_patterns_than_codes),
        cmocka_unit_test(test_rows_that_fit_no_pattern),
        cmocka_unit_test(test_patterns_with_one_key),
        cmocka_unit_test(test_offsets_beyond_32_bits),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_frequent_keys),
    };
    seed_begin();
    return cmocka_run_group_tests_name("patterns", tests, NULL, NULL);
}

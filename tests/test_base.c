/* Words and numbers as users type them, sparse rows against dense ones, and allocation that fails. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/csr.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static uint64_t seed, drawn;

static uint64_t draw(uint64_t range)
{
    return random_below(random_bits(seed, 0, drawn++), range);
}

static void numbers_are_strict(void **state)
{
    (void)state;
    static const char *const bad[] = {"", " 1", "1 ", "0x10", "inf", "nan", "1e999", "1,5", "--1", "1e", "e5", "+", "."};
    double number;
    uint64_t count;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        if (parse_double(bad[k], &number) || parse_count(bad[k], &count)) fail_msg("'%s' was taken", bad[k]);
    assert_true(parse_double("-1.5e-3", &number) && number == -1.5e-3);
    assert_true(parse_count("2e6", &count) && count == 2000000);
    assert_true(parse_count("18446744073709551615", &count) && count == UINT64_MAX);
    assert_false(parse_count("18446744073709551616", &count));
    assert_false(parse_count("-1", &count));
    assert_false(parse_count("1.5", &count));
}

static void times_have_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"10", 10}, {"10s", 10}, {"250ms", 0.25}, {"5us", 5e-6}, {"2m", 120}, {"1h", 3600}, {"0.5s", 0.5}};
    double seconds;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        assert_true(parse_seconds(good[k].text, &seconds));
        assert_true(fabs(seconds - good[k].seconds) < 1e-12 * good[k].seconds + 1e-18);
    }
    assert_false(parse_seconds("10 s", &seconds));
    assert_false(parse_seconds("s", &seconds));
    assert_false(parse_seconds("1d", &seconds));
}

static void nearest_names_are_meant(void **state)
{
    (void)state;
    static const char *const names[] = {"jacobi", "bicgstab", "bicgstab_paper", "null", NULL};
    char hint[64];
    assert_string_equal(nearest_name("jacoby", names), "jacobi");
    assert_string_equal(nearest_name("bicgstb", names), "bicgstab");
    assert_null(nearest_name("gauss_seidel", names));
    assert_string_equal(suggest_name("jaccobi", names, hint, sizeof hint), ", did you mean 'jacobi'?");
    assert_string_equal(suggest_name("xyzzyx", names, hint, 17), " (known: jacobi,"); /* cut, but terminated */
}

/* The definition, without any cleverness. */
static bool naive_match(const char *pattern, const char *text)
{
    if (*pattern == '*') return naive_match(pattern + 1, text) || (*text && naive_match(pattern, text + 1));
    if (*pattern == '\0' || *text == '\0') return *pattern == *text;
    return (*pattern == '?' || *pattern == *text) && naive_match(pattern + 1, text + 1);
}

static void globs_match_their_definition(void **state)
{
    (void)state;
    for (int round = 0; round < 20000; round++) {
        char pattern[8] = "", text[10] = "";
        for (uint64_t k = 0, length = draw(8); k < length; k++) pattern[k] = "ab*?"[draw(4)];
        for (uint64_t k = 0, length = draw(10); k < length; k++) text[k] = "ab"[draw(2)];
        if (glob_match(pattern, text) != naive_match(pattern, text))
            fail_msg("seed %llu: '%s' on '%s'", (unsigned long long)seed, pattern, text);
    }
}

enum { MOST = 12 };

static void assert_is(const struct csr *a, double dense[MOST][MOST], bool stored[MOST][MOST])
{
    uint64_t count = 0;
    assert_int_equal(a->row[0], 0);
    for (uint32_t i = 0; i < a->n; i++) {
        for (uint32_t j = 0; j < a->n; j++) {
            uint64_t k = csr_find(a, i, j);
            assert_true((k != UINT64_MAX) == stored[i][j]);
            if (stored[i][j]) assert_true(fabs(a->val[k] - dense[i][j]) < 1e-12);
            count += stored[i][j];
        }
        for (uint64_t k = a->row[i] + 1; k < a->row[i + 1]; k++) assert_true(a->col[k - 1] < a->col[k]);
    }
    assert_int_equal(a->nnz, count);
    assert_int_equal(a->row[a->n], count);
}

/* From triplets with duplicates, transposed, split: each against dense arrays. */
static void rows_match_dense_arrays(void **state)
{
    (void)state;
    for (int round = 0; round < 2000; round++) {
        double dense[MOST][MOST] = {{0}}, turned[MOST][MOST] = {{0}};
        bool stored[MOST][MOST] = {{0}}, turned_stored[MOST][MOST] = {{0}};
        struct triplet triplet[64];
        uint32_t n = 1 + (uint32_t)draw(MOST);
        uint64_t count = draw(64);
        for (uint64_t k = 0; k < count; k++) {
            struct triplet t = {.row = (uint32_t)draw(n), .col = (uint32_t)draw(n), .val = (double)draw(9) - 4};
            triplet[k] = t;
            dense[t.row][t.col] = turned[t.col][t.row] += t.val;
            stored[t.row][t.col] = turned_stored[t.col][t.row] = true;
        }
        struct csr a, transpose;
        struct matrix split;
        assert_int_equal(csr_from_triplets(n, count, triplet, &a), OK);
        assert_is(&a, dense, stored);
        assert_int_equal(csr_transpose(&a, &transpose), OK);
        assert_is(&transpose, turned, turned_stored);
        assert_int_equal(csr_split(&a, &split), OK);
        for (uint32_t i = 0; i < n; i++) {
            assert_true(fabs(split.diag[i] - (stored[i][i] ? dense[i][i] : 0)) < 1e-12);
            stored[i][i] = false;
        }
        assert_is(&split.off, dense, stored);
        csr_free(&a);
        csr_free(&transpose);
        matrix_free(&split);
    }
}

static void failing_allocations_are_said(void **state)
{
    (void)state;
    const struct triplet triplet[] = {{0, 1, 1}, {1, 0, 2}};
    long k = 0;
    for (;; k++) {
        struct csr a = {0};
        memory_fail_after(k);
        enum status status = csr_from_triplets(2, 2, triplet, &a);
        memory_fail_after(-1);
        csr_free(&a);
        if (status == OK) break;
        assert_int_equal(status, ERROR_HOST_MEMORY);
        assert_non_null(strstr(fail_message(), "not enough memory"));
        assert_true(k < 100);
    }
    assert_true(k > 2);
    void *p;
    assert_int_equal(allocate(SIZE_MAX / 4, 8, "everything", &p), ERROR_HOST_MEMORY);
    assert_null(p);
    assert_int_equal(memory_must_fit(1e18, "a matrix"), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "a matrix would take 1e+09 GB"));
    assert_int_equal(memory_must_fit(1, "a byte"), OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_strict),           cmocka_unit_test(times_have_units),
        cmocka_unit_test(nearest_names_are_meant),      cmocka_unit_test(globs_match_their_definition),
        cmocka_unit_test(rows_match_dense_arrays),      cmocka_unit_test(failing_allocations_are_said),
    };
    const char *given = getenv("WARPMARK_SEED");
    seed = given ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    printf("seed %llu\n", (unsigned long long)seed);
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}

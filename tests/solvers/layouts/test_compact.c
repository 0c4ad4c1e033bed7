/* Content of the compact layouts, their remainder, and the matrices that they accept. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "tests/support/cmocka.h"
#include "tests/support/layout_arrays.h"
#include "tests/support/records.h"
#include "tests/support/teams.h"

/* n rows with diagonal 1; entry (i, i + 1) of the first `count` is i + 1. */
static struct matrix ladder(uint32_t n, uint32_t count)
{
    struct matrix a = {0};
    if (matrix_allocate(n, count, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        a.diag[i] = 1;
        a.off.row[i + 1] = i < count ? i + 1 : count;
        if (i >= count) continue;
        a.off.col[i] = i + 1;
        a.off.val[i] = i + 1;
    }
    return a;
}

/* Builds in a compact layout; note: what it must say behind "NAME ... " and before ": stored as
 * OTHER", or NULL where the matrix fits. Another layout must then hold what it builds by itself. */
static void check_fit(const struct form *form, enum precision precision, const struct matrix *a,
                      const char *note)
{
    struct stored stored, other;
    char expected[200] = "";
    if (stored_build(find_layout(form->name), precision, NULL, a, &stored) != OK)
        fail_msg("%s", fail_message());
    const char *used = note ? form->otherwise : form->name;
    if (note) snprintf(expected, sizeof expected, "%s %s: stored as %s", form->name, note, used);
    assert_string_equal(stored.note, expected);
    assert_ptr_equal(stored.layout, find_layout(used));
    if (stored_build(find_layout(used), precision, NULL, a, &other) != OK)
        fail_msg("%s", fail_message());
    for (int k = 0; k < MAX_ARRAYS; k++) {
        assert_int_equal(stored.array[k].bytes, other.array[k].bytes);
        if (other.array[k].bytes)
            assert_memory_equal(stored.array[k].data, other.array[k].data, other.array[k].bytes);
    }
    stored_free(&stored);
    stored_free(&other);
}

static void check_all(const struct matrix *a, const char *note)
{
    for (int f = 0; f < NFORMS; f++)
        for (int precision = 0; precision < NREALS && forms[f].compact; precision++)
            check_fit(&forms[f], (enum precision)precision, a, note);
}

static void test_values_that_do_not_fit(void **state)
{
    static const struct {
        uint32_t n, values;
        const char *note;
    } cases[] = {
        {1 << 20, 1 << 12, NULL},
        {1 << 20, (1 << 12) + 1,
         "needs 20 bits for columns and at least 13 for values, more than 32"},
        {(1 << 20) + 1, 1 << 11, NULL},
        {(1 << 20) + 1, (1 << 11) + 1,
         "needs 21 bits for columns and at least 12 for values, more than 32"},
        {1 << 17, 1 << 15, NULL},
        {1 << 17, (1 << 15) + 1,
         "needs 17 bits for columns and at least 16 for values, more than 32"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct matrix a = ladder(cases[k].n, cases[k].values);
        check_all(&a, cases[k].note);
        matrix_free(&a);
    }
}

static void test_diagonals_that_do_not_fit(void **state)
{
    for (uint32_t extra = 0; extra < 2; extra++) {
        struct matrix a = ladder(65536 + 7, 3);
        for (uint32_t i = 0; i < a.off.rows; i++) a.diag[i] = 1 + i % (65536 + extra);
        check_all(&a,
                  extra ? "holds at most 65536 distinct diagonal entries, and this matrix has more"
                        : NULL);
        matrix_free(&a);
    }
}

static void test_fallback_without_memory(void **state)
{
    struct matrix a = ladder(1 << 17, (1 << 15) + 1);
    assert_true(check_no_memory(find_layout("chwl"), &a) > 4);
    matrix_free(&a);
}

/* Numbers are one where their bits in the precision are. */
static void test_distinct_numbers(void **state)
{
    static const double close[] = {1, 1 + 1e-12, 0.0, -0.0, 1, 0.0, 2};
    struct numbers of = {.precision = F64, .count = 7, .value = close};
    struct dictionary d;
    for (int precision = 0; precision < NREALS; precision++) {
        of.precision = (enum precision)precision;
        assert_int_equal(dictionary_create(&of, 5, &d), OK);
        assert_int_equal(d.count, precision == F32 ? 4 : 5);
        assert_int_equal(dictionary_index(&d, 1) == dictionary_index(&d, 1 + 1e-12),
                         precision == F32);
        assert_int_not_equal(dictionary_index(&d, 0.0), dictionary_index(&d, -0.0));
        dictionary_free(&d);
        assert_int_equal(dictionary_create(&of, 3, &d), OK);
        assert_true(d.count > 3);
        dictionary_free(&d);
    }
    of.count = 0;
    assert_int_equal(dictionary_create(&of, 5, &d), OK);
    assert_int_equal(d.count, 0);
    dictionary_free(&d);
}

static void test_bits(void **state)
{
    static const struct {
        uint64_t count;
        unsigned bits;
    } cases[] = {{0, 0},   {1, 0},           {2, 1},
                 {3, 2},   {4, 2},           {256, 8},
                 {257, 9}, {1ull << 32, 32}, {(1ull << 32) + 1, 33}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        assert_int_equal(compact_bits(cases[k].count), cases[k].bits);
}

static size_t bytes_in(const char *layout, enum precision precision, const struct matrix *a)
{
    struct stored stored;
    if (stored_build(find_layout(layout), precision, NULL, a, &stored) != OK)
        fail_msg("%s", fail_message());
    assert_string_equal(stored.note, "");
    size_t bytes = stored_bytes(&stored);
    stored_free(&stored);
    return bytes;
}

static size_t distinct(const double *value, size_t count, bool reciprocals)
{
    const struct numbers of = {
        .precision = F64, .reciprocals = reciprocals, .count = count, .value = value};
    struct dictionary d;
    assert_int_equal(dictionary_create(&of, UINT32_MAX, &d), OK);
    size_t found = d.count;
    dictionary_free(&d);
    return found;
}

/* PRISM's formulas: 12 bytes an entry and 12 a row (msr), 4 and 6 (cmsr), one row start more than
 * rows, dictionaries. The papers' figures add two vectors, and b where there is one:
 * tests/long/long_layouts.c. */
static void test_bytes_of_models(void **state)
{
    static const char *const sources[] = {"herman:n=9", "cluster:n=8", "tandem:c=63",
                                          "kanban:t=2", "fms:n=2",     "polling:n=7"};
    for (size_t k = 0; k < sizeof sources / sizeof *sources; k++) {
        struct problem problem;
        if (problem_open(sources[k], &problem) != OK) fail_msg("%s", fail_message());
        const struct matrix *a = &problem.system.a;
        size_t n = a->off.rows, z = a->off.nnz;
        size_t words = distinct(a->off.val, z, false) + distinct(a->diag, n, true);
        assert_int_equal(bytes_in("msr", F64, a), 12 * z + 12 * n + 4);
        assert_int_equal(bytes_in("msr", F32, a), 8 * z + 8 * n + 4);
        assert_int_equal(bytes_in("cmsr", F64, a), 4 * z + 6 * n + 4 + 8 * words);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_that_do_not_fit),
        cmocka_unit_test(test_diagonals_that_do_not_fit),
        cmocka_unit_test(test_fallback_without_memory),
        cmocka_unit_test(test_distinct_numbers),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_bytes_of_models),
    };
    return cmocka_run_group_tests_name("compact layouts", tests, NULL, NULL);
}

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "base/memory.h"
#include "base/random.h"
#include "datasets/formats/matrix_market/matrix_market.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"

#define BANNER "%%MatrixMarket matrix coordinate real general\n"
#define ARRAY "%%MatrixMarket matrix array real general\n"

static void must_read(const char *text, struct csr *a)
{
    scratch_write("m.mtx", text);
    if (matrix_market_read(scratch_path("m.mtx"), a) != OK) fail_msg("%s", fail_message());
    assert_true(csr_sound(a));
}

static double entry(const struct csr *a, uint32_t i, uint32_t j)
{
    uint64_t k = csr_find(a, i - 1, j - 1);
    return k == UINT64_MAX ? 0 : a->val[k];
}

struct bad {
    const char *text;
    unsigned line;
    const char *message;
};

static void bad_matrices(void **state)
{
    static const struct bad cases[] = {
        {"", 1, "not a Matrix Market file"},
        {"1 1 1\n", 1, "not a Matrix Market file"},
        {"%%MatrixMarket vector coordinate real general\n", 1, "not a Matrix Market file"},
        {"%%MatrixMarket matrix\n", 1, "expected format, found the end of the line"},
        {"%%MatrixMarket matrix coordinat real general\n", 1,
         "unknown format 'coordinat', did you mean 'coordinate'?"},
        {"%%MatrixMarket matrix coordinate reel general\n", 1,
         "unknown field 'reel', did you mean 'real'?"},
        {"%%MatrixMarket matrix coordinate real symetric\n", 1, "did you mean 'symmetric'?"},
        {"%%MatrixMarket matrix coordinate real general x\n", 1,
         "expected the end of the line, found 'x'"},
        {"%%MatrixMarket matrix coordinate complex general\n", 1, "complex"},
        {"%%MatrixMarket matrix coordinate real hermitian\n", 1, "complex"},
        {"%%MatrixMarket matrix array pattern general\n", 1, "a pattern has no values"},
        {"%%MatrixMarket matrix coordinate pattern skew-symmetric\n", 1, "a pattern has no values"},
        {ARRAY "2 2\n1\n2\n3\n", 2, "4 entries are announced, but the file ends after 3"},
        {ARRAY "2 2\n1\n2\n3\n4\n5\n", 7, "more entries than the 4 that line 2 announces"},
        {ARRAY "2 2\n1\n2 3\n3\n4\n", 4, "expected the end of the line, found '3'"},
        {ARRAY "2 3\n1\n", 2, "2 x 3: the matrix must be square"},
        {ARRAY "4000000000 4000000000\n1\n", 2, "n = 4000000000 is too large"},
        {"%%MatrixMarket matrix array real skew-symmetric\n1 1\n0\n", 3,
         "more entries than the 0 that line 2 announces"},
        {"%%MatrixMarket matrix array complex general\n1 1\n1 0\n", 1, "complex"},
        {BANNER, 2, "the file ends before the sizes"},
        {BANNER "% only\n\n", 4, "the file ends before the sizes"},
        {BANNER "0 0 0\n", 2, "expected the number of rows (1 to 4294967295), found '0'"},
        {BANNER "2 3 1\n1 1 1\n", 2, "2 x 3: the matrix must be square"},
        {BANNER "2 2\n1 1 1\n", 2, "expected the number of entries"},
        {BANNER "2 2 1 1\n1 1 1\n", 2, "expected the end of the line, found '1'"},
        {BANNER "%\n2 2 2\n1 1 1\n", 3, "2 entries are announced, but the file ends after 1"},
        {BANNER "2 2 1\n1 1 1\n2 2 1\n", 4, "more entries than the 1 that line 2 announces"},
        {BANNER "2 2 1\n0 1 1\n", 3, "expected the row (1 to 2), found '0'"},
        {BANNER "2 2 1\n1 3 1\n", 3, "expected the column (1 to 2), found '3'"},
        {BANNER "2 2 1\n1 -1 1\n", 3, "found '-1'"},
        {BANNER "2 2 1\n1 1\n", 3,
         "expected the value (a finite number), found the end of the line"},
        {BANNER "2 2 1\n1 1 nan\n", 3, "found 'nan'"},
        {BANNER "2 2 1\n1 1 1e400\n", 3, "found '1e400'"},
        {BANNER "2 2 1\n1 1 1 1\n", 3, "expected the end of the line, found '1'"},
        {BANNER "1 1 2\n1 1 1e308\n1 1 1e308\n", 0, "the entries at (1, 1) add up to infinity"},
        {BANNER "4000000000 4000000000 1\n1 1 1\n", 2,
         "n = 4000000000 is too large for at most 1 entries"},
        {BANNER "4000000000 4000000000 4000000000\n1 1 1\n", 2,
         "n = 4000000000 is too large for at most 14 entries"},
        {BANNER "2 2 18446744073709551616\n1 1 1\n", 2, "found '18446744073709551616'"},
        {"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 1.5\n", 3,
         "expected an integer, found '1.5'"},
        {"%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1 1\n", 3,
         "expected the end of the line, found '1'"},
        {"%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 2 1\n2 1 1\n", 4,
         "both sides of the diagonal"},
        {"%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 1\n", 3,
         "on the diagonal"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct csr a;
        scratch_write("m.mtx", cases[k].text);
        assert_int_equal(matrix_market_read(scratch_path("m.mtx"), &a), ERROR_INPUT);
        check_message("m.mtx", cases[k].line, cases[k].message);
        assert_null(a.row);
    }
    static const char nul[] = BANNER "1 1 1\n1 1 \0\n";
    struct csr a;
    scratch_write_bytes("m.mtx", nul, sizeof nul - 1);
    assert_int_equal(matrix_market_read(scratch_path("m.mtx"), &a), ERROR_INPUT);
    check_message("m.mtx", 3, "NUL byte");
    assert_int_equal(matrix_market_read(scratch_path("missing.mtx"), &a), ERROR_IO);
    check_unreadable("missing.mtx", "No such file");
}

static void small_matrices(void **state)
{
    struct csr a;
    must_read("%%matrixmarket MATRIX Coordinate REAL General\r\n% note\r\n\r\n3 3 5\r\n2 1 "
              "-1.5e0\r\n\r\n1 1\t4\r\n2 1 "
              ".5\r\n3 3 0\r\n1 3 7",
              &a);
    assert_int_equal(a.rows, 3);
    assert_int_equal(a.nnz, 4); /* the duplicate is added up, the stored zero stays */
    assert_true(entry(&a, 1, 1) == 4 && entry(&a, 2, 1) == -1 && entry(&a, 1, 3) == 7);
    assert_true(csr_find(&a, 2, 2) != UINT64_MAX);
    csr_free(&a);

    must_read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 1 3\n2 1 -4\n", &a);
    assert_int_equal(a.nnz, 3);
    assert_true(entry(&a, 1, 1) == 3 && entry(&a, 2, 1) == -4 && entry(&a, 1, 2) == -4);
    csr_free(&a);

    must_read("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n1 3 2\n", &a);
    assert_int_equal(a.nnz, 2);
    assert_true(entry(&a, 1, 3) == 2 && entry(&a, 3, 1) == -2);
    csr_free(&a);

    must_read("%%MatrixMarket matrix coordinate pattern general\n2 2 2\n2 2\n1 2\n", &a);
    assert_true(entry(&a, 2, 2) == 1 && entry(&a, 1, 2) == 1 && a.nnz == 2);
    csr_free(&a);
}

static void bad_vectors(void **state)
{
    static const struct bad cases[] = {
        {ARRAY "3 1\n1\n2\n3\n", 2, "expected the number of rows (2 to 2), found '3'"},
        {ARRAY "2 2\n1\n2\n3\n4\n", 2, "expected the number of columns (1 to 1), found '2'"},
        {ARRAY "2 1\n1\n", 2, "2 entries are announced, but the file ends after 1"},
        {ARRAY "2 1\n1\n2\n3\n", 5, "more entries than the 2 that line 2 announces"},
        {ARRAY "2 1\n1 2\n", 3, "expected the end of the line, found '2'"},
        {ARRAY "2 1\n1\ninf\n", 4, "found 'inf'"},
        {ARRAY "2 1 2\n1\n2\n", 2, "expected the end of the line, found '2'"},
        {ARRAY, 2, "the file ends before the sizes"},
        {BANNER "2 1 1\n1 2 1\n", 3, "expected the column (1 to 1), found '2'"},
        {BANNER "2 1 1\n3 1 1\n", 3, "expected the row (1 to 2), found '3'"},
        {BANNER "2 1 2\n1 1 1e308\n1 1 1e308\n", 4, "the entries of row 1 add up to infinity"},
        {"%%MatrixMarket matrix coordinate real symmetric\n2 1 0\n", 1,
         "a vector is general, not symmetric"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        double *x;
        scratch_write("b.mtx", cases[k].text);
        assert_int_equal(matrix_market_read_vector(scratch_path("b.mtx"), 2, &x), ERROR_INPUT);
        check_message("b.mtx", cases[k].line, cases[k].message);
        assert_null(x);
    }
}

static void small_vectors(void **state)
{
    double *x;
    scratch_write("b.mtx", ARRAY "% b\n3 1\n1\n-2.5\n\n0\n");
    assert_int_equal(matrix_market_read_vector(scratch_path("b.mtx"), 3, &x), OK);
    assert_true(x[0] == 1 && x[1] == -2.5 && x[2] == 0);
    free(x);
    scratch_write("b.mtx", BANNER "3 1 3\n3 1 4\n1 1 1\n3 1 0.5");
    assert_int_equal(matrix_market_read_vector(scratch_path("b.mtx"), 3, &x), OK);
    assert_true(x[0] == 1 && x[1] == 0 && x[2] == 4.5);
    free(x);
}

/* Random matrices, written by row, by column or as a triangle, come back bit for bit. */
static void round_trips(void **state)
{
    enum { N = 30, TRIALS = 60 };
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        double dense[N * N] = {0};
        uint32_t n = 1 + (uint32_t)random_below(random_bits(seed, 0, 0), N);
        bool by_column = seed & 1, symmetric = seed & 2;
        uint64_t count = 0, nnz = 0;
        for (uint32_t i = 0; i < n; i++) {
            for (uint32_t j = 0; j < (symmetric ? i + 1 : n); j++) {
                if (random_unit(random_bits(seed, 1, i * n + j)) > 0.3) continue;
                dense[i * n + j] = random_unit(random_bits(seed, 2, i * n + j)) - 0.5;
                if (symmetric) dense[j * n + i] = dense[i * n + j];
                count++;
                nnz += symmetric && i != j ? 2 : 1;
            }
        }
        FILE *file = fopen(scratch_path("m.mtx"), "w");
        assert_non_null(file);
        fprintf(file, "%%%%MatrixMarket matrix coordinate real %s\n",
                symmetric ? "symmetric" : "general");
        fprintf(file, "%" PRIu32 " %" PRIu32 " %" PRIu64 "\n", n, n, count);
        for (uint32_t k = 0; k < n * n; k++) {
            uint32_t i = by_column ? k % n : k / n, j = by_column ? k / n : k % n;
            if (dense[i * n + j] != 0 && (!symmetric || j <= i))
                fprintf(file, "%" PRIu32 " %" PRIu32 " %.17g\n", i + 1, j + 1, dense[i * n + j]);
        }
        fclose(file);
        struct csr a;
        if (matrix_market_read(scratch_path("m.mtx"), &a) != OK)
            fail_msg("seed %" PRIu64 ": %s", seed, fail_message());
        if (!csr_sound(&a) || a.rows != n || a.nnz != nnz)
            fail_msg("seed %" PRIu64 ": sizes", seed);
        for (uint32_t i = 1; i <= n; i++)
            for (uint32_t j = 1; j <= n; j++)
                if (entry(&a, i, j) != dense[(i - 1) * n + j - 1])
                    fail_msg("seed %" PRIu64 ": %u %u", seed, i, j);
        csr_free(&a);
    }
}

/* Returns whether an array of this symmetry has a number for (i, j). */
static bool in_array(int symmetry, uint32_t i, uint32_t j)
{
    return symmetry == 0 || i > j || (symmetry == 1 && i == j);
}

/* Random matrices as arrays, of each symmetry; zeros are not stored. */
static void arrays(void **state)
{
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    enum { N = 12, TRIALS = 90 };
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        double dense[N][N] = {{0}};
        uint32_t n = 1 + (uint32_t)random_below(random_bits(seed, 0, 0), N);
        int symmetry = (int)(seed % 3);
        uint64_t nnz = 0;
        struct csr a;
        FILE *file = fopen(scratch_path("m.mtx"), "w");
        fprintf(file, "%%%%MatrixMarket matrix array real %s\n%u %u\n", symmetries[symmetry], n, n);
        for (uint32_t k = 0; k < n * n; k++) {
            uint32_t i = k % n, j = k / n;
            if (!in_array(symmetry, i, j)) continue;
            double x = random_unit(random_bits(seed, 1, k)) - 0.3;
            if (x < 0) x = 0;
            if (symmetry) dense[j][i] = symmetry == 1 ? x : -x;
            dense[i][j] = x;
            fprintf(file, "%.17g\n", x);
        }
        fclose(file);
        if (matrix_market_read(scratch_path("m.mtx"), &a) != OK) fail_msg("%s", fail_message());
        assert_true(csr_sound(&a) && a.rows == n);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = 0; j < n; j++) {
                assert_true(entry(&a, i + 1, j + 1) == dense[i][j]);
                nnz += dense[i][j] != 0;
            }
        assert_int_equal(a.nnz, nnz);
        csr_free(&a);
    }
}

static void failing_allocations(void **state)
{
    scratch_write("m.mtx",
                  "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n2 1 1\n3 2 1\n3 3 1\n");
    scratch_write("sorted.mtx", BANNER "2 2 3\n1 2 1\n1 1 1\n2 2 1\n");
    scratch_write("b.mtx", ARRAY "3 1\n1\n2\n3\n");
    long k = 0;
    for (bool done = false; !done; k++) {
        struct csr a, sorted = {0};
        double *b = NULL;
        memory_fail_after(k);
        enum status status = matrix_market_read(scratch_path("m.mtx"), &a);
        if (status == OK) status = matrix_market_read(scratch_path("sorted.mtx"), &sorted);
        if (status == OK) status = matrix_market_read_vector(scratch_path("b.mtx"), 3, &b);
        done = memory_is_back(status) == OK;
        csr_free(&a);
        csr_free(&sorted);
        free(b);
    }
    assert_true(k > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_matrices),        cmocka_unit_test(small_matrices),
        cmocka_unit_test(bad_vectors),         cmocka_unit_test(small_vectors),
        cmocka_unit_test(round_trips),         cmocka_unit_test(arrays),
        cmocka_unit_test(failing_allocations),
    };
    return cmocka_run_group_tests_name("matrix_market", tests, scratch_create, scratch_remove);
}

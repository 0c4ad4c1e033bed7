/* The builders of msr and of the layouts made from it: the stored numbers are the matrix, no more
 * and no less. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/layout_arrays.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

static struct stored build(const struct form *form, enum precision precision,
                           const struct matrix *a)
{
    struct stored stored;
    if (stored_build(find_layout(form->name), precision, NULL, a, &stored) != OK)
        fail_msg("%s", fail_message());
    assert_string_equal(stored.layout->name, form->name);
    assert_string_equal(stored.note, "");
    return stored;
}

static void check_row(const struct form *form, const struct stored *stored, const struct matrix *a,
                      uint32_t i)
{
    uint64_t first = a->off.row[i], length = a->off.row[i + 1] - first,
             room = row_room(form, stored, i);
    assert_true(room >= length);
    for (uint64_t k = 0; k < room; k++) {
        size_t slot = word_slot(form, stored, i, k);
        assert_true(slot < stored->array[1].bytes / sizeof(uint32_t));
        assert_int_equal(column_at(form, stored, slot), k < length ? a->off.col[first + k] : i);
        if (k < length)
            assert_true(value_at(form, stored, slot) == rounded(stored, a->off.val[first + k]));
    }
    assert_true(inverse_at(form, stored, i) == rounded(stored, 1 / a->diag[i]));
}

/* Lines that the segments of a need. */
static uint64_t lines_needed(const struct form *form, const struct csr *off)
{
    uint64_t lines = 0, threads = 32 / form->rows;
    for (uint32_t first = 0; first < off->rows; first += form->rows) {
        uint64_t longest = 0;
        for (uint32_t i = first; i < off->rows && i < first + form->rows; i++)
            if (off->row[i + 1] - off->row[i] > longest) longest = off->row[i + 1] - off->row[i];
        lines += (longest + threads - 1) / threads;
    }
    return lines;
}

static void check_round_trip(const struct form *form, enum precision precision,
                             const struct matrix *a)
{
    struct stored stored = build(form, precision, a);
    uint64_t words = form->rows ? 32 * lines_needed(form, &a->off) : a->off.nnz;
    assert_int_equal(stored.array[1].bytes, words * sizeof(uint32_t));
    for (uint32_t i = 0; i < a->off.rows; i++) check_row(form, &stored, a, i);
    stored_free(&stored);
}

static void test_round_trip(void **state)
{
    static const uint32_t sizes[] = {1, 2, 15, 16, 17, 31, 32, 33, 63, 100};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (int shape = 0; shape < NSHAPES; shape++) {
            struct matrix a = random_matrix(seed, sizes[k], (enum shape)shape);
            for (int f = 0; f < NFORMS; f++)
                for (int precision = 0; precision < NREALS; precision++)
                    check_round_trip(&forms[f], (enum precision)precision, &a);
            matrix_free(&a);
        }
}

/* Replaces the values of a by `distinct` ones, each of which occurs. */
static void limit_values(struct matrix *a, uint64_t distinct)
{
    for (uint64_t k = 0; k < a->off.nnz; k++)
        a->off.val[k] = 1 + (double)(k < distinct ? k : draw(distinct));
}

static void test_distinct_values(void **state)
{
    static const struct {
        uint64_t distinct;
        unsigned shift;
    } cases[] = {{1, 0}, {2, 1}, {3, 2}, {255, 8}, {256, 8}, {257, 9}, {8000, 13}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct matrix a = random_matrix(seed, 100, SHAPE_DENSE);
        limit_values(&a, cases[k].distinct);
        for (int f = 0; f < NFORMS; f++) {
            if (!forms[f].compact) continue;
            struct stored stored = build(&forms[f], F64, &a);
            assert_int_equal(stored.array[COMPACT_VALUES].bytes,
                             cases[k].distinct * sizeof(double));
            assert_int_equal(compact_shift(&stored), cases[k].shift);
            stored_free(&stored);
            check_round_trip(&forms[f], F32, &a);
            check_round_trip(&forms[f], F64, &a);
        }
        matrix_free(&a);
    }
}

static void assert_same_arrays(const struct stored *a, const struct stored *b)
{
    for (int k = 0; k < MAX_ARRAYS; k++) {
        assert_int_equal(a->array[k].bytes, b->array[k].bytes);
        if (a->array[k].bytes)
            assert_memory_equal(a->array[k].data, b->array[k].data, a->array[k].bytes);
    }
}

static void test_threads(void **state)
{
    int before = omp_get_max_threads();
    struct matrix a = random_matrix(seed, 500, SHAPE_SPARSE);
    for (int f = 0; f < NFORMS; f++) {
        omp_set_num_threads(1);
        struct stored one = build(&forms[f], F64, &a);
        for (int threads = 2; threads <= 7; threads += 5) {
            omp_set_num_threads(threads);
            struct stored many = build(&forms[f], F64, &a);
            assert_same_arrays(&one, &many);
            stored_free(&many);
        }
        stored_free(&one);
    }
    omp_set_num_threads(before);
    matrix_free(&a);
}

static void test_no_memory(void **state)
{
    struct matrix a = random_matrix(seed, 40, SHAPE_SPARSE);
    for (int f = 0; f < NFORMS; f++) {
        enum status status = ERROR_HOST_MEMORY;
        long k;
        for (k = 0; status != OK; k++) {
            struct stored stored;
            status =
                refused_after(k, stored_build(find_layout(forms[f].name), F32, NULL, &a, &stored));
            if (status != OK) assert_int_equal(stored_bytes(&stored), 0);
            stored_free(&stored);
        }
        assert_true(k > 4);
    }
    matrix_free(&a);
}

/* Row starts and a diagonal: refused before an entry is looked at. */
static struct matrix long_rows(uint32_t n, uint64_t length)
{
    struct matrix a = {.off = {.rows = n, .nnz = n * length}};
    if (allocate(n + 1, sizeof *a.off.row, "a test", &a.off.row) != OK) abort();
    if (allocate_zeroed(n, sizeof *a.diag, "a test", &a.diag) != OK) abort();
    for (uint32_t i = 0; i <= n; i++) a.off.row[i] = i * length;
    return a;
}

static void assert_refused(const char *layout, const struct matrix *a, enum status expected,
                           const char *message)
{
    struct stored stored;
    assert_int_equal(stored_build(find_layout(layout), F64, NULL, a, &stored), expected);
    if (strncmp(fail_message(), message, strlen(message)))
        fail_msg("%s, not %s", fail_message(), message);
    assert_int_equal(stored_bytes(&stored), 0);
}

static void test_too_large(void **state)
{
    struct matrix many = long_rows(2, 1ull << 31), more = long_rows(64, 1ull << 31),
                  most = long_rows(64, 1ull << 32);
    const char *words = "layout msr has 32-bit row starts: 4294967296 non-zeros are too many";
    assert_refused("msr", &many, ERROR_UNSUPPORTED, words);
    assert_refused("cmsr", &many, ERROR_UNSUPPORTED, "layout cmsr has 32-bit row starts");
    assert_refused("wl", &more, ERROR_UNSUPPORTED,
                   "layout wl counts its lines of 32 words in 32 bits, and this matrix has more");
    assert_refused("hwl", &most, ERROR_UNSUPPORTED,
                   "layout hwl counts its lines of 32 words in 32 bits");
    bool fits = memory_must_fit(825e9, "a test") == OK;
    memory_fail_after(1); /* for a machine that is so large */
    assert_refused("wl", &many, ERROR_HOST_MEMORY,
                   fits ? "" : "layout wl, with its padding, would take 825 GB of");
    memory_fail_after(-1);
    matrix_free(&many);
    matrix_free(&more);
    matrix_free(&most);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_distinct_values),
        cmocka_unit_test(test_threads),    cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_too_large),
    };
    seed_begin();
    return cmocka_run_group_tests_name("layouts", tests, NULL, NULL);
}

/* Ranges of rows of Matrix Market files beside what the reader of the whole makes of the same file:
 * bit for bit, or the same message. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"
#include "datasets/formats/matrix_market/matrix_market.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { MOST = 4000, ROOM = 60 * MOST, TRIALS = 400 };

enum entry_order { BY_ROW, BY_ROW_AND_COLUMN, BY_COLUMN, MIXED };

struct file {
    char *text;
    size_t length;
    bool in_rows; /* it must be found to be in order */
};

static int by_key(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return (a > b) - (a < b);
}

static void print_value(struct file *file, const char *field)
{
    const char *end = draw(9) ? "\n" : "\r\n% x\n\n";
    char value[40] = "";
    if (!strcmp(field, "integer")) snprintf(value, sizeof value, " %d", (int)draw(9) - 4);
    if (!strcmp(field, "real")) snprintf(value, sizeof value, " %.17g", draw_normal());
    if (!strcmp(field, "real") && !draw(40)) strcpy(value, draw(2) ? " 0" : " 1.7e308");
    file->length += (size_t)sprintf(file->text + file->length, "%s%s", value, end);
}

/* Entries by a key, of which the high half says where it stands; many places have several. */
static void print_entries(struct file *file, enum entry_order order, const char *field, uint32_t n,
                          uint32_t count, int symmetry)
{
    uint64_t key[MOST];
    for (uint32_t k = 0; k < count; k++) {
        uint64_t i = draw(n), j = k < n ? i : draw(n);
        if (k < n && symmetry != 2) i = j = k;
        if (symmetry && i < j) j = i;
        if (symmetry == 2 && i == j && i + 1 < n) i++;
        key[k] = order == BY_ROW              ? i << 44 | draw(1 << 12) << 32
                 : order == BY_ROW_AND_COLUMN ? i << 44 | j << 32
                 : order == BY_COLUMN         ? j << 44 | i << 32
                                              : draw(1 << 30) << 32;
        key[k] |= i << 16 | j;
    }
    qsort(key, count, sizeof *key, by_key);
    for (uint32_t k = 0; k < count; k++) {
        file->length +=
            (size_t)sprintf(file->text + file->length, "%u %u",
                            (unsigned)(key[k] >> 16 & 0xffff) + 1, (unsigned)(key[k] & 0xffff) + 1);
        print_value(file, field);
    }
}

static struct file random_file(void)
{
    static const char *const fields[] = {"real", "real", "integer", "pattern"};
    static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric"};
    const bool array = !draw(4);
    const char *field = fields[draw(array ? 3 : 4)];
    const int symmetry = draw(2) ? 0 : (int)draw(strcmp(field, "pattern") ? 3 : 2);
    const enum entry_order order = (enum entry_order)draw(4);
    const uint32_t n = 2 + (uint32_t)draw(array || draw(2) ? 20 : 300);
    const uint32_t count = n + (uint32_t)draw(draw(2) ? 3 * n : MOST - n);
    struct file file = {.in_rows = !array && !symmetry && order <= BY_ROW_AND_COLUMN};
    assert_ok(allocate(ROOM, 1, "a text", &file.text));
    file.length =
        (size_t)sprintf(file.text, "%%%%MatrixMarket matrix %s %s %s\n%u %u",
                        array ? "array" : "coordinate", field, symmetries[symmetry], n, n);
    if (!array) file.length += (size_t)sprintf(file.text + file.length, " %u", count);
    file.length += (size_t)sprintf(file.text + file.length, "\n");
    const uint32_t half = n * (symmetry == 1 ? n + 1 : n - 1) / 2;
    if (!array) print_entries(&file, order, field, n, count, symmetry);
    else
        for (uint32_t k = 0; k < (symmetry ? half : n * n); k++) print_value(&file, field);
    return file;
}

/* Files: m.mtx, and packed m.mtx.gz. */
static void put(const struct file *file, bool packed)
{
    if (!packed) {
        scratch_write_bytes("m.mtx", file->text, file->length);
        return;
    }
    gzFile to = gzopen(scratch_path("m.mtx.gz"), "wb");
    assert_true(to && gzwrite(to, file->text, (unsigned)file->length) == (int)file->length);
    assert_int_equal(gzclose(to), Z_OK);
}

static void same(const char *what, const void *a, const void *b, size_t bytes)
{
    if (bytes && memcmp(a, b, bytes) != 0)
        fail_msg("%s differ (WARPMARK_SEED=%llu)", what, (unsigned long long)seed);
}

static struct linear room_for(const struct csr *whole, uint32_t first, uint32_t n)
{
    struct linear rows = {.a.first = first};
    assert_ok(matrix_allocate(n, whole->row[first + n] - whole->row[first], &rows.a));
    for (uint32_t i = 0; i <= n; i++) rows.a.off.row[i] = whole->row[first + i] - whole->row[first];
    return rows;
}

static void check_range(const char *path, bool in_order, const struct matrix *whole, uint32_t first,
                        uint32_t n)
{
    const uint64_t begin = whole->off.row[first];
    struct linear rows = room_for(&whole->off, first, n);
    const struct csr *off = &rows.a.off;
    assert_ok(matrix_market_read_rows(path, in_order, &rows));
    same("columns", off->col, whole->off.col + begin, off->nnz * sizeof *off->col);
    same("values", off->val, whole->off.val + begin, off->nnz * sizeof *off->val);
    same("diagonals", rows.a.diag, whole->diag + first, n * sizeof *rows.a.diag);
    linear_free(&rows);
}

static void check_ranges(const char *path, const struct matrix *whole, const struct linear *outline,
                         bool in_order)
{
    const struct csr *off = &outline->a.off;
    const uint32_t n = whole->off.rows;
    assert_true(off->rows == n && off->nnz == whole->off.nnz && !off->col && !off->val);
    assert_true(!outline->b && !outline->x0 && !outline->answer);
    same("row starts", off->row, whole->off.row, (n + 1ull) * sizeof *off->row);
    for (uint32_t i = 0; i < n; i++) assert_true(outline->a.diag[i] == whole->diag[i]);
    for (int k = 0; k < 5; k++) {
        const uint32_t first = (uint32_t)draw(n + 1ull);
        check_range(path, in_order, whole, first, (uint32_t)draw(n - first + 1ull));
    }
    check_range(path, in_order, whole, 0, n);
}

/* Returns whether the file was read. */
static bool check_file(const char *path, bool *in_order)
{
    struct csr all;
    struct matrix whole = {0};
    struct linear outline;
    char why[600];
    const enum status status = matrix_market_read(path, &all);
    snprintf(why, sizeof why, "%s", fail_message());
    assert_int_equal(matrix_market_read_outline(path, &outline, in_order), status);
    if (status != OK) {
        assert_string_equal(fail_message(), why);
        assert_true(!outline.a.off.row && !outline.a.diag);
        return false;
    }
    assert_ok(csr_split_rows(&all, NULL, &whole));
    check_ranges(path, &whole, &outline, *in_order);
    matrix_free(&whole);
    linear_free(&outline);
    return true;
}

static void ranges_are_those_of_the_whole(void **state)
{
    int read = 0, sought = 0;
    for (int k = 0; k < TRIALS; k++) {
        struct file file = random_file();
        bool in_order = false;
        const bool packed = !draw(5);
        put(&file, packed);
        const bool done = check_file(scratch_path(packed ? "m.mtx.gz" : "m.mtx"), &in_order);
        if (done && file.in_rows) assert_true(in_order);
        read += done;
        sought += done && in_order && !packed && file.length > 20000;
        free(file.text);
    }
    assert_true(read > TRIALS / 3 && sought > 3);
}

static void damaged_files_get_the_same_message(void **state)
{
    static const char letters[] = "0123456789 .-e%\nx";
    int refused = 0;
    bool in_order;
    for (int k = 0; k < TRIALS; k++) {
        struct file file = random_file();
        for (int edits = 1 + (int)draw(3); edits > 0; edits--)
            file.text[draw(draw(2) ? 60 : file.length)] = letters[draw(sizeof letters - 1)];
        if (!draw(4)) file.length = draw(file.length);
        put(&file, false);
        refused += !check_file(scratch_path("m.mtx"), &in_order);
        free(file.text);
    }
    assert_true(refused > TRIALS / 3);
}

/* More entries than the sums of a piece are made of, in rows that begin with the diagonal. */
static void large_rows_come_in_pieces(void **state)
{
    enum { N = 2100 };
    FILE *to = fopen(scratch_path("m.mtx"), "w");
    bool in_order;
    assert_non_null(to);
    fprintf(to, "%%%%MatrixMarket matrix coordinate pattern general\n%d %d %d\n", N, N, N * N + N);
    for (int i = 1; i <= N; i++) {
        fprintf(to, "%d %d\n", i, i);
        for (int j = 1; j <= N; j++) fprintf(to, "%d %d\n", i, j);
    }
    assert_int_equal(fclose(to), 0);
    assert_true(check_file(scratch_path("m.mtx"), &in_order) && in_order);
}

/* Its lines say no row, so that none can be sought. */
static void an_array_is_not_in_order(void **state)
{
    char text[2000];
    size_t length = (size_t)sprintf(text, "%%%%MatrixMarket matrix array real general\n20 20\n");
    bool in_order;
    for (int k = 0; k < 400; k++) length += (size_t)sprintf(text + length, "%d\n", k < 20);
    scratch_write("m.mtx", text);
    assert_true(check_file(scratch_path("m.mtx"), &in_order) && !in_order);
}

/* A stranger's few bytes that announce 4 billion rows get no memory for them. */
static void sizes_are_not_believed(void **state)
{
    bool in_order;
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n"
                           "4000000000 4000000000 1\n1 1 1\n");
    assert_false(check_file(scratch_path("m.mtx"), &in_order));
    assert_non_null(strstr(fail_message(), "is too large for at most 1 entries"));
}

static void refuses(const char *text, struct linear *rows, const char *words)
{
    char whole[200];
    snprintf(whole, sizeof whole, "%%%%MatrixMarket matrix coordinate real general\n%s", text);
    scratch_write("m.mtx", whole);
    assert_int_equal(matrix_market_read_rows(scratch_path("m.mtx"), true, rows), ERROR_INPUT);
    if (!strstr(fail_message(), words)) fail_msg("not '%s': %s", words, fail_message());
}

static void other_files_do_not_fit(void **state)
{
    uint64_t row[] = {0, 1, 2};
    const struct csr two = {.rows = 2, .nnz = 2, .row = row};
    struct linear rows = room_for(&two, 0, 2);
    refuses("1 1 1\n1 1 1\n", &rows, "it has fewer rows than before");
    refuses("2 2 3\n1 1 1\n2 2 1\n2 1 1\n", &rows, "row 1 has other entries than before");
    refuses("3 3 4\n1 1 1\n1 2 1\n2 1 1\n2 3 1\n", &rows, "row 2 has other entries than before");
    linear_free(&rows);
}

static void failing_allocations_leave_nothing(void **state)
{
    static const uint64_t row[] = {0, 2, 3};
    scratch_write("m.mtx", "%%MatrixMarket matrix coordinate real general\n"
                           "3 3 7\n1 3 1\n1 2 2\n1 1 1\n3 3 2\n2 2 1\n2 1 3\n2 2 1\n");
    long k = 0;
    for (bool done = false; !done; k++) {
        struct linear outline = {0};
        struct linear rows = room_for(&(struct csr){.row = (uint64_t *)row}, 0, 2);
        bool in_order;
        memory_fail_after(k);
        enum status status = matrix_market_read_outline(scratch_path("m.mtx"), &outline, &in_order);
        if (status == OK) status = matrix_market_read_rows(scratch_path("m.mtx"), in_order, &rows);
        done = memory_is_back(status) == OK;
        linear_free(&outline);
        linear_free(&rows);
    }
    assert_true(k > 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_are_those_of_the_whole),
        cmocka_unit_test(damaged_files_get_the_same_message),
        cmocka_unit_test(large_rows_come_in_pieces),
        cmocka_unit_test(an_array_is_not_in_order),
        cmocka_unit_test(sizes_are_not_believed),
        cmocka_unit_test(other_files_do_not_fit),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}

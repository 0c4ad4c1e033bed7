/* Feeds bytes to the Matrix Market readers, as a matrix and as a vector of as many entries as the
 * first byte says. Any input must end in a clean refusal or in a matrix that keeps the promises of
 * base/sparse/csr.h. What is read a range of rows at a time must be the same, or be refused with
 * the same words. */
#include <math.h>

#include "base/memory.h"
#include "datasets/formats/matrix_market/matrix_market.h"
#include "tests/fuzz/fuzz.h"
#include "tests/support/csr_sound.h"

static void fuzz_begin(void) {}

static bool same(const void *a, const void *b, size_t bytes)
{
    return bytes == 0 || !memcmp(a, b, bytes);
}

/* Rows from `first` on beside those of the whole. */
static void check_rows(const struct matrix *whole, bool in_order, uint32_t first, uint32_t n)
{
    const struct csr *all = &whole->off;
    const uint64_t begin = all->row[first];
    struct linear rows = {.a.first = first};
    struct csr *off = &rows.a.off;
    require(csr_allocate(n, all->row[first + n] - begin, off) == OK);
    require(allocate(n, sizeof *rows.a.diag, "a diagonal", &rows.a.diag) == OK);
    for (uint32_t i = 0; i <= n; i++) off->row[i] = all->row[first + i] - begin;
    require(matrix_market_read_rows(MEMORY_PATH("m.mtx"), in_order, &rows) == OK);
    require(same(off->col, all->col + begin, off->nnz * sizeof *off->col));
    require(same(off->val, all->val + begin, off->nnz * sizeof *off->val));
    require(same(rows.a.diag, whole->diag + first, n * sizeof *rows.a.diag));
    linear_free(&rows);
}

static void check_ranges(struct csr *a, uint8_t choice)
{
    struct linear outline;
    struct matrix whole = {0};
    bool in_order;
    require(matrix_market_read_outline(MEMORY_PATH("m.mtx"), &outline, &in_order) == OK);
    require(csr_split_rows(a, NULL, &whole) == OK);
    const uint32_t n = whole.off.rows, first = choice % n;
    require(outline.a.off.rows == n);
    require(same(outline.a.off.row, whole.off.row, (n + 1ull) * sizeof *whole.off.row));
    check_rows(&whole, in_order, 0, first);
    check_rows(&whole, in_order, first, n - first);
    linear_free(&outline);
    matrix_free(&whole);
}

static void check_refusal(enum status status)
{
    struct linear outline;
    char why[600];
    bool in_order;
    snprintf(why, sizeof why, "%s", fail_message());
    require(matrix_market_read_outline(MEMORY_PATH("m.mtx"), &outline, &in_order) == status);
    require(!strcmp(why, fail_message()));
}

static void fuzz_one(const uint8_t *bytes, size_t size)
{
    if (size == 0) return;
    struct csr a;
    double *x;
    uint32_t n = bytes[0];
    memory_file_put("m.mtx", bytes + 1, size - 1);
    const enum status status = matrix_market_read(MEMORY_PATH("m.mtx"), &a);
    if (status == OK) {
        require(csr_sound(&a));
        check_ranges(&a, bytes[0]);
    } else if (status != ERROR_HOST_MEMORY) {
        check_refusal(status);
    }
    if (matrix_market_read_vector(MEMORY_PATH("m.mtx"), n, &x) == OK) {
        for (uint32_t i = 0; i < n; i++) require(isfinite(x[i]));
        free(x);
    }
}

#include "datasets/formats/matrix_market/matrix_market.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/text.h"
#include "datasets/format.h"
#include "datasets/text/entries.h"

enum shape { COORDINATE, ARRAY };
enum field { REAL, INTEGER, PATTERN, COMPLEX };
enum symmetry { GENERAL, SYMMETRIC, SKEW_SYMMETRIC, HERMITIAN };

static const char *const shapes[] = {"coordinate", "array", NULL};
static const char *const fields[] = {"real", "integer", "pattern", "complex", NULL};
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian",
                                         NULL};

extern const struct format format_matrix_market;

/* A file as it is being read. */
struct reader {
    struct lines lines;
    enum shape shape;
    enum field field;
    enum symmetry symmetry;
    bool lower, upper; /* a symmetric file has entries below, above the diagonal */
    struct {
        uint32_t row, col;
    } at; /* of an array: where the next number stands */
};

/* One word of the banner; *out is its position in names. */
static enum status read_name(struct lines *lines, const char *what, const char *const *names,
                             int *out)
{
    const char *word = lines_word(lines);
    for (*out = 0; word && names[*out]; ++*out)
        if (!strcasecmp(word, names[*out])) return OK;
    if (!word) return lines_unexpected(lines, what, word);
    char quote[LINES_QUOTE], suggestion[160];
    lines_quote(word, quote);
    return lines_fail(lines, "unknown %s '%s'%s", what, quote,
                      suggest_name(quote, names, suggestion, sizeof suggestion));
}

static enum status read_banner(struct reader *reader)
{
    struct lines *lines = &reader->lines;
    bool found;
    int shape, field, symmetry;
    MUST(lines_read(lines, &found));
    const char *banner = found ? lines_word(lines) : NULL,
               *object = found ? lines_word(lines) : NULL;
    if (!banner || strcasecmp(banner, "%%MatrixMarket") || !object ||
        strcasecmp(object, "matrix")) {
        lines->number = 1;
        return lines_fail(
            lines, "not a Matrix Market file: it must begin with %%%%MatrixMarket matrix ...");
    }
    MUST(read_name(lines, "format", shapes, &shape));
    MUST(read_name(lines, "field", fields, &field));
    MUST(read_name(lines, "symmetry", symmetries, &symmetry));
    MUST(lines_finish(lines));
    if (field == COMPLEX || symmetry == HERMITIAN)
        return lines_fail(lines, "complex matrices are not supported");
    if (field == PATTERN && (shape == ARRAY || symmetry == SKEW_SYMMETRIC))
        return lines_fail(lines, "a pattern has no values to be an array or skew-symmetric");
    reader->shape = (enum shape)shape;
    reader->field = (enum field)field;
    reader->symmetry = (enum symmetry)symmetry;
    return OK;
}

static enum status read_value(struct reader *reader, double *out)
{
    *out = 1;
    if (reader->field == PATTERN) return OK;
    lines_more(&reader->lines);
    const char *word = reader->lines.cursor;
    enum status status = lines_number(&reader->lines, "the value", out);
    if (status != OK || reader->field == REAL || *out == floor(*out)) return status;
    return lines_unexpected(&reader->lines, "an integer", word);
}

/* One stored entry and, where the symmetry says so, its mirror image. */
static enum status read_entry(struct reader *reader, struct entries *entries)
{
    struct lines *lines = &reader->lines;
    uint64_t i, j, n = entries->csr.n;
    double x;
    MUST(lines_integer(lines, "the row", 1, n, &i));
    MUST(lines_integer(lines, "the column", 1, n, &j));
    MUST(read_value(reader, &x));
    MUST(lines_finish(lines));
    MUST(entries_add(entries, (uint32_t)(i - 1), (uint32_t)(j - 1), x));
    if (reader->symmetry == GENERAL) return OK;
    reader->lower |= i > j;
    reader->upper |= i < j;
    if (reader->lower && reader->upper)
        return lines_fail(lines, "entries on both sides of the diagonal of a %s matrix",
                          symmetries[reader->symmetry]);
    if (i == j && reader->symmetry == SKEW_SYMMETRIC)
        return lines_fail(lines, "an entry on the diagonal of a skew-symmetric matrix");
    if (i != j)
        MUST(entries_add(entries, (uint32_t)(j - 1), (uint32_t)(i - 1),
                         reader->symmetry == SYMMETRIC ? x : -x));
    return OK;
}

/* The next number of an array, column by column; of a symmetric one, the triangle below the
 * diagonal comes, with it unless that must be zero. Zeros are not stored. */
static enum status read_element(struct reader *reader, struct entries *entries)
{
    uint32_t i = reader->at.row, j = reader->at.col, n = entries->csr.n;
    bool skew = reader->symmetry == SKEW_SYMMETRIC;
    double x;
    MUST(read_value(reader, &x));
    MUST(lines_finish(&reader->lines));
    if (x != 0) MUST(entries_add(entries, i, j, x));
    if (x != 0 && reader->symmetry != GENERAL && i != j)
        MUST(entries_add(entries, j, i, skew ? -x : x));
    if (++reader->at.row < n) return OK;
    reader->at.col++;
    reader->at.row = reader->symmetry == GENERAL ? 0 : reader->at.col + skew;
    return OK;
}

/* How many numbers an array of n rows has. */
static uint64_t elements(const struct reader *reader, uint64_t n)
{
    if (reader->symmetry == GENERAL) return n * n;
    return n * (reader->symmetry == SYMMETRIC ? n + 1 : n - 1) / 2;
}

static enum status read_sizes(struct reader *reader, uint64_t *n)
{
    struct lines *lines = &reader->lines;
    uint64_t columns, count;
    MUST(lines_require(lines, "the sizes"));
    MUST(lines_integer(lines, "the number of rows", 1, UINT32_MAX, n));
    MUST(lines_integer(lines, "the number of columns", 1, UINT32_MAX, &columns));
    if (columns != *n)
        return lines_fail(lines, "%" PRIu64 " x %" PRIu64 ": the matrix must be square", *n,
                          columns);
    count = elements(reader, *n);
    if (reader->shape == COORDINATE)
        MUST(lines_integer(lines, "the number of entries", 0, UINT64_MAX, &count));
    MUST(lines_finish(lines));
    lines_announce(lines, "entries", count);
    return OK;
}

/* Reads the sizes and all entries of a matrix. */
static enum status read_entries(struct reader *reader, struct csr *out)
{
    enum status status = OK;
    struct lines *lines = &reader->lines;
    struct entries entries = {0};
    bool array = reader->shape == ARRAY;
    uint64_t n;
    TRY(read_sizes(reader, &n));
    TRY(entries_create(lines, (uint32_t)n,
                       array                      ? 2
                       : reader->field == PATTERN ? 4
                                                  : 6,
                       reader->symmetry == GENERAL ? 1 : 2, &entries));
    reader->at.row = array && reader->symmetry == SKEW_SYMMETRIC;
    while (lines_item(lines, &status))
        TRY(array ? read_element(reader, &entries) : read_entry(reader, &entries));
    TRY(status);
    TRY(entries_finish(&entries, out));
out:
    entries_free(&entries);
    return status;
}

static enum status check_sums(const char *path, const struct csr *a)
{
    for (uint32_t i = 0; i < a->n; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            if (!isfinite(a->val[k]))
                return fail(ERROR_INPUT,
                            "%s: the entries at (%" PRIu32 ", %" PRIu32 ") add up to infinity",
                            path, i + 1, a->col[k] + 1);
    return OK;
}

enum status matrix_market_read(const char *path, struct csr *out)
{
    enum status status = OK;
    struct reader reader = {0};
    *out = (struct csr){0};
    TRY(lines_open_member(path, format_matrix_market.ending, '%', &reader.lines));
    TRY(read_banner(&reader));
    TRY(read_entries(&reader, out));
    TRY(check_sums(path, out));
out:
    lines_close(&reader.lines);
    if (status != OK) csr_free(out);
    return status;
}

/* The next number of a vector: at the next index of an array, at its own index in coordinate
 * format. */
static enum status read_component(struct reader *reader, uint64_t n, double *x)
{
    struct lines *lines = &reader->lines;
    uint64_t i = lines->taken, column;
    double value;
    if (reader->shape == COORDINATE) {
        MUST(lines_integer(lines, "the row", 1, n, &i));
        MUST(lines_integer(lines, "the column", 1, 1, &column));
    }
    MUST(read_value(reader, &value));
    MUST(lines_finish(lines));
    x[i - 1] += value;
    if (!isfinite(x[i - 1]))
        return lines_fail(lines, "the entries of row %" PRIu64 " add up to infinity", i);
    return OK;
}

/* Reads the sizes and all numbers of a vector into the zeroed x. */
static enum status read_vector(struct reader *reader, uint64_t n, double *x)
{
    enum status status;
    struct lines *lines = &reader->lines;
    uint64_t rows, columns, count = n;
    MUST(lines_require(lines, "the sizes"));
    MUST(lines_integer(lines, "the number of rows", n, n, &rows));
    MUST(lines_integer(lines, "the number of columns", 1, 1, &columns));
    if (reader->shape == COORDINATE)
        MUST(lines_integer(lines, "the number of entries", 0, UINT64_MAX, &count));
    MUST(lines_finish(lines));
    lines_announce(lines, "entries", count);
    while (lines_item(lines, &status)) MUST(read_component(reader, n, x));
    return status;
}

enum status matrix_market_read_vector(const char *path, uint32_t n, double **out)
{
    enum status status = OK;
    struct reader reader = {0};
    double *x = NULL;
    *out = NULL;
    TRY(lines_open(path, '%', &reader.lines));
    TRY(read_banner(&reader));
    if (reader.symmetry != GENERAL) {
        status =
            lines_fail(&reader.lines, "a vector is general, not %s", symmetries[reader.symmetry]);
        goto out;
    }
    TRY(allocate_zeroed(n, sizeof *x, "a vector", &x));
    TRY(read_vector(&reader, n, x));
    *out = x;
    x = NULL;
out:
    lines_close(&reader.lines);
    free(x);
    return status;
}

const struct format format_matrix_market = {
    .name = "matrix_market",
    .title = "Matrix Market, real, integer or pattern",
    .ending = ".mtx",
    .in_archives = true,
    .read_matrix = matrix_market_read,
    .read_vector = matrix_market_read_vector,
    .write_chain = matrix_market_write_chain,
    .write_system = matrix_market_write_system,
};

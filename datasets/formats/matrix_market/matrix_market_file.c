#include "datasets/formats/matrix_market/matrix_market_file.h"

#include <inttypes.h>
#include <math.h>
#include <strings.h>

#include "base/text.h"
#include "datasets/format.h"

static const char *const shapes[] = {"coordinate", "array", NULL};
static const char *const fields[] = {"real", "integer", "pattern", "complex", NULL};
static const char *const symmetries[] = {"general", "symmetric", "skew-symmetric", "hermitian",
                                         NULL};

extern const struct format format_matrix_market;

const char *market_symmetry_name(const struct market *market)
{
    return symmetries[market->symmetry];
}

/* The first lines */

/* Reads one word of the banner; *out = its index in names. */
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

static enum status read_banner(struct market *market)
{
    struct lines *lines = &market->lines;
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
    market->shape = (enum market_shape)shape;
    market->field = (enum market_field)field;
    market->symmetry = (enum market_symmetry)symmetry;
    return OK;
}

enum status market_open(const char *path, bool member, struct market *out)
{
    *out = (struct market){0};
    const char *ending = member ? format_matrix_market.ending : NULL;
    enum status status = lines_open_member(path, ending, '%', &out->lines);
    if (status == OK) status = read_banner(out);
    if (status != OK) market_close(out);
    return status;
}

void market_close(struct market *market)
{
    lines_close(&market->lines);
}

/* Number of elements in an array of n rows. */
static uint64_t elements(const struct market *market, uint64_t n)
{
    if (market->symmetry == GENERAL) return n * n;
    return n * (market->symmetry == SYMMETRIC ? n + 1 : n - 1) / 2;
}

enum status market_sizes(struct market *market)
{
    struct lines *lines = &market->lines;
    uint64_t n, columns, count;
    MUST(lines_require(lines, "the sizes"));
    MUST(lines_integer(lines, "the number of rows", 1, UINT32_MAX, &n));
    MUST(lines_integer(lines, "the number of columns", 1, UINT32_MAX, &columns));
    if (columns != n)
        return lines_fail(lines, "%" PRIu64 " x %" PRIu64 ": the matrix must be square", n,
                          columns);
    count = elements(market, n);
    if (market->shape == COORDINATE)
        MUST(lines_integer(lines, "the number of entries", 0, UINT64_MAX, &count));
    MUST(lines_finish(lines));
    lines_announce(lines, "entries", count);
    market->n = (uint32_t)n;
    market->at.row = market->shape == ARRAY && market->symmetry == SKEW_SYMMETRIC;
    return OK;
}

unsigned market_shortest(const struct market *market)
{
    return market->shape == ARRAY ? 2 : market->field == PATTERN ? 4 : 6;
}

unsigned market_each(const struct market *market)
{
    return market->symmetry == GENERAL ? 1 : 2;
}

/* Entries */

enum status market_value(struct market *market, double *out)
{
    *out = 1;
    if (market->field == PATTERN) return OK;
    lines_more(&market->lines);
    const char *word = market->lines.cursor;
    enum status status = lines_number(&market->lines, "the value", out);
    if (status != OK || market->field == REAL || *out == floor(*out)) return status;
    return lines_unexpected(&market->lines, "an integer", word);
}

static enum status market_read_row(struct market *market, uint32_t *out)
{
    uint64_t i;
    MUST(lines_integer(&market->lines, "the row", 1, market->n, &i));
    *out = (uint32_t)(i - 1);
    return OK;
}

static enum status read_entry(struct market *market, struct triplet *out)
{
    struct lines *lines = &market->lines;
    uint64_t j;
    MUST(market_read_row(market, &out->row));
    MUST(lines_integer(lines, "the column", 1, market->n, &j));
    out->col = (uint32_t)(j - 1);
    MUST(market_value(market, &out->val));
    MUST(lines_finish(lines));
    if (market->symmetry == GENERAL) return OK;
    market->lower |= out->row > out->col;
    market->upper |= out->row < out->col;
    if (market->lower && market->upper)
        return lines_fail(lines, "entries on both sides of the diagonal of a %s matrix",
                          market_symmetry_name(market));
    if (out->row == out->col && market->symmetry == SKEW_SYMMETRIC)
        return lines_fail(lines, "an entry on the diagonal of a skew-symmetric matrix");
    return OK;
}

/* Reads the next number of an array, column by column. A symmetric array has only the lower
 * triangle, with the diagonal unless that must be zero. */
static enum status read_element(struct market *market, struct triplet *out)
{
    out->row = market->at.row;
    out->col = market->at.col;
    MUST(market_value(market, &out->val));
    MUST(lines_finish(&market->lines));
    if (++market->at.row < market->n) return OK;
    market->at.col++;
    market->at.row =
        market->symmetry == GENERAL ? 0 : market->at.col + (market->symmetry == SKEW_SYMMETRIC);
    return OK;
}

static bool next_item(struct market *market, enum status *status)
{
    return market->part ? lines_next(&market->lines, status) : lines_item(&market->lines, status);
}

bool market_next(struct market *market, enum status *status, struct triplet *out)
{
    const bool array = market->shape == ARRAY;
    *status = OK;
    if (market->mirrored) {
        *out = market->mirror;
        market->mirrored = false;
        return true;
    }
    do {
        if (!next_item(market, status)) return false;
        *status = array ? read_element(market, out) : read_entry(market, out);
        if (*status != OK) return false;
    } while (array && out->val == 0);
    market->mirrored = market->symmetry != GENERAL && out->row != out->col;
    market->mirror = (struct triplet){.row = out->col, .col = out->row, .val = out->val};
    if (market->symmetry == SKEW_SYMMETRIC) market->mirror.val = -out->val;
    return true;
}

enum { SOON = 1 << 8 }; /* bytes */

/* Halves the part of the file in which row `first` begins until it is small. Entries of earlier
 * rows are before `low`, or shortly behind it. */
enum status market_seek(struct market *market, uint32_t first)
{
    enum status status;
    struct lines *lines = &market->lines;
    uint64_t low = lines_place(lines), high = lines->size;
    if (!lines_can_seek(lines)) return OK;
    market->part = true;
    while (high - low > SOON) {
        const uint64_t middle = low + (high - low) / 2;
        uint32_t row = first;
        MUST(lines_seek(lines, middle));
        if (lines_next(lines, &status)) status = market_read_row(market, &row);
        MUST(status);
        if (row < first) low = middle;
        else high = middle;
    }
    return lines_seek(lines, low);
}

enum status market_check_sums(const char *path, uint32_t first, const struct csr *a)
{
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            if (!isfinite(a->val[k]))
                return fail(ERROR_INPUT,
                            "%s: the entries at (%" PRIu32 ", %" PRIu32 ") add up to infinity",
                            path, first + i + 1, a->col[k] + 1);
    return OK;
}

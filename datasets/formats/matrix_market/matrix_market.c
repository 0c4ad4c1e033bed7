#include "datasets/formats/matrix_market/matrix_market.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/matrix_market/matrix_market_file.h"
#include "datasets/text/entries.h"

enum status matrix_market_read(const char *path, struct csr *out)
{
    enum status status = OK;
    struct market market;
    struct entries entries = {0};
    struct triplet entry;
    *out = (struct csr){0};
    MUST(market_open(path, true, &market));
    TRY(market_sizes(&market));
    TRY(entries_create(&market.lines, market.n, market_shortest(&market), market_each(&market),
                       &entries));
    while (market_next(&market, &status, &entry))
        TRY(entries_add(&entries, entry.row, entry.col, entry.val));
    TRY(status);
    TRY(entries_finish(&entries, out));
    TRY(market_check_sums(path, 0, out));
out:
    entries_free(&entries);
    market_close(&market);
    if (status != OK) csr_free(out);
    return status;
}

/* The next number of a vector: at the next index of an array, at its own index in coordinate
 * format. */
static enum status read_component(struct market *market, uint64_t n, double *x)
{
    struct lines *lines = &market->lines;
    uint64_t i = lines->taken, column;
    double value;
    if (market->shape == COORDINATE) {
        MUST(lines_integer(lines, "the row", 1, n, &i));
        MUST(lines_integer(lines, "the column", 1, 1, &column));
    }
    MUST(market_value(market, &value));
    MUST(lines_finish(lines));
    x[i - 1] += value;
    if (!isfinite(x[i - 1]))
        return lines_fail(lines, "the entries of row %" PRIu64 " add up to infinity", i);
    return OK;
}

/* Reads the sizes and all numbers of a vector into the zeroed x. */
static enum status read_vector(struct market *market, uint64_t n, double *x)
{
    enum status status;
    struct lines *lines = &market->lines;
    uint64_t rows, columns, count = n;
    MUST(lines_require(lines, "the sizes"));
    MUST(lines_integer(lines, "the number of rows", n, n, &rows));
    MUST(lines_integer(lines, "the number of columns", 1, 1, &columns));
    if (market->shape == COORDINATE)
        MUST(lines_integer(lines, "the number of entries", 0, UINT64_MAX, &count));
    MUST(lines_finish(lines));
    lines_announce(lines, "entries", count);
    while (lines_item(lines, &status)) MUST(read_component(market, n, x));
    return status;
}

enum status matrix_market_read_vector(const char *path, uint32_t n, double **out)
{
    enum status status = OK;
    struct market market;
    double *x = NULL;
    *out = NULL;
    MUST(market_open(path, false, &market));
    if (market.symmetry != GENERAL)
        TRY(lines_fail(&market.lines, "a vector is general, not %s",
                       market_symmetry_name(&market)));
    TRY(allocate_zeroed(n, sizeof *x, "a vector", &x));
    TRY(read_vector(&market, n, x));
    *out = x;
    x = NULL;
out:
    market_close(&market);
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
    .read_outline = matrix_market_read_outline,
    .read_rows = matrix_market_read_rows,
    .write_chain = matrix_market_write_chain,
    .write_system = matrix_market_write_system,
};

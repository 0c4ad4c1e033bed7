#include "solvers/layouts/compact.h"

#include <stdio.h>

#include "base/team.h"
#include "solvers/solve.h"

/* Indexes the values: at most as many as the bits which the columns leave free can index. */
static enum status index_values(const struct matrix *a, const struct layout *otherwise,
                                struct stored *out, struct compact *compact)
{
    const struct numbers values = {
        .precision = out->precision, .count = a->off.nnz, .value = a->off.val};
    unsigned column_bits = compact_bits(out->columns);
    size_t most = ((uint64_t)1 << (32 - column_bits)) - (column_bits == 0);
    MUST(dictionary_create(&values, most, &compact->values));
    compact->shift = compact_bits(compact->values.count);
    if (compact->values.count > most)
        snprintf(
            out->note, sizeof out->note,
            "%s needs %u bits for columns and at least %u for values, more than 32: stored as %s",
            out->layout->name, column_bits, compact->shift, otherwise->name);
    return OK;
}

static enum status index_diagonal(const struct matrix *a, const struct layout *otherwise,
                                  struct stored *out)
{
    enum status status = OK;
    const struct numbers inverses = {
        .precision = out->precision, .reciprocals = true, .count = a->off.rows, .value = a->diag};
    struct dictionary dictionary;
    uint16_t *index;
    TRY(dictionary_create(&inverses, COMPACT_MOST_DIAGONALS, &dictionary));
    if (dictionary.count > COMPACT_MOST_DIAGONALS) {
        snprintf(
            out->note, sizeof out->note,
            "%s holds at most %d distinct diagonal entries, and this matrix has more: stored as %s",
            out->layout->name, COMPACT_MOST_DIAGONALS, otherwise->name);
        goto out;
    }
    TRY(dictionary_store(&dictionary, out, COMPACT_INVERSES));
    TRY(stored_array(out, COMPACT_DIAGONAL, a->off.rows, sizeof *index, &index));
#pragma omp parallel for if (team_once(a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++)
        index[i] = (uint16_t)dictionary_index(&dictionary, a->diag[i]);
out:
    dictionary_free(&dictionary);
    return status;
}

enum status compact_create(const struct matrix *a, const struct layout *otherwise,
                           struct stored *out, struct compact *compact, bool *fits)
{
    enum status status = OK;
    *compact = (struct compact){0};
    *fits = false;
    TRY(index_values(a, otherwise, out, compact));
    if (!*out->note) TRY(index_diagonal(a, otherwise, out));
    *fits = !*out->note;
    if (*fits) TRY(dictionary_store(&compact->values, out, COMPACT_VALUES));
out:
    if (status != OK || !*fits) compact_free(compact);
    return status;
}

void compact_free(struct compact *compact)
{
    dictionary_free(&compact->values);
    *compact = (struct compact){0};
}

uint32_t compact_word(const struct compact *compact, uint32_t column, double value)
{
    return column << compact->shift | dictionary_index(&compact->values, value);
}

#include "solvers/layouts/delta16/delta16.h"

#include <stdlib.h>

#include "base/team.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/solve.h"

static enum status delta16_fill_columns(const struct csr *off, struct stored *out)
{
    uint16_t *word;
    MUST(stored_array(out, DELTA16_WORD, off->nnz, sizeof *word, &word));
#pragma omp parallel for schedule(static) if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) word[k] = (uint16_t)off->col[k];
    return OK;
}

/* Returns the distance from the column before entry k of row i to its own column; 1 for the first
 * entry, because base has its column. */
static uint32_t delta16_distance(const struct csr *off, uint32_t i, uint64_t k)
{
    return k == off->row[i] ? 1 : off->col[k] - off->col[k - 1];
}

static uint32_t leaps(uint32_t distance)
{
    return (distance - 1) / DELTA16_LEAP;
}

static enum status fill_row_words(const struct csr *off, struct stored *out)
{
    uint32_t *row;
    uint64_t total = 0;
    MUST(stored_array(out, DELTA16_ROW_WORD, (size_t)off->rows + 1, sizeof *row, &row));
    row[0] = 0;
    for (uint32_t i = 0; i < off->rows; i++) {
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            total += 1 + leaps(delta16_distance(off, i, k));
        if (total > UINT32_MAX)
            return fail(ERROR_UNSUPPORTED,
                        "layout %s counts its words in 32 bits, and this matrix has more",
                        out->layout->name);
        row[i + 1] = (uint32_t)total;
    }
    return OK;
}

static void delta16_fill_row(const struct csr *off, uint32_t i, uint16_t *word)
{
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
        uint32_t left = delta16_distance(off, i, k);
        for (; left > DELTA16_LEAP; left -= DELTA16_LEAP) *word++ = 0;
        *word++ = (uint16_t)left;
    }
}

static enum status fill_distances(const struct csr *off, struct stored *out)
{
    uint64_t zeros = 0;
    uint32_t *base;
    uint16_t *word;
#pragma omp parallel for schedule(static) reduction(+ : zeros) if (team_once(off->nnz + off->rows))
    for (uint32_t i = 0; i < off->rows; i++)
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            zeros += leaps(delta16_distance(off, i, k));
    if (zeros) MUST(fill_row_words(off, out));
    MUST(stored_array(out, DELTA16_BASE, off->rows, sizeof *base, &base));
    MUST(stored_array(out, DELTA16_WORD, off->nnz + zeros, sizeof *word, &word));
    const uint32_t *row = out->array[zeros ? DELTA16_ROW_WORD : DELTA16_ROW].data;
#pragma omp parallel for schedule(static) if (team_once(off->nnz + off->rows))
    for (uint32_t i = 0; i < off->rows; i++) {
        base[i] = off->row[i] < off->row[i + 1] ? off->col[off->row[i]] - 1 : 0;
        delta16_fill_row(off, i, word + row[i]);
    }
    return OK;
}

static enum status fill_single(const struct csr *off, struct stored *out)
{
    float *value;
    MUST(stored_array(out, DELTA16_VALUE, off->nnz, sizeof *value, &value));
#pragma omp parallel for schedule(static) if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) value[k] = (float)off->val[k];
    return OK;
}

static enum status delta16_build(const struct matrix *a, struct stored *out)
{
    bool single = delta16_is_single(out);
    MUST(msr_row_starts(&a->off, out));
    MUST(out->columns <= DELTA16_COLUMNS ? delta16_fill_columns(&a->off, out)
                                         : fill_distances(&a->off, out));
    MUST(single ? fill_single(&a->off, out)
                : stored_reals(out, DELTA16_VALUE, a->off.nnz, a->off.val));
    return stored_reciprocals(out, DELTA16_INVERSE, a->off.rows, a->diag);
}

_Static_assert((int)DELTA16_ROW == (int)MSR_ROW, "msr_row_starts fills the array of row starts");

static const struct option options[] = {
    {OPTION(struct delta16_options, storage),
     .title = "precision of stored values. full: that of the solve; f32: single, added up in that "
              "of the solve",
     OPTION_WORDS("full", "f32")},
    {0}};

const struct layout layout_delta16 = {
    .name = "delta16",
    .title = "rows with columns, or distances between them, of 16 bits",
    .array_names = {"row starts", "words", "first columns", "word starts", "values",
                    "reciprocal diagonal"},
    .options = options,
    .absence = "on CUDA use layout panels",
    .build = delta16_build,
};

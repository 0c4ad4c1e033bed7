#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/layouts/sdia/builder.h"

static uint64_t entries_of(const struct sdia_builder *b, uint32_t s)
{
    return b->a->off.row[sdia_row(b, s, b->rows)] - b->a->off.row[sdia_row(b, s, 0)];
}

/* Lists the distinct keys of a slice, ascending. Returns their number; if it is above SDIA_LONGEST,
 * the slice does not fit. The keys of a row ascend. */
static uint32_t slice_keys(const struct sdia_builder *b, uint32_t s, uint64_t key[SDIA_LONGEST])
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < b->rows; r++) {
        uint32_t i = sdia_row(b, s, r), end = sdia_row(b, s, r + 1), at = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[end]; k++) {
            uint64_t next;
            if (!sdia_key(b, i, k, &next)) return SDIA_LONGEST + 1;
            while (at < count && key[at] < next) at++;
            if (at < count && key[at] == next) continue;
            if (count == SDIA_LONGEST) return SDIA_LONGEST + 1;
            memmove(key + at + 1, key + at, (count - at) * sizeof *key);
            key[at] = next;
            count++;
        }
    }
    return count;
}

/* Returns whether a slice is larger in sdia than in msr. */
static bool is_larger(const struct sdia_builder *b, uint32_t s, uint32_t pairs, uint32_t wide)
{
    const uint64_t entry = 4 + real_size(b->out->precision),
                   coded = b->out->for_gpu ? 2 * pairs + b->rows * sdia_row_bytes(pairs)
                                           : sizeof(uint32_t) * pairs;
    return coded + wide * entry > entries_of(b, s) * entry;
}

/* Moves a slice to the remainder. All slices of a word of b->rest belong to one thread: see
 * SDIA_AT_ONCE. */
static void reject(struct sdia_builder *b, uint32_t s)
{
    const uint32_t first = sdia_row(b, s, 0), rows = sdia_row(b, s, b->rows) - first;
    b->length[s] = b->wide[s] = 0;
    b->rest[first / REMAINDER_GROUP] |= UINT32_MAX >> (32 - rows) << first % REMAINDER_GROUP;
}

/* Without indices if there are too many values. */
static enum status index_values(struct sdia_builder *b)
{
    const struct csr *off = &b->a->off;
    if (b->values.count > SDIA_VALUES) return OK;
    MUST(allocate_large(off->nnz, sizeof *b->index, "values of entries", &b->index));
#pragma omp parallel for if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++)
        b->index[k] = (uint16_t)dictionary_index(&b->values, off->val[k]);
    return OK;
}

static enum status measure_slices(struct sdia_builder *b)
{
    bool hopeless = b->values.count > SDIA_VALUES;
    MUST(allocate_zeroed(b->slices, sizeof *b->length, "lengths of slices", &b->length));
    MUST(allocate_zeroed(b->slices, sizeof *b->wide, "lengths of slices", &b->wide));
    MUST(allocate_zeroed(((size_t)b->a->off.rows + REMAINDER_GROUP - 1) / REMAINDER_GROUP,
                         sizeof *b->rest, "rows of a remainder", &b->rest));
#pragma omp parallel for schedule(dynamic, \
                                  SDIA_AT_ONCE) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint64_t key[SDIA_LONGEST];
        uint32_t pairs = hopeless || entries_of(b, s) > b->rows * SDIA_LONGEST
                             ? SDIA_LONGEST + 1
                             : slice_keys(b, s, key);
        b->length[s] = (uint16_t)pairs;
        if (pairs > SDIA_LONGEST || is_larger(b, s, pairs, 0)) reject(b, s);
    }
    return OK;
}

static enum status list_keys(struct sdia_builder *b)
{
    MUST(allocate((size_t)b->slices + 1, sizeof *b->start, "starts of slices", &b->start));
    b->start[0] = 0;
    for (uint32_t s = 0; s < b->slices; s++) b->start[s + 1] = b->start[s] + b->length[s];
    if (b->start[b->slices] > UINT32_MAX - SDIA_WIDE)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s counts the pairs of its slices in 32 bits, and this matrix has more",
                    b->out->layout->name);
    MUST(allocate(b->start[b->slices], sizeof *b->key, "pairs of slices", &b->key));
#pragma omp parallel for schedule(dynamic, \
                                  SDIA_AT_ONCE) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint64_t key[SDIA_LONGEST];
        if (b->length[s]) slice_keys(b, s, key);
        memcpy(b->key + b->start[s], key, b->length[s] * sizeof *key);
    }
    return frequent_create(b->key, b->start[b->slices], b->out->for_gpu ? SDIA_WIDE : SDIA_NEAR,
                           SDIA_FEW, &b->frequent);
}

static bool is_wide(const struct sdia_builder *b, uint64_t key)
{
    return frequent_index(&b->frequent, key) == UINT32_MAX;
}

/* Finds wide pairs. Slices with too many of them go to the remainder, and slices whose wide pairs
 * get no codes any more. */
static void find_wide(struct sdia_builder *b)
{
    const uint64_t most = b->out->for_gpu ? UINT32_MAX : SDIA_CODES;
    uint64_t pairs = b->frequent.count;
#pragma omp parallel for schedule(dynamic, SDIA_AT_ONCE) if (team_once(b->start[b->slices]))
    for (uint32_t s = 0; s < b->slices; s++) {
        for (uint64_t k = b->start[s]; k < b->start[s + 1]; k++)
            b->wide[s] += is_wide(b, b->key[k]);
        if (is_larger(b, s, b->length[s], b->wide[s])) reject(b, s);
    }
    for (uint32_t s = 0; s < b->slices; s++) {
        if (pairs + b->wide[s] > most) reject(b, s);
        pairs += b->wide[s];
    }
    b->wides = pairs - b->frequent.count;
}

struct pairs {
    int32_t *offset;
    double *value; /* F64 */
    float *narrow; /* F32 */
};

static void put_pair(const struct sdia_builder *b, const struct pairs *pairs, size_t at,
                     uint64_t key)
{
    uint64_t bits = b->values.number[(uint32_t)key];
    uint32_t narrow = (uint32_t)bits;
    pairs->offset[at] = (int32_t)((int64_t)(key >> 32) - ((int64_t)1 << 31));
    if (b->out->precision == F32) memcpy(&pairs->narrow[at], &narrow, sizeof narrow);
    else memcpy(&pairs->value[at], &bits, sizeof bits);
}

static enum status fill_pairs(struct sdia_builder *b, struct pairs *pairs)
{
    size_t size = real_size(b->out->precision), coded = b->frequent.count;
    void *value;
    MUST(
        stored_array(b->out, SDIA_OFFSET, coded + b->wides, sizeof *pairs->offset, &pairs->offset));
    MUST(stored_array(b->out, SDIA_VALUE, coded + b->wides, size, &value));
    pairs->value = value;
    pairs->narrow = value;
    for (size_t k = 0; k < b->frequent.count; k++) put_pair(b, pairs, k, b->frequent.key[k]);
    return OK;
}

static enum status fill_wide(struct sdia_builder *b, const struct pairs *pairs)
{
    uint32_t at = (uint32_t)b->frequent.count;
    if (b->wides == 0) return OK;
    MUST(allocate(b->slices, sizeof *b->first_wide, "wide pairs", &b->first_wide));
    for (uint32_t s = 0; s < b->slices; s++) {
        b->first_wide[s] = at;
        for (uint64_t k = b->start[s]; b->wide[s] && k < b->start[s + 1]; k++)
            if (is_wide(b, b->key[k])) put_pair(b, pairs, at++, b->key[k]);
    }
    return OK;
}

static enum status store_wides(const struct sdia_builder *b)
{
    uint32_t *wide;
    if (b->wides == 0) return OK;
    MUST(stored_array(b->out, SDIA_WIDES, b->slices, sizeof *wide, &wide));
    memcpy(wide, b->first_wide, b->slices * sizeof *wide);
    return OK;
}

static enum status index_diagonal(const struct sdia_builder *b, const struct dictionary *inverses)
{
    uint32_t n = b->a->off.rows;
    uint8_t *narrow;
    bool two_bytes = inverses->count > 1 << 8;
    if (inverses->count == 1 && !b->out->for_gpu)
        return dictionary_store(inverses, b->out, SDIA_INVERSE);
    MUST(stored_array(b->out, SDIA_DIAGONAL, n, two_bytes ? 2 : 1, &narrow));
    uint16_t *wide = b->out->array[SDIA_DIAGONAL].data;
#pragma omp parallel for if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        uint32_t index = dictionary_index(inverses, b->a->diag[i]);
        if (two_bytes) wide[i] = (uint16_t)index;
        else narrow[i] = (uint8_t)index;
    }
    return dictionary_store(inverses, b->out, SDIA_INVERSE);
}

static enum status fill_diagonal(const struct sdia_builder *b)
{
    const struct numbers of = {.precision = b->out->precision,
                               .reciprocals = true,
                               .count = b->a->off.rows,
                               .value = b->a->diag};
    struct dictionary inverses;
    enum status status = dictionary_create(&of, 1 << 16, &inverses);
    if (status != OK) return status;
    status = inverses.count > 1 << 16
                 ? stored_reciprocals(b->out, SDIA_INVERSE, b->a->off.rows, b->a->diag)
                 : index_diagonal(b, &inverses);
    dictionary_free(&inverses);
    return status;
}

static enum status sdia_fill(struct sdia_builder *b)
{
    struct pairs pairs;
    MUST(index_values(b));
    MUST(measure_slices(b));
    MUST(list_keys(b));
    find_wide(b);
    MUST(fill_pairs(b, &pairs));
    MUST(fill_wide(b, &pairs));
    if (b->out->for_gpu) MUST(store_wides(b));
    MUST(b->out->for_gpu ? sdia_fill_slices(b) : sdia_fill_words(b));
    MUST(fill_diagonal(b));
    return remainder_build(b->a, b->rest, SDIA_REMAINDER, b->out);
}

static enum status sdia_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    const struct numbers values = {
        .precision = out->precision, .count = a->off.nnz, .value = a->off.val};
    struct sdia_builder b = {.a = a, .out = out, .rows = sdia_slice_rows(out)};
    b.slices = (uint32_t)(((uint64_t)a->off.rows + b.rows - 1) / b.rows);
    TRY(dictionary_create(&values, SDIA_VALUES, &b.values));
    TRY(sdia_fill(&b));
out:
    dictionary_free(&b.values);
    frequent_free(&b.frequent);
    free(b.index);
    free(b.length);
    free(b.start);
    free(b.key);
    free(b.wide);
    free(b.first_wide);
    free(b.rest);
    return status;
}

static const struct option options[] = {
    {OPTION(struct sdia_options, walk),
     .title = "how a CUDA warp goes through a slice. row: each row takes its own pairs; slice: all "
              "rows take all pairs in step",
     OPTION_WORDS("row", "slice"), .needs = ON_GPU},
    {0}};

const struct layout layout_sdia = {
    .name = "sdia",
    .title = "sliced diagonals: 32 rows (CPU: 8) share offsets and values, one bit for each row",
    .array_names = {"slices", "codes", "bits", "offsets", "values", "wide starts",
                    "diagonal indices", "reciprocal diagonal", REMAINDER_NAMES},
    .sums = 1,
    .divisible = true,
    .square = true,
    .ascending = true,
    .blocked = ON_HOST,
    .options = options,
    .build = sdia_build,
};

#include "solvers/layouts/sdia/sdia.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/dictionary.h"
#include "solvers/layouts/frequent.h"
#include "solvers/solve.h"

/* A pair is one key: its offset, moved so that keys ascend with it, and the index of its value. */
struct builder {
    const struct matrix *a;
    struct stored *out;
    uint32_t slices;
    struct dictionary values;
    uint16_t *length; /* pairs of each slice; those of the remainder have none */
    uint64_t *start;  /* slices + 1: where the keys of each slice begin */
    uint64_t *key;
    struct frequent frequent;
    uint16_t *wide; /* pairs of each slice that have no code */
    uint64_t wides;
    uint32_t *rest; /* bits of the rows in the remainder */
};

static uint32_t row_of(const struct builder *b, uint32_t s, uint32_t r)
{
    uint64_t i = (uint64_t)s * SDIA_SLICE + r;
    return i < b->a->off.n ? (uint32_t)i : b->a->off.n;
}

static uint64_t entries_of(const struct builder *b, uint32_t s)
{
    return b->a->off.row[row_of(b, s, SDIA_SLICE)] - b->a->off.row[row_of(b, s, 0)];
}

/* false: the offset is beyond 32 bits. */
static bool key_of(const struct builder *b, uint32_t i, uint64_t k, uint64_t *key)
{
    int64_t offset =
        (int64_t)b->a->off.col[k] - ((int64_t)b->out->first_row + i) + ((int64_t)1 << 31);
    *key = (uint64_t)offset << 32 | dictionary_index(&b->values, b->a->off.val[k]);
    return offset >= 0 && offset <= UINT32_MAX;
}

/* The distinct keys of a slice, ascending; more than SDIA_LONGEST: it does not fit. The keys of a
 * row ascend. */
static uint32_t slice_keys(const struct builder *b, uint32_t s, uint64_t key[SDIA_LONGEST])
{
    uint32_t count = 0;
    for (uint32_t r = 0; r < SDIA_SLICE; r++) {
        uint32_t i = row_of(b, s, r), end = row_of(b, s, r + 1), at = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[end]; k++) {
            uint64_t next;
            if (!key_of(b, i, k, &next)) return SDIA_LONGEST + 1;
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

/* Whether a slice is smaller in msr. */
static bool is_larger(const struct builder *b, uint32_t s, uint32_t pairs, uint32_t wide)
{
    uint64_t entry = 4 + real_size(b->out->precision);
    return 2 * pairs + SDIA_SLICE * sdia_row_bytes(pairs) + wide * entry > entries_of(b, s) * entry;
}

static void reject(struct builder *b, uint32_t s)
{
    uint32_t rows = row_of(b, s, SDIA_SLICE) - row_of(b, s, 0);
    b->length[s] = b->wide[s] = 0;
    b->rest[s] = rows == SDIA_SLICE ? UINT32_MAX : (1u << rows) - 1;
}

static enum status measure_slices(struct builder *b)
{
    bool hopeless = b->values.count > SDIA_VALUES;
    MUST(allocate_zeroed(b->slices, sizeof *b->length, "lengths of slices", &b->length));
    MUST(allocate_zeroed(b->slices, sizeof *b->wide, "lengths of slices", &b->wide));
    MUST(allocate_zeroed(b->slices, sizeof *b->rest, "rows of a remainder", &b->rest));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(b->a->off.nnz + b->a->off.n))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint64_t key[SDIA_LONGEST];
        uint32_t pairs = hopeless || entries_of(b, s) > SDIA_SLICE * SDIA_LONGEST
                             ? SDIA_LONGEST + 1
                             : slice_keys(b, s, key);
        b->length[s] = (uint16_t)pairs;
        if (pairs > SDIA_LONGEST || is_larger(b, s, pairs, 0)) reject(b, s);
    }
    return OK;
}

static enum status list_keys(struct builder *b)
{
    MUST(allocate((size_t)b->slices + 1, sizeof *b->start, "starts of slices", &b->start));
    b->start[0] = 0;
    for (uint32_t s = 0; s < b->slices; s++) b->start[s + 1] = b->start[s] + b->length[s];
    if (b->start[b->slices] > UINT32_MAX - SDIA_WIDE)
        return fail(ERROR_UNSUPPORTED,
                    "layout %s counts the pairs of its slices in 32 bits, and this matrix has more",
                    b->out->layout->name);
    MUST(allocate(b->start[b->slices], sizeof *b->key, "pairs of slices", &b->key));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(b->a->off.nnz + b->a->off.n))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint64_t key[SDIA_LONGEST];
        if (b->length[s]) slice_keys(b, s, key);
        memcpy(b->key + b->start[s], key, b->length[s] * sizeof *key);
    }
    return frequent_create(b->key, b->start[b->slices], SDIA_WIDE, SDIA_FEW, &b->frequent);
}

static bool is_wide(const struct builder *b, uint64_t key)
{
    return frequent_index(&b->frequent, key) == UINT32_MAX;
}

/* Slices with too many wide pairs go to the remainder. */
static void find_wide(struct builder *b)
{
    uint64_t wides = 0;
#pragma omp parallel for schedule(dynamic, 64) reduction(+ : wides) \
    if (team_once(b->start[b->slices]))
    for (uint32_t s = 0; s < b->slices; s++) {
        for (uint64_t k = b->start[s]; k < b->start[s + 1]; k++)
            b->wide[s] += is_wide(b, b->key[k]);
        if (is_larger(b, s, b->length[s], b->wide[s])) reject(b, s);
        wides += b->wide[s];
    }
    b->wides = wides;
}

static enum status fill_slices(struct builder *b, uint32_t *lines)
{
    struct sdia_slice *slice;
    uint32_t code = 0;
    MUST(stored_array(b->out, SDIA_SLICES, (size_t)b->slices + 1, sizeof *slice, &slice));
    *lines = 0;
    for (uint32_t s = 0; s < b->slices; s++) {
        slice[s] = (struct sdia_slice){.code = code, .line = *lines};
        code += b->length[s];
        *lines += sdia_row_bytes(b->length[s]);
    }
    slice[b->slices] = (struct sdia_slice){.code = code, .line = *lines};
    return OK;
}

/* The bits of a slice's rows, whose keys are in order. */
static void fill_bits(const struct builder *b, uint32_t s, uint8_t *bits)
{
    const uint64_t *key = b->key + b->start[s];
    for (uint32_t r = 0; r < SDIA_SLICE; r++, bits += sdia_row_bytes(b->length[s])) {
        uint32_t i = row_of(b, s, r), end = row_of(b, s, r + 1), at = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[end]; k++) {
            uint64_t next;
            key_of(b, i, k, &next);
            while (key[at] != next) at++;
            bits[at / 8] |= (uint8_t)(1u << at % 8);
        }
    }
}

static enum status fill_codes(struct builder *b)
{
    uint32_t lines;
    uint16_t *code;
    uint8_t *bits;
    MUST(fill_slices(b, &lines));
    const struct sdia_slice *slice = b->out->array[SDIA_SLICES].data;
    MUST(stored_array(b->out, SDIA_CODE, slice[b->slices].code, sizeof *code, &code));
    MUST(stored_array(b->out, SDIA_BITS, (size_t)lines * SDIA_SLICE + sizeof(uint64_t), 1, &bits));
    memset(bits + (size_t)lines * SDIA_SLICE, 0, sizeof(uint64_t));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(b->a->off.nnz + b->a->off.n))
    for (uint32_t s = 0; s < b->slices; s++) {
        uint8_t *own = bits + (size_t)slice[s].line * SDIA_SLICE;
        if (!b->length[s]) continue;
        for (uint32_t k = 0; k < b->length[s]; k++) {
            uint32_t index = frequent_index(&b->frequent, b->key[b->start[s] + k]);
            code[slice[s].code + k] = index == UINT32_MAX ? SDIA_WIDE : (uint16_t)index;
        }
        memset(own, 0, (size_t)(slice[s + 1].line - slice[s].line) * SDIA_SLICE);
        fill_bits(b, s, own);
    }
    return OK;
}

struct pairs {
    int32_t *offset;
    double *value; /* F64 */
    float *narrow; /* F32 */
};

static void put_pair(const struct builder *b, const struct pairs *pairs, size_t at, uint64_t key)
{
    uint64_t bits = b->values.number[(uint32_t)key];
    uint32_t narrow = (uint32_t)bits;
    pairs->offset[at] = (int32_t)((int64_t)(key >> 32) - ((int64_t)1 << 31));
    if (b->out->precision == F32) memcpy(&pairs->narrow[at], &narrow, sizeof narrow);
    else memcpy(&pairs->value[at], &bits, sizeof bits);
}

static enum status fill_pairs(struct builder *b, struct pairs *pairs)
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

static enum status fill_wide(struct builder *b, const struct pairs *pairs)
{
    uint32_t *wide, at = (uint32_t)b->frequent.count;
    if (b->wides == 0) return OK;
    MUST(stored_array(b->out, SDIA_WIDES, b->slices, sizeof *wide, &wide));
    for (uint32_t s = 0; s < b->slices; s++) {
        wide[s] = at;
        for (uint64_t k = b->start[s]; b->wide[s] && k < b->start[s + 1]; k++)
            if (is_wide(b, b->key[k])) put_pair(b, pairs, at++, b->key[k]);
    }
    return OK;
}

static enum status index_diagonal(const struct builder *b, const struct dictionary *inverses)
{
    uint32_t n = b->a->off.n;
    uint8_t *narrow;
    bool two_bytes = inverses->count > 1 << 8;
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

static enum status fill_diagonal(const struct builder *b)
{
    const struct numbers of = {.precision = b->out->precision,
                               .reciprocals = true,
                               .count = b->a->off.n,
                               .value = b->a->diag};
    struct dictionary inverses;
    enum status status = dictionary_create(&of, 1 << 16, &inverses);
    if (status != OK) return status;
    status = inverses.count > 1 << 16
                 ? stored_reciprocals(b->out, SDIA_INVERSE, b->a->off.n, b->a->diag)
                 : index_diagonal(b, &inverses);
    dictionary_free(&inverses);
    return status;
}

static enum status fill(struct builder *b)
{
    struct pairs pairs;
    MUST(measure_slices(b));
    MUST(list_keys(b));
    find_wide(b);
    MUST(fill_codes(b));
    MUST(fill_pairs(b, &pairs));
    MUST(fill_wide(b, &pairs));
    MUST(fill_diagonal(b));
    return remainder_build(b->a, b->rest, SDIA_REMAINDER, b->out);
}

static enum status build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    const struct numbers values = {
        .precision = out->precision, .count = a->off.nnz, .value = a->off.val};
    struct builder b = {.a = a,
                        .out = out,
                        .slices = (uint32_t)(((uint64_t)a->off.n + SDIA_SLICE - 1) / SDIA_SLICE)};
    TRY(dictionary_create(&values, SDIA_VALUES, &b.values));
    TRY(fill(&b));
out:
    dictionary_free(&b.values);
    frequent_free(&b.frequent);
    free(b.length);
    free(b.start);
    free(b.key);
    free(b.wide);
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
    .title =
        "sliced diagonals: 32 rows share offsets and values, one bit and one thread for each row",
    .array_names = {"slices", "codes", "bits", "offsets", "values", "wide starts",
                    "diagonal indices", "reciprocal diagonal", REMAINDER_NAMES},
    .sums = 1,
    .divisible = true,
    .blocked = ON_HOST,
    .options = options,
    .build = build,
};

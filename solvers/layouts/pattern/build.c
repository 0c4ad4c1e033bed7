#include "solvers/layouts/pattern/pattern.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/team.h"
#include "solvers/layouts/frequent.h"
#include "solvers/solve.h"

struct builder {
    const struct matrix *a;
    struct stored *out;
    const struct owner_mark *owners;
    struct frequent frequent; /* the most frequent keys of rows */
    uint32_t *first; /* for each frequent key: the first row with it, which gives the pattern */
    uint32_t count;  /* number of patterns with a code */
    uint64_t *key;   /* key of each row */
    bool *repeats;   /* rows that are known to have the pattern of the row before */
    uint32_t *rest;  /* bits of the rows in the remainder */
};

static uint64_t pattern_bits_of(const struct builder *b, double value)
{
    return real_bits(b->out->precision, value);
}

static uint64_t row_begin(const struct builder *b, uint32_t i)
{
    return b->a->off.row[i];
}

static uint64_t pattern_row_length(const struct builder *b, uint32_t i)
{
    return row_begin(b, i + 1) - row_begin(b, i);
}

static int64_t offset_of(const struct builder *b, uint32_t i, uint64_t k)
{
    return (int64_t)b->a->off.col[k] - (int64_t)owner_of(b->owners, (uint32_t)b->a->first, i);
}

static bool same_reciprocals(const struct builder *b, uint32_t i, uint32_t j)
{
    const double *diag = b->a->diag;
    return diag[i] == diag[j] || pattern_bits_of(b, 1 / diag[i]) == pattern_bits_of(b, 1 / diag[j]);
}

/* Returns whether rows i and j have the same pattern. */
static bool same_pattern(const struct builder *b, uint32_t i, uint32_t j)
{
    uint64_t p = row_begin(b, i), q = row_begin(b, j), length = pattern_row_length(b, i);
    if (length != pattern_row_length(b, j) || !same_reciprocals(b, i, j)) return false;
    for (uint64_t k = 0; k < length; k++)
        if (offset_of(b, i, p + k) != offset_of(b, j, q + k) ||
            pattern_bits_of(b, b->a->off.val[p + k]) != pattern_bits_of(b, b->a->off.val[q + k]))
            return false;
    return true;
}

/* Returns the key of a row: its pattern as 64 bits, or FREQUENT_NONE. Other patterns may have the
 * same key. */
static uint64_t row_key(const struct builder *b, uint32_t i)
{
    if (pattern_row_length(b, i) > PATTERN_LONGEST) return FREQUENT_NONE;
    uint64_t hash = random_mix(pattern_bits_of(b, 1 / b->a->diag[i]));
    for (uint64_t k = row_begin(b, i); k < row_begin(b, i + 1); k++) {
        int64_t offset = offset_of(b, i, k);
        if (offset < INT32_MIN || offset > INT32_MAX) return FREQUENT_NONE;
        hash = random_mix(hash + (uint64_t)offset) ^
               pattern_bits_of(b, b->a->off.val[k]) * 0x9e3779b97f4a7c15u;
    }
    return hash == FREQUENT_NONE ? 0 : hash;
}

/* Most rows have the pattern of the row before. */
static void fill_keys(const struct builder *b, uint32_t first, uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        b->repeats[i] =
            i > first && pattern_row_length(b, i) <= PATTERN_LONGEST && same_pattern(b, i, i - 1);
        b->key[i] = b->repeats[i] ? b->key[i - 1] : row_key(b, i);
    }
}

static enum status count_keys(struct builder *b)
{
    enum { AT_ONCE = 4096 };
    const uint64_t n = b->a->off.rows;
    MUST(allocate_large(n, sizeof *b->key, "rows' patterns", &b->key));
    MUST(allocate(n, sizeof *b->repeats, "rows' patterns", &b->repeats));
#pragma omp parallel for schedule(dynamic) if (team_once(b->a->off.nnz + n))
    for (uint64_t i = 0; i < n; i += AT_ONCE)
        fill_keys(b, (uint32_t)i, (uint32_t)(n - i < AT_ONCE ? n : i + AT_ONCE));
    return frequent_create(b->key, n, PATTERN_MOST, PATTERN_BYTE, &b->frequent);
}

static enum status find_first_rows(struct builder *b)
{
    uint32_t n = b->a->off.rows;
    _Atomic uint32_t *first;
    enum status status = allocate(b->frequent.count, sizeof *first, "patterns", &first);
    b->first = (uint32_t *)first;
    if (status != OK) return status;
    for (size_t p = 0; p < b->frequent.count; p++) first[p] = UINT32_MAX;
#pragma omp parallel for schedule(static) if (team_once(n))
    for (uint32_t i = 0; i < n; i++) {
        uint32_t p = i > 0 && b->key[i] == b->key[i - 1] ? UINT32_MAX
                                                         : frequent_index(&b->frequent, b->key[i]);
        uint32_t seen = p == UINT32_MAX ? 0 : atomic_load_explicit(&first[p], memory_order_relaxed);
        while (seen > i && !atomic_compare_exchange_weak(&first[p], &seen, i)) continue;
    }
    return OK;
}

/* Returns the bytes of the arrays with `count` codes of `code` bytes, without those that do not
 * depend on them. */
static double bytes_with(const struct builder *b, size_t count, size_t code)
{
    size_t real = real_size(b->out->precision);
    double rows = 0, bytes = (double)code * b->a->off.rows;
    for (size_t p = 0; p < b->frequent.count; p++) {
        double row = (double)(4 + real) * (1 + (double)pattern_row_length(b, b->first[p]));
        rows += (double)b->frequent.uses[p];
        bytes += row * (p < count ? 1 : (double)b->frequent.uses[p]);
    }
    if (count < b->frequent.count || rows < b->a->off.rows) bytes += 0.25 * b->a->off.rows;
    return bytes;
}

/* Chooses the number of codes. Returns whether a code takes two bytes. */
static bool choose_width(struct builder *b)
{
    b->count = (uint32_t)b->frequent.count;
    if (b->count <= PATTERN_BYTE) return false;
    if (bytes_with(b, b->count, 2) < bytes_with(b, PATTERN_BYTE, 1)) return true;
    b->count = PATTERN_BYTE;
    return false;
}

static enum status pattern_fill_starts(struct builder *b, uint32_t *entries)
{
    uint32_t *start;
    MUST(stored_array(b->out, PATTERN_START, (size_t)b->count + 1, sizeof *start, &start));
    *entries = 0;
    for (uint32_t p = 0; p < b->count; p++) {
        start[p] = *entries;
        *entries += (uint32_t)pattern_row_length(b, b->first[p]);
    }
    start[b->count] = *entries;
    return OK;
}

static enum status fill_patterns(struct builder *b)
{
    enum status status = OK;
    int32_t *offset;
    double *value = NULL, *diag = NULL;
    uint32_t entries, at = 0;
    TRY(pattern_fill_starts(b, &entries));
    TRY(stored_array(b->out, PATTERN_OFFSET, entries, sizeof *offset, &offset));
    TRY(allocate(entries, sizeof *value, "patterns", &value));
    TRY(allocate(b->count, sizeof *diag, "patterns", &diag));
    for (uint32_t p = 0; p < b->count; p++) {
        uint32_t i = b->first[p];
        diag[p] = b->a->diag[i];
        for (uint64_t k = row_begin(b, i); k < row_begin(b, i + 1); k++, at++) {
            offset[at] = (int32_t)offset_of(b, i, k);
            value[at] = b->a->off.val[k];
        }
    }
    TRY(stored_reals(b->out, PATTERN_VALUE, entries, value));
    TRY(stored_reciprocals(b->out, PATTERN_INVERSE, b->count, diag));
out:
    free(value);
    free(diag);
    return status;
}

/* Returns the code of row i; the code of row i - 1, if there is one, is the best guess. */
static uint32_t pattern_find_code(const struct builder *b, uint32_t i, uint32_t guess)
{
    uint32_t p = guess < b->count && b->frequent.key[guess] == b->key[i]
                     ? guess
                     : frequent_index(&b->frequent, b->key[i]);
    return p < b->count && same_pattern(b, i, b->first[p]) ? p : b->count;
}

static void fill_group(const struct builder *b, uint32_t group, uint8_t *narrow, uint16_t *wide)
{
    uint32_t first = group * REMAINDER_GROUP, code = b->count;
    for (uint32_t r = 0; r < REMAINDER_GROUP && r < b->a->off.rows - first; r++) {
        if (r == 0 || !b->repeats[first + r]) code = pattern_find_code(b, first + r, code);
        if (code == b->count) b->rest[group] |= 1u << r;
        if (wide) wide[first + r] = (uint16_t)code;
        else narrow[first + r] = (uint8_t)code;
    }
}

static enum status fill_codes(struct builder *b, bool two_bytes)
{
    uint32_t n = b->a->off.rows,
             groups = (uint32_t)(((uint64_t)n + REMAINDER_GROUP - 1) / REMAINDER_GROUP);
    void *code;
    MUST(stored_array(b->out, PATTERN_CODE, n, two_bytes ? 2 : 1, &code));
    MUST(allocate_zeroed(groups, sizeof *b->rest, "rows of a remainder", &b->rest));
#pragma omp parallel for schedule(dynamic, 128) if (team_once(b->a->off.nnz + n))
    for (uint32_t k = 0; k < groups; k++) fill_group(b, k, code, two_bytes ? code : NULL);
    return OK;
}

/* Finds whether several sweeps can be made in one pass over memory; if not, the note has the
 * reason. */
static void find_stencil(const struct builder *b, struct stored *out)
{
    uint32_t sweeps = (uint32_t)out->options.temporal_block, entries = pattern_entries(out);
    size_t dictionary = tiles_dictionary(b->count, entries, out->precision);
    if (out->array[PATTERN_REMAINDER + REMAINDER_MARK].bytes > 0)
        snprintf(out->note, sizeof out->note,
                 "temporal_block=%u: one sweep at a time, because some rows have no pattern",
                 sweeps);
    else if (stencil_find(out->array[PATTERN_OFFSET].data, entries, sweeps, out->precision,
                          dictionary, &pattern_lines(out)->stencil)) {
        out->temporal_block = sweeps;
        stored_scratch(out, PATTERN_TILES, dictionary);
    } else
        snprintf(out->note, sizeof out->note,
                 "temporal_block=%u: one sweep at a time, because no tile holds what %u patterns "
                 "of %u entries reach",
                 sweeps, b->count, entries);
}

static void find_lines(struct stored *out)
{
    const int32_t *offset = out->array[PATTERN_OFFSET].data;
    const uint32_t entries = pattern_entries(out);
    struct pattern_lines *own = pattern_lines(out);
    own->line = line_width(offset, entries);
    for (uint32_t k = 0; own->line && k < entries; k++)
        if (offset[k] > (int64_t)own->ahead) own->ahead = (uint32_t)offset[k];
}

static enum status pattern_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    struct builder b = {.a = a, .out = out};
    TRY(owners_build(a, PATTERN_OWNERS, out));
    b.owners = owner_marks(out, PATTERN_OWNERS);
    TRY(count_keys(&b));
    TRY(find_first_rows(&b));
    TRY(fill_codes(&b, choose_width(&b)));
    TRY(fill_patterns(&b));
    TRY(remainder_build(a, b.rest, PATTERN_REMAINDER, out));
    TRY(remainder_reciprocals(a, b.rest, PATTERN_REMAINDER_INVERSE, out));
    TRY(allocate_zeroed(1, sizeof(struct pattern_lines), "a pattern's lines", &out->own));
    if (out->for_gpu && out->options.temporal_block > 1) find_stencil(&b, out);
    if (out->for_gpu) find_lines(out);
out:
    frequent_free(&b.frequent);
    free(b.first);
    free(b.key);
    free(b.repeats);
    free(b.rest);
    return status;
}

static const struct option options[] = {{OPTION(struct pattern_options, rows),
                                         .title = "most rows that a CUDA thread takes in turn",
                                         OPTION_NUMBERS("32", "4", "8", "16"), .needs = ON_GPU},
                                        {0}};

const struct layout layout_pattern = {
    .name = "pattern",
    .title = "a dictionary of rows: one code and one thread for each row",
    .array_names = {"row codes", "pattern starts", "offsets", "values", "pattern reciprocals",
                    REMAINDER_NAMES, "remainder diagonal", "tiles (scratch)", OWNER_NAME},
    .sums = 1,
    .divisible = true,
    .blocked = ON_HOST | ON_ONE_GPU,
    .options = options,
    .build = pattern_build,
};

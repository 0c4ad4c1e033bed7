#include "solvers/layouts/segments.h"

#include <stdio.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/layouts/compact.h"
#include "solvers/solve.h"

const struct option segment_options[] = {
    {OPTION(struct segment_options, halves),
     .title = "how a CUDA warp adds the two halves of a row. shuffle: between registers; shared: "
              "through shared memory (the papers)",
     OPTION_WORDS("shuffle", "shared"), .needs = ON_GPU},
    {0}};

/* Data to fill the lines of one matrix. */
struct filler {
    const struct matrix *a;
    uint32_t rows; /* rows of a segment */
    uint32_t segments;
    const uint32_t *start;
    const struct compact *compact; /* NULL: stored as columns and values */
    uint32_t *word;                /* columns, or compact words */
    enum precision precision;
    void *val;
};

static uint64_t segments_row_length(const struct csr *off, uint64_t i)
{
    return i < off->rows ? off->row[i + 1] - off->row[i] : 0;
}

static uint32_t segment_lines(const struct filler *f, uint32_t s)
{
    uint64_t longest = 0, threads = SEGMENT_LINE / f->rows;
    for (uint32_t r = 0; r < f->rows; r++) {
        uint64_t length = segments_row_length(&f->a->off, (uint64_t)s * f->rows + r);
        if (length > longest) longest = length;
    }
    return (uint32_t)((longest + threads - 1) / threads);
}

static enum status segments_fill_starts(struct filler *f, struct stored *out, uint64_t *lines)
{
    uint32_t *start;
    MUST(stored_array(out, SEGMENT_STARTS, (size_t)f->segments + 1, sizeof *start, &start));
#pragma omp parallel for if (team_once(f->a->off.rows))
    for (uint32_t s = 0; s < f->segments; s++) start[s] = segment_lines(f, s);
    *lines = 0;
    for (uint32_t s = 0; s < f->segments; s++) {
        const uint32_t own = start[s];
        start[s] = (uint32_t)*lines;
        *lines += own;
        if (*lines > UINT32_MAX)
            return fail(
                ERROR_UNSUPPORTED,
                "layout %s counts its lines of %d words in 32 bits, and this matrix has more",
                out->layout->name, SEGMENT_LINE);
    }
    start[f->segments] = (uint32_t)*lines;
    f->start = start;
    return OK;
}

/* Returns an error if the lines do not fit into memory: padding may multiply the size of the
 * matrix. */
static enum status must_fit(const struct filler *f, uint64_t lines, const struct stored *out)
{
    size_t word = sizeof *f->word + (f->compact ? 0 : real_size(out->precision));
    char what[64];
    snprintf(what, sizeof what, "layout %s, with its padding,", out->layout->name);
    return memory_must_fit((double)lines * SEGMENT_LINE * (double)word, what) == OK
               ? OK
               : ERROR_HOST_MEMORY;
}

static enum status allocate_lines(struct filler *f, uint64_t lines, struct stored *out)
{
    size_t slots = (size_t)lines * SEGMENT_LINE;
    MUST(must_fit(f, lines, out));
    MUST(stored_array(out, SEGMENT_COL, slots, sizeof *f->word, &f->word));
    if (f->compact) return OK;
    return stored_array(out, SEGMENT_VAL, slots, real_size(out->precision), &f->val);
}

static void segments_put(const struct filler *f, size_t slot, uint32_t column, double value)
{
    f->word[slot] = f->compact ? compact_word(f->compact, column, value) : column;
    if (f->val) put_real(f->precision, f->val, slot, value);
}

static void put_padding(const struct filler *f, size_t slot, uint32_t own)
{
    f->word[slot] = f->compact ? own << f->compact->shift : own;
    if (f->val) put_real(f->precision, f->val, slot, 0);
}

/* Of a row beyond the last one: the column that the layout's operations take for its own. */
static uint32_t own_column(const struct filler *f, uint64_t i)
{
    const struct matrix *a = f->a;
    return (uint32_t)(a->group ? row_owner(a, i < a->off.rows ? i : a->off.rows - 1)
                               : row_owner(a, i));
}

static void segments_fill_row(const struct filler *f, uint32_t s, uint32_t r)
{
    const struct csr *off = &f->a->off;
    uint64_t i = (uint64_t)s * f->rows + r, length = segments_row_length(off, i);
    uint32_t threads = SEGMENT_LINE / f->rows;
    uint64_t room = (uint64_t)(f->start[s + 1] - f->start[s]) * threads;
    const uint32_t own = length < room ? own_column(f, i) : 0;
    for (uint64_t k = 0; k < room; k++) {
        size_t slot = (f->start[s] + k / threads) * SEGMENT_LINE + k % threads * f->rows + r;
        if (k >= length) put_padding(f, slot, own);
        else segments_put(f, slot, off->col[off->row[i] + k], off->val[off->row[i] + k]);
    }
}

/* Fills the starts and the lines. */
static enum status segments_fill(uint32_t rows, const struct matrix *a,
                                 const struct compact *compact, struct stored *out)
{
    uint64_t lines;
    const struct csr *off = &a->off;
    struct filler f = {.a = a,
                       .rows = rows,
                       .segments = (uint32_t)(((uint64_t)off->rows + rows - 1) / rows),
                       .compact = compact,
                       .precision = out->precision};
    MUST(owners_build(a, compact ? COMPACT_OWNERS : SEGMENT_OWNERS, out));
    MUST(segments_fill_starts(&f, out, &lines));
    MUST(allocate_lines(&f, lines, out));
#pragma omp parallel for schedule(dynamic, 64) if (team_once(off->nnz + off->rows))
    for (uint32_t s = 0; s < f.segments; s++)
        for (uint32_t r = 0; r < f.rows; r++) segments_fill_row(&f, s, r);
    return OK;
}

enum status segments_build(uint32_t rows, const struct matrix *a, struct stored *out)
{
    enum status status = segments_fill(rows, a, NULL, out);
    return status == OK ? stored_reciprocals(out, SEGMENT_INVERSE, a->off.rows, a->diag) : status;
}

enum status segments_build_compact(uint32_t rows, const struct layout *otherwise,
                                   const struct matrix *a, struct stored *out)
{
    struct compact compact;
    bool fits;
    enum status status = compact_create(a, otherwise, out, &compact, &fits);
    if (status != OK) return status;
    status = fits ? segments_fill(rows, a, &compact, out) : stored_instead(otherwise, a, out);
    compact_free(&compact);
    return status;
}

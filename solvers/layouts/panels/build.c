#include "solvers/layouts/panels/panels.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/layouts/panels/panel_order.h"
#include "solvers/solve.h"

struct builder {
    const struct matrix *a;
    struct stored *out;
    uint32_t width;   /* columns of a panel */
    uint32_t panels;  /* at least 1 */
    uint32_t *row;    /* n + 1: start of each row's list of segments */
    uint32_t *list;   /* the segment at each position of the list */
    uint32_t *of;     /* panel of each segment */
    uint32_t *first;  /* panels + 1: the first segment of each */
    uint16_t *length; /* length of the segment at each position of the list */
    struct panel_segment *segment;
};

static uint32_t panels_panel_of(const struct builder *b, uint64_t entry)
{
    return b->a->off.col[entry] / b->width;
}

static uint16_t place_of(const struct builder *b, uint64_t entry)
{
    return (uint16_t)panel_place(b->out->precision, b->a->off.col[entry] % b->width);
}

/* Returns the end of the segment that begins at an entry of row i. */
static uint64_t segment_end(const struct builder *b, uint32_t i, uint64_t entry)
{
    uint32_t panel = panels_panel_of(b, entry);
    uint64_t end = b->a->off.row[i + 1];
    if (end - entry > PANEL_LONGEST) end = entry + PANEL_LONGEST;
    while (++entry < end && panels_panel_of(b, entry) == panel) continue;
    return entry;
}

static enum status count_segments(struct builder *b)
{
    uint64_t total = 0;
    MUST(stored_array(b->out, PANELS_ROW, b->a->off.rows + (size_t)1, sizeof *b->row, &b->row));
#pragma omp parallel for schedule(dynamic, 256) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t i = 0; i < b->a->off.rows; i++) {
        uint32_t count = 0;
        for (uint64_t k = b->a->off.row[i]; k < b->a->off.row[i + 1]; k = segment_end(b, i, k))
            count++;
        b->row[i + 1] = count;
    }
    b->row[0] = 0;
    for (uint32_t i = 0; i < b->a->off.rows; i++) {
        total += b->row[i + 1];
        b->row[i + 1] = (uint32_t)total;
    }
    if (total >= UINT32_MAX)
        return fail(ERROR_UNSUPPORTED, "layout %s: %.3g segments, more than 32 bits can number",
                    b->out->layout->name, (double)total);
    return OK;
}

static uint32_t segments(const struct builder *b)
{
    return b->row[b->a->off.rows];
}

/* Finds lengths, and the number of segments of each panel: first[p + 1] for panel p. */
static void measure_segments(struct builder *b)
{
#pragma omp parallel for schedule(dynamic, 256) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t i = 0; i < b->a->off.rows; i++) {
        uint32_t at = b->row[i];
        for (uint64_t k = b->a->off.row[i], end; k < b->a->off.row[i + 1]; k = end, at++) {
            end = segment_end(b, i, k);
            b->length[at] = (uint16_t)(end - k);
            b->list[at] = panels_panel_of(b, k); /* the panel, until segments are numbered */
#pragma omp atomic
            b->first[panels_panel_of(b, k) + 1]++;
        }
    }
    for (uint32_t p = 0; p < b->panels; p++) b->first[p + 1] += b->first[p];
}

/* Numbers the segments: by panel, then by descending length, then by row. */
static enum status number_segments(struct builder *b)
{
    enum status status = OK;
    uint32_t count = segments(b), *by_length = NULL, *place = NULL, *next = NULL;
    TRY(allocate(count, sizeof *by_length, "segments", &by_length));
    TRY(allocate_zeroed(PANEL_LONGEST + (size_t)2, sizeof *place, "segments", &place));
    TRY(allocate(b->panels, sizeof *next, "panels", &next));
    for (uint32_t k = 0; k < count; k++) place[PANEL_LONGEST - b->length[k] + 1]++;
    for (uint32_t l = 0; l <= PANEL_LONGEST; l++) place[l + 1] += place[l];
    for (uint32_t k = 0; k < count; k++) by_length[place[PANEL_LONGEST - b->length[k]]++] = k;
    for (uint32_t p = 0; p < b->panels; p++) next[p] = b->first[p];
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = by_length[k], panel = b->list[at], number = next[panel]++;
        b->of[number] = panel;
        b->segment[number] = (struct panel_segment){
            .place = at, .length = b->length[at], .lanes = panel_lanes(b->length[at])};
        b->list[at] = number;
    }
out:
    free(by_length);
    free(place);
    free(next);
    return status;
}

/* Gives each segment its position; *runs = the runs of all segments. */
static enum status place_segments(struct builder *b, uint64_t *runs)
{
    uint64_t start = 0;
    for (uint32_t s = 0; s < segments(b); s++) {
        b->segment[s].start = (uint32_t)start;
        start += panel_runs(b->segment[s].length);
        if (start > UINT32_MAX)
            return fail(ERROR_UNSUPPORTED,
                        "layout %s: more entries than 32 bits can number by eights",
                        b->out->layout->name);
    }
    *runs = start;
    return OK;
}

/* Cost of a visit: the entries in the runs of a lane, and the cost of beginning a visit, as
 * measured on a GPU (docs/notebook/gpu.md). */
static uint32_t visit_cost(struct panel_segment s)
{
    enum { BEGINNING = 16 };
    return BEGINNING + (panel_runs(s.length) + s.lanes - 1u) / s.lanes * PANEL_RUN;
}

/* Makes the visits; visit = NULL: only counts them. */
static uint32_t make_visits(const struct builder *b, struct panel_visit *visit, uint32_t *first)
{
    uint32_t count = 0, cost = 0;
    for (uint32_t p = 0; p < b->panels; p++) {
        if (visit) first[p] = count;
        for (uint32_t s = b->first[p], in = 0; s < b->first[p + 1]; s += in, count++) {
            uint32_t lanes = b->segment[s].lanes, most = PANEL_WARP / lanes;
            for (in = 1;
                 in < most && s + in < b->first[p + 1] && b->segment[s + in].lanes == lanes;)
                in++;
            if (visit) visit[count] = (struct panel_visit){s, visit_shape(in, lanes), cost, p};
            cost += visit_cost(b->segment[s]);
        }
    }
    if (visit) visit[count] = (struct panel_visit){.segment = segments(b), .before = cost};
    if (visit) first[b->panels] = count;
    return count;
}

static enum status store_visits(struct builder *b)
{
    struct panel_visit *visit;
    uint32_t *first, count = make_visits(b, NULL, NULL);
    MUST(stored_array(b->out, PANELS_VISIT, count + (size_t)1, sizeof *visit, &visit));
    MUST(stored_array(b->out, PANELS_FIRST, b->panels + (size_t)1, sizeof *first, &first));
    make_visits(b, visit, first);
    return OK;
}

/* The columns and values of all segments; and for the segment to fill, its first entry in the
 * matrix, and the places and the order of its entries. */
struct filling {
    uint16_t *col;
    void *val; /* NULL: factors */
    uint64_t entry;
    const uint16_t *place, *order;
};

/* Fills the block that begins with run `first`. */
static void fill_block(const struct builder *b, const struct filling *f, struct panel_segment s,
                       uint32_t first)
{
    uint32_t runs = panel_block(panel_runs(s.length), s.lanes, first), e = first * PANEL_RUN;
    uint64_t start = ((uint64_t)s.start + first) * PANEL_RUN;
    for (uint32_t j = 0; j < PANEL_RUN; j++)
        for (uint32_t l = 0; l < runs; l++, e++) {
            bool there = e < s.length;
            uint64_t at = start + panel_value(b->out->precision, runs, l, j);
            double value = there ? b->a->off.val[f->entry + f->order[e]] : 0;
            f->col[start + l * PANEL_RUN + j] =
                (uint16_t)(there ? f->place[f->order[e]] : b->width);
            if (f->val) put_real(b->out->precision, f->val, at, value);
        }
}

static void fill_segment(const struct builder *b, struct filling f, struct panel_segment s)
{
    uint16_t place[PANEL_LONGEST] = {0}, order[PANEL_LONGEST];
    for (uint32_t e = 0; e < s.length; e++) place[e] = place_of(b, f.entry + e);
    panel_order(b->out->precision, s, place, order);
    f.place = place;
    f.order = order;
    for (uint32_t first = 0; first < panel_runs(s.length); first += s.lanes)
        fill_block(b, &f, s, first);
}

static enum status fill_segments(struct builder *b, bool values)
{
    uint64_t runs = 0;
    struct filling f = {0};
    MUST(place_segments(b, &runs));
    MUST(stored_array(b->out, PANELS_COL, runs * PANEL_RUN, sizeof *f.col, &f.col));
    if (values)
        MUST(stored_array(b->out, PANELS_VAL, runs * PANEL_RUN, real_size(b->out->precision),
                          &f.val));
#pragma omp parallel for schedule(dynamic, 64) \
    firstprivate(f) if (team_once(b->a->off.nnz + b->a->off.rows))
    for (uint32_t i = 0; i < b->a->off.rows; i++) {
        f.entry = b->a->off.row[i];
        for (uint32_t k = b->row[i]; k < b->row[i + 1]; k++) {
            fill_segment(b, f, b->segment[b->list[k]]);
            f.entry += b->segment[b->list[k]].length;
        }
    }
    return OK;
}

/* Returns whether the entries of each row are equal. */
static bool rows_are_even(const struct csr *a)
{
    bool even = true;
#pragma omp parallel for schedule(dynamic, 256) reduction(&& : even) \
    if (team_once(a->nnz + a->rows))
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint64_t k = a->row[i]; even && k < a->row[i + 1]; k++)
            even = a->val[k] == a->val[a->row[i]];
    return even;
}

static enum status store_factors(const struct matrix *a, struct stored *out)
{
    double *factor = NULL;
    enum status status = allocate(a->off.rows, sizeof *factor, "factors of rows", &factor);
    if (status != OK) return status;
    for (uint32_t i = 0; i < a->off.rows; i++)
        factor[i] = a->off.row[i] < a->off.row[i + 1] ? a->off.val[a->off.row[i]] : 0;
    status = stored_reals(out, PANELS_FACTOR, a->off.rows, factor);
    free(factor);
    return status;
}

static enum status panels_build(const struct matrix *a, struct stored *out)
{
    enum status status = OK;
    bool factors = rows_are_even(&a->off);
    struct builder b = {.a = a, .out = out, .width = panel_columns(out->precision)};
    b.panels = out->columns / b.width + 1;
    out->stray = b.width; /* a panel of x is read as a whole */
    TRY(count_segments(&b));
    TRY(stored_array(out, PANELS_SEGMENT, segments(&b), sizeof *b.segment, &b.segment));
    TRY(stored_array(out, PANELS_LIST, segments(&b), sizeof *b.list, &b.list));
    TRY(stored_array(out, PANELS_OF, segments(&b), sizeof *b.of, &b.of));
    TRY(allocate_zeroed(b.panels + (size_t)1, sizeof *b.first, "panels", &b.first));
    TRY(allocate(segments(&b), sizeof *b.length, "segments", &b.length));
    measure_segments(&b);
    TRY(number_segments(&b));
    TRY(store_visits(&b));
    TRY(fill_segments(&b, !factors));
    if (factors) TRY(store_factors(a, out));
    TRY(stored_reciprocals(out, PANELS_INVERSE, a->off.rows, a->diag));
    stored_scratch(out, PANELS_SUM, segments(&b) * real_size(out->precision));
out:
    free(b.first);
    free(b.length);
    return status;
}

const struct layout layout_panels = {
    .name = "panels",
    .title =
        "panels of 16-bit columns, work split by entries, one factor for a row of equal entries",
    .array_names = {"segments", "columns", "values", "factors of rows", "reciprocal diagonal",
                    "rows", "segments of rows", "panels of segments", "visits", "panels",
                    "sums of segments (scratch)"},
    .divisible = true,
    .build = panels_build,
};

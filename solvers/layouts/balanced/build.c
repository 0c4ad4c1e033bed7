#include "solvers/layouts/balanced/balanced.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/solve.h"

struct builder {
    const struct matrix *a;
    struct stored *out;
    uint64_t segments; /* number of segments that 16-bit columns need; 0: a single panel */
    bool narrow;
    bool scaled;
};

static bool equal(enum precision precision, double x, double y)
{
    return precision == F32 ? (float)x == (float)y : x == y;
}

/* A row of zeros has no scale, because a scale of 0 means that there is none. */
bool balanced_is_scaled(const struct matrix *a, enum precision precision, uint32_t i)
{
    uint64_t first = a->off.row[i], end = a->off.row[i + 1];
    if (first == end || equal(precision, a->off.val[first], 0)) return false;
    for (uint64_t k = first + 1; k < end; k++)
        if (!equal(precision, a->off.val[k], a->off.val[first])) return false;
    return true;
}

static uint32_t balanced_panel_of(const struct matrix *a, uint64_t k)
{
    return a->off.col[k] / BALANCED_PANEL;
}

static uint32_t row_segments(const struct matrix *a, uint32_t i)
{
    uint32_t count = 0;
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        count += k == a->off.row[i] || balanced_panel_of(a, k) != balanced_panel_of(a, k - 1);
    return count;
}

/* Chooses the smaller form. */
static void balanced_choose_form(struct builder *b)
{
    const struct matrix *a = b->a;
    const uint64_t n = a->off.rows, real = real_size(b->out->precision);
    uint64_t segments = 0, spared = 0;
#pragma omp parallel for schedule(static) reduction(+ : segments, spared) \
    if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        segments += row_segments(a, i);
        if (balanced_is_scaled(a, b->out->precision, i))
            spared += a->off.row[i + 1] - a->off.row[i];
    }
    b->scaled = spared * real > n * (real + sizeof(uint32_t));
    b->segments = b->out->columns <= BALANCED_PANEL ? 0 : segments;
    b->narrow = b->segments == 0 ||
                segments * sizeof(struct balanced_segment) + (n + 1) * sizeof(uint32_t) <
                    a->off.nnz * sizeof(uint16_t);
}

static enum status balanced_fill_columns(const struct builder *b)
{
    const struct csr *off = &b->a->off;
    void *to;
    MUST(stored_array(b->out, BALANCED_COL, off->nnz, b->narrow ? 2 : 4, &to));
    uint16_t *narrow = to;
    uint32_t *wide = to;
#pragma omp parallel for schedule(static) if (team_once(off->nnz))
    for (uint64_t k = 0; k < off->nnz; k++) {
        if (b->narrow) narrow[k] = (uint16_t)(off->col[k] % BALANCED_PANEL);
        else wide[k] = off->col[k];
    }
    return OK;
}

static enum status fill_segments(const struct builder *b)
{
    const struct matrix *a = b->a;
    uint32_t *row;
    struct balanced_segment *segment;
    if (!b->narrow || b->segments == 0) return OK;
    MUST(stored_array(b->out, BALANCED_ROW_SEGMENT, (size_t)a->off.rows + 1, sizeof *row, &row));
    MUST(stored_array(b->out, BALANCED_SEGMENT, b->segments, sizeof *segment, &segment));
    row[0] = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) row[i + 1] = row[i] + row_segments(a, i);
#pragma omp parallel for schedule(static) if (team_once(a->off.nnz + a->off.rows))
    for (uint32_t i = 0; i < a->off.rows; i++) {
        uint32_t at = row[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
            if (k > a->off.row[i] && balanced_panel_of(a, k) != balanced_panel_of(a, k - 1)) at++;
            segment[at] = (struct balanced_segment){
                .end = (uint32_t)(k + 1), .first = balanced_panel_of(a, k) * BALANCED_PANEL};
        }
    }
    return OK;
}

static void balanced_put(const struct builder *b, int array, uint64_t at, double value)
{
    put_real(b->out->precision, b->out->array[array].data, at, value);
}

/* Fills the scales, and the values of the rows without a scale. */
static enum status fill_scaled(const struct builder *b)
{
    const struct csr *off = &b->a->off;
    uint32_t *row;
    void *unused;
    MUST(stored_array(b->out, BALANCED_SCALE, off->rows, real_size(b->out->precision), &unused));
    MUST(stored_array(b->out, BALANCED_ROW_VALUE, (size_t)off->rows + 1, sizeof *row, &row));
    row[0] = 0;
#pragma omp parallel for schedule(static) if (team_once(off->rows))
    for (uint32_t i = 0; i < off->rows; i++) {
        bool scaled = balanced_is_scaled(b->a, b->out->precision, i);
        balanced_put(b, BALANCED_SCALE, i, scaled ? off->val[off->row[i]] : 0);
        row[i + 1] = scaled ? 0 : (uint32_t)(off->row[i + 1] - off->row[i]);
    }
    for (uint32_t i = 0; i < off->rows; i++) row[i + 1] += row[i];
    MUST(stored_array(b->out, BALANCED_VALUE, row[off->rows], real_size(b->out->precision),
                      &unused));
#pragma omp parallel for schedule(static) if (team_once(off->nnz + off->rows))
    for (uint32_t i = 0; i < off->rows; i++)
        for (uint32_t k = 0; k < row[i + 1] - row[i]; k++)
            balanced_put(b, BALANCED_VALUE, row[i] + k, off->val[off->row[i] + k]);
    return OK;
}

static enum status balanced_build(const struct matrix *a, struct stored *out)
{
    struct builder b = {.a = a, .out = out};
    MUST(msr_row_starts(&a->off, out));
    balanced_choose_form(&b);
    MUST(balanced_fill_columns(&b));
    MUST(fill_segments(&b));
    MUST(b.scaled ? fill_scaled(&b) : stored_reals(out, BALANCED_VALUE, a->off.nnz, a->off.val));
    return stored_reciprocals(out, BALANCED_INVERSE, a->off.rows, a->diag);
}

_Static_assert((int)BALANCED_ROW == (int)MSR_ROW, "msr_row_starts fills the array of row starts");

const struct layout layout_balanced = {
    .name = "balanced",
    .title = "rows shared by entries: row scales, 16-bit columns in panels",
    .array_names = {"row starts", "columns", "row segments", "segments", "row scales",
                    "value starts", "values", "reciprocal diagonal"},
    .absence = "on CUDA use layout panels",
    .build = balanced_build,
};

#include "solvers/layouts/panels/panels.h"

#include "solvers/cpu/real.h"

struct rows {
    const struct panel_segment *segment;
    const uint16_t *restrict col;
    const real *restrict val, *restrict factor, *restrict inverse;
    const uint32_t *row, *list, *of;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.segment = a->array[PANELS_SEGMENT].data,
                         .col = a->array[PANELS_COL].data,
                         .val = a->array[PANELS_VAL].bytes ? a->array[PANELS_VAL].data : NULL,
                         .factor =
                             a->array[PANELS_FACTOR].bytes ? a->array[PANELS_FACTOR].data : NULL,
                         .inverse = a->array[PANELS_INVERSE].data,
                         .row = a->array[PANELS_ROW].data,
                         .list = a->array[PANELS_LIST].data,
                         .of = a->array[PANELS_OF].data};
}

#define PRECISION (PREC == 64 ? F64 : F32)

/* x: from the panel's first column on. */
static inline real x_at(const real *x, uint16_t place)
{
    return place < panel_columns(PRECISION) ? x[panel_place(PRECISION, place)] : 0;
}

/* Run l of a block of so many that begins with run `first`. */
static inline real run_sum(real sum, const uint16_t *col, const real *val, uint32_t first,
                           uint32_t runs, uint32_t l, const real *x)
{
    for (uint32_t j = 0; j < PANEL_RUN; j++) {
        real at = x_at(x, col[(first + l) * PANEL_RUN + j]);
        sum += val ? val[first * PANEL_RUN + panel_value(PRECISION, runs, l, j)] * at : at;
    }
    return sum;
}

/* Lanes' sums first, and these in the order in which a warp adds them up: the same bits everywhere.
 */
static inline real segment_sum(struct panel_segment s, const uint16_t *col, const real *val,
                               const real *x)
{
    real sum[PANEL_WARP] = {0};
    uint32_t all = panel_runs(s.length);
    for (uint32_t first = 0; first < all; first += s.lanes) {
        uint32_t runs = panel_block(all, s.lanes, first);
        for (uint32_t l = 0; l < runs; l++) sum[l] = run_sum(sum[l], col, val, first, runs, l, x);
    }
    for (uint32_t half = s.lanes / 2; half; half /= 2)
        for (uint32_t l = 0; l < half; l++) sum[l] += sum[l + half];
    return sum[0];
}

static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    real sum = 0;
    for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) {
        struct panel_segment s = a.segment[a.list[k]];
        const uint16_t *col = a.col + (uint64_t)s.start * PANEL_RUN;
        const real *own = x + (uint64_t)a.of[a.list[k]] * panel_columns(PRECISION);
        sum += segment_sum(s, col, a.val ? a.val + (uint64_t)s.start * PANEL_RUN : NULL, own);
    }
    return a.factor ? a.factor[i] * sum : sum;
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(panels)

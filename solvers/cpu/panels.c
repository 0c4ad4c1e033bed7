#include "solvers/panels.h"

#include "solvers/cpu/real.h"

struct rows {
    const struct panel_segment *segment;
    const uint16_t *restrict col;
    const real *restrict val, *restrict factor, *restrict inverse;
    const uint32_t *row, *list, *of;
    uint32_t width;
};

static inline struct rows rows_of(const struct stored *a)
{
    return (struct rows){.segment = a->array[PANELS_SEGMENT].data,
                         .col = a->array[PANELS_COL].data,
                         .val = a->array[PANELS_VAL].bytes ? a->array[PANELS_VAL].data : NULL,
                         .factor = a->array[PANELS_FACTOR].bytes ? a->array[PANELS_FACTOR].data : NULL,
                         .inverse = a->array[PANELS_INVERSE].data,
                         .row = a->array[PANELS_ROW].data,
                         .list = a->array[PANELS_LIST].data,
                         .of = a->array[PANELS_OF].data,
                         .width = panel_columns(a->precision)};
}

static inline real sum_columns(const uint16_t *col, uint32_t count, const real *x)
{
    real sum = 0;
    for (uint32_t k = 0; k < count; k++) sum += x[col[k]];
    return sum;
}

static inline real sum_products(struct panel_segment s, const uint16_t *col, const real *val, const real *x)
{
    real sum = 0;
    uint32_t whole = panel_whole(s);
    for (uint32_t k = 0; k < whole; k += s.lanes * PANEL_RUN)
        for (uint32_t l = 0; l < s.lanes; l++)
            for (uint32_t j = 0; j < PANEL_RUN; j++) sum += val[k + j * s.lanes + l] * x[col[k + l * PANEL_RUN + j]];
    for (uint32_t k = whole; k < s.length; k++) sum += val[k] * x[col[k]];
    return sum;
}

static inline real off_sum(struct rows a, uint32_t i, const real *x)
{
    real sum = 0;
    for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) {
        struct panel_segment s = a.segment[a.list[k]];
        const uint16_t *col = a.col + (uint64_t)s.start * PANEL_RUN;
        const real *own = x + (uint64_t)a.of[a.list[k]] * a.width;
        sum +=
            a.val ? sum_products(s, col, a.val + (uint64_t)s.start * PANEL_RUN, own) : sum_columns(col, s.length, own);
    }
    return a.factor ? a.factor[i] * sum : sum;
}

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(panels)

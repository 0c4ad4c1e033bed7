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

/* Sum of a row. x_at reads x, counted from the panel's first column. run_sum adds run l of a block
 * of `runs` runs that begins with run `first`. segment_sum adds up the lanes first, and then their
 * sums in the order of a warp: the bits are the same everywhere. */
#define OFF_SUM(number, suffix)                                                                    \
    static inline number x_at##suffix(const number *x, uint16_t place)                             \
    {                                                                                              \
        const number none = {0};                                                                   \
        return place < panel_columns(PRECISION) ? x[panel_place(PRECISION, place)] : none;         \
    }                                                                                              \
                                                                                                   \
    static inline number run_sum##suffix(number sum, const uint16_t *col, const real *val,         \
                                         uint32_t first, uint32_t runs, uint32_t l,                \
                                         const number *x)                                          \
    {                                                                                              \
        for (uint32_t j = 0; j < PANEL_RUN; j++) {                                                 \
            number at = x_at##suffix(x, col[(first + l) * PANEL_RUN + j]);                         \
            if (val) at *= val[first * PANEL_RUN + panel_value(PRECISION, runs, l, j)];            \
            sum += at;                                                                             \
        }                                                                                          \
        return sum;                                                                                \
    }                                                                                              \
                                                                                                   \
    static inline number segment_sum##suffix(struct panel_segment s, const uint16_t *col,          \
                                             const real *val, const number *x)                     \
    {                                                                                              \
        number sum[PANEL_WARP];                                                                    \
        const number none = {0};                                                                   \
        for (uint32_t l = 0; l < PANEL_WARP; l++) sum[l] = none;                                   \
        uint32_t all = panel_runs(s.length);                                                       \
        for (uint32_t first = 0; first < all; first += s.lanes) {                                  \
            uint32_t runs = panel_block(all, s.lanes, first);                                      \
            for (uint32_t l = 0; l < runs; l++)                                                    \
                sum[l] = run_sum##suffix(sum[l], col, val, first, runs, l, x);                     \
        }                                                                                          \
        for (uint32_t half = s.lanes / 2; half; half /= 2)                                         \
            for (uint32_t l = 0; l < half; l++) sum[l] += sum[l + half];                           \
        return sum[0];                                                                             \
    }                                                                                              \
                                                                                                   \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)               \
    {                                                                                              \
        number sum = {0};                                                                          \
        for (uint32_t k = a.row[i]; k < a.row[i + 1]; k++) {                                       \
            struct panel_segment s = a.segment[a.list[k]];                                         \
            const uint16_t *col = a.col + (uint64_t)s.start * PANEL_RUN;                           \
            const number *own = x + (uint64_t)a.of[a.list[k]] * panel_columns(PRECISION);          \
            sum += segment_sum##suffix(s, col,                                                     \
                                       a.val ? a.val + (uint64_t)s.start * PANEL_RUN : NULL, own); \
        }                                                                                          \
        if (a.factor) sum *= a.factor[i];                                                          \
        return sum;                                                                                \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_panels)

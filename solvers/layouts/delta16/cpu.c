#include "solvers/layouts/delta16/delta16.h"

#include "solvers/cpu/real.h"
#include "solvers/layouts/lanes.h"

struct rows {
    const uint32_t *restrict row, *restrict row_word;
    const uint32_t *restrict base; /* NULL: words are columns */
    const uint16_t *restrict word;
    const real *restrict value;
    const float *restrict single; /* NULL: values are real */
    const real *restrict inverse;
};

static inline struct rows rows_of(const struct stored *a)
{
    const struct array *array = a->array;
    const int single = delta16_is_single(a);
    const int leaps = array[DELTA16_ROW_WORD].bytes > 0;
    return (struct rows){.row = array[DELTA16_ROW].data,
                         .row_word = array[leaps ? DELTA16_ROW_WORD : DELTA16_ROW].data,
                         .base = array[DELTA16_BASE].bytes ? array[DELTA16_BASE].data : NULL,
                         .word = array[DELTA16_WORD].data,
                         .value = array[DELTA16_VALUE].data,
                         .single = single ? array[DELTA16_VALUE].data : NULL,
                         .inverse = array[DELTA16_INVERSE].data};
}

static inline uint32_t next_column(const uint16_t **word, uint32_t column)
{
    uint32_t distance = *(*word)++;
    for (; distance == 0; distance = *(*word)++) column += DELTA16_LEAP;
    return column + distance;
}

#define OFF_SUM(number, suffix)                                                                   \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)              \
    {                                                                                             \
        const uint32_t first = a.row[i], count = a.row[i + 1] - first;                            \
        const uint16_t *word = a.word + a.row_word[i];                                            \
        const real *value = a.value + first;                                                      \
        const float *single = a.single ? a.single + first : NULL;                                 \
        number total;                                                                             \
        if (!a.base) {                                                                            \
            if (single) SUM_IN_LANES(total, count, (real)single[k] * x[word[k]]);                 \
            else SUM_IN_LANES(total, count, value[k] * x[word[k]]);                               \
            return total;                                                                         \
        }                                                                                         \
        uint32_t column = a.base[i];                                                              \
        if (single)                                                                               \
            SUM_IN_LANES(total, count, (real)single[k] * x[column = next_column(&word, column)]); \
        else SUM_IN_LANES(total, count, value[k] * x[column = next_column(&word, column)]);       \
        return total;                                                                             \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

static inline real inverse(struct rows a, uint32_t i)
{
    return a.inverse[i];
}

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_delta16)

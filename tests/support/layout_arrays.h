/* The arrays of msr and of the layouts made from it, read as their headers describe them. */
#ifndef WARPMARK_TESTS_SUPPORT_LAYOUT_ARRAYS_H
#define WARPMARK_TESTS_SUPPORT_LAYOUT_ARRAYS_H

#include <string.h>

#include "solvers/layouts/compact.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/layouts/segments.h"
#include "solvers/solve.h"

struct form {
    const char *name;
    uint32_t rows; /* a segment; 0: row after row */
    bool compact;
    const char *otherwise; /* what stores a matrix that does not fit */
};

static const struct form forms[] = {{"msr", 0, false, NULL}, {"cmsr", 0, true, "msr"},
                                    {"wl", 32, false, NULL}, {"hwl", 16, false, NULL},
                                    {"cwl", 32, true, "wl"}, {"chwl", 16, true, "hwl"}};
enum { NFORMS = sizeof forms / sizeof *forms };

static inline const struct layout *layout_called(const char *name)
{
    for (int l = 0; l < layout_count; l++)
        if (!strcmp(layouts[l]->name, name)) return layouts[l];
    return NULL;
}

/* A number of an array in the precision of a. */
static inline double real_at(const struct stored *a, int array, size_t at)
{
    const void *data = a->array[array].data;
    return a->precision == F32 ? (double)((const float *)data)[at] : ((const double *)data)[at];
}

static inline double rounded(const struct stored *a, double value)
{
    return a->precision == F32 ? (double)(float)value : value;
}

/* Words that row i has room for, padding included. */
static inline uint64_t row_room(const struct form *form, const struct stored *a, uint32_t i)
{
    const uint32_t *start = a->array[0].data;
    if (form->rows == 0) return start[i + 1] - start[i];
    return (uint64_t)(start[i / form->rows + 1] - start[i / form->rows]) * (32 / form->rows);
}

static inline size_t word_slot(const struct form *form, const struct stored *a, uint32_t i,
                               uint64_t k)
{
    const uint32_t *start = a->array[0].data;
    if (form->rows == 0) return start[i] + k;
    if (form->rows == 32) return ((size_t)start[i / 32] + k) * 32 + i % 32;
    return ((size_t)start[i / 16] + k / 2) * 32 + k % 2 * 16 + i % 16;
}

static inline uint32_t column_at(const struct form *form, const struct stored *a, size_t slot)
{
    uint32_t word = ((const uint32_t *)a->array[1].data)[slot];
    return form->compact ? word >> compact_shift(a) : word;
}

static inline double value_at(const struct form *form, const struct stored *a, size_t slot)
{
    uint32_t word = ((const uint32_t *)a->array[1].data)[slot];
    return form->compact ? real_at(a, COMPACT_VALUES, word & ((1u << compact_shift(a)) - 1))
                         : real_at(a, 2, slot);
}

static inline double inverse_at(const struct form *form, const struct stored *a, uint32_t i)
{
    if (!form->compact) return real_at(a, 3, i);
    return real_at(a, COMPACT_INVERSES, ((const uint16_t *)a->array[COMPACT_DIAGONAL].data)[i]);
}

#endif

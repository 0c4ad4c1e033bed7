#include "tests/support/layout_arrays.h"

/* A number of an array in the precision of a. */
double real_at(const struct stored *a, int array, size_t at)
{
    assert_true((at + 1) * real_size(a->precision) <= a->array[array].bytes);
    const void *data = a->array[array].data;
    return a->precision == F32 ? (double)((const float *)data)[at] : ((const double *)data)[at];
}

double rounded(const struct stored *a, double value)
{
    return a->precision == F32 ? (double)(float)value : value;
}

uint64_t row_room(const struct form *form, const struct stored *a, uint32_t i)
{
    const uint32_t *start = a->array[0].data;
    if (form->rows == 0) return start[i + 1] - start[i];
    return (uint64_t)(start[i / form->rows + 1] - start[i / form->rows]) * (32 / form->rows);
}

size_t word_slot(const struct form *form, const struct stored *a, uint32_t i, uint64_t k)
{
    const uint32_t *start = a->array[0].data;
    if (form->rows == 0) return start[i] + k;
    if (form->rows == 32) return ((size_t)start[i / 32] + k) * 32 + i % 32;
    return ((size_t)start[i / 16] + k / 2) * 32 + k % 2 * 16 + i % 16;
}

uint32_t column_at(const struct form *form, const struct stored *a, size_t slot)
{
    uint32_t word = ((const uint32_t *)a->array[1].data)[slot];
    return form->compact ? word >> compact_shift(a) : word;
}

double value_at(const struct form *form, const struct stored *a, size_t slot)
{
    uint32_t word = ((const uint32_t *)a->array[1].data)[slot];
    return form->compact ? real_at(a, COMPACT_VALUES, word & ((1u << compact_shift(a)) - 1))
                         : real_at(a, 2, slot);
}

double inverse_at(const struct form *form, const struct stored *a, uint32_t i)
{
    if (!form->compact) return real_at(a, 3, i);
    return real_at(a, COMPACT_INVERSES, ((const uint16_t *)a->array[COMPACT_DIAGONAL].data)[i]);
}

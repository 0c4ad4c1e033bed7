#include "tests/support/made/row_lengths.h"

#include <math.h>
#include <stdlib.h>

#include "tests/support/cmocka.h"
#include "tests/support/records.h"

/* Entries off the diagonal of row i. */
static uint64_t row_length(const struct row_lengths *shape, uint32_t i)
{
    uint64_t random = random_bits(seed, 40, i);
    uint32_t n = shape->n;
    switch (shape->kind) {
    case LENGTH_ONE: return 1;
    case LENGTH_FULL: return n - 1;
    case LENGTH_256: return 256;
    case LENGTH_AROUND_256: return 254 + i % 5;
    case LENGTH_2048: return i % 3 == 1 ? 0 : 2048;
    case LENGTH_FIRST_FULL: return i == 0 ? n - 1 : i % 2;
    case LENGTH_LAST_FULL: return i == n - 1 ? n - 1 : i % 2;
    case LENGTH_MIDDLE_FULL: return i == n / 2 ? n - 1 : i < n / 4 || i > n - 10 ? 0 : 3;
    case LENGTH_SHORT: return random_below(random, 9);
    case LENGTH_HEAVY_TAIL: return (uint64_t)(1 / (1e-4 + random_unit(random)));
    default: return 0;
    }
}

struct matrix matrix_of_rows(const struct row_lengths *shape)
{
    struct matrix a = {0};
    uint64_t nnz = 0;
    for (uint32_t i = 0; i < shape->n; i++) nnz += row_length(shape, i);
    if (matrix_allocate(shape->n, nnz, &a) != OK) abort();
    for (uint32_t i = 0; i < shape->n; i++) {
        uint64_t begin = a.off.row[i], length = row_length(shape, i);
        for (uint64_t k = 0; k < length; k++) {
            uint32_t col = (uint32_t)(k * (shape->n - 1) / length);
            a.off.col[begin + k] = col + (col >= i);
            a.off.val[begin + k] = 2 * random_unit(random_bits(seed, 41, begin + k)) - 1;
        }
        a.off.row[i + 1] = begin + length;
        a.diag[i] = 1 + (double)length;
    }
    return a;
}

enum status apply_by(const struct layout *layout, const struct place *place,
                     enum precision precision, const struct solver_options *options,
                     const struct matrix *a, const void *x, void *y)
{
    enum status status = OK;
    struct stored stored = {0};
    void *there_x = NULL, *there_y = NULL;
    size_t bytes = a->off.rows * real_size(precision);
    TRY(stored_build_at(place, layout, precision, options, a, &stored));
    TRY(stored_upload(place, &stored));
    TRY(place->allocate(bytes, &there_x));
    TRY(place->allocate(bytes, &there_y));
    TRY(place->put(there_x, x, bytes));
    for (int k = 0; k < 2; k++)
        TRY(find_mat_ops(layout, place, precision)->apply(&stored, there_x, there_y));
    TRY(place->get(y, there_y, a->off.rows, real_size(precision)));
out:
    if (there_x) place->release(there_x);
    if (there_y) place->release(there_y);
    stored_free(&stored);
    return status;
}

/* How far a sum of so many terms of that size in all may be off: rounding errors have either sign,
 * so that they grow with the square root of the terms; four times what that gives. */
static double rounding(enum precision precision, uint64_t terms, double size)
{
    return 4 * (precision == F32 ? 0x1p-24 : 0x1p-53) * (8 + sqrt((double)terms)) * size;
}

void check_row_lengths(const struct layout *layout, const struct place *place,
                       enum precision precision, const struct solver_options *options)
{
    for (int s = 0; s < NROW_LENGTHS; s++) {
        struct matrix a = matrix_of_rows(&row_lengths[s]);
        uint32_t n = a.off.rows;
        double *x = random_vector(seed, 42, n), *y = calloc(n, sizeof *y);
        float *x32 = calloc(n, sizeof *x32), *y32 = (float *)y;
        assert_true(y && x32);
        for (uint32_t i = 0; i < n; i++) x32[i] = (float)x[i];
        if (apply_by(layout, place, precision, options, &a, precision == F32 ? (void *)x32 : x,
                     y) != OK)
            fail_msg("%s, %s: %s", layout->name, row_lengths[s].name, fail_message());
        for (uint32_t i = 0; i < n; i++) {
            long double sum = (long double)a.diag[i] * x[i];
            double size = fabs(a.diag[i] * x[i]), got = precision == F32 ? y32[i] : y[i];
            for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) {
                sum += (long double)a.off.val[k] * x[a.off.col[k]];
                size += fabs(a.off.val[k] * x[a.off.col[k]]);
            }
            if (!(fabs(got - (double)sum) <=
                  rounding(precision, a.off.row[i + 1] - a.off.row[i], size)))
                fail_msg("%s/%s at %s, seed %llu, %s: row %u is %.17g, not %.17g", layout->name,
                         precision_names[precision], place->name, (unsigned long long)seed,
                         row_lengths[s].name, i, got, (double)sum);
        }
        matrix_free(&a);
        free(x);
        free(y);
        free(x32);
    }
}

void check_failing_build(const struct layout *layout)
{
    struct matrix a = random_matrix(1, 20, SHAPE_SPARSE);
    assert_true(check_no_memory(layout, &a) > 3);
    matrix_free(&a);
}

#include "certify/reading.h"

#include "certify/double_sums.h"

/* One rounding has a relative error of at most half a unit in the last place. For more: (1 - u)^-k
 * - 1 is below 1.01 k u for k u < 0.01. */
double reading_share(uint64_t roundings)
{
    const double half_unit = DBL_EPSILON / 2, all = (double)roundings * half_unit;
    if (!(all < 0.01)) return INFINITY;
    return roundings <= 1 ? all : 1.01 * all;
}

uint64_t reading_roundings(double share)
{
    const double units = share / (DBL_EPSILON / 2);
    return (uint64_t)llround(units <= 1 ? units : units / 1.01);
}

bool numbers_are_normal(const struct matrix *a, const double *b)
{
    for (uint64_t k = 0; k < a->off.nnz; k++)
        if (!(fabs(a->off.val[k]) >= DBL_MIN)) return false;
    for (uint32_t i = 0; b && i < a->off.rows; i++)
        if (b[i] != 0 && !(fabs(b[i]) >= DBL_MIN)) return false;
    return true;
}

bool rows_are_balanced(const struct matrix *a, double share)
{
    const struct csr *off = &a->off;
    for (uint32_t i = 0; i < off->rows; i++) {
        const uint64_t first = off->row[i], end = off->row[i + 1];
        const double most = (double)(end - first + 8) * DBL_EPSILON + share;
        struct double_sum sum = {a->diag[i], 0, 0};
        for (uint64_t k = first; k < end; k++) add_double(&sum, off->val[k]);
        if (first < end && !(fabs(sum.head + sum.tail) <= most * fmax(1, fabs(a->diag[i]))))
            return false;
    }
    return true;
}

struct reading reading_of_model(const struct matrix *a, const double *b, struct reading model)
{
    const bool known = model.entry > 0 && isfinite(model.entry) && isfinite(model.constant) &&
                       matrix_is_stored(a) && numbers_are_normal(a, b) &&
                       (!model.balanced || rows_are_balanced(a, model.entry));
    return known ? model : (struct reading){0};
}

/* Matrices that follow from rows in the card's memory (solvers/placed.h). A thread takes a row, as
 * the kernels of layout msr do. */
#ifdef __cplusplus
extern "C" {
#endif
#include "solvers/placed.h"
#ifdef __cplusplus
}
#endif

#include "solvers/cuda/levels/each.cuh"

/* Number of pinned rows before row i. */
__device__ static uint32_t pins_before(const struct placed_pins &pins, uint32_t i)
{
    uint32_t from = 0, count = pins.count;
    while (count) {
        const uint32_t half = count / 2;
        if (pins.row[from + half] < i) from += half + 1, count -= half + 1;
        else count = half;
    }
    return from;
}

__device__ static void pin_row(const struct matrix &a, const struct placed_pins &pins,
                               double factor, const struct matrix &out, uint32_t i)
{
    const uint32_t before = pins_before(pins, i);
    const bool pinned = before < pins.count && pins.row[before] == i;
    const uint64_t gone = pins.entries[before];
    out.off.row[i] = a.off.row[i] - gone;
    out.diag[i] = pinned ? 1 : a.diag[i] * factor;
    for (uint64_t k = a.off.row[i]; !pinned && k < a.off.row[i + 1]; k++) {
        out.off.col[k - gone] = a.off.col[k];
        out.off.val[k - gone] = a.off.val[k] * factor;
    }
}

static enum status placed_cuda_pin(const struct matrix *from, const struct placed_pins *pinned,
                                   const double *factor, const struct matrix *to)
{
    const struct matrix a = *from, out = *to;
    const struct placed_pins pins = *pinned;
    return for_each(a.off.rows + (uint64_t)1, "pinning rows", [=] __device__(uint64_t i) {
        if (i < a.off.rows) pin_row(a, pins, factor[i], out, (uint32_t)i);
        else out.off.row[i] = out.off.nnz;
    });
}

static enum status placed_cuda_scale(const struct matrix *from, const struct placed_scale *scale,
                                     double *factor)
{
    const double *diag = from->diag;
    const struct placed_scale by = *scale;
    return for_each(from->off.rows, "scaling rows", [=] __device__(uint64_t i) {
        const double wanted = 1 + diag[i] / by.rate[by.class_of ? by.class_of[i] : 0];
        factor[i] = isfinite(wanted) ? scalbn(1.0, -ilogb(wanted)) : 1;
    });
}

static enum status placed_cuda_raise(size_t n, double least, double *x)
{
    return for_each(n, "raising numbers",
                    [=] __device__(uint64_t i) { x[i] = x[i] > least ? x[i] : least; });
}

static enum status placed_cuda_narrow(const struct matrix *from, uint32_t *row, double *inverse)
{
    const struct matrix a = *from;
    return for_each(a.off.rows + (uint64_t)1, "storing rows", [=] __device__(uint64_t i) {
        row[i] = (uint32_t)a.off.row[i];
        if (i < a.off.rows) inverse[i] = 1 / a.diag[i];
    });
}

static enum status placed_cuda_weigh(const struct matrix *from, const double *weight, bool by_rows,
                                     const struct matrix *to)
{
    const struct matrix a = *from, out = *to;
    return for_each(a.off.rows, "weighing rows", [=] __device__(uint64_t i) {
        out.diag[i] = a.diag[i] * weight[i];
        for (uint64_t k = a.off.row[i]; k < a.off.row[i + 1]; k++) {
            const uint32_t j = a.off.col[k];
            const bool alone = a.off.row[j] == a.off.row[j + 1];
            out.off.val[k] = alone ? 0 : a.off.val[k] * weight[by_rows ? i : j];
        }
    });
}

extern "C" {
extern const struct placed_ops placed_ops_cuda;
const struct placed_ops placed_ops_cuda = {
    .pin = placed_cuda_pin,
    .scale = placed_cuda_scale,
    .raise = placed_cuda_raise,
    .narrow = placed_cuda_narrow,
    .weigh = placed_cuda_weigh,
};
}

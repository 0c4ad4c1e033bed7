/* Factors of ILU(0) made on the host by the code of solvers/cuda/ilu/, and cuSPARSE's triangular
 * solves over them. Whatever fails ends the program. */
#pragma once

#include <initializer_list>

#include "solvers/cuda/ilu/rows.cuh"
#include "tests/bench/card/on_card.cuh"

extern "C" {
#include "base/sparse/csr.h"
}

static const double spsv_one = 1;

/* Factors on the host, with the entries of A. */
struct host_factors {
    uint32_t n, *row, *middle;
    const uint32_t *col;
    double *val, *inverse;
};

static inline void split(const struct csr *off, struct host_factors *out)
{
    const uint32_t n = off->rows;
    out->n = n;
    out->row = (uint32_t *)on_host((n + 1) * sizeof *out->row);
    out->middle = (uint32_t *)on_host(n * sizeof *out->middle);
    out->col = off->col;
    for (uint32_t i = 0; i <= n; i++) out->row[i] = (uint32_t)off->row[i];
    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = out->row[i];
        while (k < out->row[i + 1] && off->col[k] < i) k++;
        out->middle[i] = k;
    }
}

static inline struct host_factors factor_on_host(const struct matrix *a, uint32_t pin)
{
    struct host_factors f;
    unsigned replaced = 0;
    split(&a->off, &f);
    f.val = (double *)on_host(a->off.nnz * sizeof *f.val);
    f.inverse = (double *)on_host(f.n * sizeof *f.inverse);
    memset(f.inverse, 0xff, f.n * sizeof *f.inverse);
    const factor_rows<double, double> rows = {
        {f.n, f.row, f.middle, f.col}, a->off.val, a->diag, f.val, f.val, f.inverse, &replaced};
    rows.pin(pin);
    for (uint32_t i = 0; i < f.n; i++) {
        factor_rows<double, double>::work work = rows.begin(i);
        rows.step(work);
    }
    return f;
}

static inline void free_factors(struct host_factors *f)
{
    void *owned[] = {f->row, f->middle, f->val, f->inverse};
    for (void *p : owned) free(p);
}

/* Rows of one triangle: I + L without its diagonal, or D (I + U). */
struct rows {
    int count, *row, *col;
    double *val;
};

static inline void add_entry(struct rows *t, uint32_t col, double val)
{
    t->col[t->count] = (int)col;
    t->val[t->count++] = val;
}

static inline struct rows rows_of(const struct host_factors *f, bool upper)
{
    const uint32_t n = f->n;
    const size_t most = f->row[n] + (size_t)n;
    struct rows t = {0, (int *)on_host((n + 1) * sizeof(int)), (int *)on_host(most * sizeof(int)),
                     (double *)on_host(most * sizeof(double))};
    for (uint32_t i = 0; i < n; i++) {
        const double pivot = upper ? 1 / f->inverse[i] : 1;
        const uint32_t first = upper ? f->middle[i] : f->row[i],
                       end = upper ? f->row[i + 1] : f->middle[i];
        t.row[i] = t.count;
        if (upper) add_entry(&t, i, pivot);
        for (uint32_t k = first; k < end; k++) add_entry(&t, f->col[k], pivot * f->val[k]);
    }
    t.row[n] = t.count;
    return t;
}

/* One triangle as SpSV wants it. */
struct triangle {
    cusparseSpMatDescr_t matrix;
    cusparseSpSVDescr_t plan;
    cusparseDnVecDescr_t from, to;
    void *row, *col, *val, *buffer;
};

static inline void upload_triangle(const struct host_factors *f, bool upper, struct triangle *out)
{
    struct rows t = rows_of(f, upper);
    out->row = on_device(t.row, (f->n + 1) * sizeof *t.row);
    out->col = on_device(t.col, (size_t)t.count * sizeof *t.col);
    out->val = on_device(t.val, (size_t)t.count * sizeof *t.val);
    check_cusparse(cusparseCreateCsr(&out->matrix, f->n, f->n, t.count, out->row, out->col,
                                     out->val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F),
                   "cusparseCreateCsr");
    for (void *p : {(void *)t.row, (void *)t.col, (void *)t.val}) free(p);
}

static inline void describe(struct triangle *t, bool upper)
{
    cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = upper ? CUSPARSE_DIAG_TYPE_NON_UNIT : CUSPARSE_DIAG_TYPE_UNIT;
    check_cusparse(
        cusparseSpMatSetAttribute(t->matrix, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill),
        "cusparseSpMatSetAttribute");
    check_cusparse(
        cusparseSpMatSetAttribute(t->matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag),
        "cusparseSpMatSetAttribute");
}

static inline void begin_triangle(const struct host_factors *f, bool upper, double *from,
                                  double *to, struct triangle *t)
{
    *t = {};
    upload_triangle(f, upper, t);
    describe(t, upper);
    check_cusparse(cusparseCreateDnVec(&t->from, f->n, from, CUDA_R_64F), "cusparseCreateDnVec");
    check_cusparse(cusparseCreateDnVec(&t->to, f->n, to, CUDA_R_64F), "cusparseCreateDnVec");
}

/* From nothing, but for the buffer, which stays. */
static inline void analyse(cusparseHandle_t handle, struct triangle *t)
{
    size_t bytes;
    if (t->plan) cusparseSpSV_destroyDescr(t->plan);
    check_cusparse(cusparseSpSV_createDescr(&t->plan), "cusparseSpSV_createDescr");
    check_cusparse(cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &spsv_one,
                                           t->matrix, t->from, t->to, CUDA_R_64F,
                                           CUSPARSE_SPSV_ALG_DEFAULT, t->plan, &bytes),
                   "cusparseSpSV_bufferSize");
    if (!t->buffer) t->buffer = on_device(NULL, bytes);
    check_cusparse(cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &spsv_one,
                                         t->matrix, t->from, t->to, CUDA_R_64F,
                                         CUSPARSE_SPSV_ALG_DEFAULT, t->plan, t->buffer),
                   "cusparseSpSV_analysis");
}

static inline void use_triangle(cusparseHandle_t handle, const struct triangle *t)
{
    check_cusparse(cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &spsv_one,
                                      t->matrix, t->from, t->to, CUDA_R_64F,
                                      CUSPARSE_SPSV_ALG_DEFAULT, t->plan),
                   "cusparseSpSV_solve");
}

static inline void end_triangle(struct triangle *t)
{
    void *owned[] = {t->row, t->col, t->val, t->buffer};
    cusparseSpSV_destroyDescr(t->plan);
    cusparseDestroySpMat(t->matrix);
    cusparseDestroyDnVec(t->from);
    cusparseDestroyDnVec(t->to);
    for (void *p : owned) cudaFree(p);
}

#include "solvers/layouts/cusparse/spmv.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/cuda/cusparse/library.h"
#include "solvers/solve.h"

/* Data in stored.state. It is NULL if the matrix has no entries off its diagonal. */
struct spmv {
    cusparseSpMatDescr_t matrix;
    cusparseDnVecDescr_t x[2], sum; /* methods iterate between two vectors */
    const void *at[2];              /* addresses of x[0] and x[1] */
    int last;                       /* the one used last */
    cusparseSpMVAlg_t algorithm;
    cudaDataType type;
    const void *one, *zero; /* on the host, of that type */
};

static const float one_f32 = 1, zero_f32 = 0;
static const double one_f64 = 1, zero_f64 = 0;

static enum status describe_matrix(struct stored *a, bool sell, struct spmv *s)
{
    const struct cusparse_library *lib = cusparse();
    const struct cusparse_sell_options *own = layout_options(&a->options);
    void *offset = a->array[SPMV_OFFSET].data, *col = a->array[SPMV_COL].data,
         *val = a->array[SPMV_VAL].data;
    int64_t n = a->n, nnz = (int64_t)a->nnz,
            entries = (int64_t)(a->array[SPMV_VAL].bytes / real_size(a->precision));
    cusparseIndexType_t index =
        spmv_wide(a->n, (uint64_t)entries) ? CUSPARSE_INDEX_64I : CUSPARSE_INDEX_32I;
    cusparseStatus_t code =
        sell ? lib->cusparseCreateSlicedEll(&s->matrix, n, n, nnz, entries, own->slice, offset, col,
                                            val, index, index, CUSPARSE_INDEX_BASE_ZERO, s->type)
             : lib->cusparseCreateCsr(&s->matrix, n, n, nnz, offset, col, val, index, index,
                                      CUSPARSE_INDEX_BASE_ZERO, s->type);
    return cusparse_status(code, "describing the matrix");
}

static enum status describe_vectors(struct stored *a, struct spmv *s)
{
    /* Their addresses are any n entries until spmv_multiply gets x. */
    for (int k = 0; k < 2; k++) {
        s->at[k] = a->array[SPMV_INVERSE].data;
        MUST(cusparse_status(
            cusparse()->cusparseCreateDnVec(&s->x[k], a->n, a->array[SPMV_INVERSE].data, s->type),
            "describing x"));
    }
    return cusparse_status(
        cusparse()->cusparseCreateDnVec(&s->sum, a->n, a->array[SPMV_SUM].data, s->type),
        "describing the sums");
}

static enum status prepare_matrix(struct stored *a, struct spmv *s)
{
    const struct cusparse_library *lib = cusparse();
    size_t bytes = 0;
    MUST(cusparse_status(lib->cusparseSpMV_bufferSize(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                      s->one, s->matrix, s->x[0], s->zero, s->sum,
                                                      s->type, s->algorithm, &bytes),
                         "sizing its buffer"));
    MUST(stored_allocate(a, SPMV_BUFFER, bytes));
    return cusparse_status(
        lib->cusparseSpMV_preprocess(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, s->one,
                                     s->matrix, s->x[0], s->zero, s->sum, s->type, s->algorithm,
                                     a->array[SPMV_BUFFER].data),
        "looking at the matrix");
}

static enum status open_matrix(struct stored *a, bool sell, cusparseSpMVAlg_t algorithm)
{
    struct spmv *s = NULL;
    bool single = a->precision == F32;
    if (a->nnz == 0) return OK;
    MUST(cusparse_load());
    MUST(allocate_zeroed(1, sizeof *s, "cuSPARSE's descriptors", &s));
    a->state = s;
    *s = (struct spmv){.algorithm = algorithm,
                       .type = single ? CUDA_R_32F : CUDA_R_64F,
                       .one = single ? (const void *)&one_f32 : &one_f64,
                       .zero = single ? (const void *)&zero_f32 : &zero_f64};
    MUST(describe_matrix(a, sell, s));
    MUST(describe_vectors(a, s));
    return prepare_matrix(a, s);
}

enum status spmv_available(void)
{
    return cusparse_load();
}

enum status spmv_open_csr(struct stored *a)
{
    const struct cusparse_options *own = layout_options(&a->options);
    return open_matrix(a, false,
                       own->algorithm == 2 ? CUSPARSE_SPMV_CSR_ALG2 : CUSPARSE_SPMV_CSR_ALG1);
}

enum status spmv_open_sell(struct stored *a)
{
    return open_matrix(a, true, CUSPARSE_SPMV_SELL_ALG1);
}

void spmv_close(struct stored *a)
{
    struct spmv *s = a->state;
    if (!s) return;
    if (s->matrix) cusparse()->cusparseDestroySpMat(s->matrix);
    for (int k = 0; k < 2; k++)
        if (s->x[k]) cusparse()->cusparseDestroyDnVec(s->x[k]);
    if (s->sum) cusparse()->cusparseDestroyDnVec(s->sum);
    free(s);
    a->state = NULL;
}

/* Makes x[last] describe x, without a call of the library if one of the two does already. */
static enum status describe_x(struct spmv *s, const void *x)
{
    if (s->at[s->last] == x) return OK;
    s->last = !s->last;
    if (s->at[s->last] == x) return OK;
    s->at[s->last] = x;
    return cusparse_status(cusparse()->cusparseDnVecSetValues(s->x[s->last], (void *)x),
                           "describing x");
}

enum status spmv_multiply(const struct stored *a, const void *x)
{
    const struct cusparse_library *lib = cusparse();
    struct spmv *s = a->state;
    if (!s)
        return device_status(
            cudaMemsetAsync(a->array[SPMV_SUM].data, 0, a->array[SPMV_SUM].bytes, device_stream()),
            "clearing the sums");
    MUST(describe_x(s, x));
    return cusparse_status(lib->cusparseSpMV(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, s->one,
                                             s->matrix, s->x[s->last], s->zero, s->sum, s->type,
                                             s->algorithm, a->array[SPMV_BUFFER].data),
                           "multiplying");
}

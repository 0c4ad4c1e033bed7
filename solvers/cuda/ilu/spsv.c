#include "solvers/cuda/ilu/spsv.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/cusparse/library.h"
#include "solvers/cuda/device.h"
#include "solvers/place.h"

extern const struct place place_cuda;

struct side {
    cusparseSpMatDescr_t matrix;
    cusparseSpSVDescr_t plan;
    cusparseDnVecDescr_t from, to;
    void *buffer;
};

struct spsv {
    cudaDataType type;
    const void *one; /* on the host, of that type */
    void *y;         /* result of the solve with L */
    struct side side[2];
};

static const float one_f32 = 1;
static const double one_f64 = 1;

static enum status triangle_describe(const struct spsv_triangle *t, bool upper, cudaDataType type,
                                     cusparseSpMatDescr_t *out)
{
    const struct cusparse_library *lib = cusparse();
    cusparseFillMode_t fill = upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = upper ? CUSPARSE_DIAG_TYPE_NON_UNIT : CUSPARSE_DIAG_TYPE_UNIT;
    MUST(cusparse_status(lib->cusparseCreateCsr(out, t->n, t->n, t->entries, t->row, t->col, t->val,
                                                CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                                CUSPARSE_INDEX_BASE_ZERO, type),
                         "describing a triangle"));
    MUST(cusparse_status(
        lib->cusparseSpMatSetAttribute(*out, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill),
        "describing a triangle"));
    return cusparse_status(
        lib->cusparseSpMatSetAttribute(*out, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag),
        "describing a triangle");
}

static enum status make_plan(struct side *s)
{
    return cusparse_status(cusparse()->cusparseSpSV_createDescr(&s->plan), "planning a solve");
}

/* The descriptors of from and to begin with any n numbers; each solve sets their addresses. */
static enum status open_side(const struct spsv *spsv, const struct spsv_triangle *t, bool upper,
                             void *somewhere, struct side *s)
{
    const struct cusparse_library *lib = cusparse();
    size_t bytes = 0;
    MUST(triangle_describe(t, upper, spsv->type, &s->matrix));
    MUST(cusparse_status(lib->cusparseCreateDnVec(&s->from, t->n, somewhere, spsv->type),
                         "describing a vector"));
    MUST(cusparse_status(lib->cusparseCreateDnVec(&s->to, t->n, somewhere, spsv->type),
                         "describing a vector"));
    MUST(make_plan(s));
    MUST(cusparse_status(lib->cusparseSpSV_bufferSize(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                      spsv->one, s->matrix, s->from, s->to,
                                                      spsv->type, CUSPARSE_SPSV_ALG_DEFAULT,
                                                      s->plan, &bytes),
                         "sizing a buffer"));
    return place_cuda.allocate(bytes, &s->buffer);
}

enum status spsv_available(void)
{
    return cusparse_load();
}

enum status spsv_create(const struct spsv_triangle *lower, const struct spsv_triangle *upper,
                        enum precision precision, void *y, struct spsv **out)
{
    enum status status = OK;
    struct spsv *spsv = NULL;
    const bool single = precision == F32;
    *out = NULL;
    TRY(cusparse_load());
    TRY(allocate_zeroed(1, sizeof *spsv, "cuSPARSE's descriptors", &spsv));
    spsv->type = single ? CUDA_R_32F : CUDA_R_64F;
    spsv->one = single ? (const void *)&one_f32 : &one_f64;
    spsv->y = y;
    TRY(open_side(spsv, lower, false, y, &spsv->side[0]));
    TRY(open_side(spsv, upper, true, y, &spsv->side[1]));
    *out = spsv;
out:
    if (status != OK) spsv_free(spsv);
    return status;
}

void spsv_free(struct spsv *spsv)
{
    for (int k = 0; spsv && k < 2; k++) {
        struct side *s = &spsv->side[k];
        if (s->plan) cusparse()->cusparseSpSV_destroyDescr(s->plan);
        if (s->matrix) cusparse()->cusparseDestroySpMat(s->matrix);
        if (s->from) cusparse()->cusparseDestroyDnVec(s->from);
        if (s->to) cusparse()->cusparseDestroyDnVec(s->to);
        if (s->buffer) place_cuda.release(s->buffer);
    }
    free(spsv);
}

/* Analyses a side anew: a plan belongs to one analysis. */
static enum status analyse(const struct spsv *spsv, struct side *s)
{
    const struct cusparse_library *lib = cusparse();
    lib->cusparseSpSV_destroyDescr(s->plan);
    s->plan = NULL;
    MUST(make_plan(s));
    return cusparse_status(lib->cusparseSpSV_analysis(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                      spsv->one, s->matrix, s->from, s->to,
                                                      spsv->type, CUSPARSE_SPSV_ALG_DEFAULT,
                                                      s->plan, s->buffer),
                           "looking at a triangle");
}

enum status spsv_analyse(struct spsv *spsv)
{
    MUST(analyse(spsv, &spsv->side[0]));
    return analyse(spsv, &spsv->side[1]);
}

static enum status side_solve(const struct spsv *spsv, const struct side *s, const void *from,
                              void *to)
{
    const struct cusparse_library *lib = cusparse();
    MUST(cusparse_status(lib->cusparseDnVecSetValues(s->from, (void *)(uintptr_t)from),
                         "describing a vector"));
    MUST(cusparse_status(lib->cusparseDnVecSetValues(s->to, to), "describing a vector"));
    return cusparse_status(lib->cusparseSpSV_solve(lib->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                                   spsv->one, s->matrix, s->from, s->to, spsv->type,
                                                   CUSPARSE_SPSV_ALG_DEFAULT, s->plan),
                           "solving a triangle");
}

enum status spsv_solve(struct spsv *spsv, const void *r, void *z)
{
    MUST(side_solve(spsv, &spsv->side[0], r, spsv->y));
    return side_solve(spsv, &spsv->side[1], spsv->y, z);
}

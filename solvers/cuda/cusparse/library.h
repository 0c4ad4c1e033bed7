/* cuSPARSE, loaded when it is first asked for, so that the program runs where it is not installed.
 * For the layouts of cuSPARSE (solvers/layouts/cusparse/) and triangular solves (ilu/). */
#pragma once

#define DISABLE_CUSPARSE_DEPRECATED /* the header's own uses of old types warn otherwise */
#include <cusparse.h>

#include "base/status.h"

#define CUSPARSE_FUNCTIONS(FUNCTION)    \
    FUNCTION(cusparseGetErrorString)    \
    FUNCTION(cusparseCreate)            \
    FUNCTION(cusparseSetStream)         \
    FUNCTION(cusparseCreateCsr)         \
    FUNCTION(cusparseCreateSlicedEll)   \
    FUNCTION(cusparseSpMatSetAttribute) \
    FUNCTION(cusparseDestroySpMat)      \
    FUNCTION(cusparseCreateDnVec)       \
    FUNCTION(cusparseDnVecSetValues)    \
    FUNCTION(cusparseDestroyDnVec)      \
    FUNCTION(cusparseSpMV_bufferSize)   \
    FUNCTION(cusparseSpMV_preprocess)   \
    FUNCTION(cusparseSpMV)              \
    FUNCTION(cusparseSpSV_createDescr)  \
    FUNCTION(cusparseSpSV_destroyDescr) \
    FUNCTION(cusparseSpSV_bufferSize)   \
    FUNCTION(cusparseSpSV_analysis)     \
    FUNCTION(cusparseSpSV_solve)

struct cusparse_library {
#define FUNCTION(name) __typeof__(&name) name;
    CUSPARSE_FUNCTIONS(FUNCTION)
#undef FUNCTION
    cusparseHandle_t handle; /* its work goes to device_stream() */
};

/* Loads the library; the place's probe must have succeeded. Errors: ERROR_UNSUPPORTED if the
 * library or one of these functions is missing, ERROR_DEVICE if cuSPARSE cannot be initialised. */
enum status cusparse_load(void);

/* Returns the library that cusparse_load has loaded. */
const struct cusparse_library *cusparse(void);

/* Returns OK for success, else ERROR_DEVICE_MEMORY, ERROR_UNSUPPORTED or ERROR_DEVICE; the message
 * has cuSPARSE's own words and `what`, the action that failed. */
enum status cusparse_status(cusparseStatus_t code, const char *what);

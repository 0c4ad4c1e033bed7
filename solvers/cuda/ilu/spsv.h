/* Solves with both triangles of an incomplete factorisation by cuSPARSE's SpSV. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "solvers/operations.h"

/* A triangle: I + L without its diagonal, or D (I + U), in compressed sparse rows in device memory.
 */
struct spsv_triangle {
    int n, entries;
    int *row, *col;
    void *val;
};

struct spsv;

/* Loads cuSPARSE. Errors: those of cusparse_load. */
enum status spsv_available(void);

/* Creates a solver for two triangles, which are borrowed and need not have values yet. y: n numbers
 * of device memory. Errors: those of spsv_available, ERROR_DEVICE_MEMORY, ERROR_DEVICE,
 * ERROR_HOST_MEMORY. */
enum status spsv_create(const struct spsv_triangle *lower, const struct spsv_triangle *upper,
                        enum precision precision, void *y, struct spsv **out);
void spsv_free(struct spsv *spsv); /* accepts NULL */

/* Analyses the triangles, which must have their values; call it before the first solve, and again
 * after the values have changed. */
enum status spsv_analyse(struct spsv *spsv);

/* z = (D (I + U))^-1 (I + L)^-1 r; enqueued. */
enum status spsv_solve(struct spsv *spsv, const void *r, void *z);

#ifdef __cplusplus
}
#endif

/* Both triangles of an incomplete factorisation by cuSPARSE's SpSV. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

#include "solvers/operations.h"

/* I + L without its diagonal, or D (I + U), compressed sparse rows in device memory. */
struct spsv_triangle {
    int n, entries;
    int *row, *col;
    void *val;
};

struct spsv;

/* Errors: those of cusparse_load. */
enum status spsv_available(void);

/* They are borrowed, and need not have values yet. y: n numbers of device memory. Errors: those of
 * spsv_available, ERROR_DEVICE_MEMORY, ERROR_DEVICE, ERROR_HOST_MEMORY. */
enum status spsv_create(const struct spsv_triangle *lower, const struct spsv_triangle *upper,
                        enum precision precision, void *y, struct spsv **out);
void spsv_free(struct spsv *spsv); /* accepts NULL */

/* Looks at the triangles, whose values are there now; to be called before the first solve, and
 * again when values have changed. */
enum status spsv_analyse(struct spsv *spsv);

/* z = (D (I + U))^-1 (I + L)^-1 r; enqueued. */
enum status spsv_solve(struct spsv *spsv, const void *r, void *z);

#ifdef __cplusplus
}
#endif

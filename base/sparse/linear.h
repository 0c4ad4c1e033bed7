/* A linear system A x = b, as generators and readers produce it. */
#ifndef WARPMARK_BASE_SPARSE_LINEAR_H
#define WARPMARK_BASE_SPARSE_LINEAR_H

#include "base/sparse/csr.h"

struct linear {
    struct matrix a;
    double *b;      /* a.off.n; NULL = zeros */
    double *x0;     /* a.off.n: where iterations start */
    double *answer; /* a.off.n: the exact solution where it is known, or NULL */
};

void linear_free(struct linear *linear); /* accepts a zeroed one, leaves one */

#endif

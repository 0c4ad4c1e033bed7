/* A linear system A x = b, as generators and readers produce it. */
#pragma once

#include "base/sparse/csr.h"

struct linear {
    struct matrix a;
    double *b;      /* a.off.n; NULL = zeros */
    double *x0;     /* a.off.n: where iterations start */
    double *answer; /* a.off.n: the exact solution where it is known, or NULL */
};

void linear_free(struct linear *linear); /* accepts a zeroed one, leaves one */

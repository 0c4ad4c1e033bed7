/* A linear system A x = b, as generators and readers produce it. */
#pragma once

#include "base/sparse/csr.h"

struct linear {
    struct matrix a;
    double *b;      /* a.off.rows; NULL = zeros */
    double *x0;     /* a.off.rows: start of the iterations */
    double *answer; /* a.off.rows: the exact solution if it is known, or NULL */
    double *weight; /* a.off.rows, or NULL: the value of an answer x is sum weight x; without b
                       (then multiples of an answer are answers, too) it is sum weight x / sum x */
};

void linear_free(struct linear *linear); /* accepts a zeroed one, leaves one */

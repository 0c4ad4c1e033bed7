/* A linear system A x = b, as generators and readers produce it. */
#pragma once

#include "base/sparse/csr.h"

struct linear {
    struct matrix a;
    double *b;      /* one number for each row; NULL = zeros */
    double *x0;     /* one for each unknown: start of the iterations */
    double *answer; /* one for each unknown: the exact solution if it is known, or NULL */
    double *weight; /* one for each unknown, or NULL: the value of an answer x is sum weight x;
                       without b (then multiples of an answer are answers, too) it is sum weight x
                       / sum x */
};

void linear_free(struct linear *linear); /* accepts a zeroed one, leaves one */

/* A matrix with its rows in an order in which most of them need earlier ones only, where there is
 * such an order. Internal to prove/. */
#pragma once

#include "base/sparse/linear.h"

struct ordered {
    struct linear system;
    uint32_t *sequence; /* of the rows; NULL: there is no such order */
    double *b, *x;      /* n numbers each, for those who solve */
};

/* By strong components, if at least half of the rows are one by themselves. Errors:
 * ERROR_HOST_MEMORY. */
enum status ordered_create(const struct matrix *a, struct ordered *out);
void ordered_free(struct ordered *ordered); /* accepts a zeroed one, leaves one */

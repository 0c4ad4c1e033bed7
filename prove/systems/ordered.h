/* A matrix with its rows in an order in which most of them depend on earlier rows only, if there is
 * such an order. Internal to prove/. */
#pragma once

#include "base/sparse/linear.h"

struct ordered {
    struct linear system;
    uint32_t *sequence; /* of the rows; NULL: there is no such order */
    double *b, *x;      /* n numbers each, scratch for the solver */
};

/* Orders the rows by strong components, if there are more components than half the rows. Errors:
 * ERROR_HOST_MEMORY. */
enum status ordered_create(const struct matrix *a, struct ordered *out);
void ordered_free(struct ordered *ordered); /* accepts a zeroed one, leaves one */

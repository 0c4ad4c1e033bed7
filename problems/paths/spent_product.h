/* The product of a chain or decision process and what its paths pay: of a path operator whose bound
 * is of a reward. */
#pragma once

#include "problems/paths/path_product.h"

/* A path is good if it reaches a state of `goal` through states of `through`, and has paid at least
 * `lower` and at most `upper` before it. Sets have one byte for each state. */
struct spending {
    const uint8_t *through, *goal; /* through: NULL is all states */
    const uint32_t *pays;          /* for each row of the chain */
    uint32_t lower, upper;         /* upper: NO_LAST_PAYMENT: there is none */
};

#define NO_LAST_PAYMENT UINT32_MAX

/* Makes the product from all states in `from` (one byte each; NULL: all). Its states are pairs of
 * the chain's state and of what was paid, up to one more than the bound. Accepted are states where
 * the path is known to be good; from there, and where no path can be good, it stays.
 *
 * Errors: ERROR_INPUT (more than 2^32 - 2 states); ERROR_HOST_MEMORY. *out is zeroed then. */
enum status spent_product_make(const struct chain *chain, const struct spending *spending,
                               const uint8_t *from, struct path_product *out);

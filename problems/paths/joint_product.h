/* The product of a decision process and several path formulas, from one state: it goes on after
 * they are decided, and may count steps. */
#pragma once

#include "problems/paths/accepting_ends.h"

struct joint_product {
    struct remainders remainders;
    uint32_t *letters;
    struct pair_graph graph; /* explored; pair 0 is where paths begin */
};

/* formula, atoms: as in path_product_make; `count` formulas, at most MOST_REMAINDERS. steps: as in
 * struct pair_graph. Errors: those of path_product_make. Free *out, also after errors. */
enum status joint_product_make(const struct chain *chain, const struct formula *const *formula,
                               size_t count, const uint8_t *const *atoms, uint32_t steps,
                               uint32_t start, struct joint_product *out);
void joint_product_free(struct joint_product *product);

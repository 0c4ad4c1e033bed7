#include "problems/paths/joint_product.h"

#include <stdlib.h>

#include "problems/paths/path_remainder.h"

void joint_product_free(struct joint_product *product)
{
    pair_graph_free(&product->graph);
    remainders_free(&product->remainders);
    free(product->letters);
}

enum status joint_product_make(const struct chain *chain, const struct formula *const *formula,
                               size_t count, const uint8_t *const *atoms, uint32_t steps,
                               uint32_t start, struct joint_product *out)
{
    uint32_t function[MOST_REMAINDERS], pair;
    bool ignored;
    struct remainders *r = &out->remainders;
    *out = (struct joint_product){0};
    MUST(remainders_init(r));
    MUST(path_remainder(chain, formula, count, atoms, r, function, &out->letters));
    out->graph = pair_graph_begin(chain, out->letters, r);
    out->graph.count = (uint32_t)count;
    out->graph.steps = steps;
    out->graph.goes_on = true;
    for (size_t k = 0; k < count; k++)
        MUST(remainder_after(r, function[k], out->letters[start], &function[k]));
    MUST(pair_graph_start(&out->graph, start, function, &pair));
    return pair_graph_explore(&out->graph, UINT32_MAX, &ignored);
}

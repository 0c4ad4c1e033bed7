#include "problems/paths/path_product.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/paths/accepting_classes.h"
#include "problems/paths/accepting_ends.h"
#include "problems/paths/co_safe.h"
#include "problems/paths/path_remainder.h"

void path_product_free(struct path_product *product)
{
    chain_free(&product->chain);
    free(product->state_of);
    free(product->start_of);
    free(product->accepted);
    *product = (struct path_product){0};
}

/* Adds where the paths of each state begin: with what is left after this state. */
static enum status add_starts(struct pair_graph *graph, uint32_t function, const uint8_t *from,
                              struct path_product *out)
{
    const uint32_t n = chain_states(graph->chain);
    MUST(allocate(n, sizeof *out->start_of, "the starts of paths", &out->start_of));
    for (uint32_t i = 0; i < n; i++) {
        uint32_t left = function;
        out->start_of[i] = UINT32_MAX;
        if (from && !from[i]) continue;
        if (graph->count) MUST(pair_graph_after(graph, function, i, &left));
        MUST(pair_graph_add(graph, i, left, &out->start_of[i]));
    }
    return OK;
}

/* The labels of the product: init and deadlock, if the chain has them. */
static enum status add_labels(const struct chain *chain, struct path_product *out)
{
    const struct label *init = chain_label(chain, "init"), *stops = chain_label(chain, "deadlock");
    uint8_t *holds;
    MUST(chain_add_label(&out->chain, "init", &holds));
    for (uint32_t i = 0; i < chain_states(chain); i++)
        if (init && init->holds[i] && out->start_of[i] != UINT32_MAX) holds[out->start_of[i]] = 1;
    MUST(chain_add_label(&out->chain, "deadlock", &holds));
    for (uint32_t k = 0; k < chain_states(&out->chain); k++)
        holds[k] = stops && stops->holds[out->state_of[k]];
    return OK;
}

static enum status add_accepted(const struct pair_graph *graph, bool co_safe,
                                struct path_product *out)
{
    MUST(allocate_zeroed(graph->pairs.count, 1, "accepted states", &out->accepted));
    if (!co_safe)
        return graph->chain->group ? find_accepting_ends(graph, NULL, 1, out->accepted)
                                   : find_accepting_classes(graph, out->accepted);
    for (uint32_t k = 0; k < graph->pairs.count; k++)
        out->accepted[k] = pair_remainder(graph, k) == ALL;
    return OK;
}

/* Moves the transitions of the graph into the product, and names their states. */
static enum status take_graph(struct pair_graph *graph, struct path_product *out)
{
    const uint32_t n = graph->pairs.count;
    MUST(allocate(n, sizeof *out->state_of, "states of the product", &out->state_of));
    for (uint32_t k = 0; k < n; k++) out->state_of[k] = pair_state(graph, k);
    out->chain.type = graph->chain->type;
    out->chain.rounding = graph->chain->rounding;
    out->chain.transitions = graph->transitions;
    out->chain.group = graph->group;
    out->chain.ngroups = graph->group ? n : 0;
    graph->transitions = (struct csr){0};
    graph->group = NULL;
    return OK;
}

/* An empty graph has no rows yet. */
static enum status make_first_row(struct csr *a)
{
    return a->row ? OK : csr_allocate(0, 0, a);
}

enum status product_explore(struct pair_graph *graph, uint32_t first, const uint8_t *from,
                            struct path_product *out)
{
    bool ignored;
    MUST(add_starts(graph, first, from, out));
    MUST(pair_graph_explore(graph, UINT32_MAX, &ignored));
    return make_first_row(&graph->transitions);
}

enum status product_take(struct pair_graph *graph, struct path_product *out)
{
    MUST(take_graph(graph, out));
    return add_labels(graph->chain, out);
}

enum status path_product_make(const struct chain *chain, const struct formula *formula,
                              const uint8_t *const *atoms, const uint8_t *from, bool co_safe,
                              struct path_product *out)
{
    enum status status = OK;
    struct remainders remainders = {0};
    struct pair_graph graph = {0};
    uint32_t *letters = NULL, function;
    *out = (struct path_product){0};
    if (co_safe) TRY(check_co_safe(formula));
    TRY(remainders_init(&remainders));
    TRY(path_remainder(chain, &formula, 1, atoms, &remainders, &function, &letters));
    graph = pair_graph_begin(chain, letters, &remainders);
    TRY(product_explore(&graph, function, from, out));
    TRY(add_accepted(&graph, co_safe, out));
    TRY(product_take(&graph, out));
out:
    pair_graph_free(&graph);
    remainders_free(&remainders);
    free(letters);
    if (status != OK) path_product_free(out);
    return status;
}

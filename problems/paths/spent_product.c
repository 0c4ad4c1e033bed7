#include "problems/paths/spent_product.h"

#include "base/memory.h"
#include "problems/paths/pair_graph.h"

static bool is_good(const struct spending *s, uint32_t state, uint32_t paid)
{
    return s->goal[state] && paid >= s->lower && paid <= s->upper;
}

/* is_settled */
static bool is_decided(const void *context, uint32_t state, uint32_t paid)
{
    const struct spending *s = context;
    return paid > s->upper || is_good(s, state, paid) || (s->through && !s->through[state]);
}

static enum status add_accepted(const struct pair_graph *graph, const struct spending *s,
                                struct path_product *out)
{
    const uint32_t n = graph->pairs.count;
    MUST(allocate(n, 1, "accepted states", &out->accepted));
    for (uint32_t k = 0; k < n; k++)
        out->accepted[k] = is_good(s, pair_state(graph, k), pair_steps(graph, k));
    return OK;
}

enum status spent_product_make(const struct chain *chain, const struct spending *spending,
                               const uint8_t *from, struct path_product *out)
{
    enum status status = OK;
    struct pair_graph graph = pair_graph_begin(chain, NULL, NULL);
    *out = (struct path_product){0};
    graph.count = 0;
    graph.steps = spending->upper == NO_LAST_PAYMENT ? spending->lower : spending->upper + 1;
    graph.adds = spending->pays;
    graph.goes_on = true;
    graph.settled = is_decided;
    graph.context = spending;
    TRY(product_explore(&graph, 0, from, out));
    TRY(add_accepted(&graph, spending, out));
    TRY(product_take(&graph, out));
out:
    pair_graph_free(&graph);
    if (status != OK) path_product_free(out);
    return status;
}

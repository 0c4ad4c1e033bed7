#include "harness/case/verify_cycle.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/process/interrupt.h"
#include "solvers/search/depth_first.h"

static bool has_edge(const struct product *product, uint32_t from, uint32_t to)
{
    for (uint64_t e = product->row[from]; e < product->row[from + 1]; e++)
        if (product->col[e] == to) return true;
    return false;
}

static bool has_accepting(const struct product *product, const struct lasso *lasso)
{
    for (uint64_t k = 0; k < lasso->cycle; k++)
        if (product_accepting(product, lasso->vertex[lasso->prefix + k])) return true;
    return false;
}

const char *lasso_fault(const struct product *product, const struct lasso *lasso)
{
    uint64_t length = lasso->prefix + lasso->cycle;
    if (lasso->cycle == 0)
        return "no cycle goes through the vertex that was found, or it is out of reach";
    for (uint64_t k = 0; k < length; k++)
        if (lasso->vertex[k] >= product->n) return "the lasso names a vertex that does not exist";
    if (product->initial != NO_VERTEX && lasso->vertex[0] != product->initial)
        return "the lasso does not begin at the initial vertex";
    for (uint64_t k = 0; k < length; k++) {
        uint64_t next = k + 1 < length ? k + 1 : lasso->prefix;
        if (!has_edge(product, lasso->vertex[k], lasso->vertex[next]))
            return "the lasso follows an edge that does not exist";
    }
    return has_accepting(product, lasso) ? NULL : "no vertex on the cycle is accepting";
}

static enum status verify_found(const struct product *product, uint32_t witness,
                                struct cycle_verdict *out)
{
    enum status status = OK;
    struct lasso lasso = {0};
    TRY(lasso_find(product, witness, &lasso));
    out->fault = lasso_fault(product, &lasso);
    if (!out->fault) {
        out->prefix = lasso.prefix;
        out->cycle = lasso.cycle;
    }
out:
    lasso_free(&lasso);
    return status;
}

static enum status verify_none(const struct product *product, const struct method *method,
                               struct cycle_verdict *out)
{
    enum status status = OK;
    struct depth_first walk = {
        .edges = {.wide = product->row, .col = product->col, .accepting = product->accepting},
        .n = product->n,
        .root = product->initial,
        .stop = &interrupt_solve,
    };
    for (int k = 0; k < WALK_NROOM; k++)
        TRY(allocate(product->n, sizeof **walk.room, "a check", &walk.room[k]));
    const bool nested = method->walk == walk_components; /* another search than the method's */
    const bool found = (nested ? walk_nested : walk_components)(&walk) != NO_VERTEX;
    if (walk.stopped) TRY(fail(ERROR_INTERRUPTED, "interrupted while the verdict was checked"));
    if (found)
        out->fault = nested ? "a nested depth-first search finds an accepting cycle"
                            : "a search for strongly connected components finds an accepting cycle";
out:
    for (int k = 0; k < WALK_NROOM; k++) free(walk.room[k]);
    return status;
}

enum status verify_cycle(const struct product *product, const struct method *method,
                         const struct search_answer *answer, struct cycle_verdict *out)
{
    *out = (struct cycle_verdict){0};
    return answer->cycle ? verify_found(product, answer->witness, out)
                         : verify_none(product, method, out);
}

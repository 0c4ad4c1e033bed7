#include "datasets/models/exact_rates.h"

#include <math.h>
#include <string.h>

#include "datasets/format.h"

/* Returns whether b has the transitions of a, with rates that differ only by rounding. */
static bool is_same(const struct csr *a, const struct csr *b)
{
    if (a->rows != b->rows || a->nnz != b->nnz) return false;
    if (memcmp(a->row, b->row, ((size_t)a->rows + 1) * sizeof *a->row) ||
        memcmp(a->col, b->col, a->nnz * sizeof *a->col))
        return false;
    for (uint64_t k = 0; k < a->nnz; k++)
        if (!(fabs(a->val[k] - b->val[k]) <= 1e-9 * a->val[k])) return false;
    return true;
}

enum status exact_rates_take(const char *path, struct chain *chain)
{
    struct chain exact;
    enum status status = OK;
    MUST(format_named("prism")->read_chain(path, CHAIN_CTMC, &exact));
    if (is_same(&exact.transitions, &chain->transitions)) {
        memcpy(chain->transitions.val, exact.transitions.val,
               exact.transitions.nnz * sizeof *exact.transitions.val);
        chain->rounding.transitions = exact.rounding.transitions;
        chain->rounding.lost |= exact.rounding.lost;
    } else status = fail(ERROR_INPUT, "%s: its .tra file has other rates than the chain", path);
    chain_free(&exact);
    return status;
}

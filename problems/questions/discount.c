/* Discounted rewards: if a step counts a share d of the one before it, paths may as well go on with
 * the probability d. Then the sum of what is paid until a path ends is, on average, the discounted
 * sum, of chains and of decision processes. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "problems/property.h"

static enum status copy_states(const struct chain *chain, struct chain *out)
{
    const uint32_t n = chain_states(chain);
    uint8_t *init;
    out->type = chain->type;
    out->rounding = chain->rounding;
    out->rounding.lost = true; /* a product with a rounded discount is no number of the model */
    if (chain->group) {
        MUST(allocate((size_t)n + 2, sizeof *out->group, "states", &out->group));
        memcpy(out->group, chain->group, ((size_t)n + 1) * sizeof *out->group);
        out->group[n + 1] = chain->transitions.rows + 1;
        out->ngroups = n + 1;
    }
    MUST(csr_allocate(chain->transitions.rows + 1,
                      chain->transitions.nnz + chain->transitions.rows + 1, &out->transitions));
    MUST(chain_add_label(out, "init", &init));
    memcpy(init, chain_label(chain, "init")->holds, n);
    return OK;
}

static void write_row(const struct csr *from, uint32_t row, double discount, uint32_t end,
                      struct csr *to)
{
    uint64_t at = to->row[row];
    for (uint64_t k = from->row[row]; k < from->row[row + 1]; k++) {
        if (discount * from->val[k] == 0) continue;
        to->col[at] = from->col[k];
        to->val[at++] = discount * from->val[k];
    }
    to->col[at] = end;
    to->val[at++] = 1 - discount;
    to->row[row + 1] = at;
}

enum status end_by_discount(const struct chain *chain, double discount, struct chain *out,
                            double *rounded)
{
    const struct csr *from = &chain->transitions;
    const uint32_t end = chain_states(chain);
    double most = 0;
    *out = (struct chain){0};
    MUST(copy_states(chain, out));
    struct csr *to = &out->transitions;
    to->row[0] = 0;
    for (uint32_t r = 0; r < from->rows; r++) {
        write_row(from, r, discount, end, to);
        most = fmax(most, share_of_row_sum(from, r));
    }
    to->nnz = to->row[from->rows];
    to->col[to->nnz] = end;
    to->val[to->nnz++] = 1;
    to->row[from->rows + 1] = to->nnz;
    *rounded = 1.01 * most + 1.5 * DBL_EPSILON;
    return OK;
}

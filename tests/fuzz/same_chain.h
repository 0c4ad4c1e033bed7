/* That two chains are the same to the bit, for targets that write what they read. Formats have a
 * reward of each transition, whose sum is rounded. */
#pragma once

#include <float.h>
#include <math.h>

#include "base/sparse/chain.h"
#include "tests/fuzz/fuzz.h"

static inline void require_same(const struct chain *a, const struct chain *b)
{
    const struct csr *x = &a->transitions, *y = &b->transitions;
    require(a->type == b->type && x->rows == y->rows && x->nnz == y->nnz);
    require(!memcmp(x->row, y->row, ((size_t)x->rows + 1) * sizeof *x->row));
    require(!memcmp(x->col, y->col, x->nnz * sizeof *x->col) &&
            !memcmp(x->val, y->val, x->nnz * sizeof *x->val));
    require(chain_states(a) == chain_states(b) && !a->group == !b->group);
    for (uint32_t i = 0; a->group && i <= a->ngroups; i++) require(a->group[i] == b->group[i]);
    for (uint32_t r = 0; r < x->rows; r++) {
        const char *from = action_of(a, r), *to = action_of(b, r);
        require(!strcmp(from ? from : "", to ? to : ""));
    }
    require(a->nlabels == b->nlabels && a->nrewards == b->nrewards);
    for (size_t k = 0; k < a->nlabels; k++)
        require(!strcmp(a->labels[k].name, b->labels[k].name) &&
                !memcmp(a->labels[k].holds, b->labels[k].holds, chain_states(a)));
    for (size_t k = 0; k < a->nrewards; k++) {
        const struct reward *from = &a->rewards[k], *to = &b->rewards[k];
        require(!strcmp(from->name, to->name));
        for (uint32_t r = 0; r < x->rows; r++)
            require(fabs(from->rate[r] - to->rate[r]) <=
                    (from->state ? 8 * DBL_EPSILON * from->rate[r] : 0));
    }
}

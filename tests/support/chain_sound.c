#include "tests/support/chain_sound.h"

#include <math.h>
#include <string.h>

static bool rows_sound(const struct chain *chain, double tolerance)
{
    const struct csr *a = &chain->transitions;
    for (uint32_t i = 0; i < a->rows; i++) {
        double staying = 0, leaving = 0;
        if (a->row[i] == a->row[i + 1]) return false;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (!(a->val[k] > 0)) return false;
            *(a->col[k] == i ? &staying : &leaving) += a->val[k];
        }
        if (!isfinite(staying + leaving)) return false;
        if (chain->type == CHAIN_DTMC && !chain_row_fits(staying, leaving, tolerance)) return false;
    }
    return true;
}

bool chain_sound(const struct chain *chain, double tolerance)
{
    uint32_t n = chain_states(chain);
    if (chain->type == CHAIN_UNKNOWN || !csr_sound(&chain->transitions) ||
        !rows_sound(chain, tolerance))
        return false;
    if (!chain_label(chain, "deadlock") || !memchr(chain_label(chain, "init")->holds, 1, n))
        return false;
    for (size_t k = 0; k < chain->nrewards; k++)
        for (uint32_t i = 0; i < n; i++)
            if (!isfinite(chain->rewards[k].rate[i]) || chain->rewards[k].rate[i] < 0) return false;
    return true;
}

double chain_entry(const struct chain *chain, uint32_t from, uint32_t to)
{
    uint64_t k = csr_find(&chain->transitions, from, to);
    return k == UINT64_MAX ? 0 : chain->transitions.val[k];
}

#include "tests/support/chain_sound.h"

#include <math.h>
#include <string.h>

/* Bounds are in order, and nothing keeps some numbers between them from a sum of 1. */
static bool intervals_sound(const struct chain *chain, uint32_t row, double tolerance)
{
    const struct csr *a = &chain->transitions;
    double least = 0, most = 0;
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) {
        if (!(a->val[k] > 0 && a->val[k] <= chain->upper[k])) return false;
        if (a->col[k] >= chain_states(chain)) return false;
        least += a->val[k];
        most += chain->upper[k];
    }
    return least <= 1 + tolerance && most >= 1 - tolerance && isfinite(most);
}

static bool row_sound(const struct chain *chain, uint32_t state, uint32_t row, double tolerance)
{
    const struct csr *a = &chain->transitions;
    double staying = 0, leaving = 0;
    if (a->row[row] == a->row[row + 1]) return false;
    if (chain->upper) return intervals_sound(chain, row, tolerance);
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) {
        if (!(a->val[k] > 0) || a->col[k] >= chain_states(chain)) return false;
        *(a->col[k] == state ? &staying : &leaving) += a->val[k];
    }
    return isfinite(staying + leaving) &&
           (chain->type == CHAIN_CTMC || chain_row_fits(staying, leaving, tolerance));
}

static bool rows_sound(const struct chain *chain, double tolerance)
{
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            if (!row_sound(chain, i, r, tolerance)) return false;
    return true;
}

static bool choices_sound(const struct chain *chain)
{
    const struct actions *actions = &chain->actions;
    if ((chain->type == CHAIN_MDP) != (chain->group != NULL)) return false;
    if (!chain->group) return !actions->of && !actions->count && !chain->ngroups;
    for (uint32_t i = 0; i < chain->ngroups; i++)
        if (chain->group[i] >= chain->group[i + 1]) return false;
    for (uint32_t r = 0; actions->of && r < chain->transitions.rows; r++)
        if (actions->of[r] != NO_ACTION && actions->of[r] >= actions->count) return false;
    return chain->ngroups && chain->group[0] == 0 &&
           chain->group[chain->ngroups] == chain->transitions.rows;
}

bool chain_sound(const struct chain *chain, double tolerance)
{
    if (chain->type == CHAIN_UNKNOWN || !csr_sound(&chain->transitions) || !choices_sound(chain) ||
        !rows_sound(chain, tolerance))
        return false;
    if (!chain_label(chain, "deadlock") ||
        !memchr(chain_label(chain, "init")->holds, 1, chain_states(chain)))
        return false;
    for (size_t k = 0; k < chain->nrewards; k++)
        for (uint32_t r = 0; r < chain->transitions.rows; r++)
            if (!isfinite(chain->rewards[k].rate[r]) || chain->rewards[k].rate[r] < 0) return false;
    return true;
}

double chain_entry(const struct chain *chain, uint32_t from, uint32_t to)
{
    uint64_t k = csr_find(&chain->transitions, from, to);
    return k == UINT64_MAX ? 0 : chain->transitions.val[k];
}

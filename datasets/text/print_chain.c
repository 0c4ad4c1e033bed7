#include "datasets/text/print_chain.h"

static void print_source(struct printer *to, const struct chain *chain, uint32_t state,
                         uint32_t row)
{
    if (chain->group) print(to, "%u %u", state, row - chain->group[state]);
    else print(to, "%u", state);
}

/* values: one for each transition, or NULL; then each is `value`. */
static void print_row(struct printer *to, const struct chain *chain, uint32_t state, uint32_t row,
                      const double *values, double value, const char *action)
{
    const struct csr *a = &chain->transitions;
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++) {
        print_source(to, chain, state, row);
        print(to, " %u %g", a->col[k], values ? values[k] : value);
        if (action) print(to, " %s", action);
        print(to, "\n");
    }
}

void print_transitions(struct printer *to, const struct chain *chain, bool actions)
{
    for (uint32_t i = 0; i < chain_states(chain) && to->status == OK; i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            print_row(to, chain, i, r, chain->transitions.val, 0,
                      actions ? action_of(chain, r) : NULL);
}

void print_transition_rewards(struct printer *to, const struct chain *chain,
                              const struct reward *reward)
{
    for (uint32_t i = 0; i < chain_states(chain) && to->status == OK; i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
            const double each = reward_of_transitions(reward, i, r, chain_exit(chain, r));
            if (each != 0) print_row(to, chain, i, r, NULL, each, NULL);
        }
}

uint64_t count_transition_rewards(const struct chain *chain, const struct reward *reward)
{
    const struct csr *a = &chain->transitions;
    uint64_t count = 0;
    for (uint32_t i = 0; i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            if (reward_of_transitions(reward, i, r, 1) != 0) count += a->row[r + 1] - a->row[r];
    return count;
}

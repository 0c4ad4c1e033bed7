#include "tests/support/rewards.h"

#include <stdlib.h>
#include <string.h>

/* Takes the reward that was added last out of the chain; the array is the caller's. */
static double *take_reward(struct chain *chain)
{
    struct reward *last = &chain->rewards[--chain->nrewards];
    free(last->name);
    free(last->state);
    return last->rate;
}

enum status read_reward(const char *path, struct chain *chain, double **out)
{
    const char *slash = strrchr(path, '/');
    size_t before = chain->nrewards;
    *out = NULL;
    enum status status = prism_read_reward(path, slash ? slash + 1 : path, chain);
    if (chain->nrewards != before + (status == OK)) abort();
    if (status == OK) *out = take_reward(chain);
    return status;
}

#include "datasets/formats/prism/prism.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/labels.h"
#include "datasets/text/rewards.h"

enum status prism_read_reward(const char *path, const char *name, struct chain *chain)
{
    enum status status = OK;
    uint32_t n = chain->transitions.n;
    const char *dot = strrchr(name, '.');
    char *states = NULL, *transitions = NULL;
    double *rate, *sum = NULL;
    TRY(format_beside(path, name, &states));
    if (!dot || strcmp(dot, ".srew"))
        TRY(fail(ERROR_INPUT,
                 "%s: rewards are named by their .srew file; a .trew file is found beside it",
                 states));
    TRY(prism_sibling(states, ".trew", &transitions));
    TRY(allocate_zeroed(n, sizeof *sum, "rewards", &sum));
    TRY(rewards_read_states(states, chain, true, sum));
    if (access(transitions, F_OK) == 0)
        TRY(rewards_read_transitions(transitions, chain, true, sum));
    TRY(chain_add_reward(chain, name, &rate));
    memcpy(rate, sum, n * sizeof *rate);
out:
    free(sum);
    free(states);
    free(transitions);
    return status;
}

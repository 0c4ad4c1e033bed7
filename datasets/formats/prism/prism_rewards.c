#include "datasets/formats/prism/prism.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/packed/unpacked.h"
#include "datasets/format.h"
#include "datasets/text/labels.h"
#include "datasets/text/rewards.h"

enum status prism_read_reward(const char *path, const char *name, struct chain *chain)
{
    enum status status = OK;
    const size_t length = packed_stem(name), ending = sizeof ".srew" - 1;
    char *states = NULL, *transitions = NULL;
    TRY(format_beside(path, name, &states));
    if (length < ending || strncmp(name + length - ending, ".srew", ending))
        TRY(fail(ERROR_INPUT,
                 "%s: rewards are named by their .srew file; a .trew file is found beside it",
                 states));
    TRY(prism_sibling(states, ".trew", &transitions));
    TRY(rewards_read(states, access(transitions, F_OK) ? NULL : transitions, true, name, chain));
out:
    free(states);
    free(transitions);
    return status;
}

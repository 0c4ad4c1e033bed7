#include "datasets/formats/storm/storm.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/text/rewards.h"

static const char state_ending[] = ".state.rew", transition_ending[] = ".trans.rew";

/* The length of path without this ending, or 0. */
static size_t stem_of(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && !strcmp(path + length - tail, ending) ? length - tail : 0;
}

enum status storm_read_reward(const char *path, const char *name, struct chain *chain)
{
    enum status status = OK;
    char *file = NULL, *states = NULL, *transitions = NULL;
    TRY(format_beside(path, name, &file));
    size_t of_states = stem_of(file, state_ending),
           of_transitions = stem_of(file, transition_ending);
    int stem = (int)(of_states + of_transitions); /* one of them is 0 */
    if (!stem)
        TRY(fail(ERROR_INPUT, "%s: rewards are named by their %s or %s file", file, state_ending,
                 transition_ending));
    TRY(format_text(&states, "%.*s%s", stem, file, state_ending));
    TRY(format_text(&transitions, "%.*s%s", stem, file, transition_ending));
    TRY(rewards_read(of_states || !access(states, F_OK) ? states : NULL,
                     of_transitions || !access(transitions, F_OK) ? transitions : NULL, false, name,
                     chain));
out:
    free(file);
    free(states);
    free(transitions);
    return status;
}

#include "datasets/formats/storm/storm.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "datasets/format.h"
#include "datasets/text/rewards.h"

static const char state_ending[] = ".state.rew", transition_ending[] = ".trans.rew";

/* The length of path without this ending, or 0. */
static size_t stem_of(const char *path, const char *ending)
{
    size_t length = packed_stem(path), tail = strlen(ending);
    return length > tail && !strncmp(path + length - tail, ending, tail) ? length - tail : 0;
}

enum status storm_read_reward(const char *path, const char *name, struct chain *chain)
{
    enum status status = OK;
    char *file = NULL, *usual = NULL, *other = NULL;
    TRY(format_beside(path, name, &file));
    size_t of_states = stem_of(file, state_ending),
           of_transitions = stem_of(file, transition_ending);
    int stem = (int)(of_states + of_transitions); /* one of them is 0 */
    if (!stem)
        TRY(fail(ERROR_INPUT, "%s: rewards are named by their %s or %s file", file, state_ending,
                 transition_ending));
    TRY(format_text(&usual, "%.*s%s", stem, file, of_states ? transition_ending : state_ending));
    TRY(packed_find(usual, &other));
    TRY(rewards_read(of_states ? file : other, of_states ? other : file, false, name, chain));
out:
    free(file);
    free(usual);
    free(other);
    return status;
}

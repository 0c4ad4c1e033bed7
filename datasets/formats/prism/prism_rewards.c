#include "datasets/formats/prism/prism.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/packed/unpacked.h"
#include "datasets/format.h"
#include "datasets/text/labels.h"
#include "datasets/text/lines.h"
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

/* Finds the name in the first line of a file, `# Reward structure "steps"`. *name (new) = NULL if
 * it has none. */
static enum status read_name(const char *path, char **name)
{
    static const char opening[] = "# Reward structure \"";
    struct lines lines = {0};
    bool found;
    *name = NULL;
    enum status status = lines_open(path, '\0', &lines);
    do {
        if (status == OK) status = lines_read(&lines, &found);
        if (status != OK || !found || strncmp(lines.cursor, opening, strlen(opening))) continue;
        const char *start = lines.cursor + strlen(opening);
        status = format_text(name, "%.*s", (int)strcspn(start, "\""), start);
    } while (status == OK && found && !*name && *lines.cursor == '#');
    lines_close(&lines);
    return status;
}

/* Adds the reward of a .srew file, called as its head says. */
static enum status read_named(const char *path, const char *file, struct chain *chain)
{
    enum status status = OK;
    char *beside = NULL, *name = NULL;
    TRY(prism_read_reward(path, file, chain));
    TRY(format_beside(path, file, &beside));
    TRY(read_name(beside, &name));
    if (name && *name && !chain_reward(chain, name)) {
        char **kept = &chain->rewards[chain->nrewards - 1].name;
        free(*kept);
        *kept = name;
        name = NULL;
    }
out:
    free(beside);
    free(name);
    return status;
}

/* PRISM writes m.srew for one reward, and m1.srew, m2.srew, ... for several. */
enum status prism_read_rewards(const char *path, const char *name, struct chain *chain)
{
    enum { MOST_REWARDS = 1000 };
    enum status status = OK;
    char *file = NULL, *beside = NULL;
    const char *base = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    const int stem = (int)(packed_stem(base) - strlen(".tra"));
    if (name) return read_named(path, name, chain);
    for (int k = 0; k < MOST_REWARDS; k++) {
        TRY(k ? format_text(&file, "%.*s%d.srew", stem, base, k)
              : format_text(&file, "%.*s.srew", stem, base));
        TRY(format_beside(path, file, &beside));
        const bool there = !access(beside, F_OK);
        if (there) TRY(read_named(path, file, chain));
        free(file);
        free(beside);
        file = beside = NULL;
        if (!there && k) break;
    }
out:
    free(file);
    free(beside);
    return status;
}

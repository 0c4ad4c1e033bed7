#include "datasets/text/action_names.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void action_names_free(struct action_names *names)
{
    for (size_t k = 0; k < names->actions.count; k++) free(names->actions.name[k]);
    free(names->actions.name);
    free(names->actions.of);
    free(names->slot);
    *names = (struct action_names){0};
}

/* The slot of this name, or the empty one where it belongs. */
static uint32_t *find_slot(const struct action_names *names, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
    uint32_t k = (uint32_t)(hash >> 32) & (names->nslots - 1);
    while (names->slot[k] && strcmp(names->actions.name[names->slot[k] - 1], name))
        k = (k + 1) & (names->nslots - 1);
    return &names->slot[k];
}

/* Keeps at least half of the slots empty. */
static enum status make_slots(struct action_names *names)
{
    if (2 * (names->actions.count + 1) <= names->nslots) return OK;
    const uint32_t nslots = names->nslots ? 2 * names->nslots : 64;
    uint32_t *slot;
    MUST(allocate_zeroed(nslots, sizeof *slot, "names of actions", &slot));
    free(names->slot);
    names->slot = slot;
    names->nslots = nslots;
    for (uint32_t k = 0; k < names->actions.count; k++)
        *find_slot(names, names->actions.name[k]) = k + 1;
    return OK;
}

enum status action_names_index(struct action_names *names, const char *name, uint32_t *out)
{
    struct actions *actions = &names->actions;
    MUST(make_slots(names));
    uint32_t *slot = find_slot(names, name);
    if (!*slot) {
        MUST(reserve(&actions->name, &names->name_room, actions->count + 1, sizeof *actions->name,
                     "names of actions"));
        MUST(copy_text(name, &actions->name[actions->count]));
        *slot = (uint32_t)++actions->count;
    }
    *out = *slot - 1;
    return OK;
}

/* Choices 0 .. count - 1 are known; those that were not set have no action. */
static enum status know(struct action_names *names, uint32_t count)
{
    MUST(reserve(&names->actions.of, &names->of_room, count, sizeof *names->actions.of, "actions"));
    while (names->named < count) names->actions.of[names->named++] = NO_ACTION;
    return OK;
}

enum status action_names_set(struct action_names *names, const struct lines *lines, uint32_t choice,
                             const char *name)
{
    char quote[LINES_QUOTE], other[LINES_QUOTE];
    uint32_t index = NO_ACTION;
    const bool is_new = choice >= names->named;
    if (name && *name) MUST(action_names_index(names, name, &index));
    MUST(know(names, choice + 1));
    uint32_t *of = &names->actions.of[choice];
    if (is_new) *of = index;
    if (*of == index) return OK;
    return lines_fail(lines, "a choice has one action or none, and this one has '%s' and '%s'",
                      *of == NO_ACTION ? "" : lines_quote(names->actions.name[*of], other),
                      index == NO_ACTION ? "" : lines_quote(names->actions.name[index], quote));
}

enum status action_names_finish(struct action_names *names, uint32_t count, struct actions *out)
{
    if (names->actions.count) MUST(know(names, count));
    else free(names->actions.of), names->actions.of = NULL;
    *out = names->actions;
    names->actions = (struct actions){0};
    action_names_free(names);
    return OK;
}

#include "generators/command_names.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/team.h"

/* Places of all names with numbers up to `most`: name by name. */
struct places {
    uint32_t width; /* numbers of a name, NO_NUMBER included */
    uint32_t *index;
};

static uint32_t place_of(const struct places *places, uint32_t called)
{
    return called / COMMAND_NUMBERS * places->width + called % COMMAND_NUMBERS;
}

static enum status add_name(const char *name, uint32_t number, size_t *room,
                            struct actions *actions)
{
    char text[64];
    MUST(reserve(&actions->name, room, actions->count + 1, sizeof *actions->name,
                 "names of choices"));
    if (number) snprintf(text, sizeof text, "%s%u", name, number - 1);
    else snprintf(text, sizeof text, "%s", name);
    MUST(copy_text(text, &actions->name[actions->count]));
    actions->count++;
    return OK;
}

static enum status list_names(const struct model *model, const struct places *places,
                              struct actions *actions)
{
    size_t room = 0;
    for (int name = 1; model->commands[name]; name++)
        for (uint32_t number = 0; number < places->width; number++) {
            uint32_t *index = &places->index[(uint32_t)name * places->width + number];
            if (!*index) continue;
            *index = (uint32_t)actions->count;
            MUST(add_name(model->commands[name], number, &room, actions));
        }
    return OK;
}

enum status command_names(const struct model *model, uint32_t rows, struct actions *actions)
{
    enum status status = OK;
    struct places places = {0};
    uint32_t width = 1;
#pragma omp parallel for schedule(static) reduction(max : width) if (team_once(rows))
    for (uint32_t r = 0; r < rows; r++)
        if (actions->of[r] % COMMAND_NUMBERS >= width)
            width = actions->of[r] % COMMAND_NUMBERS + 1;
    places.width = width;
    TRY(allocate_zeroed((size_t)places.width * MODEL_ENTRIES, sizeof *places.index,
                        "names of choices", &places.index));
#pragma omp parallel for schedule(static) if (team_once(rows))
    for (uint32_t r = 0; r < rows; r++)
#pragma omp atomic write
        places.index[place_of(&places, actions->of[r])] = 1;
    TRY(list_names(model, &places, actions));
#pragma omp parallel for schedule(static) if (team_once(rows))
    for (uint32_t r = 0; r < rows; r++)
        actions->of[r] =
            actions->of[r] ? places.index[place_of(&places, actions->of[r])] : NO_ACTION;
    if (!actions->count) actions_free(actions);
out:
    free(places.index);
    return status;
}

/* scheduler=FILE: an MDP as the chain that it is under a scheduler. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/schedulers/scheduler.h"
#include "problems/source_parts.h"

enum status scheduler_take(const char *name, const char *value, struct source *out)
{
    char *beside = NULL;
    MUST(format_text(&out->scheduler, "%.*s", (int)strcspn(value, ","), value));
    if (access(out->scheduler, F_OK) == 0) return OK;
    if (out->file) MUST(format_beside(out->file, out->scheduler, &beside));
    if (!beside || access(beside, F_OK))
        return free(beside),
               fail(ERROR_INPUT, "%s: scheduler=%s: there is no such file", name, out->scheduler);
    free(out->scheduler);
    out->scheduler = beside;
    return OK;
}

enum status scheduler_cut(const char *name, char *parameters, struct source *out)
{
    static const char key[] = "scheduler=";
    char *at = strstr(parameters, key);
    while (at && at > parameters && at[-1] != ',') at = strstr(at + 1, key);
    if (!at) return OK;
    const char *rest = at + strcspn(at, ",");
    MUST(scheduler_take(name, at + strlen(key), out));
    if (*rest) memmove(at, rest + 1, strlen(rest));
    else at[at > parameters ? -1 : 0] = '\0';
    return OK;
}

enum status scheduler_follow(const struct source *source, struct chain *chain)
{
    uint32_t *choice;
    if (!chain->group)
        return fail(ERROR_INPUT, "%s: scheduler=%s: a chain has no choices: leave it out",
                    source->generator ? source->generator->name : source->file, source->scheduler);
    MUST(scheduler_read(source->scheduler, chain, &choice));
    chain_induce(chain, choice);
    free(choice);
    return OK;
}

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "solvers/ranks/rank_ops.h"
#include "solvers/registry.h"

static const struct ranks_link *link_here;
static struct link_self self;
static const struct rank_ops *device;

/* Loads MPI with global symbols, because parts of MPI that it loads later need them. */
enum status ranks_meet(const char *library, struct link_self *out)
{
    void *from = dlopen(library, RTLD_NOW | RTLD_GLOBAL);
    const struct ranks_link *found = from ? dlsym(from, "ranks_link") : NULL;
    if (!found) return fail(ERROR_ENVIRONMENT, "cannot load MPI: %s", dlerror());
    if (found->version != LINK_VERSION)
        return fail(ERROR_ENVIRONMENT, "%s is of another version of this program: run make again",
                    library);
    link_here = found;
    link_here->start(&self);
    *out = self;
    return OK;
}

const struct ranks_link *ranks_link_here(void)
{
    return link_here;
}

const struct link_self *ranks_self(void)
{
    return &self;
}

enum status ranks_agree(enum status mine)
{
    enum { MOST_RANKS = 1024, LONGEST = 400 };
    int all[MOST_RANKS], own = (int)mine, k = 0;
    bool alone = false;
    char text[LONGEST];
    if (self.size > MOST_RANKS) return fail(ERROR_UNSUPPORTED, "%d ranks are too many", self.size);
    link_here->gather(&own, sizeof own, all);
    while (k < self.size && all[k] == OK) k++;
    if (k == self.size) return OK;
    for (int other = 0; other < self.size; other++) alone |= all[other] != all[k];
    snprintf(text, sizeof text, "%s", fail_message());
    link_here->broadcast(text, sizeof text, k);
    if (!alone) return fail((enum status)all[k], "%s", text);
    return fail((enum status)all[k], "rank %d: %s", k, text);
}

enum status ranks_find_device(const struct place *member)
{
    const struct rank_ops *found = find_rank_ops(member);
    if (found) MUST(found->load());
    device = found;
    return OK;
}

enum status ranks_meet_device(void)
{
    return device ? device->meet() : OK;
}

void ranks_leave_device(void)
{
    if (device) device->leave();
    device = NULL;
}

const struct rank_ops *ranks_device(void)
{
    return device;
}

#include "base/sparse/breadth_first.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"

#define NO_RANK UINT32_MAX

enum { LOOK_EVERY = 1 << 16 }; /* number of states after which the search asks whether to stop */

struct search {
    uint32_t *rank, *queue, count; /* rank[queue[k]] = k for k < count */
};

static void breadth_first_meet(struct search *search, uint32_t i)
{
    if (search->rank[i] != NO_RANK) return;
    search->rank[i] = search->count;
    search->queue[search->count++] = i;
}

static enum status breadth_first_walk(const struct csr *a, struct search *search)
{
    for (uint32_t first = 0; first < search->count; first++) {
        uint32_t i = search->queue[first];
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) breadth_first_meet(search, a->col[k]);
        if (first % LOOK_EVERY == 0 &&
            !progress_hook_call("states in breadth-first order", first, a->rows))
            return progress_hook_stopped();
    }
    return OK;
}

enum status breadth_first_order(const struct csr *a, const uint8_t *start, uint32_t *rank)
{
    enum status status = OK;
    struct search search = {.rank = rank};
    TRY(allocate(a->rows, sizeof *search.queue, "a breadth-first order", &search.queue));
    memset(rank, 0xff, a->rows * sizeof *rank);
    for (uint32_t i = 0; i < a->rows; i++)
        if (start ? start[i] != 0 : i == 0) breadth_first_meet(&search, i);
    TRY(breadth_first_walk(a, &search));
    for (uint32_t i = 0; i < a->rows; i++) breadth_first_meet(&search, i);
out:
    free(search.queue);
    return status;
}

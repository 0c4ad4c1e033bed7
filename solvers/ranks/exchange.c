/* Entries of x on their way from rank to rank. On a card they go through the host. */
#include <stdint.h>
#include <string.h>

#include "base/team.h"
#include "solvers/ranks/operations.h"

struct rank_here rank_here;

static char *entry_of(const void *x, uint32_t at)
{
    return (char *)(uintptr_t)x + at * rank_here.size;
}

/* Whether the entries that go to a neighbour lie side by side. */
static bool is_run(const struct neighbour *other)
{
    return other->ngive == 0 || other->give[other->ngive - 1] - other->give[0] == other->ngive - 1;
}

static void pack(const struct neighbour *other, const char *x, uint32_t first, char *out)
{
#pragma omp parallel for if (team_again(other->ngive))
    for (uint32_t k = 0; k < other->ngive; k++) {
        const char *from = x + (other->give[k] - first) * rank_here.size;
        if (rank_here.size == sizeof(double))
            memcpy(out + k * sizeof(double), from, sizeof(double));
        else memcpy(out + k * sizeof(float), from, sizeof(float));
    }
}

/* *out: where what goes to a neighbour lies on the host, which may be in x. room: for as many
 * entries, and on a card for all between them. */
static enum status take(const struct neighbour *other, const void *x, char **room, void **out)
{
    const uint32_t first = other->ngive ? other->give[0] : 0,
                   span = other->ngive ? other->give[other->ngive - 1] - first + 1 : 0;
    const char *from = entry_of(x, first);
    *out = *room;
    if (!rank_here.member->on_host) {
        char *const there = *room + (is_run(other) ? 0 : other->ngive * rank_here.size);
        MUST(rank_here.member->get(there, from, span, rank_here.size));
        from = there;
    }
    if (is_run(other)) *out = (void *)(uintptr_t)from;
    else pack(other, from, first, *room);
    *room += (other->ngive + (size_t)span) * rank_here.size;
    return OK;
}

static enum status bring(const struct rank_local *local, const void *x,
                         const struct link_piece *received)
{
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        if (!other->count) continue;
        MUST(rank_here.member->put(entry_of(x, local->count + other->first), received[k].at,
                                   received[k].bytes));
    }
    return OK;
}

enum status ranks_exchange(const void *x)
{
    const struct rank_local *local = rank_here.local;
    const bool on_host = rank_here.member->on_host;
    struct link_piece sent[MOST_PARTS], received[MOST_PARTS];
    char *room = rank_here.room;
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        const uint64_t bytes = other->count * (uint64_t)rank_here.size;
        received[k] = (struct link_piece){other->rank, room, bytes};
        if (on_host) received[k].at = entry_of(x, local->count + other->first);
        else room += bytes;
    }
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        sent[k] = (struct link_piece){.rank = other->rank,
                                      .bytes = other->ngive * (uint64_t)rank_here.size};
        MUST(take(other, x, &room, &sent[k].at));
    }
    ranks_link_here()->exchange(local->neighbours, sent, local->neighbours, received);
    return on_host ? OK : bring(local, x, received);
}

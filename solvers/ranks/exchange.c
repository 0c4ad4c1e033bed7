/* Exchange of entries of x between ranks: on the host by MPI, on GPUs by their rank_ops. */
#include <stdint.h>
#include <string.h>

#include "base/team.h"
#include "solvers/ranks/operations.h"

struct rank_here rank_here;

static char *rank_entry_at(const void *x, uint32_t at)
{
    return (char *)(uintptr_t)x + at * rank_here.size;
}

static void pack(const struct neighbour *other, const char *x, char *out)
{
#pragma omp parallel for if (team_again(other->ngive))
    for (uint32_t k = 0; k < other->ngive; k++) {
        const char *from = x + other->give[k] * rank_here.size;
        if (rank_here.size == sizeof(double))
            memcpy(out + k * sizeof(double), from, sizeof(double));
        else memcpy(out + k * sizeof(float), from, sizeof(float));
    }
}

/* Returns the address of the entries for a neighbour, which may be in x. room: memory for entries
 * that must be packed. */
static void *neighbour_entries(const struct neighbour *other, const void *x, char **room)
{
    if (gives_run(other)) return rank_entry_at(x, other->ngive ? other->give[0] : 0);
    char *const out = *room;
    pack(other, x, out);
    *room += other->ngive * rank_here.size;
    return out;
}

enum status ranks_exchange(const void *x)
{
    const struct rank_local *local = rank_here.local;
    struct link_piece sent[MOST_PARTS], received[MOST_PARTS];
    char *room = rank_here.room;
    if (rank_here.device) return rank_here.device->exchange(x);
    for (int k = 0; k < local->neighbours; k++) {
        const struct neighbour *other = &local->neighbour[k];
        received[k] =
            (struct link_piece){other->rank, rank_entry_at(x, local->count + other->first),
                                other->count * (uint64_t)rank_here.size};
        sent[k] = (struct link_piece){other->rank, neighbour_entries(other, x, &room),
                                      other->ngive * (uint64_t)rank_here.size};
    }
    ranks_link_here()->exchange(local->neighbours, sent, local->neighbours, received);
    return OK;
}

#include "solvers/cpu/blocks.h"

struct share blocks_part(const struct blocks *blocks, size_t thread, size_t threads)
{
    const size_t least = 2 * blocks->sweeps * blocks->reach,
                 most = blocks->groups / (least ? least : 1),
                 parts = most < threads ? most : threads;
    if (thread < parts) return share_of(blocks->groups, thread, parts);
    return (struct share){0, thread == 0 ? blocks->groups : 0};
}

static int blocks_sweep(const struct blocks *blocks, unsigned s, size_t first, size_t end,
                        int unsatisfied)
{
    const bool look = s == blocks->sweeps && blocks->tested && !unsatisfied;
    const int failed = blocks->sweep(blocks->context, s, (struct share){first, end}, !look);
    return unsatisfied | (look && failed);
}

/* Returns the range of a part that sweep s covers before the borders are joined. */
static struct share without_borders(const struct blocks *blocks, struct share part, unsigned s)
{
    const size_t left = (s - 1) * blocks->reach;
    return (struct share){part.first > 0 ? part.first + left : 0,
                          part.end < blocks->groups ? part.end - left : blocks->groups};
}

/* Returns the end of sweep s: `front` minus the distance that sweep s keeps from sweep 1. */
static size_t goal(const struct blocks *blocks, struct share own, unsigned s, size_t front)
{
    const size_t distance = (s - 1) * blocks->reach, end = front > distance ? front - distance : 0;
    return end > own.end ? own.end : end;
}

int blocks_descend(const struct blocks *blocks, struct share part)
{
    struct share own[MAX_BLOCK_SWEEPS + 1];
    int unsatisfied = 0;
    if (part.first == part.end) return 0;
    for (unsigned s = 1; s <= blocks->sweeps; s++) own[s] = without_borders(blocks, part, s);
    struct share *last = &own[blocks->sweeps];
    for (size_t front = part.first; last->first < last->end;) {
        front += blocks->length;
        for (unsigned s = 1; s <= blocks->sweeps; s++) {
            const size_t end = goal(blocks, own[s], s, front);
            if (end <= own[s].first) continue;
            unsatisfied = blocks_sweep(blocks, s, own[s].first, end, unsatisfied);
            own[s].first = end;
        }
    }
    return unsatisfied;
}

int blocks_join(const struct blocks *blocks, struct share part)
{
    int unsatisfied = 0;
    if (part.first == part.end || part.end == blocks->groups) return 0;
    for (unsigned s = 2; s <= blocks->sweeps; s++) {
        const size_t left = (s - 1) * blocks->reach;
        if (left)
            unsatisfied = blocks_sweep(blocks, s, part.end - left, part.end + left, unsatisfied);
    }
    return unsatisfied;
}

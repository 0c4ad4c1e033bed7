/* Teams of threads (OpenMP): how much work is worth a team, and how many threads it may have.
 *
 * Giving work to a team and waiting for it costs 1 to 2 us if every core is free and the threads of
 * the previous region are still awake; 50 to 100 us if threads must be started or woken; and 20 to
 * 100 us on cores that other programs use (make bench-omp). One thread takes 0.5 to 1 ns for an
 * entry of a row or a vector. So work with fewer entries than these limits starts no team, and on a
 * busy machine short work stays short. Results do not depend on this, except for the last bits of
 * sums over vectors, which depend on the number of threads. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    TEAM_MOST = 1024, /* threads */
    TEAM_AGAIN =
        1 << 12, /* entries of work that follows other work of a team at once, such as a sweep */
    TEAM_ONCE =
        1 << 16, /* entries of work that stands alone, such as a step of building a layout */
};

extern bool team_always; /* for tests: all work is worth a team */

/* Returns whether several threads should share the work; for `if` clauses of parallel regions. */
static inline bool team_again(uint64_t entries)
{
    return entries >= TEAM_AGAIN || team_always;
}

static inline bool team_once(uint64_t entries)
{
    return entries >= TEAM_ONCE || team_always;
}

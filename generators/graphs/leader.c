/* Leader election by filters: round after round loses processes, and the last one is elected (E.
 * Styer, G. Peterson, Tight bounds for shared memory symmetric mutual exclusion problems, PODC
 * 1989), as BEEM defines it. */
#include <string.h>

#include "generators/kripke.h"

enum { N, ERROR, LARGEST = 16, ROUNDS = 7 }; /* parameters; the most rounds */

/* Location of a process: before one of the filter's commands (in their order), lost, or elected. */
enum { SIGNS, ASKS, BLOCKS, READS, CLOSES, OPENS, LOST, CHECKS, WINS, ELECTED };

/* Variables: location and round of each process; then for each round who signed last, whether it is
 * blocked, and whether it is closed. */
enum { VARIABLES = 2 * LARGEST + 3 * ROUNDS };

static int rounds(const union argument *a)
{
    return a[N].count <= 4 ? 5 : a[N].count <= 8 ? 6 : ROUNDS;
}

static void leader_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count, m = rounds(a);
    for (int i = 1; i <= n; i++) space_add(out, "p", i, SIGNS, ELECTED, SIGNS);
    for (int i = 1; i <= n; i++) space_add(out, "round", i, 0, m - 1, 0);
    for (int r = 1; r <= m; r++) space_add(out, "turn", r, 0, n - 1, 0);
    for (int r = 1; r <= m; r++) space_add(out, "blocked", r, 0, 1, 0);
    for (int r = 1; r <= m; r++) space_add(out, "closed", r, 0, 1, 0);
}

/* Does the next move of process i; returns false if it has none. It never has more than one. */
static bool leader_move(const union argument *a, int *s, int i)
{
    int n = (int)a[N].count, m = rounds(a), r = s[n + i], *turn = s + 2 * n, *blocked = turn + m,
        *closed = blocked + m;
    int location = s[i]++;
    switch (location) {
    case SIGNS: turn[r] = i; return true;
    case ASKS: return !blocked[r] || a[ERROR].count == 1;
    case BLOCKS: blocked[r] = 1; return true;
    case READS: s[i] = turn[r] != i ? CLOSES : CHECKS; return true;
    case CLOSES: closed[r] |= a[ERROR].count != 2; return true;
    case OPENS: blocked[r] = 0; return true;
    case CHECKS:
        if (r > 0 && !closed[r - 1]) return true;
        s[n + i]++;
        s[i] = SIGNS;
        return true;
    case WINS: return true;
    default: return false;
    }
}

static void leader_step(const union argument *a, const int *s, struct moves *out)
{
    int next[VARIABLES];
    size_t bytes = (size_t)(2 * (int)a[N].count + 3 * rounds(a)) * sizeof *next;
    for (int i = 0; i < (int)a[N].count; i++) {
        memcpy(next, s, bytes);
        if (leader_move(a, next, i)) move_to(out, next);
    }
}

static bool elected(const union argument *a, const int *s)
{
    for (int i = 0; i < (int)a[N].count; i++)
        if (s[i] == ELECTED) return true;
    return false;
}

static const struct kripke kripke = {
    .space = leader_space,
    .step = leader_step,
    .propositions = {{"elected", elected}},
    .properties = {EVENTUALLY(2, "elected")},
};

const struct generator generator_leader = {
    .name = "leader",
    .title = "leader election by filters (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters =
        {[N] = {"n", "processes", PARAMETER_COUNT, .min = 2, .max = LARGEST},
         [ERROR] = {"error",
                    "1: a blocked round does not keep one back; 2: a round is never closed",
                    PARAMETER_COUNT, "0", .max = 2}},
    .kripke = &kripke,
};

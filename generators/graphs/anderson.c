/* Anderson's queue lock: processes wait in a ring of slots (T. Anderson, The performance of spin
 * lock alternatives for shared-memory multiprocessors, IEEE TPDS 1990), as BEEM defines it. */
#include <string.h>

#include "generators/kripke.h"

enum { N, LARGEST = 20 };                       /* parameters */
enum { AWAY, TICKET, WAITS, ENTERS, CRITICAL }; /* where a process is */

/* Variables: a location for each process, then the slot of each, then for each slot whether its
 * process may go, then the next ticket. */
enum { VARIABLES = 3 * LARGEST + 1 };

static void anderson_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    for (int i = 0; i < n; i++) space_add(out, "p", i + 1, AWAY, CRITICAL, AWAY);
    for (int i = 0; i < n; i++) space_add(out, "place", i + 1, 0, 2 * n - 1, 0);
    for (int i = 0; i < n; i++) space_add(out, "slot", i + 1, 0, 1, i == 0);
    space_add(out, "next", 0, 0, 2 * n, 0);
}

static void step_process(int n, const int *s, int i, struct moves *out)
{
    int next[VARIABLES], *mine = next + n, *slot = next + 2 * n, *ticket = next + 3 * n;
    memcpy(next, s, (size_t)(3 * n + 1) * sizeof *next);
    if (s[i] == WAITS && !slot[mine[i]]) return;
    next[i] = s[i] == CRITICAL ? AWAY : s[i] + 1;
    switch (s[i]) {
    case AWAY: mine[i] = (*ticket)++; break;
    case TICKET:
        if (mine[i] == n - 1) *ticket -= n;
        else mine[i] %= n;
        break;
    case ENTERS: slot[mine[i]] = 0; break;
    case CRITICAL: slot[(mine[i] + 1) % n] = 1; break;
    default: break;
    }
    move_to(out, next);
}

static void anderson_step(const union argument *a, const int *s, struct moves *out)
{
    for (int i = 0; i < (int)a[N].count; i++) step_process((int)a[N].count, s, i, out);
}

static bool anderson_first_waits(const union argument *a, const int *s)
{
    return s[0] != AWAY && s[0] != CRITICAL;
}

static bool anderson_one_critical(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < (int)a[N].count; i++) count += s[i] == CRITICAL;
    return count == 1;
}

static const struct kripke kripke = {
    .space = anderson_space,
    .step = anderson_step,
    .propositions = {{"wait0", anderson_first_waits},
                     {"cs0", .variable = 0, .value = CRITICAL},
                     {"one_in_cs", anderson_one_critical}},
    .properties = {RESPONSE(2, "wait0", "cs0"), INFINITELY_OFTEN(3, "cs0"),
                   INFINITELY_OFTEN(4, "one_in_cs")},
};

const struct generator generator_anderson = {
    .name = "anderson",
    .title = "Anderson's queue lock (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, .min = 2, .max = LARGEST}},
    .kripke = &kripke,
};

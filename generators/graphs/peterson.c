/* Peterson's mutual exclusion for n processes: n - 1 stages, each of which keeps one process back
 * (G. Peterson, Myths about the mutual exclusion problem, IPL 1981), as BEEM defines it, and with
 * reset=1 as FIMU-RS-2009-05 checks it. */
#include <string.h>

#include "generators/kripke.h"

enum { N, ERROR, RESET, LARGEST = 12 };           /* parameters */
enum { AWAY, CLIMBS, STEPS_IN, LOOKS, CRITICAL }; /* where a process is */

/* Variables: four for each process, one process behind the other, then for each stage the process
 * that came last. */
enum { LOCATION, J, K, STAGE, EACH };
enum { VARIABLES = LARGEST * (EACH + 1) };

static void peterson_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
    for (int i = 1; i <= n; i++) {
        space_add(out, "p", i, AWAY, CRITICAL, AWAY);
        space_add(out, "j", i, 0, n, 0);
        space_add(out, "k", i, 0, n, 0);
        space_add(out, "stage", i, 0, n - 1, 0);
    }
    for (int j = 1; j <= n; j++) space_add(out, "last", j, 0, n - 1, 0);
}

/* Does the only move of a process. LOOKS can have two moves, so peterson_look() handles it. */
static void peterson_move(const union argument *a, int *next, int i)
{
    int n = (int)a[N].count, *own = next + i * EACH, *last = next + n * EACH;
    switch (own[LOCATION]) {
    case AWAY:
        own[J] = 1;
        own[LOCATION] = CLIMBS;
        break;
    case CLIMBS:
        own[LOCATION] = own[J] < n ? STEPS_IN : CRITICAL;
        if (own[J] < n) own[STAGE] = own[J];
        else if (a[RESET].count) own[J] = own[K] = 0;
        break;
    case STEPS_IN:
        last[own[J] - 1] = i;
        own[K] = 0;
        own[LOCATION] = LOOKS;
        break;
    default: own[STAGE] = 0; own[LOCATION] = AWAY;
    }
}

static void peterson_look(const union argument *a, int *next, int i, struct moves *out)
{
    int n = (int)a[N].count, *own = next + i * EACH, j = own[J], k = own[K];
    int other = k < n ? next[k * EACH + STAGE] : 0;
    bool first =
        a[ERROR].count == 2 ? next[(j - 1) * EACH + STAGE] != i : next[n * EACH + j - 1] != i;
    if (k < n && (k == i || other < j || (a[ERROR].count == 1 && other == j))) {
        own[K]++;
        move_to(out, next);
        own[K] = k;
    }
    if (first || k == n) {
        own[J]++;
        if (a[RESET].count) own[K] = 0;
        own[LOCATION] = CLIMBS;
        move_to(out, next);
    }
}

static void peterson_step(const union argument *a, const int *s, struct moves *out)
{
    int n = (int)a[N].count, next[VARIABLES];
    size_t bytes = (size_t)(n * (EACH + 1)) * sizeof *next;
    for (int i = 0; i < n; i++) {
        memcpy(next, s, bytes);
        if (s[i * EACH + LOCATION] == LOOKS) {
            peterson_look(a, next, i, out);
        } else {
            peterson_move(a, next, i);
            move_to(out, next);
        }
    }
}

static bool peterson_first_waits(const union argument *a, const int *s)
{
    return s[LOCATION] != AWAY && s[LOCATION] != CRITICAL;
}

static bool peterson_one_critical(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < (int)a[N].count; i++) count += s[i * EACH + LOCATION] == CRITICAL;
    return count == 1;
}

static const struct kripke kripke = {
    .space = peterson_space,
    .step = peterson_step,
    .propositions = {{"wait0", peterson_first_waits},
                     {"cs0", .variable = LOCATION, .value = CRITICAL},
                     {"one_in_cs", peterson_one_critical}},
    .properties = {INFINITELY_OFTEN(4, "one_in_cs"), INFINITELY_OFTEN(3, "cs0"),
                   RESPONSE(2, "wait0", "cs0")},
};

const struct generator generator_peterson = {
    .name = "peterson",
    .title = "Peterson's mutual exclusion (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, .min = 2, .max = LARGEST},
                   [ERROR] = {"error",
                              "1: a stage lets equals pass; 2: the wrong variable is looked at",
                              PARAMETER_COUNT, "0", .max = 2},
                   [RESET] = {"reset",
                              "1: counters are set back after use, as in the paper's model",
                              PARAMETER_COUNT, "0", .max = 1}},
    .kripke = &kripke,
};

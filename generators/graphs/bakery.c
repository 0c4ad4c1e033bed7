/* Lamport's bakery mutual exclusion with bounded tickets (L. Lamport, A new solution of Dijkstra's
 * concurrent programming problem, CACM 1974), as BEEM defines it. */
#include <string.h>

#include "generators/kripke.h"

enum { N, MAX, ERROR, LARGEST = 12 };           /* parameters */
enum { AWAY, CHOOSES, LOOKS, WAITS, CRITICAL }; /* where a process is */

/* Variables: five for each process, one process behind the other. */
enum { LOCATION, J, HIGHEST, CHOOSING, NUMBER, EACH };

static void bakery_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count, max = (int)a[MAX].count;
    for (int i = 1; i <= n; i++) {
        space_add(out, "p", i, AWAY, CRITICAL, AWAY);
        space_add(out, "j", i, 0, n, 0);
        space_add(out, "highest", i, 0, max, 0);
        space_add(out, "choosing", i, 0, 1, 0);
        space_add(out, "number", i, 0, max, 0);
    }
}

static bool may_pass(const union argument *a, const int *s, int i, int j)
{
    int mine = s[i * EACH + NUMBER], other = s[j * EACH + NUMBER];
    return other == 0 || (a[ERROR].count ? other < mine : other > mine) ||
           (other == mine && i <= j);
}

/* Changes own, the variables of process i; returns false if it cannot move. */
static bool bakery_move(const union argument *a, const int *s, int i, int *own)
{
    int n = (int)a[N].count, j = own[J];
    switch (own[LOCATION]) {
    case AWAY:
        own[CHOOSING] = 1;
        own[J] = own[HIGHEST] = 0;
        own[LOCATION] = CHOOSES;
        return true;
    case CHOOSES:
        if (j < n) {
            if (s[j * EACH + NUMBER] > own[HIGHEST]) own[HIGHEST] = s[j * EACH + NUMBER];
            own[J]++;
            return true;
        }
        if (own[HIGHEST] >= (int)a[MAX].count) return false;
        own[NUMBER] = own[HIGHEST] + 1;
        own[J] = own[CHOOSING] = 0;
        own[LOCATION] = LOOKS;
        return true;
    case LOOKS:
        if (j < n && s[j * EACH + CHOOSING]) return false;
        own[LOCATION] = j < n ? WAITS : CRITICAL;
        return true;
    case WAITS:
        if (!may_pass(a, s, i, j)) return false;
        own[J]++;
        own[LOCATION] = LOOKS;
        return true;
    default:
        own[NUMBER] = 0;
        own[LOCATION] = AWAY;
        return true;
    }
}

static void bakery_step(const union argument *a, const int *s, struct moves *out)
{
    int n = (int)a[N].count, next[LARGEST * EACH];
    memcpy(next, s, (size_t)(n * EACH) * sizeof *next);
    for (int i = 0; i < n; i++) {
        int *own = next + i * EACH;
        if (bakery_move(a, s, i, own)) move_to(out, next);
        memcpy(own, s + i * EACH, EACH * sizeof *own);
    }
}

static bool bakery_first_waits(const union argument *a, const int *s)
{
    return s[LOCATION] != AWAY && s[LOCATION] != CRITICAL;
}

static bool bakery_one_critical(const union argument *a, const int *s)
{
    int count = 0;
    for (int i = 0; i < (int)a[N].count; i++) count += s[i * EACH + LOCATION] == CRITICAL;
    return count == 1;
}

static const struct kripke kripke = {
    .space = bakery_space,
    .step = bakery_step,
    .propositions = {{"wait0", bakery_first_waits},
                     {"cs0", .variable = LOCATION, .value = CRITICAL},
                     {"one_in_cs", bakery_one_critical}},
    .properties = {RESPONSE(2, "wait0", "cs0"), INFINITELY_OFTEN(3, "cs0"),
                   INFINITELY_OFTEN(4, "one_in_cs")},
};

const struct generator generator_bakery = {
    .name = "bakery",
    .title = "Lamport's bakery mutual exclusion (graph)",
    .source = "FIMU-RS-2009-05; BEEM",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, .min = 2, .max = LARGEST},
                   [MAX] = {"max", "the largest ticket; who would need a larger one is stuck",
                            PARAMETER_COUNT, .min = 1, .max = 1e6},
                   [ERROR] = {"error", "1: tickets are compared the wrong way round",
                              PARAMETER_COUNT, "0", .max = 1}},
    .kripke = &kripke,
};

/* Synchronous leader election of Itai and Rodeh (DTMC): n processes in a ring draw numbers below k,
 * pass them round, and elect one whose number nobody else has; else they draw again. From PRISM's
 * distribution. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "generators/model.h"

enum { N, K };         /* parameters */
enum { ROUND, FIRST }; /* variables: passes made, then four of each process, from FIRST on ... */
enum { STATE, UNIQUE, VALUE, PICKED, FIELDS }; /* ... in this order */
enum { PICK, READ, DECIDE, DONE };             /* values of STATE, the same for all processes */
enum { PASS, PICKS };                          /* actions */
enum { MAX_PROCESSES = 12 };

static double outcomes(const union argument *a)
{
    return pow((double)a[K].count, (double)a[N].count);
}

static int field(int process, int which)
{
    return FIRST + FIELDS * process + which;
}

static void leader_sync_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count, k = (int)a[K].count;
    space_add(out, "c", 0, 1, n - 1, 1);
    for (int j = 1; j <= n; j++) {
        space_add(out, "s", j, 0, DONE, PICK);
        space_add_truth(out, "u", j, false);
        space_add(out, "v", j, 0, k - 1, 0);
        space_add(out, "p", j, 0, k - 1, 0);
    }
}

/* All processes draw numbers; all outcomes are equally likely. */
static void pick(const union argument *a, const int *s, struct step *out)
{
    int n = (int)a[N].count, k = (int)a[K].count, next[MAX_VARIABLES] = {[ROUND] = s[ROUND]}, j;
    double probability = 1 / outcomes(a);
    for (j = 0; j < n; j++) {
        next[field(j, STATE)] = READ;
        next[field(j, UNIQUE)] = 1;
    }
    do {
        step_to(out, next, probability, PICKS);
        for (j = n - 1; j >= 0; j--) {
            int drawn = (next[field(j, VALUE)] + 1) % k;
            next[field(j, VALUE)] = next[field(j, PICKED)] = drawn;
            if (drawn) break;
        }
    } while (j >= 0);
}

/* Each process takes its neighbour's value; in the last pass the values are dropped. */
static void read_neighbour(const union argument *a, const int *s, struct step *out)
{
    int n = (int)a[N].count, next[MAX_VARIABLES];
    bool last = s[ROUND] == n - 1;
    next[ROUND] = last ? s[ROUND] : s[ROUND] + 1;
    for (int j = 0; j < n; j++) {
        int neighbour = s[field((j + 1) % n, VALUE)], picked = s[field(j, PICKED)];
        bool unique = s[field(j, UNIQUE)];
        next[field(j, STATE)] = last ? DECIDE : READ;
        next[field(j, UNIQUE)] = unique && picked != neighbour;
        next[field(j, VALUE)] = last ? 0 : neighbour;
        next[field(j, PICKED)] = unique != last ? picked : 0;
    }
    step_to(out, next, 1, PASS);
}

static void leader_sync_decide(const union argument *a, const int *s, struct step *out)
{
    int n = (int)a[N].count, next[MAX_VARIABLES] = {0};
    bool elected = false;
    for (int j = 0; j < n; j++) elected |= s[field(j, UNIQUE)];
    next[ROUND] = elected ? s[ROUND] : 1;
    for (int j = 0; j < n; j++) next[field(j, STATE)] = elected ? DONE : PICK;
    step_to(out, next, 1, PASS);
}

static void leader_sync_step(const union argument *a, const int *s, struct step *out)
{
    step_command(out);
    switch (s[field(0, STATE)]) {
    case PICK: pick(a, s, out); break;
    case READ: read_neighbour(a, s, out); break;
    case DECIDE: leader_sync_decide(a, s, out); break;
    default: step_to(out, s, 1, PASS);
    }
}

static enum status leader_sync_check(const union argument *a)
{
    double states = outcomes(a) * (double)(a[N].count - 1);
    char what[64];
    snprintf(what, sizeof what, "leader_sync: the search of %.3g states", states);
    return memory_must_fit(112 * states, what); /* measured at 16 million states */
}

static const struct model model = {
    .type = CHAIN_DTMC,
    .check = leader_sync_check,
    .space = leader_sync_space,
    .step = leader_sync_step,
    .labels = {{"elected", .variable = FIRST + STATE, .value = DONE}},
    .rewards = {{"num_rounds", .action = PICKS}},
    /* The probability is certainly one, so it comes last. */
    .properties = {{"R{\"num_rounds\"}=?[F \"elected\"]", .reward = "num_rounds",
                    .goal = "elected"},
                   {"P=?[F \"elected\"]", .goal = "elected"}},
};

const struct generator generator_leader_sync = {
    .name = "leader_sync",
    .title = "synchronous leader election",
    .source = "Itai, Rodeh 1990; PRISM's distribution",
    .parameters = {[N] = {"n", "processes", PARAMETER_COUNT, "3", .min = 3, .max = MAX_PROCESSES},
                   [K] = {"k", "numbers to draw from", PARAMETER_COUNT, "4", .min = 2,
                          .max = 10000}},
    .model = &model,
};

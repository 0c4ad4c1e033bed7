/* Flexible manufacturing system (CTMC): n parts of each of three kinds on three machines; a part of
 * kind 1 and one of kind 2 can be assembled. G. Ciardo, K. Trivedi, A decomposition approach for
 * stochastic reward net models, Performance Evaluation 18 (1993); from PRISM's distribution. */
#include <string.h>

#include "generators/model.h"

enum { N };

/* Names as in PRISM's model: PkwMm waits for machine m, PkMm is on it, Pks is finished, PkwPj waits
 * for a part of kind j to be assembled with; Mm counts the free slots of a machine. P1d never
 * changes. X(name, largest value, first value) */
#define EACH_VARIABLE(X)                  \
    X(P1, n, n)                           \
    X(P1wM1, n, 0)                        \
    X(P1M1, machine1.slots, 0)            \
    X(P1d, 0, 0)                          \
    X(P1s, n, 0)                          \
    X(P1wP2, n, 0)                        \
    X(M1, machine1.slots, machine1.slots) \
    X(P2, n, n)                           \
    X(P2wM2, n, 0)                        \
    X(P2M2, machine2.slots, 0)            \
    X(P2s, n, 0)                          \
    X(P2wP1, n, 0)                        \
    X(M2, machine2.slots, machine2.slots) \
    X(P3, n, n)                           \
    X(P3M2, n, 0)                         \
    X(P3s, n, 0)                          \
    X(P12, n, 0)                          \
    X(P12wM3, n, 0)                       \
    X(P12M3, machine3.slots, 0)           \
    X(P12s, n, 0)                         \
    X(M3, machine3.slots, machine3.slots)

#define NAME(name, high, initial) name,
enum { EACH_VARIABLE(NAME) VARIABLES };
#undef NAME

enum { NOTHING, START1, START2, START3, START12 }; /* actions */

/* A machine: its variables, and the action that counts its starts. */
static const struct machine {
    int part, waiting, on, idle; /* variables */
    int slots, action;
} machine1 = {P1, P1wM1, P1M1, M1, 3, START1}, machine2 = {P2, P2wM2, P2M2, M2, 1, START2},
  machine3 = {P12, P12wM3, P12M3, M3, 2, START12};

static const double shipping_rate = 1 / 60.0, part3_rate = 1 / 2.0;

static void fms_space(const union argument *a, struct space *out)
{
    int n = (int)a[N].count;
#define ADD(name, high, initial) space_add(out, #name, 0, 0, high, initial);
    EACH_VARIABLE(ADD)
#undef ADD
}

static void fms_copy_state(int *next, const int *s)
{
    memcpy(next, s, VARIABLES * sizeof *next);
}

/* A part reaches its machine: it takes a slot, or waits for one. share: transport rate for each
 * part on its way. */
static void fms_start(struct step *out, const int *s, const struct machine *m, int n, double share)
{
    int next[VARIABLES];
    if (s[m->part] == 0) return;
    fms_copy_state(next, s);
    next[m->part]--;
    if (s[m->idle] > 0 && s[m->on] < m->slots) {
        next[m->on]++;
        next[m->idle]--;
    } else if (s[m->idle] == 0 && s[m->waiting] < n) {
        next[m->waiting]++;
    } else {
        return;
    }
    step_to(out, next, s[m->part] * share, m->action);
}

static void start3(struct step *out, const int *s, int n, double share)
{
    int next[VARIABLES];
    if (s[P3] == 0 || s[P3M2] == n) return;
    fms_copy_state(next, s);
    next[P3]--;
    next[P3M2]++;
    step_to(out, next, s[P3] * share, START3);
}

/* Gives a slot of the machine to the next waiting part, or frees it. next: the state with all other
 * changes. */
static void fms_release_slot(struct step *out, int *next, const struct machine *m, double rate)
{
    if (next[m->waiting] > 0) {
        next[m->waiting]--;
    } else if (next[m->idle] < m->slots) {
        next[m->on]--;
        next[m->idle]++;
    } else {
        return;
    }
    step_to(out, next, rate, NOTHING);
}

/* A part leaves machine 1 or 2, either finished, or to be assembled with a part of the other kind.
 * It may have to wait for that part. */
static void fms_finish(struct step *out, const int *s, const struct machine *m, int n, int finished,
                       int waits, int partner, double finish_rate, double join_rate)
{
    int next[VARIABLES];
    if (s[m->on] == 0) return;
    if (s[finished] < n) {
        fms_copy_state(next, s);
        next[finished]++;
        fms_release_slot(out, next, m, finish_rate * s[m->on]);
    }
    fms_copy_state(next, s);
    if (s[partner] == 0 && s[waits] < n) {
        next[waits]++;
        fms_release_slot(out, next, m, join_rate * s[m->on]);
    } else if (s[partner] > 0 && s[P12] < n) {
        next[partner]--;
        next[P12]++;
        fms_release_slot(out, next, m, join_rate * s[m->on]);
    }
}

static void finish3(struct step *out, const int *s, int n)
{
    int next[VARIABLES];
    if (s[P3M2] == 0 || s[P3s] == n || s[M2] == 0) return;
    fms_copy_state(next, s);
    next[P3M2]--;
    next[P3s]++;
    step_to(out, next, part3_rate, NOTHING);
}

static void assemble(struct step *out, const int *s, int n)
{
    int next[VARIABLES];
    if (s[P12M3] == 0 || s[P12s] == n) return;
    fms_copy_state(next, s);
    next[P12s]++;
    fms_release_slot(out, next, &machine3, s[P12M3]);
}

/* All finished parts of a kind leave together, and the same number of new ones arrives. */
static void ship(struct step *out, const int *s, int finished, int part, int part_too, int n)
{
    int next[VARIABLES], count = s[finished];
    if (count == 0 || s[part] + count > n || s[part_too] + count > n) return;
    fms_copy_state(next, s);
    next[part] = s[part] + count;
    next[part_too] = s[part_too] + count;
    next[finished] = 0;
    step_to(out, next, shipping_rate, NOTHING);
}

static void fms_step(const union argument *a, const int *s, struct step *out)
{
    int n = (int)a[N].count, pallets = 3 * n / 2, moving = s[P1] + s[P2] + s[P3] + s[P12];
    double share = moving > pallets ? (double)pallets / moving : 1;
    fms_start(out, s, &machine1, n, share);
    fms_start(out, s, &machine2, n, share);
    fms_start(out, s, &machine3, n, share);
    start3(out, s, n, share);
    fms_finish(out, s, &machine1, n, P1s, P1wP2, P2wP1, 0.2, 0.05);
    fms_finish(out, s, &machine2, n, P2s, P2wP1, P1wP2, 0.1, 1 / 15.0);
    finish3(out, s, n);
    assemble(out, s, n);
    ship(out, s, P1s, P1, P1, n);
    ship(out, s, P2s, P2, P2, n);
    ship(out, s, P3s, P3, P3, n);
    ship(out, s, P12s, P1, P2, n);
}

static double productivity(const union argument *a, const int *s, int action)
{
    static const double worth[] = {
        [START1] = 400, [START2] = 600, [START3] = 100, [START12] = 1100};
    return worth[action];
}

static const struct model model = {
    .type = CHAIN_CTMC,
    .space = fms_space,
    .step = fms_step,
    .rewards = {{"throughput_m1", .action = START1},
                {"throughput_m2", .action = START2},
                {"throughput_m3", .action = START3},
                {"throughput_m12", .action = START12},
                {"productivity", NULL, productivity}},
    .properties = {{"R{\"throughput_m1\"}=?[S]", .reward = "throughput_m1"},
                   {"R{\"throughput_m2\"}=?[S]", .reward = "throughput_m2"},
                   {"R{\"throughput_m3\"}=?[S]", .reward = "throughput_m3"},
                   {"R{\"throughput_m12\"}=?[S]", .reward = "throughput_m12"},
                   {"R{\"productivity\"}=?[S]", .reward = "productivity"}},
};

const struct generator generator_fms = {
    .name = "fms",
    .title = "flexible manufacturing system",
    .source = "Ciardo, Trivedi 1993; PRISM's distribution",
    .parameters = {[N] = {"n", "parts of each kind", PARAMETER_COUNT, .min = 1, .max = 12}},
    .model = &model,
};

/* Decision processes against PRISM: sizes of its logs, and values that are published or follow from
 * a formula, which must be in the proven interval of the property with this number. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "problems/source.h"
#include "prove/prove.h"
#include "tests/support/chain_sound.h"
#include "tests/support/known/known_models.h"

struct known_decisions {
    const char *source;
    uint32_t states, choices;
    uint64_t transitions;
};

/* "PRISM: SOURCE" of prism-benchmarks' logs; those of leader_async and rabin are PRISM 4.10's. */
static const struct known_decisions sizes[] = {
    {"consensus:n=2,k=2", 272, 400, 492},
    {"consensus:n=2,k=16", 2064, 3088, 3852},
    {"consensus:n=4,k=2", 22656, 60544, 75232},
    {"consensus:n=4,k=4", 43136, 115840, 144352},
    {"csma:n=2,k=2", 1038, 1054, 1282},
    {"csma:n=2,k=4", 7958, 7988, 10594},
    {"csma:n=2,k=6", 66718, 66788, 93072},
    {"csma:n=3,k=2", 36850, 38456, 55862},
    {"firewire:choices=mdp", 4093, 5519, 5585},
    {"firewire:delay=36,choices=mdp", 212268, 478756, 481792},
    {"firewire:deadline=200,choices=mdp", 80980, 111036, 113242},
    {"firewire_abst", 611, 694, 718},
    {"firewire_abst:delay=36", 776, 1189, 1411},
    {"firewire_abst:deadline=200", 14824, 16671, 17607},
    {"firewire_abst:deadline=400", 69683, 77853, 81321},
    {"firewire_abst:delay=36,deadline=200", 68056, 96355, 113671},
    {"wlan", 2954, 3972, 5202},
    {"wlan:backoff=1", 8625, 11356, 16196},
    {"wlan:backoff=2", 28480, 36982, 57164},
    {"wlan:backoff=3", 96302, 123730, 204576},
    {"wlan:deadline=80", 189703, 254964, 333804},
    {"zeroconf", 670, 827, 997},
    {"zeroconf:n=1000,k=4", 1088, 1355, 1613},
    {"zeroconf:k=8", 1924, 2411, 2845},
    {"zeroconf:reset=false", 89586, 164169, 207825},
    {"zeroconf:n=1000,k=1,deadline=10", 3835, 4810, 6067},
    {"zeroconf:n=1000,k=1,deadline=50", 19775, 25550, 31487},
    {"zeroconf:n=1000,k=1,reset=false,deadline=20", 53620, 87613, 113949},
    {"israeli_jalfon:n=4", 15, 32, 56},
    {"israeli_jalfon:n=10", 1023, 5120, 8960},
    {"two_dice:choices=mdp", 169, 254, 436},
    {"leader_async", 364, 573, 654},
    {"rabin", 27766, 45636, 137802},
    {"inventory:capacity=3,demand=2", 5, 11, 37},
    {"grid:map=lake,slip=0", 17, 50, 84},
};

static void sizes_are_known(void **state)
{
    const struct known_decisions *known = *state;
    struct instance instance = open_instance(known->source);
    struct chain chain = explore_instance(&instance);
    assert_int_equal(chain.type, CHAIN_MDP);
    if (chain_states(&chain) != known->states || chain.transitions.rows != known->choices ||
        chain.transitions.nnz != known->transitions)
        fail_msg("%s: %u states, %u choices, %llu transitions", known->source, chain_states(&chain),
                 chain.transitions.rows, (unsigned long long)chain.transitions.nnz);
    chain_free(&chain);
}

struct known_optimum {
    const char *source;
    double value;
};

static const struct known_optimum optima[] = {
    {"consensus:n=2,k=2,property=1", 49. / 128},
    {"consensus:n=2,k=2,property=2", 13. / 120},
    {"consensus:n=2,k=2,property=3", 75},
    {"consensus:n=2,k=2,property=4", 48},
    {"consensus:n=2,k=16,property=3", 3267},
    {"consensus:n=2,k=16,property=4", 3072},
    {"csma:n=2,k=2,property=1", 70.66575976},
    {"csma:n=2,k=2,property=2", 66.99932291},
    {"csma:n=2,k=2,property=3", 0.875},
    {"csma:n=2,k=2,property=4", 0.875},
    {"csma:n=2,k=2,property=5", 0.5},
    {"csma:n=2,k=4,property=5", 0.984375},
    {"firewire:choices=mdp,property=1", 299},
    {"firewire:choices=mdp,property=2", 138.25},
    {"firewire:choices=mdp,property=3", 18},
    {"firewire:choices=mdp,property=4", 1},
    {"firewire_abst:property=1", 299},
    {"firewire_abst:property=2", 135.25},
    {"firewire_abst:delay=36,property=1", 365},
    {"firewire_abst:delay=36,property=2", 102.25},
    {"firewire_abst:property=3", 1},
    {"firewire_abst:deadline=200,property=5", 0.5},
    {"firewire_abst:deadline=400,property=5", 0.78125},
    {"wlan:property=1", 28000.95693780},
    {"wlan:property=2", 7625},
    {"wlan:property=3", 1.22488038},
    {"wlan:property=4", 3791.90476190},
    {"wlan:property=5", 1325},
    {"wlan:property=6", 1},
    {"wlan:property=7", 1},
    {"zeroconf:n=20,k=2,property=1", 2.01032818e-05},
    {"zeroconf:n=20,k=2,property=2", 2.11032722e-06},
    {"zeroconf:n=1000,k=8,property=1", 4.80136318e-08},
    {"zeroconf:n=1000,k=8,property=2", 5.04010521e-09},
    {"zeroconf:n=1000,k=1,deadline=10,property=5", 0.015378937},
    {"zeroconf:n=1000,k=1,deadline=50,property=6", 1.60821229e-46},
    {"israeli_jalfon:n=3,property=4", 1},
    {"two_dice:choices=mdp,property=1", 1. / 6},
    {"two_dice:choices=mdp,property=2", 1. / 6},
    {"two_dice:choices=mdp,property=3", 22. / 3},
    {"leader_async:property=5", 1},
    {"grid:map=lake,slip=0.66666666666666663,stop=0", 14. / 17},
    /* the best of all values with discount 0.99 in courses on reinforcement learning */
    {"grid:map=lake,slip=0.66666666666666663,stop=0.01", 0.542026},
};

static void values_are_known(void **state)
{
    const struct known_optimum *known = *state;
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    struct problem problem;
    if (problem_open(known->source, &problem) != OK) fail_msg("%s", fail_message());
    assert_ok(prove_problem(&problem, &settings));
    const struct problem_proof *proof = &problem.proof;
    const double low = proof->value_low, high = proof->value_high, near = 1e-6 * known->value;
    if (!(low - near <= known->value && known->value <= high + near && high - low <= near))
        fail_msg("%s: from %.12g to %.12g, not %.12g", known->source, low, high, known->value);
    problem_free(&problem);
}

int main(void)
{
    return RUN_ROWS("sizes are known", sizes_are_known, sizes) +
           RUN_ROWS("values are known", values_are_known, optima);
}

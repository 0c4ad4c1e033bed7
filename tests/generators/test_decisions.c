/* Decision processes against PRISM: sizes of its logs, and values that are published or follow from
 * a formula, which must be in the proven interval of the property with this number. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "problems/source.h"
#include "prove/prove.h"
#include "tests/support/chain_sound.h"
#include "tests/support/known/known_models.h"

/* Of prism-benchmarks' logs; those of leader_async, rabin and israeli_jalfon are PRISM 4.10's, and
 * those of inventory and grid were counted by hand. */
static const struct known_size sizes[] = {
    {"consensus:n=2,k=2", 272, 492, 400},
    {"consensus:n=2,k=16", 2064, 3852, 3088},
    {"consensus:n=4,k=2", 22656, 75232, 60544},
    {"consensus:n=4,k=4", 43136, 144352, 115840},
    {"csma:n=2,k=2", 1038, 1282, 1054},
    {"csma:n=2,k=4", 7958, 10594, 7988},
    {"csma:n=2,k=6", 66718, 93072, 66788},
    {"csma:n=3,k=2", 36850, 55862, 38456},
    {"firewire:choices=mdp", 4093, 5585, 5519},
    {"firewire:delay=36,choices=mdp", 212268, 481792, 478756},
    {"firewire:deadline=200,choices=mdp", 80980, 113242, 111036},
    {"firewire_abst", 611, 718, 694},
    {"firewire_abst:delay=36", 776, 1411, 1189},
    {"firewire_abst:deadline=200", 14824, 17607, 16671},
    {"firewire_abst:deadline=400", 69683, 81321, 77853},
    {"firewire_abst:delay=36,deadline=200", 68056, 113671, 96355},
    {"wlan", 2954, 5202, 3972},
    {"wlan:backoff=1", 8625, 16196, 11356},
    {"wlan:backoff=2", 28480, 57164, 36982},
    {"wlan:backoff=3", 96302, 204576, 123730},
    {"wlan:deadline=80", 189703, 333804, 254964},
    {"zeroconf", 670, 997, 827},
    {"zeroconf:n=1000,k=4", 1088, 1613, 1355},
    {"zeroconf:k=8", 1924, 2845, 2411},
    {"zeroconf:reset=false", 89586, 207825, 164169},
    {"zeroconf:n=1000,k=1,deadline=10", 3835, 6067, 4810},
    {"zeroconf:n=1000,k=1,deadline=50", 19775, 31487, 25550},
    {"zeroconf:n=1000,k=1,reset=false,deadline=20", 53620, 113949, 87613},
    {"israeli_jalfon:n=4", 15, 56, 32},
    {"israeli_jalfon:n=10", 1023, 8960, 5120},
    {"two_dice:choices=mdp", 169, 436, 254},
    {"leader_async", 364, 654, 573},
    {"rabin", 27766, 137802, 45636},
    {"inventory:capacity=3,demand=2", 5, 37, 11},
    {"grid:map=lake,slip=0", 17, 84, 50},
};

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

/* Every decision process of the registry, in a small instance */

/* The instance with this value of `choices`. rabin's default has many states. */
static struct instance small_instance(const struct generator *generator, const char *choices)
{
    char source[128];
    snprintf(source, sizeof source, "%s:%schoices=%s", generator->name,
             strcmp(generator->name, "rabin") ? "" : "n=2,", choices);
    return open_instance(source);
}

/* row[j] += share * p_j of these rows, 0 where there is no transition. */
static void add_rows(const struct csr *r, uint32_t first, uint32_t end, double share, double *row)
{
    for (uint64_t k = r->row[first]; k < r->row[end]; k++) row[r->col[k]] += share * r->val[k];
}

static void check_row(const char *name, const struct chain *chain, uint32_t i, const double *wanted)
{
    uint32_t count = 0;
    for (uint32_t j = 0; j < chain_states(chain); j++) {
        const double got = chain_entry(chain, i, j);
        count += got != 0;
        if (!(fabs(got - wanted[j]) <= 1e-14 * wanted[j]))
            fail_msg("%s: from %u to %u: %.17g, not %.17g", name, i, j, got, wanted[j]);
    }
    assert_int_equal(count, chain->transitions.row[i + 1] - chain->transitions.row[i]);
}

/* Each row of choices=uniform is the mean of the choices, and each of choices=union has their
 * targets, all equally likely. */
static void chains_are_of_the_choices(void **state)
{
    const struct generator *generator = *state;
    struct chain chain[3];
    for (int k = 0; k < 3; k++) {
        static const char *const choices[] = {"uniform", "union", "mdp"};
        const struct instance instance = small_instance(generator, choices[k]);
        chain[k] = explore_instance(&instance);
        assert_int_equal(chain_states(&chain[k]), chain_states(&chain[0]));
    }
    const struct chain *mdp = &chain[2];
    const uint32_t n = chain_states(mdp);
    double *row = malloc(n * sizeof *row);
    assert_non_null(row);
    for (uint32_t i = 0; i < n; i += 1 + n / 300) {
        const uint32_t first = mdp->group[i], end = mdp->group[i + 1];
        uint32_t targets = 0;
        memset(row, 0, n * sizeof *row);
        add_rows(&mdp->transitions, first, end, 1.0 / (end - first), row);
        check_row(generator->name, &chain[0], i, row);
        for (uint32_t j = 0; j < n; j++) targets += row[j] != 0;
        for (uint32_t j = 0; j < n; j++) row[j] = row[j] != 0 ? 1.0 / targets : 0;
        check_row(generator->name, &chain[1], i, row);
    }
    free(row);
    for (int k = 0; k < 3; k++) chain_free(&chain[k]);
}

/* Rewards are the same with and without others, and those of chains are the means of the choices'
 * rewards. */
static void rewards_are_of_the_choices(void **state)
{
    const struct generator *generator = *state;
    const struct instance mdp = small_instance(generator, "mdp"),
                          mean = small_instance(generator, "uniform");
    struct chain all = explore_instance(&mdp), chain = explore_instance(&mean), one;
    for (size_t k = 0; k < all.nrewards; k++) {
        const struct model_reward only[2] = {generator->model->rewards[k]};
        const double *rate = all.rewards[k].rate;
        assert_ok(explore(generator->name, generator->model, mdp.arguments, only, false, &one));
        assert_memory_equal(one.rewards[0].rate, rate, all.transitions.rows * sizeof *rate);
        for (uint32_t i = 0; i < chain_states(&all); i++) {
            double sum = 0;
            for (uint32_t c = all.group[i]; c < all.group[i + 1]; c++) sum += rate[c];
            sum /= all.group[i + 1] - all.group[i];
            assert_true(fabs(chain.rewards[k].rate[i] - sum) <= 1e-14 * sum);
        }
        chain_free(&one);
    }
    chain_free(&all);
    chain_free(&chain);
}

/* Names of choices in their order, separated by blanks; and one of them, which is that of all
 * choices with a reward and of no others. */
struct known_names {
    const char *source, *names, *name, *reward;
};

static const struct known_names names[] = {
    {"consensus", "done", NULL, NULL},
    {"csma", "send1 send2 end1 end2 busy1 busy2 cd time", "time", "time"},
    {"csma:n=3,k=1", "send1 send2 send3 end1 end2 end3 busy1 busy2 busy3 cd time", "time", "time"},
    {"wlan", "send1 send2 finish1 finish2 time", "time", "time"},
    {"firewire:choices=mdp",
     "snd_req12 snd_req21 snd_ack12 snd_ack21 snd_idle12 snd_idle21 rec_req12 rec_req21 rec_ack12 "
     "rec_ack21 rec_idle12 rec_idle21 time",
     "time", "time"},
    {"firewire_abst", "time round", "round", "rounds"},
    {"zeroconf", "reset send rec time", "time", "cost"},
    {"zeroconf:deadline=10", "reset send rec time done", "time", "cost"},
    {"leader_async", "p12 p23 p31 c12 c23 c31 done", "c12", "rounds"},
    {"grid", "left down right up", NULL, NULL},
    {"inventory:capacity=2", "order0 order1 order2", NULL, NULL},
    {"rabin:n=2", "", NULL, NULL},
    {"israeli_jalfon", "", NULL, NULL},
    {"two_dice:choices=mdp", "", NULL, NULL},
};

static void names_are_known(void **state)
{
    const struct known_names *known = *state;
    const struct instance instance = open_instance(known->source);
    struct chain mdp = explore_instance(&instance);
    char all[300] = "";
    for (size_t k = 0; k < mdp.actions.count; k++) {
        if (k) strcat(all, " ");
        strcat(all, mdp.actions.name[k]);
    }
    assert_string_equal(all, known->names);
    assert_int_equal(mdp.actions.of == NULL, *known->names == '\0');
    const struct reward *reward = known->name ? chain_reward(&mdp, known->reward) : NULL;
    for (uint32_t c = 0; reward && c < mdp.transitions.rows; c++) {
        const char *name = action_of(&mdp, c);
        assert_int_equal(name && !strcmp(name, known->name), reward->rate[c] > 0);
    }
    chain_free(&mdp);
}

/* The directions of a grid, and how much is ordered, stand in the order of the choices; chains have
 * no names. */
static void names_follow_choices(void **state)
{
    (void)state;
    static const char *const sources[] = {"grid:map=lake", "inventory:capacity=300"};
    for (int k = 0; k < 2; k++) {
        const struct instance instance = open_instance(sources[k]);
        struct chain mdp = explore_instance(&instance);
        for (uint32_t i = 0; i < mdp.ngroups; i++) {
            const uint32_t first = mdp.group[i], count = mdp.group[i + 1] - first;
            for (uint32_t c = 0; c < count && (k || count > 1); c++) {
                static const char *const directions[] = {"left", "down", "right", "up"};
                char order[16];
                snprintf(order, sizeof order, "order%u", c);
                const char *name = action_of(&mdp, first + c);
                if (name) assert_string_equal(name, k ? order : directions[c]);
                else assert_true(k && count == 1); /* stopped */
            }
        }
        chain_free(&mdp);
    }
    const struct instance uniform = open_instance("csma:choices=uniform");
    struct chain chain = explore_instance(&uniform);
    assert_true(!chain.actions.of && !chain.actions.count);
    chain_free(&chain);
}

static void questions_can_be_asked(void **state)
{
    const struct generator *generator = *state;
    for (int k = 0; generator->model->questions[k]; k++) {
        char source[128];
        struct problem problem;
        snprintf(source, sizeof source, "%s:%schoices=mdp,property=%d", generator->name,
                 strcmp(generator->name, "rabin") ? "" : "n=2,", k + 1);
        if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
        problem_free(&problem);
    }
}

int main(void)
{
    static struct generator deciding[64];
    size_t count = 0;
    for (int k = 0; k < generator_count && count < 64; k++)
        if (generators[k]->model && generators[k]->model->decides)
            deciding[count++] = *generators[k];
    return run_rows("chains are of the choices", chains_are_of_the_choices, deciding,
                    sizeof *deciding, count) +
           run_rows("rewards are of the choices", rewards_are_of_the_choices, deciding,
                    sizeof *deciding, count) +
           run_rows("questions can be asked", questions_can_be_asked, deciding, sizeof *deciding,
                    count) +
           RUN_ROWS("names are known", names_are_known, names) +
           run_rows("names follow choices", names_follow_choices, deciding, sizeof *deciding, 1) +
           RUN_ROWS("sizes are known", sizes_are_prisms, sizes) +
           RUN_ROWS("values are known", values_are_known, optima);
}

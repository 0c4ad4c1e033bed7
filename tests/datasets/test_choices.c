/* The same MDP in every format, written here by hand: choices, actions, rewards of all kinds,
 * deadlocks. Refusals stand in the tests of the formats, and what we write in test_export. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache.h"
#include "tests/support/chain_sound.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/made/umb_case.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"

/* State 0: choice 0 "stay" to itself, choice 1 "go" to 1 and 2 with 0.25 (twice 0.125) and 0.75.
 * State 1: two equal choices without an action, to 3. States 2 and 3 are deadlocks. */
static const uint32_t group[] = {0, 2, 4, 5, 6}, columns[] = {0, 1, 2, 3, 3, 2, 3};
static const uint64_t starts[] = {0, 1, 3, 4, 5, 6, 7};
static const double values[] = {1, 0.25, 0.75, 1, 1, 1, 1};
static const char *const names[] = {"stay", "go", NULL, NULL, NULL, NULL};

static struct chain must_read(const char *format, const char *file)
{
    struct chain chain;
    if (format_named(format)->read_chain(scratch_path(file), CHAIN_UNKNOWN, &chain) != OK)
        fail_msg("%s", fail_message());
    return chain;
}

/* named: the format has names of actions. */
static void check_mdp(const struct chain *mdp, bool named)
{
    assert_true(chain_sound(mdp, 1e-6));
    assert_int_equal(mdp->type, CHAIN_MDP);
    assert_int_equal(chain_states(mdp), 4);
    assert_int_equal(mdp->transitions.rows, 6);
    assert_memory_equal(mdp->group, group, sizeof group);
    assert_memory_equal(mdp->transitions.row, starts, sizeof starts);
    assert_memory_equal(mdp->transitions.col, columns, sizeof columns);
    assert_memory_equal(mdp->transitions.val, values, sizeof values);
    assert_memory_equal(chain_label(mdp, "deadlock")->holds, "\0\0\1\1", 4);
    assert_memory_equal(chain_label(mdp, "init")->holds, "\1\0\0\0", 4);
    for (uint32_t r = 0; r < 6; r++)
        if (named && names[r]) assert_string_equal(action_of(mdp, r), names[r]);
        else assert_null(action_of(mdp, r));
}

/* State rewards 1, 2, 0, 4; choice 1 earns 8 going to 1 and 16 going to 2: 14 together. */
static void check_reward(struct chain *mdp, const char *name)
{
    static const double rate[] = {1, 15, 2, 2, 0, 4}, state[] = {1, 2, 0, 4};
    const struct reward *reward = chain_reward(mdp, name);
    assert_non_null(reward);
    assert_memory_equal(reward->rate, rate, sizeof rate);
    assert_non_null(reward->state);
    assert_memory_equal(reward->state, state, sizeof state);
    chain_free(mdp);
}

#define LABELS "0=\"init\" 1=\"up\"\n0: 0\n3: 1\n"
#define STATES "4 3\n0 1\n1 2\n3 4\n"

static void prism_files(void **state)
{
    struct chain mdp;
    scratch_write("m.tra",
                  "# Transitions (MDP)\n4 4 6\n0 0 0 1 stay\n0 1 2 0.75 go\n0 1 1 0.125 go\n"
                  "0 1 1 0.125 go\n1 0 3 1\n1 1 3 1\n");
    scratch_write("m.lab", LABELS);
    scratch_write("m.srew", STATES);
    scratch_write("m.trew", "4 4 2\n0 1 2 16\n0 1 1 8\n");
    mdp = must_read("prism", "m.tra");
    check_mdp(&mdp, true);
    assert_true(mdp.rounding.transitions == 1 && !mdp.rounding.lost); /* one addition */
    assert_ok(format_named("prism")->read_reward(scratch_path("m.tra"), "m.srew", &mdp));
    check_reward(&mdp, "m.srew");

    /* -exportmodel m.tra:rows; the deadlocks are there */
    scratch_write("m.tra", "4 6 7\n0 1:0 stay\n0 0.75:2 0.25:1 go\n1 1:3\n1 1:3 \n2 1:2\n3 1:3\n");
    scratch_write("m.lab", "0=\"init\" 1=\"deadlock\"\n0: 0\n2: 1\n3: 1\n");
    scratch_write("m.trew", "4 6 2\n0\n0 8:1 16:2\n1\n1\n2\n3\n");
    mdp = must_read("prism", "m.tra");
    check_mdp(&mdp, true);
    assert_ok(format_named("prism")->read_reward(scratch_path("m.tra"), "m.srew", &mdp));
    check_reward(&mdp, "m.srew");
}

static void bad_rewards(void **state)
{
    static const struct {
        const char *text;
        unsigned line;
        const char *message;
    } cases[] = {
        {"4 2\n0 1 2 16\n", 1, "expected the number of rewards (0 to 7), found the end"},
        {"4 7 1\n0 1 2 16\n", 1, "expected the number of choices (0 to 6), found '7'"},
        {"4 4 1\n0 2 2 16\n", 2, "expected the choice (0 to 1), found '2'"},
        {"4 4 1\n0 0 1 16\n", 2, "the choice has no transition from 0 to 1"},
        {"4 4 2\n0 1 1 8\n0 1 1 8\n", 3, "the transition from 0 to 1 is given twice"},
        {"4 4 0\n0\n0\n0\n", 4, "state 0 has no more than 2 choices"},
        {"4 4 1\n0 1:1\n", 2, "the choice has no transition from 0 to 1"},
        {"4 4 1\n0 1 1 1e309\n", 2, "found '1e309'"},
        {"4 4 2\n0 1 1 1.7e308\n0 1 2 1.7e308\n", 0, ""},
    };
    const size_t count = sizeof cases / sizeof *cases;
    scratch_write("m.tra", "4 4 5\n0 0 0 1\n0 1 2 0.75\n0 1 1 0.25\n1 0 3 1\n1 1 3 1\n");
    struct chain mdp = must_read("prism", "m.tra");
    for (size_t k = 0; k < count; k++) {
        scratch_write("m.srew", k == count - 1 ? "4 1\n0 1e308\n" : STATES);
        scratch_write("m.trew", cases[k].text);
        assert_int_equal(format_named("prism")->read_reward(scratch_path("m.tra"), "m.srew", &mdp),
                         ERROR_INPUT);
        if (cases[k].line) check_message("m.trew", cases[k].line, cases[k].message);
        else assert_non_null(strstr(fail_message(), "the reward of state 0 is infinite"));
        assert_int_equal(mdp.nrewards, 0);
    }
    chain_free(&mdp);
}

static void combined_file(void **state)
{
    scratch_write(
        "m.pexp",
        "# Transitions (MDP)\n4 4 5\n0 0 0 1 stay\n0 1 2 0.75 go\n0 1 1 0.25 go\n1 0 3 1\n"
        "1 1 3 1\n\n# States\n(s)\n0:(5)\n1:(6)\n2:(7)\n3:(8)\n\n# Labels\n" LABELS
        "\n# Reward structure \"r\"\n# State rewards\n" STATES
        "\n# Reward structure \"r\"\n# Transition rewards\n4 4 2\n0 1 2 16\n0 1 1 8\n"
        "\n# Reward structure \"s\"\n# State rewards\n4 1\n1 3\n");
    struct chain mdp = must_read("pexp", "m.pexp");
    const struct reward *own = chain_reward(&mdp, "s");
    static const double rate[] = {0, 0, 3, 3, 0, 0};
    static const int32_t variable[] = {5, 6, 7, 8};
    assert_memory_equal(own->rate, rate, sizeof rate);
    assert_null(own->state);
    assert_memory_equal(mdp.values, variable, sizeof variable);
    check_mdp(&mdp, true);

    struct chain back; /* every array that a cache can have */
    assert_ok(cache_write_chain(&mdp, scratch_path("m.h5")));
    assert_ok(cache_read_chain(scratch_path("m.h5"), CHAIN_MDP, &back));
    assert_string_equal(back.variables, "(s)");
    check_mdp(&back, true);
    check_reward(&back, "r");
    check_reward(&mdp, "r");
}

static void storm_files(void **state)
{
    scratch_write("m.tra", "mdp\n0 0 0 1\n0 1 2 0.75\n0 1 1 0.25\n1 0 3 1\n1 1 3 1\n");
    scratch_write("m.lab", "#DECLARATION\ninit up\n#END\n0 init\n3 up\n");
    scratch_write("m.state.rew", "0 1\n1 2\n3 4\n");
    scratch_write("m.trans.rew", "0 1 1 8\n0 1 2 16\n");
    struct chain mdp = must_read("storm", "m.tra");
    check_mdp(&mdp, false);
    assert_ok(format_named("storm")->read_reward(scratch_path("m.tra"), "m.trans.rew", &mdp));
    check_reward(&mdp, "m.trans.rew");
}

#define DRN "@reward_models\nr\n@nr_states\n4\n%s@model\n"
#define DRN_STATES                                                                             \
    "state 0 [1] init\n\taction %s [0]\n\t\t0 : 1\n\taction %s [14]\n\t\t2 : 3/4\n"            \
    "\t\t1 : 0.25\nstate 1 [2]\n\taction %s [0]\n\t\t3 : 1\n\taction %s\n\t\t3 : 1\nstate 2\n" \
    "state 3 [4] up\n"

static void drn_files(void **state)
{
    static const struct {
        const char *counts, *names[4];
        bool named;
    } cases[] = {
        {"@nr_choices\n4\n", {"stay", "go", "__NOLABEL__", "__NOLABEL__"}, true},
        {"", {"stay", "go", "__NOLABEL__", "__NOLABEL__"}, true}, /* of old versions */
        {"@nr_choices\n4\n", {"0", "1", "0", "1"}, false},        /* Storm's numbers */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *const *name = cases[k].names;
        char *text = NULL;
        assert_ok(append_text(&text, "@type: MDP\n" DRN DRN_STATES, cases[k].counts, name[0],
                              name[1], name[2], name[3]));
        scratch_write("m.drn", text);
        free(text);
        struct chain mdp = must_read("drn", "m.drn");
        check_mdp(&mdp, cases[k].named);
        check_reward(&mdp, "r");
    }
    scratch_write("m.drn",
                  "@type: MDP\n@nr_states\n1\n@model\nstate 0 init\naction 0\n0 : 1\naction 0\n"
                  "0 : 1\n"); /* the second is no number of its choice */
    struct chain mdp = must_read("drn", "m.drn");
    assert_string_equal(action_of(&mdp, 0), "0");
    assert_string_equal(action_of(&mdp, 1), "0");
    chain_free(&mdp);
}

/* More choices than states: room for rewards grows. */
static void many_choices(void **state)
{
    enum { CHOICES = 1000, NAMES = 600 };
    char *text = NULL;
    assert_ok(append_text(&text, "@type: MDP\n@reward_models\na b\n@nr_states\n1\n@model\n"
                                 "state 0 [7, 0] init\n"));
    for (int k = 0; k < CHOICES; k++)
        assert_ok(append_text(&text, "action a%d [%d, 0]\n0 : 1\n", k % NAMES, k));
    scratch_write("m.drn", text);
    free(text);
    struct chain mdp = must_read("drn", "m.drn");
    assert_int_equal(mdp.transitions.rows, CHOICES);
    assert_int_equal(mdp.actions.count, NAMES);
    for (int k = 0; k < CHOICES; k++) {
        char name[16];
        snprintf(name, sizeof name, "a%d", k % NAMES);
        assert_string_equal(action_of(&mdp, (uint32_t)k), name);
        assert_true(mdp.rewards[0].rate[k] == 7 + k && mdp.rewards[1].rate[k] == 0);
    }
    assert_true(mdp.rewards[0].state[0] == 7 && !mdp.rewards[1].state);
    chain_free(&mdp);
    scratch_write("m.drn",
                  "@type: MDP\n@nr_states\n1\n@model\nstate 0 init\naction a\n0 : 1\n"
                  "action b\n0 : 1\naction c [5]\n0 : 1\n"); /* the first list comes late */
    mdp = must_read("drn", "m.drn");
    static const double rate[] = {0, 0, 5};
    assert_memory_equal(mdp.rewards[0].rate, rate, sizeof rate);
    chain_free(&mdp);
}

/* An archive of the MDP above. States 2 and 3 have no choice; action 0 has no name. */
static void make_umb(struct umb_case *umb)
{
    static const uint64_t choices[] = {0, 2, 4, 4, 4}, branches[] = {0, 1, 4, 5, 6},
                          targets[] = {0, 2, 1, 1, 3, 3}, initial[] = {1}, up[] = {8},
                          places[] = {0, 0, 2, 6};
    static const uint32_t actions[] = {2, 1, 0, 0};
    static const double probabilities[] = {1, 0.75, 0.125, 0.125, 1, 1}, own[] = {1, 2, 0, 4},
                        of_choices[] = {0, 2, 0, 0}, of_branches[] = {0, 14, 2, 10, 0, 0};
    memset(umb, 0, sizeof *umb);
    strcpy(
        umb->index,
        "{\"format-version\": 1, \"transition-system\": {\"time\": \"discrete\", \"#players\": 1, "
        "\"#states\": 4, \"#choices\": 4, \"#choice-actions\": 3, \"#branches\": 6, "
        "\"branch-probability-type\": {\"type\": \"double\"}}, \"annotations\": {\"aps\": {\"up\": "
        "{\"applies-to\": [\"states\"], \"type\": {\"type\": \"bool\"}}}, \"rewards\": {\"r\": "
        "{\"applies-to\": [\"states\", \"choices\", \"branches\"], \"type\": {\"type\": "
        "\"double\"}}}}}");
    umb_case_add(umb, "state-to-choices.bin", choices, sizeof choices);
    umb_case_add(umb, "choice-to-branches.bin", branches, sizeof branches);
    umb_case_add(umb, "branch-to-target.bin", targets, sizeof targets);
    umb_case_add(umb, "branch-to-probability.bin", probabilities, sizeof probabilities);
    umb_case_add(umb, "state-is-initial.bin", initial, sizeof initial);
    umb_case_add(umb, "annotations/aps/up/states/values.bin", up, sizeof up);
    umb_case_add(umb, "annotations/rewards/r/states/values.bin", own, sizeof own);
    umb_case_add(umb, "annotations/rewards/r/choices/values.bin", of_choices, sizeof of_choices);
    umb_case_add(umb, "annotations/rewards/r/branches/values.bin", of_branches, sizeof of_branches);
    umb_case_add(umb, "actions/choices/values.bin", actions, sizeof actions);
    umb_case_add(umb, "actions/choices/string-mapping.bin", places, sizeof places);
    umb_case_add(umb, "actions/choices/strings.bin", "gostay", 6);
}

static void store_umb(struct umb_case *umb)
{
    struct packed tar = umb_case_tar(umb, 0);
    scratch_write_bytes("m.umb", tar.bytes, tar.size);
    free(tar.bytes);
}

static void umb_files(void **state)
{
    static struct umb_case umb;
    make_umb(&umb);
    store_umb(&umb);
    struct chain mdp = must_read("umb", "m.umb");
    check_mdp(&mdp, true);
    check_reward(&mdp, "r");
    umb.count -= 2; /* without texts there are no names */
    store_umb(&umb);
    mdp = must_read("umb", "m.umb");
    check_mdp(&mdp, false);
    check_reward(&mdp, "r");
    umb.count += 2;
    umb_case_free(&umb);
}

/* Members that do not fit; a state's choices, or the branches, may go anywhere. */
static void bad_umb(void **state)
{
    static const struct {
        const char *member;
        size_t at;
        uint8_t byte;
        const char *message;
    } cases[] = {
        {"state-to-choices.bin", 0, 1, "it goes from 1 to 4"},
        {"state-to-choices.bin", 8, 5, "number 2 is less than the one before"},
        {"state-to-choices.bin", 32, 3, "number 4 is less"},
        {"choice-to-branches.bin", 8, 5, "number 2 is less than the one before"},
        {"branch-to-target.bin", 0, 4, "number 0 is no state"},
        {"branch-to-probability.bin", 15, 0, "the probabilities of a choice of state 0 sum to"},
        {"actions/choices/values.bin", 4, 3, "number 1 is no action"},
        {"actions/choices/string-mapping.bin", 8, 3,
         "number 2 is less than the one before, or out"},
        {"actions/choices/string-mapping.bin", 24, 7,
         "number 3 is less than the one before, or out"},
        {"actions/choices/strings.bin", 1, 0, "the name of action 1 has characters"},
        {"actions/choices/strings.bin", 3, 27, "the name of action 2 has characters"},
        {"annotations/rewards/r/states/values.bin", 7, 0xbf, "the reward of state 0 is negative"},
    };
    static struct umb_case umb;
    struct chain mdp;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t m = 0;
        make_umb(&umb);
        while (strcmp(umb.member[m].name, cases[k].member)) m++;
        umb.member[m].bytes.bytes[cases[k].at] = cases[k].byte;
        store_umb(&umb);
        const enum status status =
            format_named("umb")->read_chain(scratch_path("m.umb"), CHAIN_UNKNOWN, &mdp);
        if (status == OK || !strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].message, status == OK ? "read" : fail_message());
        assert_null(mdp.group);
        assert_null(mdp.actions.name);
        umb_case_free(&umb);
    }
}

/* Damages an MDP before it is written: the writer takes anything. */
static void bad_caches(void **state)
{
    static const struct {
        uint32_t at, value;
        const char *message;
    } cases[] = {{0, 1, "group: number 0: it is not 0"},
                 {1, 0, "group: number 1: it is not more than the one before"},
                 {2, 9, "group: number 3: it is not more"},
                 {4, 5, "group: number 4: it is not more"},
                 {4, 7, "group: number 4: it is not the number of choices"}};
    for (size_t k = 0; k < 2 + sizeof cases / sizeof *cases; k++) {
        const size_t count = sizeof cases / sizeof *cases;
        struct chain back;
        scratch_write("m.tra",
                      "4 4 5\n0 0 0 1 stay\n0 1 2 0.75 go\n0 1 1 0.25 go\n1 0 3 1\n1 1 3 1\n");
        struct chain mdp = must_read("prism", "m.tra");
        if (k < count) mdp.group[cases[k].at] = cases[k].value;
        if (k == count) mdp.actions.of[5] = 2;
        if (k > count) mdp.transitions.col[0] = 4; /* a row, and no state */
        assert_ok(cache_write_chain(&mdp, scratch_path("m.h5")));
        assert_int_equal(cache_read_chain(scratch_path("m.h5"), CHAIN_UNKNOWN, &back),
                         ERROR_DAMAGED);
        const char *message = k < count    ? cases[k].message
                              : k == count ? "action: number 5: it is not the number of an action"
                                           : "row 0: a column is out of range";
        if (!strstr(fail_message(), message)) fail_msg("%s: %s", message, fail_message());
        assert_null(back.group);
        mdp.group[0] = 0;
        chain_free(&mdp);
    }
}

/* Groups without the type, and the type without groups. */
static void caches_of_other_types(void **state)
{
    struct chain back, mdp = random_mdp(5);
    mdp.type = CHAIN_DTMC;
    assert_ok(cache_write_chain(&mdp, scratch_path("m.h5")));
    assert_int_equal(cache_read_chain(scratch_path("m.h5"), CHAIN_UNKNOWN, &back), ERROR_DAMAGED);
    assert_non_null(strstr(fail_message(), "group: only an MDP has it"));
    chain_free(&mdp);
    struct chain chain = random_chain(5);
    chain.type = CHAIN_MDP;
    assert_ok(cache_write_chain(&chain, scratch_path("m.h5")));
    assert_int_equal(cache_read_chain(scratch_path("m.h5"), CHAIN_UNKNOWN, &back), ERROR_DAMAGED);
    assert_non_null(strstr(fail_message(), "group: it is missing"));
    chain_free(&chain);
}

/* The cache of a built model is used for that model only. */
static void sealed(void **state)
{
    struct chain back, mdp = random_mdp(5);
    assert_ok(cache_write_model(&mdp, "model", scratch_path("m.h5")));
    assert_ok(cache_read_model(scratch_path("m.h5"), "model", &back));
    assert_same_chain(&mdp, &back);
    chain_free(&back);
    assert_int_equal(cache_read_model(scratch_path("m.h5"), "other", &back), ERROR_DAMAGED);
    chain_free(&mdp);
}

/* A changed byte is refused, or was one that HDF5 does not use. */
static void flipped_bytes(void **state)
{
    enum { FLIPS = 150 };
    static unsigned char bytes[1 << 16];
    struct chain back, mdp = random_mdp(5);
    int refused = 0;
    assert_ok(cache_write_model(&mdp, "model", scratch_path("m.h5")));
    FILE *file = fopen(scratch_path("m.h5"), "rb");
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    for (int k = 0; k < FLIPS; k++) {
        const size_t at = draw(size);
        const unsigned char kept = bytes[at];
        bytes[at] ^= 1u << draw(8);
        scratch_write_bytes("m.h5", bytes, size);
        bytes[at] = kept;
        if (cache_read_model(scratch_path("m.h5"), "model", &back) != OK) refused++;
        else assert_same_chain(&mdp, &back);
        chain_free(&back);
    }
    assert_in_range(refused, FLIPS / 10, FLIPS);
    chain_free(&mdp);
}

static void allocations_may_fail(void **state)
{
    static struct umb_case umb;
    make_umb(&umb);
    store_umb(&umb);
    umb_case_free(&umb);
    struct chain mdp = must_read("umb", "m.umb");
    assert_ok(cache_write_chain(&mdp, scratch_path("m.h5")));
    assert_ok(format_named("prism")->write_chain(&mdp, scratch_folder));
    assert_ok(format_named("drn")->write_chain(&mdp, scratch_folder));
    chain_free(&mdp);
    static const char *const files[][2] = {
        {"umb", "m.umb"}, {"cache", "m.h5"}, {"prism", "model.tra"}, {"drn", "model.drn"}};
    for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
        enum status status = ERROR_HOST_MEMORY;
        long k = 0;
        for (; status != OK; k++)
            status =
                refused_after(k, format_named(files[f][0])
                                     ->read_chain(scratch_path(files[f][1]), CHAIN_UNKNOWN, &mdp));
        assert_true(k > 10);
        check_mdp(&mdp, true);
        chain_free(&mdp);
    }
}

static int clear(void **state)
{
    scratch_clear();
    return 0;
}

#define TEST(function) cmocka_unit_test_teardown(function, clear)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(prism_files),
        TEST(bad_rewards),
        TEST(combined_file),
        TEST(storm_files),
        TEST(drn_files),
        TEST(many_choices),
        TEST(umb_files),
        TEST(bad_umb),
        TEST(bad_caches),
        TEST(caches_of_other_types),
        TEST(sealed),
        TEST(flipped_bytes),
        TEST(allocations_may_fail),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}

/* Models with intervals in files: the same model in each format, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "datasets/format.h"
#include "tests/support/cmocka.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"

static enum status read_as(const char *format, const char *file, struct chain *chain)
{
    return format_named(format)->read_chain(scratch_path(file), CHAIN_UNKNOWN, chain);
}

/* State 0: choice 0 to 0 and 1, choice 1 to 2; states 1 and 2 stay, the latter as a deadlock. */
static void check_model(const char *format, const char *file)
{
    static const uint32_t group[] = {0, 2, 3, 4}, columns[] = {0, 1, 2, 1, 2};
    static const uint64_t starts[] = {0, 2, 3, 4, 5};
    static const double low[] = {0.25, 0.5, 1, 1, 1}, up[] = {0.5, 0.75, 1, 1, 1};
    struct chain mdp;
    if (read_as(format, file, &mdp) != OK) fail_msg("%s", fail_message());
    assert_int_equal(mdp.type, CHAIN_MDP);
    assert_int_equal(chain_states(&mdp), 3);
    assert_memory_equal(mdp.group, group, sizeof group);
    assert_memory_equal(mdp.transitions.row, starts, sizeof starts);
    assert_memory_equal(mdp.transitions.col, columns, sizeof columns);
    assert_memory_equal(mdp.transitions.val, low, sizeof low);
    assert_memory_equal(mdp.upper, up, sizeof up);
    chain_free(&mdp);
}

static void same_in_all_formats(void **state)
{
    (void)state;
    scratch_write("m.lab", "0=\"init\"\n0: 0\n");
    scratch_write("m.tra", "# Transitions (IMDP)\n3 3 4\n0 0 1 [0.5,0.75] go\n0 0 0 [0.25,0.5] go\n"
                           "0 1 2 [1,1]\n1 0 1 1\n");
    check_model("prism", "m.tra");
    scratch_write("m.tra", "3 3 4\n0 0 0 [0.25, 0.5]\n0 0 2 [0,0]\n0 0 1 [0.5,\t0.75 ]\n"
                           "0 1 2 [1,1]\n1 0 1 [1,1]\n");
    struct chain more;
    check_refused(read_as("prism", "m.tra", &more), &more, "m.tra", 6,
                  "more transitions than the 4");
    scratch_write("m.tra", "3 3 5\n0 0 0 [0.25, 0.5]\n0 0 2 [0,0]\n0 0 1 [0.5,\t0.75 ]\n"
                           "0 1 2 [1,1]\n1 0 1 [1,1]\n");
    check_model("prism", "m.tra");
    scratch_write("m.tra", "3 3 4\n0 [0.5,0.75]:1 [0.25,0.5]:0 go\n0 [1,1]:2\n1 1:1\n");
    check_model("prism", "m.tra");
    scratch_write("m.drn",
                  "@type: IMDP\n@nr_states\n3\n@model\nstate 0 init\naction a\n"
                  "0 : [0.25,0.5]\n1 : [0.5,0.75]\naction b\n2 : [1,1]\nstate 1\naction a\n"
                  "1 : [1,1]\nstate 2\n");
    check_model("drn", "m.drn");
    scratch_write("m.drn", "@type: MDP\n@value_type: double-interval\n@nr_states\n3\n@model\n"
                           "state 0 init\naction a\n0 : [0.25, 0.5]\n1 : [0.5, 0.75]\naction b\n"
                           "2 : 1\nstate 1\naction a\n1 : [1, 1]\nstate 2\n");
    check_model("drn", "m.drn");
}

/* A chain has a choice for each state. */
static void chains(void **state)
{
    static const char *const files[][3] = {
        {"prism", "c.tra", "# Transitions (IDTMC)\n2 3\n0 0 [0.25,0.5]\n0 1 [0.5,0.75]\n1 1 1\n"},
        {"prism", "c.tra", "2 3\n0 0 [0.25,0.5]\n0 1 [0.5,0.75]\n1 1 [1,1]\n"},
        {"prism", "c.tra", "2 3\n0 [0.25,0.5]:0 [0.5,0.75]:1\n1 [1,1]:1\n"},
        {"drn", "c.drn",
         "@type: DTMC\n@nr_states\n2\n@model\nstate 0 init\n0 : [0.25,0.5]\n"
         "1 : [0.5,0.75]\nstate 1\n1 : [1,1]\n"}};
    static const double low[] = {0.25, 0.5, 1}, up[] = {0.5, 0.75, 1};
    (void)state;
    scratch_write("c.lab", "0=\"init\"\n0: 0\n");
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        struct chain chain;
        scratch_write(files[k][1], files[k][2]);
        if (read_as(files[k][0], files[k][1], &chain) != OK) fail_msg("%s", fail_message());
        assert_int_equal(chain.type, CHAIN_MDP);
        assert_int_equal(chain_states(&chain), 2);
        assert_int_equal(chain.transitions.rows, 2);
        assert_memory_equal(chain.transitions.val, low, sizeof low);
        assert_memory_equal(chain.upper, up, sizeof up);
        chain_free(&chain);
    }
}

static void what_is_refused(void **state)
{
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"0 0 1 [0.5,0.2]", "its lower bound is above its upper bound"},
        {"0 0 1 [-0.5,0.2]", "its lower bound is below 0"},
        {"0 0 1 [0.5,1.2]", "its upper bound is above 1"},
        {"0 0 1 [0,0.2]", "a lower bound of 0 is not supported"},
        {"0 0 1 [0.5", "expected an interval of a probability, [low,high], found '[0.5'"},
        {"0 0 1 [0.5,", "expected an interval"},
        {"0 0 1 [0.5,0.6", "expected an interval"},
        {"0 0 1 [0.5,0.6]x", "expected an interval"},
        {"0 0 1 [0.5;0.6]", "expected an interval"},
        {"0 0 1 [,0.6]", "expected an interval"},
        {"0 0 1 [nan,0.6]", "expected an interval"},
        {"0 0 1 [0x1p-1,0.6]", "expected an interval"},
        {"0 0 1 []", "expected an interval"},
        {"0 0 1 [0.5,0.6] a b", "this one has '' and 'a'"},
        {"0 0 1 [0.8,0.9]", "the lower bounds of the probabilities of a choice of state 0 sum to "
                            "1.1, which is above 1"},
        {"0 0 1 [0.1,0.2]", "the upper bounds of the probabilities of a choice of state 0 sum to "
                            "0.6, which is below 1"},
        {"0 0 1 1.5", "sum to 1.8, which is above 1"},
    };
    (void)state;
    scratch_write("m.lab", "0=\"init\"\n0: 0\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        char text[256];
        snprintf(text, sizeof text, "2 2 3\n0 0 0 [0.3,0.4]\n%s\n1 0 1 1\n", cases[k].line);
        scratch_write("m.tra", text);
        check_refused(read_as("prism", "m.tra", &chain), &chain, "m.tra", 3, cases[k].message);
    }
    struct chain chain;
    scratch_write("m.tra", "2 2 3\n0 0 0 0.4\n0 0 1 [0.6,0.6]\n1 0 1 1\n");
    check_refused(read_as("prism", "m.tra", &chain), &chain, "m.tra", 3,
                  "an interval, but the values above are numbers");
    scratch_write("m.tra", "2 3\n0 0 0.4\n0 1 [0.6,0.6]\n1 1 1\n");
    check_refused(read_as("prism", "m.tra", &chain), &chain, "m.tra", 3, "found '[0.6,0.6]'");
    scratch_write("m.tra", "mdp\n0 0 0 [0.4,0.4]\n");
    check_refused(read_as("storm", "m.tra", &chain), &chain, "m.tra", 2, "found '[0.4,0.4]'");
    scratch_write("m.drn", "@type: CTMC\n@nr_states\n1\n@model\nstate 0 init\n0 : [1,2]\n");
    check_refused(read_as("drn", "m.drn", &chain), &chain, "m.drn", 6, "rates of a CTMC");
    scratch_write("m.drn", "@type: IMDP\n@nr_states\n1\n@model\nstate 0 init\naction a\n"
                           "0 : [0.5,0.2]\n");
    check_refused(read_as("drn", "m.drn", &chain), &chain, "m.drn", 7, "above its upper bound");
}

/* The reward of a choice, as PRISM writes it into a .trew file. */
static void rewards(void **state)
{
    struct chain mdp;
    (void)state;
    scratch_write("m.lab", "0=\"init\"\n0: 0\n");
    scratch_write("m.tra", "2 3 5\n0 0 0 [0.3,0.4]\n0 0 1 [0.6,0.7]\n0 1 0 [0.3,0.4]\n"
                           "0 1 1 [0.6,0.7]\n1 0 1 1\n");
    scratch_write("m.srew", "2 1\n0 1\n");
    scratch_write("m.trew", "2 3 4\n0 0 0 0\n0 0 1 0\n0 1 0 4\n0 1 1 4\n");
    assert_ok(read_as("prism", "m.tra", &mdp));
    assert_ok(format_named("prism")->read_reward(scratch_path("m.tra"), "m.srew", &mdp));
    assert_memory_equal(mdp.rewards[0].rate, ((double[]){1, 5, 0}), 3 * sizeof(double));
    chain_free(&mdp);
    static const char *const bad[] = {"2 3 2\n0 1 0 4\n0 1 1 3\n", "2 3 2\n0 1 0 3\n0 1 1 4\n",
                                      "2 3 1\n0 1 0 4\n", "2 3 2\n0 1 0 4\n0 1 1 0\n"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        scratch_write("m.trew", bad[k]);
        assert_ok(read_as("prism", "m.tra", &mdp));
        assert_int_equal(format_named("prism")->read_reward(scratch_path("m.tra"), "m.srew", &mdp),
                         ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "have different rewards"));
        chain_free(&mdp);
    }
}

/* Lines of a chain have no choice. */
static void rewards_of_chains(void **state)
{
    struct chain chain;
    (void)state;
    scratch_write("c.lab", "0=\"init\"\n0: 0\n");
    scratch_write("c.tra", "2 3\n0 0 [0.25,0.5]\n0 1 [0.5,0.75]\n1 1 [1,1]\n");
    scratch_write("c.srew", "2 1\n0 1\n");
    scratch_write("c.trew", "2 2\n0 0 4\n0 1 4\n");
    assert_ok(read_as("prism", "c.tra", &chain));
    assert_ok(format_named("prism")->read_reward(scratch_path("c.tra"), "c.srew", &chain));
    assert_memory_equal(chain.rewards[0].rate, ((double[]){5, 0}), 2 * sizeof(double));
    chain_free(&chain);
}

/* No format writes intervals: bounds would become probabilities. */
static void not_written(void **state)
{
    struct chain mdp;
    (void)state;
    scratch_write("m.lab", "0=\"init\"\n0: 0\n");
    scratch_write("m.tra", "1 1 1\n0 0 0 [1,1]\n");
    assert_ok(read_as("prism", "m.tra", &mdp));
    unsigned writers = 0;
    for (int k = 0; k < format_count; k++) {
        if (!formats[k]->write_chain) continue;
        assert_true(formats[k]->write_chain(&mdp, scratch_folder) != OK);
        writers++;
    }
    assert_true(writers >= 5);
    chain_free(&mdp);
}

/* Memory may run out anywhere. */
static void without_memory(void **state)
{
    struct chain mdp;
    (void)state;
    scratch_write("m.lab", "0=\"init\"\n0: 0\n");
    scratch_write("m.tra", "3 2 3\n0 0 0 [0.3,0.4]\n0 0 1 [0.6,0.7]\n1 0 1 1\n");
    assert_memory_refused(5, read_as("prism", "m.tra", &mdp));
    chain_free(&mdp);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_in_all_formats), cmocka_unit_test(chains),
        cmocka_unit_test(what_is_refused),     cmocka_unit_test(rewards),
        cmocka_unit_test(rewards_of_chains),   cmocka_unit_test(not_written),
        cmocka_unit_test(without_memory)};
    return cmocka_run_group_tests_name("interval files", tests, scratch_create, scratch_remove);
}

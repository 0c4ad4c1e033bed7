/* Storm's DRN files; what is written and read back is tested with every other format in
 * test_export. */
#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/formats/drn/drn.h"
#include "datasets/formats/prism/prism.h"
#include "datasets/text/lines.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/messages.h"
#include "tests/support/rewards.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { TRIALS = 100, LARGEST = 12 };

/* Heads and a sound body of two states. */
#define HEAD(type, n)                                                                      \
    "@type: " type "\n@parameters\n\n@reward_models\n\n@nr_states\n" n "\n@nr_choices\n" n \
    "\n@model\n"
#define BODY "state 0 init\n\taction 0\n\t\t0 : 0.5\n\t\t1 : 0.5\nstate 1\n\taction 0\n\t\t1 : 1\n"
#define RATES "state 0 !3 init\n\taction 0\n\t\t1 : 3\nstate 1 !2\n\taction 0\n\t\t0 : 2\n"

static enum status read_model(enum chain_type type, struct chain *chain)
{
    return drn_read_chain(scratch_path("model.drn"), type, chain);
}

static void must_read(const char *text, struct chain *chain)
{
    scratch_write("model.drn", text);
    if (read_model(CHAIN_UNKNOWN, chain) != OK) fail_msg("%s", fail_message());
    assert_true(chain_sound(chain, 1e-5));
}

static void must_refuse(enum chain_type type, unsigned line, const char *message)
{
    struct chain chain;
    enum status status = read_model(type, &chain);
    check_refused(status, &chain, "model.drn", line, message);
}

struct bad {
    const char *text;
    unsigned line;
    const char *message;
};

static const struct bad headers[] = {
    {"", 1, "ends before @model"},
    {"// nothing\n\n", 3, "ends before @model"},
    {"@type: DTMC\n@nr_states\n1\n", 4, "ends before @model"},
    {"@model\n" BODY, 1, "@type: must come before @model"},
    {"@nr_states\n2\n@model\n" BODY, 3, "@type: must come before @model"},
    {"@type: DTMC\n@model\n" BODY, 2, "@nr_states must come before @model"},
    {"@type: DTMC\n@type: DTMC\n", 2, "a second section @type:"},
    {"@type: DTMC\n@nr_states\n2\n@nr_states\n2\n", 4, "a second section @nr_states"},
    {"@reward_models\na\n@reward_models\na\n", 3, "a second section @reward_models"},
    {"@typ: DTMC\n", 1, "unknown section '@typ:', did you mean '@type:'?"},
    {"state 0\n", 1, "unknown section 'state'"},
    {"\033[31m\n", 1, "unknown section '?[31m'"},
    {"@type:\n", 1,
     "expected DTMC, CTMC, MDP, IDTMC or IMDP (no other model can be solved), found the end of the "
     "line"},
    {"@type: POMDP\n", 1,
     "expected DTMC, CTMC, MDP, IDTMC or IMDP (no other model can be solved), found 'POMDP'"},
    {"@type: MDP\n@nr_states\n2\n@nr_choices\n3\n@model\n" BODY, 13,
     "@nr_choices says 3, but the file has 2 choices"},
    {"@type: MDP\n@nr_states\n2\n@model\nstate 0 !1 init\n", 5, "an exit rate in an MDP"},
    {"@type: MDP\n@nr_states\n1\n@model\nstate 0 init\n0 : 1\n", 6,
     "expected an action, found '0'"},
    {"@type: MDP\n@nr_states\n1\n@model\nstate 0 init\naction a\n0 : 1\naction b\n0 : 0.5\n", 9,
     "the probabilities of a choice of state 0 sum to 0.5"},
    {"@type: MDP\n@nr_states\n1\n@model\nstate 0 init\naction a\naction b\n0 : 1\n", 6,
     "the probabilities of a choice of state 0 sum to 0, not to 1"},
    {"@type: MDP\n@nr_states\n1\n@model\nstate 0 [1] init\naction a [1, 2]\n0 : 1\n", 6,
     "2 rewards, where the lines above have 1"},
    {"@type: MDP\n@nr_states\n1\n@model\nstate 0 [1e308] init\naction a\n0 : 1\n"
     "action b [1.7e308]\n0 : 1\n",
     9, "the reward of state 0 is infinite"},
    {"@type: Markov Automaton\n", 1, "found 'Markov'"},
    {"@type: DTMC CTMC\n", 1, "expected the end of the line, found 'CTMC'"},
    {"@value_type: rational-interval\n", 1,
     "expected double, rational or double-interval (parameters cannot be solved), found "
     "'rational-interval'"},
    {"@value_type: parametric\n", 1, "found 'parametric'"},
    {"@value_type:\n", 1, "found the end of the line"},
    {"@parameters\np q\n", 2, "the model has parameters ('p')"},
    {"@parameters\n@nr_states\n2\n", 2, "expected the line of parameters, found '@nr_states'"},
    {"@parameters\n", 2, "ends before the line of parameters"},
    {"@placeholders\n$0 : 1/(p+1)\n", 1, "placeholders"},
    {"@nr_states 2\n", 1, "expected the end of the line, found '2'"},
    {"@nr_states\n\n2\n", 2,
     "expected the number of states (1 to 4294967295), found the end of the line"},
    {"@nr_states\n0\n", 2, "found '0'"},
    {"@nr_states\n-1\n", 2, "found '-1'"},
    {"@nr_states\n4294967296\n", 2, "found '4294967296'"},
    {"@nr_states\n99999999999999999999999\n", 2, "found '99999999999999999999999'"},
    {"@nr_states\n2 3\n", 2, "expected the end of the line, found '3'"},
    {"@nr_states\n4000000000\n", 2,
     "4000000000 states are announced, too many for a file of 22 bytes"},
    {"@type: DTMC\n@nr_states\n2\n@nr_choices\n3\n@model\n" BODY, 6,
     "3 choices in 2 states: this is an MDP"},
    {"@type: DTMC\n@nr_states\n2\n@nr_choices\n1\n@model\n" BODY, 6,
     "@nr_choices is 1, but 2 states have one choice each at least"},
};

static const struct bad bodies[] = {
    {"", 10, "the file ends after 0 of 2 states"},
    {"state 0 init\n\taction 0\n\t\t0 : 1\n", 13, "the file ends after 1 of 2 states"},
    {BODY "state 2\n", 18, "a state more than the 2 of @nr_states"},
    {"state 1 init\n", 11, "expected the next state (0 to 0), found '1'"},
    {"state 0 init\n\taction 0\n\t\t0 : 1\nstate 0\n", 14,
     "expected the next state (1 to 1), found '0'"},
    {"state -1\n", 11, "found '-1'"},
    {"state 0x0\n", 11, "found '0x0'"},
    {"state\n", 11, "expected the next state (0 to 0), found the end of the line"},
    {"State 0\n", 11, "expected state, action or a transition, found 'State'"},
    {"@model\n", 11, "found '@model'"},
    {"-1 : 1\n", 11, "found '-1'"},
    {"\taction 0\n", 11, "expected the first state, found 'action'"},
    {"\t\t0 : 1\n", 11, "expected the first state, found '0'"},
    {"state 0 init\n\taction\n", 12, "expected the name of the action, found the end of the line"},
    {"state 0 init\n\taction 0 x\n", 12, "expected the end of the line, found 'x'"},
    {"state 0 init\n\taction a\n\t\t0 : 1\n\taction b\n", 14,
     "a second action in state 0: this is an MDP"},
    {"state 0 init\n\t\t0 : 1\n\taction a\n", 13, "a second action in state 0"},
    {"state 0 init\n\t\t2 : 1\n", 12, "expected the target state (0 to 1), found '2'"},
    {"state 0 init\n\t\t4294967296 : 1\n", 12, "found '4294967296'"},
    {"state 0 init\n\t\t0: 1\n", 12, "found '0:'"},
    {"state 0 init\n\t\t0 1\n", 12, "expected ':' between blanks, found '1'"},
    {"state 0 init\n\t\t0 :1\n", 12, "expected ':' between blanks, found ':1'"},
    {"state 0 init\n\t\t0\n", 12, "expected ':' between blanks, found the end of the line"},
    {"state 0 init\n\t\t0 :\n", 12,
     "expected the probability (a finite number, not negative), found the end of"},
    {"state 0 init\n\t\t0 : nan\n", 12, "found 'nan'"},
    {"state 0 init\n\t\t0 : inf\n", 12, "found 'inf'"},
    {"state 0 init\n\t\t0 : 1e999\n", 12, "found '1e999'"},
    {"state 0 init\n\t\t0 : -1\n", 12, "found '-1'"},
    {"state 0 init\n\t\t0 : 0x1\n", 12, "found '0x1'"},
    {"state 0 init\n\t\t0 : 1 1\n", 12, "expected the end of the line, found '1'"},
    {"state 0 init\n\t\t0 : [0.5, 2]\n", 12, "its upper bound is above 1"},
    {"state 0 init\n\t\t0 : 1-p\n", 12, "found '1-p'"},
    {"state 0 init\n\t\t0 : $0\n", 12, "found '$0'"},
    {"state 0 init\n\t\t0 : 1/0\n", 12, "found '1/0'"},
    {"state 0 init\n\t\t0 : 0/0\n", 12, "found '0/0'"},
    {"state 0 init\n\t\t0 : 1/-1\n", 12, "found '1/-1'"},
    {"state 0 init\n\t\t0 : 1/2/2\n", 12, "found '1/2/2'"},
    {"state 0 init\n\t\t0 : 1/\n", 12, "found '1/'"},
    {"state 0 init\n\t\t0 : /2\n", 12, "found '/2'"},
    {"state 0 init\n\t\t0 : 1e300/1e-300\n", 12, "found '1e300/1e-300'"},
    {"state 0 init\n\t\t0 : 0.5\n// x\nstate 1\n\t\t1 : 1\n", 12,
     "the probabilities of state 0 sum to 0.5, not to 1"},
    {"state 0 init\n\t\t0 : 1\nstate 1\n\t\t1 : 0.99998\n", 14,
     "the probabilities of state 1 sum to 0.99998"},
    {"state 0 init\n\t\t0 : 0.9999999\n\t\t1 : 2e-7\nstate 1\n\t\t1 : 1\n", 13,
     "state 0 sum to 1.0000001, not to 1 within 2e-12"},
    {"state 0 init\n\t\t0 : 0\nstate 1\n\t\t1 : 1\n", 12, "the probabilities of state 0 sum to 0"},
    {"state 0\n\t\t0 : 1\nstate 1\n\t\t1 : 1\n", 14, "no state has the label init"},
    {"state 0 !1 init\n", 11, "an exit rate in a DTMC"},
    {"state 0 {3} init\n", 11, "an observation: this is a POMDP"},
    {"state 0 \"init\n", 11,
     "expected a label, in double quotes where it has blanks, found '\"init'"},
    {"state 0 \"\"\n", 11, "expected a label"},
    {"state 0 \"a\"b\n", 11, "expected a label"},
    {"state 0 a\"b\n", 11, "expected a label"},
    {"state 0 [\n", 11,
     "expected the reward (a finite number, not negative), found the end of the line"},
    {"state 0 [1\n", 11, "expected ',' or ']', found the end of the line"},
    {"state 0 [1,\n", 11, "expected the reward"},
    {"state 0 [1 2]\n", 11, "expected ',' or ']', found '2]'"},
    {"state 0 [,]\n", 11, "expected the reward (a finite number, not negative), found ',]'"},
    {"state 0 [-1]\n", 11, "found '-1]'"},
    {"state 0 [nan]\n", 11, "found 'nan]'"},
    {"state 0 [1, 2] init\n\taction 0 [1]\n", 12, "1 rewards, where the lines above have 2"},
    {"state 0 [1] init\n\taction 0 []\n", 12, "0 rewards, where the lines above have 1"},
    {"state 0 [1.7e308] init\n\taction 0 [1.7e308]\n\t\t0 : 1\nstate 1\n\t\t1 : 1\n", 13,
     "reward of state 0 is infinite"},
};

static const struct bad rates[] = {
    {"state 0 !x init\n", 11, "expected the exit rate (a finite number, not negative), found 'x'"},
    {"state 0 ! init\n", 11,
     "expected the exit rate (a finite number, not negative), found 'init'"},
    {"state 0 !3 init\n\t\t0 : 1\n\t\t1 : 1.9\nstate 1 !0\n", 13,
     "the rates of state 0 sum to 2.9, but its exit rate is 3"},
    {"state 0 !0 init\n\t\t0 : 1\nstate 1 !0\n", 12,
     "the rates of state 0 sum to 1, but its exit rate is 0"},
    {"state 0 !0 init\nstate 1 !1\n", 12, "the rates of state 1 sum to 0, but its exit rate is 1"},
    {"state 0 init\n\t\t0 : 1e308\n\t\t0 : 1e308\nstate 1\n", 13,
     "the rates of state 0 sum to infinity"},
    {"state 0 init\n\t\t0 : -2\n", 12,
     "expected the rate (a finite number, not negative), found '-2'"},
    {"state 0 init\n\taction 0 [1e300]\n\t\t1 : 1e300\nstate 1\n", 13,
     "the reward of state 0 is infinite"},
};

static void refuse_all(const char *head, const struct bad *cases, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        char text[2048];
        snprintf(text, sizeof text, "%s%s", head, cases[k].text);
        scratch_write("model.drn", text);
        must_refuse(CHAIN_UNKNOWN, cases[k].line, cases[k].message);
    }
}

static void bad_files(void **state)
{
    refuse_all("", headers, sizeof headers / sizeof *headers);
    refuse_all(HEAD("DTMC", "2"), bodies, sizeof bodies / sizeof *bodies);
    refuse_all(HEAD("CTMC", "2"), rates, sizeof rates / sizeof *rates);
    scratch_write("model.drn", HEAD("CTMC", "2") RATES);
    must_refuse(CHAIN_DTMC, 1, "the file says type=ctmc, not type=dtmc");
    scratch_write("model.drn",
                  "@type: DTMC\n@reward_models\na b\n@nr_states\n1\n@model\nstate 0 [1] init\n");
    must_refuse(CHAIN_UNKNOWN, 7, "1 rewards, fewer than @reward_models has names");
    scratch_write("model.drn",
                  "@type: DTMC\n@reward_models\na a\n@nr_states\n1\n@model\nstate 0 [1, 2] init\n");
    must_refuse(CHAIN_UNKNOWN, 7, "two rewards are called 'a'");
}

static void not_text(void **state)
{
    static const char nul[] = HEAD("DTMC", "2") "state 0\0 init\n";
    scratch_write_bytes("model.drn", nul, sizeof nul - 1);
    must_refuse(CHAIN_UNKNOWN, 11, "NUL byte");

    char *text = malloc(LINES_LONGEST + 2);
    assert_non_null(text);
    memset(text, 'x', LINES_LONGEST + 2);
    scratch_write_bytes("model.drn", text, LINES_LONGEST + 2);
    must_refuse(CHAIN_UNKNOWN, 1, "a line of more than 1048576 bytes");
    free(text);

    struct chain chain;
    assert_int_equal(drn_read_chain(scratch_path("missing.drn"), CHAIN_UNKNOWN, &chain), ERROR_IO);
    check_unreadable("missing.drn", "No such file");
    assert_int_equal(drn_read_chain(scratch_path("."), CHAIN_UNKNOWN, &chain), ERROR_IO);
    check_unreadable(".", "it is a folder, not a regular file");
}

/* Every prefix of a good file is refused with one line, unless it ends behind a state: such a state
 * has no transitions.
 */
static void truncated(void **state)
{
    static const char text[] = HEAD("CTMC", "2") RATES, start[] = "model.drn:";
    const size_t last_state = (size_t)(strstr(text, "state 1") + strlen("state 1") - text);
    for (size_t length = 0; length + 2 < sizeof text; length++) {
        struct chain chain;
        scratch_write_bytes("model.drn", text, length);
        enum status status = read_model(CHAIN_UNKNOWN, &chain);
        chain_free(&chain);
        assert_int_equal(status,
                         length == last_state || length == last_state + 1 ? OK : ERROR_INPUT);
        if (status != OK) assert_non_null(strstr(fail_message(), start));
    }
}

/* As Storm writes: comments, six digits, quotes, no @nr_choices, a choice label, CRLF, no last line
 * end, zeros. */
static void small_dtmc(void **state)
{
    struct chain chain;
    must_read("// Exported by storm\r\n// Original model type: DTMC\r\n@type: DTMC\r\n@value_type: "
              "rational\r\n"
              "@parameters\r\n\r\n@reward_models\r\nsteps cost\r\r\r\n@nr_states\r\n4\r\n@model\r\n"
              "state 0 [1, 0] init \"two words\"\r\n//[s=0]\r\n\taction go [0.5, 7/2]\r\n"
              "\t\t2 : 0.333333\r\n\t\t0 : 0.333333\r\n\t\t1 : 0\r\n\t\t2 : 1/3\r\n"
              "state 1 goal  \"two words\"\r\n\r\n\taction __NOLABEL__ [ 2 ,0]\r\n\t\t1 : 1\r\n"
              "state 2 [0,3]\r\nstate 3\r\n\t\t0 : 1e0",
              &chain);
    assert_int_equal(chain.type, CHAIN_DTMC);
    assert_int_equal(chain_states(&chain), 4);
    assert_int_equal(chain.transitions.nnz, 5);
    assert_true(chain_entry(&chain, 0, 0) == 0.333333 &&
                chain_entry(&chain, 0, 2) == 0.333333 + 1. / 3);
    assert_true(chain_entry(&chain, 2, 2) == 1 && chain_entry(&chain, 3, 0) == 1);
    assert_int_equal(chain.nlabels, 4);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){1, 0, 0, 0}), 4);
    assert_memory_equal(chain_label(&chain, "deadlock")->holds, ((uint8_t[]){0, 0, 1, 0}), 4);
    assert_memory_equal(chain_label(&chain, "goal")->holds, ((uint8_t[]){0, 1, 0, 0}), 4);
    assert_memory_equal(chain_label(&chain, "two words")->holds, ((uint8_t[]){1, 1, 0, 0}), 4);
    assert_int_equal(chain.nrewards, 2);
    assert_memory_equal(chain_reward(&chain, "steps")->rate, ((double[]){1.5, 2, 0, 0}),
                        4 * sizeof(double));
    assert_memory_equal(chain_reward(&chain, "cost")->rate, ((double[]){3.5, 0, 3, 0}),
                        4 * sizeof(double));
    assert_null(chain.reward_note);
    /* a quotient is rounded three times, two numbers are added; four lines earn the action's */
    assert_true(chain.rounding.transitions == 3 && !chain.rounding.lost);
    assert_true(chain.rounding.rewards >= 2 + 2 + 4);
    chain_free(&chain);
}

/* Quotients that are too small, or their parts. */
static void small_numbers_are_lost(void **state)
{
    static const char *const values[] = {"1e-320", "1e-400", "1e-200/1e200", "1e-400/1e-400"};
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        char text[256];
        struct chain chain;
        snprintf(text, sizeof text,
                 "@type: ctmc\n@nr_states\n2\n@model\nstate 0 init\n\taction 0\n\t\t1 : 1\n"
                 "\t\t0 : %s\nstate 1\n\taction 0\n\t\t0 : 0e-400\n\t\t1 : 0.0\n",
                 values[k]);
        scratch_write("model.drn", text);
        if (k == 3) {
            assert_int_equal(read_model(CHAIN_UNKNOWN, &chain), ERROR_INPUT); /* 0 / 0 */
            continue;
        }
        must_read(text, &chain);
        assert_true(chain.rounding.lost);
        chain_free(&chain);
    }
}

/* An action's reward counts as often as the state is left: with the sum of the rates, or once in a
 * deadlock. */
static void small_ctmc(void **state)
{
    struct chain chain;
    must_read("@nr_states\n3\n@type: ctmc\n@model\nstate 0 !4 [1] init\n\taction 0 [2]\n\t\t1 : "
              "3\n\t\t0 : 1\n"
              "state 1\n\taction 0 [0.25]\n\t\t2 : 0.5\nstate 2 !0 [5]\n\taction 0 [7]\n",
              &chain);
    assert_int_equal(chain.type, CHAIN_CTMC);
    assert_true(chain_entry(&chain, 0, 0) == 1 && chain_entry(&chain, 0, 1) == 3 &&
                chain_entry(&chain, 1, 2) == 0.5);
    assert_true(chain_entry(&chain, 2, 2) == 1 && chain_label(&chain, "deadlock")->holds[2]);
    assert_memory_equal(chain_reward(&chain, "rew0")->rate, ((double[]){9, 0.125, 12}),
                        3 * sizeof(double));
    chain_free(&chain);
}

/* Names that are missing, or empty between blanks, go by their place. */
static void reward_names(void **state)
{
    static const struct {
        const char *names, *list, *expected[3];
    } cases[] = {
        {"", "[1]", {"rew0"}},
        {" ", "[1]", {"rew0"}},
        {"a ", "[1]", {"a"}},
        {"a ", "[1, 2]", {"a", "rew1"}},
        {" b", "[1, 2]", {"rew0", "b"}},
        {"a  c", "[1, 2, 3]", {"a", "rew1", "c"}},
        {"a\tb", "[1, 2]", {"a", "b"}},
        {"a", "", {NULL}},
        {"", "[]", {NULL}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[256];
        struct chain chain;
        snprintf(text, sizeof text,
                 "@type: DTMC\n@reward_models\n%s\n@nr_states\n1\n@model\nstate 0 %s init\n",
                 cases[k].names, cases[k].list);
        must_read(text, &chain);
        size_t count = 0;
        for (; count < 3 && cases[k].expected[count]; count++) {
            assert_string_equal(chain.rewards[count].name, cases[k].expected[count]);
            assert_true(chain.rewards[count].rate[0] == (double)count + 1);
        }
        assert_int_equal(chain.nrewards, count);
        chain_free(&chain);
    }
}

/* In PRISM's CTMCs only rewards are kept that states have and actions have no part in. */
static void rewards_of_prism(void **state)
{
    static const char lists[] = "@reward_models\na b c\n@nr_states\n1\n@model\nstate 0 [1, 2, 0] "
                                "init\n\taction 0 [3, 0, 0]\n";
    static const struct {
        const char *head;
        size_t rewards;
    } cases[] = {{"// Exported by prism\n@type: CTMC\n", 1},
                 {"// Exported by prism\n@type: DTMC\n", 3},
                 {"// Exported by storm\n@type: CTMC\n", 3}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[512];
        struct chain chain;
        snprintf(text, sizeof text, "%s%s", cases[k].head, lists);
        must_read(text, &chain);
        assert_int_equal(chain.nrewards, cases[k].rewards);
        assert_true(chain_reward(&chain, "b")->rate[0] == 2);
        assert_int_equal(chain.reward_note != NULL, cases[k].rewards == 1);
        chain_free(&chain);
    }
}

/* The comment that keeps labels: what does not look like one says nothing. */
static void label_comments(void **state)
{
    static const char *const comments[] = {"// Labels: \"b\" \"init\" \"b\"", "// Labels: \"b",
                                           "// Labels: ", "//"};
    for (size_t k = 0; k < sizeof comments / sizeof *comments; k++) {
        char text[256];
        struct chain chain;
        snprintf(text, sizeof text, "%s\n// Labels: \"late\"\n" HEAD("DTMC", "2") BODY,
                 comments[k]);
        must_read(text, &chain);
        assert_int_equal(chain_label(&chain, "b") != NULL, k == 0);
        assert_int_equal(chain_label(&chain, "late") != NULL, k == 3);
        assert_string_equal(chain.labels[0].name, k == 0 ? "b" : k == 3 ? "late" : "init");
        chain_free(&chain);
    }
}

/* Writes the chain as others do: columns backwards, each value in two halves, rewards split between
 * the state and its action, which carries the share `part` of it. */
static void write_otherwise(const struct chain *chain, double part)
{
    const struct csr *a = &chain->transitions;
    FILE *file = fopen(scratch_path("model.drn"), "w");
    assert_non_null(file);
    fprintf(file, "@type: %s\n@reward_models\n", chain->type == CHAIN_CTMC ? "CTMC" : "DTMC");
    for (size_t k = 0; k < chain->nrewards; k++) fprintf(file, "%s ", chain->rewards[k].name);
    fprintf(file, "\n@nr_states\n%u\n@model\n", a->rows);
    for (uint32_t i = 0; i < a->rows; i++) {
        double exit = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) exit += a->val[k];
        fprintf(file, "state %u", i);
        for (size_t k = 0; k < chain->nrewards; k++)
            fprintf(file, "%s%.17g%s", k ? "," : " [", (1 - part) * chain->rewards[k].rate[i],
                    k + 1 < chain->nrewards ? "" : "]");
        for (size_t k = 0; k < chain->nlabels; k++)
            if (chain->labels[k].holds[i]) fprintf(file, " \"%s\"", chain->labels[k].name);
        fprintf(file, "\n\taction 0");
        for (size_t k = 0; k < chain->nrewards; k++)
            fprintf(file, "%s%.17g%s", k ? ", " : " [",
                    part * chain->rewards[k].rate[i] / (chain->type == CHAIN_CTMC ? exit : 1),
                    k + 1 < chain->nrewards ? "" : "]");
        fprintf(file, "\n");
        for (int half = 0; half < 2; half++)
            for (uint64_t k = a->row[i + 1]; k-- > a->row[i];)
                fprintf(file, "\t\t%u : %.17g%s\n", a->col[k], a->val[k] / 2, half ? "/1" : "");
    }
    assert_int_equal(fclose(file), 0);
}

static void written_otherwise(void **state)
{
    for (int trial = 0; trial < TRIALS; trial++) {
        struct chain chain = random_chain(LARGEST), got;
        write_otherwise(&chain, 0.75);
        if (read_model(CHAIN_UNKNOWN, &got) != OK) fail_msg("%s", fail_message());
        assert_true(chain_sound(&got, 1e-5));
        assert_same_matrix(&chain.transitions, &got.transitions);
        assert_int_equal(chain.nrewards, got.nrewards);
        for (size_t k = 0; k < chain.nrewards; k++)
            for (uint32_t i = 0; i < chain_states(&chain); i++)
                assert_true(fabs(chain.rewards[k].rate[i] - got.rewards[k].rate[i]) <= 1e-12);
        for (size_t k = 0; k < got.nlabels; k++)
            assert_memory_equal(got.labels[k].holds, chain_label(&chain, got.labels[k].name)->holds,
                                chain_states(&chain));
        chain_free(&chain);
        chain_free(&got);
    }
}

/* One state more where a label holds nowhere. */
static void states_written(void **state)
{
    for (int k = 0; k < 2; k++) {
        char text[400] = "";
        struct chain chain;
        uint8_t *holds;
        must_read(HEAD("DTMC", "2") BODY, &chain);
        if (k) assert_ok(chain_add_label(&chain, "nowhere", &holds));
        assert_ok(drn_write_chain(&chain, scratch_folder));
        FILE *file = fopen(scratch_path("model.drn"), "r");
        assert_non_null(file);
        assert_true(fread(text, 1, sizeof text - 1, file) > 0);
        fclose(file);
        assert_non_null(strstr(text, k ? "@nr_states\n3\n" : "@nr_states\n2\n"));
        chain_free(&chain);
    }
}

static void names_that_drn_cannot_hold(void **state)
{
    static const char *const labels[] = {"a \"b\"", "a\nb", ""}, *const rewards[] = {"two words",
                                                                                     "a\tb", ""};
    for (size_t k = 0; k < 3; k++) {
        struct chain chain = random_chain(LARGEST);
        uint8_t *holds;
        double *rate;
        assert_int_equal(chain_add_label(&chain, labels[k], &holds), OK);
        assert_int_equal(drn_write_chain(&chain, scratch_folder), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "DRN cannot hold this name"));
        free(chain.labels[--chain.nlabels].name);
        free(holds);
        assert_int_equal(chain_add_reward(&chain, rewards[k], &rate), OK);
        assert_int_equal(drn_write_chain(&chain, scratch_folder), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "DRN cannot hold this name"));
        assert_int_equal(access(scratch_path("model.drn"), F_OK), -1);
        chain_free(&chain);
    }
}

/* Each allocation of a read fails once; the chain is one from which a reward is taken back. */
static void failing_allocations(void **state)
{
    scratch_write(
        "model.drn",
        "// Exported by prism\n// Labels: \"init\" \"x\"\n@type: CTMC\n@reward_models\na b\n"
        "@nr_states\n2\n@model\nstate 0 [1, 2] init\n\taction 0 [1, 0]\n\t\t1 : 1\n"
        "\t\t0 : 1\nstate 1 y \"z z\"\n");
    long k = 0;
    for (bool done = false; !done; k++) {
        struct chain chain;
        enum status status = refused_after(k, read_model(CHAIN_UNKNOWN, &chain));
        done = status == OK;
        assert_int_equal(status, done ? OK : ERROR_HOST_MEMORY);
        if (!done) assert_non_null(strstr(fail_message(), "not enough memory"));
        chain_free(&chain);
    }
    assert_true(k > 25);
}

/* PRISM's exports */

static const char *oracle_folder(void)
{
    const char *folder = getenv("WARPMARK_ORACLE");
    return folder && *folder ? folder : "../shared/oracle";
}

/* The name of a .srew file's reward, from `# Reward structure "name"`; empty where it has none. */
static void reward_name(const char *path, char name[64])
{
    char line[256] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    *name = '\0';
    if (fgets(line, sizeof line, file)) sscanf(line, "# Reward structure \"%63[^\"]\"", name);
    fclose(file);
}

static bool has_transition_rewards(const char *srew)
{
    char path[1024], line[256];
    unsigned long n, count = 0;
    snprintf(path, sizeof path, "%.*s.trew", (int)(strlen(srew) - strlen(".srew")), srew);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (*line != '#' && sscanf(line, "%lu %lu", &n, &count) == 2) break;
    if (file) fclose(file);
    return count > 0;
}

/* A reward in .srew and .trew against the same in DRN, which has it unless PRISM gets it wrong. */
static void compare_reward(const char *path, struct chain *tra, const struct chain *drn)
{
    char name[64];
    double *rate;
    reward_name(path, name);
    const struct reward *found = chain_reward(drn, *name ? name : "rew0");
    if (drn->type == CHAIN_CTMC && has_transition_rewards(path)) {
        assert_null(found);
        assert_non_null(drn->reward_note);
        return;
    }
    if (!found) fail_msg("%s: reward '%s' is not in the DRN file", path, name);
    if (read_reward(path, tra, &rate) != OK) fail_msg("%s", fail_message());
    for (uint32_t i = 0; i < chain_states(tra); i++)
        assert_true(fabs(found->rate[i] - rate[i]) <= 1e-14 * fabs(rate[i]));
    free(rate);
}

/* The .lab files have labels that were added by hand, and such that hold nowhere. */
static void compare_labels(const struct chain *tra, const struct chain *drn)
{
    for (size_t k = 0; k < drn->nlabels; k++) {
        const struct label *label = &drn->labels[k], *wanted = chain_label(tra, label->name);
        assert_non_null(wanted);
        assert_memory_equal(label->holds, wanted->holds, chain_states(tra));
    }
}

/* PRISM's engines round products of probabilities differently. */
static void compare_chains(const struct csr *a, const struct csr *b)
{
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->nnz, b->nnz);
    assert_memory_equal(a->row, b->row, ((size_t)a->rows + 1) * sizeof *a->row);
    assert_memory_equal(a->col, b->col, a->nnz * sizeof *a->col);
    for (uint64_t k = 0; k < a->nnz; k++)
        assert_true(fabs(a->val[k] - b->val[k]) <= 1e-14 * a->val[k]);
}

/* Compares both exports of a model. PRISM merges equal choices of an MDP in its DRN files. */
static void compare_export(const char *folder)
{
    char path[1024];
    struct chain tra, drn;
    snprintf(path, sizeof path, "%s/model.tra", folder);
    if (prism_read_chain(path, CHAIN_UNKNOWN, &tra) != OK) fail_msg("%s", fail_message());
    snprintf(path, sizeof path, "%s/model.drn", folder);
    if (drn_read_chain(path, CHAIN_UNKNOWN, &drn) != OK) fail_msg("%s", fail_message());
    assert_true(chain_sound(&drn, 1e-6));
    assert_int_equal(tra.type, drn.type);
    assert_int_equal(chain_states(&tra), chain_states(&drn));
    if (!tra.group) compare_chains(&tra.transitions, &drn.transitions);
    else assert_in_range(drn.transitions.rows, chain_states(&tra), tra.transitions.rows);
    compare_labels(&tra, &drn);
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *file; (file = readdir(open));) {
        if (!strstr(file->d_name, ".srew") || tra.group) continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        compare_reward(path, &tra, &drn);
    }
    closedir(open);
    chain_free(&tra);
    chain_free(&drn);
}

static void oracle(void **state)
{
    DIR *folder = opendir(oracle_folder());
    if (!folder) skip();
    int models = 0;
    for (const struct dirent *model; (model = readdir(folder));) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s/model.drn", oracle_folder(), model->d_name);
        if (access(path, R_OK) != 0) continue;
        *strrchr(path, '/') = '\0';
        compare_export(path);
        models++;
    }
    closedir(folder);
    assert_true(models > 0);
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
        TEST(bad_files),
        TEST(not_text),
        TEST(truncated),
        TEST(small_dtmc),
        TEST(small_numbers_are_lost),
        TEST(small_ctmc),
        TEST(reward_names),
        TEST(rewards_of_prism),
        TEST(label_comments),
        TEST(written_otherwise),
        TEST(states_written),
        TEST(names_that_drn_cannot_hold),
        TEST(failing_allocations),
        TEST(oracle),
    };
    seed_begin();
    return cmocka_run_group_tests_name("drn", tests, scratch_create, scratch_remove);
}

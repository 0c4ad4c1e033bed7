#include <dirent.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/memory.h"
#include "base/random.h"
#include "datasets/formats/prism/prism.h"
#include "datasets/format.h"
#include "datasets/text/lines.h"
#include "datasets/text/printer.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/messages.h"
#include "tests/support/rewards.h"
#include "tests/support/scratch.h"

#define RING "3 3\n0 1 1\n1 2 1\n2 0 1\n" /* a DTMC with one transition a state */

static enum status read_model(enum chain_type type, struct chain *chain)
{
    return prism_read_chain(scratch_path("model.tra"), type, chain);
}

static void must_read(const char *transitions, enum chain_type type, struct chain *chain)
{
    scratch_write("model.tra", transitions);
    if (read_model(type, chain) != OK) fail_msg("%s", fail_message());
}

static void must_refuse(const char *file, enum chain_type type, unsigned line, const char *text)
{
    struct chain chain;
    enum status status = read_model(type, &chain);
    check_refused(status, &chain, file, line, text);
}

static void check_chain(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    assert_true(csr_sound(a));
    for (uint32_t i = 0; i < a->rows; i++) assert_true(a->row[i] < a->row[i + 1]);
    for (uint64_t k = 0; k < a->nnz; k++) assert_true(a->val[k] > 0);
    assert_non_null(memchr(chain_label(chain, "init")->holds, 1, chain_states(chain)));
    assert_non_null(chain_label(chain, "deadlock"));
}

static const struct {
    const char *text;
    enum chain_type type;
    unsigned line;
    const char *message;
} transition_cases[] = {
    {"", CHAIN_DTMC, 1, "ends before the numbers"},
    {"# Transitions (CTMC)\n\n", CHAIN_CTMC, 3, "ends before the numbers"},
    {"hello\n", CHAIN_DTMC, 1, "expected the number of states (1 to 4294967295), found 'hello'"},
    {"0 0\n", CHAIN_DTMC, 1, "expected the number of states (1 to 4294967295), found '0'"},
    {"4294967296 1\n0 0 1\n", CHAIN_CTMC, 1, "found '4294967296'"},
    {"99999999999999999999999 1\n0 0 1\n", CHAIN_CTMC, 1, "found '99999999999999999999999'"},
    {"3\n", CHAIN_DTMC, 1, "expected the number of transitions"},
    {"3 -1\n", CHAIN_DTMC, 1, "found '-1'"},
    {"3 18446744073709551616\n", CHAIN_DTMC, 1, "found '18446744073709551616'"},
    {"3 4x\n", CHAIN_DTMC, 1, "found '4x'"},
    {"2 3 4\n", CHAIN_DTMC, 1, "MDP"},
    {"2 3 4\n", CHAIN_CTMC, 1,
     "a third number: this is an MDP (states, choices, transitions), not a CTMC: say type=mdp, or "
     "leave type= out"},
    {"# Transitions (DTMC)\n2 3 4\n", CHAIN_UNKNOWN, 2, "this is an MDP"},
    {"# Transitions (MDP)\n" RING, CHAIN_UNKNOWN, 2, "two numbers: this is a DTMC or CTMC"},
    {RING, CHAIN_MDP, 1, "two numbers: this is a DTMC or CTMC (states, transitions)"},
    {"# Transitions (CTMC)\n" RING, CHAIN_MDP, 1, "the file says type=ctmc, not type=mdp"},
    {"2 3 4 5\n", CHAIN_UNKNOWN, 1, "a fourth number: this is a POMDP"},
    {"2 3 4 # sure\n", CHAIN_UNKNOWN, 1,
     "expected the end of the line, found '#': comments cannot stand here"},
    {"2 2\n0 1 1 # sure\n1 0 1\n", CHAIN_DTMC, 2, "found '#': comments cannot stand here"},
    {"2 2 // sure\n", CHAIN_DTMC, 1, "found '//': comments cannot stand here"},
    {"\xef\xbb\xbf"
     "2 2\n",
     CHAIN_DTMC, 1, "it begins with a byte-order mark: save it as UTF-8"},
    {"\xff\xfe"
     "2",
     CHAIN_DTMC, 1, "it begins with a byte-order mark"},
    {"2 3 4x\n", CHAIN_UNKNOWN, 1, "expected the number of transitions"},
    {"2 1 1\n0 1 1 1\n", CHAIN_MDP, 2,
     "choice 1 of state 0 stands where choice 0 belongs: choices must ascend from 0"},
    {"2 3 3\n0 0 1 1\n0 2 1 1\n1 0 0 1\n", CHAIN_MDP, 3,
     "choice 2 of state 0 stands where choice 1 belongs"},
    {"2 3 3\n0 0 1 1\n0 1 1 1\n0 0 0 1\n", CHAIN_MDP, 4,
     "choice 0 of state 0 stands where choice 2 belongs"},
    {"2 2 2\n1 0 1 1\n0 0 1 1\n", CHAIN_MDP, 3, "state 0 comes after state 1: states must ascend"},
    {"2 2 2\n0 0 1 1\n1 -1 1 1\n", CHAIN_MDP, 3, "expected the choice (0 to 4294967295), found"},
    {"2 2 2\n0 0 2 1\n1 0 1 1\n", CHAIN_MDP, 2, "expected the target state (0 to 1), found '2'"},
    {"2 2 3\n0 0 1 0.5\n0 0 0 0.4\n1 0 1 1\n", CHAIN_MDP, 3,
     "the probabilities of a choice of state 0 sum to 0.9, not to 1"},
    {"2 2 2\n0 0 1 1\n1 0 1 0.5\n", CHAIN_MDP, 3, "a choice of state 1 sum to 0.5, not to 1"},
    {"2 3 2\n0 0 1 1\n1 0 1 1\n", CHAIN_MDP, 1, "3 choices are announced, but the file has 2"},
    {"2 1 2\n0 0 1 1\n1 0 1 1\n", CHAIN_MDP, 1, "1 choices are announced, but the file has 2"},
    {"2 2 3\n0 0 1 1\n1 0 1 1\n", CHAIN_MDP, 1, "3 transitions are announced, but the file ends"},
    {"2 2 1\n0 0 1 1\n1 0 1 1\n", CHAIN_MDP, 3,
     "more transitions than the 1 that line 1 announces"},
    {"1 1 2\n0 0 0 0.5 a\n0 0 0 0.5 b\n", CHAIN_MDP, 3,
     "a choice has one action or none, and this one has 'a' and 'b'"},
    {"1 1 2\n0 0 0 0.5 a\n0 0 0 0.5\n", CHAIN_MDP, 3, "this one has 'a' and ''"},
    {"1 1 2\n0 0 0 0.5\n0 0 0 0.5 b\n", CHAIN_MDP, 3, "this one has '' and 'b'"},
    {"1 1 1\n0 0 0 1 a b\n", CHAIN_MDP, 2, "expected the end of the line, found 'b'"},
    {"1 1 1\n0 1:0 a b\n", CHAIN_MDP, 2, "expected the end of the line, found 'b'"},
    {"1 1 1\n0 0.5:0 0.5:0\n", CHAIN_MDP, 2, "more transitions than the 1"},
    {"4000000000 1 1\n0 0 0 1\n", CHAIN_MDP, 1,
     "n = 4000000000 is too large for at most 1 transitions"},
    {"4000000000 1 4000000000\n3999999999 0 0 1\n", CHAIN_MDP, 1,
     "n = 4000000000 is too large for at most"},
    {"# Transitions (POMDP)\n" RING, CHAIN_DTMC, 1, "found 'POMDP'"},
    {"2 3\n0 0 0.5\n0 1 0.4\n1 1 1\n", CHAIN_UNKNOWN, 3,
     "nothing says whether this is a DTMC or a CTMC, and the numbers of a state do not sum to 1: "
     "give type=ctmc if they are rates"},
    {"2 2\n0 1 1\n1 0 0.1\n", CHAIN_UNKNOWN, 3, "give type=ctmc if they are rates"},
    {"2 2\n0 1 1\n1 0 x\n", CHAIN_UNKNOWN, 3, "expected the probability or rate"},
    {"# Transitions (CTMC)\n" RING, CHAIN_DTMC, 1, "the file says type=ctmc, not type=dtmc"},
    {"\n# Transitions (DTMC)\n" RING, CHAIN_CTMC, 2, "the file says type=dtmc, not type=ctmc"},
    {"3 4\n0 1 1\n1 2 1\n2 0 1\n", CHAIN_DTMC, 1,
     "4 transitions are announced, but the file ends after 3"},
    {"#x\n3 2\n0 1 1\n1 2 1\n\n2 0 1\n", CHAIN_DTMC, 6,
     "more transitions than the 2 that line 2 announces"},
    {"2 2\n0 5 1\n1 1 1\n", CHAIN_DTMC, 2, "expected the target state (0 to 1), found '5'"},
    {"2 2\n0 1 1\n2 1 1\n", CHAIN_DTMC, 3, "expected the source state (0 to 1), found '2'"},
    {"2 2\n0 1 1\n-1 1 1\n", CHAIN_DTMC, 3, "found '-1'"},
    {"2 2\n0 1 1\n1 1.0 1\n", CHAIN_DTMC, 3, "found '1.0'"},
    {"2 2\n0 1 1\n1 0x1 1\n", CHAIN_DTMC, 3, "found '0x1'"},
    {"2 2\n0 1 1\n1 +1 1\n", CHAIN_DTMC, 3, "found '+1'"},
    {"2 2\n0 1 1\n1 4294967297 1\n", CHAIN_DTMC, 3, "found '4294967297'"},
    {"2 2\n0 1 1\n1 18446744073709551617 1\n", CHAIN_DTMC, 3, "found '18446744073709551617'"},
    {"2 2\n0 1 nan\n1 1 1\n", CHAIN_DTMC, 2,
     "expected the probability (a finite number, not negative), found 'nan'"},
    {"2 2\n0 1 inf\n1 1 1\n", CHAIN_CTMC, 2,
     "expected the rate (a finite number, not negative), found 'inf'"},
    {"2 2\n0 1 -1\n1 1 1\n", CHAIN_CTMC, 2, "found '-1'"},
    {"2 2\n0 1 1e999\n1 1 1\n", CHAIN_CTMC, 2, "found '1e999'"},
    {"2 2\n0 1 0x1p3\n1 1 1\n", CHAIN_CTMC, 2, "found '0x1p3'"},
    {"2 2\n0 1 1,5\n1 1 1\n", CHAIN_CTMC, 2, "found '1,5'"},
    {"2 2\n0 1 1.2.3\n1 1 1\n", CHAIN_CTMC, 2, "found '1.2.3'"},
    {"2 2\n0 1 e\n1 1 1\n", CHAIN_CTMC, 2, "found 'e'"},
    {"2 2\n0 1 -\n1 1 1\n", CHAIN_CTMC, 2, "found '-'"},
    {"2 2\n0 1\n1 1 1\n", CHAIN_CTMC, 2,
     "expected the rate (a finite number, not negative), found the end of"},
    {"2 2\n0 1 1 a b\n1 1 1\n", CHAIN_CTMC, 2, "expected the end of the line, found 'b'"},
    {"2 2\n0 1 \033[31m\n1 1 1\n", CHAIN_CTMC, 2, "found '?[31m'"},
    {"2 2\n0 1 1\n1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 1\n", CHAIN_CTMC, 3,
     "aaa...'"},
    {"2 2\n0 1 0.4\n1 1 1\n", CHAIN_DTMC, 2, "the probabilities of state 0 sum to 0.4, not to 1"},
    {"2 3\n1 1 1\n0 1 0.4\n0 0 0.7 go\n", CHAIN_DTMC, 4,
     "the probabilities of state 0 sum to 1.1, not to 1"},
    {"2 3\n0 1 0.5\n0 0 0.500002\n1 1 1\n", CHAIN_DTMC, 3,
     "the probabilities of state 0 sum to 1.000002"},
    {"2 3\n0 0 0.9999999\n0 1 2e-7\n1 1 1\n", CHAIN_DTMC, 3,
     "state 0 sum to 1.0000001, not to 1 within 2e-13"},
    {"2 3\n0 0 0.9999999\n0 1 0.999998e-7\n1 1 1\n", CHAIN_DTMC, 3,
     "state 0 sum to 1 - 2e-13, not to 1 within 1e-13 (1e-06 of the probability of leaving it, "
     "1e-07)"},
    {"2 3\n0 0 1\n0 1 5e-324\n1 1 1\n", CHAIN_DTMC, 3,
     "state 0 sum to 1 + 4.94e-324, not to 1 within 0 (1e-06 of the probability of leaving it, "
     "4.94e-324)"},
    {"2 3\n0 0 1\n0 1 1e-9\n1 1 1\n", CHAIN_DTMC, 3, "state 0 sum to 1 + 1e-09, not to 1 within"},
    {"2 3\n0 0 1\n0 1 1.5e-9\n1 1 1\n", CHAIN_DTMC, 3,
     "state 0 sum to 1.0000000015, not to 1 within"},
    {"2 2\n0 1 1\n1 1 1.000002\n", CHAIN_DTMC, 3,
     "state 1 sum to 1.000002, not to 1 within 1e-06: correct them"},
    {"2 2\n0 1 0\n1 1 1\n", CHAIN_DTMC, 2, "the probabilities of state 0 sum to 0, not to 1"},
    {"1 2\n0 0 1e308\n0 0 1e308\n", CHAIN_CTMC, 3, "the rates of state 0 sum to infinity"},
    {"4000000000 1\n0 0 1\n", CHAIN_CTMC, 1,
     "n = 4000000000 is too large for at most 1 transitions"},
    {"4000000000 4000000000\n3999999999 0 1\n", CHAIN_CTMC, 1,
     "n = 4000000000 is too large for at most 6 transitions"},
    {"2 18446744073709551615\n0 0 1\n", CHAIN_CTMC, 1,
     "18446744073709551615 transitions are announced, but the file"},
};

static void bad_transitions(void **state)
{
    for (size_t k = 0; k < sizeof transition_cases / sizeof *transition_cases; k++) {
        scratch_write("model.tra", transition_cases[k].text);
        must_refuse("model.tra", transition_cases[k].type, transition_cases[k].line,
                    transition_cases[k].message);
    }
}

static void not_text(void **state)
{
    static const char nul[] = "2 2\n0 1 1\n1 \0 1\n";
    scratch_write_bytes("model.tra", nul, sizeof nul - 1);
    must_refuse("model.tra", CHAIN_DTMC, 3, "NUL byte");

    char *text = malloc(LINES_LONGEST + 10);
    assert_non_null(text);
    memset(text, ' ', LINES_LONGEST + 10);
    memcpy(text, "1 1\n0 0 1", 9);
    text[LINES_LONGEST + 4] = '\n'; /* line 2 has LINES_LONGEST bytes and its end */
    scratch_write_bytes("model.tra", text, LINES_LONGEST + 5);
    must_refuse("model.tra", CHAIN_DTMC, 2, "a line of more than 1048576 bytes");
    text[LINES_LONGEST + 3] = '\n';
    scratch_write_bytes("model.tra", text, LINES_LONGEST + 4);
    struct chain chain;
    assert_int_equal(read_model(CHAIN_DTMC, &chain), OK);
    chain_free(&chain);
    free(text);
}

static void unreadable(void **state)
{
    struct chain chain;
    assert_int_equal(prism_read_chain(scratch_path("missing.tra"), CHAIN_DTMC, &chain), ERROR_IO);
    check_unreadable("missing.tra", "No such file");
    assert_int_equal(prism_read_chain(scratch_path("."), CHAIN_DTMC, &chain), ERROR_IO);
    check_unreadable(".", "it is a folder, not a regular file");
}

struct bad {
    const char *text;
    unsigned line;
    const char *message;
};

/* Each text, in a file beside a good .tra, must be refused. */
static void refuse_beside(const char *file, const struct bad *cases, size_t count)
{
    scratch_write("model.tra", RING);
    for (size_t k = 0; k < count; k++) {
        scratch_write(file, cases[k].text);
        must_refuse(file, CHAIN_DTMC, cases[k].line, cases[k].message);
    }
}

static void bad_labels(void **state)
{
    static const struct bad cases[] = {
        {"", 1, "ends before the names of the labels"},
        {"# Labels\n", 2, "ends before the names of the labels"},
        {"init\n", 1, "expected the index of the next label (0 to 0) and '=', found 'init'"},
        {"0=init\n0: 0\n", 1, "expected a name in double quotes, found 'init'"},
        {"0=\"init\n", 1, "a name in double quotes"},
        {"0=\"\"\n", 1, "a name in double quotes"},
        {"0=\"a\"b\n", 1, "a name in double quotes"},
        {"0=\"init\" 2=\"goal\"\n0: 0\n", 1,
         "expected the index of the next label (1 to 1) and '=', found '2=\"goal\"'"},
        {"0=\"a\" 1=\"a\"\n", 1, "expected a name that is new, found 'a'"},
        {"0=\"init\"\n0: 0\n3: 0\n", 3, "expected the state (0 to 2) and ':', found '3:'"},
        {"0=\"init\"\n0: 0\n1 0\n", 3, "expected the state (0 to 2) and ':', found '1'"},
        {"0=\"init\"\n0: 1\n", 2, "expected the index of a label (0 to 0), found '1'"},
        {"0=\"init\"\n0:\n", 2,
         "expected the index of a label (0 to 0), found the end of the line"},
        {"0=\"init\"\n0: 0\n1: 0 -1\n", 3, "found '-1'"},
        {"# Labels\n0=\"init\" 1=\"goal\"\n1: 1\n", 2,
         "label \"init\" is declared, but no state has it"},
    };
    refuse_beside("model.lab", cases, sizeof cases / sizeof *cases);
}

static void bad_states(void **state)
{
    static const struct bad cases[] = {
        {"", 1, "ends before the names of the variables"},
        {"a,b\n", 1, "expected values in parentheses, found 'a,b'"},
        {"(a,b\n", 1, "expected values in parentheses"},
        {"(a,b) c\n", 1, "expected the end of the line, found 'c'"},
        {"(a)\n0:(1)\n3:(2)\n", 3, "expected the state (0 to 2) and ':', found '3:(2)'"},
        {"(a)\n0:(1)\n1:2\n", 3, "expected values in parentheses, found '2'"},
        {"(a)\n0:(1)\n1:(2,3)\n", 3, "differs from the number of variables"},
        {"(a)\n0:(1)\n0:(2)\n", 3, "state 0 is given twice"},
        {"(a)\n0:(1)\n1:(2)\n", 3, "the file ends after 2 of 3 states"},
    };
    refuse_beside("model.sta", cases, sizeof cases / sizeof *cases);
}

/* -exportrows: a line a state, also of those without rewards. */
static void rewards_in_rows(void **state)
{
    struct chain chain;
    double *reward;
    must_read(RING, CHAIN_DTMC, &chain);
    scratch_write("r.srew", "3 1\n0 1\n");
    scratch_write("r.trew", "3 2\n0 5:1\n1\n2 7:0\n");
    assert_ok(read_reward(scratch_path("r.srew"), &chain, &reward));
    assert_true(reward[0] == 6 && reward[1] == 0 && reward[2] == 7);
    free(reward);
    scratch_write("r.trew", "3 0\n0\n1\n2\n");
    chain_free(&chain);
    must_read(RING, CHAIN_DTMC, &chain);
    assert_ok(read_reward(scratch_path("r.srew"), &chain, &reward));
    assert_true(reward[0] == 1 && reward[1] == 0 && reward[2] == 0);
    free(reward);
    chain_free(&chain);
}

static void bad_rewards(void **state)
{
    static const struct {
        const char *states, *transitions, *file;
        unsigned line;
        const char *message;
    } cases[] = {
        {"", NULL, "r.srew", 1, "ends before the numbers of states and rewards"},
        {"2 0\n", NULL, "r.srew", 1, "expected the number of states (3 to 3), found '2'"},
        {"# Reward structure\n3 4\n", NULL, "r.srew", 2,
         "expected the number of rewards (0 to 3), found '4'"},
        {"3 0 0\n", NULL, "r.srew", 1, "expected the end of the line, found '0'"},
        {"3 2\n0 1\n", NULL, "r.srew", 1, "2 rewards are announced, but the file ends after 1"},
        {"3 1\n0 1\n1 1\n", NULL, "r.srew", 3, "more rewards than the 1 that line 1 announces"},
        {"3 1\n3 1\n", NULL, "r.srew", 2, "expected the state (0 to 2), found '3'"},
        {"3 1\n0 -1\n", NULL, "r.srew", 2,
         "expected the reward (a finite number, not negative), found '-1'"},
        {"3 1\n0 NaN\n", NULL, "r.srew", 2, "found 'NaN'"},
        {"3 2\n0 1\n0 2\n", NULL, "r.srew", 3, "state 0 is given twice"},
        {"3 0\n", "3 1\n0 2 1\n", "r.trew", 2, "the chain has no transition from 0 to 2"},
        {"3 0\n", "3 1\n0 3 1\n", "r.trew", 2, "expected the target state (0 to 2), found '3'"},
        {"3 0\n", "3 2\n0 1 1\n0 1 2\n", "r.trew", 3, "the transition from 0 to 1 is given twice"},
        {"3 0\n", "3 1\n0 1 inf\n", "r.trew", 2, "found 'inf'"},
        {"3 0\n", "3 1 a\n", "r.trew", 1, "expected the end of the line, found 'a'"},
        {"3 0\n", "3 1\n0 1:1 1:1\n", "r.trew", 2, "more rewards than the 1 that line 1 announces"},
        {"3 0\n", "3 2\n0 1:1\n1\n2\n", "r.trew", 1, "2 rewards are announced, but the file ends"},
        {"3 0\n", "3 2\n0 1:1\n0 2:1\n", "r.trew", 3, "the transition from 0 to 1 is given twice"},
        {"3 0\n", "3 1\n0 1:2\n", "r.trew", 2, "the chain has no transition from 0 to 2"},
        {"3 0\n", "3 1\n0 1:1 1\n", "r.trew", 2, "more rewards"},
        {"3 0\n", "3 2\n0 1:1 1\n", "r.trew", 2, "expected value:target, found '1'"},
        {"3 0\n", "3 0\n3\n", "r.trew", 2, "expected the source state (0 to 2), found '3'"},
        {"3 1\n0 1.7e308\n", "3 1\n0 1 1.7e308\n", "r.trew", 2,
         "the reward of state 0 is infinite"},
    };
    struct chain chain;
    double *reward;
    must_read(RING, CHAIN_DTMC, &chain);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("r.srew", cases[k].states);
        if (cases[k].transitions) scratch_write("r.trew", cases[k].transitions);
        assert_int_equal(read_reward(scratch_path("r.srew"), &chain, &reward), ERROR_INPUT);
        check_message(cases[k].file, cases[k].line, cases[k].message);
        assert_null(reward);
    }
    assert_int_equal(read_reward(scratch_path("r.trew"), &chain, &reward), ERROR_INPUT);
    check_message("r.trew", 0, "named by their .srew file");
    assert_int_equal(read_reward(scratch_path("none.srew"), &chain, &reward), ERROR_IO);
    check_unreadable("none.srew", "No such file");
    chain_free(&chain);
}

/* Everything at once: comments, CRLF, tabs, actions, duplicates, columns in any order, a zero,
 * deadlocks, no last LF.
 */
static void small_ctmc(void **state)
{
    struct chain chain;
    must_read("# Transitions (CTMC)\r\n\r\n5 6\r\n 0\t4 1.5 a\r\n0 1 2\r\n# between\r\n0 4 2.5e0 "
              "b\r\n0 2 .5\r\n1 1 0\n3 0 7",
              CHAIN_UNKNOWN, &chain);
    check_chain(&chain);
    assert_int_equal(chain.type, CHAIN_CTMC);
    assert_int_equal(chain_states(&chain), 5);
    assert_int_equal(chain.transitions.nnz, 7);
    assert_true(chain_entry(&chain, 0, 4) == 4 && chain_entry(&chain, 0, 1) == 2 &&
                chain_entry(&chain, 0, 2) == 0.5);
    assert_true(chain_entry(&chain, 1, 1) == 1 && chain_entry(&chain, 2, 2) == 1 &&
                chain_entry(&chain, 3, 0) == 7 && chain_entry(&chain, 4, 4) == 1);
    assert_memory_equal(chain_label(&chain, "deadlock")->holds, ((uint8_t[]){0, 1, 1, 0, 1}), 5);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){1, 0, 0, 0, 0}), 5);
    assert_null(chain.variables);
    assert_true(chain.rounding.transitions == 1 && !chain.rounding.lost); /* 0 4 is there twice */
    chain_free(&chain);
    must_read("2 2\n0 1 1e-310\n1 0 1\n", CHAIN_CTMC, &chain);
    assert_true(chain.rounding.lost); /* below the normal numbers */
    chain_free(&chain);
}

static void labels_and_states(void **state)
{
    struct chain chain;
    scratch_write("model.lab",
                  "# Labels\n0=\"deadlock\"\t1=\"init\" 2=\"two words\"\n1: 1 2\n0: 0\n2: 2");
    scratch_write("model.sta", "# States\n(a,b)\n2: \t(1,true)\n0:(0,false)\n1:(-1,false)\n");
    must_read(RING, CHAIN_DTMC, &chain);
    check_chain(&chain);
    assert_int_equal(chain.nlabels, 3);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){0, 1, 0}), 3);
    assert_memory_equal(chain_label(&chain, "deadlock")->holds, ((uint8_t[]){1, 0, 0}), 3);
    assert_memory_equal(chain_label(&chain, "two words")->holds, ((uint8_t[]){0, 1, 1}), 3);
    assert_string_equal(chain.variables, "(a,b)");
    assert_true(!chain.truths[0] && chain.truths[1]);
    chain_free(&chain);

    /* plain.tra has no labels of its own and takes model.lab, until plain.lab is there */
    scratch_write("plain.tra", RING);
    assert_int_equal(prism_read_chain(scratch_path("plain.tra"), CHAIN_DTMC, &chain), OK);
    assert_non_null(chain_label(&chain, "two words"));
    chain_free(&chain);
    scratch_write("plain.lab", "0=\"mine\"\n");
    assert_int_equal(prism_read_chain(scratch_path("plain.tra"), CHAIN_DTMC, &chain), OK);
    assert_non_null(chain_label(&chain, "mine"));
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){1, 0, 0}), 3);
    chain_free(&chain);
    scratch_write("model.sta", "(a,b)\n2:(1,true)\n0:(0,0)\n1:(-1,false)\n");
    assert_int_equal(prism_read_chain(scratch_path("model.tra"), CHAIN_DTMC, &chain), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "model.sta:3: a variable that is true or false in one"));
}

static void small_rewards(void **state)
{
    struct chain chain;
    double *reward;
    must_read("3 4\n0 1 2\n0 1 3\n0 2 1\n1 0 0.5\n", CHAIN_CTMC, &chain);
    scratch_write("r.srew", "# Reward structure \"x\"\n# State rewards\n3 2\n0 10\n2 1e-3\n");
    assert_int_equal(read_reward(scratch_path("r.srew"), &chain, &reward), OK);
    assert_true(reward[0] == 10 && reward[1] == 0 && reward[2] == 1e-3);
    free(reward);
    assert_true(chain.rounding.rewards == 0 && !chain.rounding.lost);
    scratch_write("r.trew", "3 3\n0 2 0\n1 0 8\n0 1 100\n");
    assert_int_equal(read_reward(scratch_path("r.srew"), &chain, &reward), OK);
    assert_true(chain.rounding.rewards > 0 && !chain.rounding.lost); /* by a reward of 0 */
    free(reward);
    scratch_write("r.trew", "3 3\n0 2 7\n1 0 8\n0 1 100\n");
    assert_int_equal(read_reward(scratch_path("r.srew"), &chain, &reward), OK);
    assert_true(reward[0] == 10 + 5 * 100 + 7 && reward[1] == 4 && reward[2] == 1e-3);
    free(reward);
    chain_free(&chain);
}

/* A name needs more than the ending, and what is said of a foreign file is cut where it is long. */
static void names_of_files(void **state)
{
    const struct format *format;
    char path[FORMAT_START + 100];
    scratch_write("a.tra", RING);
    assert_ok(format_of_file(scratch_path("a.tra"), &format));
    assert_int_equal(format_of_file(".tra", &format), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "unknown kind of file"));
    memset(path, '#', sizeof path);
    path[sizeof path - 1] = '\0';
    scratch_write("long.tra", path); /* more than what is looked at */
    assert_ok(format_of_file(scratch_path("long.tra"), &format));
    memset(path, 'x', sizeof path);
    strcpy(path + sizeof path - 5, ".zip");
    assert_int_equal(format_known(path + sizeof path - 900), ERROR_INPUT);
    assert_int_equal(format_known(path + sizeof path - 300), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), ": this is an archive. Run: unzip xxx"));
}

/* 15 digits where they are enough, of which 16 may say more than they. */
static void digits_of_numbers(void **state)
{
    struct printer printer;
    char text[64] = "";
    assert_ok(printer_create(scratch_path("."), "digits", 3, &printer));
    print(&printer, "%g\n%g\n%g\n", 9.80106012127733, 0.1 + 0.2, 1. / 3);
    assert_ok(printer_finish(&printer));
    FILE *file = fopen(scratch_path("digits"), "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_string_equal(text, "9.80106012127733\n0.30000000000000004\n0.3333333333333333\n");
}

/* Writes the n x n dense rates as a .tra file: entries split in halves where `parts` is 2, rows
 * rotated by `rotate`, columns backwards where asked. */
static void write_dense(const double *dense, uint32_t n, uint32_t parts, uint32_t rotate,
                        bool backwards)
{
    uint64_t m = 0;
    FILE *file = fopen(scratch_path("model.tra"), "w");
    assert_non_null(file);
    for (uint32_t k = 0; k < n * n; k++) m += dense[k] > 0;
    fprintf(file, "%" PRIu32 " %" PRIu64 "\n", n, m * parts);
    for (uint32_t r = 0; r < n; r++) {
        uint32_t i = (r + rotate) % n;
        for (uint32_t k = 0; k < parts * n; k++) {
            uint32_t j = backwards ? n - 1 - k % n : k % n;
            if (dense[i * n + j] > 0)
                fprintf(file, "%" PRIu32 " %" PRIu32 " %.17g%s", i, j, dense[i * n + j] / parts,
                        k % 3 ? "\n" : " act\r\n");
        }
    }
    fclose(file);
}

static void round_trips(void **state)
{
    enum { N = 40, TRIALS = 60 };
    for (uint64_t seed = 1; seed <= TRIALS; seed++) {
        double dense[N * N] = {0};
        uint32_t n = 1 + (uint32_t)random_below(random_bits(seed, 0, 0), N);
        for (uint64_t k = 0; k < (uint64_t)n * n; k++)
            if (random_unit(random_bits(seed, 1, k)) < 0.3)
                dense[k] = 0x1p-1000 + 100 * random_unit(random_bits(seed, 2, k));
        write_dense(dense, n, 1 + (uint32_t)(seed & 1),
                    seed & 2 ? (uint32_t)random_below(random_bits(seed, 3, 0), n) : 0, seed & 4);
        struct chain chain;
        assert_int_equal(read_model(CHAIN_CTMC, &chain), OK);
        check_chain(&chain);
        for (uint32_t i = 0; i < n; i++) {
            bool empty = chain_label(&chain, "deadlock")->holds[i];
            for (uint32_t j = 0; j < n; j++) {
                double want = empty && i == j ? 1 : dense[i * n + j];
                if (chain_entry(&chain, i, j) != want)
                    fail_msg("seed %" PRIu64 ": entry %u %u", seed, i, j);
                if (empty) assert_true(dense[i * n + j] == 0);
            }
        }
        chain_free(&chain);
    }
}

/* One long row with its columns backwards: sorting must not be quadratic. */
static void long_row(void **state)
{
    enum { N = 200000 };
    FILE *file = fopen(scratch_path("model.tra"), "w");
    assert_non_null(file);
    fprintf(file, "%d %d\n", N, N + 1);
    for (int j = N - 1; j >= 0; j--) fprintf(file, "0 %d %d\n", j, j + 1);
    fprintf(file, "0 7 1\n");
    fclose(file);
    struct chain chain;
    assert_int_equal(read_model(CHAIN_CTMC, &chain), OK);
    assert_int_equal(chain.transitions.row[1], N);
    for (uint32_t j = 0; j < N; j++) assert_true(chain.transitions.val[j] == j + 1 + (j == 7));
    chain_free(&chain);
}

/* Every allocation of a full read fails once, in order and with rows out of order. */
static void failing_allocations(void **state)
{
    static const char *const files[] = {"3 4\n0 2 1\n0 0 1\n1 2 1\n1 0 2\n",
                                        "3 3\n2 0 1\n0 2 1\n0 0 1\n"};
    scratch_write("model.lab", "0=\"init\" 1=\"goal\"\n0: 0\n1: 1\n");
    scratch_write("model.sta", "(a)\n0:(0)\n1:(1)\n2:(2)\n");
    scratch_write("model.srew", "3 1\n0 1\n");
    scratch_write("model.trew", "3 1\n0 2 1\n");
    for (size_t f = 0; f < 2; f++) {
        scratch_write("model.tra", files[f]);
        long k = 0;
        for (bool done = false; !done; k++) {
            struct chain chain;
            double *reward = NULL;
            memory_fail_after(k);
            enum status status = read_model(CHAIN_CTMC, &chain);
            if (status == OK) status = read_reward(scratch_path("model.srew"), &chain, &reward);
            done = memory_is_back(status) == OK;
            if (!done) assert_non_null(strstr(fail_message(), "not enough memory"));
            chain_free(&chain);
            free(reward);
        }
        assert_true(k > 15);
    }
}

static const char *oracle_folder(void)
{
    const char *folder = getenv("WARPMARK_ORACLE");
    return folder && *folder ? folder : "../shared/oracle";
}

/* Reads the header of a .tra file without the reader under test. */
static bool peek(const char *path, unsigned long *n, unsigned long *m, char type[16])
{
    char line[256];
    unsigned long choices;
    FILE *file = fopen(path, "r");
    if (!file) return false;
    type[0] = '\0';
    while (fgets(line, sizeof line, file) && line[0] == '#')
        sscanf(line, "# Transitions (%15[A-Z])", type);
    fclose(file);
    const int count = sscanf(line, "%lu %lu %lu", n, &choices, m);
    if (count == 2) *m = choices; /* no MDP */
    return count >= 2;
}

static void compare_rewards(const char *folder, const char *name, struct chain *a, struct chain *b)
{
    char path[1024];
    double *x, *y;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (read_reward(path, a, &x) != OK || read_reward(path, b, &y) != OK)
        fail_msg("%s", fail_message());
    for (uint32_t i = 0; i < chain_states(a); i++)
        assert_true(fabs(x[i] - y[i]) <= 1e-14 * fabs(x[i]));
    free(x);
    free(y);
}

static void compare_exports(const char *folder)
{
    char plain[1024], model[1024], type[16], none[16];
    unsigned long n, m, model_n, model_m;
    struct chain a, b;
    snprintf(plain, sizeof plain, "%s/plain.tra", folder);
    snprintf(model, sizeof model, "%s/model.tra", folder);
    assert_true(peek(plain, &n, &m, none) && peek(model, &model_n, &model_m, type));
    const enum chain_type told = !strcmp(type, "DTMC")  ? CHAIN_DTMC
                                 : !strcmp(type, "MDP") ? CHAIN_MDP
                                                        : CHAIN_CTMC;
    if (prism_read_chain(plain, told, &a) != OK || prism_read_chain(model, CHAIN_UNKNOWN, &b) != OK)
        fail_msg("%s", fail_message());
    check_chain(&a);
    assert_int_equal(b.type, told);
    assert_int_equal(chain_states(&a), n);
    assert_int_equal(a.transitions.nnz, m);
    assert_int_equal(chain_states(&b), model_n);
    assert_int_equal(b.transitions.nnz, m); /* duplicates are merged, so model_m may be larger */
    assert_true(model_m >= m);
    assert_int_equal(a.transitions.rows, b.transitions.rows);
    assert_memory_equal(a.transitions.row, b.transitions.row,
                        (a.transitions.rows + 1) * sizeof *a.transitions.row);
    assert_memory_equal(a.transitions.col, b.transitions.col, m * sizeof *a.transitions.col);
    for (uint64_t k = 0; k < m; k++)
        assert_true(fabs(a.transitions.val[k] - b.transitions.val[k]) <=
                    1e-15 * a.transitions.val[k]);
    assert_int_equal(a.nlabels, b.nlabels);
    assert_string_equal(a.variables, b.variables);

    DIR *open = opendir(folder);
    assert_non_null(open);
    for (const struct dirent *file; (file = readdir(open));)
        if (strstr(file->d_name, ".srew")) compare_rewards(folder, file->d_name, &a, &b);
    closedir(open);
    chain_free(&a);
    chain_free(&b);
}

static void oracle(void **state)
{
    DIR *folder = opendir(oracle_folder());
    if (!folder) skip();
    int models = 0;
    for (const struct dirent *model; (model = readdir(folder));) {
        char path[512];
        unsigned long n, m;
        char type[16];
        snprintf(path, sizeof path, "%s/%s/plain.tra", oracle_folder(), model->d_name);
        if (!peek(path, &n, &m, type)) continue;
        *strrchr(path, '/') = '\0';
        compare_exports(path);
        models++;
    }
    closedir(folder);
    assert_true(models > 0);
}

static void bundled(void **state)
{
    struct chain chain;
    double *reward, sum = 0;
    if (prism_read_chain("datasets/data/prism/tandem-c31/model.tra", CHAIN_CTMC, &chain) != OK)
        fail_msg("%s", fail_message());
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 2016);
    assert_int_equal(chain.transitions.nnz, 6819);
    assert_int_equal(read_reward("datasets/data/prism/tandem-c31/model.srew", &chain, &reward), OK);
    for (uint32_t i = 0; i < 2016; i++) sum += reward[i];
    assert_true(sum == 62992);
    free(reward);
    chain_free(&chain);

    if (prism_read_chain("datasets/data/prism/polling-7/model.tra", CHAIN_CTMC, &chain) != OK)
        fail_msg("%s", fail_message());
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 1344);
    assert_int_equal(chain.transitions.nnz, 5824);
    assert_non_null(chain_label(&chain, "s1a1"));
    assert_non_null(chain_label(&chain, "s2a1"));
    chain_free(&chain);
}

static int clear(void **state)
{
    scratch_clear();
    return 0;
}

#define TEST(function) cmocka_unit_test_teardown(function, clear)

/* A file that does not say its type. */
static void types_are_found(void **state)
{
    static const struct {
        const char *text;
        enum chain_type type;
    } files[] = {{RING, CHAIN_DTMC},
                 {"# see Transitions (CTMC)\n" RING, CHAIN_DTMC},
                 {"# Transitions\n\n" RING, CHAIN_DTMC},
                 {"2 3\n0 0 0.25\n0 1 0.750000001\n1 1 1\n", CHAIN_DTMC},
                 {"2 0\n", CHAIN_DTMC},
                 {"2 3\n0 0 0.5\n0 1 0.5\n1 1 1.1\n", CHAIN_CTMC},
                 {"2 2\n0 1 0.1\n1 0 3\n", CHAIN_CTMC}};
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        struct chain chain;
        scratch_write("model.tra", files[k].text);
        assert_ok(read_model(CHAIN_UNKNOWN, &chain));
        assert_int_equal(chain.type, files[k].type);
        assert_int_equal(chain.found_dtmc, files[k].type == CHAIN_DTMC);
        chain_free(&chain);
        if (files[k].type == CHAIN_CTMC) continue;
        assert_ok(read_model(CHAIN_DTMC, &chain));
        assert_false(chain.found_dtmc);
        chain_free(&chain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bad_transitions), TEST(types_are_found),     TEST(not_text),        TEST(unreadable),
        TEST(bad_labels),      TEST(bad_states),          TEST(rewards_in_rows), TEST(bad_rewards),
        TEST(small_ctmc),      TEST(labels_and_states),   TEST(small_rewards),   TEST(round_trips),
        TEST(long_row),        TEST(failing_allocations), TEST(oracle),          TEST(bundled),
        TEST(names_of_files),  TEST(digits_of_numbers),
    };
    return cmocka_run_group_tests_name("prism", tests, scratch_create, scratch_remove);
}

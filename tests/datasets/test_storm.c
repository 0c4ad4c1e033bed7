/* Storm's explicit files. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/storm/storm.h"
#include "datasets/text/lines.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/packing.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/messages.h"
#include "tests/support/rewards.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#define RING "dtmc\n0 1 1\n1 2 1\n2 0 1\n" /* one transition a state */

enum { TRIALS = 100, LARGEST = 12 };

static enum status read_model(enum chain_type type, struct chain *chain)
{
    return storm_read_chain(scratch_path("model.tra"), type, chain);
}

static void must_read(const char *transitions, struct chain *chain)
{
    scratch_write("model.tra", transitions);
    if (read_model(CHAIN_UNKNOWN, chain) != OK) fail_msg("%s", fail_message());
    assert_true(chain_sound(chain, 1e-5));
}

static void must_refuse(const char *file, enum chain_type type, unsigned line, const char *text)
{
    struct chain chain;
    enum status status = read_model(type, &chain);
    check_refused(status, &chain, file, line, text);
}

struct bad {
    const char *text;
    unsigned line;
    const char *message;
};

static void bad_transitions(void **state)
{
    static const struct bad cases[] = {
        {"", 1, "ends before its first word, dtmc, ctmc or mdp"},
        {"\n\n", 3, "ends before its first word, dtmc, ctmc or mdp"},
        {"dtmc\n", 1, "the file has no transitions"},
        {"dtmc\n\n\n", 3, "the file has no transitions"},
        {"mdp\n0 0 1\n", 2,
         "expected the probability (a finite number, not negative), found the end"},
        {"mdp\n0 0 1 1 a\n", 2, "expected the end of the line, found 'a'"},
        {"mdp\n0 1 1 1\n", 2, "choice 1 of state 0 stands where choice 0 belongs"},
        {"MDP\n0 0 1 1\n0 2 1 1\n", 3, "choice 2 of state 0 stands where choice 1 belongs"},
        {"mdp\n1 0 1 1\n0 0 1 1\n", 3, "state 0 comes after state 1: states must ascend"},
        {"mdp\n0 0 0 1\n0 1 0 0.5\n1 0 0 1\n", 3,
         "the probabilities of a choice of state 0 sum to 0.5, not to 1"},
        {"mdp\n0 0 0 1\n0 1 0 0.5\n", 3, "a choice of state 0 sum to 0.5, not to 1"},
        {"mdp\n4000000000 0 0 1\n", 2, "is too large for at most"},
        {"MA\n", 1, "expected dtmc, ctmc or mdp (no other model can be solved), found 'MA'"},
        {"# dtmc\n", 1, "found '#'"},
        {"dtmc ctmc\n0 0 1\n", 1, "expected the end of the line, found 'ctmc'"},
        {"dtmc\n0 0 1\ndtmc\n", 3, "expected the source state (0 to 4294967294), found 'dtmc'"},
        {"dtmc\n3 3\n0 0 1\n", 2,
         "expected the probability (a finite number, not negative), found the end"},
        {"dtmc\n0 0\n", 2, "found the end of the line"},
        {"dtmc\n0 0 1 1\n", 2, "expected the end of the line, found '1'"},
        {"dtmc\n-1 0 1\n", 2, "found '-1'"},
        {"dtmc\n0 -1 1\n", 2, "expected the target state (0 to 4294967294), found '-1'"},
        {"dtmc\n0 4294967295 1\n", 2, "found '4294967295'"},
        {"dtmc\n18446744073709551616 0 1\n", 2, "found '18446744073709551616'"},
        {"dtmc\n0 0x0 1\n", 2, "found '0x0'"},
        {"dtmc\n0 1.0 1\n", 2, "found '1.0'"},
        {"dtmc\n0 0 nan\n", 2, "found 'nan'"},
        {"dtmc\n0 0 1/1\n", 2, "found '1/1'"},
        {"ctmc\n0 0 inf\n", 2, "expected the rate (a finite number, not negative), found 'inf'"},
        {"ctmc\n0 0 -2\n", 2, "found '-2'"},
        {"ctmc\n0 0 1e999\n", 2, "found '1e999'"},
        {"ctmc\n0 0 \033[31m\n", 2, "found '?[31m'"},
        {"dtmc\n0 0 0.5\n0 1 0.4\n\n1 1 1\n", 3,
         "the probabilities of state 0 sum to 0.9, not to 1"},
        {"dtmc\n0 0 1\n1 1 0.99998", 3, "the probabilities of state 1 sum to 0.99998"},
        {"dtmc\n0 0 0.9999999\n0 1 2e-7\n1 1 1\n", 3,
         "state 0 sum to 1.0000001, not to 1 within 2e-12"},
        {"dtmc\n0 0 0\n1 1 1\n", 2, "the probabilities of state 0 sum to 0, not to 1"},
        {"ctmc\n0 0 1e308\n0 1 1e308\n", 3, "the rates of state 0 sum to infinity"},
        {"ctmc\n0 0 1\n2 0 1\n1 0 1\n", 4, "state 1 comes after state 2: states must ascend"},
        {"ctmc\n0 4294967294 1\n", 2, "n = 4294967295 is too large for at most 3 transitions"},
        {"ctmc\n4294967294 0 1\n", 2, "n = 4294967295 is too large for at most"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("model.tra", cases[k].text);
        must_refuse("model.tra", CHAIN_UNKNOWN, cases[k].line, cases[k].message);
    }
    scratch_write("model.tra", RING);
    must_refuse("model.tra", CHAIN_CTMC, 1, "the file says type=dtmc, not type=ctmc");
}

static void not_text(void **state)
{
    static const char nul[] = "dtmc\n0 0 \0 1\n";
    struct chain chain;
    scratch_write_bytes("model.tra", nul, sizeof nul - 1);
    must_refuse("model.tra", CHAIN_UNKNOWN, 2, "NUL byte");

    char *text = malloc(LINES_LONGEST + 2);
    assert_non_null(text);
    memset(text, '1', LINES_LONGEST + 2);
    scratch_write_bytes("model.tra", text, LINES_LONGEST + 2);
    must_refuse("model.tra", CHAIN_UNKNOWN, 1, "a line of more than 1048576 bytes");
    free(text);
    assert_int_equal(storm_read_chain(scratch_path("missing.tra"), CHAIN_DTMC, &chain), ERROR_IO);
    check_unreadable("missing.tra", "No such file");
}

static void bad_labels(void **state)
{
    static const struct bad cases[] = {
        {"", 1, "ends before #DECLARATION"},
        {"0=\"init\"\n0: 0\n", 1, "expected #DECLARATION, found '0=\"init\"'"},
        {"#declaration\ninit\n#END\n", 1, "expected #DECLARATION, found '#declaration'"},
        {"#DECLARATION\ninit\n", 3, "ends before #END"},
        {"#DECLARATION\ninit init\n#END\n", 2, "expected a name that is new, found 'init'"},
        {"#DECLARATION\ninit\n#END 0\n", 3, "expected the end of the line, found '0'"},
        {"#DECLARATION\ninit goal\n#END\n0 init\n1 gaol\n", 5,
         "label 'gaol' is not declared, did you mean 'goal'?"},
        {"#DECLARATION\ninit\n#END\n0 init\n1 \033nowhere\n", 5,
         "label '?nowhere' is not declared"},
        {"#DECLARATION\ninit\n#END\n0 init\n3 init\n", 5, "expected the state (0 to 2), found '3'"},
        {"#DECLARATION\ninit\n#END\n-1 init\n", 4, "found '-1'"},
        {"#DECLARATION\ninit\n#END\n0: init\n", 4, "found '0:'"},
        {"#DECLARATION\n\ngoal init\n#END\n1 goal\n", 4,
         "label \"init\" is declared, but no state has it"},
    };
    scratch_write("model.tra", RING);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("model.lab", cases[k].text);
        must_refuse("model.lab", CHAIN_UNKNOWN, cases[k].line, cases[k].message);
    }
}

static void bad_rewards(void **state)
{
    static const struct {
        const char *states, *transitions, *named, *file;
        unsigned line;
        const char *message;
    } cases[] = {
        {"3 1\n", NULL, "r.state.rew", "r.state.rew", 1, "expected the state (0 to 2), found '3'"},
        {"0\n", NULL, "r.state.rew", "r.state.rew", 1,
         "expected the reward (a finite number, not negative), found the"},
        {"0 1 1\n", NULL, "r.state.rew", "r.state.rew", 1,
         "expected the end of the line, found '1'"},
        {"0 -1\n", NULL, "r.state.rew", "r.state.rew", 1, "found '-1'"},
        {"1 1\n\n1 2\n", NULL, "r.state.rew", "r.state.rew", 3, "state 1 is given twice"},
        {"# x\n", NULL, "r.state.rew", "r.state.rew", 1, "found '#'"},
        {"", "0 2 1\n", "r.state.rew", "r.trans.rew", 1, "the chain has no transition from 0 to 2"},
        {"", "0 1\n", "r.state.rew", "r.trans.rew", 1, "found the end of the line"},
        {"", "0 1 1 1\n", "r.trans.rew", "r.trans.rew", 1,
         "expected the end of the line, found '1'"},
        {"", "0 1 1\n0 1 1\n", "r.trans.rew", "r.trans.rew", 2,
         "the transition from 0 to 1 is given twice"},
        {"7 0\n", "0 1 1\n", "r.trans.rew", "r.state.rew", 1,
         "expected the state (0 to 2), found '7'"},
        {"0 1.7e308\n", "0 1 1.7e308\n", "r.trans.rew", "r.trans.rew", 1,
         "the reward of state 0 is infinite"},
        {"", "", "r.rew", "r.rew", 0, "rewards are named by their .state.rew or .trans.rew file"},
        {"", NULL, "n.trans.rew", "n.trans.rew", 0, "No such file"},
        {"", "", ".state.rew", ".state.rew", 0, "No such file"},
    };
    struct chain chain;
    must_read(RING, &chain);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("r.state.rew", cases[k].states);
        unlink(scratch_path("r.trans.rew"));
        if (cases[k].transitions) scratch_write("r.trans.rew", cases[k].transitions);
        enum status status = storm_read_reward(scratch_path("model.tra"), cases[k].named, &chain);
        bool missing = strstr(cases[k].message, "No such") != NULL;
        assert_int_equal(status, missing ? ERROR_IO : ERROR_INPUT);
        if (missing) check_unreadable(cases[k].file, cases[k].message);
        else check_message(cases[k].file, cases[k].line, cases[k].message);
        assert_int_equal(chain.nrewards, 0);
    }
    chain_free(&chain);
}

/* CRLF, tabs, blanks, any case, columns in any order, duplicates, a zero, deadlocks between and at
 * the end. */
static void small_ctmc(void **state)
{
    struct chain chain;
    must_read("\r\ncTmC \r\n\r\n 0\t4 1.5\r\n0 1 2\t\r\n0 4 2.5e0\r\n\r\n0 2 .5\r\n1 1 0\r\n3 0 7",
              &chain);
    assert_int_equal(chain.type, CHAIN_CTMC);
    assert_int_equal(chain.rounding.transitions, 1); /* 0 4 is there twice */
    assert_int_equal(chain_states(&chain), 5);
    assert_int_equal(chain.transitions.nnz, 7);
    assert_true(chain_entry(&chain, 0, 4) == 4 && chain_entry(&chain, 0, 1) == 2 &&
                chain_entry(&chain, 0, 2) == 0.5);
    assert_true(chain_entry(&chain, 1, 1) == 1 && chain_entry(&chain, 2, 2) == 1 &&
                chain_entry(&chain, 3, 0) == 7 && chain_entry(&chain, 4, 4) == 1);
    assert_memory_equal(chain_label(&chain, "deadlock")->holds, ((uint8_t[]){0, 1, 1, 0, 1}), 5);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){1, 0, 0, 0, 0}), 5);
    chain_free(&chain);
    must_read("ctmc\n0 0 1\n0 2 0\n",
              &chain); /* the largest state stands in a line that is dropped */
    assert_int_equal(chain_states(&chain), 3);
    chain_free(&chain);
    must_read("dtmc\n0 0 0.333333\n0 1 0.333333\n0 2 0.333333\n", &chain); /* six digits */
    assert_true(chain_label(&chain, "deadlock")->holds[2]);
    chain_free(&chain);
}

static void labels(void **state)
{
    struct chain chain;
    scratch_write("model.lab", "\r\n#DECLARATION\r\ngoal \t9 &  \"\r\ninit\r\n\r\n#END\r\n2 goal "
                               "\" goal\r\n1 init 9\r\n\r\n0");
    must_read(RING, &chain);
    assert_int_equal(chain.nlabels, 6);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){0, 1, 0}), 3);
    assert_memory_equal(chain_label(&chain, "goal")->holds, ((uint8_t[]){0, 0, 1}), 3);
    assert_memory_equal(chain_label(&chain, "9")->holds, ((uint8_t[]){0, 1, 0}), 3);
    assert_memory_equal(chain_label(&chain, "\"")->holds, ((uint8_t[]){0, 0, 1}), 3);
    assert_memory_equal(chain_label(&chain, "&")->holds, ((uint8_t[]){0, 0, 0}), 3);
    chain_free(&chain);
    scratch_write("model.lab", "#DECLARATION goal #END\n2 goal\n"); /* init is state 0 then */
    must_read(RING, &chain);
    assert_memory_equal(chain_label(&chain, "init")->holds, ((uint8_t[]){1, 0, 0}), 3);
    chain_free(&chain);
}

static void small_rewards(void **state)
{
    struct chain chain;
    const char *path = scratch_path("model.tra");
    must_read("ctmc\n0 1 5\n0 2 1\n1 0 0.5\n2 0 1", &chain);
    scratch_write("r.state.rew", "2 1e-3\r\n\r\n0 10");
    assert_int_equal(storm_read_reward(path, "r.state.rew", &chain), OK);
    scratch_write("r.trans.rew", "0 2 7\n1 0 8\n0 1 100\n");
    scratch_write("t.trans.rew", "1 0 8\n");
    assert_int_equal(storm_read_reward(path, "r.trans.rew", &chain), OK);
    /* sums of two products with a number of the file */
    assert_int_equal(chain.rounding.rewards, chain.rounding.transitions + 1 + 1 + 2);
    assert_int_equal(storm_read_reward(path, "t.trans.rew", &chain), OK);
    assert_memory_equal(chain_reward(&chain, "r.state.rew")->rate, ((double[]){10, 0, 1e-3}),
                        3 * sizeof(double));
    assert_memory_equal(chain_reward(&chain, "r.trans.rew")->rate, ((double[]){517, 4, 1e-3}),
                        3 * sizeof(double));
    assert_memory_equal(chain_reward(&chain, "t.trans.rew")->rate, ((double[]){0, 4, 0}),
                        3 * sizeof(double));
    chain_free(&chain);
}

/* A rate or reward below the normal numbers, in the file or as a product. */
static void small_numbers_are_lost(void **state)
{
    static const char *const files[][3] = {{"r.state.rew", "0 1e-307\n", ""},
                                           {"r.state.rew", "0 9e-310\n", "lost"},
                                           {"r.trans.rew", "0 1 1e-7\n", ""},
                                           {"r.trans.rew", "0 1 1e-9\n", "lost"}};
    struct chain chain;
    must_read("ctmc\n0 1 1e-310\n1 0 1\n", &chain);
    assert_true(chain.rounding.lost);
    chain_free(&chain);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        must_read("ctmc\n0 1 1e-300\n1 0 1\n", &chain);
        scratch_clear();
        scratch_write(files[k][0], files[k][1]);
        assert_ok(storm_read_reward(scratch_path("model.tra"), files[k][0], &chain));
        assert_int_equal(chain.rounding.lost, *files[k][2] != '\0');
        chain_free(&chain);
    }
}

/* Random chains, written here as Storm wants them; a deadlock's own self-loop is left out. */

static void write_transitions(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    FILE *file = fopen(scratch_path("model.tra"), "w");
    assert_non_null(file);
    fprintf(file, "%s\n", chain->type == CHAIN_CTMC ? "ctmc" : "dtmc");
    for (uint32_t i = 0; i < a->rows; i++) {
        bool last = i + 1 == a->rows; /* which says how many states there are */
        if (chain_label(chain, "deadlock")->holds[i] && !last) continue;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
            fprintf(file, "%u %u %.17g\n", i, a->col[k], a->val[k]);
    }
    assert_int_equal(fclose(file), 0);
}

static void write_labels(const struct chain *chain)
{
    FILE *file = fopen(scratch_path("model.lab"), "w");
    assert_non_null(file);
    fprintf(file, "#DECLARATION\n");
    for (size_t k = 0; k < chain->nlabels; k++) fprintf(file, "%s ", chain->labels[k].name);
    fprintf(file, "\n#END\n");
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        fprintf(file, "%u", i);
        for (size_t k = 0; k < chain->nlabels; k++)
            if (chain->labels[k].holds[i]) fprintf(file, " %s", chain->labels[k].name);
        fprintf(file, "\n");
    }
    assert_int_equal(fclose(file), 0);
}

static void write_reward(const struct reward *reward, uint32_t n)
{
    char name[64];
    snprintf(name, sizeof name, "%s.state.rew", reward->name);
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    for (uint32_t i = 0; i < n; i++)
        if (reward->rate[i] != 0) fprintf(file, "%u %.17g\n", i, reward->rate[i]);
    assert_int_equal(fclose(file), 0);
}

static void random_chains(void **state)
{
    for (int trial = 0; trial < TRIALS; trial++) {
        struct chain chain = random_chain(LARGEST), got;
        char *blank = strchr(chain.labels[3].name, ' '), name[64];
        *blank = '_'; /* Storm's labels are words */
        write_transitions(&chain);
        write_labels(&chain);
        if (read_model(CHAIN_UNKNOWN, &got) != OK) fail_msg("%s", fail_message());
        for (size_t k = 0; k < chain.nrewards; k++) {
            free(chain.rewards[k].state); /* the file has them all with the states */
            chain.rewards[k].state = NULL;
            write_reward(&chain.rewards[k], chain_states(&chain));
            snprintf(name, sizeof name, "%s.state.rew", chain.rewards[k].name);
            if (storm_read_reward(scratch_path("model.tra"), name, &got) != OK)
                fail_msg("%s", fail_message());
            got.rewards[k].name[strlen(chain.rewards[k].name)] = '\0';
        }
        assert_same_chain(&chain, &got);
        chain_free(&chain);
        chain_free(&got);
    }
}

/* A .tra file is Storm's by its first word, else PRISM's. */
static void recognised(void **state)
{
    static const struct {
        const char *start, *format;
    } cases[] = {{"dtmc\n", "storm"},    {"\n CTMC\r\n", "storm"}, {"mdp", "storm"},
                 {"ma\n", "storm"},      {"2 2\n", "prism"},       {"# dtmc\n", "prism"},
                 {"", "prism"},          {"dtmcs\n", "prism"},     {"ctmc2\n", "prism"},
                 {"\n\n3 3\n", "prism"}, {"dt\n", "prism"},        {"d", "prism"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct format *format;
        scratch_write("model.tra", cases[k].start);
        assert_int_equal(format_of_file(scratch_path("model.tra"), &format), OK);
        assert_string_equal(format->name, cases[k].format);
    }
    /* packed in two parts, of which each is read alone */
    const struct format *format;
    struct packed file = pack_gzip("\n\n", 2), rest = pack_gzip("dtmc\n0 0 1\n", 11);
    pack_append(&file, rest.bytes, rest.size);
    scratch_write_bytes("model.tra.gz", file.bytes, file.size);
    assert_ok(format_of_file(scratch_path("model.tra.gz"), &format));
    assert_string_equal(format->name, "storm");
    free(file.bytes);
    free(rest.bytes);
}

/* Names that would be read as something else; and a file of transitions' rewards where no
 * transition earns anything. */
static void not_written(void **state)
{
    static const char *const names[] = {"", "#END", "a b", "a\tb", "a\nb"};
    struct chain chain;
    uint8_t *holds;
    double *rate;
    must_read(RING, &chain);
    assert_ok(chain_add_reward(&chain, "r", &rate));
    for (int i = 0; i < 3; i++) rate[i] = i;
    assert_ok(reward_split(&chain, &chain.rewards[0], &rate));
    assert_ok(storm_write_chain(&chain, scratch_folder));
    assert_int_equal(access(scratch_path("model.state.rew"), F_OK), 0);
    assert_int_not_equal(access(scratch_path("model.trans.rew"), F_OK), 0);
    chain_free(&chain);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        must_read(RING, &chain);
        assert_ok(chain_add_label(&chain, names[k], &holds));
        assert_int_equal(storm_write_chain(&chain, scratch_folder), ERROR_INPUT);
        assert_non_null(strstr(fail_message(), "Storm's files cannot hold this name"));
        chain_free(&chain);
    }
}

/* Nothing waits for one. */
static void a_pipe_is_refused(void **state)
{
    struct chain chain;
    assert_int_equal(mkfifo(scratch_path("pipe.tra"), 0600), 0);
    assert_int_equal(storm_read_chain(scratch_path("pipe.tra"), CHAIN_UNKNOWN, &chain), ERROR_IO);
    check_unreadable("pipe.tra", "it is not a regular file");
}

static void failing_allocations(void **state)
{
    scratch_write("model.tra", "ctmc\n0 2 1\n0 0 1\n1 2 1\n1 0 2\n");
    scratch_write("model.lab", "#DECLARATION\ninit goal\n#END\n0 init\n1 goal\n");
    scratch_write("r.state.rew", "0 1\n");
    scratch_write("r.trans.rew", "0 2 1\n");
    long k = 0;
    for (bool done = false; !done; k++) {
        struct chain chain;
        memory_fail_after(k);
        enum status status = read_model(CHAIN_UNKNOWN, &chain);
        if (status == OK)
            status = storm_read_reward(scratch_path("model.tra"), "r.state.rew", &chain);
        done = memory_is_back(status) == OK;
        if (!done) assert_non_null(strstr(fail_message(), "not enough memory"));
        chain_free(&chain);
    }
    assert_true(k > 25);
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
        TEST(bad_transitions),     TEST(not_text),
        TEST(bad_labels),          TEST(bad_rewards),
        TEST(small_ctmc),          TEST(labels),
        TEST(small_rewards),       TEST(random_chains),
        TEST(recognised),          TEST(small_numbers_are_lost),
        TEST(not_written),         TEST(a_pipe_is_refused),
        TEST(failing_allocations),
    };
    seed_begin();
    return cmocka_run_group_tests_name("storm", tests, scratch_create, scratch_remove);
}

/* PRISM's combined files and -exportrows: the same chain as in separate files, to the bit. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/formats/prism/prism.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/packing.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { CASES = 200, LARGEST = 12 };

#define RING "# Transitions (DTMC)\n3 3\n0 1 1\n1 2 1\n2 0 1\n"
#define LABELS "\n# Labels\n0=\"init\" 1=\"a\"\n0: 0\n2: 1\n"
#define REWARD "\n# Reward structure \"r\"\n"

static enum status load(const char *text, struct chain *chain)
{
    scratch_write("model.pexp", text);
    return pexp_read_chain(scratch_path("model.pexp"), CHAIN_UNKNOWN, chain);
}

/* Appends a written file and a blank line. */
static void append_file(struct packed *to, const char *name)
{
    static char text[1 << 16];
    FILE *file = fopen(scratch_path(name), "rb");
    assert_non_null(file);
    pack_append(to, text, fread(text, 1, sizeof text, file));
    pack_append(to, "\n", 1);
    fclose(file);
}

static void combined(void **state)
{
    for (int k = 0; k < CASES; k++) {
        struct chain wrote = random_chain(LARGEST), got;
        struct packed text = {0};
        scratch_clear();
        assert_ok(prism_write_chain(&wrote, scratch_folder));
        append_file(&text, "model.tra");
        if (draw(2)) append_file(&text, "model.lab");
        else chain_free(&wrote);
        for (size_t r = 0; r < wrote.nrewards; r++) {
            char name[32] = "model.srew";
            if (wrote.nrewards > 1) snprintf(name, sizeof name, "model%zu.srew", r + 1);
            append_file(&text, name);
            name[strlen(name) - 4] = 't';
            if (access(scratch_path(name), F_OK) == 0) append_file(&text, name);
        }
        scratch_write_bytes("model.pexp", text.bytes, text.size);
        assert_ok(pexp_read_chain(scratch_path("model.pexp"), CHAIN_UNKNOWN, &got));
        if (wrote.nlabels) assert_same_chain(&wrote, &got);
        else assert_int_equal(got.nlabels, 2);
        chain_free(&wrote);
        chain_free(&got);
        free(text.bytes);
    }
}

/* Rewards of transitions, a reward without a name, states, and another order of sections. */
static void sections(void **state)
{
    struct chain chain;
    assert_ok(load(RING REWARD "# State rewards\n3 1\n1 2\n\n# Transition rewards\n3 2\n0 1 4\n1 2 "
                               "8\n\n# Reward structure\n# State rewards\n3 0\n# Transition "
                               "rewards\n3 1\n2 0 3\n" LABELS
                               "# States\n(x)\n2:(2)\n0:(0)\n1:(1)\n",
                   &chain));
    assert_true(chain_sound(&chain, 1e-6));
    assert_int_equal(chain.nrewards, 2);
    const double *r = chain_reward(&chain, "r")->rate, *second = chain_reward(&chain, "2")->rate;
    assert_true(r[0] == 4 && r[1] == 10 && r[2] == 0);
    assert_true(second[0] == 0 && second[1] == 0 && second[2] == 3);
    assert_string_equal(chain.variables, "(x)");
    assert_true(chain_label(&chain, "a")->holds[2] && chain_label(&chain, "deadlock"));
    chain_free(&chain);
}

/* As PRISM 4.10 writes them: each part of a reward has its heading. */
static void headings_twice(void **state)
{
    struct chain chain;
    assert_ok(load(RING LABELS REWARD
                   "# State rewards\n3 1\n1 2\n" REWARD
                   "# Transition rewards\n3 1\n1 2 8\n\n# Reward structure\n# State "
                   "rewards\n3 1\n0 5\n\n# Reward structure\n# Transition rewards\n3 "
                   "0\n\n# Reward structure\n# State rewards\n3 1\n2 7\n\n# Reward "
                   "structure\n# State rewards\n3 0\n",
                   &chain));
    static const char *const names[] = {"r", "2", "3", "4"};
    static const double rates[][3] = {{0, 10, 0}, {5, 0, 0}, {0, 0, 7}, {0, 0, 0}};
    assert_int_equal(chain.nrewards, 4);
    for (int k = 0; k < 4; k++)
        assert_memory_equal(chain_reward(&chain, names[k])->rate, rates[k], sizeof rates[k]);
    chain_free(&chain);
}

static void bad_files(void **state)
{
    static const struct {
        const char *text, *message;
        unsigned line;
    } cases[] = {
        {"", "the file ends before the numbers of states", 1},
        {"3 3\n0 1 1\n1 2 0.9\n2 0 1\n", "nothing says whether this is a DTMC or a CTMC", 3},
        {"# Transitions (MDP)\n3 3\n", "two numbers: this is a DTMC or CTMC", 2},
        {"# Transitions (DTMC)\n3 4\n0 1 1\n1 2 1\n2 0 1\n" LABELS,
         "4 transitions are announced, but the file ends after 3", 2},
        {RING LABELS LABELS, "'# Labels' comes a second time", 12},
        {RING "# Labels\n0=\"init\"\n7: 0\n", "expected the state (0 to 2)", 8},
        {RING "# States\n(x)\n0:(1)\n", "the file ends after 1 of 3 states", 8},
        {RING "# State rewards\n3 0\n", "rewards stand behind '# Reward structure'", 6},
        {RING REWARD "3 0\n", "expected # State rewards, found '3'", 8},
        {RING REWARD "# State rewards\n3 1\n3 1\n", "expected the state (0 to 2), found '3'", 10},
        {RING REWARD "# State rewards\n3 1\n0 -1\n", "found '-1'", 10},
        {RING REWARD "# State rewards\n3 0\n# State rewards\n3 0\n", "comes a second time", 10},
        {RING REWARD REWARD "# State rewards\n3 0\n" REWARD, "expected a name that is new", 9},
        {RING "# Reward structure \"r\n", "expected a name in double quotes", 6},
        {RING REWARD "# State rewards\n3 0\n" REWARD "# State rewards\n3 0\n",
         "'# State rewards' comes a second time", 12},
        {RING REWARD "# State rewards\n3 0\n# Transition rewards\n3 0\n" REWARD,
         "expected a name that is new, found 'r'", 13},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        enum status status = load(cases[k].text, &chain);
        check_refused(status, &chain, "model.pexp", cases[k].line, cases[k].message);
    }
}

/* -exportrows: all transitions of a state on one line; here with a 0, which is none. */
static void rows(void **state)
{
    for (int k = 0; k < CASES; k++) {
        struct chain wrote = random_chain(LARGEST), got;
        const struct csr *a = &wrote.transitions;
        char text[20000];
        int at = snprintf(text, sizeof text, "%" PRIu32 " %" PRIu64 "\n", a->rows, a->nnz + 1);
        for (uint32_t i = 0; i < a->rows; i++) {
            at += snprintf(text + at, sizeof text - (size_t)at, "%" PRIu32, i);
            if (i == 0)
                at += snprintf(text + at, sizeof text - (size_t)at, " 0:%d", (int)draw(a->rows));
            for (uint64_t e = a->row[i]; e < a->row[i + 1]; e++)
                at += snprintf(text + at, sizeof text - (size_t)at, " %.17g:%" PRIu32, a->val[e],
                               a->col[e]);
            at += snprintf(text + at, sizeof text - (size_t)at, "\n");
        }
        scratch_clear();
        scratch_write("model.tra", text);
        assert_ok(prism_read_chain(scratch_path("model.tra"), wrote.type, &got));
        assert_same_matrix(a, &got.transitions);
        chain_free(&wrote);
        chain_free(&got);
    }
}

static void bad_rows(void **state)
{
    static const struct {
        const char *text, *message;
        unsigned line;
    } cases[] = {
        {"2 3\n0 0.5:0 0.5:1\n1 1:2\n", "expected the target state (0 to 1), found '2'", 3},
        {"2 3\n0 0.5:0 0.5:1\n1 1:\n", "expected the target state (0 to 1)", 3},
        {"2 3\n0 0.5:0 x:1\n1 1:1\n", "found 'x'", 2},
        {"2 3\n0 0.5:0 0.5:1\n1 1\n", "expected the probability", 3},
        {"2 3\n0 0.5:0 1\n1 1:1\n", "expected value:target, found '1'", 2},
        {"2 4\n0 0.5:0 0.5:1\n1 1:1\n", "4 transitions are announced, but the file ends after 3",
         1},
        {"2 1\n0 0.5:0 0.5:1\n1 1:1\n", "more transitions than the 1 that line 1 announces", 2},
        {"2 3\n0 0.5:0 0.4:1\n1 1:1\n", "the probabilities of state 0 sum to 0.9", 2},
    };
    scratch_clear();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        scratch_write("model.tra", cases[k].text);
        enum status status = prism_read_chain(scratch_path("model.tra"), CHAIN_DTMC, &chain);
        check_refused(status, &chain, "model.tra", cases[k].line, cases[k].message);
    }
}

static void failing_allocations(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    long k = 0;
    for (; status != OK; k++) {
        struct chain chain;
        status = refused_after(k, load(RING LABELS REWARD "# State rewards\n3 1\n0 1\n", &chain));
        chain_free(&chain);
    }
    assert_true(k > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(combined),
                                       cmocka_unit_test(sections),
                                       cmocka_unit_test(headings_twice),
                                       cmocka_unit_test(bad_files),
                                       cmocka_unit_test(rows),
                                       cmocka_unit_test(bad_rows),
                                       cmocka_unit_test(failing_allocations)};
    seed_begin();
    return cmocka_run_group_tests_name("pexp", tests, scratch_create, scratch_remove);
}

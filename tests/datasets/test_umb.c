/* UMB: files that a test makes by itself, against the chain that they stand for, and refusals. What
 * we write is read again in test_export. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "datasets/formats/umb/umb.h"
#include "datasets/formats/umb/umb_files.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/random_chain.h"
#include "tests/support/made/umb_case.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

enum { CASES = 300, STATES = 9, BRANCHES = 200 };

/* Packed in a random way, or not. */
static void store(const struct umb_case *umb, int packing)
{
    struct packed tar = umb_case_tar(umb, (int)draw(2)), file = tar;
    if (packing == 1) file = pack_gzip(tar.bytes, tar.size);
    if (packing == 2) file = pack_xz(tar.bytes, tar.size);
    scratch_write_bytes("m.umb", file.bytes, file.size);
    if (packing) free(file.bytes);
    free(tar.bytes);
}

static enum status load(struct chain *out)
{
    return umb_read_chain(scratch_path("m.umb"), CHAIN_UNKNOWN, out);
}

/* Random files */

/* Content of a file, branch by branch, and its chain as a dense matrix. */
struct made {
    uint64_t n, choices, branches, choice_start[STATES + 1], branch_start[STATES + 1];
    uint64_t target[BRANCHES];
    double probability[BRANCHES], exit[STATES], rate[STATES][STATES], reward[STATES];
    uint64_t initial, label, added; /* largest number of further branches to the target of one
                                       branch */
    bool ctmc, mapped;              /* true if a file gives the choices of each state */
    bool earned;                    /* true if choices or branches have rewards */
};

static void make_state(struct made *m, uint64_t i)
{
    uint64_t count = draw(4) ? 1 + draw(2 * m->n) : 0, first = m->branches;
    bool choice = count || draw(2) || !m->mapped;
    double value[2 * STATES];
    for (uint64_t k = 0; k < count; k++) value[k] = 1 + (double)draw(1000);
    if (count) make_probabilities(value, count);
    m->exit[i] = m->ctmc ? (draw(5) ? (double)(1 + draw(5000)) / 7 : 0) : 1;
    for (uint64_t k = 0; k < count; k++) {
        m->target[m->branches] = draw(m->n);
        m->probability[m->branches++] = value[k];
        if (draw(6)) continue;
        m->target[m->branches] = draw(m->n);
        m->probability[m->branches++] = 0;
    }
    for (uint64_t k = first; k < m->branches; k++)
        m->rate[i][m->target[k]] += m->probability[k] * m->exit[i];
    for (uint64_t j = 0; j < m->n; j++) {
        uint64_t same = 0;
        for (uint64_t k = first; k < m->branches; k++)
            same += m->target[k] == j && m->probability[k] * m->exit[i] > 0;
        if (same > m->added + 1) m->added = same - 1;
    }
    if (choice) m->branch_start[++m->choices] = m->branches;
    m->choice_start[i + 1] = m->choices;
}

static void make(struct made *m)
{
    memset(m, 0, sizeof *m);
    m->n = 1 + draw(STATES);
    m->ctmc = draw(2);
    m->mapped = draw(2);
    for (uint64_t i = 0; i < m->n; i++) make_state(m, i);
    m->initial = 1 + draw((1ull << m->n) - 1);
    m->label = draw(1ull << m->n);
}

/* Rewards of states, choices and branches, each of them or not. */
static void add_rewards(struct made *m, struct umb_case *umb, char entities[60])
{
    static const char *const names[] = {"states", "choices", "branches"};
    double value[BRANCHES];
    *entities = '\0';
    for (int kind = 0; kind < 3; kind++) {
        char name[80];
        uint64_t count = kind == 0 ? m->n : kind == 1 ? m->choices : m->branches;
        if (!draw(2) && !(kind == 2 && !*entities)) continue;
        m->earned |= kind > 0;
        for (uint64_t k = 0; k < count; k++) value[k] = (double)draw(50) / 4;
        for (uint64_t i = 0; i < m->n; i++) {
            uint64_t c = m->choice_start[i];
            bool some = m->choice_start[i + 1] > c;
            if (kind == 0) m->reward[i] += value[i];
            if (kind == 1 && some) m->reward[i] += m->exit[i] * value[c];
            for (uint64_t k = m->branch_start[c]; kind == 2 && some && k < m->branch_start[c + 1];
                 k++)
                m->reward[i] += m->exit[i] * m->probability[k] * value[k];
        }
        snprintf(name, sizeof name, "annotations/rewards/r/%s/values.bin", names[kind]);
        umb_case_add(umb, name, value, count * sizeof *value);
        snprintf(entities + strlen(entities), 60 - strlen(entities), "%s\"%s\"",
                 *entities ? ", " : "", names[kind]);
    }
}

/* Then the map of choices to branches may be left out. */
static bool one_to_one(const struct made *m)
{
    bool same = m->choices == m->branches;
    for (uint64_t k = 0; k <= m->choices; k++) same &= m->branch_start[k] == k;
    return same;
}

static void write_case(struct made *m, struct umb_case *umb)
{
    char entities[60];
    memset(umb, 0, sizeof *umb);
    if (m->mapped) umb_case_add(umb, "state-to-choices.bin", m->choice_start, (m->n + 1) * 8);
    if (!one_to_one(m) || draw(2))
        umb_case_add(umb, "choice-to-branches.bin", m->branch_start, (m->choices + 1) * 8);
    umb_case_add(umb, "branch-to-target.bin", m->target, m->branches * 8);
    umb_case_add(umb, "branch-to-probability.bin", m->probability, m->branches * 8);
    umb_case_add(umb, "./state-is-initial.bin" + 2 * draw(2), &m->initial, 8);
    if (m->ctmc) umb_case_add(umb, "state-to-exit-rate.bin", m->exit, m->n * 8);
    umb_case_add(umb, "annotations/aps/a/states/values.bin", &m->label, 8);
    if (draw(2)) umb_case_add(umb, "valuations/states/valuations.bin", &m->label, draw(8));
    add_rewards(m, umb, entities);
    snprintf(
        umb->index, sizeof umb->index,
        "{\"format-version\": %d, \"format-revision\": 3, \"transition-system\": {\"time\": "
        "\"%s\", \"#players\": 0, \"#states\": %d, \"#choices\": %d, \"#branches\": %d, "
        "\"branch-probability-type\": {\"type\": \"double\"}, \"exit-rate-type\": {\"type\": "
        "\"double\", \"size\": 64}}, \"annotations\": {\"rewards\": {\"r\": {\"applies-to\": "
        "[%s], \"type\": {\"type\": \"double\"}}}, \"aps\": {\"a\": {\"alias\": \"two words\", "
        "\"applies-to\": [\"states\"], \"type\": {\"type\": \"bool\", \"size\": 1}}}}}",
        (int)draw(2), m->ctmc ? "stochastic" : "discrete", (int)m->n, (int)m->choices,
        (int)m->branches, entities);
}

static void check_close(double got, double wanted)
{
    if (fabs(got - wanted) > 1e-12 * fmax(1, wanted)) fail_msg("%.17g, not %.17g", got, wanted);
}

static void check_case(const struct made *m, const struct chain *chain)
{
    const struct label *init = chain_label(chain, "init"), *label = chain_label(chain, "two words"),
                       *deadlock = chain_label(chain, "deadlock");
    const struct reward *reward = chain_reward(chain, "r");
    assert_true(chain_sound(chain, 1e-6));
    assert_true(chain_states(chain) == m->n && chain->type == (m->ctmc ? CHAIN_CTMC : CHAIN_DTMC));
    assert_true(init && label && deadlock && reward);
    assert_int_equal(chain->nlabels, 3);
    assert_false(chain->rounding.lost);
    /* probability x exit rate */
    assert_true(chain->rounding.transitions >= (m->ctmc ? 2 : 0) + 2 * m->added);
    uint64_t longest = 0; /* a sum of so many products of two rounded numbers, at least */
    for (uint32_t i = 0; i < m->n; i++) {
        bool stuck = true;
        const uint64_t count = chain->transitions.row[i + 1] - chain->transitions.row[i];
        if (!deadlock->holds[i] && count > longest) longest = count;
        for (uint32_t j = 0; j < m->n; j++) stuck &= m->rate[i][j] == 0;
        assert_int_equal(init->holds[i], m->initial >> i & 1);
        assert_int_equal(label->holds[i], m->label >> i & 1);
        assert_int_equal(deadlock->holds[i], stuck);
        for (uint32_t j = 0; j < m->n; j++)
            check_close(chain_entry(chain, i, j), stuck && i == j ? 1 : m->rate[i][j]);
        check_close(reward->rate[i], m->reward[i]);
    }
    assert_true(!m->earned || chain->rounding.rewards >= longest + (m->ctmc ? 3 : 6));
}

static void random_files(void **state)
{
    static struct umb_case umb;
    (void)state;
    for (int k = 0; k < CASES; k++) {
        struct made m;
        struct chain chain;
        make(&m);
        write_case(&m, &umb);
        store(&umb, k % 3);
        if (load(&chain) != OK) fail_msg("%s", fail_message());
        check_case(&m, &chain);
        chain_free(&chain);
        umb_case_free(&umb);
    }
}

/* Refusals */

static void replace(char *text, const char *from, const char *to)
{
    static char rest[UMB_TEXT];
    char *at = strstr(text, from);
    assert_non_null(at);
    strcpy(rest, at + strlen(from));
    strcpy(at, to);
    strcat(at, rest);
}

static void bad_indexes(void **state)
{
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"\"discrete\", \"#players\": 0", "\"stochastic\", \"#players\": 1",
         "\"#players\": this is a CTMDP"},
        {"\"#choice-actions\": 0", "\"#choice-actions\": -1", "\"#choice-actions\": it is missing"},
        {"\"#players\": 0", "\"#players\": 2", "this is a game"},
        {"\"#players\": 0", "\"#players\": -1", "\"#players\": it is missing"},
        {"\"#players\": 0", "\"#players\": 0.5", "\"#players\": it is missing"},
        {"\"#players\": 0, ", "", "\"#players\": it is missing"},
        {"\"discrete\"", "\"urgent-stochastic\"", "\"time\": this is a Markov automaton"},
        {"\"discrete\"", "\"dense\"", "\"time\": it is neither"},
        {"\"discrete\"", "\"stochastic\"", "\"exit-rate-type\": its type is missing"},
        {"\"#states\": 3", "\"#states\": 0", "\"#states\""},
        {"\"#states\": 3", "\"#states\": 4294967296", "\"#states\": there are 2^32"},
        {"\"#states\": 3", "\"#states\": 4", "state-to-choices.bin: it is missing"},
        {"\"#choices\": 3", "\"#choices\": 9223372036854775807", "choice-to-branches.bin"},
        {"\"#branches\": 3", "\"#branches\": 4000000000000", "branch-to-target.bin: it has 24"},
        {"\"#branches\": 3", "\"#branches\": 2", "branch-to-target.bin: it has 24 bytes"},
        {"\"double\"}}", "\"rational\"}}",
         "index.json: \"branch-probability-type\": its type is rational; only double"},
        {"\"double\"}}", "\"double-interval\"}}",
         "\"branch-probability-type\": its type is double-interval"},
        {"\"double\"}}", "\"double\", \"size\": 32}}", "the size of its type"},
        {"\"double\", \"size\"", "\"rational\", \"size\"", "\"r\": its type is rational"},
        {"\"double\", \"size\"", "\"\\n\", \"size\"", "its type is of an unknown name"},
        {"\"bool\"", "\"int\"", "\"g\": its type is int; only bool"},
        {"\"goal\"", "\"\"", "\"aps\": a name is empty"},
        {"\"goal\"", "\"a\\u001bb\"", "cannot be printed"},
        {"\"goal\"", "7", "\"aps\": a name is empty"},
        {"[\"states\"], \"type\": {\"type\": \"bool", "[\"branches\"], \"type\": {\"type\": \"bool",
         "\"g\": only states can have labels"},
        {"[\"states\"]", "[]", "\"applies-to\": it is missing or empty"},
        {"[\"states\"]", "[\"players\"]", "\"applies-to\": only states, choices and branches"},
        {"\"aps\": {",
         "\"aps\": {\"h\": {\"alias\": \"goal\", \"applies-to\": [\"states\"], "
         "\"type\": {\"type\": \"bool\"}}, ",
         "\"goal\": it is there twice"},
        {"\"alias\": \"goal\"", "\"alias\": \"init\"", "label \"init\" is not the same"},
        {"\"alias\"", "\"probability-type\": {}, \"alias\"", "distributions cannot be read"},
        {"\"aps\": {", "\"aps\": 3, \"b\": {", "\"aps\": it is not an object"},
        {"\"format-version\": 1", "\"format-version\": 2", "only versions 0 and 1"},
        {"\"format-version\": 1", "\"format-version\": 1, \"format-version\": 1", "not JSON"},
        {"\"transition-system\"", "\"transitions\"", "\"transition-system\": it is missing"},
        {"{\"format-version\"", "{{", "line 1: this is not JSON"},
    };
    static struct umb_case umb;
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        umb_case_small(&umb);
        replace(umb.index, cases[k].from, cases[k].to);
        store(&umb, (int)draw(3));
        enum status status = load(&chain);
        if (status == OK || !strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].message, status == OK ? "read" : fail_message());
        assert_non_null(strstr(fail_message(), "m.umb: "));
        assert_true(status == ERROR_INPUT || status == ERROR_DAMAGED);
        assert_null(chain.transitions.row);
        umb_case_free(&umb);
    }
}

#define U64(...) (const uint64_t[]){__VA_ARGS__}, sizeof((const uint64_t[]){__VA_ARGS__})
#define F64(...) (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__})

static void bad_members(void **state)
{
    const struct {
        const char *name;
        const void *bytes; /* NULL: the member is missing */
        size_t size;
        const char *message;
        enum status status;
    } cases[] = {
        {"choice-to-branches.bin", U64(0, 2, 1, 3), "number 2 is less", ERROR_DAMAGED},
        {"choice-to-branches.bin", U64(0, 2, 3, 4), "it goes from 0 to 4, not from 0 to #branches",
         ERROR_DAMAGED},
        {"choice-to-branches.bin", U64(1, 2, 3, 3), "it goes from 1 to 3", ERROR_DAMAGED},
        {"choice-to-branches.bin", U64(0, UINT64_MAX, 3, 3), "number 2 is less", ERROR_DAMAGED},
        {"choice-to-branches.bin", U64(0, 3), "it has 16 bytes, but #choices = 4", ERROR_DAMAGED},
        {"branch-to-target.bin", U64(1, 3, 0), "number 1 is no state", ERROR_DAMAGED},
        {"branch-to-target.bin", U64(1, 2, 4294967296), "number 2 is no state", ERROR_DAMAGED},
        {"branch-to-target.bin", U64(1, 2), "it has 16 bytes", ERROR_DAMAGED},
        {"branch-to-target.bin", NULL, 0, "it is missing", ERROR_DAMAGED},
        {"branch-to-probability.bin", NULL, 0, "it is missing", ERROR_DAMAGED},
        {"branch-to-probability.bin", F64(0.25, -0.75, 1), "number 1 is negative", ERROR_DAMAGED},
        {"branch-to-probability.bin", F64(0.25, 0.75, NAN), "number 2 is negative or not finite",
         ERROR_DAMAGED},
        {"branch-to-probability.bin", F64(0.25, INFINITY, 1), "number 1 is negative or not finite",
         ERROR_DAMAGED},
        {"branch-to-probability.bin", F64(0.25, 0.5, 1), "the probabilities of state 0 sum to 0.75",
         ERROR_INPUT},
        {"branch-to-probability.bin", F64(0.25, 0.5, 1),
         "sum to 0.75, not to 1 within 1e-06 of the probability of leaving it, 0.75", ERROR_INPUT},
        {"state-is-initial.bin", NULL, 0, "no state is initial", ERROR_INPUT},
        {"state-is-initial.bin", U64(0), "no state is initial", ERROR_INPUT},
        {"state-is-initial.bin", U64(8), "it has bits beyond the last state", ERROR_DAMAGED},
        {"state-is-initial.bin", U64(1, 0), "it has 16 bytes, but 3 states need 8", ERROR_DAMAGED},
        {"annotations/aps/g/states/values.bin", NULL, 0, "it is missing", ERROR_DAMAGED},
        {"annotations/rewards/r/states/values.bin", NULL, 0, "it is missing", ERROR_DAMAGED},
        {"annotations/aps/g/states/values.bin", U64(16), "bits beyond", ERROR_DAMAGED},
        {"annotations/rewards/r/states/values.bin", F64(1, -1, 0), "the reward of state 1",
         ERROR_INPUT},
        {"annotations/rewards/r/states/values.bin", F64(-1, 1, 0), "the reward of state 0",
         ERROR_INPUT},
        {"annotations/rewards/r/states/values.bin", F64(1, 1, INFINITY), "the reward of state 2",
         ERROR_INPUT},
        {"annotations/rewards/r/states/values.bin", F64(1, 1), "it has 16 bytes", ERROR_DAMAGED},
    };
    static struct umb_case umb;
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct chain chain;
        size_t m = 0;
        umb_case_small(&umb);
        while (strcmp(umb.member[m].name, cases[k].name)) m++;
        umb.member[m].bytes.size = 0;
        if (cases[k].bytes) pack_append(&umb.member[m].bytes, cases[k].bytes, cases[k].size);
        else strcpy(umb.member[m].name, "other");
        store(&umb, (int)draw(3));
        if (load(&chain) != cases[k].status || !strstr(fail_message(), cases[k].message))
            fail_msg("%s: %s", cases[k].message, fail_message());
        umb_case_free(&umb);
    }
}

/* Other mistakes */

static void wrong_at(const char *message, enum status wanted)
{
    struct chain chain;
    enum status status = load(&chain);
    if (status != wanted || !strstr(fail_message(), message))
        fail_msg("%s: %s", message, status == OK ? "read" : fail_message());
}

static void bad_archives(void **state)
{
    static const uint64_t two_choices[] = {0, 2, 3, 3};
    static struct umb_case umb;
    struct chain chain;
    (void)state;
    scratch_write("m.umb", "");
    wrong_at("cannot unpack it", ERROR_DAMAGED);
    scratch_write("m.umb", "dtmc\n0 0 1\n");
    wrong_at("cannot unpack it", ERROR_DAMAGED);
    umb_case_small(&umb);
    umb_case_add(&umb, "branch-to-target.bin", "", 0);
    store(&umb, 0);
    wrong_at("a member is there twice", ERROR_DAMAGED);
    umb_case_free(&umb);
    umb_case_small(&umb);
    umb_case_add(&umb, "state-to-choices.bin", two_choices, sizeof two_choices);
    store(&umb, 1);
    wrong_at("state-to-choices.bin: state 0 has 2 choices", ERROR_INPUT);
    umb_case_free(&umb);
    umb_case_small(&umb);
    store(&umb, 0);
    assert_int_equal(umb_read_chain(scratch_path("m.umb"), CHAIN_CTMC, &chain), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "the file says type=dtmc"));
    struct packed tar = {0};
    pack_tar(&tar, "a", "b", 1);
    pack_tar_end(&tar);
    scratch_write_bytes("m.umb", tar.bytes, tar.size);
    wrong_at("index.json is missing in this archive: it is not UMB", ERROR_INPUT);
    free(tar.bytes);
    umb_case_free(&umb);
    tar = (struct packed){0};
    for (int k = 0; k <= UMB_MOST; k++) {
        char name[60];
        snprintf(name, sizeof name, "annotations/aps/%d/states/values.bin", k);
        pack_tar(&tar, name, "", 0);
    }
    struct packed file = pack_gzip(tar.bytes, tar.size);
    scratch_write_bytes("m.umb", file.bytes, file.size);
    wrong_at("more than 10000 labels and rewards", ERROR_INPUT);
    free(file.bytes);
    free(tar.bytes);
}

/* Products too small for a normal number: probability x reward, or x exit rate. */
static void small_products_are_lost(void **state)
{
    static const double tiny[] = {1e-300, 1, 1}, exit[] = {4e-308, 5, 0};
    static struct umb_case umb;
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct chain chain;
        umb_case_small(&umb);
        if (k) {
            replace(umb.index, "\"discrete\"", "\"stochastic\"");
            replace(umb.index, "\"branch-prob",
                    "\"exit-rate-type\": {\"type\": \"double\"}, \"branch-prob");
            umb_case_add(&umb, "state-to-exit-rate.bin", exit, sizeof exit);
        } else {
            memcpy(umb.member[2].bytes.bytes, tiny, sizeof tiny);
            replace(umb.index, "\"r\": {\"applies-to\": [\"states",
                    "\"r\": {\"applies-to\": [\"branches");
            umb_case_add(&umb, "annotations/rewards/r/branches/values.bin", tiny, sizeof tiny);
        }
        store(&umb, 0);
        assert_ok(load(&chain));
        assert_true(chain.rounding.lost);
        chain_free(&chain);
        umb_case_free(&umb);
    }
}

/* Its bits fill a word. */
static void ring_of_64(void **state)
{
    static const uint64_t initial = 1, label = UINT64_C(1) << 63 | 2;
    static struct umb_case umb;
    uint64_t target[64];
    double one[64];
    struct chain chain;
    (void)state;
    for (uint64_t i = 0; i < 64; i++) target[i] = (i + 1) % 64, one[i] = 1;
    umb_case_small(&umb);
    umb_case_free(&umb);
    replace(umb.index, "\"#states\": 3", "\"#states\": 64");
    replace(umb.index, "\"#choices\": 3", "\"#choices\": 64");
    replace(umb.index, "\"#branches\": 3", "\"#branches\": 64");
    umb_case_add(&umb, "branch-to-target.bin", target, sizeof target);
    umb_case_add(&umb, "branch-to-probability.bin", one, sizeof one);
    umb_case_add(&umb, "state-is-initial.bin", &initial, sizeof initial);
    umb_case_add(&umb, "annotations/aps/g/states/values.bin", &label, sizeof label);
    umb_case_add(&umb, "annotations/rewards/r/states/values.bin", one, sizeof one);
    store(&umb, 0);
    assert_ok(load(&chain));
    assert_true(chain_sound(&chain, 0));
    for (uint64_t i = 0; i < 64; i++)
        assert_int_equal(chain_label(&chain, "goal")->holds[i], label >> i & 1);
    chain_free(&chain);
    umb_case_free(&umb);
}

/* Between the look at it and the reading of an array. */
static void cut_off_meanwhile(void **state)
{
    static struct umb_case umb;
    struct umb_files files;
    uint64_t numbers[3];
    (void)state;
    umb_case_small(&umb);
    store(&umb, 0);
    assert_ok(umb_files_open(scratch_path("m.umb"), &files));
    const struct umb_file *file = umb_find(&files, "branch-to-target.bin");
    assert_int_equal(truncate(scratch_path("m.umb"), (off_t)file->offset + 20), 0);
    assert_int_equal(umb_take(&files, file, numbers), ERROR_DAMAGED);
    assert_non_null(strstr(fail_message(), "branch-to-target.bin: it is cut off"));
    assert_int_equal(umb_take_narrow(&files, file, (uint32_t *)numbers), ERROR_DAMAGED);
    umb_files_close(&files);
    umb_case_free(&umb);
}

/* Exact rates are read if the product of probability and exit rate is close to them, and refused if
 * it contradicts them. */
static void exact_rates(void **state)
{
    static const double exit[] = {3, 5, 0}, good[] = {0.75, 2.2500000000000004, 5},
                        bad[] = {0.75, 2.25001, 5};
    static struct umb_case umb;
    struct chain chain;
    (void)state;
    for (int k = 0; k < 2; k++) {
        umb_case_small(&umb);
        replace(umb.index, "\"discrete\"", "\"stochastic\"");
        replace(umb.index, "\"branch-prob",
                "\"exit-rate-type\": {\"type\": \"double\"}, \"branch-prob");
        umb_case_add(&umb, "state-to-exit-rate.bin", exit, sizeof exit);
        umb_case_add(&umb, "branch-to-rate.bin", k ? bad : good, sizeof good);
        store(&umb, 0);
        if (k) {
            wrong_at("branch-to-rate.bin: the rates of state 0 are not its prob", ERROR_DAMAGED);
        } else {
            assert_ok(load(&chain));
            assert_true(chain_entry(&chain, 0, 2) == good[1]);
            chain_free(&chain);
        }
        umb_case_free(&umb);
    }
}

/* Values of states */

#define BOOL(name, more) "{\"name\": \"" name "\", \"type\": {\"type\": \"bool\"" more "}}"
#define TYPE(name, type, bits, more) \
    "{\"name\": \"" name "\", \"type\": {\"type\": \"" type "\", \"size\": " #bits "}" more "}"

static void add_values(struct umb_case *umb, const char *classes, const void *bytes, size_t size)
{
    static char valuations[UMB_TEXT + 64];
    snprintf(valuations, sizeof valuations,
             "}}}}, \"valuations\": {\"states\": {\"classes\": %s}}}", classes);
    replace(umb->index, "}}}}}", valuations);
    umb_case_add(umb, "valuations/states/valuations.bin", bytes, size);
}

/* The values of all three states; no names: they cannot be read. */
static void values_of_states(void **state)
{
    static const struct {
        const char *variables, *names;
        unsigned char bytes[24];
        size_t size; /* of all */
        int32_t values[9];
    } cases[] = {
        {TYPE("s", "uint", 3, "") "," TYPE("d", "int", 4, "") "," BOOL("b", ""),
         "(s,d,b)",
         {0x80, 0x01, 0xfa},
         3,
         {0, 1, 2, 0, 0, -1, 1, 0, 1}},
        {"{\"padding\": 6}," TYPE("a", "int", 20, ", \"offset\": -5") ",{\"padding\": 6}",
         "(a)",
         {0x3f, 0, 0, 0xfc, 0x40, 0, 0, 0, 0xc0, 0xff, 0xff, 0x03},
         12,
         {-5, -4, -6}},
        {TYPE("u", "uint", 8, ", \"offset\": -128") "," BOOL("t", ", \"size\": 8"),
         "(u,t)",
         {184, 0, 0, 2, 255, 128},
         6,
         {56, -128, 127, 0, 1, 1}},
        {TYPE("o", "uint", 7, ", \"is-optional\": true") "," TYPE("x", "double", 64, "") "," TYPE(
             "v", "uint", 8, "") "," TYPE("w(", "uint", 8, ""),
         "(v)",
         {0, 0},
         33,
         {0, 0, 0}},
        {"{\"name\": \"i\", \"type\": {\"type\": \"int\"}}",
         "(i)",
         {1, 0, 0, 0, 0, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 3},
         24,
         {1, -2, 3}},
        {TYPE("n", "int", 4, ""), NULL, {0}, 3, {0}}, /* no whole byte */
        {TYPE("n", "int", 8, "") "," TYPE("m", "array", 8, ""),
         "(n)",
         {1, 0, 2, 0, 3, 0},
         6,
         {1, 2, 3}},
        {"{\"name\": \"n\", \"type\": {\"type\": \"array\"}}," TYPE("m", "int", 8, ""),
         NULL,
         {0},
         3,
         {0}}, /* of an unknown size */
    };
    static struct umb_case umb;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char classes[UMB_TEXT];
        struct chain chain;
        umb_case_small(&umb);
        snprintf(classes, sizeof classes, "[{\"variables\": [%s]}]", cases[k].variables);
        static unsigned char bytes[64];
        memcpy(bytes, cases[k].bytes, sizeof cases[k].bytes);
        add_values(&umb, classes, bytes, cases[k].size);
        store(&umb, (int)k % 2);
        assert_ok(load(&chain));
        assert_int_equal(chain.variables != NULL, cases[k].names != NULL);
        assert_int_equal(chain.values != NULL, cases[k].names != NULL);
        for (size_t i = 0, count = 1; cases[k].names && i < 3 * count; i++) {
            if (!i) assert_string_equal(chain.variables, cases[k].names);
            for (const char *c = cases[k].names; !i && *c; c++) count += *c == ',';
            assert_int_equal(chain.values[i], cases[k].values[i]);
            const char last = cases[k].names[2 * (i / 3) + 1];
            assert_int_equal(chain.truths[i / 3], last == 'b' || last == 't');
        }
        chain_free(&chain);
        umb_case_free(&umb);
    }
}

static void values_left_out(void **state)
{
#define ONE "{\"variables\": [" TYPE("n", "uint", 32, "") "]}"
    static const struct {
        const char *classes;
        size_t size;
        bool variables; /* are known */
    } cases[] = {
        {"[" ONE "]", 12, true}, /* 2^31 does not fit */
        {"[{\"variables\": [" TYPE("n", "uint", 64, "") "]}]", 24, true},
        {"[" ONE "," ONE "]", 12, false},
        {"[{\"variables\": [" TYPE("n", "int", 9223372036854775800, "") "]}]", 12, false},
        {"[{\"variables\": []}]", 12, false},
        {"[" ONE "]", 12, false}, /* has classes of states */
        {"[" ONE "]", 11, false}, /* is too short */
    };
    enum { COUNT = sizeof cases / sizeof *cases };
    static const unsigned char zeros[12],
        large[32] = {0, 0, 0, 0x80, [8] = 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
    static struct umb_case umb;
    struct chain chain;
    for (size_t k = 0; k < COUNT; k++) {
        umb_case_small(&umb);
        add_values(&umb, cases[k].classes, k == 1 ? large + 8 : large, cases[k].size);
        if (k == COUNT - 2)
            umb_case_add(&umb, "valuations/states/valuation-to-class.bin", zeros, sizeof zeros);
        store(&umb, 0);
        if (k == COUNT - 1) {
            wrong_at("valuations.bin: it has 11 bytes, but #states = 3, each of which needs 4",
                     ERROR_DAMAGED);
        } else {
            assert_ok(load(&chain));
            assert_null(chain.values);
            assert_int_equal(chain.variables != NULL, cases[k].variables);
            chain_free(&chain);
        }
        umb_case_free(&umb);
    }
}

/* Cut off or changed anywhere, a file is refused, or is a chain that is sound. */
static void damage(void **state)
{
    static struct umb_case umb;
    (void)state;
    umb_case_small(&umb);
    struct packed tar = umb_case_tar(&umb, 0);
    size_t members = tar.size - 1024, refused = 0;
    for (size_t cut = 0; cut < members; cut += 1 + draw(40)) {
        struct chain chain;
        scratch_write_bytes("m.umb", tar.bytes, cut);
        if (load(&chain) == OK) fail_msg("cut at %zu: read", cut);
    }
    for (int k = 0; k < 600; k++) {
        struct chain chain;
        size_t at = draw(members);
        uint8_t was = tar.bytes[at];
        tar.bytes[at] = (uint8_t)draw(256);
        scratch_write_bytes("m.umb", tar.bytes, tar.size);
        if (load(&chain) == OK) assert_true(chain_sound(&chain, 1e-6));
        else refused++;
        chain_free(&chain);
        tar.bytes[at] = was;
    }
    assert_true(refused > 100);
    free(tar.bytes);
    umb_case_free(&umb);
}

static void failing_allocations(void **state)
{
    static struct umb_case umb;
    (void)state;
    for (int packing = 0; packing < 2; packing++) {
        enum status status = ERROR_HOST_MEMORY;
        long k = 0;
        umb_case_small(&umb);
        add_values(&umb, "[{\"variables\": [" TYPE("n", "int", 8, "") "]}]", "abc", 3);
        store(&umb, packing);
        for (; status != OK; k++) {
            struct chain chain;
            status = refused_after(k, load(&chain));
            chain_free(&chain);
        }
        assert_true(k > 10);
        umb_case_free(&umb);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_files),
                                       cmocka_unit_test(bad_indexes),
                                       cmocka_unit_test(bad_members),
                                       cmocka_unit_test(bad_archives),
                                       cmocka_unit_test(small_products_are_lost),
                                       cmocka_unit_test(ring_of_64),
                                       cmocka_unit_test(cut_off_meanwhile),
                                       cmocka_unit_test(exact_rates),
                                       cmocka_unit_test(values_of_states),
                                       cmocka_unit_test(values_left_out),
                                       cmocka_unit_test(damage),
                                       cmocka_unit_test(failing_allocations)};
    seed_begin();
    return cmocka_run_group_tests_name("umb", tests, scratch_create, scratch_remove);
}

/* Files of JPF's probabilistic extension: read as they should be, or refused with one line that
 * says where. */
#include <inttypes.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/jpf/jpf.h"
#include "datasets/text/lines.h"
#include "generators/generator.h"
#include "problems/problem.h"
#include "tests/support/chain_sound.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/messages.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* The die of Knuth and Yao as a depth-first search finds it: two transitions that are written
 * twice, one end state. */
#define DIE                                                                                        \
    "9 16\n-1 0 1.0\n0 1 0.5\n1 2 0.5\n2 1 0.5\n2 3 0.5\n3 3 1.0\n1 4 0.5\n4 3 0.5\n4 3 0.5\n0 5 " \
    "0.5\n5 6 0.5\n"                                                                               \
    "6 3 0.5\n6 3 0.5\n5 7 0.5\n7 3 0.5\n7 5 0.5\n"

static enum status read_model(struct chain *chain)
{
    return jpf_read_chain(scratch_path("model.tra"), CHAIN_UNKNOWN, chain);
}

static void must_read(const char *transitions, const char *labels, struct chain *chain)
{
    scratch_write("model.tra", transitions);
    if (labels) scratch_write("model.lab", labels);
    if (read_model(chain) != OK) fail_msg("%s", fail_message());
}

static void must_refuse(const char *file, unsigned line, const char *text)
{
    struct chain chain;
    enum status status = read_model(&chain);
    check_refused(status, &chain, file, line, text);
}

/* The probability from one state of the file to another; 0 where there is none. */
static double entry(const struct chain *chain, int64_t from, int64_t to)
{
    return chain_entry(chain, (uint32_t)(from + 1), (uint32_t)(to + 1));
}

static bool has(const struct chain *chain, const char *label, int64_t state)
{
    return chain_label(chain, label)->holds[state + 1];
}

static uint32_t holders(const struct chain *chain, const char *label)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < chain_states(chain); i++) count += chain_label(chain, label)->holds[i];
    return count;
}

static void check_chain(const struct chain *chain)
{
    const struct csr *a = &chain->transitions;
    assert_true(csr_sound(a) && chain->type == CHAIN_DTMC);
    for (uint32_t i = 0; i < a->rows; i++) {
        double sum = 0;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) sum += a->val[k];
        assert_true(fabs(sum - 1) <= 1.1e-6);
    }
    assert_true(holders(chain, "init") > 0 && chain_label(chain, "deadlock"));
    assert_true(holders(chain, "sink") <= 1 && chain_label(chain, "frontier"));
}

static void die(void **state)
{
    struct chain chain;
    must_read(DIE, "0=\"init\" 1=\"end\" \n-1: 0\n3: 1\n", &chain);
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 9);
    assert_int_equal(chain.transitions.nnz, 14);
    assert_true(entry(&chain, -1, 0) == 1 && entry(&chain, 4, 3) == 1 && entry(&chain, 6, 3) == 1);
    assert_true(entry(&chain, 0, 1) == 0.5 && entry(&chain, 0, 5) == 0.5 &&
                entry(&chain, 2, 1) == 0.5);
    assert_true(has(&chain, "init", -1) && holders(&chain, "init") == 1);
    assert_true(has(&chain, "end", 3) && holders(&chain, "end") == 1);
    assert_true(!holders(&chain, "sink") && !holders(&chain, "frontier") &&
                !holders(&chain, "deadlock"));
    chain_free(&chain);
}

/* CRLF, tabs, comments, an end without a line feed, Java's exponents, a zero, and states that only
 * the header knows. */
static void spellings(void **state)
{
    struct chain chain;
    must_read("# by JPF\r\n\r\n7 5\r\n-1\t0 1.0\r\n 0 2 0.99999\r\n\r\n0 1 1.0E-5 \r\n# no "
              "more\r\n1 1 1\r\n2 3 0.0",
              NULL, &chain);
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 8); /* -1 to 5, and the sink for what state 2 lacks */
    assert_true(entry(&chain, 0, 1) == 1e-5 && entry(&chain, 2, 6) == 1 &&
                entry(&chain, 6, 6) == 1);
    assert_true(has(&chain, "sink", 6) && !has(&chain, "deadlock", 6) &&
                !has(&chain, "deadlock", 2));
    for (int s = 3; s <= 5; s++)
        assert_true(entry(&chain, s, s) == 1 && has(&chain, "deadlock", s));
    assert_int_equal(holders(&chain, "frontier"), 0);
    assert_true(has(&chain, "init", -1) && holders(&chain, "init") == 1);
    chain_free(&chain);
}

/* A header that knows too few states, states half explored, one of them by less than counts, and
 * frontier states. */
static void cut_search(void **state)
{
    struct chain chain;
    must_read("2 8\n-1 0 1.0\n0 1 0.25\n1 2 0.5\n0 9 0.25\n3 3 1\n2 4 0.9999999999995\n1 3 "
              "0.4999\n9 -1 0.5\n",
              "", &chain);
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 12);
    assert_true(entry(&chain, 0, 10) == 0.5 && fabs(entry(&chain, 1, 10) - 1e-4) < 1e-15);
    assert_true(entry(&chain, 9, 10) == 0.5 && entry(&chain, 9, -1) == 0.5 &&
                entry(&chain, 2, 10) == 0);
    assert_true(has(&chain, "sink", 10) && entry(&chain, 10, 10) == 1);
    assert_true(has(&chain, "frontier", 4) && holders(&chain, "frontier") == 1);
    assert_true(has(&chain, "deadlock", 4) && has(&chain, "deadlock", 5) &&
                holders(&chain, "deadlock") == 5);
    chain_free(&chain);
}

/* JPF of 2020 rounds to two decimals and gives the last choice what is left. */
static void two_decimals(void **state)
{
    struct chain chain;
    must_read("6 7\n-1 0 1.00\n0 1 0.33\n0 2 0.33\n0 3 0.34\n1 1 1.00\n2 2 1.00\n3 3 1.00\n", NULL,
              &chain);
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 6);
    assert_true(!holders(&chain, "sink") && entry(&chain, 0, 3) == 0.34 &&
                has(&chain, "deadlock", 4));
    chain_free(&chain);
    must_read("3 5\n-1 0 1\n0 0 0.5\n0 1 0.5000005\n1 1 0.9999999\n1 0 0.0000001\n", NULL, &chain);
    check_chain(&chain);
    assert_int_equal(chain_states(&chain), 3);
    chain_free(&chain);
}

/* The names of the two labels that are added may be the file's own. */
static void own_labels(void **state)
{
    struct chain chain;
    must_read("3 2\n-1 0 1\n0 1 0.5\n",
              "0=\"sink\" 1=\"frontier\" 2=\"deadlock\"\n\n0: 0 1\n-1: 0\n", &chain);
    assert_true(has(&chain, "sink", 0) && has(&chain, "sink", -1) && !has(&chain, "sink", 2));
    assert_true(has(&chain, "frontier", 0) && !has(&chain, "frontier", 1) &&
                has(&chain, "deadlock", 1));
    assert_int_equal(chain.nlabels, 4);
    chain_free(&chain);
}

/* An empty file of labels has none, whatever the memory had before. */
static void no_labels(void **state)
{
    struct chain chain;
    mallopt(M_PERTURB, 0x5a);
    must_read("3 2\n-1 0 1\n0 1 0.5\n", "", &chain);
    mallopt(M_PERTURB, 0);
    assert_int_equal(chain.nlabels, 4);
    chain_free(&chain);
}

static const struct bad {
    const char *text;
    unsigned line;
    const char *message;
} transition_cases[] = {
    {"", 1, "the file ends before the numbers of states and transitions"},
    {"# only this\n", 2, "the file ends before the numbers of states and transitions"},
    {"-1 0 1.0\n", 1, "expected the number of states (1 to 4294967293), found '-1'"},
    {"0 0\n", 1, "found '0'"},
    {"4294967294 1\n-1 0 1\n", 1,
     "expected the number of states (1 to 4294967293), found '4294967294'"},
    {"3\n-1 0 1\n", 1, "expected the number of transitions"},
    {"3 3 3\n-1 0 1\n", 1, "expected the end of the line, found '3'"},
    {"3 1\n3 1\n-1 0 1\n", 2,
     "expected the probability (a finite number, not negative), found the end of the line"},
    {"3 2\n-1 0 1.0\n", 1, "2 transitions are announced, but the file ends after 1"},
    {"3 1\n-1 0 1.0\n0 0 1.0\n", 3, "more transitions than the 1 that line 1 announces"},
    {"3 1\n-2 0 1.0\n", 2, "expected the source state (-1 to 4294967291), found '-2'"},
    {"3 1\n-1 -2 1.0\n", 2, "expected the target state (-1 to 4294967291), found '-2'"},
    {"3 1\n-0 0 1.0\n", 2, "found '-0'"},
    {"3 1\n- 0 1.0\n", 2, "found '-'"},
    {"3 1\n--1 0 1.0\n", 2, "found '--1'"},
    {"3 1\n+1 0 1.0\n", 2, "found '+1'"},
    {"3 1\n-1 0.0 1.0\n", 2, "found '0.0'"},
    {"3 1\n-1 4294967292 1.0\n", 2, "found '4294967292'"},
    {"3 1\n-1 9223372036854775807 1.0\n", 2, "found '9223372036854775807'"},
    {"3 1\n-1 9223372036854775808 1.0\n", 2, "found '9223372036854775808'"},
    {"3 1\n-9223372036854775808 0 1.0\n", 2, "found '-9223372036854775808'"},
    {"3 1\n-18446744073709551615 0 1.0\n", 2, "found '-18446744073709551615'"},
    {"3 1\n18446744073709551616 0 1.0\n", 2, "found '18446744073709551616'"},
    {"3 1\n-1 4294967291 1.0\n", 2, "n = 4294967293 is too large for at most 3 transitions"},
    {"4294967293 1\n-1 0 1.0\n", 1, "n = 4294967293 is too large for at most 3 transitions"},
    {"3 18446744073709551616\n-1 0 1.0\n", 1, "found '18446744073709551616'"},
    {"3 18446744073709551615\n-1 0 1.0\n", 1, "18446744073709551615 transitions are announced"},
    {"3 1\n-1 0\n", 2, "found the end of the line"},
    {"3 1\n-1 0 0,5\n", 2, "expected the probability (a finite number, not negative), found '0,5'"},
    {"3 1\n-1 0 -0.99\n", 2, "found '-0.99'"},
    {"3 1\n-1 0 NaN\n", 2, "found 'NaN'"},
    {"3 1\n-1 0 Infinity\n", 2, "found 'Infinity'"},
    {"3 1\n-1 0 1e999\n", 2, "found '1e999'"},
    {"3 1\n-1 0 0x1p0\n", 2, "found '0x1p0'"},
    {"3 1\n-1 0 1.0 go\n", 2, "expected the end of the line, found 'go'"},
    {"3 1\n-1 0 1.000002\n", 2, "the probabilities of state -1 sum to 1.000002, not to 1 within"},
    {"9 4\n-1 0 1\n0 0 0.9999999\n0 1 2e-7\n1 1 1\n", 4,
     "state 0 sum to 1.0000001, not to 1 within 2e-13"},
    {"9 4\n-1 0 1\n0 0 0.9999999999998\n0 1 1e-13\n1 1 1\n", 4,
     "state 0 sum to 1 - 1e-13, not to 1 within 1e-19"},
    {"9 4\n-1 0 1\n0 1 0.6\n1 1 1\n0 0 0.6\n", 5,
     "the probabilities of state 0 sum to 1.2, not to 1 within"},
    {"3 3\n-1 0 1\n0 1 1e308\n0 1 1.7e308\n", 4,
     "the probabilities of state 0 sum to inf, not to 1 within"},
    {"9 4\n-1 0 1.0\n0 1 \033[31m\n", 3, "found '?[31m'"},
    {"9 4\n-1 0 1.0\n0 1 0.\n0 2 ", 4, "found the end of the line"},
};

static void bad_transitions(void **state)
{
    for (size_t k = 0; k < sizeof transition_cases / sizeof *transition_cases; k++) {
        scratch_write("model.tra", transition_cases[k].text);
        must_refuse("model.tra", transition_cases[k].line, transition_cases[k].message);
    }
}

/* Whatever is cut off, the rest is refused: a line is missing, or the last one lacks something, its
 * digits excepted. */
static void truncated(void **state)
{
    size_t length = strlen(DIE), last = length - strlen(".5\n");
    for (size_t k = 0; k < length; k++) {
        struct chain chain;
        scratch_write_bytes("model.tra", DIE, k);
        enum status status = read_model(&chain);
        assert_int_equal(status, k < last ? ERROR_INPUT : OK);
        if (status != OK) assert_true(*fail_message() && !strchr(fail_message(), '\n'));
        chain_free(&chain);
    }
}

static void not_text(void **state)
{
    static const char nul[] = "3 2\n-1 0 1\n0 \0 1\n";
    scratch_write_bytes("model.tra", nul, sizeof nul - 1);
    must_refuse("model.tra", 3, "NUL byte");

    static char text[LINES_LONGEST + 10];
    memset(text, ' ', sizeof text);
    memcpy(text, "1 1\n-1 -1 1", 11);
    text[LINES_LONGEST + 4] = '\n'; /* line 2 has LINES_LONGEST bytes and its end */
    scratch_write_bytes("model.tra", text, LINES_LONGEST + 5);
    must_refuse("model.tra", 2, "a line of more than 1048576 bytes");
    text[LINES_LONGEST + 3] = '\n';
    scratch_write_bytes("model.tra", text, LINES_LONGEST + 4);
    struct chain chain;
    assert_int_equal(read_model(&chain), OK);
    assert_true(chain_states(&chain) == 1 && chain.transitions.nnz == 1);
    chain_free(&chain);
}

static void unreadable(void **state)
{
    struct chain chain;
    assert_int_equal(jpf_read_chain(scratch_path("missing.tra"), CHAIN_DTMC, &chain), ERROR_IO);
    check_unreadable("missing.tra", "No such file");
    assert_int_equal(jpf_read_chain(scratch_path("."), CHAIN_DTMC, &chain), ERROR_IO);
    check_unreadable(".", "it is a folder, not a regular file");
    scratch_write("model.tra", DIE);
    assert_int_equal(jpf_read_chain(scratch_path("model.tra"), CHAIN_CTMC, &chain), ERROR_INPUT);
    check_message("model.tra", 0, "JPF writes DTMCs: drop type=ctmc");
    assert_int_equal(jpf_read_chain(scratch_path("model.tra"), CHAIN_DTMC, &chain), OK);
    chain_free(&chain);
    assert_int_equal(mkdir(scratch_path("model.lab"), 0700), 0);
    assert_int_equal(read_model(&chain), ERROR_IO);
    check_unreadable("model.lab", "it is a folder, not a regular file");
    rmdir(scratch_path("model.lab"));
}

static void bad_labels(void **state)
{
    static const struct bad cases[] = {
        {"\n0: 0\n", 2, "expected the index of the next label (0 to 0) and '=', found '0:'"},
        {"0=\"init\" 2=\"end\" \n-1: 0\n", 1,
         "expected the index of the next label (1 to 1) and '='"},
        {"0=\"init\"  0=\"end\" \n", 1,
         "expected the index of the next label (1 to 1) and '=', found '0=\"end\"'"},
        {"0=\"init\" 1=\"init\" \n", 1, "expected a name that is new, found 'init'"},
        {"0=\"init\" \n-1: 0\n8: 0\n", 3, "expected the state (-1 to 7) and ':', found '8:'"},
        {"0=\"init\" \n-2: 0\n", 2, "expected the state (-1 to 7) and ':', found '-2:'"},
        {"0=\"init\" \n-1 0\n", 2, "expected the state (-1 to 7) and ':', found '-1'"},
        {"0=\"init\" \n-1: 1\n", 2, "expected the index of a label (0 to 0), found '1'"},
        {"0=\"init\" \n-1:\n", 2,
         "expected the index of a label (0 to 0), found the end of the line"},
        {"0=\"init\" 1=\"end\" \n3: 1\n", 1, "label \"init\" is declared, but no state has it"},
    };
    scratch_write("model.tra", DIE);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        scratch_write("model.lab", cases[k].text);
        must_refuse("model.lab", cases[k].line, cases[k].message);
    }
    /* the sink is no state of the file */
    scratch_write("model.tra", "3 2\n-1 0 1\n0 1 0.5\n");
    scratch_write("model.lab", "0=\"end\" \n1: 0\n2: 0\n");
    must_refuse("model.lab", 3, "expected the state (-1 to 1) and ':', found '2:'");
}

static void recognised(void **state)
{
    static const struct {
        const char *text, *format;
    } cases[] = {
        {DIE, "jpf"},
        {"2 1\n-1 0 1.0", "jpf"},
        {"# x\n\n2 1\r\n\r\n# y\r\n \t-1\t0 1.0\r\n", "jpf"},
        {"2 2\n0 1 1\n-1 0 1\n", "prism"},
        {"2 2\n0 1 1\n1 0 1\n", "prism"},
        {"2 1\n-10 0 1\n", "prism"},
        {"2 1\n-1", "prism"},
        {"2 1\n# -1 0 1.0\n", "prism"},
        {"-1 0 1.0\n", "prism"},
        {"", "prism"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const struct format *format;
        scratch_write("model.tra", cases[k].text);
        assert_int_equal(format_of_file(scratch_path("model.tra"), &format), OK);
        assert_string_equal(format->name, cases[k].format);
    }
}

/* The property's value, for chains whose undecided states have no cycle. */
static double value_of(const char *source)
{
    struct problem p;
    if (problem_open(source, &p) != OK) fail_msg("%s", fail_message());
    const struct csr *off = &p.system.a.off;
    double *x = p.system.x0;
    for (uint32_t round = 0; round < off->rows; round++) {
        for (uint32_t i = 0; i < off->rows; i++) {
            double sum = p.system.b[i];
            for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
                sum -= off->val[k] * x[off->col[k]];
            x[i] = sum / p.system.a.diag[i];
        }
    }
    double value = problem_value(&p, x);
    problem_free(&p);
    return value;
}

/* File names that search constraints choose work as a source; the labels have the same name. */
static void names_with_blanks(void **state)
{
    static const struct {
        const char *keys;
        double value;
    } cases[] = {{"goal=end", 0.5},
                 {"goal=sink", 0.375},
                 {"goal=frontier", 0.125},
                 {"goal=!end,avoid=sink", 1}};
    scratch_write("App_depth limit reached: 3.tra",
                  "9 5\n-1 0 1.0\n0 1 0.5\n1 1 1.0\n0 2 0.25\n2 3 0.5\n");
    scratch_write("App_depth limit reached: 3.lab", "0=\"end\" \n1: 0\n");
    scratch_write("model.lab", "0=\"not these\" \n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char source[1200];
        snprintf(source, sizeof source, "%s:%s", scratch_path("App_depth limit reached: 3.tra"),
                 cases[k].keys);
        assert_true(value_of(source) == cases[k].value);
    }
}

/* One transition of a file that a test writes. */
struct line {
    int64_t from, to;
    double probability;
};

static void write_lines(const char *name, uint32_t header, struct line *line, uint64_t count,
                        bool shuffle)
{
    for (uint64_t k = count; shuffle && k > 1; k--) {
        uint64_t other = draw(k);
        struct line kept = line[k - 1];
        line[k - 1] = line[other];
        line[other] = kept;
    }
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    fprintf(file, "%" PRIu32 " %" PRIu64 "\n", header, count);
    for (uint64_t k = 0; k < count; k++)
        fprintf(file, "%" PRId64 " %" PRId64 " %.17g\n", line[k].from, line[k].to,
                line[k].probability);
    fclose(file);
}

/* Random state spaces: rows complete, half explored or missing, probabilities in sixteenths that
 * may come in parts. */
static void round_trips(void **state)
{
    enum { ROUNDS = 300, N = 30, PARTS = 16 };
    for (unsigned round = 0; round < ROUNDS; round++) {
        static struct line line[N * PARTS];
        double dense[N][N] = {{0}}, sum[N] = {0};
        uint32_t n = 1 + (uint32_t)draw(N), largest = 0;
        uint64_t count = 0;
        for (uint32_t i = 0; i < n; i++) {
            uint64_t parts = draw(3) ? PARTS : draw(PARTS + 1);
            for (uint64_t part = 0; part < parts; part++) {
                uint32_t j = (uint32_t)draw(n);
                line[count++] = (struct line){(int64_t)i - 1, (int64_t)j - 1, 1.0 / PARTS};
                dense[i][j] += 1.0 / PARTS;
                sum[i] += 1.0 / PARTS;
                largest = i > largest ? i : largest;
                largest = j > largest ? j : largest;
            }
        }
        uint32_t header = 1 + (uint32_t)draw(n),
                 states = header > largest + 1 ? header : largest + 1;
        write_lines("model.tra", header, line, count, round % 3);
        struct chain chain;
        if (read_model(&chain) != OK) fail_msg("%s", fail_message());
        check_chain(&chain);
        bool sinks = false;
        for (uint32_t i = 0; i < states; i++) {
            bool led_to = false;
            for (uint32_t j = 0; j < states; j++) {
                double want = sum[i] == 0 && i == j ? 1 : dense[i][j];
                assert_true(entry(&chain, (int64_t)i - 1, (int64_t)j - 1) == want);
                led_to |= dense[j][i] > 0;
            }
            bool lacks = sum[i] > 0 && sum[i] < 1;
            if (lacks)
                assert_true(entry(&chain, (int64_t)i - 1, (int64_t)states - 1) == 1 - sum[i]);
            assert_int_equal(has(&chain, "deadlock", (int64_t)i - 1), sum[i] == 0);
            assert_int_equal(has(&chain, "frontier", (int64_t)i - 1), sum[i] == 0 && led_to);
            sinks |= lacks;
        }
        assert_int_equal(chain_states(&chain), states + sinks);
        assert_int_equal(holders(&chain, "sink"), sinks);
        assert_int_equal(chain.rounding.lost, sinks);
        chain_free(&chain);
    }
}

/* The transitions of a generator's system, whose rows are states 0 and up, with -1 before them and
 * the end behind. */
static uint64_t lines_of(const struct linear *s, struct line *line)
{
    const struct csr *off = &s->a.off;
    uint64_t count = 0;
    line[count++] = (struct line){-1, 0, 1};
    for (uint32_t i = 0; i < off->rows; i++) {
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
            line[count++] = (struct line){i, off->col[k], -off->val[k]};
        if (s->b[i] > 0) line[count++] = (struct line){i, off->rows, s->b[i]};
    }
    line[count++] = (struct line){off->rows, off->rows, 1};
    return count;
}

/* Rows of the problem that are iterated: state -1's, and those of the generator with the end and
 * the sink as columns.
 */
static void check_same_system(const struct problem *p, const struct linear *s)
{
    const struct csr *got = &p->system.a.off, *want = &s->a.off;
    uint64_t inner = 0;
    assert_int_equal(got->row[1], 1);
    assert_true(got->col[0] == 1 && got->val[0] == -1);
    for (uint32_t i = 0; i < want->rows; i++) {
        for (uint64_t k = want->row[i]; k < want->row[i + 1]; k++) {
            uint64_t at = csr_find(got, i + 1, want->col[k] + 1);
            assert_true(at != UINT64_MAX && got->val[at] == want->val[k]);
        }
        uint64_t at = csr_find(got, i + 1, want->rows + 1);
        assert_true((at == UINT64_MAX ? 0 : -got->val[at]) == s->b[i] &&
                    p->system.a.diag[i + 1] == 1);
        for (uint64_t k = got->row[i + 1]; k < got->row[i + 2]; k++)
            inner += got->col[k] <= want->rows;
    }
    assert_int_equal(inner, want->nnz);
    for (uint32_t i = want->rows + 1; i < got->rows; i++)
        assert_int_equal(got->row[i], got->row[i + 1]);
    assert_true(p->system.x0[want->rows + 1] == 1);
    assert_int_equal(got->rows, want->rows + 3); /* state -1, the end, the sink */
}

/* Table 1 of GRAPHITE 2012: the generators' systems as JPF would have written them, solved for
 * goal=end. */
static void the_papers_systems(void **state)
{
    static const char *const cases[][2] = {
        {"quicksort", "n=92"}, {"quicksort", "n=118"}, {"biased_die", "n=667"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        union argument arguments[MAX_ARGUMENTS];
        const struct generator *generator = find_generator(cases[k][0]);
        struct linear s = {0};
        struct problem p;
        char source[1200], labels[64];
        assert_int_equal(generator_arguments(generator, cases[k][1], arguments), OK);
        assert_int_equal(generator->make(arguments, &s), OK);
        struct line *line = malloc((s.a.off.nnz + s.a.off.rows + 2) * sizeof *line);
        assert_non_null(line);
        write_lines("App.tra", s.a.off.rows + 2, line, lines_of(&s, line), true);
        snprintf(labels, sizeof labels, "0=\"init\" 1=\"end\" \n-1: 0\n%" PRIu32 ": 1\n",
                 s.a.off.rows);
        scratch_write("App.lab", labels);
        snprintf(source, sizeof source, "%s:format=jpf,goal=end", scratch_path("App.tra"));
        if (problem_open(source, &p) != OK) fail_msg("%s", fail_message());
        check_same_system(&p, &s);
        problem_free(&p);
        linear_free(&s);
        free(line);
    }
}

static void failing_allocations(void **state)
{
    static const char *const files[] = {DIE, "2 4\n-1 0 1\n0 1 0.5\n1 2 1\n0 200 0.25\n"};
    scratch_write("model.lab", "0=\"init\" 1=\"end\" \n-1: 0\n1: 1\n");
    for (size_t f = 0; f < 2; f++) {
        scratch_write("model.tra", files[f]);
        long k = 0;
        for (bool done = false; !done; k++) {
            struct chain chain;
            enum status status = refused_after(k, read_model(&chain));
            done = status == OK;
            assert_int_equal(status, done ? OK : ERROR_HOST_MEMORY);
            if (!done) assert_non_null(strstr(fail_message(), "not enough memory"));
            if (!done) assert_null(chain.transitions.row);
            chain_free(&chain);
        }
        assert_true(k > 15);
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
    seed_begin();
    const struct CMUnitTest tests[] = {
        TEST(die),
        TEST(spellings),
        TEST(cut_search),
        TEST(two_decimals),
        TEST(own_labels),
        TEST(bad_transitions),
        TEST(truncated),
        TEST(not_text),
        TEST(unreadable),
        TEST(bad_labels),
        TEST(recognised),
        TEST(names_with_blanks),
        TEST(no_labels),
        TEST(round_trips),
        TEST(the_papers_systems),
        TEST(failing_allocations),
    };
    return cmocka_run_group_tests_name("jpf", tests, scratch_create, scratch_remove);
}

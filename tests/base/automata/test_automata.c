/* Guards, automata in HOA files, and products with them. */
#include "datasets/formats/hoa/hoa.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "generators/kripke.h"
#include "tests/support/known/known_graphs.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

#include "tests/support/messages.h"

/* Formulas */

enum { FORMULAS = 2000, NAMES = 5, LONGEST = 4096 };

/* Writes a random formula and returns, bit v, whether it holds under valuation v of NAMES
 * propositions. */
static uint32_t random_formula(char *text, int depth)
{
    uint32_t left, right, all = 0;
    uint64_t kind = depth ? draw(7) : draw(3);
    char *end = text + strlen(text);
    if (kind < 2) {
        uint64_t name = draw(NAMES);
        sprintf(end, " %llu ", (unsigned long long)name);
        for (uint32_t v = 0; v < 1u << NAMES; v++) all |= (v >> name & 1) << v;
        return all;
    }
    if (kind == 2) {
        bool value = draw(2);
        strcat(end, value ? "t" : "f");
        return value ? UINT32_MAX : 0;
    }
    if (kind == 3) {
        strcat(end, "!(");
        left = random_formula(end, depth - 1);
        strcat(end, ")");
        return ~left;
    }
    strcat(end, "(");
    left = random_formula(end, depth - 1);
    strcat(end, kind < 6 ? ")&(" : ")|(");
    right = random_formula(end, depth - 1);
    strcat(end, ")");
    return kind < 6 ? left & right : left | right;
}

static void formulas(void **state)
{
    struct guards formulas = {0};
    for (int k = 0; k < FORMULAS; k++) {
        static char text[1 << 16];
        struct guard formula;
        const char *at = text;
        text[0] = '\0';
        uint32_t holds = random_formula(text, 5);
        if (guard_parse(&formulas, &at, NAMES, NULL, &formula) != OK)
            fail_msg("%s: %s", text, fail_message());
        assert_int_equal(*at, '\0');
        for (uint32_t v = 0; v < 1u << NAMES; v++)
            if (guard_holds(&formulas, &formula, v) != (holds >> v & 1))
                fail_msg("%s under %u", text, v);
    }
    guards_free(&formulas);
}

/* Precedence: ! before & before |, and & and | from the left. */
static void precedence(void **state)
{
    struct guards formulas = {0};
    struct guard formula;
    const char *text = "0|1&!2 rest";
    assert_int_equal(guard_parse(&formulas, &text, 3, NULL, &formula), OK);
    assert_string_equal(text, "rest");
    for (uint32_t v = 0; v < 8; v++)
        assert_int_equal(guard_holds(&formulas, &formula, v), (v & 1) || ((v & 2) && !(v & 4)));
    guards_free(&formulas);
}

static void refused_formulas(void **state)
{
    static const char *const cases[][2] = {
        {"", "expected a formula, found the end"},
        {"&", "expected a formula, found '&'"},
        {"0 & ", "found the end"},
        {"(0", "expected ')', found the end"},
        {"3", "expected a proposition, 0 to 2, found '3'"},
        {"99999999999999999999", "expected a proposition"},
        {"0x", "expected a proposition"},
        {"true", "expected a formula, found 'true'"},
        {"@a", "unknown alias '@a'"},
        {"a", "expected a formula, found 'a'"},
        {"!", "found the end"},
        {"(0]", "expected ')', found ']'"},
    };
    struct guard formula;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct guards formulas = {0};
        const char *text = cases[k][0];
        assert_int_equal(guard_parse(&formulas, &text, 3, NULL, &formula), ERROR_INPUT);
        if (!strstr(fail_message(), cases[k][1])) fail_msg("%s: '%s'", cases[k][0], fail_message());
        guards_free(&formulas);
    }
}

static void large_formulas(void **state)
{
    static char text[1 << 18];
    struct guards formulas = {0};
    struct guard formula;
    const char *at = text;
    memset(text, '(', 65);
    strcpy(text + 65, "0");
    assert_int_equal(guard_parse(&formulas, &at, 1, NULL, &formula), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "64 nested parentheses"));
    text[0] = '\0';
    for (int k = 0; k < 40000; k++) memcpy(text + 2 * k, "0&", 3);
    strcat(text, "0");
    at = text;
    assert_int_equal(guard_parse(&formulas, &at, 1, NULL, &formula), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "too large"));
    memset(text, '!', 100001);
    strcpy(text + 100001, "0");
    at = text;
    assert_int_equal(guard_parse(&formulas, &at, 1, NULL, &formula), OK);
    assert_true(guard_holds(&formulas, &formula, 0));
    guards_free(&formulas);
}

/* Files */

/* A property of a model as a file. */
static void write_property(const struct kripke_property *p, const char *file)
{
    char text[LONGEST] = "", names[256] = "", body[2048] = "";
    int states = 1, count = 0;
    for (; count < PROPERTY_NAMES && p->names[count]; count++)
        sprintf(names + strlen(names), " \"%s\"", p->names[count]);
    for (const struct kripke_edge *e = p->edges; e->formula; e++)
        if (e->from >= states) states = e->from + 1;
    for (int q = states; q-- > 0;) { /* states may come in any order, edges keep theirs */
        sprintf(body + strlen(body), "State: %d \"q\" %s\n", q, p->accepting >> q & 1 ? "{0}" : "");
        for (const struct kripke_edge *e = p->edges; e->formula; e++)
            if (e->from == q) sprintf(body + strlen(body), "  [%s] %d\n", e->formula, e->to);
    }
    sprintf(text,
            "HOA: v1\ntool: \"by hand\" \"1\"\nStates: %d\nStart: 0\nacc-name: Buchi\nAcceptance: "
            "1 Inf(0)\n"
            "AP: %d%s\n--BODY--\n%s--END--\n",
            states, count, names, body);
    scratch_write(file, text);
}

static void properties_as_files(void **state)
{
    static const char *const instances[] = {"phils:n=3",       "anderson:n=2", "bakery:n=2,max=3",
                                            "peterson:n=2",    "leader:n=2",   "elevator2:n=3",
                                            "elevator:f=3,p=2"};
    for (size_t k = 0; k < sizeof instances / sizeof *instances; k++) {
        char name[32];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(instances[k], ":"), instances[k]);
        for (const struct kripke_property *p = find_generator(name)->kripke->properties; p->title;
             p++) {
            char source[1200];
            struct problem built_in, file;
            write_property(p, "p.hoa");
            snprintf(source, sizeof source, "%s,property=%d", instances[k], p->number);
            open_known_product(source, &built_in);
            snprintf(source, sizeof source, "%s,property=%s", instances[k], scratch_path("p.hoa"));
            open_known_product(source, &file);
            if (!same_product(&built_in.product, &file.product)) fail_msg("%s differs", source);
            assert_true(built_in.facts.stored_n == file.facts.stored_n);
            problem_free(&built_in);
            problem_free(&file);
        }
    }
}

/* BEEM's own elevator2, which asks for floor 0 by mistake. */
static const struct {
    const char *model, *property;
    uint64_t n, transitions, accepting, deadlocks;
} floor0[] = {
    {"elevator2:n=3", "p1.hoa", 988, 3878, 460, 8},
    {"elevator2:n=3", "p2.hoa", 1652, 5718, 1124, 16},
    {"elevator2:n=3,naive=1", "p1.hoa", 319, 1242, 151, 4},
    {"elevator2:n=3,naive=1", "p2.hoa", 540, 1856, 372, 8},
    {"elevator2:n=4", "p1.hoa", 3292, 16280, 1564, 16},
    {"elevator2:n=4", "p2.hoa", 5394, 23208, 3666, 32},
    {"elevator2:n=4,naive=1", "p1.hoa", 1047, 5200, 503, 8},
    {"elevator2:n=4,naive=1", "p2.hoa", 1739, 7512, 1195, 16},
    {"elevator2:n=5", "p1.hoa", 9852, 58660, 4732, 32},
    {"elevator2:n=5", "p2.hoa", 15952, 82004, 10832, 64},
};

static void other_propositions(void **state)
{
    for (size_t k = 0; k < sizeof floor0 / sizeof *floor0; k++) {
        const struct kripke_property *p = find_generator("elevator2")->kripke->properties;
        char source[1200];
        struct problem problem;
        while (p->number != floor0[k].property[1] - '0') p++;
        struct kripke_property changed = *p;
        changed.names[0] = "request0";
        write_property(&changed, floor0[k].property);
        snprintf(source, sizeof source, "%s,property=%s", floor0[k].model,
                 scratch_path(floor0[k].property));
        open_known_product(source, &problem);
        check_graph(&(struct known_graph){source, floor0[k].n, floor0[k].transitions,
                                          floor0[k].accepting, floor0[k].deadlocks},
                    &problem);
        problem_free(&problem);
    }
}

/* One file with the other features of the format: comments, aliases, labels of states, states
 * without edges, no acceptance. */
static void whole_format(void **state)
{
    struct automaton a;
    scratch_write(
        "a.hoa", "HOA: v1 /* one /* in another */ */\nname: \"a \\\"b\\\"\"\nStates: 3 Start: 1\r\n"
                 "acc-name: all Acceptance: 0 t\nproperties: state-labels very-weak\n"
                 "AP: 2 \"p\" \"q\" Alias: @a 0 & 1 Alias: @b !@a\ncontrollable-AP: 0\n"
                 "--BODY-- State: [@b] 2 \"two\" 0 1\nState: 0 [ 0 |\n 1 ] 0 --END--\n");
    if (hoa_read(scratch_path("a.hoa"), &a) != OK) fail_msg("%s", fail_message());
    assert_true(a.n == 3 && a.initial == 1 && a.nnames == 2 && a.nedges == 3);
    assert_string_equal(a.name[1], "q");
    assert_true(a.accepting[0] && a.accepting[1] && a.accepting[2]);
    assert_true(a.row[0] == 0 && a.row[1] == 1 && a.row[2] == 1 && a.row[3] == 3);
    assert_true(a.edge[1].to == 0 && a.edge[2].to == 1);
    for (uint32_t v = 0; v < 4; v++) {
        assert_int_equal(guard_holds(&a.formulas, &a.edge[0].formula, v), v != 0);
        assert_int_equal(guard_holds(&a.formulas, &a.edge[1].formula, v), v != 3);
        assert_int_equal(guard_holds(&a.formulas, &a.edge[2].formula, v), v != 3);
    }
    automaton_free(&a);
}

/* A file that is longer than one read. */
static void long_file(void **state)
{
    struct automaton a;
    char text[20000];
    int size = snprintf(text, sizeof text,
                        "HOA: v1\nStates: 1\nStart: 0\nAcceptance: 0 t\n"
                        "AP: 0\n--BODY--%16000s\nState: 0\n[t] 0\n--END--\n",
                        "");
    scratch_write_bytes("a.hoa", text, (size_t)size);
    assert_int_equal(hoa_read(scratch_path("a.hoa"), &a), OK);
    assert_int_equal(a.nedges, 1);
    automaton_free(&a);
}

#define HEAD "HOA: v1\nStates: 2\nStart: 0\nAcceptance: 1 Inf(0)\nAP: 1 \"p\"\n"

static const struct {
    unsigned line;
    const char *text, *message;
} refused[] = {
    {1, "", "expected HOA: v1, found the end of the file"},
    {1, "never { }", "expected HOA: v1"},
    {1, "HOA: v2\n", "expected version v1"},
    {2, "HOA: v1\nStates: 2 States: 2\n", "States: is there twice"},
    {2, "HOA: v1\nStates: 0\n", "no states"},
    {2, "HOA: v1\nStates: 4000000000\n", "too many for a file of this size"},
    {2, "HOA: v1\nStates: x\n", "expected the number of states (0 to 4294967294), found 'x'"},
    {3, "HOA: v1\nStates: 2\nStart: 0 Start: 1\n", "a second initial state"},
    {2, "HOA: v1\nStart: 0&1\n", "alternating"},
    {2, "HOA: v1\nAP: 2 \"p\" \"p\"\n", "proposition 'p' is there twice"},
    {3, "HOA: v1\nAP: 2 \"p\"\n--BODY--", "expected a text in double quotes"},
    {2, "HOA: v1\nAP: 1 \"p\" \"q\"\n", "there are more"},
    {2, "HOA: v1\nAP: 1 \"p\n", "no second double quote"},
    {2, "HOA: v1\nAP: 65\n", "(0 to 64)"},
    {2, "HOA: v1\nAcceptance: 2 Inf(0) & Inf(1)\n--BODY--",
     "acceptance 2 Inf(0)&Inf(1) is not Büchi acceptance"},
    {3, "HOA: v1\nacc-name: Rabin 1\nAcceptance: 2\n Fin(0) & Inf(1)\n--BODY--",
     "Rabin 1 (2 Fin(0)&Inf(1)) is not"},
    {3, "HOA: v1\nacc-name: parity max even 3\nAcceptance: 3 Inf(2)\n", "parity max even 3"},
    {3, "HOA: v1\nacc-name: co-Buchi\nAcceptance: 1 Fin(0)\n", "co-Buchi"},
    {4, "HOA: v1\nacc-name: co-Buchi\ntool-ver: 1\nAcceptance: 1 Fin(0)\n", "co-Buchi (1 Fin(0))"},
    {2, "HOA: v1\nname: \"", "no second double quote"},
    {2, "HOA: v1\nLanguage: 1\n", "unknown header 'Language:'"},
    {2, "HOA: v1\n--BODY--\n--END--\n", "there is no States:"},
    {3, "HOA: v1\nStates: 1\n--BODY--\n", "there is no Start:"},
    {3, "HOA: v1\nStates: 1 Start: 0\n--BODY--\n", "there is no Acceptance:"},
    {3, "HOA: v1\nStates: 1 Start: 1 Acceptance: 0 t\n--BODY--\n",
     "Start: 1 is none of the 1 states"},
    {3, "HOA: v1\nAP: 1 \"p\" Alias: @a 0\nAlias: @a 0\n", "the alias is there twice"},
    {2, "HOA: v1\nAlias: @a @b\n", "unknown alias '@b'"},
    {7, HEAD "--BODY--\n[0] 1\n--END--\n", "expected State: or --END--"},
    {7, HEAD "--BODY--\nState: 2\n", "expected a state (0 to 1), found '2'"},
    {8, HEAD "--BODY--\nState: 0\nState: 0\n", "state 0 is there twice"},
    {7, HEAD "--BODY--\nState: 0 {1}\n", "expected an acceptance set (0 to 0)"},
    {8, HEAD "--BODY--\nState: 0\n[0] 0 {0}\n", "only state-based"},
    {8, HEAD "--BODY--\nState: 0\n[0] 0&1\n", "alternating"},
    {8, HEAD "--BODY--\nState: 0\n1\n", "implicit labels"},
    {8, HEAD "--BODY--\nState: [0] 0\n[0] 1\n", "an edge's label, where its state has one"},
    {8, HEAD "--BODY--\nState: 0\n[1] 0\n", "expected a proposition, 0 to 0, found '1'"},
    {8, HEAD "--BODY--\nState: 0\n[0 0\n", "expected ']'"},
    {8, HEAD "--BODY--\nState: 0\n--ABORT--\n", "expected State: or --END--, found '--ABORT--'"},
    {8, HEAD "--BODY--\nState: 0\n", "expected State: or --END--, found the end of the file"},
    {9, HEAD "--BODY--\nState: 0\n--END--\nHOA: v1\n", "expected the end of the file"},
};

static void refused_files(void **state)
{
    struct automaton a;
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        scratch_write("a.hoa", refused[k].text);
        if (hoa_read(scratch_path("a.hoa"), &a) != ERROR_INPUT)
            fail_msg("taken: %s", refused[k].text);
        check_message("a.hoa", refused[k].line, refused[k].message);
        assert_null(a.name);
    }
    scratch_write_bytes("a.hoa", "HOA: v1\0", 8);
    assert_int_equal(hoa_read(scratch_path("a.hoa"), &a), ERROR_INPUT);
    check_message("a.hoa", 0, "a NUL byte");
    assert_int_equal(truncate(scratch_path("a.hoa"), (1 << 26) + 1), 0);
    assert_int_equal(hoa_read(scratch_path("a.hoa"), &a), ERROR_INPUT);
    check_message("a.hoa", 0, "more than 67108864 bytes: is this an automaton?");
    assert_int_equal(hoa_read(scratch_path("none.hoa"), &a), ERROR_IO);
    assert_int_equal(hoa_read(scratch_folder, &a), ERROR_IO);
}

static void unknown_propositions(void **state)
{
    struct problem p;
    char source[1200];
    scratch_write("a.hoa", HEAD "--BODY--\nState: 0 [0] 1\n--END--\n");
    snprintf(source, sizeof source, "anderson:n=2,property=%s", scratch_path("a.hoa"));
    assert_int_equal(problem_check(source), ERROR_INPUT);
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
    assert_string_equal(fail_message(),
                        "anderson: unknown proposition 'p' (known: wait0, cs0, one_in_cs)");
}

static void allocations_may_fail(void **state)
{
    const struct kripke_property *p = find_generator("elevator2")->kripke->properties;
    enum status status = ERROR_HOST_MEMORY;
    long k = 0;
    write_property(p, "p.hoa");
    for (; status != OK; k++) {
        struct automaton a;
        status = refused_after(k, hoa_read(scratch_path("p.hoa"), &a));
        if (status != OK) assert_null(a.edge);
        automaton_free(&a);
    }
    assert_true(k > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas),
        cmocka_unit_test(precedence),
        cmocka_unit_test(refused_formulas),
        cmocka_unit_test(large_formulas),
        cmocka_unit_test(properties_as_files),
        cmocka_unit_test(other_propositions),
        cmocka_unit_test(whole_format),
        cmocka_unit_test(long_file),
        cmocka_unit_test(refused_files),
        cmocka_unit_test(unknown_propositions),
        cmocka_unit_test(allocations_may_fail),
    };
    seed_begin();
    return cmocka_run_group_tests_name("automata", tests, scratch_create, scratch_remove);
}

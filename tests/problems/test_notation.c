/* Properties in PRISM's notation, and sources as other tools write them. */
#include "problems/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/generator.h"
#include "problems/meant_source.h"
#include "problems/properties/compared_number.h"
#include "problems/properties/property_read.h"
#include "problems/source.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

static void keys_of_properties(void **state)
{
    static const char *const cases[][2] = {
        {"P=?[F \"done\"]", "goal=done"},
        {"P=? [ F done ]", "goal=done"},
        {"P=?[F !\"down\"]", "goal=!down"},
        {"P=?[F<=20 \"done\"]", "goal=done,steps=20"},
        {"P=?[F<=2.5 \"done\"]", "goal=done,time=2.5"},
        {"P=?[!\"down\" U \"done\"]", "goal=done,avoid=down"},
        {"P=?[\"up\" U<=7 \"done\"]", "goal=done,avoid=!up,steps=7"},
        {"S=?[\"full\"]", "steady=full"},
        {"R=?[S]", "reward=FILE"},
        {"R{\"cost\"}=?[F \"done\"]", "reward=cost,goal=done"},
        {"R{\"cost\"}=?[I=4]", "reward=cost,steps=4"},
        {"R{\"cost\"}=?[ I=0.5 ]", "reward=cost,time=0.5"},
        {"R{\"cost\"}=?[I=x]", NULL},
        {"Pmax=?[F \"done\"]", NULL},
        {"P=?[G \"done\"]", NULL},
        {"P>=1[F \"done\"]", "goal=done"},
        {"P=?[F \"done\"]*2", NULL},
        {"P=?[F<=1e-3 \"done\"]", "goal=done,time=1e-3"},
        {"P=?[F \"done\"", NULL},
        {"P=?[F \"do", NULL},
        {"R{\"cost", NULL},
        {"", NULL},
        {"P", NULL},
        {"goal=done", NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *keys;
        bool is = property_keys(cases[k][0], &keys);
        if (cases[k][1]) assert_true(is);
        if (cases[k][1]) assert_string_equal(keys, cases[k][1]);
        else assert_null(keys);
        free(keys);
    }
}

/* Properties that are accepted for a model, with their formulas. */
static void properties_of_models(void **state)
{
    static const struct {
        const char *text, *keys, *pass, *goal;
    } cases[] = {
        {"P=?[F \"done\"]", "goal=done", NULL, NULL},
        {" P =? [ F !\"done\" ] ", "goal=!done", NULL, NULL},
        {"P=?[F s=7 & d=2]", "goal=warpmark_goal", NULL, "s=7 & d=2"},
        {"P=?[F<=2.5 !a | x]", "goal=warpmark_goal,time=2.5", NULL, "!a | x"},
        {"P=?[F<=1e-3 x]", "goal=warpmark_goal,time=1e-3", NULL, "x"},
        {"P=?[F<= 5 x]", "goal=warpmark_goal,steps=5", NULL, "x"},
        {"P=?[F<=0 x]", "goal=warpmark_goal,steps=0", NULL, "x"},
        {"P=?[!(s=1) U<=5 \"b\"]", "goal=b,avoid=!warpmark_pass,steps=5", "!(s=1) ", NULL},
        {"P=?[!\"a\" U \"b\"]", "goal=b,avoid=a", NULL, NULL},
        {"P=?[true U U_x>UU]", "goal=warpmark_goal,avoid=!warpmark_pass", "true ", "U_x>UU"},
        {"P=?[F_1=2 U x]", "goal=warpmark_goal,avoid=!warpmark_pass", "F_1=2 ", "x"},
        {"P=?[F max(a,-b+1)>=1.5e3 => (x?y:!z)]", "goal=warpmark_goal", NULL,
         "max(a,-b+1)>=1.5e3 => (x?y:!z)"},
        {"S=?[n=N]", "steady=warpmark_goal", NULL, "n=N"},
        {"P=?[F \"a\" | x]", "goal=warpmark_goal", NULL, "\"a\" | x"},
        {"P=?[F !\"a\" ? x : \"b\"]", "goal=warpmark_goal", NULL, "!\"a\" ? x : \"b\""},
        {"P=?[!(x & \"a\") U \"b\"]", "goal=b,avoid=!warpmark_pass", "!(x & \"a\") ", NULL},
        {"R{\"cost\"}=?[S]", "reward=cost", NULL, NULL},
        {"R=?[I=4]", "reward=FILE,steps=4", NULL, NULL},
        {"R {\"cost\"} =? [ F s=7 ]", "reward=cost,goal=warpmark_goal", NULL, "s=7 "},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char wanted[200] = "";
        struct read_property read;
        if (property_read(cases[k].text, &read) != OK) fail_msg("%s", fail_message());
        assert_string_equal(read.keys, cases[k].keys);
        if (cases[k].pass) sprintf(wanted, "label \"warpmark_pass\" = %s;\n", cases[k].pass);
        if (cases[k].goal)
            sprintf(wanted + strlen(wanted), "label \"warpmark_goal\" = %s;\n", cases[k].goal);
        assert_string_equal(read.labels ? read.labels : "", wanted);
        assert_int_equal(read.nameless, !strncmp(cases[k].text, "R=", 2));
        read_property_free(&read);
    }
}

/* Each names the first word that cannot stand where it does. */
static void refused_properties(void **state)
{
    static const struct {
        const char *text;
        size_t column;
        const char *found;
    } cases[] = {
        {"P=?[F s=1]*2", 11, "'*2'"},
        {"P=?[F s=1] +0.5", 12, "'+0.5'"},
        {"P=?[F s=1]>=0.05", 11, "'>=0.05'"},
        {"P=?[F s=1] & true", 12, "'&'"},
        {"P=?[F s=1]{\"init\"}", 11, "'{\"init\"}'"},
        {"R{\"r\"}=?[I=2]+1", 14, "'+1'"},
        {"R{\"r\"}=?[I=2 s]", 14, "'s'"},
        {"R{\"r\"}=?[F<=2 s]", 11, "'<=2'"},
        {"R{\"r\"}=?[C<=2]", 10, "'C'"},
        {"P>=1[F s=7]", 2, "'>=1[F'"},
        {"Pmax=?[F s=7]", 2, "'max'"},
        {"P=?[G s=7]", 5, "'G'"},
        {"P=?[F s=7;]", 10, "';]'"},
        {"P=?[F s=7\n]", 10, "''"},
        {"P=?[F s=7", 10, NULL},
        {"P=?[F \"a\" | ]", 13, "']'"},
        {"P=?[F x | \"a b\"]", 14, "'b"},
        {"P=?[F \"a\" x]", 11, "'x'"},
        {"P=?[F (a[0]=1)]", 9, "'[0]=1)]'"},
        {"P=?[!(s=1 U 2) U<=5 \"b\"]", 11, "'U'"},
        {"P=?[F<5 x]", 6, "'<5'"},
        {"P=?[F<=-1 x]", 8, "'-1'"},
        {"P=?[F<=1e x]", 8, "'1e'"},
        {"P=?[F<=T x]", 8, "'T'"},
        {"P=?[F s=1 // x]", 12, "'/'"},
        {"P=?[F F s=1]", 7, "'F'"},
        {"S=?[s=1 U s=2]", 9, "'U'"},
        {"", 1, NULL},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct read_property read;
        char place[40];
        if (property_read(cases[k].text, &read) != ERROR_INPUT) fail_msg("%s", cases[k].text);
        snprintf(place, sizeof place, "column %zu: ", cases[k].column);
        if (strncmp(fail_message(), place, strlen(place)) ||
            (cases[k].found && !strstr(fail_message(), cases[k].found)))
            fail_msg("%s: %s", cases[k].text, fail_message());
        assert_null(read.keys);
    }
}

/* A formula holds others, at most 100 in one another. */
static void deep_formulas(void **state)
{
    static const char *const around[][2] = {{"(", ")"}, {"f(", ")"}, {"x?", ":x"}, {"x?x:", ""}};
    for (size_t k = 0; k < sizeof around / sizeof *around; k++)
        for (int depth = 100; depth <= 101; depth++) {
            struct read_property read;
            char text[1000] = "P=?[F ";
            for (int d = 0; d < depth; d++) strcat(text, around[k][0]);
            strcat(text, "x");
            for (int d = 0; d < depth; d++) strcat(text, around[k][1]);
            strcat(text, "]");
            assert_int_equal(property_read(text, &read), depth > 100 ? ERROR_INPUT : OK);
            if (depth > 100) assert_non_null(strstr(fail_message(), "fewer brackets in one"));
            read_property_free(&read);
        }
}

/* Numbers of many digits are found beside a comparison only. */
static void compared_numbers(void **state)
{
    static const char *const cases[][2] = {
        {"p=(1/3 = 0.33333333333333333 ? 1 : 0);", "0.33333333333333333"},
        {"[] 0.1000000000000000001e-3<x -> true;", "0.1000000000000000001e-3"},
        {"[] x!=12345678901234567 -> true;", "12345678901234567"},
        {"[] x>\n.12345678901234567\n-> true;", ".12345678901234567"},
        {"const double p = 0.33333333333333333;", NULL},
        {"formula f=0.33333333333333333;", NULL},
        {"[] s=0 ->0.33333333333333333:(s'=1);", NULL},
        {"[] x=0.500000000000000000000 -> true;", NULL},
        {"[] x=0.000000000000000000025 & a12345678901234567890=1;", NULL},
        {"// x = 0.33333333333333333\n", NULL},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t length;
        const char *found = compared_number(cases[k][0], &length);
        if (!cases[k][1]) assert_null(found);
        else assert_true(found && length == strlen(cases[k][1]));
        if (found) assert_memory_equal(found, cases[k][1], length);
    }
}

/* The path of a model of one state. */
static const char *model_file(void)
{
    scratch_write("model.tra", "1 1\n0 0 1\n");
    return scratch_path("model.tra");
}

static void properties_of_sources(void **state)
{
    static const char *const cases[][2] = {
        {"dice", "P=?[F s=7&d=6]"},
        {"cluster:n=2,property=2", "S=?[!\"minimum\"]"},
        {"cluster:n=2,property=6", "P=?[F<=10 !\"minimum\"]"},
        {"cluster:n=2,property=6,time=2.5", "P=?[F<=2.5 !\"minimum\"]"},
        {"firewire:property=2", "R{\"time_sending\"}=?[F \"done\"]"},
        {"cluster:n=2,property=6,time=0", "P=?[F<=0 !\"minimum\"]"},
        {"herman:n=5,property=4,steps=0", "filter(min, P=?[F<=0 \"stable\"], \"init\")"},
        {"herman:n=5,property=4,steps=9", "filter(min, P=?[F<=9 \"stable\"], \"init\")"},
        {"random_dd:n=5", NULL},
        {"leader:n=3,property=none", NULL},
        {"leader:n=3", "F elected"},
        {"leader:n=3,property=2", "F elected"},
        {"leader:n=3,property=1", NULL},
        {"$:goal=done", "P=?[F \"done\"]"},
        {"$:goal=!down,avoid=lost,steps=3", "P=?[!\"lost\" U<=3 !\"down\"]"},
        {"$:goal=a,avoid=!b", "P=?[\"b\" U \"a\"]"},
        {"$:steady=!full", "S=?[!\"full\"]"},
        {"$:reward=r.srew", "R{\"r.srew\"}=?[S]"},
        {"$:reward=r.srew,time=4", "R{\"r.srew\"}=?[I=4]"},
        {"$:reward=r.srew,goal=a,filter=max", "filter(max, R{\"r.srew\"}=?[F \"a\"], \"init\")"},
    };
    const char *file = model_file();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char source[512], *text;
        const char *given = cases[k][0];
        snprintf(source, sizeof source, "%s%s", *given == '$' ? file : "", given + (*given == '$'));
        assert_int_equal(property_text(source, &text), OK);
        if (cases[k][1]) assert_string_equal(text, cases[k][1]);
        else assert_null(text);
        free(text);
    }
}

static void meant_sources(void **state)
{
    static const char *const keys[] = {"type", "goal", "rhs", NULL};
    static const char *const cases[][2] = {
        {"tandem(c=255)", "tandem:c=255"},
        {"tandem:255", "tandem:c=255"},
        {"tandem=255", "tandem:c=255"},
        {"tandem-c=255", "tandem:c=255"},
        {" Tandem: C = 255; property=2", "tandem:c=255,property=2"},
        {"tandem:c==255", "tandem:c=255"},
        {"two_dice", "two_dice"},
        {"tandems:c=5", NULL},
        {"$:dtmc;goal=done", "$:type=dtmc,goal=done"},
        {"$,TYPE=DTMC,done", "$:type=dtmc,goal=done"},
        {"$:type=dtmc,goal=\"done\"", "$:type=dtmc,goal=done"},
        {"$:type=dtmc,P=?[F \"done\"]", "$:type=dtmc,prop=P=?[F \"done\"]"},
        {"$ P=? [!\"a\" U \"b\"]", "$:prop=P=? [!\"a\" U \"b\"]"},
        {"$:dtmc,prop=P=?[F done]", "$:type=dtmc,prop=P=?[F \"done\"]"},
        {"$: prop = P>=0.5[F<=T s=up & (a|!b)]", "$:prop=P>=0.5[F<=T s=up & (\"a\"|!\"b\")]"},
        {"$:filter(max, R{\"x\"}=?[C<=T], a)", "$:prop=filter(max, R{\"x\"}=?[C<=T], \"a\")"},
        {"$:P=?[F a", "$:p=?,goal=F,goal=a"},
        {"$:none", "$:matrix=none"},
        {"absent.tra:dtmc", NULL},
        {"", NULL},
    };
    const char *file = model_file();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char text[512], wanted[512] = "", *meant;
        const char *given = cases[k][0], *want = cases[k][1];
        snprintf(text, sizeof text, "%s%s", *given == '$' ? file : "", given + (*given == '$'));
        if (want)
            snprintf(wanted, sizeof wanted, "%s%s", *want == '$' ? file : "",
                     want + (*want == '$'));
        assert_int_equal(meant_source(text, keys, &meant), want != NULL);
        if (want) assert_string_equal(meant, wanted);
        else assert_null(meant);
        free(meant);
    }
    for (int k = 0; k < generator_count; k++) {
        char text[64], *meant;
        snprintf(text, sizeof text, "%s", generators[k]->name);
        text[0] = (char)toupper((unsigned char)text[0]);
        assert_true(meant_source(text, keys, &meant));
        assert_string_equal(meant, generators[k]->name);
        free(meant);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_of_properties), cmocka_unit_test(properties_of_models),
        cmocka_unit_test(refused_properties), cmocka_unit_test(deep_formulas),
        cmocka_unit_test(compared_numbers),   cmocka_unit_test(properties_of_sources),
        cmocka_unit_test(meant_sources)};
    return cmocka_run_group_tests_name("notation", tests, scratch_create, scratch_remove);
}

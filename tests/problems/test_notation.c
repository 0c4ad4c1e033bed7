/* Properties in PRISM's notation, and sources as other tools write them. */
#include "problems/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generators/generator.h"
#include "problems/source_parts.h"
#include "problems/properties/compared_number.h"
#include "problems/source.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

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
    const struct CMUnitTest tests[] = {cmocka_unit_test(compared_numbers),
                                       cmocka_unit_test(properties_of_sources),
                                       cmocka_unit_test(meant_sources)};
    return cmocka_run_group_tests_name("notation", tests, scratch_create, scratch_remove);
}

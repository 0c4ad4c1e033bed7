/* What stands behind the name of a model: properties with formulas, and constants. What builds
 * models is in tests/cli/models.t. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/models/model.h"
#include "datasets/models/property.h"
#include "tests/support/cmocka.h"

static void properties(void **state)
{
    static const char goal[] = "label \"warpmark_goal\" = ", pass[] = "label \"warpmark_pass\" = ";
    static const struct {
        const char *text, *by_labels, *pass, *goal;
    } cases[] = {
        {"P=?[F \"done\"]", "P=?[F \"done\"]", NULL, NULL},
        {"P=? [ F !\"done\" ]", "P=? [F !\"done\"]", NULL, NULL},
        {"P=?[F s=7 & d=2]", "P=?[F \"warpmark_goal\"]", NULL, "s=7 & d=2"},
        {"P=?[F<=2.5 \"a\" | x]", "P=?[F<=2.5 \"warpmark_goal\"]", NULL, "\"a\" | x"},
        {"P=?[F (a[0]=1)]", "P=?[F \"warpmark_goal\"]", NULL, "(a[0]=1)"},
        {"P=?[!(s=1 U 2) U<=5 \"b\"]", "P=?[\"warpmark_pass\" U<=5 \"b\"]", "!(s=1 U 2)", NULL},
        {"P=?[true U U_x>UU]", "P=?[\"warpmark_pass\" U \"warpmark_goal\"]", "true", "U_x>UU"},
        {"P=?[F_1=2 U x]", "P=?[\"warpmark_pass\" U \"warpmark_goal\"]", "F_1=2", "x"},
        {"S=?[n=N]", "S=?[\"warpmark_goal\"]", NULL, "n=N"},
        {"R{\"cost\"}=?[S]", "R{\"cost\"}=?[S]", NULL, NULL},
        {"R{\"cost\"}=?[I=4]", "R{\"cost\"}=?[I=4]", NULL, NULL},
        {"R{\"cost\"}=?[F s=7]", "R{\"cost\"}=?[F \"warpmark_goal\"]", NULL, "s=7"},
        {"P>=1[F s=7]", NULL, NULL, NULL},
        {"Pmax=?[F s=7]", "Pmax=?[F \"warpmark_goal\"]", NULL, "s=7"}, /* refused by its keys */
        {"P=?[F s=7;]", NULL, NULL, NULL},
        {"P=?[F s=7\n]", NULL, NULL, NULL},
        {"P=?]F s=7[", NULL, NULL, NULL},
        {"P=?[F s=7", NULL, NULL, NULL},
        {"", NULL, NULL, NULL},
    };
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char *by_labels, *labels, wanted[200] = "";
        assert_int_equal(model_property(cases[k].text, &by_labels, &labels), OK);
        if (!cases[k].by_labels != !by_labels ||
            (by_labels && strcmp(by_labels, cases[k].by_labels)))
            fail_msg("%s: %s", cases[k].text, by_labels ? by_labels : "nothing");
        if (cases[k].pass) sprintf(wanted, "%s%s;\n", pass, cases[k].pass);
        if (cases[k].goal) sprintf(wanted + strlen(wanted), "%s%s;\n", goal, cases[k].goal);
        assert_string_equal(labels ? labels : "", wanted);
        free(by_labels);
        free(labels);
    }
}

static void constants(void **state)
{
    static const char *const good[] = {"N=4", "p=0.5", "_x1=-1e-3", "q=1/3", "b=true", "b=false"},
                             *const bad[] = {"",      "N",      "N=",      "=4",      "4=4",
                                             "N=1:3", "N=x",    "N=4 5",   "N=4;",    "N=nan",
                                             "N=inf", "N=0x10", "N=1/2/3", "a-b=4",   "N=$(x)",
                                             "N=--4", "N=4,",   "N=True",  "N=4\n",   "N= 4",
                                             "N=1/",  "N=+-1",  "N=.",     "N=true ", "a b=4"};
    char *all = NULL;
    (void)state;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        if (model_add_constant("x.pm", good[k], &all) != OK) fail_msg("%s", fail_message());
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        if (model_add_constant("x.pm", bad[k], &all) != ERROR_INPUT) fail_msg("taken: %s", bad[k]);
    assert_string_equal(all, "N=4,p=0.5,_x1=-1e-3,q=1/3,b=true,b=false");
    free(all);
}

static void names(void **state)
{
    static const char *const models[] = {"a.pm",    "a.b.sm", "x/y.nm",
                                         "m.prism", "m.jani", "m.sm.gz"},
                             *const others[] = {".pm",   "pm",       "a.pms",
                                                "a.tra", "a.pm.zip", "a.JANI"};
    (void)state;
    for (size_t k = 0; k < sizeof models / sizeof *models; k++) assert_true(model_is(models[k]));
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) assert_false(model_is(others[k]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(properties), cmocka_unit_test(constants),
                                       cmocka_unit_test(names)};
    return cmocka_run_group_tests_name("models", tests, NULL, NULL);
}
